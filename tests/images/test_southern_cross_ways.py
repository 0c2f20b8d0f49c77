"""The arrows and the list of what was played, on boards of Southern Cross."""

from images.canvas.canvas import Canvas
from images.marks.marks import Choice, Marks, Played
from images.southern_cross import paint
from tests.images.southern_cross_positions import CROWDED, MIDDLE, after, position

CHAIN = "f5xf3xf1xd1xb1xb3xb5"


def named(canvas: Canvas, name: str) -> list[float]:
    return [box.left for box in canvas.boxes if box.name == name]


def test_the_list_keeps_its_head_and_numbers_while_someone_chooses() -> None:
    state, marks = after(position(MIDDLE, 9), "spin S 90", "f5-f6", "e4-d4")
    canvas = paint(state, Marks(marks.last, (Choice("7", "C"),)))
    assert named(canvas, "Blue played")
    for number in ("1", "2", "3"):
        assert min(named(canvas, number)) < 60, number


def test_several_jumps_of_an_earlier_turn_are_one_bow() -> None:
    """It keeps within what lies between its ends, so that the bows of several turns don't tangle."""
    before = position(CROWDED, 38, max_turns=40)
    move = before.parse(CHAIN)
    played = Played.of(before, move)
    state, _ = after(before, CHAIN, "end")
    canvas = paint(state, Marks(earlier=(played,)))
    (bow,) = (box for box in canvas.boxes if "before" in box.name)
    whole = paint(*after(before, CHAIN))
    (way,) = (box for box in whole.boxes if box.name == "way 1")
    assert bow.bottom - bow.top < (way.bottom - way.top) / 2
