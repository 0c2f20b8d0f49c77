"""How a match ends, as columns of its row."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from bot.match.reading.stored import StoredMatch
from bot.match.values import Status
from bot.rules import State
from bot.store.columns import MatchColumns
from bot.store.documents import EndingDocument, EndingKind


def standing(match: StoredMatch, state: State[Any]) -> MatchColumns:
    """Columns for a position: whose turn it is, or how the match ended by its rules."""
    result = state.result
    if result is None:
        return {"to_move": state.to_move}
    resigned = match.resigned
    places = places_after_resignations(match.sides(), result.places, resigned) if resigned else result.places
    return _over("played", places, result.scores, sorted(resigned), match.now)


def end_by_agreement(match: StoredMatch, kind: Literal["draw", "resign"], agreed: Sequence[int]) -> MatchColumns:
    """The end of a match by an accepted proposal; for a resignation only if it ends the match."""
    seats = range(len(match.rows.seats))
    first = [1 for _ in seats]
    resigned = dict(match.resigned)
    if kind == "resign":
        side = next(side for side in match.sides() if agreed[0] in side)
        if len(match.sides()) == 1:  # alone, one ranks first
            return _over("resigned", first, None, side, match.now)
        resigned |= dict.fromkeys(side, match.version + 1)
    places = places_after_resignations(match.sides(), first, resigned) if resigned else first
    return _over("agreed" if kind == "draw" else "resigned", places, None, sorted(resigned), match.now)


def end_from_outside(match: StoredMatch) -> MatchColumns:
    """The end of a match by a moderator: no places. The match is no longer frozen."""
    return {**_over("ended", None, None, sorted(match.resigned), match.now), "frozen": None}


def places_after_resignations(
    sides: Sequence[Sequence[int]], places: Sequence[int], resigned: Mapping[int, int]
) -> list[int]:
    """Places for all seats of a match in which some resigned: those rank last, the later ones ahead.

    The others keep their order. `resigned` maps each seat that resigned to the number of its event. Each side takes one
    place, which its seats share.
    """
    staying = [side for side in sides if side[0] not in resigned]
    resignations = [resigned[side[0]] for side in sides if side[0] in resigned]
    return [
        1 + len(staying) + sum(later > resigned[seat] for later in resignations)
        if seat in resigned
        else 1 + sum(min(places[other] for other in side) < places[seat] for side in staying if seat not in side)
        for seat in range(len(places))
    ]


def end_of_parallel(scores: Sequence[int | None], given_up: Sequence[int], now: datetime) -> MatchColumns:
    """The end of a table of parallel matches. None is the score of a seat in `given_up`, earliest first."""
    finished = [score for score in scores if score is not None]
    places = [
        len(scores) - given_up.index(seat) if score is None else 1 + sum(other > score for other in finished)
        for seat, score in enumerate(scores)
    ]
    return _over("played", places, [score or 0 for score in scores], sorted(given_up), now)


def _over(
    kind: EndingKind, places: Sequence[int] | None, scores: Sequence[int] | None, seats: Sequence[int], now: datetime
) -> MatchColumns:
    ending: EndingDocument = {
        "kind": kind,
        "places": None if places is None else list(places),
        "scores": None if scores is None else list(scores),
        "seats": list(seats),
    }
    return {"status": Status.OVER, "ended_at": now, "ending": ending, "proposal": None, "to_move": None}
