"""The ground without anything on it: night sky, red earth, the picture's frame; and what shows where tiles may go."""

from itertools import islice
from math import ceil

from PIL import Image, ImageDraw, ImageFilter

from images.canvas.canvas import WIDTH, Bounds, Canvas, Pen, cached_layer, cached_sprite, luck, shaded_square, sky
from images.canvas.material import add_grain
from images.canvas.palette import BLACK, Colour, Theme, colour, mix
from images.down_under.geometry import Arrangement

EARTH = colour("#A4633A"), colour("#743F22")
"""Red earth in the light and at its edge."""

RIM = colour("#DDA068")
BONE = colour("#F3E3C3")
"""The border of the area."""

_FINE = 2  # times the size at which the ground is drawn


def _rounded_mask(size: tuple[int, int], box: Bounds, radius: float, width: float = 0) -> Image.Image:
    """A mask of a rectangle with round corners, or of its outline; far quicker than drawing it in colour."""
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE))
    left, top, right, bottom = (value * _FINE for value in box)
    ImageDraw.Draw(mask).rounded_rectangle(
        (left, top, right - 1, bottom - 1),
        radius * _FINE,
        fill=None if width else 255,
        outline=255 if width else None,
        width=round(width * _FINE),
    )
    return mask.reduce(_FINE)


def _earth(picture: Image.Image, arrangement: Arrangement, theme: Theme) -> None:
    left, top, right, bottom = arrangement.ground
    size = round(right - left), round(bottom - top)
    light = shaded_square(*theme.materials(EARTH), max(size) // 4, (0.36, 0.3), 0.92).resize(
        size, Image.Resampling.BILINEAR
    )
    # Soft dunes: broad light bands that waver.
    grain = Image.new("L", (5, 14))
    grain.putdata([round(255 * value) for value in islice(luck(1788), 70)])
    dunes = grain.resize((size[0] // 4, size[1] // 4), Image.Resampling.BICUBIC).point(lambda value: value // 6)
    light.paste(theme.material(mix(EARTH[0], RIM, 0.55)), (0, 0), dunes.resize(size, Image.Resampling.BILINEAR))
    light = add_grain(light, 7)
    small = Image.new("L", (picture.width // 4, picture.height // 4))
    ImageDraw.Draw(small).rounded_rectangle((left / 4, top / 4, right / 4, bottom / 4), 6, fill=178)
    shade = small.filter(ImageFilter.GaussianBlur(2)).resize(picture.size, Image.Resampling.BICUBIC)
    picture.paste(theme.void, (0, 0), shade)
    picture.paste(light, (round(left), round(top)), _rounded_mask(size, (0, 0, *size), CORNER))
    picture.paste(RIM, (0, 0), _rounded_mask(picture.size, arrangement.ground, CORNER, 2.2))
    inner = left + 6, top + 6, right - 6, bottom - 6
    picture.paste(mix(EARTH[1], RIM, 0.35), (0, 0), _rounded_mask(picture.size, inner, 21, 1.4))


@cached_layer
def table(arrangement: Arrangement, theme: Theme) -> Canvas:
    """The bare ground on a canvas."""
    # Hardly any sky is seen, and numbers stand on most of that: stars would look like part of them.
    picture = sky((WIDTH, arrangement.height), 1, theme, lambda x, y: True)
    _earth(picture, arrangement, theme)
    return Canvas(picture)


# --- cells and border -------------------------------------------------------------------------------------------------


@cached_sprite
def empty_cell(size: int, theme: Theme) -> Image.Image:
    """A cell in which tiles may lie."""
    pen = Pen((size, size), 4)
    inset = 0.03 * size
    box, opaque = (inset, inset, size - inset, size - inset), round(62 * (1 - theme.dims))
    pen.plate(box, 0.1 * size, (*mix(EARTH[0], RIM, 0.9), opaque))
    pen.plate(box, 0.1 * size, None, (*mix(EARTH[0], RIM, 0.75),), 1.3)
    return pen.reduce()


@cached_sprite
def outer_cell(size: int) -> Image.Image:
    """A cell outside the area: only a dot in its middle."""
    pen = Pen((size, size), 4)
    pen.disc((size / 2, size / 2), 0.035 * size, (*RIM, 90))
    sprite = pen.reduce()
    margin = size // 2 - ceil(0.035 * size) - 2  # as much on both sides, so that it has the same middle
    return sprite.crop((margin, margin, size - margin, size - margin))


@cached_sprite
def field(
    arrangement: Arrangement, corner: tuple[int, int], size: int, columns: int, rows: int, theme: Theme
) -> Image.Image:
    """The ground below these cells as if tiles may lie in all of them: copying a part of it is faster than blending."""
    picture, cell = table(arrangement, theme).image, empty_cell(size, theme)
    for row in range(rows):
        for column in range(columns):
            picture.paste(cell, (corner[0] + column * size, corner[1] + row * size), cell)
    return picture.crop((*corner, corner[0] + columns * size, corner[1] + rows * size))


SHADOW = 7  # how far the shadows of tiles reach


@cached_sprite
def shadow(size: int, below: bool) -> Image.Image:
    """The shadow that a tile casts on the ground below it or to its right, as the light comes from the upper left."""
    fade = Image.linear_gradient("L").resize((size, SHADOW)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    strip = Image.new("RGBA", fade.size, (0, 0, 0, 0))
    strip.putalpha(fade.point(lambda value: value * 110 // 255))
    return strip if below else strip.transpose(Image.Transpose.TRANSPOSE)


CORNER = 26  # radius of the corners of the ground
BORDER = 7.0  # width of the border's sprites; the line itself is thinner


@cached_sprite
def border_piece(size: int, upright: bool, solid: bool) -> Image.Image:
    """The border along one edge of a cell: a line once it is decided there, dashes as long as it may still move."""
    pen = Pen((BORDER, size + 2) if upright else (size + 2, BORDER), 4)

    def plate(low: float, high: float, margin: float, radius: float, hue: Colour) -> None:
        box = (margin, low, BORDER - margin, high) if upright else (low, margin, high, BORDER - margin)
        pen.plate(box, radius, hue)

    if solid:
        plate(0, size + 2, 1.2, 0, mix(EARTH[1], BLACK, 0.4))
        plate(0, size + 2, 2, 0, BONE)
    else:
        for dash in range(4):
            plate(1 + (dash + 0.22) * size / 4, 1 + (dash + 0.78) * size / 4, 2.2, 1.2, mix(RIM, BONE, 0.42))
    return pen.reduce()
