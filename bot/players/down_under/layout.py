"""The tiles on the table in a match of Down Under and the paths they form, updated in place.

Cells are numbered row by row on a grid with room for every remaining tile. A *port* is a cell and the edge by which a
path leads into it: 4 * cell + edge. For each port of an empty cell, the grid stores the path that ends there: its
colour, the port of its other end (STOP if it is closed), and its size (see `tables`). A port without a path has that of
a path that begins there and leads straight out, so that laying a tile needs no special case for it. What the grid
stores under a tile means nothing; the log restores it when the tile is lifted. The last place, which STOP as an index
leads to, takes what is written for closed ends.
"""

from collections.abc import Container, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from bot.players.down_under.tables import (
    BOXED,
    EMPTY,
    HAND,
    HAND_PLACES,
    MEETINGS,
    NUMBERS,
    PIECES,
    PLACES,
    TILES_OF_A_COLOUR,
    score_of,
)
from bot.players.positions import SearchPosition
from bot.rules.down_under import Position as State
from bot.rules.down_under.area import zones
from bot.rules.down_under.board import Box, box_with, whole_hand
from bot.rules.down_under.options import Table
from bot.rules.down_under.tiles import BILLABONGS, GREY, NEUTRAL, PATH_TILES, STEPS, STOP, Cell

SPARE = 3  # cells around everything reachable, so that ports may lead out

Ends = tuple[int, int]
NO_ENDS: Ends = (STOP, STOP)


Path: TypeAlias = tuple[int, int, int]
"""What leads into an empty cell by a port: a colour or GREY, the port of the other end, or STOP, and the size."""


@lru_cache(maxsize=1)  # large if the area is open; a decision needs only one
def _straight_out(columns: int, rows: int) -> tuple[Path, ...]:
    """For each port of an empty grid, a path without pieces to where a straight one would lead; then one for STOP."""
    steps = [4 * (dx + dy * columns) for dx, dy in STEPS]
    outs = [(port & ~3) + steps[port & 3] + (port & 3 ^ 2) for port in range(4 * columns * rows)]
    return tuple([(GREY, out, 0) for out in [*outs, STOP]])


def room_of(state: State) -> Box:
    """The cells that tiles may reach in the whole match, and a margin; in an open area, those that they still may."""
    table, board = state.table, state.board
    if table.area == "open":
        around = board.extent or Box(0, 0, 0, 0)
        reach = board.billabongs + sum(sum(animals.values()) for hand in board.hands for animals in hand.values())
    else:
        around = Box(0, 0, table.extent[0] - 1, table.extent[1] - 1) if table.fixed else Box(0, 0, 0, 0)
        # Beyond the border a route continues only through the grey of terminals.
        reach = max(table.extent) + PATH_TILES["terminal"] * table.colours
    reach += SPARE
    return Box(around.left - reach, around.bottom - reach, around.right + reach, around.top + reach)


class Boxed(NamedTuple):
    """The box around all straights, curves and billabongs, its cells, and those where one may be laid next."""

    box: Box | None
    within: Container[int]
    zone: Container[int]


@lru_cache(maxsize=256)  # as many as come up in a few decisions at the same table
def _restricted(table: Table, room: Box, box: Box | None) -> Boxed:
    """The cells that a box restricts, by their numbers in a room."""

    def cells_of(area: Box) -> Iterator[int]:
        for y in range(area.bottom, area.top + 1):
            row = (y - room.bottom) * room.columns - room.left
            yield from range(row + area.left, row + area.right + 1)

    areas = zones(table, box)
    zone = frozenset(chain.from_iterable(map(cells_of, areas))) if areas else range(room.columns * room.rows)
    return Boxed(box, frozenset(cells_of(box) if box else ()), zone)


