"""What shows where routes lead: arrows into cells, and the names of these cells."""

from collections.abc import Container, Sequence
from itertools import product
from math import ceil

from PIL import Image

from bot.rules.down_under.tiles import Edge
from images.canvas.canvas import NARROWEST, SMALLEST_TEXT, Canvas, Pen, Point, cached_sprite, text_box
from images.canvas.palette import Colour
from images.down_under.geometry import Scene
from images.down_under.tiles import BARK, OUTWARDS, PAPER

ARROW = 0.19  # how far the arrow of an open end reaches into the next cell
WIDTHS = (1.0, 0.88, NARROWEST)  # of the letters that name a cell which a route leads into
MARGIN, BEYOND = 3.0, -7.0  # pixels from such a name to the edges of its cell, and to those where nothing is beyond


@cached_sprite
def arrow_into(size: int, edge: Edge, hue: Colour) -> Image.Image:
    """An arrow from an edge into a cell of this size."""
    wide, deep = 0.40 * size, ARROW * size
    pen = Pen((ceil(wide + 14), ceil(wide + 14)), 4)
    side, (dx, dy) = pen.size[0] / 2, OUTWARDS[edge]

    def point(along: float, beside: float) -> Point:
        """A point on the way from the edge to the tip, and beside it."""
        along -= deep / 2
        return side - dx * along - dy * beside, side - dy * along + dx * beside

    for more, fill in ((5.0, BARK), (3.2, PAPER), (0.0, hue)):
        foot = [point(0, -wide / 2 - more), point(0, wide / 2 + more), point(deep * 0.36, wide / 2 + more)]
        pen.polygon([*foot, point(deep + more * 1.2, 0), point(deep * 0.36, -wide / 2 - more)], fill)
    return pen.reduce()


def name_cell(
    canvas: Canvas, scene: Scene, at: Point, label: str, edges: Sequence[Edge], hue: Colour, free: Container[Edge] = ()
) -> None:
    """The name of a cell between the arrows that lead into it, if there is room; over `free` edges it may reach out."""
    size = scene.size
    deep, half, side = ARROW * size + 6.5, size / 2, 0.2 * size + 7
    box = text_box(label, SMALLEST_TEXT, "Bold", "mm")
    above = (-1, 1) if 1 in edges or 3 in edges else ()  # over or under arrows from the sides
    tries = [(MARGIN, width, sign) for width, sign in product(WIDTHS, (0, *above))]
    tries += [(BEYOND, width, sign) for sign, width in product((0, *above), WIDTHS)]
    for beyond, width, sign in tries:
        open_ = [beyond if edge in free else MARGIN for edge in range(4)]
        top, right, bottom, left = (deep if edge in edges else open_[edge] for edge in range(4))
        wide, tall = (box[2] - box[0]) / 2 * width, (box[3] - box[1]) / 2
        x, y = (0.0, sign * (side + tall)) if sign else ((left - right) / 2, (top - bottom) / 2)
        level = abs(y) < side + tall  # beside the arrows from the left and the right
        upright = abs(x) < side + wide
        if (
            x - wide >= -half + (left if level else open_[3])
            and x + wide <= half - (right if level else open_[1])
            and y - tall >= -half + (top if upright else open_[0])
            and y + tall <= half - (bottom if upright else open_[2])
        ):
            canvas.text((at[0] + x, at[1] + y), label, SMALLEST_TEXT, hue, "Bold", "mm", width)
            return
