"""Southern Cross: a colour's counters close together, off their home tile and not in a full tile."""

import random
from collections.abc import Hashable, Sequence
from functools import lru_cache
from types import MappingProxyType

from bot.players.judging import Judge, Reason
from bot.rules.southern_cross import Move, Position, Spin, Throw
from bot.rules.southern_cross.actions import (
    GREATEST_POWER,
    THROWS,
    End,
    Jump,
    Remove,
    Step,
    after,
)
from bot.rules.southern_cross.board import (
    BIT,
    COLOURS,
    COUNTERS,
    EMPTY,
    SEATS,
    SIDE,
    SQUARE_NUMBERS,
    TILE_MASKS,
    cluster,
    full_tile_names,
    largest_cluster,
    largest_group,
    occupied,
    squares_of,
)
from bot.text import N_

ON_GRID = 6.0  # points for a counter on the grid
OFF_HOME = 2.0  # more for one that is off its home tile
CLUSTER = (0.0, 0.0, 2.0, 5.0, 9.0, 15.0, 30.0)  # points for the largest cluster, by its size
APART = 0.9  # points lost per square of distance between a counter and the middle of its colour
AT_RISK = 7.0  # points lost for a counter that must go home
DICE_FAIL = tuple(number * number / 6 for number in range(5))  # the average number of this many dice that fail

UNSTEADY = 8.0  # points of power by which an unsteady hand may miss
REMEMBERED = 1 << 16  # cached standings


