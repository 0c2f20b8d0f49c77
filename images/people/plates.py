"""Plates below each other under a night sky, which cards and tables of people are written on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.text import N_, say
from bot.text.terms import semicolons
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas, Pen, Point, sky, text_width
from images.canvas.emblems import EMBLEMS, emblem
from images.canvas.fonts import written
from images.canvas.palette import Colour, Theme, legible
from images.canvas.signs import Sign, sign_sprite

MARGIN, GAP = 24, 16
HEAD = 116  # height of the plate with a title and a remark
RADIUS = 18
FINE = 3  # times the size at which plates are drawn

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Standings(Generic[Row]):
    """A table, best first, with its title, what is said below that, and the sign of its game."""

    title: str
    remark: str
    rows: Sequence[Row]
    sign: Sign | None = None


def ground(height: float, plates: Iterable[tuple[float, float]], theme: Theme) -> Pen:
    """A picture of this height with plates of its whole width, each from one height to another."""
    size = WIDTH, round(height)
    pen = Pen(size, FINE, "RGB")
    pen.image.paste(sky(size, FINE, theme, lambda x, y: False))
    for top, bottom in plates:
        pen.plate((MARGIN, top, WIDTH - MARGIN, bottom), RADIUS, theme.panel, theme.line, 2)
    return pen


BOT = "Crux"
"""Who made a picture, for those who see it elsewhere."""


def heading(canvas: Canvas, title: str, remark: str, theme: Theme, sign: Sign | None = None) -> None:
    """Writes a title and a remark on the upper plate, which is `HEAD` high, beside the sign of a game if given.

    The bot's name stands on the right.
    """
    left = MARGIN + 24
    if sign is not None:
        canvas.paste(
            sign_sprite(sign, HEAD - 28, theme), (MARGIN + 14 + (HEAD - 28) / 2, MARGIN + HEAD / 2), name="sign"
        )
        left += HEAD - 20
    room = WIDTH - MARGIN - 24 - left
    free = room - 20 - write_bot(canvas, MARGIN + 40, theme)
    canvas.fit_text((left, MARGIN + 40), title, (40, 36, 32, SMALLEST_TEXT), free, theme.ink)
    canvas.fit_text((left, MARGIN + 86), remark, (SMALLEST_TEXT,), room, theme.faint, "Semibold")


def write_bot(canvas: Canvas, height: float, theme: Theme) -> float:
    """Writes the bot's name on the right of a plate, with its middle at `height`. Returns how many pixels it takes."""
    right = WIDTH - MARGIN - 24
    canvas.text((right, height), BOT, SMALLEST_TEXT, theme.faint, "Bold", "rm")
    return text_width(BOT, SMALLEST_TEXT)


NAME = 14  # pixels between a name and what stands beside it


def name_room(names: Iterable[str], free: float, columns: int, least: float) -> float:
    """Pixels for names beside the emblems of a table: what its columns leave free if they are this wide at least.

    Nothing where that is hardly a name, or no name is known.
    """
    room = min(MOST_NAME, free - columns * least)
    return room if room >= LEAST_NAME and any(names) else 0.0


LEAST_NAME, MOST_NAME = 100.0, 400.0


def write_name(canvas: Canvas, at: Point, name: str, room: float, hue: Colour) -> None:
    """Somebody's name, as far as the typefaces can write it; `at` is the middle of its left end."""
    if shown := written(name) if room >= LEAST_NAME else "":
        canvas.fit_text(at, shown, (32, SMALLEST_TEXT), room - NAME, hue, "Semibold")


def seat_sign(canvas: Canvas, colour: str, at: Point, size: int, theme: Theme) -> None:
    """A seat's emblem, or a disc where its colour has none."""
    if colour in EMBLEMS:
        canvas.paste(emblem(colour, size, theme), at, name=colour)
        return
    pen = Pen((size, size), FINE)
    pen.disc((size / 2, size / 2), size * 0.4, legible(theme.seats[colour], theme))
    canvas.paste(pen.reduce(), at, name=colour)


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
