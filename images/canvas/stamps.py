"""What the pictures of several games stamp on themselves: circles, discs with labels, plates, warnings, trails."""

from collections.abc import Callable, Sequence
from math import ceil, pi

from PIL import Image

from images.canvas.canvas import (
    NARROWEST,
    SMALLEST_TEXT,
    Bounds,
    Canvas,
    Pen,
    Point,
    along,
    arc,
    cached_sprite,
    length,
    space_evenly,
    text_width,
)
from images.canvas.emblems import emblem
from images.canvas.palette import Colour, Paint, Theme, mix

NAMED, DASH = 4.2, 22.0  # width of the dashes around a place that a hint names, and about how far apart they begin


@cached_sprite
def circle(reach: float, line: Paint, width: float, fill: Paint | None = None, fine: int = 8) -> Image.Image:
    """A circle whose line's middle runs at `reach`, filled or not; without a line where `width` is 0."""
    side = 2 * (reach + width / 2) + 2
    pen = Pen((side, side), fine)
    centre = (pen.size[0] / 2, pen.size[1] / 2)
    if fill:
        pen.disc(centre, reach, fill)
    if width:
        pen.ring(centre, reach, line, width)
    return pen.reduce()


@cached_sprite
def _dashed(size: tuple[float, float], radius: float, line: Colour, below: Colour) -> Image.Image:
    margin = NAMED + 2
    pen = Pen((size[0] + 2 * margin, size[1] + 2 * margin), 4)
    left, top = pen.size[0] / 2 - size[0] / 2 + radius, pen.size[1] / 2 - size[1] / 2 + radius
    right, bottom = pen.size[0] - left, pen.size[1] - top
    corners = ((right, bottom), (left, bottom), (left, top), (right, top))
    way = [
        at
        for number, corner in enumerate(corners)
        for at in arc(corner, radius, number * pi / 2, (number + 1) * pi / 2, 2)
    ]
    way.append(way[0])
    step = length(way) / max(8, round(length(way) / DASH))
    for paint, width, more in ((below, NAMED + 2.4, 1.2), (line, NAMED, 0.0)):
        for dash in range(round(length(way) / step)):
            begin = dash * step + step * 0.2
            pen.line(along(way, begin - more, length(way) - begin - step * 0.6 - more), paint, width)
    return pen.reduce()


def mark_named_place(
    canvas: Canvas, at: Point, size: tuple[float, float], place: str, theme: Theme, radius: float | None = None
) -> None:
    """A dashed line around a place that a hint's reasons are about, a ring without a `radius` of its corners.

    Lines around anything else are whole.
    """
    sprite = _dashed(size, min(size) / 2 if radius is None else radius, theme.choice, theme.void)
    canvas.paste(sprite, at, name=f"named {place}")


@cached_sprite
def rounded(
    size: tuple[float, float],
    radius: float,
    fill: Paint | None,
    line: Colour | None = None,
    width: float = 0,
    fine: int = 4,
) -> Image.Image:
    """A rectangle with round corners."""
    pen = Pen(size, fine)
    pen.plate((0, 0, *size), radius, fill, line, width)
    return pen.reduce()


def trail(
    canvas: Canvas,
    way: Sequence[Point],
    hue: Colour,
    dots: int,
    reach: tuple[float, float],
    strength: tuple[int, int],
    dot: Callable[..., Image.Image] = circle,
    hides: Callable[[Point], bool] = lambda at: False,
) -> None:
    """Dots along a way that grow in radius and opacity, each from its first value by its second."""
    for number, at in enumerate(space_evenly(way, dots)):
        if not hides(at):
            share = (number + 0.5) / dots
            paint = (*hue, round(strength[0] + strength[1] * share))
            canvas.paste(dot(round(reach[0] + reach[1] * share, 1), hue, 0, paint), at, name="trail", remember=False)


def seat_emblem(canvas: Canvas, colour: str, at: Point, size: int, theme: Theme, hue: Colour | None = None) -> None:
    """The emblem of a seat's colour, in the hue of words beside it or another."""
    canvas.paste(emblem(colour, size, theme, hue), at, name=f"emblem {colour}")


def warning(canvas: Canvas, at: Point, words: str, theme: Theme, hue: Colour, fine: int = 4) -> None:
    """Dark words on a bright plate, which greyscale shows as well; `at` is the middle of its left end."""
    margin = 10
    wide = ceil(text_width(words, SMALLEST_TEXT)) + 2 * margin
    canvas.paste(rounded((wide, 38), 10, hue, fine=fine), (at[0] + wide / 2, at[1]), "panel", "warning")
    canvas.text((at[0] + margin, at[1]), words, SMALLEST_TEXT, theme.void, "Bold")


@cached_sprite
def _disc(reach: float, fill: Colour, theme: Theme) -> Image.Image:
    pen = Pen((2 * reach + 6, 2 * reach + 6), 4)
    pen.disc((reach + 3, reach + 3), reach + 2.5, theme.void)
    pen.disc((reach + 3, reach + 3), reach, fill)
    return pen.reduce()


def badge(
    canvas: Canvas, at: Point, label: str, reach: float, theme: Theme, hue: Colour | None = None, two: float = 1.3
) -> None:
    """A choice's disc with its label; `two` is the height of two letters in radii of the disc."""
    canvas.paste(_disc(reach, hue or theme.choice, theme), at, name=f"choice {label}")
    write_in_disc(canvas, at, label, reach, reach * (1.5 if len(label) == 1 else two), theme)


def in_turn(hue: Colour, number: int, theme: Theme) -> Colour:
    """A colour a little darker or much lighter, so that discs side by side differ, in grey as well."""
    return mix(hue, theme.void, 0.12) if number % 2 else mix(hue, theme.ink, 0.45)


def write_in_disc(canvas: Canvas, at: Point, label: str, reach: float, size: float, theme: Theme) -> None:
    """A label in a disc of this radius, about `size` pixels tall, with narrow letters where there is little room."""
    tall = max(SMALLEST_TEXT, round(size))
    width = max(NARROWEST, min(1.0, (2 * reach - 4) / text_width(label, tall)))
    canvas.text(at, label, tall, theme.void, "Bold", "mm", width)


@cached_sprite
def _plate(size: tuple[int, int], edge: tuple[Colour, ...], width: float, opaque: int, theme: Theme) -> Image.Image:
    def edged(line: Colour) -> Pen:
        pen = Pen(size, 2)
        pen.plate((0, 0, *size), 16, (*theme.panel, opaque), line, width if edge else 1.6)
        return pen

    pen = edged(edge[0] if edge else mix(theme.panel, theme.line, 0.7))
    if len(edge) > 1:
        half = pen.image.width // 2
        pen.image.paste(edged(edge[1]).image.crop((half, 0, *pen.image.size)), (half, 0))
    return pen.reduce()


def plate(
    canvas: Canvas,
    box: Bounds,
    theme: Theme,
    edge: tuple[Colour, ...] = (),
    name: str = "plate",
    width: float = 3.5,
    opaque: int = 236,
) -> None:
    """A plate that carries numbers; with an edge of one or two colours for the one that matters."""
    size = ceil(box[2] - box[0]), ceil(box[3] - box[1])
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    canvas.paste(_plate(size, edge, width, opaque, theme), middle, "panel", name)
