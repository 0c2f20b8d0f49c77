"""A burst for whoever has won: rays and stars, always the same."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf, pi
from random import Random

from PIL import Image, ImageChops, ImageFilter

from images.canvas.boards import board_mask
from images.canvas.canvas import WIDTH, Area, Canvas, Pen, Point, cached_sprite, polar, star
from images.canvas.palette import Colour, Theme, mix

_RAYS, _STARS = 36, 54
_BURST = 250  # pixels that the rays reach from their middle
_FADES = 34  # pixels over which they fade out at the picture's edge
_FRAME = 9  # pixels of the frame
_LARGEST, _SMALLEST = 20.0, 5.0  # reach of the stars that fly
_BESIDE_BOARD = 2.0  # pixels around a board that rays leave free
_BESIDE_TEXT = 8  # pixels from a star to letters, of which it would seem to be a part
_FARTHEST = 1.1  # how far they fly at most, in shares of the rays' length


@cached_sprite
def _burst(hues: tuple[Colour, ...], theme: Theme) -> Image.Image:
    """Rays in these colours that grow faint."""
    pen = Pen((2 * _BURST, 2 * _BURST), 2)
    for ray in range(_RAYS):
        turn, half = ray * 2 * pi / _RAYS, pi / _RAYS * (0.5 if ray % 2 else 0.32)
        reach = _BURST * (0.98 if ray % 2 else 0.86)
        ends = [polar((_BURST, _BURST), reach, turn + side) for side in (-half, half)]
        pen.polygon([(_BURST, _BURST), *ends], _paints(hues, theme)[ray % (len(hues) + 1)])
    soft = Image.radial_gradient("L").resize(pen.image.size).point(lambda value: max(0, round(110 * (1 - value / 178))))
    pen.image.putalpha(ImageChops.multiply(pen.mask, soft))
    return pen.reduce()


def _paints(hues: tuple[Colour, ...], theme: Theme) -> list[Colour]:
    """The colours of rays and stars."""
    return [*(mix(hue, theme.ink, 0.25) for hue in hues), theme.last]


@cached_sprite
def _star(reach: float, hue: Colour) -> Image.Image:
    pen = Pen((2 * reach, 2 * reach), 4)
    pen.polygon(star((reach, reach), reach, reach * 0.3, 4), hue)
    return pen.reduce()


@cached_sprite
def _inside(size: tuple[int, int], open_below: bool) -> Image.Image:
    """The inside of a picture's frame, with soft edges; or of the part of it above a floor."""
    mask = Image.new("L", size)
    bottom = size[1] if open_below else size[1] - _FADES // 2
    mask.paste(255, (_FRAME + _FADES // 2, _FRAME + _FADES // 2, size[0] - _FRAME, bottom))
    return mask.filter(ImageFilter.BoxBlur(_FADES / 2))


def _grown(box: Area, by: float) -> Area:
    return replace(box, left=box.left - by, top=box.top - by, right=box.right + by, bottom=box.bottom + by)


def draw_rays(canvas: Canvas, at: Point, hues: tuple[Colour, ...], theme: Theme, floor: float = inf) -> None:
    """Rays from this point in these colours; they fade out before the frame, and before the `floor` below them.

    With a floor they shine behind the board.
    """
    burst = _burst(hues, theme)
    left, top = round(at[0] - _BURST), round(at[1] - _BURST)
    wide, tall = canvas.image.width, round(min(canvas.image.height, floor))
    box = max(0, left), max(0, top), min(wide, left + burst.width), min(tall, top + burst.height)
    seen = burst.crop((box[0] - left, box[1] - top, box[2] - left, box[3] - top))
    mask = seen.getchannel("A")
    if min(*box[:2], wide - box[2], tall - box[3]) < _FRAME + _FADES:
        mask = ImageChops.multiply(mask, _inside((wide, tall), tall == canvas.image.height).crop(box))
    if floor < inf:
        mask = ImageChops.subtract(mask, board_mask(canvas, _BESIDE_BOARD).crop(box))
    canvas.image.paste(seen, box, mask)


def draw_stars(
    canvas: Canvas, at: Point, hues: tuple[Colour, ...], kept: Sequence[Area], theme: Theme, floor: float = inf
) -> None:
    """Stars around this point in these colours, in a flat cloud if there is a `floor` below them.

    They touch neither words nor pieces nor the frame nor `kept`.
    """
    picks, paints = Random(_STARS), _paints(hues, theme)  # noqa: S311  # always the same stars
    reach = _BURST * _FARTHEST + _LARGEST
    around = Area("panel", "burst", at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach)
    taken = [*kept, *(box for box in canvas.boxes if box.kind == "piece" and box.overlaps(around))]
    taken += [_grown(box, _BESIDE_TEXT) for box in canvas.boxes if box.kind == "text" and box.overlaps(around)]
    tall, flat = min(canvas.image.height, floor), min(1.0, (floor - at[1]) / (_BURST * _FARTHEST))
    for number in range(_STARS):
        turn = (number + picks.random()) * 2 * pi / _STARS
        reach = round(_SMALLEST + (_LARGEST - _SMALLEST) * picks.random() ** 2)
        x, y = polar(at, _BURST * picks.uniform(0.3, _FARTHEST), turn)
        y = at[1] + (y - at[1]) * flat
        box = Area("mark", "star", x - reach, y - reach, x + reach, y + reach)
        inside = min(box.left, box.top, WIDTH - box.right, tall - box.bottom) > _FRAME + 3
        if inside and not any(box.overlaps(other) for other in taken):
            canvas.paste(_star(reach, paints[number % len(paints)]), (x, y), remember=False)
