"""How a match ends, as columns of its row."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from bot.match.loaded import Loaded
from bot.match.values import Status
from bot.rules import State


def standing(loaded: Loaded, state: State[Any], now: datetime) -> dict[str, Any]:
    """What follows from a position: whose turn it is, or how the match ended by its rules."""
    result = state.result
    if result is None:
        return {"to_move": state.to_move}
    resigned = loaded.resigned
    places = placed(loaded, result.places, resigned) if resigned else result.places
    return _over("played", places, result.scores, sorted(resigned), now)


def settled(loaded: Loaded, kind: Literal["draw", "resign"], agreed: Sequence[int], now: datetime) -> dict[str, Any]:
    """The end of a match by what was proposed and agreed to; of a resignation only where it ends the match."""
    seats = range(len(loaded.rows.seats))
    first = [1 for _ in seats]
    resigned = dict(loaded.resigned)
    if kind == "resign":
        side = next(side for side in loaded.sides() if agreed[0] in side)
        if len(loaded.sides()) == 1:  # alone one is first
            return _over("resigned", first, None, side, now)
        resigned |= dict.fromkeys(side, loaded.version + 1)
    places = placed(loaded, first, resigned) if resigned else first
    return _over("agreed" if kind == "draw" else "resigned", places, None, sorted(resigned), now)


def from_outside(loaded: Loaded, now: datetime) -> dict[str, Any]:
    """The end of a match by somebody who keeps order: nobody has a place. A frozen match isn't any more."""
    return {**_over("ended", None, None, sorted(loaded.resigned), now), "frozen": None}


def placed(loaded: Loaded, places: Sequence[int], resigned: Mapping[int, int]) -> list[int]:
    """The places of all seats where some have resigned: those stand behind all others, the later one ahead.

    The others keep their order among themselves. `resigned` has the number of the event for each seat that did. Each
    side takes one place, which all of its seats share.
    """
    sides = loaded.sides()
    staying = [side for side in sides if side[0] not in resigned]
    gone = [resigned[side[0]] for side in sides if side[0] in resigned]
    return [
        1 + len(staying) + sum(later > resigned[seat] for later in gone)
        if seat in resigned
        else 1 + sum(min(places[other] for other in side) < places[seat] for side in staying if seat not in side)
        for seat in range(len(places))
    ]


def compared(scores: Sequence[int | None], given_up: Sequence[int], now: datetime) -> dict[str, Any]:
    """The end of a table whose people played apart; None is the score of those who gave up, earliest first."""
    finished = [score for score in scores if score is not None]
    places = [
        len(scores) - given_up.index(seat) if score is None else 1 + sum(other > score for other in finished)
        for seat, score in enumerate(scores)
    ]
    return _over("played", places, [score or 0 for score in scores], sorted(given_up), now)


def _over(
    kind: str, places: Sequence[int] | None, scores: Sequence[int] | None, seats: Sequence[int], now: datetime
) -> dict[str, Any]:
    ending = {
        "kind": kind,
        "places": None if places is None else list(places),
        "scores": None if scores is None else list(scores),
        "seats": list(seats),
    }
    return {"status": Status.OVER, "ended_at": now, "ending": ending, "proposal": None, "to_move": None}
