"""The state of a series, from its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.match.values import Ending, Series, SeriesKind, SeriesMatch, Status
from bot.store.queries.series import SeriesRows


def ending_of(document: Mapping[str, Any] | None) -> Ending | None:
    if document is None:
        return None
    places, scores = document["places"], document["scores"]
    return Ending(
        document["kind"],
        None if places is None else tuple(places),
        None if scores is None else tuple(scores),
        tuple(document["seats"]),
    )


def series_of(rows: SeriesRows, part: int, seats: int) -> Series:
    """The series from the view of its match number `part`, which has this many seats; see `bot.match.Series`."""
    row = rows.series
    kind, over = SeriesKind(row.kind), row.ended_at is not None
    parts = [
        SeriesMatch(one.id, one.part, Status(one.status), ending_of(one.ending)) for one in rows.parts if one.part > 0
    ]
    by_points, host = kind is SeriesKind.POINTS, next((one for one in rows.parts if one.part == 0), None)
    ending = None if host is None else ending_of(host.ending)
    if not over:
        places = None
    elif by_points:
        places = _places_by_points(parts, seats)
    else:
        places = ending.places if ending is not None and ending.kind == "played" else None
    return Series(
        id=row.id,
        kind=kind,
        target=row.standing["target"] if by_points and row.standing is not None else None,
        part=part,
        parts=tuple(parts if over or by_points else map(_without_points, parts)),
        host=None if host is None else host.id,
        totals=_totals([one for one in parts if one.number <= part], seats) if by_points else (),
        over=over,
        places=places,
    )


def _totals(parts: Sequence[SeriesMatch], seats: int) -> tuple[int, ...]:
    scores = [part.ending.scores for part in parts if part.ending is not None and part.ending.scores is not None]
    return tuple(sum(score[seat] for score in scores) for seat in range(seats))


def _places_by_points(parts: Sequence[SeriesMatch], seats: int) -> tuple[int, ...] | None:
    """Places by total points, unless the people ended the newest match differently."""
    ending = parts[-1].ending
    match None if ending is None else ending.kind:
        case "played" if ending is not None and ending.places is not None:
            totals = _totals(parts, seats)
            staying = [seat for seat in range(seats) if seat not in ending.seats]
            # Those who resigned rank last, as in the match itself.
            return tuple(
                1 + sum(totals[other] > totals[seat] for other in staying) if seat in staying else ending.places[seat]
                for seat in range(seats)
            )
        case "resigned" if ending is not None:
            return ending.places
    return None


def _without_points(part: SeriesMatch) -> SeriesMatch:
    ending = part.ending
    return part if ending is None else replace(part, ending=replace(ending, places=None, scores=None))
