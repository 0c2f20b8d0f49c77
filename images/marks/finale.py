"""The end of a match as its own picture: a dimmed board, the winning pieces lit, a large title in a burst of stars."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, pi
from random import Random

from PIL import Image, ImageFilter

from bot.words import Ending
from images.canvas.canvas import SMALLEST_TEXT, Canvas, Pen, Point, break_lines, cached_sprite, polar, star, text_width
from images.canvas.fonts import Weight
from images.canvas.palette import Colour, Theme, legible, mix
from images.canvas.stamps import rounded

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""

DIMMED = 0.56  # how strongly the night covers the board
TALL = 184.0  # height of the title's plate, unless there is less room
_MARGIN = 34.0
_CLEAR = 50.0  # pixels from the plate to the middle of a winning piece
_BURST = 150  # pixels that the burst reaches beyond the plate
LEADING = 1.08  # from one line of a title to the next, in its letters' height
_RAYS, _STARS = 36, 54


@dataclass(frozen=True, slots=True)
class Stage:
    """Where an end is shown: `board` is dimmed, the title goes within `room`, and away from the points `lit`.

    `hues` are the winners' colours. `stamp` draws the emblem of winner number N, in a square of a size; `light` draws
    what won.
    """

    board: Rectangle
    room: Rectangle
    hues: tuple[Colour, ...]
    stamp: Callable[[int, Point, int], None]
    light: Callable[[], None]
    lit: Sequence[Point] = ()


@cached_sprite
def halo(reach: float, hue: Colour) -> Image.Image:
    """A glow of this radius for behind a winning piece."""
    side = ceil(2 * reach)
    pen = Pen((side, side), 2)
    pen.disc((side / 2, side / 2), reach * 0.72, (*mix(hue, (255, 255, 255), 0.35), 235))
    return pen.reduce().filter(ImageFilter.GaussianBlur(reach * 0.14))


@cached_sprite
def _burst(wide: int, tall: int, hues: tuple[Colour, ...], theme: Theme) -> Image.Image:
    """Rays and stars that burst from behind a plate of this size."""
    size = wide + 2 * _BURST, tall + 2 * _BURST
    centre = size[0] / 2, size[1] / 2
    pen = Pen(size, 2)
    paints = [*(mix(hue, theme.ink, 0.25) for hue in hues), theme.last]

    def at(share: float, turn: float) -> Point:
        x, y = polar((0.0, 0.0), share, turn)
        return centre[0] + x * size[0] / 2, centre[1] + y * size[1] / 2

    for ray in range(_RAYS):
        turn, half = ray * 2 * pi / _RAYS, pi / _RAYS * (0.5 if ray % 2 else 0.32)
        hue = paints[ray % len(paints)]
        pen.polygon(
            [centre, at(0.98 if ray % 2 else 0.86, turn - half), at(0.98 if ray % 2 else 0.86, turn + half)], hue
        )
    reach = pen.image.getchannel("A")
    soft = Image.radial_gradient("L").resize(reach.size).point(lambda value: max(0, round(96 * (1 - value / 178))))
    pen.image.putalpha(Image.composite(soft, Image.new("L", reach.size), reach))
    picks = Random(_STARS)  # noqa: S311  # always the same stars
    for number in range(_STARS):
        turn, outer = (number + picks.random()) * 2 * pi / _STARS, 5.0 + 15.0 * picks.random() ** 2
        pen.polygon(star(at(picks.uniform(0.55, 0.96), turn), outer, outer * 0.3, 4), paints[number % len(paints)])
    return pen.reduce()


def _height(room: Rectangle, tall: float, lit: Sequence[Point], wide: float) -> float:
    """The centre of the plate: where it hides least of the winning pieces, and near the middle of its room."""
    middle = (room[1] + room[3]) / 2
    steps = [room[1] + tall / 2 + step * 12 for step in range(int((room[3] - room[1] - tall) / 12) + 1)]
    left, right = (room[0] + room[2] - wide) / 2 - _CLEAR, (room[0] + room[2] + wide) / 2 + _CLEAR

    def price(y: float) -> float:
        overlaps = sum(abs(at[1] - y) < tall / 2 + _CLEAR and left < at[0] < right for at in lit)
        return overlaps * 200 + abs(y - middle)

    return min(steps, key=price, default=middle)


def _set(
    words: str, sizes: Sequence[int], weight: Weight, room: float, lines: int, tall: float = 0.0
) -> tuple[int, list[str]]:
    """The largest size in which a text fits on one line, or on several of at most `tall` together.

    Otherwise the smallest size on all the lines. No words take no line.
    """
    if not words:
        return sizes[0], []
    for size in sizes:
        if text_width(words, size, weight) <= room:
            return size, [words]
        parts = break_lines(words, size, weight, [room] * lines)
        whole = "".join(parts).replace(" ", "") == words.replace(" ", "")  # nothing was cut
        fits = whole and all(text_width(part, size, weight) <= room for part in parts)
        if fits and size * LEADING * len(parts) <= tall:
            return size, parts
    return sizes[-1], break_lines(words, sizes[-1], weight, [room] * lines)


def show_end(canvas: Canvas, end: Ending, stage: Stage, theme: Theme) -> None:
    """Dims the board, lights the winning pieces, and writes the end over it."""
    left, top, right, bottom = map(round, stage.board)
    part = canvas.image.crop((left, top, right, bottom))
    canvas.image.paste(Image.blend(part, Image.new("RGB", part.size, theme.void), DIMMED), (left, top))
    tall, number = round(min(TALL, stage.room[3] - stage.room[1])), len(stage.hues)
    rows = 1 if number < 3 else 2
    icon, columns = round(tall * 0.52 if rows == 1 else tall * 0.36), -(-number // rows)
    icons = (icon + 10.0) * columns + (14 if number else 0)
    space = stage.room[2] - stage.room[0] - 2 * _MARGIN - icons
    small, reason = _set(end.reason, range(34, SMALLEST_TEXT + 1, -1), "Semibold", space, 3)
    left_over = tall - 24 - small * 1.2 * len(reason)
    big, title = _set(end.title, range(round(tall * 0.42), 33, -2), "Black", space, 2, left_over)
    if not reason:  # a plate of one line would be half empty
        tall = min(tall, max(round(big * LEADING * len(title)) + 46, icon + 32))
    wide = round(
        max(
            [text_width(line, big, "Black") for line in title]
            + [text_width(line, small, "Semibold") for line in reason]
        )
        + icons
        + 2 * _MARGIN
    )
    x, y = (stage.room[0] + stage.room[2]) / 2, _height(stage.room, tall, stage.lit, wide)
    if stage.hues:
        _burst_behind(canvas, (x, y), (wide, tall), (left, top, right, bottom), stage.hues, theme)
    stage.light()
    hue = stage.hues[0] if number == 1 else theme.ink
    canvas.cover((x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2))
    canvas.paste(
        rounded((wide, tall), 26, (*mix(theme.void, hue, 0.08), 246), legible(hue, theme), 4), (x, y), "panel", "end"
    )
    begin = x - wide / 2 + _MARGIN
    for one in range(number):
        row, column = divmod(one, columns)
        at = begin + icon / 2 + column * (icon + 10), y + (row - (rows - 1) / 2) * (icon + 8)
        stage.stamp(one, at, icon)
    begin += icons
    height = big * LEADING * len(title) + small * 1.2 * len(reason)
    line = y - height / 2
    for words in title:
        canvas.text((begin, line + big * 0.54), words, big, legible(hue, theme), "Black")
        line += big * LEADING
    for words in reason:
        canvas.text((begin + 2, line + small * 0.6), words, small, theme.ink, "Semibold")
        line += small * 1.2


def _burst_behind(
    canvas: Canvas,
    at: Point,
    size: tuple[int, int],
    board: tuple[int, int, int, int],
    hues: tuple[Colour, ...],
    theme: Theme,
) -> None:
    """The burst behind a plate with this centre, clipped to the board."""
    burst = _burst(*size, hues, theme)
    x, y = round(at[0] - burst.width / 2), round(at[1] - burst.height / 2)
    left, top, right, bottom = board
    seen = burst.crop((max(0, left - x), max(0, top - y), right - x, bottom - y))
    canvas.image.paste(seen, (max(left, x), max(top, y)), seen)
