"""How a match ends, as columns of its row."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from bot.match.loaded import Loaded
from bot.match.values import Status
from bot.rules import State


def standing(state: State[Any], now: datetime) -> dict[str, Any]:
    """What follows from a position: whose turn it is, or how the match ended by its rules."""
    result = state.result
    if result is None:
        return {"to_move": state.to_move}
    return _over("played", result.places, result.scores, (), now)


def settled(loaded: Loaded, kind: Literal["draw", "resign"], agreed: Sequence[int], now: datetime) -> dict[str, Any]:
    """The end of a match by what was proposed and agreed to."""
    seats = range(len(loaded.rows.seats))
    if kind == "draw":
        return _over("agreed", [1 for _ in seats], None, (), now)
    side = next(side for side in loaded.sides() if agreed[0] in side)
    # Of two sides the one that resigned is second, alone one is first; each seat of a side has the side's place.
    last = len(loaded.sides())
    return _over("resigned", [last if seat in side else 1 for seat in seats], None, side, now)


def compared(scores: Sequence[int | None], given_up: Sequence[int], now: datetime) -> dict[str, Any]:
    """The end of a table whose people played apart; None is the score of those who gave up, earliest first."""
    finished = [score for score in scores if score is not None]
    places = [
        len(scores) - given_up.index(seat) if score is None else 1 + sum(other > score for other in finished)
        for seat, score in enumerate(scores)
    ]
    return _over("played", places, [score or 0 for score in scores], sorted(given_up), now)


def _over(
    kind: str, places: Sequence[int], scores: Sequence[int] | None, seats: Sequence[int], now: datetime
) -> dict[str, Any]:
    ending = {
        "kind": kind,
        "places": list(places),
        "scores": None if scores is None else list(scores),
        "seats": list(seats),
    }
    return {"status": Status.OVER, "ended_at": now, "ending": ending, "proposal": None, "to_move": None}
