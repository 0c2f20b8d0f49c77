"""What the pictures of Southern Cross cards stamp on themselves: emblems, plates, discs."""

from functools import partial

from PIL import Image

from images.canvas import stamps
from images.canvas.canvas import Canvas, Pen, Point, cached_sprite
from images.canvas.palette import Theme, colour
from images.southern_cards.board import FELT
from images.southern_cards.glyphs import draw_seat

REACH = colour("#7FE3FF")
"""The lines of a reach, and what marks the cells that it waits for."""

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


@cached_sprite
def plus(reach: float) -> Image.Image:
    """What marks a cell that a reach waits for."""
    pen, middle, arm = Pen((2 * reach + 2, 2 * reach + 2), 4), reach + 1, reach * 0.52
    pen.disc((middle, middle), reach, REACH)
    pen.disc((middle, middle), reach - 2.4, FELT[1])
    for along in ((arm, 0), (0, arm)):
        ends = [(middle + side * along[0], middle + side * along[1]) for side in (-1, 1)]
        pen.line(ends, REACH, reach * 0.24)
    return pen.reduce()


badge = partial(stamps.badge, two=1.35)
plate = partial(stamps.plate, width=3, opaque=232)
