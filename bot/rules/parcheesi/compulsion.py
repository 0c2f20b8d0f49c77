"""What a seat's pawns can do with a roll or a bonus, and the compulsion: which moves begin a best sequence."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from bot.rules.parcheesi.board import (
    BIT,
    NEST,
    ROUTES,
    SAFE_BIT,
    SUMS,
    TRACK_BITS,
    Colour,
    Move,
    Pairs,
    Pawns,
    blockade_bits,
    carry_partners,
    entering,
    move_pawn,
)

ENTERING = 5  # the die, or the sum of both, that brings a pawn in

# A sequence is rated by one number: a fixed amount for each value used, less the total of those unused (at most 14).
USED = 64


class MoveResult(NamedTuple):
    """A move and the position after it: the seat's own pawns and its partners."""

    move: Move
    pawns: Pawns
    pairs: Pairs


class RatedMove(NamedTuple):
    """A move and the rating of the best sequence that begins with it."""

    move: Move
    rating: int


class Obstacles:
    """What blocks one seat's pawns: the others' blockades, and their pawns on safe squares.

    Lone pawns elsewhere never block, so captures change nothing here, with one exception: a pawn out of the nest
    captures on a safe square. So a Field is valid for the position it was made for and for the sequences from there.
    """

    __slots__ = ("_barred", "_colour", "_entry_bit", "_guarded", "_in_nest", "_ratings", "_routes")

    def __init__(self, colours: Sequence[Colour], seat: int, pawns: Sequence[Pawns]) -> None:
        barred = guarded = 0
        for other, theirs in enumerate(pawns):
            if other != seat:
                one, two, three, four = theirs
                guarded |= SAFE_BIT[one] | SAFE_BIT[two] | SAFE_BIT[three] | SAFE_BIT[four]
                barred |= blockade_bits(theirs)
        self._colour = colour = colours[seat]
        self._routes = ROUTES[colour]
        self._entry_bit = BIT[colour.entry]
        self._barred = barred & TRACK_BITS
        self._guarded = guarded
        self._in_nest = pawns[seat].count(NEST)
        self._ratings: dict[tuple[Pawns, Pairs, tuple[int, ...]], int] = {}

    def blocked_squares(self, pawns: Pawns) -> int:
        """The squares of all blockades, as bits."""
        return self._barred | blockade_bits(pawns)

    def guarded_squares(self, pawns: Pawns) -> int:
        """The safe squares on which no pawn that moves along the track can land, as bits."""
        if pawns.count(NEST) == self._in_nest:
            return self._guarded
        return self._guarded & ~self._entry_bit  # the first pawn out has captured there

    # ------------------------------------------------------------------------------------------------ single moves

    def can_enter(self, pawns: Pawns) -> bool:
        """Whether a pawn is in the nest and its entry square is open."""
        return pawns[0] == NEST and not self.blocked_squares(pawns) & self._entry_bit

    def walks(self, pawns: Pawns, pairs: Pairs, value: int) -> Iterator[MoveResult]:
        """Every move of a pawn on the track or the home row by one die or bonus, by origin and destination."""
        blocked, guarded = self._barred | blockade_bits(pawns), self.guarded_squares(pawns)
        routes = self._routes[value]
        before = NEST
        for pawn in pawns:
            if pawn == before:
                continue
            before = pawn
            for way, landing, target, move in routes[pawn]:
                if way & blocked or landing & guarded:
                    continue
                after = carry_partners(pairs, pawns, pawn, target) if pairs else pairs
                if after is not None:
                    yield MoveResult(move, move_pawn(pawns, pawn, target), after)

    def steps(self, pawns: Pawns, pairs: Pairs, value: int) -> Iterator[MoveResult]:
        """Every use of one die, including entering."""
        if value == ENTERING and self.can_enter(pawns):
            yield MoveResult(entering(self._colour, (ENTERING,)), move_pawn(pawns, NEST, self._colour.entry), pairs)
        yield from self.walks(pawns, pairs, value)

    def can_use(self, pawns: Pawns, pairs: Pairs, value: int) -> bool:
        """Whether any move by this value is possible."""
        if value == ENTERING and self.can_enter(pawns):
            return True
        for _ in self.walks(pawns, pairs, value):
            return True
        return False

    def can_play(self, pawns: Pawns, pairs: Pairs, left: tuple[int, ...]) -> bool:
        """Whether any move is possible with the values left."""
        for value, _ in splits(left):
            if self.can_use(pawns, pairs, value):
                return True
        return left in SUMS and self.can_enter(pawns)

    # --------------------------------------------------------------------------------------------------- compulsion

    def possible(self, pawns: Pawns, pairs: Pairs, left: tuple[int, ...]) -> list[RatedMove]:
        """Every possible move with the values left, in the order of `legal()`, with its best rating.

        The sum brings a pawn in only while both dice are unused. Checking `left` is enough for that: only a roll of 1
        and 4 or 2 and 3 leaves these two values, as a double leaves d and 7 - d.
        """
        rated_moves: list[RatedMove] = []
        walking: list[RatedMove] = []
        for value, rest in splits(left):
            for move, after, pairs_after in self.steps(pawns, pairs, value):
                rating = USED + self.rating(after, pairs_after, rest)
                (rated_moves if move.kind == "enter" else walking).append(RatedMove(move, rating))
        if left in SUMS and self.can_enter(pawns):
            rated_moves.append(RatedMove(entering(self._colour, left), 2 * USED))
        return rated_moves + walking

    def rating(self, pawns: Pawns, pairs: Pairs, left: tuple[int, ...]) -> int:
        """The rating of the best sequence with the values left, after at least one of them has been used."""
        if len(left) < 2:
            if not left:
                return 0
            return USED if self.can_use(pawns, pairs, left[0]) else -left[0]
        key = pawns, pairs, left
        best = self._ratings.get(key)
        if best is not None:
            return best
        best, most = -sum(left), USED * len(left)
        for value, rest in splits(left):
            for _, after, pairs_after in self.steps(pawns, pairs, value):
                rating = USED + self.rating(after, pairs_after, rest)
                if rating > best:
                    best = rating
                    if best == most:
                        self._ratings[key] = best
                        return best
        self._ratings[key] = best
        return best


def unused_values(left: tuple[int, ...], rating: int) -> tuple[int, ...]:
    """The values that a sequence of this rating leaves unused, which their number and their total determine."""
    used = -(-rating // USED)
    number, total = len(left) - used, used * USED - rating
    if number == 0:
        return ()
    low, high = left[0], left[-1]
    lows = (number * high - total) // (high - low) if high > low else number
    return (low,) * lows + (high,) * (number - lows)


@cache
def splits(left: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Each different value of `left`, ascending, with the values that remain after using it."""
    return tuple(
        (value, left[:index] + left[index + 1 :]) for index, value in enumerate(left) if value not in left[:index]
    )