class PlacedTiles(SearchPosition):
    """Tiles, paths and hands. `sizes`, `ends` and `hands` are by colour; see the head of this module.

    - `ends`: the ports of the ends of a colour's route, STOP for a closed one; `rings` has a bit for each colour whose
      route is endless.
    - `hands`: a bit for each place of a hand (`PLACES`) that has a tile left.
    """

    def __init__(self, state: State) -> None:
        self.table = table = state.table
        self._room = room = room_of(state)
        self._steps = tuple(dx + dy * room.columns for dx, dy in STEPS)
        self._log: list[tuple[int, Path]] = []  # ports and their previous values
        self._billabongs = BILLABONGS
        self._numbers = [0] * table.colours  # number of tiles on the table
        whole = whole_hand(table.animals)
        self._left = [whole[kind].get(animal, 0) for kind, animal in PLACES] * table.colours
        self.hands = [sum(1 << place for place in range(HAND) if self._left[place])] * table.colours
        self._tiles = [EMPTY] * (room.columns * room.rows)
        self._cells: list[int] = []  # cells of everything on the table, in the order it was laid
        # Otherwise the box doesn't matter.
        self._deciding = BOXED if table.area == "floating" else frozenset[int]()
        self._boxes: dict[Box | None, Boxed] = {}
        self._box = self._restrict(None)
        self._zone = self._box.zone
        self._key = 0
        self._grid = list(_straight_out(room.columns, room.rows))
        self._clear()
        for cell, tile in state.tiles.items():
            self._lay(self._number(cell), NUMBERS[tile])
        self._log.clear()

    def _clear(self) -> None:
        self.sizes = [0] * self.table.colours
        self.ends = [NO_ENDS] * self.table.colours
        self.rings = 0
        self._meetings: frozenset[int] = frozenset()

    def _number(self, cell: Cell) -> int:
        return cell[0] - self._room.left + (cell[1] - self._room.bottom) * self._room.columns

    def _at(self, cell: int) -> Cell:
        """The rules' name of a cell."""
        y, x = divmod(cell, self._room.columns)
        return x + self._room.left, y + self._room.bottom

    def _restrict(self, box: Box | None) -> Boxed:
        """The cells that a box restricts."""
        boxed = self._boxes.get(box)
        if boxed is None:
            boxed = self._boxes[box] = _restricted(self.table, self._room, box)
        return boxed

    def _lay(self, cell: int, tile: int) -> None:
        """Puts a tile in an empty cell and joins the paths that meet there."""
        self._cells.append(cell)
        self._tiles[cell] = tile
        self._key ^= hash((cell, tile))
        colour = tile // TILES_OF_A_COLOUR
        if colour < NEUTRAL:
            self._numbers[colour] += 1
            place = HAND_PLACES[tile]
            left = self._left
            left[HAND * colour + place] -= 1
            if not left[HAND * colour + place]:
                self.hands[colour] ^= 1 << place
        elif colour > NEUTRAL:
            self._billabongs -= 1
        if tile in self._deciding and cell not in self._box.within:
            self._box = self._restrict(box_with(self._box.box, self._at(cell)))
            self._zone = self._box.zone
        self._join(cell, tile)

    def _join(self, cell: int, tile: int) -> None:
        grid, log = self._grid, self._log
        port = 4 * cell
        coloured = []
        for one, other, joined, length in PIECES[tile]:
            colour, here, size = grid[port + one]
            if colour < joined:
                joined = colour
            length += size
            if other < 0:
                there = STOP
            elif here == port + other:
                if joined < NEUTRAL:
                    self.sizes[joined] = length
                    self.ends[joined] = NO_ENDS
                    self.rings |= 1 << joined
                continue
            else:
                colour, there, size = grid[port + other]
                if colour < joined:
                    joined = colour
                length += size
            log.append((here, grid[here]))
            grid[here] = joined, there, length
            log.append((there, grid[there]))
            grid[there] = joined, here, length
            if joined < NEUTRAL:
                self.sizes[joined] = length
                self.ends[joined] = here, there
                coloured.append(here >> 2)
                coloured.append(there >> 2)
        meetings = self._meetings
        if cell in meetings:
            self._meetings = meetings = meetings - {cell}
        for met in coloured:
            if met != cell and met >= 0 and self._codes(met) in MEETINGS:
                self._meetings |= {met}

    def _turn(self, cell: int, tile: int) -> None:
        """Rotates a tile. As that splits paths, all of them are joined again."""
        self._key ^= hash((cell, self._tiles[cell])) ^ hash((cell, tile))
        self._tiles[cell] = tile
        self._clear()
        grid, out = self._grid, _straight_out(self._room.columns, self._room.rows)
        for cell in self._cells:
            for inward in range(4 * cell, 4 * cell + 4):
                for port in (inward, out[inward][1]):
                    self._log.append((port, grid[port]))
                    grid[port] = out[port]
        for cell in self._cells:
            self._join(cell, self._tiles[cell])

    def _codes(self, cell: int) -> tuple[int, int, int, int]:
        """The colour that leads into an empty cell by each edge; GREY if nothing does."""
        grid, port = self._grid, 4 * cell
        return grid[port][0], grid[port + 1][0], grid[port + 2][0], grid[port + 3][0]

    def score(self, colour: int) -> int:
        """The score of a colour's route if the match ended now."""
        size = self.sizes[colour]
        return score_of(size) if self.table.animals else size
