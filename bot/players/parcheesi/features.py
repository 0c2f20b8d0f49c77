"""What a net is told about a position before a throw: numbers, most of which are 0.

A side says when a seat throws: 0 throws next, 1 after it, and so on. Each is seen from its own nest: its squares have
the numbers of the steps to them, 1 for the square in front of the nest to 64 for its turn-off, 65 to 71 in the home row
and 72 at home; the four squares behind its turn-off are 73 to 76. A side that has finished has no inputs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from bot.rules.parcheesi import Position
from bot.rules.parcheesi.board import (
    COLOURS,
    FACES,
    HOME,
    NEST,
    OPPOSITE_FACES,
    PAWNS,
    SAFE,
    TRACK,
    Colour,
    blockades,
    progress,
)

Pawns = tuple[int, ...]
"""The squares of a seat's four pawns, ascending."""

Feature = tuple[int, float]
"""The number of an input and its value."""

WAY = 72  # steps from the nest to home
TURN_OFF = 64

# Inputs of a side that are 1 or 0: pawns on each square, two pawns on it, pawns in the nest, pawns at home.
ONE, TWO, NESTED, AT_HOME, SQUARES_OF_SIDE = 0, 76, 152, 156, 160
# Inputs of a side that count or weigh something in its own pawns, after those of all sides above.
(
    STEPS,  # how far its pawns have come, 1 if all are at home
    BLOCKADES,  # how many it has
    IN_ROW,  # its pawns in the home row, in pairs
    SHUTS_ITSELF_IN,  # 1 if its own blockade keeps its pawns in the nest
    ALL_OUT,  # 1 if none of its pawns is in the nest
    SPARE,  # the steps that it can go without breaking a blockade, in ways of a pawn; only with a blockade
    FEW_SPARE,  # the same, but at most `SHORT`
    NO_SPARE,  # 1 if it has a blockade and no such step
    COUNTS_OF_SIDE,
) = range(9)
# Inputs of a side and another one, after those. Chances are those of one throw of the other's.
(
    DANGER,  # the chances that its lone pawns are captured, added up
    LOSS,  # the same, each with what would be lost
    WORST_LOSS,  # the largest of these losses
    ANY_DANGER,  # the chance that any of them is captured
    HOLDS_UP,  # the other's pawns at most 6 squares behind its blockades, in pairs
    SOON_HOLDS_UP,  # those 7 to 12 squares behind
    SHUT_IN,  # 1 if the other's blockade keeps its pawns in the nest
    IN_FRONT,  # 1 if a single pawn of the other's stands where its pawns come out
    BEHIND_ONE,  # the share of its pawns with a blockade of the other's before them
    BEHIND_TWO,  # the share with two of them
    COUNTS_OF_PAIR,
) = range(11)
# Inputs of a table with options that change how a match goes.
(
    LIMITED,  # 1 if blockades may stand for some turns only
    SHORT_LIMIT,  # the larger, the fewer turns
    SOON_OVER,  # three inputs: the larger, the fewer rolls are left
    TRIPLE_DOUBLES,  # 1 if a third double sends a pawn back
    OPTIONS,
) = (0, 1, 2, 5, 6)
# Inputs of a side at such a table.
(
    AGE,  # the share of its time that each blockade on the track has stood, added up
    DUE,  # its blockades on the track that must be broken
    AHEAD,  # three inputs: how far it is ahead on points, for each of `SOON_OVER`
    OPTIONS_OF_SIDE,
) = (0, 1, 2, 5)

SENT_BACK = 8  # steps that a captured pawn loses in addition to its way: it needs a five to come out
SHORT = 0.3  # of the way: fewer spare steps are few
ROLLS_LEFT = (20, 80, 320)  # that count about a third of no rolls left
SWING = 4.0  # points that a roll may change, roughly
FAR = 2 * FACES  # the longest way of a throw of two values
FARTHEST = 2 * OPPOSITE_FACES  # of a double, whose opposite faces are played as well


def _steps(colour: Colour, square: int) -> int:
    """The number of a square as this colour sees it; 0 for the nest."""
    if square == NEST:
        return 0
    if square > TRACK:
        return square - TRACK + TURN_OFF
    steps = (square - colour.entry) % TRACK + 1
    return steps if steps <= TURN_OFF else steps + WAY - TURN_OFF


