"""Southern Cross: counters of a colour close together, off their home tile and not in a full tile."""

from collections.abc import Hashable, Sequence

from bot.players.judging import Judge, Reason
from bot.rules.southern_cross import Move, Position, Spin, Throw
from bot.rules.southern_cross.actions import GREATEST_POWER
from bot.rules.southern_cross.board import (
    COLOURS,
    COUNTERS,
    SEATS,
    SIDE,
    TILE_MASKS,
    full_tile_names,
    largest_cluster,
    occupied,
    squares_of,
)
from bot.text import N_

ON_GRID = 6.0  # points for a counter that has come out
OFF_HOME = 2.0  # more for one that is off its home tile
CLUSTER = (0.0, 0.0, 2.0, 5.0, 9.0, 15.0, 30.0)  # points for the largest cluster, by its size
APART = 0.9  # points lost for each square of distance between a counter and the middle of its colour, either way
AT_RISK = 7.0  # points lost for a counter that goes home
DICE_FAIL = tuple(number * number / 6 for number in range(5))  # of so many dice so many are not higher

_PLACES = tuple((square // SIDE, square % SIDE) for square in range(SIDE * SIDE))


class SouthernCrossJudge(Judge[Position, Move]):
    grain = 3.0
    widths = (14, 8, 5, 4, 4, 3)

    def worths(self, state: Position) -> Sequence[float]:
        cells = state.cells
        taken = occupied(cells)
        full = [mask for mask in TILE_MASKS.values() if taken & mask == mask]
        worths = []
        for seat in range(SEATS):
            colour = state.letter(seat)
            own = squares_of(cells, colour)
            away = own & ~TILE_MASKS[COLOURS[colour].home]
            worth = ON_GRID * own.bit_count() + OFF_HOME * away.bit_count() + CLUSTER[largest_cluster(cells, colour)]
            worth -= APART * _apart(cells, colour)
            for mask in full:
                worth -= AT_RISK * DICE_FAIL[(own & mask).bit_count()]
            worths.append(worth)
        return worths

    def plain(self, state: Position) -> Sequence[float]:
        """The counters that are out, and the largest cluster."""
        letters = [state.letter(seat) for seat in range(SEATS)]
        return [2.0 * state.cells.count(letter) + 4.0 * largest_cluster(state.cells, letter) for letter in letters]

    def candidates(self, state: Position, moves: Sequence[Move]) -> Sequence[Move]:
        """Of all powers of a throw those about the one that would land on the target without scatter."""
        if state.phase != "throw" or state.special is None:
            return moves
        throw = state.special.throws[0]
        power = min(max(throw.target - throw.wind, 0), GREATEST_POWER)
        return [move for move in moves if isinstance(move, Throw) and move.power == power]

    def key(self, state: Position) -> Hashable:
        return state.cells, state.turn, state.to_move, state.phase, state.actions_left, state.special

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        seat = before.to_move
        if seat is None:
            return []
        reasons = []
        colour = before.letter(seat)
        grown, was = largest_cluster(after.cells, colour), largest_cluster(before.cells, colour)
        if grown == COUNTERS > was:
            reasons.append(Reason(N_("brings all six counters together")))
        elif grown > was:
            reasons.append(Reason(N_("brings {n} counters together"), {"n": grown}))
        elif grown < was:
            reasons.append(Reason(N_("but parts the own cluster")))
        if after.cells.count(colour) > before.cells.count(colour):
            reasons.append(Reason(N_("brings a counter onto the grid")))
        if isinstance(move, Spin):
            for other in range(SEATS):
                name = before.colour(other).name
                letter = before.letter(other)
                if other != seat and largest_cluster(after.cells, letter) < largest_cluster(before.cells, letter):
                    reasons.append(Reason(N_("tears the cluster of {colour} apart"), {"colour": name}))
        if before.cells.count(colour) == after.cells.count(colour) and _apart(after.cells, colour) < _apart(
            before.cells, colour
        ):
            reasons.append(Reason(N_("draws the own counters closer together")))
        now, then = full_tile_names(before.cells), full_tile_names(after.cells)
        for tile in then:
            if tile not in now:
                number = (squares_of(after.cells, colour) & TILE_MASKS[tile]).bit_count()
                reasons.append(Reason(N_("fills a tile, with {n} own counters to be challenged"), {"n": number}))
        if len(then) < len(now):
            reasons.append(Reason(N_("opens a full tile")))
        return reasons


def _apart(cells: bytes, colour: int) -> int:
    """How far the counters of a colour on the grid stand from their middle, along columns and rows, all together."""
    places = [place for place, letter in zip(_PLACES, cells, strict=True) if letter == colour]
    if not places:
        return 0
    columns, rows = sorted([place[0] for place in places]), sorted([place[1] for place in places])
    column, row = columns[len(columns) // 2], rows[len(rows) // 2]
    return sum([abs(x - column) + abs(y - row) for x, y in places])


judge = SouthernCrossJudge()
