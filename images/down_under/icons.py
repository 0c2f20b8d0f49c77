"""Icons of Down Under: each kind of tile in each colour, in each position."""

from functools import partial

from PIL import Image

from bot.rules.down_under.tiles import COLOURS, FACINGS, GREY, SHAPES, Tile, TileKind
from images.canvas.icons import SIDE, Icons, in_square
from images.canvas.palette import NIGHT, colour
from images.canvas.signs import Sign
from images.down_under.tiles import tile_sprite


def icon_of(kind: str, facing: str, colour: int) -> str:
    """The name of a tile's icon. Empty for billabongs and tiles of no seat, which have none."""
    return f"{kind}_{facing.lower()}_{COLOURS[colour]}" if kind in FACINGS and colour < len(COLOURS) else ""


def _tile(kind: TileKind, facing: str, colour: int, size: int) -> Image.Image:
    pieces = SHAPES[kind, facing]
    owners = tuple(colour if piece.kind == "coloured" else GREY for piece in pieces)
    return tile_sprite(Tile(kind, facing, colour), owners, size, NIGHT)


def _draw(kind: TileKind, facing: str, colour: int) -> Image.Image:
    return in_square(_tile(kind, facing, colour, SIDE))


_KINDS: tuple[TileKind, ...] = ("straight", "curve", "terminal")

ICONS: Icons = {
    icon_of(kind, facing, colour): partial(_draw, kind, facing, colour)
    for kind in _KINDS
    for facing in FACINGS[kind]
    for colour in range(len(COLOURS))
}

SIGN = Sign(colour("#E0873C"), lambda size: _tile("straight", "NS", 0, size))
