"""Beside a field of cards rows and lists take the room there is, and cards that were taken are shown where they lay."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.rules.southern_cards import Sight
from images.canvas.canvas import Area, Canvas
from images.marks.marks import Choice, Marks
from images.southern_cards import paint
from images.southern_cards.panels import GAP
from tests.images.boxes import named, starting
from tests.images.southern_cards_positions import COMBO, GOLDEN_SCENES, PEGASUS, REACHES, SHISHI_DUE, after

EMPTY = 80  # pixels that may stay free at the end of a plate
BESIDE = [name for name, (sight, _) in GOLDEN_SCENES.items() if sight.table.layout in ("classic", "shishi", "gogo")]


def lowest(canvas: Canvas, plate: Area) -> float:
    """The lower edge of what stands in a plate."""
    return max(box.bottom for box in canvas.boxes if plate.carries(box) and box is not plate)


@pytest.mark.parametrize("name", BESIDE)
def test_no_plate_beside_a_field_has_much_room_left(name: str) -> None:
    canvas = paint(*GOLDEN_SCENES[name])
    plates = [box for box in canvas.boxes if box.name in ("seats plate", "turn plate", "roles plate")]
    plates.sort(key=lambda box: box.top)
    assert all(below.top - above.bottom == pytest.approx(GAP, abs=1) for above, below in pairwise(plates))
    for plate in plates:
        assert plate.bottom - lowest(canvas, plate) < EMPTY, plate.name


@pytest.mark.parametrize("layout", ["classic", "zodiac"])
def test_the_fewer_seats_there_are_the_larger_their_points_are_written(layout: str) -> None:
    heights = list[float]()
    for seats in (1, 2, 5):
        sight = replace(after(0, seats, 1, layout=layout).sight(None), scores=(95,) * seats)
        heights.append(named(paint(sight), "95")[0].bottom - named(paint(sight), "95")[0].top)
    assert heights[0] >= heights[1] > heights[2]


def test_a_card_that_was_taken_is_shown_where_it_was_placed() -> None:
    canvas = paint(COMBO.sight(None))
    (edge,), (card,) = named(canvas, "last a3"), starting(canvas, "taken ")
    assert card.name == "taken 6S"
    assert edge.overlaps(card)
    assert len(starting(paint(PEGASUS.sight(None)), "taken JK")) == 4


@pytest.mark.parametrize(
    ("sight", "marks"),
    [
        (REACHES.sight(None), Marks()),  # it still lies there
        (SHISHI_DUE.sight(None), Marks()),  # nothing was placed
        (COMBO.sight(None), Marks(choices=(Choice("1", "b2"),))),
    ],
)
def test_otherwise_no_card_is_shown_where_it_was_placed(sight: Sight, marks: Marks) -> None:
    assert not starting(paint(sight, marks), "taken ")


def test_on_a_stack_it_leaves_the_number_alone() -> None:
    for name, (sight, marks) in GOLDEN_SCENES.items():
        canvas = paint(sight, marks)
        for card in starting(canvas, "taken "):
            assert not any(card.overlaps(count) for count in starting(canvas, "count ")), name
