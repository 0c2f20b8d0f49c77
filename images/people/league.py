"""A league's table: how a division stands, everybody against everybody.

Names are written in the message, where every script works. Places and emblems say who is who.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from bot.text import N_, NP_, say, say_plural
from images.canvas.canvas import WIDTH, Canvas, Pen, cached_layer, cached_sprite
from images.canvas.palette import NIGHT, Colour, Theme, mix
from images.people.plates import (
    FINE,
    GAP,
    HEAD,
    MARGIN,
    SMALLEST,
    Standings,
    ground,
    heading,
    points_in_words,
    points_text,
    table_alt,
)
from images.people.profile import emblem

COLUMNS, ROW = 56, 76  # heights of the line above the table, and of each person's line
SMALL = 60  # side of an emblem
LEFT, RIGHT = 196, 240  # room for place and emblem, and for points and matches


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody's line: `number` is what the emblem follows from, `against` has half points by the others' numbers.

    `moves` is 1 for a place that leads up, -1 for one that leads down.
    """

    place: int
    number: int
    half_points: int
    played: int
    against: Mapping[int, int]
    moves: int = 0
    gone: bool = False


HEADING = 104.0  # pixels for the words of a column


def draw(table: Standings[Row], theme: Theme = NIGHT) -> Image.Image:
    """The picture, as tall as the table needs."""
    canvas = _ground(len(table.rows), theme)
    heading(canvas, table.title, table.remark, theme)
    width = (WIDTH - 2 * MARGIN - LEFT - RIGHT) / max(1, len(table.rows))
    top = MARGIN + HEAD + GAP
    for index, row in enumerate(table.rows):
        x = MARGIN + LEFT + width * (index + 0.5)
        canvas.text((x, top + COLUMNS / 2), str(row.place), SMALLEST, theme.faint, "Semibold", "mm")
    for x, words in ((WIDTH - MARGIN - RIGHT + 62, N_("Points")), (WIDTH - MARGIN - 66, N_("Played"))):
        canvas.fit_text((x, top + COLUMNS / 2), say(words), (SMALLEST,), HEADING, theme.faint, "Semibold", "mm")
    for index, row in enumerate(table.rows):
        _row(canvas, table.rows, row, top + COLUMNS + ROW * index, width, theme)
    return canvas.image


def alt(table: Standings[Row]) -> str:
    """The picture in words."""
    lines = []
    for row in table.rows:
        words = NP_("{place}: {points} in {number} match", "{place}: {points} in {number} matches")
        if row.gone:
            words = NP_("{place}: {points} in {number} match, left", "{place}: {points} in {number} matches, left")
        lines.append(say_plural(*words, row.played, place=row.place, points=points_in_words(row.half_points)))
    return table_alt(table.title, table.remark, lines)


def _row(canvas: Canvas, rows: Sequence[Row], row: Row, top: float, width: float, theme: Theme) -> None:
    middle, ink = top + ROW / 2, theme.faint if row.gone else theme.ink
    if row.moves:
        pen = Pen((34, 30), FINE)
        tip, base = (4, 26) if row.moves > 0 else (26, 4)
        pen.polygon([(17, tip), (31, base), (3, base)], _zone(row.moves, theme))
        canvas.paste(pen.reduce(), (MARGIN + 30, middle), name="arrow")
    canvas.text((MARGIN + 82, middle), str(row.place), 36, ink, "Bold", "mm")
    canvas.paste(small_emblem(row.number, SMALL, theme), (MARGIN + 146, middle), name="emblem")
    for index, other in enumerate(rows):
        x = MARGIN + LEFT + width * (index + 0.5)
        if other is not row and other.number in row.against:
            result = points_text(row.against[other.number])
            canvas.text((x, middle), result, 28, ink if not other.gone else theme.faint, "Semibold", "mm")
    at = WIDTH - MARGIN - RIGHT + 62, middle
    if row.gone:
        canvas.fit_text(at, say(N_("left")), (32, SMALLEST), HEADING, ink, "Bold", "mm")
    else:
        canvas.text(at, points_text(row.half_points), 40, ink, "Bold", "mm")
    canvas.text((WIDTH - MARGIN - 66, middle), str(row.played), 28, theme.faint, "Semibold", "mm")


def _zone(moves: int, theme: Theme) -> Colour:
    return theme.seats["green"] if moves > 0 else theme.warning


@cached_layer
def _ground(rows: int, theme: Theme) -> Canvas:
    top = MARGIN + HEAD + GAP
    bottom = top + COLUMNS + ROW * rows
    pen = ground(bottom + MARGIN, [(MARGIN, MARGIN + HEAD), (top, bottom)], theme)
    width = (WIDTH - 2 * MARGIN - LEFT - RIGHT) / max(1, rows)
    for index in range(rows):
        y = top + COLUMNS + ROW * index
        pen.line([(MARGIN + 2, y), (WIDTH - MARGIN - 2, y)], mix(theme.panel, theme.line, 0.6), 1.5)
        x = MARGIN + LEFT + width * index
        pen.polygon([(x, y + 1), (x + width, y + 1), (x + width, y + ROW - 2), (x, y + ROW - 2)], theme.void)
    return Canvas(pen.reduce())


@cached_sprite
def small_emblem(number: int, size: int, theme: Theme) -> Image.Image:
    """Somebody's emblem at this size."""
    return emblem(number, theme).resize((size, size), Image.Resampling.LANCZOS)
