"""The stellar: a planet with its ring, a crescent moon, a Solar System as a sunburst.

Kinds differ in outline, colours in hue, lightness and pattern: gold has bands, blue a swirl, red is
hollow, silver plain. Each piece is drawn once per colour and size and then kept.
"""

from collections.abc import Callable
from math import cos, hypot, pi, sin

from PIL import Image, ImageChops, ImageDraw

from images.canvas.canvas import Pen, Point, cached_sprite, lit, polar, star
from images.canvas.ghosts import fade
from images.canvas.material import FINE_RIM, grown, rimmed
from images.canvas.palette import BLACK, WHITE, Colour, Paint, Theme, lightness, mix

_FINE = 8  # times the size at which a piece is drawn


def _band(centre: Point, wide: float, tall: float, start: float, stop: float, thick: float) -> list[Point]:
    """The outline of part of a leaning elliptic ring, `thick` pixels wide everywhere."""
    lean = -0.38
    outer: list[Point] = []
    inner: list[Point] = []
    for i in range(61):
        turn = start + (stop - start) * i / 60
        across = (tall * cos(turn), wide * sin(turn))  # at right angles to the ellipse
        length = hypot(*across)
        for side, points in ((thick / 2, outer), (-thick / 2, inner)):
            x = wide * cos(turn) + across[0] / length * side
            y = tall * sin(turn) + across[1] / length * side
            points.append((centre[0] + x * cos(lean) - y * sin(lean), centre[1] + x * sin(lean) + y * cos(lean)))
    return outer + inner[::-1]


_SHADES = ((90, 0.8, 0.03), (60, 0.42, 0.07), (48, 0.24, 0.1), (0, 0.1, 0.42))
"""How much lighter and darker than a colour its light and its shade are, by the least lightness of the colour: in a
grey print silver, gold, blue and the hollow red keep apart."""


def _lit(paint: Colour, shape: Image.Image) -> Image.Image:
    """A shape filled with a colour, lit from the upper left."""
    light, depth = next(shades for least, *shades in _SHADES if lightness(paint) >= least)
    return lit(shape, mix(paint, WHITE, light), mix(paint, mix(paint, BLACK, depth), 0.9))


def _disc(pen: Pen, radius: float) -> Image.Image:
    """The mask of a disc in the middle of what the pen draws on."""
    disc = Pen(pen.size, pen.scale)
    disc.disc((pen.size[0] / 2, pen.size[1] / 2), radius, WHITE)
    return disc.mask


def edge_of(paint: Colour, theme: Theme) -> Colour:
    """The outline of pieces: night for most, pale for the darkest colour, which it marks in greyscale."""
    return mix(paint, WHITE, 0.44) if lightness(paint) < 48 else mix(theme.void, paint, 0.06)


def _bands(pen: Pen, hue: Paint) -> None:
    side = pen.size[0]
    for y in (0.33, 0.66):
        ends = [(0, side * (y + 0.19)), (side, side * (y - 0.19))]
        pen.line(ends, hue, side * 0.1)


def _swirl(pen: Pen, hue: Paint) -> None:
    side = pen.size[0]
    steps = [step / 40 for step in range(41)]
    points = [polar((side * 0.46, side * 0.5), side * (0.05 + 0.4 * share), 8.6 * share + 1.2) for share in steps]
    pen.line(points, hue, side * 0.07)


def _hollow(pen: Pen, hue: Paint) -> None:
    pen.plate((0, 0, *pen.size), 0, hue)


_PATTERNS: dict[str, Callable[[Pen, Paint], None]] = {"gold": _bands, "red": _hollow, "blue": _swirl}
"""The patterns of a colour's pieces, for people who can't tell the hues apart. Silver is plain."""

_INKS = {"gold": 0.26, "red": 0.87, "blue": 0.46}
"""How much darker the pattern is, or lighter on a dark colour: in a grey print gold is light, blue in the middle, red
dark."""


_RIM, _THIN_RIM = 0.06, 0.021  # width of the rim that a hollow leaves, in shares of a piece, and that of thin rays


def _draw_pattern(pen: Pen, colour: str, paint: Colour, shape: Image.Image, rim: float = _RIM) -> None:
    """Draws a colour's pattern over what the pen has drawn, within a shape. A hollow keeps the shape's rim whole."""
    if colour in _PATTERNS:
        if _PATTERNS[colour] is _hollow:
            shape = ImageChops.invert(grown(ImageChops.invert(shape), round(rim * shape.width)))
        layer = Pen(pen.size, pen.scale)
        _PATTERNS[colour](layer, mix(paint, WHITE if lightness(paint) < 48 else BLACK, _INKS[colour]))
        layer.image.putalpha(ImageChops.multiply(layer.mask, shape))
        pen.image.alpha_composite(layer.image)


