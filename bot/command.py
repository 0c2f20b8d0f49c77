"""The command `crux`, the same as `python -m bot`.

Worker processes load the script that started the bot, so it must not import anything of the bot.
"""

import runpy


def main() -> None:
    """Run the bot as `python -m bot` does."""
    runpy.run_module("bot", init_globals={"PROGRAM": "crux"}, run_name="__main__", alter_sys=True)
