"""The boards that wait for somebody, small and side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageOps

from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas
from images.canvas.palette import NIGHT
from images.people.plates import GAP, MARGIN, ground

MOST = 6
"""How many boards fit in one picture."""

COLUMNS = 2
TALL = 360  # pixels of a board's height, at most
WORDS = 2 * 40 + 14  # pixels below each board


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A board's picture, which match it is, and how much time is left; empty without a limit."""

    picture: Image.Image
    match: str
    left: str


def draw(boards: Sequence[SmallBoard]) -> Image.Image:
    """At least one board and at most `MOST`; the first ones come first."""
    wide = WIDTH - 2 * MARGIN if len(boards) == 1 else (WIDTH - 2 * MARGIN - GAP) // COLUMNS
    rows = -(-len(boards) // COLUMNS)
    step = TALL + WORDS + GAP
    canvas = Canvas(ground(2 * MARGIN - GAP + rows * step, [], NIGHT).reduce())
    for number, board in enumerate(boards):
        left, top = MARGIN + number % COLUMNS * (wide + GAP), MARGIN + number // COLUMNS * step
        small = ImageOps.contain(board.picture.convert("RGBA"), (wide, TALL))
        canvas.paste(small, (left + wide / 2, top + TALL / 2), name=board.match)
        canvas.fit_text(
            (left + wide / 2, top + TALL + 30), board.match, (34, SMALLEST_TEXT), wide, NIGHT.ink, anchor="mm"
        )
        if board.left:
            middle = left + wide / 2, top + TALL + 70
            canvas.fit_text(middle, board.left, (SMALLEST_TEXT,), wide, NIGHT.faint, "Semibold", anchor="mm")
    return canvas.image
