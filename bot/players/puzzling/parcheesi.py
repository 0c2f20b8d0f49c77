"""Puzzles of Parcheesi: for four, with a throw on the table."""

from bot.players.puzzling.checking import doubt_in_play
from bot.players.puzzling.maker import AskedKind, Maker
from bot.players.puzzling.methods import Single, playout_margin
from bot.players.puzzling.table import PuzzleSetup
from bot.rules.parcheesi import Move, Position

CHOICES = 2  # moves of pawns at least
TURNS = 16  # for which a match is played on to check an answer


def _asks(state: Position) -> bool:
    """Whether there is enough to choose from."""
    return sum(move.kind not in ("roll", "skip") for move in state.legal()) >= CHOICES


def _kind(table: PuzzleSetup, state: Position, single: Single) -> AskedKind | None:
    """What is to be played."""
    if single.move.kind in ("roll", "skip"):
        return None
    if single.move.kind == "bonus":
        return "bonus", {}
    return ("throw", {}) if len(state.left) > 1 else ("die", {})


def _reason_for_doubt(table: PuzzleSetup, state: Position, answer: Move, effort: float) -> str | None:
    return doubt_in_play(table, state, answer, turns=TURNS, effort=effort)


maker = Maker(seats=4, positions=800, least=8.0, asks=_asks, kind=_kind, second=playout_margin, doubt=_reason_for_doubt)
