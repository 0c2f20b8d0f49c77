"""Where tiles of Down Under may be laid in a position. See `bot.players.down_under.position`.

A move is one number: a tile's number, whether it is a rotation, and the cell; answers to an offer are negative. First
tiles and rotations, which are rare, come from the rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from bot.players.down_under.layout import PlacedTiles
from bot.players.down_under.tables import (
    CURVES,
    DINGO,
    EMPTY,
    ENDLESS,
    HAND_PLACES,
    NO_DINGO,
    NUMBERS,
    OPEN_INSIDE,
    OPEN_OUTSIDE,
    PIECES,
    PLACES,
    POND_TILES,
    ROTATION,
    SIZE_BITS,
    TILE_BITS,
    TILES,
    score_of,
)
from bot.rules.down_under import Position as State
from bot.rules.down_under.board import Board, doubled_colours, is_crowded
from bot.rules.down_under.placing import extending
from bot.rules.down_under.situation import turn_moves
from bot.rules.down_under.tiles import COLOURED_EDGES, EDGES, GREY, NEUTRAL, Move, Tile, pair_of

DECLINED, ACCEPTED = -1, -2
CLOSED, OUTSIDE, INSIDE = 4, 5, 6  # where a path leads whose other end isn't an edge of the same cell
LEADS_BITS = 3  # of a path, above its colour: one of these, or that edge; above them its size if it has no colour
LEADS = (1 << LEADS_BITS) - 1


class Placements(NamedTuple):
    """Tiles that may be laid in a cell; unless rules or a billabong restrict them, also what each gains its seat.

    `ranked` has the gain of each rank, best first, with all tiles that gain as much.
    """

    tiles: Sequence[int]
    gains: Mapping[int, float] = MappingProxyType({})
    ranked: Sequence[tuple[float, Sequence[int]]] = ()


Group: TypeAlias = tuple[int, Placements]
"""Moves: the cell, where it stands in a move, and the tiles; whole moves if the cell is 0."""


@lru_cache(maxsize=1 << 13)
def _placements(seats: int, animals: tuple[int, ...], colour: int, hand: int, inside: bool, *paths: int) -> Placements:
    """The tiles of a hand with which a colour may continue into a cell with these paths by N, E, S and W.

    `animals` are those of each route, as in its size; empty if animals don't count.
    """
    leads = [path >> LEADS_BITS & LEADS for path in paths]
    north, east, south, west = [edge if edge < CLOSED else -1 for edge in leads]
    codes = [path & LEADS for path in paths]
    tiles = tuple(
        NUMBERS[Tile(kind, facing, colour, animal)]
        for kind, facing in extending(colour, (codes[0], codes[1], codes[2], codes[3]), (north, east, south, west))
        if kind == "terminal" or inside
        for place, (of_kind, animal) in enumerate(PLACES)
        if of_kind == kind and hand >> place & 1
    )
    gains = {tile: gain_of(tile, colour % seats, seats, animals, inside, paths) for tile in tiles}
    by_gain: dict[float, list[int]] = {}
    for tile, gain in gains.items():
        by_gain.setdefault(gain, []).append(tile)
    ranked = [(gain, by_gain[gain]) for gain in sorted(gains.values(), reverse=True)]
    return Placements(tiles, gains, ranked)


def gain_of(tile: int, side: int, seats: int, animals: Sequence[int], inside: bool, paths: Sequence[int]) -> float:
    """What a placement adds to a side's lead immediately, without changes of the area (`_placements`)."""
    gain = NO_DINGO if animals and 1 << HAND_PLACES[tile] == DINGO else 0.0
    open_here = OPEN_INSIDE if inside else OPEN_OUTSIDE
    for one, other, colour, length in PIECES[tile]:
        joined = [paths[one]] if other < 0 else [paths[one], paths[other]]
        colour = min(colour, *[path & LEADS for path in joined])
        if colour >= NEUTRAL:
            continue
        added, worth, met = length, 0.0, 0
        for path in joined:
            if path & LEADS == colour:
                met += 1
                worth -= open_here
            else:
                added += path >> 2 * LEADS_BITS
                leads = path >> LEADS_BITS & LEADS
                if leads != CLOSED:
                    worth += OPEN_INSIDE if leads == INSIDE or (leads < CLOSED and inside) else OPEN_OUTSIDE
        if met == 2:
            worth += ENDLESS
        if animals:
            before = animals[colour] << SIZE_BITS
            added = score_of(before + added) - score_of(before)
        worth += added
        gain += worth if colour % seats == side else -worth / (seats - 1)
    return gain


