"""docs/daily.md: places and percentages among everyone who has played."""

import pytest

from bot.daily.values import DailyResult, place_of

SCORES = (3, 5, 5, 8, 8, 8, 9)


@pytest.mark.parametrize(
    ("scores", "score", "place", "percentile"),
    [
        ((7,), 7, 1, 0),  # the only one has scored more than nobody
        ((7, 7), 7, 1, 0),
        ((6, 7), 7, 1, 100),
        ((6, 7), 6, 2, 0),
        (SCORES, 9, 1, 100),
        (SCORES, 8, 2, 50),
        (SCORES, 5, 5, 16),
        (SCORES, 3, 7, 0),
    ],
)
def test_equal_scores_share_a_place_and_the_percentage_is_that_of_the_others_who_scored_less(
    scores: tuple[int, ...], score: int, place: int, percentile: int
) -> None:
    result = DailyResult(score, scores, None)
    assert (result.place, result.percentile) == (place, percentile)


@pytest.mark.parametrize(("score", "place"), [(10, 1), (7, 5), (0, 8)])
def test_a_score_that_nobody_has_gets_the_place_that_it_would_have(score: int, place: int) -> None:
    assert place_of(score, SCORES) == place
