"""Components and geometry: squares, tiles and dials, colours with their bases and home tiles, clusters.

Squares are numbered 0 to 35 inside the engine, in alphabetical order: six times the column plus the row. A grid is 36
bytes, one letter for each square in that order, so `cells[row::6]` is a row of the position document.

Speed: a set of squares, such as the occupied ones, is also stored as a number with a bit for each square, a1 the
highest, so that a row of zeros and ones reads as a number.
"""

from collections.abc import Sequence
from typing import NamedTuple

# ------------------------------------------------------------------------------------------------- squares and tiles

COLUMNS = "abcdef"
SIDE = 6  # squares of a column or a row
SQUARES = tuple(f"{column}{row}" for column in COLUMNS for row in range(1, SIDE + 1))
SQUARE_NUMBERS = {text: square for square, text in enumerate(SQUARES)}
BIT = tuple(1 << len(SQUARES) - 1 - square for square in range(len(SQUARES)))

TILES = {
    "NW": ("a6", "b6", "b5", "a5"),
    "N": ("c6", "d6", "d5", "c5"),
    "NE": ("e6", "f6", "f5", "e5"),
    "W": ("a4", "b4", "b3", "a3"),
    "C": ("c4", "d4", "d3", "c3"),
    "E": ("e4", "f4", "f3", "e3"),
    "SW": ("a2", "b2", "b1", "a1"),
    "S": ("c2", "d2", "d1", "c1"),
    "SE": ("e2", "f2", "f1", "e1"),
}
"""The squares of each tile, clockwise from the top left one."""

DIALS = ("N", "E", "S", "W", "C")  # the tiles that can be turned
TILE_SQUARES = {tile: tuple(SQUARE_NUMBERS[square] for square in squares) for tile, squares in TILES.items()}
TILE_MASKS = {tile: sum(BIT[square] for square in squares) for tile, squares in TILE_SQUARES.items()}
TILE_AT = tuple(next(tile for tile in TILES if text in TILES[tile]) for text in SQUARES)
"""The tile of each square."""

_MASKS = tuple(TILE_MASKS.values())


def beyond(square: int, columns: int, rows: int) -> int | None:
    """The square this many columns to the right and rows up; None beyond the edge of the grid."""
    column, row = square // SIDE + columns, square % SIDE + rows
    return column * SIDE + row if 0 <= column < SIDE and 0 <= row < SIDE else None


DIRECTIONS = ((-1, 0), (0, -1), (0, 1), (1, 0))  # as (columns, rows); in the order of the squares they lead to
ADJACENT = tuple(
    tuple(other for other in (beyond(square, *direction) for direction in DIRECTIONS) if other is not None)
    for square in range(len(SQUARES))
)
"""The squares that share a side with each square, ascending."""


# ------------------------------------------------------------------------------------------------- colours and bases


class Colour(NamedTuple):
    """One of the four colours; `entrances` are its outer squares, each with the inner square behind it."""

    name: str
    home: str
    entrances: tuple[tuple[int, int], ...]


def _colour(name: str, home: str, *entrances: str) -> Colour:
    return Colour(name, home, tuple((SQUARE_NUMBERS[pair[:2]], SQUARE_NUMBERS[pair[2:]]) for pair in entrances))


LETTERS = "BRYG"
COUNTERS = 6  # of each colour
SEATS = 4
EMPTY = ord(".")
COLOURS = {
    ord("B"): _colour("blue", "N", "c6c5", "d6d5"),
    ord("R"): _colour("red", "E", "f3e3", "f4e4"),
    ord("Y"): _colour("yellow", "S", "c1c2", "d1d2"),
    ord("G"): _colour("green", "W", "a3b3", "a4b4"),
}
"""Each colour by the byte for it in a grid."""

LETTER_OF = {colour.name: letter for letter, colour in COLOURS.items()}

EMPTY_GRID = bytes((EMPTY,)) * len(SQUARES)

# ------------------------------------------------------------------------------------------- counters on the grid


def grid(rows: Sequence[str]) -> bytes:
    """The grid of these rows, row 6 first, as the position document has them."""
    return "".join(map("".join, zip(*reversed(rows), strict=True))).encode("ascii")


_OCCUPIED = bytes(ord("0" if letter == EMPTY else "1") for letter in range(256))
_OF = {colour: bytes(ord("1" if letter == colour else "0") for letter in range(256)) for colour in COLOURS}


def occupied_squares(cells: bytes) -> int:
    """The squares with a counter."""
    return int(cells.translate(_OCCUPIED), 2)


def squares_of(cells: bytes, colour: int) -> int:
    """The squares with a counter of one colour."""
    return int(cells.translate(_OF[colour]), 2)


def full_tiles(taken: int) -> list[int]:
    """The masks of the tiles whose squares are all among these."""
    return [mask for mask in _MASKS if taken & mask == mask]


def full_tile_names(cells: bytes) -> list[str]:
    """The full tiles of a grid by name, in the order of `TILES`."""
    taken = occupied_squares(cells)
    return [tile for tile, mask in TILE_MASKS.items() if taken & mask == mask]


def last_holes(taken: int) -> int:
    """The squares that would each fill a tile: the only empty ones in theirs."""
    holes = 0
    for mask in _MASKS:
        missing = mask & ~taken
        if missing and not missing & missing - 1:
            holes |= missing
    return holes


def in_tile(cells: bytes, tile: str, colour: int) -> list[int]:
    """The squares of a tile with a counter of this colour, ascending."""
    return sorted(square for square in TILE_SQUARES[tile] if cells[square] == colour)


# --------------------------------------------------------------------------------------------------------- clusters

_LOWEST_ROW = sum(BIT[0::SIDE])
_HIGHEST_ROW = sum(BIT[SIDE - 1 :: SIDE])


def with_neighbours(squares: int) -> int:
    """These squares and all adjacent ones, in bits that may lie beyond the grid."""
    # A column to the left is six bits up, a row down is one bit up; the caller masks out what leaves the grid.
    return squares | squares << SIDE | squares >> SIDE | (squares & ~_LOWEST_ROW) << 1 | (squares & ~_HIGHEST_ROW) >> 1


def largest_group(squares: int) -> int:
    """The largest orthogonally connected group of these squares; of several, the one with the first square."""
    largest = most = 0
    while squares:
        group, grown = 0, squares & -squares
        while grown != group:
            group, grown = grown, squares & with_neighbours(grown)
        size = group.bit_count()
        if size > most or (size == most and group > largest):
            largest, most = group, size
        squares ^= group
    return largest


def cluster(cells: bytes, colour: int) -> int:
    """Section 6: the largest connected group of a colour; counters on its own home tile neither count nor connect."""
    return largest_group(squares_of(cells, colour) & ~TILE_MASKS[COLOURS[colour].home])


def largest_cluster(cells: bytes, colour: int) -> int:
    """The number of counters in a colour's cluster."""
    return cluster(cells, colour).bit_count()


def has_winning_cluster(cells: bytes, colour: int) -> bool:
    """Section 6: all six on the grid, connected, and none on the colour's own home tile."""
    return cells.count(colour) == COUNTERS and largest_cluster(cells, colour) == COUNTERS
