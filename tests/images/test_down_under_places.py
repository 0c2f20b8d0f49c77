"""How much room the panels of Down Under take, and where everything on them stands: as it did."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from PIL import Image

from bot.rules.chance import Scripted
from bot.rules.down_under import Position
from images.canvas.canvas import WIDTH, Canvas
from images.canvas.palette import NIGHT
from images.down_under import paint, panels
from images.down_under.geometry import Scene, box_in_sight, scene_of
from images.down_under.open_ends import name_cell
from images.down_under.panels import Offer, PanelContents
from images.down_under.table_marks import table_marks_of, weights
from images.marks.marks import NO_MARKS, Choice, Marks
from tests.images.conftest import GOLDENS, Golden
from tests.images.contact_sheets.down_under import examples
from tests.images.down_under_positions import CASE_1, DINGO, SQUARE, after
from tests.images.outlines import Outlines, words
from tests.kept import Keep

MATCHES: dict[str, Position] = {
    "two": after(8, 2, 1)[0],
    "three": after(9, 3, 2)[0],
    "four": after(12, 4, 3)[0],
    "two routes": SQUARE,
    "animals": after(20, 3, 14, animals=True)[0],
    "four with animals": after(16, 4, 15, animals=True)[0],
    "two routes with animals": after(16, 2, 17, routes=2, animals=True)[0],
    "dingo": DINGO,
}
NUMBERS = (0, 1, 4, 5, 8, 9, 16, 30)


def offers(position: Position, number: int, *, one_cell: bool) -> tuple[Offer, ...]:
    """As many moves to choose from, if there are; perhaps all of them on one cell."""
    legal = [move for move in position.legal() if move.cell]
    if one_cell:
        legal = [move for move in legal if move.cell == legal[0].cell]
    choices = [Choice(str(label), position.notate(move)) for label, move in enumerate(legal[:number], 1)]
    return table_marks_of(position, Marks(choices=tuple(choices))).offers


def test_the_panels_need_as_much_room_as_they_did(keep: Keep) -> None:
    lines = list[str]()
    for (name, position), number, one_cell in product(MATCHES.items(), NUMBERS, (False, True)):
        choosable = offers(position, number, one_cell=one_cell)
        lines.append(f"{name}, {len(choosable)} offers: {panels.needs(position, choosable)}")
    keep("\n".join(dict.fromkeys(lines)) + "\n", GOLDENS / "down_under-needs.txt")


def scene(position: Position, offered: Sequence[Offer] = (), marks: Marks = NO_MARKS) -> Scene:
    weighed = weights(position, position, table_marks_of(position, marks))
    return scene_of(position, position, panels.needs(position, offered), weighed)


def in_words(one: Scene) -> str:
    seen, ground = one.seen, one.arrangement.ground
    cells = f"columns {seen.left} to {seen.right}, rows {seen.bottom} to {seen.top}"
    whole = "the whole table" if one.whole else "a window"
    return f"{whole}, cells of {one.size} from {one.corner}: {cells}; ground {ground} of {one.arrangement.height}"


SIZES = ("easy", "recommended", "difficult", "5x11", "11x5", "10x4", "7x7", "12x6", "20x20", "30x30")


@pytest.mark.thorough
def test_cells_are_as_large_as_they_were_and_the_same_are_in_sight(keep: Keep) -> None:
    """On the smallest and the largest tables, of all forms, when little is laid and when much is."""
    lines = list[str]()
    for number, (size, area) in enumerate(product(SIZES, ("floating", "open", "line", "frame"))):
        for moves in (0, 2 + number % 3, 20):
            try:
                position, marks = after(moves, 2 + number % 3, number, size=size, area=area)
            except ValueError:  # there are no such tables
                continue
            lines.append(f"{size} {area}, after {moves}: {in_words(scene(position, (), marks))}")
    keep("\n".join(lines) + "\n", GOLDENS / "down_under-scenes.txt")


PICKED: dict[int, tuple[tuple[int | None, str, str | None], ...]] = {
    0: ((None, "curve", "emu"), (1, "straight", None)),
    3: ((None, "curve", None),),
    30: (),
}
"""Kinds of tiles that are picked, with as many moves to choose from."""


def test_everything_on_the_panels_stands_where_it_did(keep: Keep, outlines: Outlines) -> None:
    """With no tiles to choose from and ever more, and with kinds of tiles that are picked."""
    pictures, rooms = list[Canvas](), list[str]()
    for (name, position), (number, kinds) in product(MATCHES.items(), PICKED.items()):
        offered = offers(position, number, one_cell=number == 3)
        canvas = Canvas(Image.new("RGB", (WIDTH, 1300)))
        moves = [one.move for one in offered]
        then = position.play(moves[-1], Scripted([])) if moves and number != 30 else position
        room = panels.panels(
            canvas, PanelContents(position, then, None, kinds), scene(position, offered), offered, NIGHT
        )
        rooms.append(f"# {name}, {len(offered)} offers, {kinds}: {room}")
        pictures.append(canvas)
    outlines.keep("down_under-panels", pictures)
    keep("\n".join(rooms) + "\n" + words(pictures), GOLDENS / "down_under-panels.txt")


def test_maps_look_as_they_did(golden: Golden) -> None:
    """Of a table with billabongs, with neutral tiles and bright cells, and of areas that may still become larger."""
    sheet = Canvas(Image.new("RGB", (760, 320)))
    two = after(30, 2, 12, area="frame", size="7x8", animals=True)[0]
    for number, position in enumerate(
        (CASE_1.play(CASE_1.parse("straight h9 EW"), Scripted([])), two, MATCHES["four"])
    ):
        bright = dict(zip(position.tiles, (NIGHT.last, NIGHT.choice), strict=False))
        box = (250.0 * number + 4, 4.0, 250.0 * number + 244, 316.0)
        panels.overview(sheet, position, scene(position), box_in_sight(position, position), bright, box, NIGHT)
    golden(sheet.image, "down_under-maps")


def test_names_of_cells_stand_between_their_arrows(keep: Keep) -> None:
    """On cells of every size, with arrows from each set of edges, as large as there is room for, or not at all."""
    lines, whole = list[str](), scene(MATCHES["two"])
    for size, label, edges in product((54, 63, 76, 100, 136), ("b2", "ab12"), range(16)):
        canvas = Canvas(Image.new("RGB", (200, 200)))
        leading = [edge for edge in range(4) if edges >> edge & 1]
        name_cell(canvas, replace(whole, size=size), (100, 100), label, leading, NIGHT.ink)
        boxes = [f"{box.left:.1f} {box.top:.1f} {box.right:.1f} {box.bottom:.1f}" for box in canvas.boxes]
        lines.append(f"{size} {label} {leading}: {', '.join(boxes)}")
    keep("\n".join(lines) + "\n", GOLDENS / "down_under-names.txt")


def test_a_cell_that_a_route_leads_into_is_named_even_where_that_takes_more_than_the_cell() -> None:
    """In small cells, a wide name beside an arrow reaches a little into an empty cell, and into no tile."""
    view, marks = next((view, marks) for name, view, marks in examples() if name == "spread")
    canvas = paint(view, marks)
    tiles = [box for box in canvas.boxes if box.kind == "piece"]
    for label in ("m14", "u14", "i19", "r19", "q13", "q22"):
        (arrow,) = (box for box in canvas.boxes if box.name.startswith("end ") and box.name.endswith(f" {label}"))
        (name,) = (box for box in canvas.boxes if box.name == label and box.distance(arrow.middle) < 60)
        assert not name.overlaps(arrow)
        assert not any(name.overlaps(tile) for tile in tiles)
