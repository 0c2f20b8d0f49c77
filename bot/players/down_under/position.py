"""A position of Down Under that makes and unmakes moves, several times as fast as the states of the rules.

`PlacedTiles` is what lies on the table, `TileMoves` what may be laid; this module is the order within a turn. It
follows `bot.rules.down_under`; a test compares the two after every move.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import inf
from typing import Any

from bot.players.budget import Meter
from bot.players.down_under.layout import room_of
from bot.players.down_under.placing import ACCEPTED, DECLINED, Group, Placements, TileMoves, gain_of
from bot.players.down_under.tables import (
    DINGO,
    EMPTY,
    ENDLESS,
    HAND,
    HAND_PLACES,
    NO_DINGO,
    OPEN_INSIDE,
    OPEN_OUTSIDE,
    POND_TILES,
    ROTATION,
    TILE_BITS,
    TILE_MASK,
    TILES_OF_A_COLOUR,
)
from bot.players.positions import T, lead_of
from bot.rules.down_under import Position as State
from bot.rules.down_under.tiles import NEUTRAL

MOST_CELLS = 40_000  # of a grid; if tiles lie further apart, the states of the rules are used
OFFERED: list[Group] = [(0, Placements((ACCEPTED, DECLINED)))]


def position_of(state: State, meter: Meter) -> "DownUnderPosition | None":
    """The position of a state, which spends from `meter`; None if its tiles lie too far apart."""
    room = room_of(state)
    return DownUnderPosition(state, meter) if room.columns * room.rows <= MOST_CELLS else None


class DownUnderPosition(TileMoves):
    """See `SearchPosition` and the head of this module."""

    def __init__(self, state: State, meter: Meter) -> None:
        super().__init__(state)
        self._meter = meter
        self._two_routes = state.table.routes == 2
        self._sides = [(seat,) for seat in range(state.table.seats)]
        self._undo: list[tuple[Any, ...]] = []
        self.to_move = state.to_move
        self.turn_goes_on = bool(state.used)
        self.used = state.used
        self.offer = tuple(self._number(cell) for cell in state.offer)
        self.pending = tuple((self._number(owed.cell), owed.colour) for owed in state.pending)
        self._groups: list[Group] = [(0, Placements([self.encode(move) for move in state.legal()]))]

    def make(self, move: int, sample: int = 0) -> bool:
        meter = self._meter
        if meter.positions >= meter.next_check:
            meter.check()
        meter.positions += 1
        self._keep(move >> TILE_BITS)
        self._play(move)
        return False

    def play_out(
        self, draw: Callable[[], float], tries: int, side_of: Mapping[int | None, int], judged: Callable[[], T]
    ) -> tuple[T, list[tuple[int, int]]]:
        meter, best_of, play = self._meter, self.best_of, self._play
        kept = len(self._undo)
        played: list[tuple[int, int]] = []
        self._keep(0)  # once for all moves: they are taken back together
        try:
            while self.to_move is not None:
                side = side_of[self.to_move]
                move = best_of(draw, tries, side)
                if meter.positions >= meter.next_check:
                    meter.check()
                meter.positions += 1
                if move >= 0 and move & ROTATION:
                    self._keep(move >> TILE_BITS)
                play(move)
                played.append((side, move))
            return judged(), played
        finally:
            self.rewind(len(self._undo) - kept)

    def _keep(self, cell: int) -> None:
        """Keeps what `unmake` restores; `cell` is where a tile may be rotated."""
        self._undo.append(
            (
                len(self._log),
                len(self._cells),
                self.to_move,
                self._groups,
                self.used,
                self.offer,
                self.pending,
                self.turn_goes_on,
                self._meetings,
                self._box,
                self._zone,
                self._key,
                self.sizes,
                self.ends,
                self.rings,
                self.hands,
                cell,
                self._tiles[cell],
            )
        )
        self.sizes = self.sizes[:]
        self.ends = self.ends[:]
        self.hands = self.hands[:]

    def _play(self, move: int) -> None:
        seat = self.to_move or 0
        beginning = self._two_routes and sum(self._numbers) <= self.table.colours
        if move < 0:
            self._answer(move == ACCEPTED)
        else:
            cell, tile = move >> TILE_BITS, move & TILE_MASK
            colour = tile // TILES_OF_A_COLOUR
            locked = self._deadlocks() if self._meetings else ()
            if self.pending:
                self.pending = self.pending[1:]
            else:
                self.used = (*self.used, colour)
            if move & ROTATION:
                self._turn(cell, tile)
            else:
                self._lay(cell, tile)
            if self._meetings:
                self._pour(colour)
                if self._billabongs:
                    self.offer = tuple(cell for cell in self._deadlocks() if cell not in locked)
        self._settle(seat, beginning)

    def unmake(self) -> None:
        self._restore(self._undo.pop())

    def rewind(self, number: int) -> None:
        if number:
            undone = self._undo[-number:]
            del self._undo[-number:]
            tiles = self._tiles
            for before in undone[::-1]:
                rotated_cell, tile_before = before[-2:]
                if tile_before != EMPTY:
                    tiles[rotated_cell] = tile_before
            self._restore(undone[0])

    def _restore(self, before: tuple[Any, ...]) -> None:
        (
            log_before,
            cells_before,
            self.to_move,
            self._groups,
            self.used,
            self.offer,
            self.pending,
            self.turn_goes_on,
            self._meetings,
            self._box,
            self._zone,
            self._key,
            self.sizes,
            self.ends,
            self.rings,
            self.hands,
            rotated_cell,
            tile_before,
        ) = before
        log, cells, tiles = self._log, self._cells, self._tiles
        grid = self._grid
        for port, path in reversed(log[log_before:]):
            grid[port] = path
        del log[log_before:]
        for cell in cells[cells_before:]:
            tile = tiles[cell]
            tiles[cell] = EMPTY
            colour = tile // TILES_OF_A_COLOUR
            if colour < NEUTRAL:
                self._numbers[colour] -= 1
                self._left[HAND * colour + HAND_PLACES[tile]] += 1
            else:
                self._billabongs += 1
        del cells[cells_before:]
        if tile_before != EMPTY:  # the tile that was rotated
            tiles[rotated_cell] = tile_before

    def _answer(self, accepted: bool) -> None:
        cell, *offer = self.offer
        if accepted:
            north, east, _, _ = self._codes(cell)
            self._lay(cell, POND_TILES["NE SW" if north == east else "NW SE"])
            still = self._deadlocks() if self._billabongs else []
            offer = [locked for locked in offer if locked in still]
        self.offer = tuple(offer)

    def _settle(self, seat: int, beginning: bool) -> None:
        """The order within a turn: who decides next, and about what. `beginning`: two routes need first tiles."""
        self.to_move = seat
        self.turn_goes_on = True
        if self.offer:
            self._groups = OFFERED
            return
        while self.pending:
            self._groups = self._extensions(*self.pending[0])
            if self._groups:
                return
            self.pending = self.pending[1:]
        table = self.table
        if self._two_routes and len(self.used) < table.tiles_due and not beginning:
            self._groups = self._turn_moves(seat, self.used)
            if self._groups:
                return
        self.used = ()
        self.turn_goes_on = False
        for later in range(1, table.seats + 1):
            following = (seat + later) % table.seats
            self._groups = self._turn_moves(following, ())
            if self._groups:
                self.to_move = following
                return
        self.to_move = None

    def make_pass(self) -> bool:
        return False

    def moves(self) -> Sequence[int]:
        return _moves_of(self._groups)

    def noisy(self) -> Sequence[int]:
        return ()

    def quiet(self) -> list[int]:
        return list(self.moves())

    def gain(self, move: int) -> float:
        return inf

    def margin(self) -> float:
        return inf

    def key(self) -> Hashable:
        return self._key, self.to_move, self.used, self.offer, self.pending

    def evaluate(self) -> list[float]:
        """Every side's value in the current position, as `DownUnderJudge.evaluate` has it."""
        return [sum([self._worth(colour) for colour in colours]) for colours in self._colours_of]

    def _worth(self, colour: int) -> float:
        worth = float(self.score(colour))
        if self.to_move is None:
            return worth
        if self.rings >> colour & 1:
            worth += ENDLESS
        elif self.hands[colour]:
            for port in self.ends[colour]:
                if port >= 0:
                    worth += OPEN_INSIDE if port >> 2 in self._zone else OPEN_OUTSIDE
        if self.table.animals and self.hands[colour] & DINGO:
            worth -= NO_DINGO
        return worth

    def lead(self, side: int) -> float:
        return lead_of(self.evaluate(), self._sides, side)

    def glance(self, move: int, side: int) -> float:
        """What a move adds to the lead immediately; a placement isn't made for that."""
        if move < 0 or move & ROTATION:
            return super().glance(move, side) - self.lead(side)
        cell, tile = move >> TILE_BITS, move & TILE_MASK
        if side == self.to_move:
            for group, placements in self._groups:
                if group >> TILE_BITS == cell and tile in placements.gains:
                    return placements.gains[tile]
        return gain_of(tile, side, self.table.seats, self._animals(), cell in self._zone, self._paths(cell))

    def best_of(self, draw: Callable[[], float], tries: int, side: int) -> int:
        """Draws the rank of the best of some random moves, for the side to move, instead of judging each of them."""
        number = 0
        for _, placements in self._groups:
            if not placements.ranked:
                return int(super().best_of(draw, tries, side))
            number += len(placements.ranked)
        most = -inf
        best = 0
        for cell, placements in self._groups:
            own = len(placements.ranked)
            gain, tiles = placements.ranked[min(int(own * (1 - (1 - draw()) ** (number / (tries * own)))), own - 1)]
            if gain > most or (gain == most and draw() * number < own):
                most, best = gain, cell | tiles[int(draw() * len(tiles))]
        return best

    def largest_gain(self, colour: int) -> int:
        """The most points that a colour's next tile could bring if its seat were to move; 0 within a turn."""
        mover, score = self.to_move, self.score(colour)
        if mover is None or self.turn_goes_on or self.offer or self.pending:
            return 0
        most = 0
        self.to_move = colour % self.table.seats
        for move in _moves_of(self._turn_moves(self.to_move, ())):
            if (move & TILE_MASK) // TILES_OF_A_COLOUR == colour:
                self.make(move)
                most = max(most, self.score(colour) - score)
                self.unmake()
        self.to_move = mover
        return most

    def places(self) -> Sequence[int] | None:
        if self.to_move is not None:
            return None
        ranks = [
            (
                not (self.table.animals and any(self.hands[colour] & DINGO for colour in colours)),
                sum(self.score(colour) for colour in colours),
            )
            for colours in self._colours_of
        ]
        return [1 + sum(other > rank for other in ranks) for rank in ranks]


def _moves_of(groups: Iterable[Group]) -> list[int]:
    return [cell | tile for cell, placements in groups for tile in placements.tiles]
