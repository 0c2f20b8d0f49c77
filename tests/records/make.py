"""Writes the recorded matches beside this file: `python -m tests.records.make [game ...]`.

A game's matches come from the module of its name in this folder, by its `records()`, and go into the file of its name.
docs/record-format.md describes a line. Prints what belongs into the game's rules as `usual_moves`.
"""

import json
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from statistics import median

from bot.rules import GAMES
from bot.rules.record import Playing

FOLDER = Path(__file__).parent


def main(games: list[str]) -> None:
    for game in games or GAMES:
        records = import_module(f"tests.records.{game}").records()
        lines = (json.dumps(record, separators=(",", ":")) + "\n" for record in records)
        (FOLDER / f"{game}.jsonl").write_text("".join(lines), encoding="utf-8")
        sys.stdout.write(f"{game}: usual_moves = {usual_moves(game)}\n")


def usual_moves(game: str) -> int:
    """How many moves a side makes, in half of the cases at least, in the recorded matches that were played to the end.

    Rolls and moves without a choice are among them. Matches of one side don't count, as they can't be rated.
    """
    made = []
    for line in (FOLDER / f"{game}.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        sides = GAMES[game].sides(record["seats"], record["options"])
        if len(sides) > 1 and record["result"]["ending"] == "played":
            movers = Counter(step.before.to_move for step in Playing(record).steps())
            made += [sum(movers[seat] for seat in side) for side in sides]
    return int(median(made))


if __name__ == "__main__":
    main(sys.argv[1:])
