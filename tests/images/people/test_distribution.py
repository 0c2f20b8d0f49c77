"""The chart of a day's scores: what its bars stand for, that nothing overlaps, and what its words say."""

import pytest

from images.canvas.canvas import WIDTH
from images.canvas.palette import NIGHT
from images.people import distribution
from tests.images.people.conftest import CanvasOf
from tests.images.people.examples import chart_of
from tests.images.people.leagues import require_apart

EVEN = list(range(0, 12_000, 70))


@pytest.mark.parametrize(
    ("scores", "own"), [([7], 7), ([0, 999], 999), ([3, 4], 3), ([3, 3, 4], 4), (EVEN, 0), (EVEN, 11_970)]
)
def test_everything_is_on_the_chart_and_nothing_overlaps(scores: list[int], own: int, canvas_of: CanvasOf) -> None:
    canvas = canvas_of(distribution.draw(chart_of(scores, own)))
    require_apart(canvas)
    names = [box.name for box in canvas.boxes]
    assert any(name.startswith("median") for name in names) == (len(scores) > 2)


@pytest.mark.parametrize(("scores", "own"), [([566], 566), ([31, 38, 44], 38), ([7, 7, 7, 8], 7)])
def test_a_picture_for_others_names_who_has_played_and_what_the_hard_computer_scored(
    scores: list[int], own: int, canvas_of: CanvasOf
) -> None:
    chart = chart_of(scores, own)._replace(benchmark=40, person="Anne")
    canvas = canvas_of(distribution.draw(chart))
    require_apart(canvas)
    names = [box.name for box in canvas.boxes]
    assert {f"Anne: {own}", "The hard computer scored 40 points.", "Crux"} <= set(names)
    assert f"that of Anne is {own}" in distribution.alt(chart)


def test_the_only_score_is_a_small_tile() -> None:
    chart = distribution.draw(chart_of([566], 566)).crop((0, distribution.TOP, WIDTH, distribution.FLOOR + 1))
    colours = {colour: number for number, colour in chart.getcolors(chart.width * chart.height) or []}
    assert 0.005 < colours[NIGHT.seats["gold"]] / (chart.width * chart.height) < 0.04


def test_the_words_say_the_median_and_how_good_the_score_is() -> None:
    words = distribution.alt(chart_of([90, 1200, 300], 300))
    assert words == (
        "Southern Cross cards: the daily, 2 January 2026 · 3 players: a bar chart of 3 scores from 90 to 1,200, "
        "the median 300; yours is 300. Better than 70% of the others."
    )


@pytest.mark.parametrize(
    ("scores", "bars"),
    [
        ([5], (5, 1, 1)),
        ([0, 23], (0, 1, 24)),
        ([0, 24], (0, 2, 13)),
        ([1, 24], (1, 1, 24)),
        ([7, 47], (6, 2, 21)),
        ([7, 54], (5, 5, 10)),
        ([0, 119], (0, 5, 24)),
        ([0, 120], (0, 10, 13)),
        ([90, 900], (50, 50, 18)),
        ([1000, 13_999], (1000, 1000, 13)),
    ],
)
def test_bars_stand_for_round_numbers_of_points(scores: list[int], bars: tuple[int, int, int]) -> None:
    assert distribution.bars_of(scores) == bars


@pytest.mark.parametrize("scores", [[560], [100, 240, 980], list(range(0, 5000, 7)), [0], [7, 7, 7]])
def test_every_score_has_its_bar(scores: list[int]) -> None:
    low, step, bars = distribution.bars_of(scores)
    assert bars <= distribution.BARS
    assert all(0 <= (score - low) // step < bars for score in scores)


@pytest.mark.parametrize(("scores", "rows"), [([560], 1), ([100, 240, 980], 1), ([7, 7, 8], 2), ([7] * 700, 9)])
def test_few_scores_have_a_lower_picture(scores: list[int], rows: int) -> None:
    tall = distribution.TOP + distribution.TALLEST * rows + distribution.ARROW + distribution.BELOW
    assert distribution.draw(chart_of(scores, scores[0])).size == (WIDTH, min(tall, distribution.TALL))