NUMBERS = {colour: tuple(_steps(colour, square) for square in range(HOME + 1)) for colour in COLOURS[4]}
WAYS = {colour: tuple(progress(colour, square) for square in range(HOME + 1)) for colour in COLOURS[4]}
"""For each colour and square its number, and how far a pawn there has come."""


def _throws_for(*, doubled: bool) -> tuple[int, ...]:
    """For each distance the throws, one bit for each of 36, that bring a pawn exactly that far.

    With `doubled`, the opposite faces of doubles count as well.
    """
    throws = [0] * (FARTHEST + 1)
    for one in range(1, FACES + 1):
        for other in range(1, FACES + 1):
            ways = {one, other, one + other}
            if doubled and one == other:
                ways |= {first * one + second * (OPPOSITE_FACES - one) for first in range(3) for second in range(3)}
            for way in ways - {0}:
                throws[way] |= 1 << ((one - 1) * FACES + other - 1)
    return tuple(throws)


THROWS, DOUBLED_THROWS = _throws_for(doubled=False), _throws_for(doubled=True)
ENTERING = THROWS[5]
"""The throws that bring a pawn out of the nest: with a five, or with a sum of five."""


class PawnStructure(NamedTuple):
    """The squares of a seat's blockades, and of its pawns that stand alone on the track."""

    blockades: Pawns
    alone: Pawns


@lru_cache(maxsize=1024)
def shape(pawns: Pawns) -> PawnStructure:
    on_track = [square for square in pawns if 0 < square <= TRACK]
    walls = tuple(square for square in blockades(pawns) if square <= TRACK)
    return PawnStructure(walls, tuple(square for square in on_track if square not in walls))


