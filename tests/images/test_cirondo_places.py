"""Where discs, paths and numbers go on boards of Cirondo: as they did, on empty boards and on the fullest."""

from dataclasses import replace

import pytest

from bot.rules.cirondo import Move
from bot.rules.cirondo.board import Board, table_for
from images.canvas.canvas import Area, Canvas
from images.canvas.palette import NIGHT, lightness
from images.cirondo import drawing, paint
from images.cirondo.board import surface
from images.cirondo.geometry import space
from images.marks.marks import Marks
from tests.images.conftest import GOLDENS
from tests.images.outlines import Outlines, words
from tests.images.positions import all_pieces, crowded, fen, many_targets, shown, without
from tests.kept import Keep


@pytest.mark.thorough
def test_discs_of_choices_stand_where_they_did(keep: Keep) -> None:
    """Beside pieces where they hide least, as large as there is room for, and in the middle of empty spaces."""
    lines = list[str]()
    for seats in (2, 4):
        position = crowded(seats, seats)
        letters = [box for box in surface(NIGHT, position.table.colours).boxes if box.kind == "text"]
        pieces = drawing.pieces_of(position)
        own, targets = all_pieces(position), many_targets(position)
        for choices in (own, own[::3], own[5:7], targets, targets[::4], targets[:9]):
            spots = drawing._spots(choices, pieces, letters)
            lines.append("; ".join(f"{x:.1f},{y:.1f} {reach:.2f}" for (x, y), reach in spots))
    keep("\n".join(lines) + "\n", GOLDENS / "cirondo-discs.txt")


@pytest.mark.parametrize(
    ("start", "stop", "blocks", "spaces"),
    [
        ("A1", "A3", [], ["A1", "A2", "A3"]),
        ("A31", "A2", [], ["A31", "A32", "A1", "A2"]),
        ("A2", "A31", [], ["A2", "A1", "A32", "A31"]),
        ("A1", "A3", ["A2"], ["A1", *(f"A{column}" for column in range(32, 2, -1))]),
        ("A1", "A3", ["A2", "A20"], ["A1", "A2", "A3"]),
        ("A1", "A3", ["A1", "A3"], ["A1", "A2", "A3"]),
    ],
)
def test_a_path_on_a_ring_is_the_shorter_one_that_is_free(
    start: str, stop: str, blocks: list[str], spaces: list[str]
) -> None:
    assert drawing.route(space(start), space(stop), map(space, blocks)) == list(map(space, spaces))


def set_apart(canvas: Canvas, ground: Canvas) -> list[Area]:
    return [box for box in canvas.boxes if box not in ground.boxes]


def test_numbers_and_captions_stand_where_they_did(keep: Keep, outlines: Outlines) -> None:
    """With two and four seats, teams, someone out, moves that are owed, a last stellar, and many quiet moves."""
    two, four = crowded(2, 1), crowded(4, 1)
    quiet = (Move("A1", "B2"),)
    positions = {
        "two seats": two,
        "many quiet moves": replace(two, quiet=quiet * 99),
        "few quiet moves": replace(two, quiet=quiet * 19),
        "enough quiet moves": replace(two, quiet=quiet * 20),
        "owed": replace(two, owed=(0, 1), quiet=()),
        "four seats": four,
        "teams": replace(four, board=Board.of(table_for(4, True), four.board.cells), to_move=3),
        "out": replace(without(four, 1, 3), defeated=(1, 3), to_move=2),
        "last stellar": fen("19.gP12./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -"),
    }
    pictures, counted = list[Canvas](), ("supply", "plate", "count", "emblem", "warning")
    for number, position in enumerate(positions.values()):
        marks = Marks(last=(shown("A9-A10", position, number % 2 or None),)) if number % 3 else Marks()
        canvas = paint(position, marks)
        apart = set_apart(canvas, surface(NIGHT, position.table.colours))
        canvas.boxes = [box for box in apart if box.kind == "text" or box.name.startswith(counted)]
        pictures.append(canvas)
    outlines.keep("cirondo-numbers", pictures)
    keep(words(pictures), GOLDENS / "cirondo-numbers.txt")


def test_many_discs_side_by_side_are_light_and_dark_in_turn() -> None:
    position = crowded(2, 2)
    for choices, differ in ((many_targets(position), True), (many_targets(position)[:20], False)):
        canvas = paint(position, Marks(choices=choices))
        discs = [box for box in canvas.boxes if box.name in ("choice 1", "choice 2")]
        shades = [canvas.image.getpixel((round(box.middle[0]), round(box.top) + 5)) for box in discs]
        one, other = (lightness(shade) for shade in shades if isinstance(shade, tuple) and len(shade) == 3)
        assert (abs(one - other) >= 15) is differ
