"""Components and geometry: the squares, the way of each colour, and the moves of a pawn on an empty board.

Squares are small numbers inside the engine, in document order: 0 is the nest, 1 to 68 the track, 69 to 75 the home row
and 76 home. The same numbers stand for every colour's own nest, home row and home.

Speed: sets of squares are integers with one bit for each square (`BIT`), so that a single `&` tells whether a blockade
is in the way. The ways of each colour are computed when this module is loaded.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple

# ---------------------------------------------------------------------------------------------------------- squares

NEST, TRACK, ROW = 0, 68, 7  # the nest, the last square of the track, the length of a home row
HOME = TRACK + ROW + 1
SQUARES = (
    "nest",
    *(f"t{number}" for number in range(1, TRACK + 1)),
    *(f"h{number}" for number in range(1, ROW + 1)),
    "home",
)
SQUARE_NUMBERS = {name: square for square, name in enumerate(SQUARES)}
SAFE = (5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68)

# Nest and home hold any number of pawns and never block, so they have no bit.
BIT = (0, *(1 << square for square in range(1, HOME)), 0)
TRACK_BITS = sum(BIT[1 : TRACK + 1])
SAFE_BIT = tuple(BIT[square] if square in SAFE else 0 for square in range(len(SQUARES)))

PAWNS = 4  # of each seat
FACES = 6
OPPOSITE_FACES = 7  # the sum of opposite faces
CAPTURE_BONUS, HOME_BONUS = 20, 10


class Colour(NamedTuple):
    """Where a colour's pawns come in and where their home row begins."""

    name: str
    entry: int
    turn_off: int


RED, BLUE, YELLOW, GREEN = (
    Colour("red", 5, 68),
    Colour("blue", 22, 17),
    Colour("yellow", 39, 34),
    Colour("green", 56, 51),
)
COLOURS = {2: (RED, YELLOW), 3: (RED, BLUE, YELLOW), 4: (RED, BLUE, YELLOW, GREEN)}
"""The colours of the seats, by number of seats."""


@dataclass(frozen=True, slots=True)
class Table:
    """The players and their options."""

    seats: int
    first: str = "seat0"
    finish: str = "first"
    triple_doubles: bool = False
    blockade_limit: int = 0
    max_rolls: int = 0

    @property
    def colours(self) -> tuple[Colour, ...]:
        return COLOURS[self.seats]


def steps_on(colour: Colour, square: int) -> tuple[int, ...]:
    """The squares one step further: none from home or the nest, two from the turn-off."""
    if square in (NEST, HOME):
        return ()
    if square > TRACK:
        return (square + 1,)
    ahead = square % TRACK + 1
    return (ahead, TRACK + 1) if square == colour.turn_off else (ahead,)