@dataclass(frozen=True)
class Inputs:
    """The inputs of a net for so many seats.

    `varied`: whether it also knows the options that change how a match goes.
    """

    seats: int
    varied: bool = False

    @property
    def colours(self) -> tuple[Colour, ...]:
        return COLOURS[self.seats]

    @property
    def _counts(self) -> int:
        return self.seats * SQUARES_OF_SIDE

    @property
    def _pairs(self) -> int:
        return self._counts + self.seats * COUNTS_OF_SIDE

    @property
    def always(self) -> int:
        """The number of an input that is always 1."""
        return self._pairs + self.seats * (self.seats - 1) * COUNTS_OF_PAIR

    @property
    def _throwers(self) -> int:
        return self.always + 1

    @property
    def _options(self) -> int:
        """Three seats don't sit alike around the board, so it counts who throws."""
        return self._throwers + (self.seats if self.seats == 3 else 0)

    def __len__(self) -> int:
        return self._options + self.varied * (OPTIONS + self.seats * OPTIONS_OF_SIDE)

    def of_one(self, side: int, seat: int, pawns: Pawns) -> Iterator[Feature]:
        """What depends on one seat's pawns alone."""
        base, counts = side * SQUARES_OF_SIDE, self._counts + side * COUNTS_OF_SIDE
        colour = self.colours[seat]
        numbers, ways = NUMBERS[colour], WAYS[colour]
        for number in range(pawns.count(NEST)):
            yield base + NESTED + number, 1.0
        for number in range(pawns.count(HOME)):
            yield base + AT_HOME + number, 1.0
        for square in sorted(set(pawns) - {NEST, HOME}):
            yield base + ONE + numbers[square] - 1, 1.0
            if pawns.count(square) > 1:
                yield base + TWO + numbers[square] - 1, 1.0
        yield counts + STEPS, sum(ways[square] for square in pawns) / (PAWNS * WAY)
        walls = shape(pawns).blockades
        yield counts + BLOCKADES, float(len(walls))
        yield counts + IN_ROW, sum(TRACK < square < HOME for square in pawns) / 2
        if NEST not in pawns:
            yield counts + ALL_OUT, 1.0
        elif pawns.count(colour.entry) > 1:
            yield counts + SHUTS_ITSELF_IN, 1.0
        if walls:
            spare = sum(WAY - ways[square] for square in pawns if square not in (NEST, HOME, *walls)) / WAY
            if spare:
                yield counts + SPARE, spare
                yield counts + FEW_SPARE, min(spare, SHORT)
            else:
                yield counts + NO_SPARE, 1.0

    def of_both(self, side: int, later: int, seats: tuple[int, int], pawns: Pawns, theirs: Pawns) -> Iterator[Feature]:
        """What depends on how a side's pawns and those of another one stand to each other.

        `later` is how many sides after it the other one throws, `seats` are those of both.
        """
        counts = self._pairs + (side * (self.seats - 1) + later - 1) * COUNTS_OF_PAIR
        colour, other = self.colours[seats[0]], self.colours[seats[1]]
        numbers, ways = NUMBERS[colour], WAYS[colour]
        walls, alone = shape(pawns)
        behind = [square for square in theirs if 0 < square <= TRACK]
        chances = [(_hits(other, square, theirs, behind, walls), square) for square in alone]
        losses = [hits.bit_count() / 36 * (ways[square] + SENT_BACK) / WAY for hits, square in chances]
        if any(losses):
            together = 0
            for hits, _ in chances:
                together |= hits
            yield counts + DANGER, sum(hits.bit_count() for hits, _ in chances) / 36
            yield counts + LOSS, sum(losses)
            yield counts + WORST_LOSS, max(losses)
            yield counts + ANY_DANGER, together.bit_count() / 36
        if walls and behind:
            distances = [(wall - square) % TRACK for wall in walls for square in behind]
            yield counts + HOLDS_UP, sum(0 < distance <= FACES for distance in distances) / 2
            yield counts + SOON_HOLDS_UP, sum(FACES < distance <= FAR for distance in distances) / 2
        if NEST in pawns:
            in_front = theirs.count(colour.entry)
            if in_front:
                yield counts + (SHUT_IN if in_front > 1 else IN_FRONT), 1.0
        ahead = [numbers[wall] for wall in shape(theirs).blockades]
        ahead = [number for number in ahead if number <= TURN_OFF]
        if ahead:
            stopped = [sum(number > ways[square] for number in ahead) for square in pawns if square <= TRACK]
            yield counts + BEHIND_ONE, sum(number > 0 for number in stopped) / PAWNS
            yield counts + BEHIND_TWO, sum(number > 1 for number in stopped) / PAWNS

    def of_table(self, state: Position) -> Iterator[Feature]:
        """What depends on more than pawns: who throws and, if `varied`, the options."""
        yield self.always, 1.0
        thrower, table = state.to_move, state.table
        if thrower is None:
            raise ValueError("The match is over: nobody throws.")
        if self._options > self._throwers:
            yield self._throwers + thrower, 1.0
        if not self.varied:
            return
        limit, closeness = table.blockade_limit, [0.0] * len(ROLLS_LEFT)
        if limit:
            yield self._options + LIMITED, 1.0
            yield self._options + SHORT_LIMIT, 1 / limit
        left = table.max_rolls - state.rolls
        if table.max_rolls:
            closeness = [exp(-left / rolls) for rolls in ROLLS_LEFT]
            for number, close in enumerate(closeness):
                yield self._options + SOON_OVER + number, close
        if table.triple_doubles:
            yield self._options + TRIPLE_DOUBLES, 1.0
        scores = {seat: score for seat, score in enumerate(state.scores) if seat not in state.finished}
        for side in range(self.seats):
            seat, base = (thrower + side) % self.seats, self._options + OPTIONS + side * OPTIONS_OF_SIDE
            if seat not in scores:
                continue
            ages = [age for square, age in state.ages[seat] if square <= TRACK]
            if ages:
                yield base + AGE, sum(ages) / limit
                yield base + DUE, float(ages.count(limit))
            if table.max_rolls:
                lead = scores[seat] - max(score for other, score in scores.items() if other != seat)
                ahead = lead / (SWING * sqrt(left + 1))
                for number, close in enumerate(closeness):
                    yield base + AHEAD + number, close * ahead / (1 + abs(ahead))


def _hits(attacker: Colour, square: int, theirs: Pawns, behind: Sequence[int], walls: Sequence[int]) -> int:
    """The throws by which a pawn of the attacker's, whose pawns are `theirs`, reaches a lone pawn on the track.

    `behind` are those on the track. They don't get past `walls`, the blockades of the pawn's own seat. Leaves out what
    is rare: pawns that come out and go on, squares where a pawn can't stop between two dice, the attacker's own
    blockades, and bonuses.
    """
    if square in SAFE:
        return ENTERING if square == attacker.entry and NEST in theirs else 0
    throws = THROWS if NEST in theirs else DOUBLED_THROWS
    hits = 0
    for origin in behind:
        distance = (square - origin) % TRACK
        if 0 < distance <= FARTHEST and not any(0 < (wall - origin) % TRACK < distance for wall in walls):
            hits |= throws[distance]
    return hits
