"""The picture of a run: a bar for each puzzle, nothing overlaps, and what its words say."""

import pytest

from images.canvas.canvas import WIDTH
from images.canvas.palette import NIGHT
from images.people import run
from images.people.run import RunChart
from tests.images.people.conftest import CanvasOf
from tests.images.people.leagues import require_apart

LONGEST = [(1300 + 6 * number, True) for number in range(80)]


def chart_of(bars: list[tuple[int, bool | None]]) -> RunChart:
    return RunChart("Southern Cross cards: three minutes", "Runs of puzzles", f"{len(bars)} puzzles solved", bars)


@pytest.mark.parametrize("bars", [[(1300, False)], [(1300, True), (1300, None)], [*LONGEST, (1900, False)], []])
def test_everything_is_on_the_picture_and_nothing_overlaps(
    bars: list[tuple[int, bool | None]], canvas_of: CanvasOf
) -> None:
    picture = run.draw(chart_of(bars))
    assert picture.size == (WIDTH, run.TALL)
    require_apart(canvas_of(picture))


def test_what_was_missed_has_another_colour_and_a_cross() -> None:
    gold = NIGHT.seats["gold"]
    right, wrong = (
        run.draw(chart_of([(1300, is_right)])).crop((0, run.TOP, WIDTH, run.FLOOR + 1)) for is_right in (True, False)
    )
    counts = [{colour: number for number, colour in one.getcolors(10**6) or []} for one in (right, wrong)]
    assert counts[0].get(gold, 0) > 1000
    assert (counts[0].get(NIGHT.warning, 0), counts[1].get(gold, 0)) == (0, 0)
    assert counts[1][NIGHT.warning] > 100


def test_the_words_say_how_many_and_how_hard() -> None:
    assert run.alt(chart_of([(1300, True), (1500, True)])) == (
        "Southern Cross cards: three minutes: 2 puzzles solved, rated 1300 to 1500."
    )
    assert run.alt(chart_of([(1300, True)])) == "Southern Cross cards: three minutes: 1 puzzles solved."
