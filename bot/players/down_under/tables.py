"""Down Under in numbers: tiles, their pieces, and what a path is worth.

- A *tile* is one number: its kind and facing, its colour and its animal; a billabong is numbered by its joins.
- A *size* counts the pieces of a path and its animals in one number, so that the sizes of two joined paths can simply
  be added: the pieces in the lowest `SIZE_BITS` bits, then the kangaroos, the emus and so on.
"""

from functools import cache
from itertools import product

from bot.rules.down_under.board import doubled_colours, is_crowded
from bot.rules.down_under.situation import RABBIT_POINTS, SET_OF_ANIMALS, SET_POINTS
from bot.rules.down_under.tiles import (
    ANIMALS,
    FACINGS,
    GREY,
    JOINS,
    NEUTRAL,
    SHAPES,
    Tile,
    billabong,
)

PLACED = tuple((kind, facing) for kind, facings in FACINGS.items() for facing in facings)
POSSIBLE_ANIMALS = (None, *ANIMALS)
TILES_OF_A_COLOUR = len(PLACED) * len(POSSIBLE_ANIMALS)

TILES: tuple[Tile, ...] = (
    *(
        Tile(kind, facing, colour, animal)  # type: ignore[arg-type]  # a kind is a key of FACINGS
        for colour in range(NEUTRAL + 1)
        for animal in POSSIBLE_ANIMALS
        for kind, facing in PLACED
    ),
    *(billabong(joins) for joins in JOINS),
)
"""Every tile by its number: grouped by colour, billabongs last."""

NUMBERS = {tile: number for number, tile in enumerate(TILES)}
POND_TILES = {tile.facing: number for tile, number in NUMBERS.items() if tile.kind == "billabong"}
EMPTY = -1  # instead of a tile's number

TILE_BITS = 10  # of a move, below its cell: a tile's number, and whether it is a rotation
ROTATION = 1 << (TILE_BITS - 1)
TILE_MASK = ROTATION - 1

OPEN_INSIDE = 3.0  # points for an open end that leads into a cell of the area
OPEN_OUTSIDE = 0.3  # if only a terminal may follow
NO_DINGO = 2.0  # points lost until the dingo tile is laid
ENDLESS = 1.0  # points for a route that must be opened again

SIZE_BITS = 10  # for each number in a size; no path has a thousand pieces
COUNTED = (1 << SIZE_BITS) - 1

Shape = tuple[int, int, int, int]
"""A piece: the edges that it joins (or STOP for the second), its own colour or GREY, its size."""


def _pieces(tile: Tile) -> tuple[Shape, ...]:
    animal = 1 << SIZE_BITS * (1 + ANIMALS.index(tile.animal)) if tile.animal else 0
    return tuple(
        (one, other, tile.colour if kind == "coloured" else GREY, 1 + (animal if kind == "grey" else 0))
        for one, other, kind in SHAPES[tile.kind, tile.facing]
    )


PIECES = tuple(_pieces(tile) for tile in TILES)
"""The pieces of each tile; the coloured one comes first."""

PLACES = tuple((kind, animal) for kind in FACINGS for animal in POSSIBLE_ANIMALS)
"""The places of a hand: one for each kind of tile with each animal, or without."""

HAND = len(PLACES)
HAND_PLACES = tuple(0 if tile.kind == "billabong" else PLACES.index((tile.kind, tile.animal)) for tile in TILES)
"""The place of each tile in a hand."""

BOXED = frozenset(number for number, tile in enumerate(TILES) if tile.kind != "terminal" and tile.colour != NEUTRAL)
"""The tiles that determine the extent of the area."""

CURVES = sum(1 << place for place, (kind, _) in enumerate(PLACES) if kind == "curve")
DINGO = 1 << PLACES.index(("curve", "dingo"))

MEETINGS = frozenset(
    codes for codes in product(range(GREY + 1), repeat=4) if is_crowded(codes) or doubled_colours(codes)
)
"""The colours that lead into a cell by its edges N, E, S, W where a billabong may be required."""


@cache
def score_of(size: int) -> int:
    """The score of a route of this size if animals count."""
    pieces = size & COUNTED
    animals = {animal: size >> SIZE_BITS * (1 + number) & COUNTED for number, animal in enumerate(ANIMALS)}
    sets = min(animals[animal] for animal in SET_OF_ANIMALS)
    plague = 0 if animals["dingo"] else animals["rabbit"]
    return pieces + SET_POINTS * sets - RABBIT_POINTS * plague
