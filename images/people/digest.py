"""The boards that wait for somebody, small and side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageOps

from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas
from images.canvas.palette import chosen_theme
from images.people.plates import GAP, MARGIN, RADIUS, ground

MOST = 6
"""How many boards fit in one picture."""

COLUMNS = 2
TALL = 480  # pixels of a board's height, at most
INSIDE = 12  # pixels from the edge of a plate to its board
WORDS = 2 * 40 + 14  # pixels below each board


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A board's picture, which match it is, and how much time is left; empty without a limit."""

    picture: Image.Image
    match: str
    left: str


def draw(boards: Sequence[SmallBoard]) -> Image.Image:
    """At least one board and at most `MOST`; the first ones come first."""
    theme = chosen_theme()
    wide = WIDTH - 2 * MARGIN if len(boards) == 1 else (WIDTH - 2 * MARGIN - GAP) // COLUMNS
    rows = -(-len(boards) // COLUMNS)
    high = INSIDE + TALL + WORDS
    corners = [
        (MARGIN + number % COLUMNS * (wide + GAP), MARGIN + number // COLUMNS * (high + GAP))
        for number in range(len(boards))
    ]
    pen = ground(2 * MARGIN - GAP + rows * (high + GAP), [], theme)
    for left, top in corners:
        pen.plate((left, top, left + wide, top + high), RADIUS, theme.panel, theme.line, 2)
    canvas, room = Canvas(pen.reduce()), wide - 2 * INSIDE
    for (left, top), board in zip(corners, boards, strict=True):
        x, below = left + wide / 2, top + INSIDE + TALL
        canvas.paste(ImageOps.contain(board.picture.convert("RGBA"), (room, TALL)), (x, below - TALL / 2), name="board")
        canvas.fit_text((x, below + 30), board.match, (34, SMALLEST_TEXT), room, theme.ink, anchor="mm")
        if board.left:
            canvas.fit_text((x, below + 70), board.left, (SMALLEST_TEXT,), room, theme.faint, "Semibold", "mm")
    return canvas.image
