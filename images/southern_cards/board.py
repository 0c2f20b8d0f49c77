"""The table of Southern Cross cards without anything that moves: sky, felt, the zodiac's wheel, the picture's frame."""

from math import cos, radians

from PIL import Image, ImageFilter

from images.canvas.canvas import (
    SMALLEST_TEXT,
    WIDTH,
    Canvas,
    Pen,
    Point,
    cached_layer,
    cached_sprite,
    enlarge,
    shaded_square,
    sky,
)
from images.canvas.material import add_grain
from images.canvas.palette import WHITE, Colour, Theme, colour, mix
from images.southern_cards.geometry import EARTH, RING, WHEEL, Arrangement, on_ring
from images.southern_cards.glyphs import draw_sign, sparkle

FELT = colour("#16414A"), colour("#0A1C28")
"""The table cloth in the light and at its edge."""

ELEMENTS: tuple[Colour, ...] = (colour("#FF9A84"), colour("#8FD694"), colour("#FFE08A"), colour("#8CC4FF"))
"""Fire, earth, air and water, which the signs take in turn."""

CORNER = 26  # radius of the corners of the felt
_FINE = 3  # times the size at which the table is drawn


def _felt(pen: Pen, arrangement: Arrangement, theme: Theme) -> None:
    left, top, right, bottom = (round(value) for value in arrangement.felt)
    size = (right - left, bottom - top)
    light = shaded_square(*theme.materials(FELT), max(size) // 2, (0.38, 0.34), 0.84).resize(
        size, Image.Resampling.BILINEAR
    )
    light = add_grain(light, 5)
    cloth = Pen(size, _FINE)
    cloth.plate((0, 0, *cloth.size), CORNER, WHITE)
    shade = Pen((WIDTH, arrangement.height), 1)
    shade.plate(arrangement.felt, CORNER, WHITE)
    dark = shade.mask.filter(ImageFilter.GaussianBlur(8)).point(lambda value: value * 7 // 10)
    pen.image.paste(theme.void, (0, 0, *pen.image.size), enlarge(dark, _FINE))
    pen.image.paste(enlarge(light, _FINE), (left * _FINE, top * _FINE), cloth.mask)
    box = arrangement.felt
    pen.plate(box, CORNER, None, mix(FELT[0], theme.path, 0.55), 2.2)
    inner = (box[0] + 8, box[1] + 8, box[2] - 8, box[3] - 8)
    pen.plate(inner, 19, None, mix(FELT[0], theme.path, 0.2), 1.2)
    for x in (box[0] + 22, box[2] - 22):
        for y in (box[1] + 22, box[3] - 22):
            sparkle(pen, (x, y), 9, mix(FELT[0], theme.ink, 0.45))


def _ellipse(share: float) -> list[Point]:
    return [on_ring(turn / 12, share) for turn in range(145)]


def _wheel(pen: Pen, theme: Theme) -> None:
    """The ring of the zodiac, the band of its signs, and the earth in the middle."""
    line = mix(FELT[0], theme.path, 0.5)
    pen.line(_ellipse(1.0), line, 2.0)
    inner, outer = WHEEL
    pen.polygon(_ellipse(outer), mix(FELT[1], theme.void, 0.25))
    for number in range(1, RING + 1):
        hue = mix(theme.material(FELT[1]), ELEMENTS[(number - 1) % 4], 0.13)
        turns = [number - 0.5 + step / 8 for step in range(9)]
        pen.polygon([on_ring(t, outer) for t in turns] + [on_ring(t, inner) for t in reversed(turns)], hue)
    for number in range(1, RING + 1):
        pen.line([on_ring(number - 0.5, inner), on_ring(number - 0.5, outer)], line, 1.6)
        pen.line([on_ring(number, outer), on_ring(number, 0.84)], line, 1.2)
    pen.polygon(_ellipse(inner), mix(FELT[1], theme.void, 0.35))
    for share in WHEEL:
        pen.line(_ellipse(share), mix(line, theme.ink, 0.25), 2.2)
    for number in range(1, RING + 1):
        pen.line([on_ring(number, inner), EARTH], mix(FELT[1], line, 0.45), 1.2)
    _earth(pen)


def sign_at(number: int) -> Point:
    """The middle of a sign's place in the band; its glyph stands above it and its name below."""
    return on_ring(number, sum(WHEEL) / 2)


def _earth(pen: Pen) -> None:
    reach = 122
    for step in range(12):
        pen.disc(EARTH, reach + 14 - step, (120, 190, 255, 9))
    pen.disc(EARTH, reach, colour("#2A78C8"))
    globe = Pen((2 * reach, 2 * reach), _FINE)
    globe.disc((reach, reach), reach, WHITE)
    ball = shaded_square(colour("#4FA3EC"), colour("#0C2C62"), 2 * reach * _FINE, (0.3, 0.28), 0.8)
    land = Pen((2 * reach, 2 * reach), _FINE, "RGB")
    land.image.paste(ball)
    green = colour("#3F9D6B")
    for x, y, wide, tall in (
        *((40, 60, 52, 34), (70, 40, 44, 22), (24, 100, 26, 30), (42, 150, 30, 44), (60, 186, 26, 30)),
        *((190, 70, 48, 36), (214, 110, 30, 48), (170, 34, 44, 18), (196, 176, 36, 26), (130, 222, 60, 14)),
    ):
        points = [
            (x + wide * 0.8 * _cos(t) * (1 + 0.16 * _cos(3 * t + x)), y + tall * 0.8 * _cos(t - 90))
            for t in range(0, 360, 12)
        ]
        land.polygon(points, (*green, 200))
    corner = round((EARTH[0] - reach) * _FINE), round((EARTH[1] - reach) * _FINE)
    pen.image.paste(land.image, corner, globe.mask)
    pen.ring(EARTH, reach, colour("#9CD2FF"), 1.6)


def _cos(degrees: float) -> float:
    return cos(radians(degrees))


@cached_layer
def table(arrangement: Arrangement, zodiac: bool, theme: Theme) -> Canvas:
    """The empty table on a canvas."""
    size = (WIDTH, arrangement.height)
    left, top, right, bottom = arrangement.felt

    def starless(x: float, y: float) -> bool:
        """Where there must be no stars, because they'd look like part of a text."""
        panel = arrangement.panels
        written = panel[0] < x < panel[2] and panel[1] < y < panel[3]
        return y < top or written or (left < x < right and top < y < bottom)

    pen = Pen(size, _FINE, "RGB")
    pen.image.paste(sky(size, _FINE, theme, starless))
    _felt(pen, arrangement, theme)
    if zodiac:
        _wheel(pen, theme)
    return Canvas(pen.reduce())


@cached_sprite
def _sign(number: int) -> Image.Image:
    """A sign of the zodiac, on a disc that hides the lines behind it."""
    pen, hue = Pen((78, 78), 4), ELEMENTS[(number - 1) % 4]
    pen.disc((39, 39), 39, (*mix(FELT[1], hue, 0.13), 235))
    draw_sign(pen, number, (39, 25), 17, hue, 3.2)
    return pen.reduce()


def signs(canvas: Canvas, theme: Theme) -> None:
    """The twelve signs with the names of their cells."""
    for number in range(1, RING + 1):
        x, y = sign_at(number)
        canvas.paste(_sign(number), (x, y), name="sign")
        canvas.text((x, y + 20), f"z{number}", SMALLEST_TEXT, mix(theme.faint, theme.ink, 0.3), "Semibold", "mm")