_PLACES = tuple(((square // SIDE, square % SIDE), BIT[square]) for square in range(SIDE * SIDE))


class SouthernCrossJudge(Judge[Position, Move]):
    grain = 3.0
    overlooks = MappingProxyType({"beginner": 0.5, "easy": 0.7, "normal": 0.5, "hard": 0.3})
    widths = (14, 8, 5, 4)
    depths = (1,)  # looking further has never helped: see docs/strength.md

    def worths(self, state: Position) -> Sequence[float]:
        cells = state.cells
        taken = occupied(cells)
        full = [mask for mask in TILE_MASKS.values() if taken & mask == mask]
        worths = []
        for seat in range(SEATS):
            colour = state.letter(seat)
            own = squares_of(cells, colour)
            worth = _standing(own, colour)
            for mask in full:
                worth -= AT_RISK * DICE_FAIL[(own & mask).bit_count()]
            worths.append(worth)
        return worths

    def plain(self, state: Position) -> Sequence[float]:
        """The counters on the grid, and the largest cluster."""
        letters = [state.letter(seat) for seat in range(SEATS)]
        return [2.0 * state.cells.count(letter) + 4.0 * largest_cluster(state.cells, letter) for letter in letters]

    def slip(self, state: Position, move: Move, unsteady: float, source: random.Random) -> Move:
        """A throw misses by a few points of power."""
        if not isinstance(move, Throw):
            return move
        power = round(move.power + source.gauss(0.0, unsteady * UNSTEADY))
        return THROWS[min(max(power, 0), GREATEST_POWER)]

    def candidates(self, state: Position, moves: Sequence[Move]) -> Sequence[Move]:
        """Only the powers of each throw close to the one that would land on the target without scatter."""
        if state.phase != "throw" or state.special is None:
            return moves
        throw = state.special.throws[0]
        power = min(max(throw.target - throw.wind, 0), GREATEST_POWER)
        return [move for move in moves if isinstance(move, Throw) and move.power == power]

    def key(self, state: Position) -> Hashable:
        return state.cells, state.turn, state.to_move, state.phase, state.actions_left, state.special

    def chances(self, before: Position, move: Move) -> list[Reason]:
        if not isinstance(move, Throw) or before.special is None:
            return []
        throw = before.special.throws[0]
        if not throw.wind:
            return [Reason(N_("aims straight at {target}"), {"target": throw.target})]
        return [Reason(N_("aims at {target} with a wind of {wind}"), {"target": throw.target, "wind": throw.wind})]

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        seat = before.to_move
        if seat is None:
            return []
        reasons = []
        colour = before.letter(seat)
        grown, was = largest_cluster(after.cells, colour), largest_cluster(before.cells, colour)
        goes_on = after.phase == "act" and after.active == before.active and after.actions_left > 0
        if grown == COUNTERS > was:
            reasons.append(
                Reason(N_("brings all six counters together"), places=_squares(cluster(after.cells, colour)))
            )
        elif grown > max(was, 1):
            places = _squares(cluster(after.cells, colour))
            reasons.append(Reason(N_("brings {n} counters together"), {"n": grown}, places))
        elif grown < was:
            reasons.append(Reason(N_("but splits your cluster")))
        if after.cells.count(colour) > before.cells.count(colour):
            reasons.append(Reason(N_("brings a counter onto the board")))
        if isinstance(move, Spin):
            for other in range(SEATS):
                name = before.colour(other).name
                letter = before.letter(other)
                if other != seat and largest_cluster(after.cells, letter) < largest_cluster(before.cells, letter):
                    places = _squares(cluster(before.cells, letter))
                    reasons.append(Reason(N_("breaks up {colour}'s cluster"), {"colour": name}, places))
        if before.cells.count(colour) == after.cells.count(colour) and _apart(squares_of(after.cells, colour)) < _apart(
            squares_of(before.cells, colour)
        ):
            reasons.append(Reason(N_("brings your counters closer together")))
        now, then = full_tile_names(before.cells), full_tile_names(after.cells)
        for tile in then:
            if tile not in now:
                stand_there = occupied(after.cells) & TILE_MASKS[tile]
                mine = squares_of(after.cells, colour) & TILE_MASKS[tile]
                theirs = stand_there & ~mine
                if theirs:
                    words, values = N_("fills a tile and puts {n} of the others' counters at risk"), theirs.bit_count()
                    reasons.append(Reason(words, {"n": values}, _squares(theirs)))
                if mine:
                    words, values = N_("but fills a tile and puts {n} of your counters at risk"), mine.bit_count()
                    reasons.append(Reason(words, {"n": values}, _squares(mine)))
        if len(then) < len(now):
            reasons.append(Reason(N_("opens a full tile")))
        if isinstance(move, Remove):
            grids = [_without(before.cells, other) for other in before.legal()]
            if grown > 1 and grown == max(largest_cluster(grid, colour) for grid in grids):
                places = _squares(cluster(after.cells, colour))
                reasons.append(Reason(N_("keeps {n} counters together"), {"n": grown}, places))
            distances = [_apart(squares_of(grid, colour)) for grid in grids]
            if _apart(squares_of(after.cells, colour)) == min(distances) < max(distances):
                reasons.append(Reason(N_("keeps your counters as close together as possible")))
        home = TILE_MASKS[COLOURS[colour].home]
        stood, stand = squares_of(before.cells, colour), squares_of(after.cells, colour)
        if (stand & home).bit_count() < (stood & home).bit_count() and stand.bit_count() == stood.bit_count():
            reasons.append(Reason(N_("leaves the home tile, where counters don't count")))
        if isinstance(move, End) and after.phase == "act" and before.actions_left:
            reasons.append(_ended(before, colour))
        elif goes_on:
            most = _most_together(after, colour)
            if most > max(grown, 2):
                reasons.insert(0, Reason(N_("lets you bring {n} counters together this turn"), {"n": most}))
        if all(reason.against for reason in reasons):
            for other in range(SEATS):
                letter = before.letter(other)
                stands, stood_before = squares_of(after.cells, letter), squares_of(before.cells, letter)
                if other != seat and _standing(stands, letter) < _standing(stood_before, letter):
                    named = {"colour": before.colour(other).name}
                    places = _squares(stands)
                    reasons.insert(0, Reason(N_("drives {colour}'s counters apart"), named, places))
                    break
            else:
                if goes_on and _best_next(after, colour) > _best_next(before, colour):
                    reasons.insert(0, Reason(N_("sets up the next action")))
        return reasons


def _ended(before: Position, colour: int) -> Reason:
    """Why a turn may be ended early."""
    actions = [move for move in before.legal() if isinstance(move, Step | Jump | Spin)]
    results = [squares_of(after(before.cells, move, colour), colour) for move in actions]
    stands = _standing(squares_of(before.cells, colour), colour)
    if all(_standing(each, colour) <= stands for each in results):
        return Reason(N_("keeps everything as it is, because no action brings your counters closer together"))
    return Reason(N_("keeps everything as it is"))


def _most_together(state: Position, colour: int) -> int:
    """The largest cluster that a colour can make with its next action."""
    moves = [move for move in state.legal() if isinstance(move, Step | Jump | Spin)]
    return max((largest_cluster(after(state.cells, move, colour), colour) for move in moves), default=0)


def _squares(bits: int) -> tuple[str, ...]:
    """The names of these squares."""
    return tuple(name for name, number in SQUARE_NUMBERS.items() if bits & BIT[number])


def _apart(own: int) -> int:
    """The sum of the distances of counters on these squares from their middle, along columns and rows."""
    places = [place for place, bit in _PLACES if own & bit]
    if not places:
        return 0
    columns, rows = sorted([place[0] for place in places]), sorted([place[1] for place in places])
    column, row = columns[len(columns) // 2], rows[len(rows) // 2]
    return sum([abs(x - column) + abs(y - row) for x, y in places])


@lru_cache(REMEMBERED)
def _standing(own: int, colour: int) -> float:
    """The standing of a colour with these squares, on its own."""
    away = own & ~TILE_MASKS[COLOURS[colour].home]
    worth = ON_GRID * own.bit_count() + OFF_HOME * away.bit_count() + CLUSTER[largest_group(away).bit_count()]
    return worth - APART * _apart(own)


def _best_next(state: Position, colour: int) -> float:
    """The best standing a colour may have after one more action."""
    standings = [
        _standing(squares_of(after(state.cells, move, colour), colour), colour)
        for move in state.legal()
        if isinstance(move, Step | Jump | Spin)
    ]
    return max(standings, default=0.0)


def _without(cells: bytes, move: Move) -> bytes:
    """The grid after the chosen counters went home."""
    if not isinstance(move, Remove):
        return cells
    left = bytearray(cells)
    for square in move.squares:
        left[SQUARE_NUMBERS[square]] = EMPTY
    return bytes(left)


judge = SouthernCrossJudge()
