"""The emblem of each seat colour: a shape of its own, so that nobody needs to tell red from green.

Every game uses the same: red a diamond, blue a ring, yellow a star, green a triangle.
"""

from collections.abc import Callable
from math import pi

from PIL import Image

from images.canvas.canvas import Pen, Point, cached_sprite, polar, star
from images.canvas.palette import Paint, Theme, legible

_FINE = 8  # times the size at which an emblem is drawn


def _diamond(pen: Pen, centre: Point, reach: float, fill: Paint) -> None:
    x, y = centre
    wide, tall = reach * 0.8, reach
    pen.polygon([(x, y - tall), (x + wide, y), (x, y + tall), (x - wide, y)], fill)


def _ring(pen: Pen, centre: Point, reach: float, fill: Paint) -> None:
    thick = reach * 0.42
    pen.ring(centre, reach * 0.9 - thick / 2, fill, thick)


def _star(pen: Pen, centre: Point, reach: float, fill: Paint) -> None:
    middle = centre[0], centre[1] + reach * 0.05  # the ink of a five-rayed star lies above its centre
    pen.polygon(star(middle, reach * 1.06, reach * 0.48, 5), fill)


def _triangle(pen: Pen, centre: Point, reach: float, fill: Paint) -> None:
    middle = centre[0], centre[1] + reach * 0.18
    pen.polygon([polar(middle, reach * 1.08, turn * 2 * pi / 3 - pi / 2) for turn in range(3)], fill)


_PENCILS: dict[str, Callable[[Pen, Point, float, Paint], None]] = {
    "red": _diamond,
    "blue": _ring,
    "yellow": _star,
    "green": _triangle,
}

EMBLEMS = tuple(_PENCILS)
"""The colours that have an emblem."""


def draw_emblem(pen: Pen, colour: str, centre: Point, reach: float, fill: Paint) -> None:
    """Draws a colour's emblem with the given pen: `reach` is about half its height. Raises KeyError if it has none."""
    _PENCILS[colour](pen, centre, reach, fill)


@cached_sprite
def emblem(colour: str, size: int, theme: Theme, fill: Paint | None = None) -> Image.Image:
    """A colour's emblem as a transparent square of `size` pixels, in the hue of words beside it or filled with `fill`.

    Cached and shared, so don't draw on it. Raises KeyError if the colour has no emblem.
    """
    paint = fill or legible(theme.seats[colour], theme)
    pen = Pen((size, size), _FINE)
    draw_emblem(pen, colour, (size / 2, size / 2), size * 0.46, paint)
    return pen.reduce()
