"""Writes what computer players think of some positions: `python -m tests.players.judged [game ...]`.

Each game's judgements go into the file of its name in this folder. docs/strength.md has been measured with them. They
may change on purpose; then it is measured anew.
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.players import JUDGES, LEVELS, Budget, Player, player_for
from bot.players.budget import Meter
from bot.players.levels import GREEDY
from bot.players.player import NO_LIMITS
from bot.players.positions import SearchPosition
from bot.players.searching import Search
from bot.rules import GAMES, State
from tests.players.tables import at, tables_of, within

FOLDER = Path(__file__).parent
DECISIONS = (1, 5, 12, 25, 45, 60, 90, 150, 270, 400)  # that lie before a position
CHOSEN = 2  # every second position is put to the levels, too
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


def searched(record: Record, state: State[Any]) -> SearchPosition:
    """The position on which a search walks on from a state."""
    assert state.to_move is not None
    sides = GAMES[record["game"]].sides(record["seats"], state.view(state.to_move)["options"])
    return Search(JUDGES[record["game"]], sides, state.to_move, NO_LIMITS, Meter(Budget()), 5).at(state)


def next_if_passed(position: SearchPosition) -> int | None:
    """Who is to move if the mover passes; None if the search doesn't let it."""
    if not position.make_pass():
        return None
    following = position.to_move
    position.unmake()
    return following


def judgement(record: Record) -> Record:
    """What the judge of its game says of a position and of some moves."""
    state, judge = position_of(record), JUDGES[record["game"]]
    player, view, legal = _player(record, state, GREEDY.name), state.view(state.to_move), state.legal()
    position = searched(record, state)
    named = {position.encode(move): state.notate(move) for move in legal}
    return {
        "worths": [round(worth, DIGITS) for worth in judge.evaluate(state)],
        "plain": [round(worth, DIGITS) for worth in judge.evaluate_plainly(state)],
        "candidates": len(position.moves()),
        "noisy": [named[code] for code in position.noisy()],
        "margin": min(round(position.margin(), DIGITS), BOUND),
        "passed": next_if_passed(position),
        "quick": [state.notate(judge.quick(state, random.Random(seed))) for seed in range(3)] if judge.playout else [],
        "moves": {
            state.notate(move): [
                round(judge.urgency(state, move), DIGITS),
                min(round(position.gain(position.encode(move)), DIGITS), BOUND),
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


def records(key: str) -> Iterator[Record]:
    """Positions of one game, with what the levels think of them and choose."""
    for number, (seats, options) in enumerate(tables_of(GAMES[key])):
        for place, decisions in enumerate(DECISIONS):
            state = at(GAMES[key], seats, options, decisions, seed=100 * number + decisions)
            record = {"game": key, "seats": seats, "position": state.dump()}
            levels = (*LEVELS, GREEDY.name) if place % CHOSEN == 0 else ()
            choices = {level: choice(record, level) for level in levels}
            yield record | {"judgement": judgement(record), "choices": choices}


def main(games: list[str]) -> None:
    for key in games or GAMES:
        lines = (json.dumps(record, separators=(",", ":")) + "\n" for record in records(key))
        (FOLDER / f"{key}.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
