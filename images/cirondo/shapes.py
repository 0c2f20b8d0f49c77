"""Where the spaces are, so that they can be touched."""

from bot.rules.cirondo import Position
from images.canvas.canvas import sector
from images.canvas.shapes import Shape, polygon
from images.cirondo.geometry import CENTRE, COLUMN, angle, inner, space
from images.cirondo.marks import Marks
from images.marks.marks import NO_MARKS


def shape(_position: Position, at: str, _marks: Marks = NO_MARKS) -> Shape | None:
    """The shape of a space ("B5"); None for what is no place."""
    try:
        ring, column = space(at)
    except ValueError:
        return None
    middle = angle(column)
    corners = sector(CENTRE, inner(ring), inner(ring - 1), middle - COLUMN / 2, middle + COLUMN / 2)
    return polygon(corners)
