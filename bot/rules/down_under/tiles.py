"""Components and geometry: cells, edges, the pieces of every tile, colours, animals, and moves.

Edges are the numbers 0 to 3 for N, E, S and W inside the engine, so that `edge ^ 2` is opposite. A billabong is stored
as a `Tile` of its own kind whose `facing` holds its joins, separated by blanks: "" for none, "EW", "NE SW".
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""(x, y): x grows to the right, y upwards."""

Edge: TypeAlias = int

Port: TypeAlias = tuple[Cell, Edge]
"""An empty cell and the edge by which a path leads into it."""

EDGES = "NESW"
STEPS: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
STOP = -1  # in place of an edge: the piece ends inside the tile


def beyond(cell: Cell, edge: Edge) -> Cell:
    """The cell across an edge."""
    dx, dy = STEPS[edge]
    return cell[0] + dx, cell[1] + dy


def rows_first(cell: Cell) -> tuple[int, int]:
    """The order of cells everywhere: lowest y first, then lowest x."""
    return cell[1], cell[0]


# ---------------------------------------------------------------------------------------------------------- colours

COLOURS = ("yellow", "blue", "red", "green")
NEUTRAL = 4  # the colour of tiles laid before the match, which belong to nobody
GREY = 5  # no colour: anyone may use it

# ------------------------------------------------------------------------------------------------------------ tiles

TileKind = Literal["straight", "curve", "terminal", "billabong"]

FACINGS: Mapping[str, tuple[str, ...]] = {
    "straight": ("NS", "EW"),
    "curve": ("NE", "SE", "SW", "NW"),
    "terminal": ("N", "E", "S", "W"),
}
PAIRS = ("NS", "EW", "NE", "SE", "SW", "NW")
JOINS = ("", *PAIRS, "NE SW", "NW SE")
"""What a billabong can join; the other edges are stubs."""

PATH_TILES: Mapping[str, int] = {"straight": 7, "curve": 9, "terminal": 2}  # of each colour
BILLABONGS = 4

ANIMALS = ("kangaroo", "emu", "platypus", "rabbit", "dingo")
ANIMAL_TILES: Mapping[str, Mapping[str, int]] = {
    "straight": {"kangaroo": 2, "emu": 2, "platypus": 1, "rabbit": 2},
    "curve": {"kangaroo": 2, "emu": 2, "platypus": 2, "rabbit": 2, "dingo": 1},
}
"""How many tiles of each shape carry an animal, in the order in which animals are always listed."""


class Tile(NamedTuple):
    """A tile or a billabong as it lies on the table: `colour` is 0..3, NEUTRAL, or GREY for a billabong."""

    kind: TileKind
    facing: str
    colour: int
    animal: str | None = None


def billabong(joins: str) -> Tile:
    return Tile("billabong", joins, GREY)


PieceKind = Literal["coloured", "grey", "half_grey", "billabong", "stub"]


class TilePiece(NamedTuple):
    """One piece of a tile: the edges `one` and `other`, or STOP for `other` if it ends inside the tile."""

    one: Edge
    other: int
    kind: PieceKind


def pair_of(one: Edge, other: Edge) -> str:
    """Two edges as they are written: NS, EW, NE, SE, SW, NW."""
    letters = {EDGES[one], EDGES[other]}
    return next(pair for pair in PAIRS if set(pair) == letters)


def _edges(text: str) -> list[Edge]:
    return [EDGES.index(letter) for letter in text]


def _shapes(kind: str, facing: str) -> tuple[TilePiece, ...]:
    if kind == "billabong":
        pairs = [_edges(pair) for pair in facing.split()]
        loose = [edge for edge in range(4) if all(edge not in pair for pair in pairs)]
        return (
            *(TilePiece(one, other, "billabong") for one, other in pairs),
            *(TilePiece(edge, STOP, "stub") for edge in loose),
        )
    if kind == "terminal":
        (front,) = _edges(facing)
        left, right = sorted(((front + 1) % 4, (front + 3) % 4))
        return (
            TilePiece(front, STOP, "coloured"),
            TilePiece(front ^ 2, STOP, "half_grey"),
            TilePiece(left, right, "grey"),
        )
    one, other = _edges(facing)
    left, right = (edge for edge in range(4) if edge not in (one, other))
    return (TilePiece(one, other, "coloured"), TilePiece(left, right, "grey"))


SHAPES: Mapping[tuple[str, str], tuple[TilePiece, ...]] = {
    (kind, facing): _shapes(kind, facing)
    for kind, facings in (*FACINGS.items(), ("billabong", JOINS))
    for facing in facings
}
"""The pieces of a tile by its kind and facing; a coloured piece comes first."""

SHAPE_AT: Mapping[tuple[str, str], tuple[TilePiece, ...]] = {
    tile: tuple(next(shape for shape in shapes if edge in shape[:2]) for edge in range(4))
    for tile, shapes in SHAPES.items()
}
"""The piece at each edge N, E, S, W."""

COLOURED_EDGES: Mapping[tuple[str, str], tuple[Edge, ...]] = {
    (kind, facing): tuple(_edges(facing)) for kind, facings in FACINGS.items() for facing in facings
}

# ------------------------------------------------------------------------------------------------------------ moves

MoveKind = Literal["straight", "curve", "terminal", "rotate", "billabong", "decline"]


class Move(NamedTuple):
    """One decision.

    A placement (`kind` is the tile's) and a rotation have a cell, the tile's new facing, and a colour; the answer
    `billabong` has a cell, `decline` nothing.
    """

    kind: MoveKind
    cell: Cell | None = None
    facing: str = ""
    colour: int | None = None
    animal: str | None = None


DECLINE = Move("decline")
