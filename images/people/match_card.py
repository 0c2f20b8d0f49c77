"""A match as a card, which a link to it shows elsewhere: the board, and beside it the seats and how it stands."""

from collections.abc import Sequence

from PIL import Image

from images.canvas.canvas import Canvas, break_lines, sky
from images.canvas.palette import NIGHT, Colour, Theme, legible

SIZE = WIDE, TALL = 1200, 630
"""Pixels, as the Open Graph protocol's readers expect them."""

MARGIN, GAP = 36, 44
TITLE, LINE, SMALL = 60, 38, 30  # sizes of letters
BETWEEN = 1.45  # from one line to the next, in sizes of letters
MOST_SEATS = 4


def draw(
    board: Image.Image, title: str, standing: str, seats: Sequence[tuple[str, str]], foot: str, theme: Theme = NIGHT
) -> Image.Image:
    """The card. `seats` are colours, each with what is written in it; `standing` says whether the match is over."""
    canvas = Canvas(sky(SIZE, 1, theme, lambda _x, _y: False))
    shown = board.convert("RGB")
    shown.thumbnail((WIDE * 55 // 100, TALL - 2 * MARGIN), Image.Resampling.LANCZOS)
    canvas.paste(shown.convert("RGBA"), (MARGIN + shown.width / 2, TALL / 2), name="board")
    left = MARGIN + shown.width + GAP
    room = WIDE - MARGIN - left
    y = float(MARGIN + TITLE)
    for line in break_lines(title, TITLE, "Bold", (room, room)):
        canvas.fit_text((left, y), line, (TITLE, LINE, SMALL), room, theme.ink, "Bold", "lm")
        y += TITLE * BETWEEN
    for line in break_lines(standing, LINE, "Semibold", (room, room)):
        canvas.fit_text((left, y), line, (LINE, SMALL), room, theme.ink, "Semibold", "lm")
        y += LINE * BETWEEN
    y += LINE
    for colour, name in seats[:MOST_SEATS]:
        canvas.fit_text((left, y), name, (LINE, SMALL), room, _ink(colour, theme), "Semibold", "lm")
        y += LINE * BETWEEN
    canvas.fit_text((left, TALL - MARGIN - SMALL), foot, (SMALL,), room, theme.faint, "Semibold", "lm")
    return canvas.image


def _ink(colour: str, theme: Theme) -> Colour:
    return legible(theme.seats[colour], theme) if colour in theme.seats else theme.ink
