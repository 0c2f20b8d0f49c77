"""Where tiles of Down Under may be laid in a position. See `bot.players.down_under.position`.

A move is one number: a tile's number, whether it is a rotation, and the cell; answers to an offer are negative. First
tiles and rotations, which are rare, come from the rules.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from bot.players.down_under.layout import PlacedTiles
from bot.players.down_under.tables import (
    CURVES,
    EMPTY,
    NUMBERS,
    PLACES,
    POND_TILES,
    ROTATION,
    TILE_BITS,
    TILE_MASK,
    TILES,
)
from bot.rules.down_under import Position as State
from bot.rules.down_under.board import Board, doubled_colours, is_crowded
from bot.rules.down_under.placing import NO_LOOPS, extending
from bot.rules.down_under.situation import turn_moves
from bot.rules.down_under.tiles import COLOURED_EDGES, EDGES, GREY, Move, Tile, pair_of

DECLINED, ACCEPTED = -1, -2


@lru_cache(maxsize=1 << 13)
def _fitting_tiles(
    colour: int, hand: int, inside: bool, loops: tuple[int, ...] | None, north: int, east: int, south: int, west: int
) -> tuple[int, ...]:
    """The tiles of a hand with which a colour may continue into a cell with these colours around it."""
    return tuple(
        NUMBERS[Tile(kind, facing, colour, animal)]
        for kind, facing in extending(colour, (north, east, south, west), loops or NO_LOOPS)
        if kind == "terminal" or inside
        for place, (of_kind, animal) in enumerate(PLACES)
        if of_kind == kind and hand >> place & 1
    )


class TileMoves(PlacedTiles):
    """The moves of a position, and the billabongs they cause. `pending` are cells of billabongs and colours."""

    pending: tuple[tuple[int, int], ...]

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self._colours_of = [self.table.colours_of(seat) for seat in range(self.table.seats)]
        self._ruled: dict[tuple[Any, ...], list[int]] = {}

    def encode(self, move: Move) -> int:
        kind, cell, facing, colour, animal = move
        if kind == "decline" or cell is None:
            return DECLINED
        if kind == "billabong":
            return ACCEPTED
        number = self._number(cell)
        if kind == "rotate":
            return number << TILE_BITS | ROTATION | NUMBERS[TILES[self._tiles[number]]._replace(facing=facing)]
        return number << TILE_BITS | NUMBERS[Tile(kind, facing, colour or 0, animal)]

    def _turn_moves(self, seat: int, used: tuple[int, ...]) -> list[int]:
        if self.table.routes == 2 and sum(self._numbers) <= self.table.colours:
            return self._moves_by_rules(seat, used)
        moves: list[int] = []
        for colour in self._colours_of[seat]:
            if colour in used:
                continue
            one, other = self.ends[colour]
            first, last = (one >> 2, other >> 2) if one < other else (other >> 2, one >> 2)  # a closed end comes first
            if last >= 0:
                if 0 <= first < last:
                    moves += self._placements(colour, first)
                moves += self._placements(colour, last)
            elif self.rings >> colour & 1 or not self._numbers[colour]:
                return self._moves_by_rules(seat, used)
        return moves

    def _placements(self, colour: int, cell: int) -> list[int]:
        move = cell << TILE_BITS
        return [move | tile for tile in self._fitting(colour, cell)]

    def _fitting(self, colour: int, cell: int) -> tuple[int, ...]:
        """The tiles with which a colour may continue into a cell."""
        codes, fars, _ = self._grid
        port = 4 * cell
        end = port + 4
        north, east, south, _ = around = fars[port:end]
        loops = None
        if port <= north < end or port <= east < end or port <= south < end:
            loops = tuple([far & 3 if port <= far < end else -1 for far in around])
        return _fitting_tiles(colour, self.hands[colour], cell in self._zone, loops, *codes[port:end])

    def is_inside(self, cell: int) -> bool:
        """Whether the area allows a straight, a curve or a billabong in a cell."""
        return cell in self._zone

    def ways(self, colour: int, cell: int) -> int:
        """In how many ways a colour may continue into a cell by a straight or a curve."""
        return sum(TILES[tile].kind != "terminal" for tile in self._fitting(colour, cell))

    def room(self, cells: Iterable[int], steps: int) -> int:
        """The number of free cells within this many steps of some cells, including these."""
        edge = {cell for cell in cells if self._tiles[cell] == EMPTY and cell in self._zone}
        reached = set(edge)
        for _ in range(steps):
            around = {cell + step for cell in edge for step in self._steps} - reached
            edge = {cell for cell in around if self._tiles[cell] == EMPTY and cell in self._zone}
            reached |= edge
        return len(reached)

    def _extensions(self, pond: int, colour: int) -> list[int]:
        """The placements that extend a route out of a billabong; empty if there are none."""
        for letter in TILES[self._tiles[pond]].facing:
            edge = EDGES.index(letter)
            cell = pond + self._steps[edge]
            if self._tiles[cell] == EMPTY:
                return [
                    move
                    for move in self._placements(colour, cell)
                    if edge ^ 2 in COLOURED_EDGES[TILES[move & TILE_MASK][:2]]
                ]
        return []

    def _moves_by_rules(self, seat: int, used: tuple[int, ...]) -> list[int]:
        """The moves of a turn with a first tile or a rotation."""
        key = self._key, seat, used
        moves = self._ruled.get(key)
        if moves is None:
            board = Board(self.table, {self._at(cell): TILES[self._tiles[cell]] for cell in self._cells})
            moves = self._ruled[key] = [self.encode(move) for move in turn_moves(self.table, board, seat, used)]
        return moves

    def _pour(self, colour: int) -> None:
        """Lays the billabongs that a colour's play causes (Billabong, cases 1 and 2)."""
        while self._billabongs and (
            crowded := [cell for cell in self._meetings if is_crowded(self._codes(cell)) and cell in self._zone]
        ):
            cell = min(crowded)
            codes = self._codes(cell)
            own = [edge for edge, code in enumerate(codes) if code == colour]
            through = own + [edge for edge, code in enumerate(codes) if code == GREY]
            joins = pair_of(*through) if own and len(through) == 2 else ""
            if joins and any(self._tiles[cell + self._steps[edge]] == EMPTY for edge in through):
                self.pending = (*self.pending, (cell, colour))
            self._lay(cell, POND_TILES[joins])

    def _deadlocks(self) -> list[int]:
        """The cells where a billabong may be offered (Billabong, case 3)."""
        return sorted(
            cell
            for cell in self._meetings
            if any(not self.hands[colour] & CURVES for colour in doubled_colours(self._codes(cell)))
            and cell in self._zone
        )
