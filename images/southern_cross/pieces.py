"""Counters and the small signs of Southern Cross. Each is drawn once for its size and colour and then kept."""

from math import pi

from PIL import Image, ImageDraw

from images.canvas.canvas import Pen, Point, arc, cached_sprite, polar, shaded_square, star
from images.canvas.emblems import draw_emblem
from images.canvas.material import rimmed
from images.canvas.palette import BLACK, WHITE, Colour, Paint, Theme, lightness, mix

GOOD: Colour = (98, 226, 148)  # what was needed was reached; the colour of good dice

STARLIGHT: Colour = (126, 220, 255)  # of constellations; no seat's colour and no mark's

_FINE = 6  # times the size at which a piece is drawn


def lit_disc(pen: Pen, centre: Point, radius: float, light: Colour, dark: Colour, focus: Point = (0.34, 0.28)) -> None:
    """A disc that is lit from the upper left."""
    size = round(2 * radius * pen.scale)
    shape = Image.new("L", (size, size))
    ImageDraw.Draw(shape).ellipse((0, 0, size - 1, size - 1), fill=255)
    lit_square = shaded_square(light, dark, size, focus, 0.95).convert("RGBA")
    at = round(centre[0] * pen.scale - size / 2), round(centre[1] * pen.scale - size / 2)
    pen.image.paste(lit_square, at, shape)


@cached_sprite
def counter(colour: str, size: int, theme: Theme) -> Image.Image:
    """A counter with its shadow as a transparent square of `size` pixels. Cached and shared, so don't draw on it.

    The emblem is pale on dark colours and dark on light ones, so that it stays clear in greyscale.
    """
    pen = Pen((size, size), _FINE)
    paint = theme.seats[colour]
    centre = (size / 2, size / 2 - size * 0.012)
    body = size * 0.462
    pale = lightness(paint) < 48
    for step in range(6):
        pen.disc((size / 2, size / 2 + size * 0.02), size * (0.5 - 0.008 * step), (*theme.void, 44))
    pen.disc(centre, body, mix(theme.void, paint, 0.1))
    edge = mix(paint, WHITE, 0.62) if pale else mix(paint, WHITE, 0.3)
    lit_disc(pen, centre, body - size * 0.018, edge, mix(paint, BLACK, 0.42))
    lit_disc(pen, centre, body - size * 0.062, mix(paint, WHITE, 0.16), mix(paint, BLACK, 0.3))
    # A dished face: dark at its upper left, light at its lower right.
    well = body - size * 0.105
    lit_disc(pen, centre, well, mix(paint, BLACK, 0.3), mix(paint, WHITE, 0.14))
    lit_disc(pen, centre, well - size * 0.018, mix(paint, WHITE, 0.1), mix(paint, BLACK, 0.2), (0.6, 0.66))
    ink = mix(paint, BLACK, 0.8) if lightness(paint) > 55 else mix(paint, WHITE, 0.88)
    draw_emblem(pen, colour, centre, size * 0.255, ink)
    return rimmed(pen.reduce(), theme)


def _cross_lines(centre: Point, reach: float) -> tuple[list[Point], list[Point]]:
    """The two lines of a cross that lies askew."""
    x, y = centre
    return [(x - reach, y - reach), (x + reach, y + reach)], [(x - reach, y + reach), (x + reach, y - reach)]


@cached_sprite
def ghost(colour: str, size: int, theme: Theme) -> Image.Image:
    """A counter that is no longer there: its outline and a fading cross."""
    pen = Pen((size, size), _FINE)
    centre, paint = (size / 2, size / 2), theme.seats[colour]
    paint = mix(paint, WHITE, 0.4) if lightness(paint) < 48 else paint
    pen.disc(centre, size * 0.44, (*paint, 40))
    draw_emblem(pen, colour, centre, size * 0.24, (*paint, 90))
    for turn in range(16):
        start = turn * pi / 8
        pen.line(arc(centre, size * 0.44, start, start + pi / 14, 2), (*paint, 190), size * 0.035)
    _cross(pen, size, theme)
    return pen.reduce()


@cached_sprite
def cross(size: int, theme: Theme) -> Image.Image:
    """A cross over a counter that is to go home."""
    pen = Pen((size, size), _FINE)
    _cross(pen, size, theme)
    return pen.reduce()


def _cross(pen: Pen, size: int, theme: Theme) -> None:
    lines = _cross_lines((size / 2, size / 2), size * 0.27)
    for ends in lines:
        pen.line(ends, (*theme.void, 190), size * 0.17)
    for ends in lines:
        pen.line(ends, (*theme.capture, 235), size * 0.1)


@cached_sprite
def spark(size: int, paint: Colour, theme: Theme, *, full: bool) -> Image.Image:
    """An action of a turn: a star with four rays, filled while it is left."""
    pen = Pen((size, size), _FINE)
    centre = (size / 2, size / 2)
    outline = star(centre, size * 0.48, size * 0.2, 4)
    if full:
        pen.polygon(outline, paint)
        pen.polygon(star(centre, size * 0.2, size * 0.09, 4), mix(paint, WHITE, 0.6))
    else:
        outline = star(centre, size * 0.44, size * 0.19, 4)
        pen.outline(outline, mix(theme.line, theme.faint, 0.35), size * 0.065)
    return pen.reduce()


@cached_sprite
def blank_die(size: int, paint: Colour, theme: Theme) -> Image.Image:
    """A die that is still to be rolled."""
    pen = Pen((size, size), _FINE)
    line = size * 0.06
    pen.plate((0, 0, size, size), size * 0.22, mix(theme.panel, paint, 0.12), paint, line)
    return pen.reduce()


@cached_sprite
def outcome(size: int, hit: bool | None, theme: Theme, paint: Colour) -> Image.Image:
    """A throw: a tick for a hit, a cross for a miss, an empty ring in `paint` for one still to be made."""
    pen = Pen((size, size), _FINE)
    centre = (size / 2, size / 2)
    x, y = centre
    if hit is None:
        pen.disc(centre, size * 0.45, mix(theme.panel, paint, 0.12))
        pen.ring(centre, size * 0.45, paint, size * 0.06)
    elif hit:
        pen.disc(centre, size * 0.48, GOOD)
        foot = x - size * 0.06, y + size * 0.18
        tick = [(x - size * 0.22, y + size * 0.01), foot, (x + size * 0.24, y - size * 0.17)]
        pen.line(tick, theme.void, size * 0.12)
    else:
        pen.disc(centre, size * 0.48, mix(theme.capture, theme.void, 0.68))
        pen.ring(centre, size * 0.455, theme.capture, size * 0.055)
        for line in _cross_lines(centre, size * 0.18):
            pen.line(line, theme.capture, size * 0.11)
    return pen.reduce()


def tip(pen: Pen, at: Point, angle: float, size: float, fill: Paint) -> None:
    """An arrow's head whose point lies at `at` and looks along `angle`."""
    pen.polygon(
        [
            at,
            polar(at, size, angle + pi * 0.83),
            polar(at, size * 0.62, angle + pi),
            polar(at, size, angle - pi * 0.83),
        ],
        fill,
    )
