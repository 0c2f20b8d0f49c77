"""Puzzles of Cirondo: for two, without luck."""

from bot.players.positions import lead_of
from bot.players.puzzling.checking import doubt_in_depth
from bot.players.puzzling.maker import AskedKind, Maker
from bot.players.puzzling.methods import Single, count_margin, playout_margin
from bot.players.puzzling.table import PuzzleSetup
from bot.rules.cirondo import Move, Position
from bot.rules.cirondo.board import INNERMOST, MOON, SPACE_NUMBERS, kind_of, ring_of

LEAST = 3.0  # points of the judge, about a moon
PLAIN = 4.0  # points of a beginner, more than most moons
QUICKLY = 0.1  # of the effort, after which most doubtful answers are known


def _kind(table: PuzzleSetup, state: Position, single: Single) -> AskedKind | None:
    """What is won by the answer, or else that it loses least."""
    origin, target = SPACE_NUMBERS[single.move.origin], SPACE_NUMBERS[single.move.target]
    lead = lead_of(table.judge.evaluate(state), table.sides, state.to_move or 0)
    if kind_of(state.board.cells[origin]) == MOON and ring_of(target) == INNERMOST:
        return "solar", {}
    return ("win", {}) if single.worth > lead + LEAST else ("save", {})


def _second(table: PuzzleSetup, state: Position, single: Single) -> float | None:
    """Counting serves where a quiet move is the answer: players who play quickly don't make use of it."""
    return playout_margin(table, state, single) or count_margin(table, state, single)


def _reason_for_doubt(table: PuzzleSetup, state: Position, answer: Move, effort: float) -> str | None:
    quick = doubt_in_depth(table, state, answer, least=LEAST, plain=PLAIN, effort=min(effort, QUICKLY))
    if quick is not None or effort <= QUICKLY:
        return quick
    return doubt_in_depth(table, state, answer, least=LEAST, plain=PLAIN, effort=effort)


maker = Maker(seats=2, positions=1500, least=LEAST, kind=_kind, second=_second, doubt=_reason_for_doubt)
