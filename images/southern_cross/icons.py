"""Icons of Southern Cross: the counters."""

from functools import partial

from PIL import Image

from bot.rules.southern_cross.board import LETTER_OF
from images.canvas.icons import SIDE, Icons, in_square
from images.canvas.palette import NIGHT, colour
from images.canvas.signs import Sign
from images.southern_cross.pieces import counter


def icon_of(colour: str) -> str:
    """The name of a counter's icon."""
    return f"counter_{colour}"


def _draw(colour: str) -> Image.Image:
    return in_square(counter(colour, SIDE, NIGHT))


ICONS: Icons = {icon_of(colour): partial(_draw, colour) for colour in LETTER_OF}

SIGN = Sign(colour("#1F7FD8"), lambda size: counter("yellow", size, NIGHT))