def _rim_light(pen: Pen, centre: Point, body: float, paint: Colour) -> None:
    """The glow along a planet's shaded edge, thickest at the lower right, opposite the light."""
    side = pen.size[0]
    hue = (*mix(paint, WHITE, 0.5 if lightness(paint) > 60 else 0.2), 190)
    steps = [pi / 4 + (step / 12 - 1) * 1.15 for step in range(25)]
    outer = [polar(centre, body, turn) for turn in steps]
    inner = [polar(centre, body - side * 0.048 * cos(turn - pi / 4) ** 2, turn) for turn in reversed(steps)]
    pen.polygon(outer + inner, hue)


def _planet(pen: Pen, colour: str, paint: Colour, edge: Colour, gap: Colour) -> None:
    side = pen.size[0]
    centre = (side / 2, side / 2)
    body = side * 0.395
    wide, tall = side * 0.449, side * 0.13
    rim = mix(paint, WHITE, 0.2 if 48 < lightness(paint) < 60 else 0.6)
    line = side * 0.076
    pen.polygon(_band(centre, wide, tall, pi, 2 * pi, line + side * 0.06), gap)
    pen.polygon(_band(centre, wide, tall, pi, 2 * pi, line), rim)
    pen.disc(centre, body + side * 0.035, edge)
    shape = _disc(pen, body)
    pen.image.alpha_composite(_lit(paint, shape))
    _draw_pattern(pen, colour, paint, shape)
    _rim_light(pen, centre, body, paint)
    pen.polygon(_band(centre, wide, tall, -0.38, pi + 0.38, line + side * 0.085), gap)
    pen.polygon(_band(centre, wide, tall, -0.38, pi + 0.38, line), rim)


def _moon(pen: Pen, colour: str, paint: Colour, edge: Colour, gap: Colour) -> None:
    big = pen.image.width

    def crescent(grown: float) -> Image.Image:
        shape, bite = Image.new("L", (big, big)), Image.new("L", (big, big), 255)
        x, y, r = big * 0.48, big * 0.5, big * (0.435 + grown)
        ImageDraw.Draw(shape).ellipse((x - r, y - r, x + r, y + r), fill=255)
        x, y, r = big * 0.7, big * 0.39, big * (0.29 - grown)
        ImageDraw.Draw(bite).ellipse((x - r, y - r, x + r, y + r), fill=0)
        return ImageChops.multiply(shape, bite)

    outline = Image.new("RGBA", (big, big), (*edge, 255))
    outline.putalpha(crescent(0.035))
    pen.image.alpha_composite(outline)
    pen.image.alpha_composite(_lit(paint, crescent(0.0)))
    _draw_pattern(pen, colour, paint, crescent(0.0))


def _solar(pen: Pen, colour: str, paint: Colour, edge: Colour, gap: Colour) -> None:
    side = pen.size[0]
    centre = (side / 2, side / 2)
    pen.polygon(star(centre, side * 0.5, side * 0.33, 12), edge)
    rays, pit = Pen(pen.size, pen.scale), side * 0.215
    rays.polygon(star(centre, side * 0.465, side * 0.30, 12), WHITE)
    pen.image.alpha_composite(_lit(paint, rays.mask))
    pen.disc(centre, pit, gap)
    pen.image.alpha_composite(
        _lit(mix(paint, WHITE, 0.0 if 48 < lightness(paint) < 60 else 0.4), _disc(pen, side * 0.165))
    )
    _draw_pattern(pen, colour, paint, ImageChops.subtract(rays.mask, _disc(pen, pit)), _THIN_RIM)


_PENCILS = {"planets": _planet, "moons": _moon, "solars": _solar}


@cached_sprite
def piece(kind: str, colour: str, size: int, theme: Theme) -> Image.Image:
    """A piece as a square of `size` pixels with a transparent background. Cached and shared, so don't draw on it."""
    return rimmed(_bare(kind, colour, size, theme), theme, theme.seats[colour], FINE_RIM)


def _bare(kind: str, colour: str, size: int, theme: Theme) -> Image.Image:
    pen = Pen((size, size), _FINE)
    paint = theme.seats[colour]
    _PENCILS[kind](pen, colour, paint, edge_of(paint, theme), mix(theme.void, paint, 0.06))
    return pen.reduce()


@cached_sprite
def lost(kind: str, colour: str, size: int, theme: Theme) -> Image.Image:
    """A captured piece: it fades under a cross."""
    sprite = fade(_bare(kind, colour, size, theme), 0.55)
    pen = Pen((size, size), _FINE)
    near, far = size * 0.2, size * 0.8
    for fill, thick in ((theme.void, 0.16), (theme.capture, 0.08)):
        for ends in (((near, near), (far, far)), ((near, far), (far, near))):
            pen.line(ends, fill, size * thick)
    sprite.alpha_composite(pen.reduce())
    return sprite


@cached_sprite
def empty_place(size: int, theme: Theme) -> Image.Image:
    """The mould of a Solar System that is on the board."""
    pen = Pen((size, size), _FINE)
    centre = (size / 2, size / 2)
    pen.outline(star(centre, size * 0.45, size * 0.30, 12), theme.line, size * 0.04)
    return pen.reduce()
