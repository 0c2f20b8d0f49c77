"""Lookup tables for Cirondo: lines, slides, bits of moons, keys, and values of stellar.

See `bot.players.cirondo.position`.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from random import Random

from bot.rules.cirondo.board import (
    FIRST_ARC_INWARD,
    FIRST_ARC_OUTWARD,
    INNERMOST,
    INWARD,
    KINDS,
    MOON,
    NUMBERS,
    OUTWARD,
    PLANET,
    SECOND_ARC_INWARD,
    SECOND_ARC_OUTWARD,
    SPACES,
    Board,
    ray,
    ring_of,
    stellar,
)

EVEN_FEWER = 2  # with so few stellar of a side, the next move may end the match
LINE_LENGTH = len("ABCDEFGH")
LINES = 3 * NUMBERS  # first arcs, second arcs, radii
SPACE_COUNT = len(SPACES)
PIECES = 1 + 4 * KINDS


# ------------------------------------------------------------------------------------------------- lines and slides


def _line_of(space: int, family: int) -> int:
    ring, column = divmod(space, NUMBERS)
    return family * NUMBERS + (column + (-ring, ring, 0)[family]) % NUMBERS


RAYS = (  # outward and inward, of each family of lines
    (FIRST_ARC_OUTWARD, FIRST_ARC_INWARD),
    (SECOND_ARC_OUTWARD, SECOND_ARC_INWARD),
    (OUTWARD, INWARD),
)
SPACE_LINES = tuple(tuple(_line_of(space, family) for family in range(3)) for space in range(SPACE_COUNT))


def _nearest_first(length: int, *, outward: bool) -> list[list[int]]:
    """The digits of each state of `length` neighbouring spaces, by its number, nearest to the slider first."""
    states = [[number // 3**place % 3 for place in range(length)] for number in range(3**length)]
    return [digits[::-1] for digits in states] if outward else states


def _free(digits: Sequence[int]) -> int:
    """The number of empty spaces before the first stellar."""
    return next((steps for steps, digit in enumerate(digits) if digit), len(digits))


def _capture_distance(digits: Sequence[int], other: int) -> int:
    """The distance in steps to the nearest stellar if it is the digit `other`; 0 if nothing can be captured."""
    free = _free(digits)
    return free + 1 if free < len(digits) and digits[free] == other else 0


def _line_table(ring: int, count: Callable[[Sequence[int]], int]) -> bytes:
    """For each state of a line, what counts outward from a slider on `ring` + 8 * the same inward."""
    outward = [count(digits) for digits in _nearest_first(ring, outward=True)]
    inward = [8 * count(digits) for digits in _nearest_first(INNERMOST - ring, outward=False)]
    # The low digits are the outer spaces, then the slider's own digit (any), then the inner spaces.
    return bytes(far + near for near in inward for _ in range(3) for far in outward)


RINGS = range(LINE_LENGTH)
FREE = tuple(_line_table(ring, _free) for ring in RINGS)
"""By ring and state of a line: the number of empty spaces a slide reaches."""
TAKES = tuple(tuple(_line_table(ring, partial(_capture_distance, other=other)) for ring in RINGS) for other in (2, 1))
"""By viewer (0: its own stellar are digit 1, 1: digit 2), ring and state of a line: the distance of captures."""
MoveCodes = tuple[int, ...]


def _slides(space: int, family: int) -> tuple[tuple[MoveCodes, ...], tuple[MoveCodes, ...]]:
    """The moves to empty spaces from an entry of FREE, and the captures from one of TAKES."""
    outward, inward = ([space * SPACE_COUNT + target for target in ray(space, direction)] for direction in RAYS[family])
    quiet: list[MoveCodes] = [()] * 64
    captures: list[MoveCodes] = [()] * 64
    for far in range(len(outward) + 1):
        for near in range(len(inward) + 1):
            quiet[far + 8 * near] = tuple(outward[:far] + inward[:near])
            captures[far + 8 * near] = tuple(outward[far - 1 : far] + inward[near - 1 : near])
    return tuple(quiet), tuple(captures)


SLIDES = tuple(tuple(_slides(space, family) for family in range(3)) for space in range(SPACE_COUNT))
QUIET_PLANETS = tuple(
    (SPACE_LINES[space][0], SPACE_LINES[space][1], FREE[ring_of(space)], SLIDES[space][0][0], SLIDES[space][1][0])
    for space in range(SPACE_COUNT)
)
CAPTURING_PLANETS = tuple(
    tuple(
        (
            SPACE_LINES[space][0],
            SPACE_LINES[space][1],
            TAKES[viewer][ring_of(space)],
            SLIDES[space][0][1],
            SLIDES[space][1][1],
        )
        for space in range(SPACE_COUNT)
    )
    for viewer in range(2)
)

# The weight of digits 0, 1, 2 on a space in each of its lines.
WEIGHTS = tuple(tuple(digit * 3 ** ring_of(space) for space in range(SPACE_COUNT)) for digit in range(3))

# ------------------------------------------------------------------------------------------------------ moons as bits

STRIDE = NUMBERS + 2
BIT = tuple(1 << (STRIDE * ring_of(space) + space % NUMBERS + 1) for space in range(SPACE_COUNT))


def _ring_bits(space: int) -> int:
    """The bit of a space, and of its copy beyond the other end of the ring if it has one."""
    ring, column = divmod(space, NUMBERS)
    bits = BIT[space]
    if column == 0:
        bits |= 1 << (STRIDE * ring + NUMBERS + 1)
    if column == NUMBERS - 1:
        bits |= 1 << (STRIDE * ring)
    return bits


BITS = tuple(_ring_bits(space) for space in range(SPACE_COUNT))
SPACE_AT = tuple(  # the space a bit stands for, including copies
    ring * NUMBERS + (place - 1) % NUMBERS for ring in range(LINE_LENGTH) for place in range(STRIDE)
)
RING_G = sum(BIT[(INNERMOST - 1) * NUMBERS + column] for column in range(NUMBERS))
ONE_RING = (1 << NUMBERS) - 1

# --------------------------------------------------------------------------------------------------------------- keys

_source = Random("Cirondo")  # noqa: S311 - keys must be the same in every process
KEY_BITS = 60
KEYS = tuple(
    tuple(_source.getrandbits(KEY_BITS) if piece else 0 for _ in range(SPACE_COUNT)) for piece in range(PIECES)
)
SEAT_KEYS = tuple(_source.getrandbits(KEY_BITS) for _ in range(4))
OWED_KEY = _source.getrandbits(KEY_BITS)


class Count:
    """Values of stellar: each one's by kind and ring, in points, and a bonus for a seat with many.

    Points are counted in whole units. `quiet` is the most units that a quiet move can add.
    """

    def __init__(self, points: Callable[[int, int], float], unit: float, worth: Callable[[float], float]) -> None:
        rows = [
            tuple(round(points(kind, ring_of(space)) / unit) for space in range(SPACE_COUNT)) for kind in range(KINDS)
        ]
        self.units = ((0,) * SPACE_COUNT, *rows * 4)
        most = 1 + 2 * NUMBERS * max(max(row) for row in self.units)
        self.worths = [worth(number * unit) for number in range(most)]
        planets, moons = (self.units[stellar(0, kind)][::NUMBERS] for kind in (PLANET, MOON))
        steps = [after - before for before, after in pairwise(moons[1:INNERMOST])]
        self.quiet = max(max(planets) - min(planets), *steps)

    def of(self, board: Board) -> list[float]:
        """The value of each seat's stellar."""
        cells = board.cells
        return [self.worths[sum([self.units[cells[space]][space] for space in spaces])] for spaces in board.spaces]


Stance = tuple[int, int, int, int, int, int, int]
"""A stellar on a space: its key, its points, the bits of the space, its three lines, and its weight in them."""


@lru_cache(16)
def stances(count: Count, digits: tuple[int, ...]) -> tuple[tuple[Stance, ...], ...]:
    """By stellar and space; `digits` are those of the stellar in the lines."""
    return tuple(
        tuple(
            (
                KEYS[piece][space],
                count.units[piece][space],
                BITS[space],
                SPACE_LINES[space][0],
                SPACE_LINES[space][1],
                SPACE_LINES[space][2],
                WEIGHTS[digit][space],
            )
            for space in range(SPACE_COUNT)
        )
        for piece, digit in enumerate(digits)
    )
