"""What the pictures of Southern Cross cards stamp on themselves: kept sprites, plates, discs."""

from functools import partial
from math import ceil

from images.canvas import SMALLEST_TEXT, Canvas, Pen, Point, kept
from images.palette import Colour, Theme, colour, mixed
from images.southern_cards.glyphs import draw_seat

REACH = colour("#7FE3FF")
"""Corners round the cells that a reach waits for."""

COMBO = colour("#8FD6B4")
"""The lines of combos; those of the placement have the colour of the last move."""


sprite = partial(kept, "southern_cards")
"""A small drawing of this game, made once: see `images.canvas.kept`."""


def emblem(canvas: Canvas, colour_: str, at: Point, reach: float, theme: Theme) -> None:
    """The emblem of a seat."""

    def drawn(pen: Pen) -> None:
        draw_seat(pen, colour_, (reach + 1, reach + 1), reach, theme.seats[colour_])

    canvas.paste(
        sprite(("seat", colour_, reach, theme), (2 * reach + 2, 2 * reach + 2), drawn), at, name=f"seat {colour_}"
    )


def badge(canvas: Canvas, at: Point, label: str, reach: float, theme: Theme) -> None:
    """A choice's disc with its label."""

    def drawn(pen: Pen) -> None:
        pen.disc((reach + 3, reach + 3), reach + 2.5, theme.void)
        pen.disc((reach + 3, reach + 3), reach, theme.choice)

    canvas.paste(sprite(("badge", reach), (2 * reach + 6, 2 * reach + 6), drawn), at, name=f"choice {label}")
    size = max(SMALLEST_TEXT, round(reach * (1.5 if len(label) == 1 else 1.35)))
    canvas.text(at, label, size, theme.void, "Bold", "mm")


def plate(
    canvas: Canvas,
    box: tuple[float, float, float, float],
    theme: Theme,
    edge: Colour | None = None,
    name: str = "plate",
) -> None:
    """A plate that carries numbers; with an edge for the one that matters."""
    wide, tall = ceil(box[2] - box[0]), ceil(box[3] - box[1])

    def drawn(pen: Pen) -> None:
        line = edge or mixed(theme.panel, theme.line, 0.7)
        pen.plate((0, 0, wide, tall), 16, (*theme.panel, 232), line, 3 if edge else 1.6)

    canvas.paste(
        sprite(("plate", wide, tall, edge, theme), (wide, tall), drawn, 2),
        ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2),
        "panel",
        name,
    )
