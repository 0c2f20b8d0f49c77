"""Icons of Cirondo: each kind of stellar in each colour."""

from functools import partial

from PIL import Image

from bot.rules.cirondo.board import table_for
from images.canvas.icons import SIDE, Icons, in_square
from images.canvas.palette import NIGHT, colour
from images.canvas.signs import Sign
from images.cirondo.pieces import piece

_KINDS = {"planets": "planet", "moons": "moon", "solars": "solar"}


def icon_of(kind: str, colour: str) -> str:
    """The name of a stellar's icon."""
    return f"{_KINDS[kind]}_{colour}"


def _draw(kind: str, colour: str) -> Image.Image:
    return in_square(piece(kind, colour, SIDE, NIGHT))


ICONS: Icons = {
    icon_of(kind, colour): partial(_draw, kind, colour) for kind in _KINDS for colour in table_for(4, False).colours
}

SIGN = Sign(colour("#5B4BD6"), lambda size: piece("planets", "gold", size, NIGHT))
