"""Puzzles of Cirondo: for two, without luck."""

from bot.players.positions import lead_of
from bot.players.puzzling.maker import Kind, Maker
from bot.players.puzzling.methods import Single, Table, counted, played_on
from bot.rules.cirondo import Position
from bot.rules.cirondo.board import INNERMOST, MOON, SPACE_NUMBERS, kind_of, ring_of

LEAST = 3.0  # points of the judge, about a moon


def _kind(table: Table, state: Position, single: Single) -> Kind | None:
    """What is won by the answer, or else that it loses least."""
    origin, target = SPACE_NUMBERS[single.move.origin], SPACE_NUMBERS[single.move.target]
    lead = lead_of(table.judge.worths(state), table.sides, state.to_move or 0)
    if kind_of(state.board.cells[origin]) == MOON and ring_of(target) == INNERMOST:
        return "solar", {}
    return ("win", {}) if single.worth > lead + LEAST else ("save", {})


def _second(table: Table, state: Position, single: Single) -> float | None:
    """Counting serves where a quiet move is the answer: players who play quickly don't make use of it."""
    return played_on(table, state, single) or counted(table, state, single)


maker = Maker(seats=2, positions=1500, least=LEAST, kind=_kind, second=_second)
