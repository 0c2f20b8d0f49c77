"""Puzzles of Parcheesi: for four, with a throw on the table."""

from bot.players.puzzling.maker import Kind, Maker
from bot.players.puzzling.methods import Single, Table, played_on
from bot.rules.parcheesi import Position

CHOICES = 2  # moves of pawns at least


def _kind(table: Table, state: Position, single: Single) -> Kind | None:
    """What is to be played, where there is enough to choose from."""
    if single.move.kind in ("roll", "skip") or sum(move.kind != "skip" for move in state.legal()) < CHOICES:
        return None
    if single.move.kind == "bonus":
        return "bonus", {}
    return ("throw", {}) if len(state.left) > 1 else ("die", {})


maker = Maker(seats=4, positions=800, least=8.0, kind=_kind, second=played_on)
