"""The tiles on the table and the paths they form.

Speed: a path is a line, so all that matters for what comes next is where its ends lead and which colour it has.
`fronts` stores that for every empty cell that a path leads into. A new tile only joins the ends at its own cell and
updates the far ends of the paths it has joined; laying a tile never walks along a path. Only counting a route does
(`route_of`), and a rotation, which splits paths: after one, the table is rebuilt.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from bot.rules.down_under.options import Table
from bot.rules.down_under.tiles import (
    ANIMAL_TILES,
    BILLABONGS,
    GREY,
    NEUTRAL,
    PATH_TILES,
    SHAPE_AT,
    SHAPES,
    STOP,
    Cell,
    Edge,
    PieceKind,
    Port,
    Tile,
    TilePiece,
    beyond,
    rows_first,
)

End: TypeAlias = tuple[int, Port | None]
"""An end of a path that leads into an empty cell: the path's colour, and its other end if that is open as well."""

Front: TypeAlias = tuple[End | None, ...]
"""The ends that lead into an empty cell by its edges N, E, S, W."""

NOTHING: Front = (None,) * 4

Hand: TypeAlias = Mapping[str, Mapping[str | None, int]]
"""The tiles a colour has left: for each kind, the number with each animal (None is none), without zeros."""

Codes: TypeAlias = tuple[int, int, int, int]


class Box(NamedTuple):
    """A rectangle of cells, all four included."""

    left: int
    bottom: int
    right: int
    top: int

    @property
    def columns(self) -> int:
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        return self.top - self.bottom + 1

    def holds(self, cell: Cell) -> bool:
        return self.left <= cell[0] <= self.right and self.bottom <= cell[1] <= self.top

    def with_cell(self, cell: Cell) -> "Box":
        x, y = cell
        if self.left <= x <= self.right and self.bottom <= y <= self.top:
            return self
        return Box(min(self.left, x), min(self.bottom, y), max(self.right, x), max(self.top, y))


def box_with(box: Box | None, cell: Cell) -> Box:
    """The smallest box around a box and a cell."""
    return Box(*cell, *cell) if box is None else box.with_cell(cell)


class Piece(NamedTuple):
    """A piece of a route: its tile's cell, the edges it joins (two letters, or one if it stops inside), its kind.

    `colour` is the tile's, 0..3, 4 for neutral, 5 for a billabong; `animal` is what is printed on this piece.
    """

    cell: Cell
    edges: tuple[Edge, ...]
    kind: PieceKind
    colour: int
    animal: str | None


class Route(NamedTuple):
    """The path of a colour.

    `pieces` are in order from one end to the other, or from the lowest tile on if they run around. `open` are the ends
    that can be extended, as (cell of the tile, edge), in document order; the cell an end leads into is `beyond(*end)`.
    A route with pieces that is neither open nor endless is finished.
    """

    pieces: tuple[Piece, ...] = ()
    open: tuple[Port, ...] = ()
    endless: bool = False

    @property
    def length(self) -> int:
        return len(self.pieces)

    @property
    def ended(self) -> bool:
        return bool(self.pieces) and not self.open and not self.endless

    @property
    def ahead(self) -> list[Cell]:
        """The empty cells that it leads into."""
        return list(dict.fromkeys(beyond(*end) for end in self.open))

    @property
    def animals(self) -> Counter[str]:
        return Counter(piece.animal for piece in self.pieces if piece.animal is not None)


class TwoColoursError(ValueError):
    """Two colours on one path. No legal move leads to it."""


