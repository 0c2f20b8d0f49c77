"""Builds the search of the computer players with mypyc if CRUX_COMPILED is set. The rest is in pyproject.toml."""

import os

from setuptools import setup

COMPILED = (
    "bot/players/budget.py",
    "bot/players/tree.py",
    "bot/players/searching.py",
    "bot/players/cirondo/tables.py",
    "bot/players/cirondo/evaluation.py",
    "bot/players/cirondo/moves.py",
    "bot/players/cirondo/position.py",
)

if os.environ.get("CRUX_COMPILED"):
    from mypyc.build import mypycify

    setup(ext_modules=mypycify(list(COMPILED), group_name="bot.players.hot"))
else:
    setup()
