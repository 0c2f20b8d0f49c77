"""Puzzles of the Southern Cross cards: for two, on the classic field."""

from bot.players.judging import Reason
from bot.players.puzzling.maker import Kind, Maker
from bot.players.puzzling.methods import Single, Table, played_on
from bot.rules.southern_cards import Move, Position
from bot.text import N_


def _kind(table: Table, state: Position, single: Single) -> Kind | None:
    """Whether the answer completes a role, where there is a card to choose."""
    if len(set(state.hand)) < 2 or state.due is not None:
        return None
    return ("take", {}) if state.outcome(single.move).roles else ("quiet", {})


def _against(state: Position, wrong: Move, answer: Move) -> list[Reason]:
    """The points that it doesn't make."""
    points, more = state.outcome(wrong).points, state.outcome(answer).points
    if points >= more:
        return []
    return [Reason(N_("but scores {points} points instead of {more}"), {"points": points, "more": more})]


maker = Maker(seats=2, positions=800, least=8.0, kind=_kind, second=played_on, against=_against)
