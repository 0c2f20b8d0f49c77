"""Where the squares, dials and bases are, so that they can be touched."""

from math import acos, asin, pi, radians

from bot.rules.southern_cross import Position, Spin
from images.canvas.canvas import Point, arc, polar
from images.canvas.shapes import Circle, Shape, polygon
from images.marks.marks import NO_MARKS
from images.southern_cross.board import LARGE
from images.southern_cross.geometry import OUTWARD, place
from images.southern_cross.marks import Marks

SQUARE = 0.18  # radius of a square, in sides of a tile: its counter and a margin
HUB, MARK, NECK = 0.13, 0.09, 0.03  # radii of a dial's middle and its top mark, and half the width between them
MARK_AT = 0.415  # from the middle of a dial to its top mark


def shape(position: Position, at: str, _marks: Marks = NO_MARKS) -> Shape | None:
    """The shape of a square, a dial, a turn of it or the base of the colour whose turn it is; None for a power.

    A dial can be touched in its middle and at its top mark, as there are squares around them, and a turn where it
    takes the top mark.
    """
    try:
        target = place(at)
    except ValueError:
        return None
    if isinstance(target, Spin):
        middle = LARGE.tile_middle(target.dial)
        if target.amount:
            at_mark = polar(middle, MARK_AT * LARGE.tile, radians(target.amount - 90))
            return Circle(at_mark, MARK * LARGE.tile)
        return polygon(_dial(middle, LARGE.tile))
    if target == "base":
        colour = position.colours[position.active]
        turn = OUTWARD[colour]
        return polygon(arc(LARGE.base_middle(colour), LARGE.base, turn - pi / 2, turn + pi / 2))
    return Circle(LARGE.middle(target), SQUARE * LARGE.tile)


def _dial(middle: Point, tile: float) -> list[Point]:
    """The outline of a dial's middle and its top mark with the neck between them."""
    mark = middle[0], middle[1] - MARK_AT * tile
    around_hub, around_mark = asin(NECK / HUB), acos(NECK / MARK)
    return [
        *arc(middle, HUB * tile, -pi / 2 + around_hub, 3 * pi / 2 - around_hub),
        *arc(mark, MARK * tile, pi - around_mark, 2 * pi + around_mark),
    ]
