"""What building the package needs beyond pyproject.toml: its description, and the compiled search.

The search of the computer players is built with mypyc if CRUX_COMPILED is set.
"""

import os
import re
from pathlib import Path

from setuptools import setup

COMPILED = (
    "bot/players/budget.py",
    "bot/players/tree.py",
    "bot/players/searching.py",
    "bot/players/exploring.py",
    "bot/players/positions.py",
    "bot/players/down_under/layout.py",
    "bot/players/down_under/placing.py",
    "bot/players/down_under/position.py",
    "bot/players/down_under/tables.py",
    "bot/players/cirondo/tables.py",
    "bot/players/cirondo/evaluation.py",
    "bot/players/cirondo/moves.py",
    "bot/players/cirondo/position.py",
)

PICTURE = re.compile(r'<img src="(?!https:)[^>]*>\s*|!\[[^\]]*\]\((?!https:)[^)]*\)\s*')
LINK = re.compile(r"\[([^\]]*)\]\((?!https:|#)[^)]*\)")


def description() -> str:
    """The README without what only stands beside it in the repository: its pictures, and the targets of its links.

    Where packages are listed, such pictures would be missing, and such links lead nowhere.
    """
    readme = Path(__file__).with_name("README.md").read_text(encoding="utf-8")
    return LINK.sub(r"\1", PICTURE.sub("", readme))


if __name__ == "__main__":
    modules = []
    if os.environ.get("CRUX_COMPILED"):
        from mypyc.build import mypycify

        modules = mypycify(list(COMPILED), group_name="bot.players.hot")
    setup(long_description=description(), long_description_content_type="text/markdown", ext_modules=modules)
