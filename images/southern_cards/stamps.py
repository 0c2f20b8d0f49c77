"""What the pictures of Southern Cross cards stamp on themselves: emblems, plates, discs."""

from functools import partial

from PIL import Image

from images.canvas import stamps
from images.canvas.canvas import Canvas, Pen, Point, cached_sprite
from images.canvas.palette import Theme, colour, legible
from images.canvas.stamps import rounded
from images.southern_cards.board import FELT
from images.southern_cards.cards import CHIP, lay_chip, size_of
from images.southern_cards.geometry import SMALL_CARD
from images.southern_cards.glyphs import draw_seat

NUMBER = 50  # pixels that a stack's number takes, about

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
    draw_seat(pen, seat, (reach + 1, reach + 1), reach, legible(theme.seats[seat], theme))
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


def lay_taken(canvas: Canvas, card: str, at: Point, wide: int, *, is_numbered: bool) -> None:
    """A card that was placed and taken, small on the lower edge of the card that lies at `at` or of its empty cell.

    On a stack with a number it lies beside that, or above where there is no room beside it.
    """
    aside = min(0.0, CHIP[0] / 2 - 6 - wide / 2) if is_numbered else 0.0
    above = 34 if is_numbered and wide < CHIP[0] + NUMBER else 0
    spot = at[0] + aside, at[1] + size_of(wide)[1] / 2 - (4 if wide >= SMALL_CARD else 12) - above
    canvas.paste(rounded((CHIP[0] + 8, CHIP[1] + 8), 10, FELT[1]), spot, "panel", f"taken {card}")
    lay_chip(canvas, card, spot)


badge = partial(stamps.badge, two=1.35)
plate = partial(stamps.plate, width=3, opaque=232)
