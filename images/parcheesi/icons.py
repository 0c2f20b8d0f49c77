"""Icons of Parcheesi: pawns and dice."""

from functools import partial

from PIL import Image

from bot.rules.parcheesi.board import COLOURS
from images.canvas.icons import SIDE, Icons, in_square
from images.canvas.palette import NIGHT, colour
from images.canvas.signs import Sign
from images.motion.dice import die
from images.parcheesi.pieces import pawn


def pawn_icon(colour: str) -> str:
    """The name of a pawn's icon."""
    return f"pawn_{colour}"


def die_icon(value: int) -> str:
    """The name of a die's icon, 1 to 6."""
    return f"die_{value}"


def _pawn(colour: str) -> Image.Image:
    return in_square(pawn(colour, SIDE, NIGHT))


def _die(value: int) -> Image.Image:
    return in_square(die(value, SIDE, "open", NIGHT))


ICONS: Icons = {
    **{pawn_icon(colour.name): partial(_pawn, colour.name) for colour in COLOURS[4]},
    **{die_icon(value): partial(_die, value) for value in range(1, 7)},
}

SIGN = Sign(colour("#D8443A"), lambda size: pawn("red", size, NIGHT))
