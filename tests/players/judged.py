"""Writes what the computer players think of some positions beside this file: `python -m tests.players.judged`.

docs/strength.md has been measured with these judgements. They may change on purpose; then it is measured anew.
"""

import json
import random
from pathlib import Path
from typing import Any

from bot.players import JUDGES, LEVELS, Player, player_for
from bot.players.levels import GREEDY
from bot.rules import GAMES, State
from tests.players.test_every_player import TABLES, at, within

FILE = Path(__file__).with_name("judged.jsonl")
DECISIONS = (1, 5, 12, 25, 45, 60, 90, 150, 270, 400)  # that lie before a position
CHOSEN = 2  # every so many positions are put to the levels, too
MOVES = 12  # of a position that are looked at one by one
POSITIONS = {"hard": 600}  # that a choice may make
DIGITS = 4  # of a value that are the same on all machines
BOUND = 1e9  # for values without one: JSON knows no infinity

Record = dict[str, Any]


def position_of(record: Record) -> State[Any]:
    return GAMES[record["game"]].load(record["position"])


def _player(record: Record, state: State[Any], level: str) -> Player:
    seat = state.to_move
    assert seat is not None
    options = state.view(seat)["options"]
    return player_for(
        record["game"], record["seats"], options, seat, within(level, POSITIONS.get(level, 150)), random.Random(5)
    )


def judgement(record: Record) -> Record:
    """What the judge of its game says of a position and of some moves."""
    state, judge = position_of(record), JUDGES[record["game"]]
    player, view, legal = _player(record, state, GREEDY.name), state.view(state.to_move), state.legal()
    passed = judge.passed(state)
    return {
        "worths": [round(worth, DIGITS) for worth in judge.worths(state)],
        "plain": [round(worth, DIGITS) for worth in judge.plain(state)],
        "candidates": len(judge.candidates(state, legal)),
        "loud": [state.notate(move) for move in judge.loud(state)],
        "margin": min(round(judge.margin(state), DIGITS), BOUND),
        "passed": None if passed is None else passed.to_move,
        "quick": [state.notate(judge.quick(state, random.Random(seed))) for seed in range(3)] if judge.playout else [],
        "moves": {
            state.notate(move): [
                round(judge.urgency(state, move), DIGITS),
                min(round(judge.gain(state, move), DIGITS), BOUND),
                [str(reason) for reason in player.reasons(view, state.notate(move))],
            ]
            for move in legal[:: -(-len(legal) // MOVES)]
        },
    }


def choice(record: Record, level: str) -> Record:
    """What a level chooses, what it thinks of the best moves, and what that takes."""
    state = position_of(record)
    made = _player(record, state, level).choose(state.view(state.to_move))
    ranked = [[move, round(value, DIGITS)] for move, value in made.ranked[:7]]
    return {"move": made.move, "steps": made.steps, "positions": made.positions, "ranked": ranked}


def main() -> None:
    lines = []
    for key, tables in TABLES.items():
        for number, (seats, options) in enumerate(tables):
            for place, decisions in enumerate(DECISIONS):
                state = at(GAMES[key], seats, options, decisions, seed=100 * number + decisions)
                record = {"game": key, "seats": seats, "position": state.dump()}
                levels = (*LEVELS, GREEDY.name) if place % CHOSEN == 0 else ()
                choices = {level: choice(record, level) for level in levels}
                record |= {"judgement": judgement(record), "choices": choices}
                lines.append(json.dumps(record, separators=(",", ":")) + "\n")
    FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