def ways(colour: Colour, square: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Every way of exactly this many steps: the squares after the first, including the last."""
    if steps == 0:
        yield ()
        return
    for following in steps_on(colour, square):
        for rest in ways(colour, following, steps - 1):
            yield (following, *rest)


def progress(colour: Colour, square: int) -> int:
    """A pawn's points for the score, 0 to 72."""
    if square == NEST:
        return 0
    if square > TRACK:
        return square - 4  # h1 is 65, home 72
    steps = (square - colour.entry) % TRACK + 1
    return steps if steps <= 64 else 0  # beyond the turn-off lies another whole lap (Rulings 27)


def steps_left(colour: Colour, square: int) -> int:
    """The number of steps of the shortest way home from the track or the home row, 1 to 75."""
    if square > TRACK:
        return HOME - square
    return (colour.turn_off - square) % TRACK + ROW + 1


# ------------------------------------------------------------------------------------------------------------ moves

MoveKind = Literal["roll", "enter", "walk", "bonus", "skip"]


class Move(NamedTuple):
    """One decision. `values` are the dice or the bonus that it uses; `roll` and `skip` have no squares and no values.

    `enter` goes from "nest" to the entry square with (5,) or with two dice whose sum is five, the lower first; a `walk`
    uses one die and a `bonus` (10,) or (20,).
    """

    kind: MoveKind
    origin: str = ""
    values: tuple[int, ...] = ()
    target: str = ""


ROLL = Move("roll")
SKIP = Move("skip")
SUMS = ((1, 4), (2, 3))  # the two dice that together bring a pawn in


@cache
def walk(origin: int, value: int, target: int) -> Move:
    """The shared Move object for a pawn's move by a die or a bonus; there are a few thousand."""
    kind: MoveKind = "walk" if value <= FACES else "bonus"
    return Move(kind, SQUARES[origin], (value,), SQUARES[target])


@cache
def entering(colour: Colour, values: tuple[int, ...]) -> Move:
    """The shared Move object for a colour's entering with these dice."""
    return Move("enter", SQUARES[NEST], values, SQUARES[colour.entry])


class PawnPath(NamedTuple):
    """A pawn's move on an empty board: the bits of its way, including the last square, and of that square alone."""

    way: int
    landing: int
    target: int
    move: Move


Routes = tuple[tuple[PawnPath, ...], ...]
"""For each square the routes from there, in the order of their targets."""


def _routes(colour: Colour, value: int) -> Routes:
    def route(origin: int, way: tuple[int, ...]) -> PawnPath:
        return PawnPath(sum(BIT[square] for square in way), BIT[way[-1]], way[-1], walk(origin, value, way[-1]))

    return tuple(
        tuple(sorted((route(origin, way) for way in ways(colour, origin, value)), key=lambda walk: walk.target))
        for origin in range(len(SQUARES))
    )


ROUTES = {
    colour: {value: _routes(colour, value) for value in (*range(1, FACES + 1), HOME_BONUS, CAPTURE_BONUS)}
    for colour in COLOURS[4]
}
"""The routes of each colour for each die and bonus."""

# ------------------------------------------------------------------------------------------------------------ pawns

Pawns = tuple[int, ...]
"""The squares of a seat's four pawns, ascending."""

Pairs = tuple[tuple[int, int], ...]
"""The squares of partners: each pair ascending, the pairs ascending."""


def move_pawn(pawns: Pawns, origin: int, target: int) -> Pawns:
    """The pawns after one of them moves from `origin` to `target`."""
    squares = list(pawns)
    squares[squares.index(origin)] = target
    squares.sort()
    return tuple(squares)


def blockade_bits(pawns: Pawns) -> int:
    """The squares with two of these pawns, as bits."""
    one, two, three, four = pawns
    bits = 0
    if one == two:
        bits = BIT[one]
    if two == three:
        bits |= BIT[two]
    if three == four:
        bits |= BIT[three]
    return bits


def blockades(pawns: Pawns) -> tuple[int, ...]:
    """The squares with two of these pawns, ascending."""
    return tuple(square for square, following in pairwise(pawns) if square == following and BIT[square])


def carry_partners(pairs: Pairs, pawns: Pawns, origin: int, target: int) -> Pairs | None:
    """The partners' squares after a pawn moves from `origin` to `target`; None if the partner rule forbids it.

    It also decides which of two pawns on a square goes: first one without a partner, otherwise the one whose pair comes
    first, but never one whose partner is on `target` (The partner rule, (a) to (c)).
    """
    partners = 0
    for pair in pairs:
        partners += pair.count(origin)
    if partners < pawns.count(origin):
        return pairs
    for index, (one, other) in enumerate(pairs):
        if one == origin:
            partner = other
        elif other == origin:
            partner = one
        else:
            continue
        if target == HOME:
            return pairs[:index] + pairs[index + 1 :]
        if partner != target:
            pair = (partner, target) if partner < target else (target, partner)
            return tuple(sorted((*pairs[:index], pair, *pairs[index + 1 :])))
    return None