class TileMoves(PlacedTiles):
    """The moves of a position, and the billabongs they cause. `pending` are cells of billabongs and colours."""

    pending: tuple[tuple[int, int], ...]

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self._colours_of = [self.table.colours_of(seat) for seat in range(self.table.seats)]
        self._ruled: dict[tuple[Any, ...], list[Group]] = {}

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

    def _turn_moves(self, seat: int, used: tuple[int, ...]) -> list[Group]:
        """The moves of a turn, by the ends of its routes; empty if there are none."""
        if self.table.routes == 2 and sum(self._numbers) <= self.table.colours:
            return self._moves_by_rules(seat, used)
        groups: list[Group] = []
        for colour in self._colours_of[seat]:
            if colour in used:
                continue
            one, other = self.ends[colour]
            first, last = (one >> 2, other >> 2) if one < other else (other >> 2, one >> 2)  # a closed end comes first
            if last >= 0:
                if 0 <= first < last and (placements := self._placements(colour, first)).tiles:
                    groups.append((first << TILE_BITS, placements))
                if (placements := self._placements(colour, last)).tiles:
                    groups.append((last << TILE_BITS, placements))
            elif self.rings >> colour & 1 or not self._numbers[colour]:
                return self._moves_by_rules(seat, used)
        return groups

    def _placements(self, colour: int, cell: int) -> Placements:
        """The tiles with which a colour may continue into a cell."""
        return _placements(
            self.table.seats, self._animals(), colour, self.hands[colour], cell in self._zone, *self._paths(cell)
        )

    def _animals(self) -> tuple[int, ...]:
        return tuple([size >> SIZE_BITS for size in self.sizes]) if self.table.animals else ()

    def _paths(self, cell: int) -> list[int]:
        """All that legality and gain of a placement in a cell depend on: of each path that leads into it (`LEADS`)."""
        zone = self._zone
        port = 4 * cell
        end = port + 4
        paths = []
        for code, far, size in self._grid[port:end]:
            if port <= far < end:
                leads = far - port
            elif far >> 2 in zone:
                leads = INSIDE
            else:
                leads = OUTSIDE if far >= 0 else CLOSED
            path = code | leads << LEADS_BITS
            if code >= NEUTRAL:
                path |= size << 2 * LEADS_BITS
            paths.append(path)
        return paths

    def is_inside(self, cell: int) -> bool:
        """Whether the area allows a straight, a curve or a billabong in a cell."""
        return cell in self._zone

    def ways(self, colour: int, cell: int) -> int:
        """In how many ways a colour may continue into a cell by a straight or a curve."""
        return sum(TILES[tile].kind != "terminal" for tile in self._placements(colour, cell).tiles)

    def room(self, cells: Iterable[int], steps: int) -> int:
        """The number of free cells within this many steps of some cells, including these."""
        edge = {cell for cell in cells if self._tiles[cell] == EMPTY and cell in self._zone}
        reached = set(edge)
        for _ in range(steps):
            around = {cell + step for cell in edge for step in self._steps} - reached
            edge = {cell for cell in around if self._tiles[cell] == EMPTY and cell in self._zone}
            reached |= edge
        return len(reached)

    def _extensions(self, pond: int, colour: int) -> list[Group]:
        """The placements that extend a route out of a billabong; empty if there are none."""
        for letter in TILES[self._tiles[pond]].facing:
            edge = EDGES.index(letter)
            cell = pond + self._steps[edge]
            if self._tiles[cell] == EMPTY:
                tiles = [
                    tile for tile in self._placements(colour, cell).tiles if edge ^ 2 in COLOURED_EDGES[TILES[tile][:2]]
                ]
                return [(cell << TILE_BITS, Placements(tiles))] if tiles else []
        return []

    def _moves_by_rules(self, seat: int, used: tuple[int, ...]) -> list[Group]:
        """The moves of a turn with a first tile or a rotation."""
        key = self._key, seat, used
        groups = self._ruled.get(key)
        if groups is None:
            board = Board(self.table, {self._at(cell): TILES[self._tiles[cell]] for cell in self._cells})
            moves = [self.encode(move) for move in turn_moves(self.table, board, seat, used)]
            groups = self._ruled[key] = [(0, Placements(moves))] if moves else []
        return groups

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
