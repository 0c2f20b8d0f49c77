"""The ground without anything on it: night sky, red earth, the picture's frame; and what shows where tiles may go."""

from collections.abc import Callable
from functools import partial

from PIL import Image, ImageChops, ImageFilter

from images.canvas import LAYERS, SPRITES, WIDTH, Canvas, Pen, shaded, sky
from images.down_under.geometry import TOP, Arrangement
from images.palette import Colour, Theme, colour, mixed

EARTH = colour("#6A3620"), colour("#351A12")
"""Red earth in the light and at its edge."""

RIM = colour("#A8643A")
BONE = colour("#F3E3C3")
"""The border of the area."""

_FINE = 2  # times the size at which the ground is drawn
_FRAME = 26  # width of the strips that hold the picture's frame


def sprite(
    key: tuple[object, ...], size: tuple[float, float], draw_: Callable[[Pen], None], fine: int = 4
) -> Image.Image:
    """A small drawing, made once and kept."""

    def drawn() -> Image.Image:
        pen = Pen(size, fine)
        draw_(pen)
        return pen.reduced()

    return SPRITES.get(("down_under", *key), drawn)


def _grains(seed: int, count: int) -> list[float]:
    """Numbers from 0 to 1 that look like luck and are always the same."""
    found = []
    for _ in range(count):
        seed = seed * 48271 % 2147483647
        found.append(seed / 2147483647)
    return found


def _earth(pen: Pen, arrangement: Arrangement, theme: Theme) -> None:
    left, top, right, bottom = arrangement.ground
    size = round((right - left) * _FINE), round((bottom - top) * _FINE)
    side = max(size)
    light = shaded(*EARTH, side // 4, (0.5, 0.42), 0.78).resize(size, Image.Resampling.BILINEAR)
    # Soft dunes: broad light bands that waver.
    grain = Image.new("L", (5, 14))
    grain.putdata([round(255 * value) for value in _grains(1788, 70)])
    dunes = grain.resize(size, Image.Resampling.BICUBIC).point(lambda value: value // 6)
    light = Image.composite(Image.new("RGB", size, mixed(EARTH[0], RIM, 0.55)), light, dunes)
    mask = Pen((right - left, bottom - top), _FINE)
    mask.plate((0, 0, *mask.size), 26, (255, 255, 255))
    shade = Pen((WIDTH, arrangement.height), 1)
    shade.plate(arrangement.ground, 26, (255, 255, 255))
    dark = shade.image.getchannel("A").filter(ImageFilter.GaussianBlur(8)).point(lambda value: value * 7 // 10)
    pen.image.paste(Image.new("RGB", pen.image.size, theme.void), (0, 0), dark.resize(pen.image.size))
    at = round(left * _FINE), round(top * _FINE)
    pen.image.paste(light, at, ImageChops.lighter(mask.image.getchannel("A"), Image.new("L", size, 0)))
    pen.plate(arrangement.ground, 26, None, RIM, 2.2)
    pen.plate((left + 6, top + 6, right - 6, bottom - 6), 21, None, mixed(EARTH[1], RIM, 0.35), 1.4)


def _table(arrangement: Arrangement, theme: Theme) -> Image.Image:
    size = (WIDTH, arrangement.height)
    panels = arrangement.panels

    def starless(x: float, y: float) -> bool:
        """Where no star may shine, as it would look like part of a text."""
        return y < TOP or (panels[0] < x < panels[2] and panels[1] < y < panels[3])

    pen = Pen(size, _FINE, "RGB")
    pen.image.paste(sky(size, _FINE, theme, starless))
    _earth(pen, arrangement, theme)
    return pen.reduced()


def table(arrangement: Arrangement, theme: Theme) -> Canvas:
    """A fresh canvas with the bare ground on it."""
    return Canvas(LAYERS.get(("down_under", arrangement, theme), lambda: _table(arrangement, theme)))


def frame(canvas: Canvas, hues: tuple[Colour, ...], theme: Theme) -> None:
    """The frame round the picture, in the colours of the seat to move or of all who won, or in none."""
    paint = hues or (theme.line,)
    wide, tall = canvas.image.size

    def strip(side: int) -> Image.Image:
        pen = Pen((wide, tall), 2)
        share = wide / len(paint)
        for part, hue in enumerate(paint):
            whole = Pen((wide, tall), 2)
            whole.plate((4, 4, wide - 4, tall - 4), 22, None, hue, 5)
            left, right = round(part * share) * 2, round((part + 1) * share) * 2
            pen.image.paste(whole.image.crop((left, 0, right, tall * 2)), (left, 0))
        boxes = (
            (0, 0, wide, _FRAME),
            (0, tall - _FRAME, wide, tall),
            (0, _FRAME, _FRAME, tall - _FRAME),
            (wide - _FRAME, _FRAME, wide, tall - _FRAME),
        )
        return pen.reduced().crop(boxes[side])

    for side, at in enumerate(((0, 0), (0, tall - _FRAME), (0, _FRAME), (wide - _FRAME, _FRAME))):
        strips = SPRITES.get(("down_under", "frame", tall, paint, side), partial(strip, side))
        canvas.image.paste(strips, at, strips)


# --- cells and border -------------------------------------------------------------------------------------------------


def empty_cell(size: int) -> Image.Image:
    """A cell in which tiles may lie."""

    def drawn(pen: Pen) -> None:
        inset = 0.03 * size
        pen.plate((inset, inset, size - inset, size - inset), 0.1 * size, (*mixed(EARTH[0], RIM, 0.9), 62))
        pen.plate((inset, inset, size - inset, size - inset), 0.1 * size, None, (*mixed(EARTH[0], RIM, 0.75),), 1.3)

    return sprite(("empty", size), (size, size), drawn)


def outer_cell(size: int) -> Image.Image:
    """A cell outside the area: only a dot in its middle."""

    def drawn(pen: Pen) -> None:
        pen.disc((size / 2, size / 2), 0.035 * size, (*RIM, 90))

    return sprite(("outer", size), (size, size), drawn)


BORDER = 7.0  # width of the border's sprites; the line itself is thinner


def border_piece(size: int, upright: bool, solid: bool) -> Image.Image:
    """The border along one edge of a cell: a line once it is decided there, dashes as long as it may still move."""
    wide, tall = (BORDER, size + 2.0) if upright else (size + 2.0, BORDER)

    def drawn(pen: Pen) -> None:
        if solid:
            box = (1.2, 0.0, 5.8, tall) if upright else (0.0, 1.2, wide, 5.8)
            pen.plate(box, 0, mixed(EARTH[1], (0, 0, 0), 0.4))
            box = (2.0, 0.0, 5.0, tall) if upright else (0.0, 2.0, wide, 5.0)
            pen.plate(box, 0, BONE)
            return
        dashes = 4
        step = size / dashes
        for number in range(dashes):
            low, high = 1 + (number + 0.22) * step, 1 + (number + 0.78) * step
            pen.plate((2.2, low, 4.8, high) if upright else (low, 2.2, high, 4.8), 1.2, mixed(RIM, BONE, 0.42))

    return sprite(("border", size, upright, solid), (wide, tall), drawn)