class Board:
    """The tiles on the table. Immutable; `with_tile` and `with_rotation` return another board.

    - `tiles`: everything on the table, including billabongs and neutral tiles.
    - `fronts`: the ends that lead into the empty cells beside tiles.
    - `ends`: for each colour of the players the open ends of its route, as ports.
    - `rings`: the colours whose route is endless.
    - `meetings`: empty cells that may require a billabong, inside the area or not; see `crowded` and `doubled_colours`.
    - `hands`: the tiles each colour has left; `numbers` how many it has on the table; `billabongs` how many are left.
    - `box`: around all straights, curves and billabongs; `extent` around everything. None without any.
    - `laid`: the number of tiles and billabongs that are not neutral.
    """

    def __init__(self, table: Table, tiles: Mapping[Cell, Tile]) -> None:
        """Raises TwoColoursError if two colours are on one path. `tiles` must not contain more of a tile than exist."""
        self.tiles: dict[Cell, Tile] = {}
        self.fronts: dict[Cell, Front] = {}
        self.ends: tuple[tuple[Port, ...], ...] = ((),) * table.colours
        self.rings: frozenset[int] = frozenset()
        self.meetings: frozenset[Cell] = frozenset()
        self.hands: tuple[Hand, ...] = (whole_hand(table.animals),) * table.colours
        self.numbers: tuple[int, ...] = (0,) * table.colours
        self.billabongs = BILLABONGS
        self.box: Box | None = None
        self.extent: Box | None = None
        self.laid = 0
        for cell, tile in tiles.items():
            self._lay(cell, tile)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.tiles == other.tiles

    def __hash__(self) -> int:
        return hash(frozenset(self.tiles.items()))

    def with_tile(self, cell: Cell, tile: Tile) -> "Board":
        """The table after a tile or billabong has been laid in an empty cell."""
        board = Board.__new__(Board)
        vars(board).update(vars(self))
        board.tiles = self.tiles.copy()
        board.fronts = self.fronts.copy()
        board._lay(cell, tile)
        return board

    def with_rotation(self, table: Table, cell: Cell, facing: str) -> "Board":
        """The table after a tile has been rotated."""
        return Board(table, {**self.tiles, cell: self.tiles[cell]._replace(facing=facing)})

    def _lay(self, cell: Cell, tile: Tile) -> None:
        """Lays a tile and joins the paths that meet there. Only for a board that is still being built."""
        tiles, fronts = self.tiles, self.fronts
        kind, facing, colour, _ = tile
        x, y = cell
        arriving = fronts.pop(cell, NOTHING)
        north, east, south, west = arriving
        # What each edge joins: the path that arrives there, or one that begins here and leads out.
        side: list[End] = [
            north or (GREY, ((x, y + 1), 2)),
            east or (GREY, ((x + 1, y), 3)),
            south or (GREY, ((x, y - 1), 0)),
            west or (GREY, ((x - 1, y), 1)),
        ]
        tiles[cell] = tile
        changed: dict[Port, int] = {}
        for one, other, piece in SHAPES[kind, facing]:
            code, far = side[one]
            if piece == "coloured":
                code = _one_colour(code, colour)
            if other == STOP:
                across: Port | None = None
            else:
                theirs, across = side[other]
                code = _one_colour(code, theirs)
                if far is not None and far == (cell, other):
                    if code < NEUTRAL:
                        self.rings |= {code}
                    continue
            for port, opposite in ((far, across), (across, far)):
                if port is None:
                    continue
                place, edge = port
                if place == cell:
                    side[edge] = (code, opposite)
                else:
                    front = fronts.get(place, NOTHING)
                    fronts[place] = (*front[:edge], (code, opposite), *front[edge + 1 :])
                    changed[port] = code
        self._note_ends(cell, {end[0] for end in arriving if end is not None} | {colour}, changed)
        self._note_meetings(cell, changed)
        self._note_tile(cell, tile)

    def _note_ends(self, cell: Cell, colours: set[int], changed: Mapping[Port, int]) -> None:
        ends = list(self.ends)
        for colour in colours:
            if colour < NEUTRAL:
                open_ends = [port for port in ends[colour] if port[0] != cell and port not in changed]
                open_ends += [port for port, code in changed.items() if code == colour]
                ends[colour] = tuple(open_ends)
        self.ends = tuple(ends)

    def _note_meetings(self, cell: Cell, changed: Iterable[Port]) -> None:
        if cell in self.meetings:
            self.meetings -= {cell}
        for place, _ in changed:
            front = self.fronts[place]
            if front.count(None) < 2 and place not in self.meetings:
                codes = codes_of(front)
                if is_crowded(codes) or doubled_colours(codes):
                    self.meetings |= {place}

    def _note_tile(self, cell: Cell, tile: Tile) -> None:
        kind, _, colour, animal = tile
        self.extent = box_with(self.extent, cell)
        if colour != NEUTRAL:
            self.laid += 1
            if kind != "terminal":
                self.box = box_with(self.box, cell)
        if colour < NEUTRAL:
            numbers = self.numbers
            self.numbers = (*numbers[:colour], numbers[colour] + 1, *numbers[colour + 1 :])
            hand = self.hands[colour]
            of_kind = dict(hand[kind])
            of_kind[animal] -= 1
            if not of_kind[animal]:
                del of_kind[animal]
            self.hands = (*self.hands[:colour], {**hand, kind: of_kind}, *self.hands[colour + 1 :])
        elif kind == "billabong":
            self.billabongs -= 1

    # ---------------------------------------------------------------------------------------------- queries and walking

    def codes(self, cell: Cell) -> Codes:
        """The colour that leads into an empty cell by each edge; GREY if none does."""
        return codes_of(self.fronts.get(cell, NOTHING))

    def walk(self, cell: Cell, edge: Edge) -> Iterator[tuple[Cell, Edge, TilePiece]]:
        """The way out of a tile by an edge: cells, the edges entered, pieces; it may run around."""
        tiles = self.tiles
        while True:
            cell, edge = beyond(cell, edge), edge ^ 2
            tile = tiles.get(cell)
            if tile is None:
                return
            shape = SHAPE_AT[tile[:2]][edge]
            yield cell, edge, shape
            if shape.other == STOP:
                return
            edge = shape.one if shape.other == edge else shape.other

    def route_of(self, colour: int) -> Route:
        """The path with the colour's pieces; empty without a tile on the table."""
        own = [cell for cell, tile in self.tiles.items() if tile.colour == colour]
        if not own:
            return Route()
        start = min(own, key=rows_first)
        first = SHAPES[self.tiles[start][:2]][0]
        there = list(self._arm(start, first, first.one))
        if there and there[-1] == (start, first):
            return Route(tuple(self._piece(cell, shape) for cell, shape in (there[-1], *there[:-1])), endless=True)
        back = [] if first.other == STOP else list(self._arm(start, first, first.other))
        pieces_in_order = [*reversed(there), (start, first), *back]
        ends = [
            (cell, edge)
            for cell, shape in dict.fromkeys((pieces_in_order[0], pieces_in_order[-1]))
            for edge in shape[:2]
            if edge != STOP and beyond(cell, edge) not in self.tiles
        ]
        pieces = [self._piece(cell, shape) for cell, shape in pieces_in_order]
        if _piece_order(pieces[-1]) < _piece_order(pieces[0]):
            pieces.reverse()
        return Route(tuple(pieces), tuple(sorted(ends, key=lambda end: (*rows_first(end[0]), end[1]))))

    def _arm(self, start: Cell, first: TilePiece, edge: Edge) -> Iterator[tuple[Cell, TilePiece]]:
        """The pieces on the way out of `first` by an edge, up to the end, or to `first` itself if it runs around."""
        for cell, _, shape in self.walk(start, edge):
            yield cell, shape
            if cell == start and shape is first:
                return

    def _piece(self, cell: Cell, shape: TilePiece) -> Piece:
        tile = self.tiles[cell]
        edges = (shape.one,) if shape.other == STOP else (shape.one, shape.other)
        return Piece(cell, edges, shape.kind, tile.colour, tile.animal if shape.kind == "grey" else None)


