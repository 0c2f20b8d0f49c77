"""Southern Cross: a colour's counters close together, off their home tile and not in a full tile."""

import random
from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import product
from operator import itemgetter
from types import MappingProxyType

from bot.players.judging import Judge, Reason
from bot.players.positions import OTHERS_BEST
from bot.rules.southern_cross import Move, Position, Spin, Throw
from bot.rules.southern_cross.actions import (
    AMOUNTS,
    BASE,
    END,
    GREATEST_POWER,
    THROWS,
    Action,
    End,
    Jump,
    Remove,
    Step,
    after,
    list_decisions,
)
from bot.rules.southern_cross.board import (
    BIT,
    COLOURS,
    COUNTERS,
    DIALS,
    EMPTY,
    SEATS,
    SIDE,
    SQUARE_NUMBERS,
    TILE_MASKS,
    TILE_SQUARES,
    cluster,
    full_tile_names,
    full_tiles,
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
STAYS = tuple((1 - number / 6) ** number for number in range(5))  # the probability that all counters pass
COMPLETE = 60.0  # points for a winning cluster, in a plan
FOLLOWED = 8  # positions of a turn that a plan follows after each action
REMEMBERED = 1 << 16  # cached standings
UNSURE = 1.5  # points by which plans may deviate from what looks best

EMPTY_SQUARE = bytes((EMPTY,))
_SQUARE_BIT = {BASE: 0} | {name: BIT[number] for name, number in SQUARE_NUMBERS.items()}
_by_lead = itemgetter(0)


def _turned(dial: str, amount: int) -> tuple[int, dict[int, int]]:
    """The squares of a dial, and where counters on some of them get by a turn."""
    bits = [BIT[square] for square in TILE_SQUARES[dial]]
    places = {}
    for stands in product((False, True), repeat=len(bits)):
        moved = stands[-amount // 90 :] + stands[: -amount // 90]
        places[_sum_of(bits, stands)] = _sum_of(bits, moved)
    return TILE_MASKS[dial], places


def _sum_of(bits: Sequence[int], chosen: Sequence[bool]) -> int:
    return sum(bit for bit, is_there in zip(bits, chosen, strict=True) if is_there)


_TURNED = {(dial, amount): _turned(dial, amount) for dial in DIALS for amount in AMOUNTS}
_PLACES = tuple(((square // SIDE, square % SIDE), BIT[square]) for square in range(SIDE * SIDE))


class SouthernCrossJudge(Judge[Position, Move]):
    grain = 3.0
    overlooks = MappingProxyType({"beginner": 0.05, "easy": 0.55, "normal": 0.35})
    widths = (14, 8, 5, 4, 4, 3)
    playout = 3
    followed = 6
    trust = 2.0
    prize = 60.0

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

    def quick(self, state: Position, source: random.Random) -> Move:
        """The first action of the turn that best brings the player's own counters together, after a short look."""
        if state.phase == "act":
            return _planned(state, source)
        if state.phase == "throw":
            return self.candidates(state, state.legal())[0]
        moves = state.legal()
        if len(moves) == 1:
            return moves[0]
        letter = state.letter(state.to_move or 0)
        return max(moves, key=lambda move: _standing(squares_of(_without(state.cells, move), letter), letter))

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


def _ahead(rest: bytes, colour: int) -> float:
    """What the other colours' counters are worth against a colour whose own counters aren't in this grid."""
    others = [_standing(squares_of(rest, other), other) for other in COLOURS if other != colour]
    return OTHERS_BEST * max(others) + (1 - OTHERS_BEST) * sum(others) / len(others)


class _Others:
    """The counters of the other colours, which only spins move, in the plan of a colour.

    `ahead` is what they are worth, `turned` what follows each spin; `leads` has the worth of each set of own squares.
    """

    __slots__ = ("ahead", "leads", "rest", "taken", "turned")

    def __init__(self, rest: bytes, colour: int) -> None:
        self.rest = rest
        self.ahead = _ahead(rest, colour)
        self.taken = occupied(rest)
        self.turned: dict[Spin, _Others] = {}
        self.leads: dict[int, float] = {}


def _planned(state: Position, source: random.Random) -> Move:
    """The first move of the best turn found; always follows some of what looks good, and skips the rest.

    Speed: an action that moves an own counter leaves the others as they are, so its worth is one lookup.
    """
    colour = state.letter(state.active)
    own, home = squares_of(state.cells, colour), TILE_MASKS[COLOURS[colour].home]
    others = _Others(state.cells.replace(bytes((colour,)), EMPTY_SQUARE), colour)
    others.leads[own] = _standing(own, colour) - others.ahead
    known = {others.rest: others}
    following: list[tuple[_Others, int, bytes, tuple[Move, ...]]] = [(others, own, state.cells, ())]
    best = -1e9
    plan: tuple[Move, ...] = ()
    for left in range(state.actions_left, -1, -1):
        actions: list[tuple[float, _Others, int, bytes, tuple[Move, ...], Action]] = []
        for others, own, cells, path in following:
            full = full_tiles(others.taken | own)
            if len(full) <= 1:
                challenged = (own & full[0]).bit_count() if full else 0
                worth = others.leads[own] - AT_RISK * DICE_FAIL[challenged] + source.random() * UNSURE
                if own.bit_count() == COUNTERS and largest_group(own & ~home).bit_count() == COUNTERS:
                    worth += COMPLETE * STAYS[challenged]
                if worth > best:
                    best, plan = worth, path
            if not left:
                continue
            leads, ahead = others.leads, others.ahead
            for move in list_decisions(cells, colour, left):
                if isinstance(move, Spin):
                    there = others.turned.get(move)
                    if there is None:
                        rest = after(others.rest, move, colour)
                        there = others.turned[move] = known.get(rest) or _Others(rest, colour)
                        known[rest] = there
                    mask, places = _TURNED[move.dial, move.amount]
                    squares = own & ~mask | places[own & mask]
                    if squares not in there.leads:
                        there.leads[squares] = lead = _standing(squares, colour) - there.ahead
                        actions.append((lead, there, squares, cells, path, move))
                elif isinstance(move, Step | Jump):
                    squares = own & ~_SQUARE_BIT[move.start] | _SQUARE_BIT[move.target]
                    if squares not in leads:
                        leads[squares] = lead = _standing(squares, colour) - ahead
                        actions.append((lead, others, squares, cells, path, move))
        actions.sort(key=_by_lead, reverse=True)
        following = [
            (there, squares, after(cells, move, colour), (*path, move))
            for _, there, squares, cells, path, move in actions[:FOLLOWED]
        ]
    return plan[0] if plan else END


judge = SouthernCrossJudge()
