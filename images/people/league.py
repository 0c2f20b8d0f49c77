"""A league's table: how a division stands, everybody against everybody.

Names stand beside the emblems where there is room for them; in the message, where every script works, they always do.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from bot.text import N_, NP_, say, say_plural
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas, Pen, cached_layer, cached_sprite
from images.canvas.fonts import Weight
from images.canvas.palette import Colour, Theme, chosen_theme, mix
from images.canvas.stamps import rounded
from images.people.plates import (
    FINE,
    GAP,
    HEAD,
    MARGIN,
    Standings,
    ground,
    heading,
    name_room,
    points_in_words,
    points_text,
    table_alt,
    write_name,
)
from images.people.profile import emblem

COLUMNS, ROW = 56, 76  # heights of the line above the table, and of each person's line
SMALL = 60  # side of an emblem
LEFT, RIGHT = 196, 240  # room for place and emblem, and for points and matches


@dataclass(frozen=True, slots=True)
class LeagueTableRow:
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
    name: str = ""


CELL = 56.0  # pixels of a result at least
HEADING = 104.0  # pixels for the words of a column


def draw(table: Standings[LeagueTableRow]) -> Image.Image:
    """The picture, as tall as the table needs."""
    theme = chosen_theme()
    free = WIDTH - 2 * MARGIN - LEFT - RIGHT
    names = name_room((row.name for row in table.rows), free, len(table.rows), CELL)
    canvas = _ground(len(table.rows), names, theme)
    heading(canvas, table.title, table.remark, theme, table.sign)
    width = (free - names) / max(1, len(table.rows))
    top = MARGIN + HEAD + GAP
    for index, row in enumerate(table.rows):
        x = MARGIN + LEFT + names + width * (index + 0.5)
        canvas.text((x, top + COLUMNS / 2), str(row.place), SMALLEST_TEXT, theme.faint, "Semibold", "mm")
    for x, words in ((WIDTH - MARGIN - RIGHT + 62, N_("Points")), (WIDTH - MARGIN - 66, N_("Played"))):
        canvas.fit_text((x, top + COLUMNS / 2), say(words), (SMALLEST_TEXT,), HEADING, theme.faint, "Semibold", "mm")
    for index, row in enumerate(table.rows):
        _row(canvas, table.rows, row, top + COLUMNS + ROW * index, (names, width), theme)
    return canvas.image


def alt(table: Standings[LeagueTableRow]) -> str:
    """The picture in words."""
    lines = []
    for row in table.rows:
        words = NP_("{place}: {points} in {number} match", "{place}: {points} in {number} matches")
        if row.gone:
            words = NP_("{place}: {points} in {number} match, left", "{place}: {points} in {number} matches, left")
        lines.append(say_plural(*words, row.played, place=row.place, points=points_in_words(row.half_points)))
    return table_alt(table.title, table.remark, lines)


def _row(
    canvas: Canvas,
    rows: Sequence[LeagueTableRow],
    row: LeagueTableRow,
    top: float,
    rooms: tuple[float, float],
    theme: Theme,
) -> None:
    """A row, with room for a name and for each result."""
    names, width = rooms
    middle, ink = top + ROW / 2, theme.faint if row.gone else theme.ink
    if row.moves:
        pen = Pen((34, 30), FINE)
        tip, base = (4, 26) if row.moves > 0 else (26, 4)
        pen.polygon([(17, tip), (31, base), (3, base)], _zone(row.moves, theme))
        canvas.paste(pen.reduce(), (MARGIN + 30, middle), name="arrow")
    canvas.text((MARGIN + 82, middle), str(row.place), 36, ink, "Bold", "mm")
    canvas.paste(small_emblem(row.number, SMALL, theme), (MARGIN + 146, middle), name="emblem")
    write_name(canvas, (MARGIN + LEFT - 6, middle), row.name, names, ink)
    for index, other in enumerate(rows):
        x = MARGIN + LEFT + names + width * (index + 0.5)
        if other is not row and other.number in row.against:
            half_points = row.against[other.number]
            if half_points:
                canvas.paste(outcome(half_points, round(width) - 10, theme), (x, middle), remember=False)
            hue = theme.faint if other.gone or not half_points else ink
            weight: Weight = "Bold" if half_points > 1 else "Semibold"
            canvas.text((x, middle), points_text(half_points), 32, hue, weight, "mm")
    at = WIDTH - MARGIN - RIGHT + 62, middle
    if row.gone:
        canvas.fit_text(at, say(N_("left")), (32, SMALLEST_TEXT), HEADING, ink, "Bold", "mm")
    else:
        hue = theme.seats["gold"] if row.place == 1 else ink
        canvas.text(at, points_text(row.half_points), 40, hue, "Bold", "mm")
    canvas.text((WIDTH - MARGIN - 66, middle), str(row.played), 28, theme.faint, "Semibold", "mm")


def _zone(moves: int, theme: Theme) -> Colour:
    return theme.seats["green"] if moves > 0 else theme.warning


@cached_layer
def _ground(rows: int, names: float, theme: Theme) -> Canvas:
    top = MARGIN + HEAD + GAP
    bottom = top + COLUMNS + ROW * rows
    pen = ground(bottom + MARGIN, [(MARGIN, MARGIN + HEAD), (top, bottom)], theme)
    width = (WIDTH - 2 * MARGIN - LEFT - names - RIGHT) / max(1, rows)
    own = mix(theme.panel, theme.line, 0.3)
    for index in range(rows):
        y = top + COLUMNS + ROW * index
        pen.line([(MARGIN + 2, y), (WIDTH - MARGIN - 2, y)], mix(theme.panel, theme.line, 0.6), 1.5)
        x = MARGIN + LEFT + names + width * index
        pen.polygon([(x, y + 1), (x + width, y + 1), (x + width, y + ROW - 2), (x, y + ROW - 2)], own)
    return Canvas(pen.reduce())


@cached_sprite
def outcome(half_points: int, wide: int, theme: Theme) -> Image.Image:
    """What lies beneath the result of a match: a full field if it was won, a half one if drawn, else an empty one."""
    tall, green = ROW - 18, theme.seats["green"]
    field = rounded((wide, tall), 10, mix(theme.panel, green, 0.34), mix(theme.panel, green, 0.7), 2)
    if half_points > 1:
        return field
    rim = mix(theme.panel, green, 0.7) if half_points else mix(theme.panel, theme.line, 0.8)
    shown = rounded((wide, tall), 10, None, rim, 2).copy()
    if half_points:
        half = 0, field.height // 2, field.width, field.height
        shown.paste(field.crop(half), half)
    return shown


@cached_sprite
def small_emblem(number: int, size: int, theme: Theme) -> Image.Image:
    """Somebody's emblem at this size."""
    return emblem(number, theme).resize((size, size), Image.Resampling.LANCZOS)
