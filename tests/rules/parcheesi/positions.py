"""Positions of Parcheesi to test with, and how tests reach them."""

from typing import Any

import pytest

from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position, game
from tests.rules.parcheesi import plain
from tests.rules.trying import Document

DEFAULTS = {"first": "seat0", "finish": "first", "triple_doubles": False, "blockade_limit": 0, "max_rolls": 0}


def start(seats: int = 2, *luck: int, **options: Any) -> Position:
    return game.start(seats, options, Scripted(luck))


HUGE = pytest.param(10**5000, id="huge")


def document(*pawns: str, **changes: Any) -> Document:
    """A document: for each seat the squares of its pawns that are not in the nest; options may be given by name."""
    options = DEFAULTS | {name: changes.pop(name) for name in DEFAULTS if name in changes}
    listed = [text.split() for text in pawns]
    return {
        "game": "parcheesi",
        "seats": len(pawns),
        "options": options,
        "phase": "roll",
        "turn": 0,
        "pawns": [plain.in_order([*squares, *["nest"] * (4 - len(squares))]) for squares in listed],
        "dice": None,
        "left": [],
        "bonuses": [],
        "doubles": 0,
        "pairs": [],
        "blockades": [{} for _ in pawns],
        "finished": [seat for seat, squares in enumerate(listed) if squares == ["home"] * 4],
        "rolls": 20,
    } | changes


def at(*pawns: str, **changes: Any) -> Position:
    return game.load(document(*pawns, **changes))


def rolled(state: Position, *dice: int) -> Position:
    return state.play(state.parse("roll"), Scripted(dice))


def unusable_values(state: Position) -> tuple[int, ...]:
    """The values that are lost whatever the mover plays."""
    return state.wasted_values(state.legal()[0])


def partners(state: Position) -> tuple[tuple[str, ...], ...]:
    """The squares of the partners of this roll."""
    return tuple(map(tuple, state.dump()["pairs"]))


OVER: Document = {"phase": "over", "turn": None}
BEFORE_A_ROLL = document("t10", "t14")
