"""Signs: what stands for a game where there is little room, one piece on a ground of the game's own hue."""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from images.canvas.canvas import Pen, cached_sprite, lit
from images.canvas.palette import BLACK, WHITE, Colour, Theme, mix

CORNER, EDGE = 0.2, 0.035  # radius of the corners and width of the line around the ground, in shares of its side
RIM = 0.09  # width of such a line in a seat's colour
PIECE = 0.74  # side of the piece


@dataclass(frozen=True, slots=True)
class Sign:
    """A game's `hue`, and what draws its piece, about as large as this number of pixels."""

    hue: Colour
    piece: Callable[[int], Image.Image]


@cached_sprite
def sign_sprite(sign: Sign, side: int, theme: Theme, rim: Colour | None = None) -> Image.Image:
    """The sign of a game as a square of this side, with a `rim` in a seat's colour if given; its corners are clear."""
    ground, edge = Pen((side, side), 4), Pen((side, side), 4)
    ground.plate((0, 0, side, side), side * CORNER, WHITE)
    light, dark = mix(sign.hue, theme.void, 0.3), mix(sign.hue, BLACK, 0.74)
    whole = lit(ground.reduce().getchannel("A"), light, dark)
    line, width = (rim, RIM) if rim else (mix(sign.hue, WHITE, 0.25), EDGE)
    edge.plate((0, 0, side, side), side * CORNER, None, line, side * width)
    whole.alpha_composite(edge.reduce())
    piece = sign.piece(round(side * PIECE))
    piece = piece.crop(piece.getbbox())
    share = side * PIECE / max(piece.size)
    size = round(piece.width * share), round(piece.height * share)
    at = (side - size[0]) // 2, (side - size[1]) // 2
    whole.alpha_composite(piece.resize(size, Image.Resampling.LANCZOS), at)
    return whole
