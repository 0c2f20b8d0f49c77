"""Plates below each other under a night sky, which cards and tables of people are written on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.text import N_, say
from bot.text.terms import semicolons
from images.canvas.canvas import WIDTH, Canvas, Pen, sky
from images.canvas.palette import Theme

MARGIN, GAP = 24, 16
HEAD = 116  # height of the plate with a title and a remark
RADIUS = 18
SMALLEST = 28  # line height of the smallest text: 11 pixels in a picture shown 400 pixels wide
FINE = 3  # times the size at which plates are drawn

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Standings(Generic[Row]):
    """A table, best first, with its title and what is said below that."""

    title: str
    remark: str
    rows: Sequence[Row]


def ground(height: float, plates: Iterable[tuple[float, float]], theme: Theme) -> Pen:
    """A picture of this height with plates of its whole width, each from one height to another."""
    size = WIDTH, round(height)
    pen = Pen(size, FINE, "RGB")
    pen.image.paste(sky(size, FINE, theme, lambda x, y: False))
    for top, bottom in plates:
        pen.plate((MARGIN, top, WIDTH - MARGIN, bottom), RADIUS, theme.panel, theme.line, 2)
    return pen


def heading(canvas: Canvas, title: str, remark: str, theme: Theme) -> None:
    """Writes a title and a remark on the upper plate, which is `HEAD` high."""
    room = WIDTH - 2 * MARGIN - 48
    canvas.fit_text((MARGIN + 24, MARGIN + 40), title, (40, 36, 32, SMALLEST), room, theme.ink)
    canvas.fit_text((MARGIN + 24, MARGIN + 86), remark, (SMALLEST,), room, theme.faint, "Semibold")


def table_alt(title: str, remark: str, lines: Iterable[str]) -> str:
    """A table in words, a phrase for each of its lines."""
    return say(N_("{title}, {remark}. {rows}."), title=title, remark=remark, rows=semicolons(lines))


def points_text(half_points: int) -> str:
    """ "3", "2½", "½"."""
    whole, half = divmod(half_points, 2)
    return (str(whole) if whole or not half else "") + "½" * half


def points_in_words(half_points: int) -> str:
    """ "1 point", "½ point", "2½ points"."""
    return say(
        N_("{points} point") if half_points in (1, 2) else N_("{points} points"), points=points_text(half_points)
    )
