"""The command `crux`, which is `python -m bot`.

Worker processes load the script that the bot was started by, so nothing of the bot may come with it.
"""

import runpy


def main() -> None:
    """Run the bot as `python -m bot` does."""
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
