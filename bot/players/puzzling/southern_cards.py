"""Puzzles of the Southern Cross cards: for two, on the classic field."""

from bot.players.judging import Reason
from bot.players.puzzling.checking import doubt_in_play, doubt_in_worlds
from bot.players.puzzling.maker import AskedKind, Maker
from bot.players.puzzling.methods import Single, playout_margin
from bot.players.puzzling.table import PuzzleSetup
from bot.rules.southern_cards import Move, Position
from bot.text import N_

LEAST = 8.0  # points
TO_THE_END = 100  # turns, more than a match has
STEPS = 4  # ahead in a deep search


def _asks(state: Position) -> bool:
    """Whether there is a card to choose."""
    return len(set(state.hand)) >= 2 and state.due is None


def _kind(table: PuzzleSetup, state: Position, single: Single) -> AskedKind | None:
    """Whether the answer completes a role."""
    return ("take", {}) if state.outcome(single.move).roles else ("quiet", {})


def _against(state: Position, wrong: Move, answer: Move) -> list[Reason]:
    """The points that it doesn't make."""
    points, more = state.outcome(wrong).points, state.outcome(answer).points
    if points >= more:
        return []
    return [Reason(N_("but scores {points} points instead of {more}"), {"points": points, "more": more})]


def _reason_for_doubt(table: PuzzleSetup, state: Position, answer: Move, effort: float) -> str | None:
    """To the end of the match, and then in depth, where it matters more what the others do."""
    return doubt_in_play(table, state, answer, turns=TO_THE_END, effort=effort) or doubt_in_worlds(
        table, state, answer, steps=STEPS, least=LEAST / 2, effort=effort
    )


maker = Maker(
    seats=2,
    positions=800,
    least=LEAST,
    asks=_asks,
    kind=_kind,
    second=playout_margin,
    doubt=_reason_for_doubt,
    against=_against,
)
