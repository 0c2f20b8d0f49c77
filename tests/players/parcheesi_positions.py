"""Positions of Parcheesi before and during a throw."""

from collections.abc import Sequence
from typing import Any

from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position, game
from bot.rules.parcheesi.board import SQUARE_NUMBERS, SQUARES


def pawns(squares: str) -> tuple[int, ...]:
    """Four pawns from their squares; those that aren't named are in the nest."""
    named = squares.split()
    return tuple(sorted(SQUARE_NUMBERS[square] for square in [*["nest"] * (4 - len(named)), *named]))


def position(red: str, yellow: str, *, turn: int = 0, **changes: Any) -> Position:
    """Two seats before a throw, or with `left` during one."""
    document = game.start(2, {}, Scripted([])).dump() | {"rolls": 40, "turn": turn}
    both = [[SQUARES[square] for square in pawns(each)] for each in (red, yellow)]
    return game.load(document | {"pawns": both} | changes)


def moving(red: str, yellow: str, *dice: int, turn: int = 0) -> Position:
    doubles = int(dice[0] == dice[1])
    return position(red, yellow, turn=turn, phase="move", dice=list(dice), left=sorted(dice), doubles=doubles)


def at_table(seats: int, pawns_of: Sequence[str], *, turn: int | None = 0, **changes: Any) -> Position:
    """Seats before a throw; `changes` are of the document."""
    document = game.start(seats, changes.pop("options", {}), Scripted([])).dump() | {"rolls": 40, "turn": turn}
    return game.load(document | {"pawns": [[SQUARES[square] for square in pawns(each)] for each in pawns_of]} | changes)
