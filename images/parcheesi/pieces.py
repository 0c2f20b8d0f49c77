"""The pawns: a round foot, a stout body, and for a head the emblem of the colour, so that each has its own outline.

A pawn fills a square and leaves the next ones free. The head is most of it: it is what tells the colours apart on a
phone. Each pawn is drawn once per colour and size and then kept.
"""

from PIL import Image, ImageChops

from images.canvas.canvas import Pen, Point, cached_sprite, lit
from images.canvas.emblems import draw_emblem
from images.canvas.material import grown, rimmed
from images.canvas.palette import BLACK, WHITE, Colour, Theme, lightness, mix
from images.parcheesi.geometry import TALL, WIDE

_FINE = 8  # times the size at which a pawn is drawn

LIFTED: dict[str, Colour] = {"blue": (96, 142, 255), "red": (250, 84, 76)}
"""The blue and red of pawns: the wood would swallow those of the seats."""

BROAD = 0.9  # width of a pawn in shares of its height


def paint_of(colour: str, theme: Theme) -> Colour:
    """The colour of a seat's pawns."""
    return LIFTED.get(colour, theme.seats[colour])


_HEAD = 0.39  # reach of the emblem in shares of a pawn's height
_WEIGHT = {"red": 1.1, "blue": 1.0, "yellow": 1.08, "green": 1.0}
"""What makes the heads look equally big: a diamond and a star fill less of their height than the others."""


def _skirt(wide: float, tall: float) -> list[Point]:
    """The body from the head to the foot: two sides that swing out towards the ground."""
    steps = 24
    right = []
    for step in range(steps + 1):
        share = step / steps
        half = tall * (0.16 + 0.2 * share**2)
        right.append((wide / 2 + half, tall * (0.56 + 0.3 * share)))
    return right + [(wide - x, y) for x, y in reversed(right)]


def _lit(shape: Image.Image, paint: Colour, light: float, dark: float, focus: Point) -> Image.Image:
    """A shape filled with a colour, lit from the upper left."""
    return lit(shape, mix(paint, WHITE, light), mix(paint, BLACK, dark), focus, 0.9)


@cached_sprite
def pawn(colour: str, tall: int, theme: Theme) -> Image.Image:
    """A pawn `tall` pixels high, on a transparent background."""
    paint = paint_of(colour, theme)
    wide = round(tall * BROAD)
    body, head = Pen((wide, tall), _FINE), Pen((wide, tall), _FINE)
    line = max(1.4, tall * 0.04)
    reach = tall * _HEAD * _WEIGHT[colour]
    body.polygon(_skirt(wide, tall), WHITE)
    foot = wide / 2 - line
    body.plate((wide / 2 - foot, tall * 0.82, wide / 2 + foot, tall - line), tall * 0.075, WHITE)
    draw_emblem(head, colour, (wide / 2, line + reach), reach, WHITE)
    shape = ImageChops.lighter(body.mask, head.mask)
    outline = Image.new("RGBA", shape.size, (*mix(theme.void, paint, 0.06), 255))
    outline.putalpha(grown(shape, round(line * _FINE)))
    pen = Pen((wide, tall), _FINE)
    pen.image.alpha_composite(outline)
    hollow = 0.48 * reach - line
    pen.disc((wide / 2, line + reach), hollow, theme.void)  # seen through a ring, whatever the pawn stands on
    pen.image.alpha_composite(_lit(body.mask, paint, 0.3, 0.12, (0.3, 0.5)))
    shade = (*mix(paint, BLACK, 0.55), 150)
    shadow = Pen((wide, tall), _FINE)  # above the foot, so that the parts are told apart
    shadow.line([(0, tall * 0.815), (wide, tall * 0.815)], shade, tall * 0.03)
    shadow.image.putalpha(ImageChops.multiply(shadow.mask, body.mask))
    pen.image.alpha_composite(shadow.image)
    rim = grown(head.mask, round(line * _FINE * 0.8))
    rim = ImageChops.multiply(rim, body.mask)
    dark = Image.new("RGBA", shape.size, (*mix(paint, BLACK, 0.6), 255))
    dark.putalpha(rim)
    pen.image.alpha_composite(dark)
    pen.image.alpha_composite(_lit(head.mask, paint, 0.45 if lightness(paint) < 80 else 0.55, 0.02, (0.3, 0.15)))
    return rimmed(pen.reduce(), theme)


@cached_sprite
def foot_shadow(tall: int) -> Image.Image:
    """The shadow that a pawn casts where it stands, as the light comes from the upper left."""
    wide, high = round(tall * BROAD * 1.25), round(tall * 0.3)
    pen = Pen((wide, high), 2)
    pen.image.paste((0, 0, 0, 170), (0, 0, *pen.image.size), _oval(pen.image.size))
    return pen.reduce()


def _oval(size: tuple[int, int]) -> Image.Image:
    """A soft mask of an oval."""
    return Image.radial_gradient("L").resize(size).point(lambda value: max(0, 255 - round(value * 1.45)))


@cached_sprite
def ghost(colour: str, tall: int, theme: Theme) -> Image.Image:
    """A captured pawn: its shape fades under a cross."""
    sprite = pawn(colour, tall, theme).copy()
    sprite.putalpha(sprite.getchannel("A").point(lambda value: round(value * 0.75)))
    pen = Pen(sprite.size, _FINE)
    left, right = sprite.width * 0.1, sprite.width * 0.9
    top, bottom = sprite.height * 0.2, sprite.height * 0.9
    for fill, thick in ((theme.void, 0.15), (theme.capture, 0.08)):
        trim = 0.0 if fill == theme.void else sprite.height * 0.03
        for ends in (((left, top), (right, bottom)), ((right, top), (left, bottom))):
            (x1, y1), (x2, y2) = ends
            slope = trim if x2 > x1 else -trim
            pen.line([(x1 + slope, y1 + trim), (x2 - slope, y2 - trim)], fill, sprite.height * thick)
    sprite.alpha_composite(pen.reduce())
    return sprite


@cached_sprite
def wall(stone: Colour, lying: bool, theme: Theme) -> Image.Image:
    """What is round a blockade, and the bar that joins its two pawns."""
    wide, tall = (WIDE - 6, TALL - 5) if lying else (TALL - 5, WIDE - 6)
    pen, x, y = Pen((wide, tall), 8), wide / 2, tall / 2
    pen.plate((0, 0, wide, tall), 9, (*theme.void, 190), stone, 3.4)
    pen.plate((x - 26, y - 5.5, x + 26, y + 5.5) if lying else (x - 5.5, y - 13, x + 5.5, y + 13), 3, stone)
    return pen.reduce()


@cached_sprite
def slab(size: tuple[int, int], stone: Colour, theme: Theme) -> Image.Image:
    """The stone between the pawns of a blockade."""
    (wide, tall), pen = size, Pen(size, 8)
    pen.plate((0, 0, wide, tall), 5, theme.void)
    pen.plate((1.6, 1.6, wide - 1.6, tall - 1.6), 3.6, stone)
    return pen.reduce()
