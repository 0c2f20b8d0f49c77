"""The stellar on the board in a position of Cirondo. See `bot.players.cirondo.position`."""

from math import inf
from typing import Any

from bot.players.budget import Meter
from bot.players.cirondo.tables import (
    BIT,
    BITS,
    EVEN_FEWER,
    KEYS,
    LINES,
    OWED_KEY,
    PIECES,
    SEAT_KEYS,
    SLIDES,
    SPACE_COUNT,
    SPACE_LINES,
    TAKES,
    WEIGHTS,
    Count,
    stances,
)
from bot.players.positions import OTHERS_BEST, SearchPosition
from bot.rules.cirondo import Move, Position
from bot.rules.cirondo.board import EMPTY, KINDS, MOON, POWER, SPACE_NUMBERS, kind_of, seat_of, stellar


class EvaluatedBoard(SearchPosition):
    """Where stellar stand in a position of Cirondo, and what the position is worth."""

    def __init__(self, state: Position, meter: Meter, count: Count) -> None:
        board, table = state.board, state.table
        self._meter = meter
        self._table = table
        self._side_of = table.side_of
        self._sides = table.sides
        self._two = len(table.sides) == 2
        self._teams = table.teams
        self._seats = table.seats
        self._next = tuple((seat + 1) % table.seats for seat in range(table.seats))
        self._points = count.units
        self._worths = count.worths
        self._quiet_gain = count.quiet
        self._draw_rule = state.draw_rule

        self.to_move = state.to_move
        self.over: str | None = state.over
        self.defeated: tuple[int, ...] = state.defeated
        self.owed: tuple[int, ...] = state.owed

        self.cells = [EMPTY] * SPACE_COUNT
        self._pieces: list[set[int]] = [set() for _ in range(PIECES)]
        self._points_of = [0] * table.seats
        self.counts = [0] * len(table.sides)
        self._seat_counts = [0] * table.seats
        self._bits = [0] * len(table.sides)  # a side's stellar, with ends repeated
        self._moons = [0] * table.seats
        # The views of the lines: one for two sides, where digit 2 is the second side; otherwise one for each side.
        views = [self._digits(view) for view in range(1 if self._two else len(table.sides))]
        self._views = tuple(([0] * LINES, tuple(WEIGHTS[digit] for digit in digits)) for digits in views)
        self._stances = stances(count, views[0])
        self._lines = self._views[0][0]
        self._other_views = self._views[1:]
        self._seen = tuple(
            (self._views[0][0], side) if self._two else (self._views[side][0], 0) for side in range(len(table.sides))
        )
        self._noisy: dict[int, list[int]] = {}
        self._witness: list[tuple[int, int, int]] = [(0, 0, -1)] * table.seats
        self._key = 0
        for space, piece in enumerate(board.cells):
            if piece:
                self._put(space, piece)
        if self.owed:
            self._key ^= OWED_KEY
        if self.to_move is not None:
            self._key ^= SEAT_KEYS[self.to_move]
        self._quiet = len(state.quiet)
        self._keys = self._earlier_keys(state)
        self._near_end = self._is_near_end()
        self._undo: list[tuple[Any, ...]] = []

    def _digits(self, view: int) -> tuple[int, ...]:
        """The digit of each stellar in the lines as a side sees them."""
        return (0, *(1 if side == view else 2 for side in self._side_of for _ in range(KINDS)))

    def _earlier_keys(self, state: Position) -> list[int]:
        """The keys of the positions since the last reset, oldest first, including this one."""
        key = self._key
        keys = [key]
        mover = self.to_move
        cells = dict(enumerate(self.cells))
        if mover is None:
            return keys
        for move in reversed(state.quiet):
            origin, target = SPACE_NUMBERS[move.origin], SPACE_NUMBERS[move.target]
            piece = cells[target]
            key ^= SEAT_KEYS[mover] ^ KEYS[piece][target] ^ KEYS[piece][origin]
            mover = seat_of(piece)
            key ^= SEAT_KEYS[mover]
            cells[origin], cells[target] = piece, EMPTY
            keys.append(key)
        keys.reverse()
        return keys

    # ------------------------------------------------------------------------------------------ where stellar stand

    def _put(self, space: int, piece: int) -> None:
        """Puts a stellar on an empty space."""
        seat = seat_of(piece)
        self.cells[space] = piece
        self._pieces[piece].add(space)
        self._key ^= KEYS[piece][space]
        self._points_of[seat] += self._points[piece][space]
        self._change(space, piece, seat, 1)

    def _lift(self, space: int) -> int:
        """Removes the stellar on a space and returns it."""
        piece = self.cells[space]
        seat = seat_of(piece)
        self.cells[space] = EMPTY
        self._pieces[piece].discard(space)
        self._key ^= KEYS[piece][space]
        self._points_of[seat] -= self._points[piece][space]
        self._change(space, piece, seat, -1)
        return piece

    def _change(self, space: int, piece: int, seat: int, by: int) -> None:
        side = self._side_of[seat]
        self.counts[side] += by
        self._seat_counts[seat] += by
        self._bits[side] ^= BITS[space]
        if kind_of(piece) == MOON:
            self._moons[seat] ^= BIT[space]
        for lines, weights in self._views:
            weight = by * weights[piece][space]
            for line in SPACE_LINES[space]:
                lines[line] += weight

    def _shift(self, piece: int, captured: int, origin: int, target: int, by: int) -> None:
        """Moves a stellar (`by` 1) or takes its move back (-1) in all views but the first."""
        first, second, radius = SPACE_LINES[origin]
        to_first, to_second, to_radius = SPACE_LINES[target]
        for lines, weights in self._other_views:
            lost = by * weights[piece][origin]
            gained = by * (weights[piece][target] - weights[captured][target])
            lines[first] -= lost
            lines[second] -= lost
            lines[radius] -= lost
            lines[to_first] += gained
            lines[to_second] += gained
            lines[to_radius] += gained

    def _is_near_end(self) -> bool:
        """Whether the next move may end the match."""
        return any(0 < count <= EVEN_FEWER for count in self.counts)

    def encode(self, move: Move) -> int:
        return SPACE_NUMBERS[move.origin] * SPACE_COUNT + SPACE_NUMBERS[move.target]

    # ---------------------------------------------------------------------------------------------------- judging

    def key(self) -> int:
        return self._key

    def lead(self, side: int) -> float:
        worths, points = self._worths, self._points_of
        if self._seats == 2:
            return worths[points[side]] - worths[points[1 - side]]
        each = [worths[number] for number in points]
        if self._two:
            mine, theirs = ([each[seat] for seat in self._sides[one]] for one in (side, 1 - side))
            return sum(mine) / 2 - sum(theirs) / 2
        own = each.pop(side)
        return own - OTHERS_BEST * max(each) - (1 - OTHERS_BEST) * sum(each) / len(each)

    def gain(self, move: int) -> float:
        """How much the move changes the lead; inf if the match may end."""
        if self._near_end:
            return inf
        origin, target = move >> 8, move & 255
        piece, captured = self.cells[origin], self.cells[target]
        points, totals = self._points, self._points_of
        seat = (piece - 1) // 3
        arrived = piece + 1 if piece % 3 == 2 and target >= 224 else piece
        mine = totals[seat] + points[arrived][target] - points[piece][origin]
        worths = self._worths
        gained = worths[mine] - worths[totals[seat]]
        if gained < 0 and self._seats > 2:  # for a side of several seats, one seat's loss weighs less
            gained = 0.0
        if captured:
            loser = (captured - 1) // 3
            gained += worths[totals[loser]] - worths[totals[loser] - points[captured][target]]
        return gained

    def is_losing(self, move: int) -> bool:
        """Whether a capture loses more than it wins: the capturing stellar is worth more and can be captured in turn.

        It doesn't if another own stellar could recapture, unless a moon can do the capturing.
        """
        origin, target = move >> 8, move & 255
        cells, points = self.cells, self._points
        piece = cells[origin]
        if points[piece][origin] <= points[cells[target]][target] or not cells[target]:
            return False
        lines, viewer = self._seen[self._side_of[(piece - 1) // 3]]
        guards = self._attackers(target, lines, TAKES[viewer])
        if not guards:
            return False
        for guard in guards:
            if cells[guard] % 3 == 2:
                return True
        return all(space == origin for space in self._attackers(target, lines, TAKES[1 - viewer]))

    def _attackers(self, target: int, lines: list[int], takes: tuple[bytes, ...]) -> list[int]:
        """The spaces of stellar that could capture on a space along its lines; `takes` says whose."""
        cells, slides = self.cells, SLIDES[target]
        of_ring = takes[target >> 5]
        first, second, radius = SPACE_LINES[target]
        attackers = []
        for code in slides[0][1][of_ring[lines[first]]] + slides[1][1][of_ring[lines[second]]]:
            space = code & 255
            if cells[space] % 3 != 2 or target >> 5 == (space >> 5) + 1:  # a moon captures one ring inward
                attackers.append(space)
        behind = [code & 255 for code in slides[2][1][of_ring[lines[radius]]]]
        attackers += [space for space in behind if cells[space] % 3 == 0]
        return attackers

    def margin(self) -> float:
        seat = self.to_move
        if seat is None:
            return 0.0
        total = self._points_of[seat]
        return self._worths[total + self._quiet_gain] - self._worths[total]

    def places(self) -> tuple[int, ...] | None:
        """Places as on the rules page; see `bot.rules.cirondo.situation`."""
        if self.over is None:
            return None
        places = [1] * self._seats
        if self.over == "showdown":
            powers = {
                side: max(
                    POWER[kind]
                    for seat in self._sides[side]
                    for kind in range(KINDS)
                    if self._pieces[stellar(seat, kind)]
                )
                for side in self._remaining_sides()
            }
            for side, power in powers.items():
                for seat in self._sides[side]:
                    places[seat] = 1 + sum(other > power for other in powers.values())
        for earlier, seat in enumerate(self.defeated):
            places[seat] = 2 if self._teams else self._seats - earlier
        return tuple(places)

    def _remaining_sides(self) -> list[int]:
        return [side for side, seats in enumerate(self._sides) if seats[0] not in self.defeated]
