"""What the pictures of Southern Cross cards stamp on themselves: emblems, plates, discs."""

from functools import partial

from PIL import Image

from images.canvas import stamps
from images.canvas.canvas import Canvas, Pen, Point, cached_sprite
from images.canvas.palette import Theme, colour
from images.southern_cards.glyphs import draw_seat

REACH = colour("#7FE3FF")
"""Corners around the cells that a reach waits for."""

COMBO = colour("#8FD6B4")
"""The lines of combos; those of the placement have the colour of the last move."""


def emblem(canvas: Canvas, seat: str, at: Point, reach: float, theme: Theme) -> None:
    """The emblem of a seat's colour."""
    canvas.paste(_emblem(seat, reach, theme), at, name=f"seat {seat}")


@cached_sprite
def _emblem(seat: str, reach: float, theme: Theme) -> Image.Image:
    pen = Pen((2 * reach + 2, 2 * reach + 2), 4)
    draw_seat(pen, seat, (reach + 1, reach + 1), reach, theme.seats[seat])
    return pen.reduce()


badge = partial(stamps.badge, two=1.35)
plate = partial(stamps.plate, width=3, opaque=232)
