"""Where the squares are, so that they can be touched."""

from bot.rules.parcheesi import Position
from images.canvas.shapes import Circle, Shape, polygon
from images.marks.marks import NO_MARKS
from images.parcheesi.geometry import NEST, middle, outline, square
from images.parcheesi.marks import Marks


def shape(position: Position, at: str, _marks: Marks = NO_MARKS) -> Shape | None:
    """The shape of a square ("t5"), where "h3", "nest" and "home" are those of the seat to move; None for no place."""
    try:
        place = square(at, position.colours[position.to_move or 0])
    except ValueError:
        return None
    return Circle(middle(place), NEST) if place[1] == "nest" else polygon(outline(place))
