"""Who comes where: after resignations, in parallel matches, and over a series."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from bot.match.reading.endings import end_of_parallel
from bot.match.reading.series_state import series_of
from bot.match.values import SeriesKind, Status
from bot.store.documents import EndingDocument, EndingKind
from bot.store.queries.series import SeriesPart, SeriesRows
from bot.store.tables import SeriesRow

NOW = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("scores", "given_up", "places"),
    [
        ([30, 10, 20], [], [1, 3, 2]),
        ([20, 30, 20], [], [2, 1, 2]),
        ([0, 0], [], [1, 1]),
        ([30, None, 0], [1], [1, 3, 2]),
        ([None, 30, None, 20], [0, 2], [4, 1, 3, 2]),
        ([None, 30, None, 20], [2, 0], [3, 1, 4, 2]),
        ([None, None, None], [1, 2, 0], [1, 3, 2]),
    ],
)
def test_who_gave_up_comes_behind_all_scores_and_who_held_out_longer_ahead(
    scores: Sequence[int | None], given_up: Sequence[int], places: list[int]
) -> None:
    assert end_of_parallel(scores, given_up, NOW) == {
        "status": Status.OVER,
        "ended_at": NOW,
        "ending": {
            "kind": "played",
            "places": places,
            "scores": [score or 0 for score in scores],
            "seats": sorted(given_up),
        },
        "proposal": None,
        "to_move": None,
    }


def played(
    *scores: int, gave_up: Sequence[int] = (), places: Sequence[int] = (), kind: EndingKind = "played"
) -> EndingDocument:
    return {"kind": kind, "places": list(places) or [1] * 3, "scores": list(scores) or None, "seats": list(gave_up)}


@pytest.mark.parametrize(
    ("endings", "over", "totals", "places"),
    [
        ([played(3, 2, 1), played(1, 1, 1)], False, (4, 3, 2), None),
        ([played(3, 2, 1), None], False, (3, 2, 1), None),
        ([played(3, 2, 1), played(1, 1, 3)], True, (4, 3, 4), (1, 3, 1)),
        ([played(3, 2, 1), played(0, 2, 3)], True, (3, 4, 4), (3, 1, 1)),
        ([played(3, 2, 1), played(9, 2, 2, gave_up=[0], places=[3, 1, 1])], True, (12, 4, 3), (3, 1, 2)),
        ([played(3, 2, 1), played(kind="resigned", gave_up=[1], places=[1, 3, 1])], True, (3, 2, 1), (1, 3, 1)),
        ([played(3, 2, 1), played(kind="agreed")], True, (3, 2, 1), None),
        ([played(3, 2, 1), None], True, (3, 2, 1), None),
    ],
)
def test_points_of_all_matches_give_the_places_unless_the_people_ended_the_last_one(
    endings: Sequence[EndingDocument | None], over: bool, totals: tuple[int, ...], places: tuple[int, ...] | None
) -> None:
    row = SeriesRow(7, SeriesKind.POINTS, {"target": 4}, created_at=NOW, ended_at=NOW if over else None)
    parts = [
        SeriesPart(7, 10 + part, part, "running" if ending is None else "over", ending, computer_since=None)
        for part, ending in enumerate(endings, 1)
    ]
    series = series_of(SeriesRows(row, parts), 2, 3)
    assert (series.totals, series.over, series.places) == (totals, over, places)
    assert (series.id, series.target, series.part, series.host) == (7, 4, 2, None)
    assert [(part.match_id, part.number) for part in series.parts] == [(11, 1), (12, 2)]
    first = series_of(SeriesRows(row, parts), 1, 3)
    assert first.totals == (3, 2, 1)  # as it was then