def _piece_order(piece: Piece) -> tuple[int, int, tuple[Edge, ...]]:
    return (*rows_first(piece.cell), piece.edges)


def _one_colour(one: int, other: int) -> int:
    """The colour of a path whose parts have these colours."""
    if one in (GREY, other):
        return other
    if other == GREY:
        return one
    raise TwoColoursError("two colours on one path")


def codes_of(front: Front) -> Codes:
    north, east, south, west = front
    return (
        GREY if north is None else north[0],
        GREY if east is None else east[0],
        GREY if south is None else south[0],
        GREY if west is None else west[0],
    )


@cache
def is_crowded(codes: Codes) -> bool:
    """Whether routes of three or more players' colours lead into a cell (Billabong, cases 1 and 2)."""
    return len({code for code in codes if code < NEUTRAL}) >= 3


@cache
def doubled_colours(codes: Codes) -> tuple[int, ...]:
    """The two players' colours that lead into a cell with two adjacent edges each (Billabong, case 3); or none."""
    north, east, south, west = codes
    if (north == east and south == west) or (north == west and east == south):
        colours = (north, south)
        if north != south and max(colours) < NEUTRAL:
            return colours
    return ()


@cache
def whole_hand(animals: bool) -> Hand:
    """All tiles of a colour."""
    hand: dict[str, dict[str | None, int]] = {kind: {None: number} for kind, number in PATH_TILES.items()}
    if animals:
        for kind, numbers in ANIMAL_TILES.items():
            hand[kind] = dict(numbers.items())
    return hand
