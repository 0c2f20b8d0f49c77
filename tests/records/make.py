"""Writes the recorded matches beside this file: `python -m tests.records.make [game ...]`.

A game's matches come from the module of its name in this folder, by its `records()`, and go into the file of its name.
docs/record-format.md describes a line.
"""

import json
import sys
from importlib import import_module
from pathlib import Path

from bot.rules import GAMES

FOLDER = Path(__file__).parent


def main(games: list[str]) -> None:
    for game in games or GAMES:
        records = import_module(f"tests.records.{game}").records()
        lines = (json.dumps(record, separators=(",", ":")) + "\n" for record in records)
        (FOLDER / f"{game}.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
