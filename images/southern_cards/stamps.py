"""What the pictures of Southern Cross cards stamp on themselves: kept sprites, plates, discs."""

from functools import partial

from images import stamps
from images.canvas import Canvas, Pen, Point, cached_drawing
from images.palette import Theme, colour
from images.southern_cards.glyphs import draw_seat

REACH = colour("#7FE3FF")
"""Corners round the cells that a reach waits for."""

COMBO = colour("#8FD6B4")
"""The lines of combos; those of the placement have the colour of the last move."""


sprite = partial(cached_drawing, "southern_cards")
"""A small drawing of this game, made once: see `images.canvas.kept`."""


def emblem(canvas: Canvas, colour_: str, at: Point, reach: float, theme: Theme) -> None:
    """The emblem of a seat."""

    def drawn(pen: Pen) -> None:
        draw_seat(pen, colour_, (reach + 1, reach + 1), reach, theme.seats[colour_])

    canvas.paste(
        sprite(("seat", colour_, reach, theme), (2 * reach + 2, 2 * reach + 2), drawn), at, name=f"seat {colour_}"
    )


badge = partial(stamps.badge, two=1.35)
plate = partial(stamps.plate, width=3, opaque=232)
