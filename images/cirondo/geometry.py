"""Where things are on the picture of a Cirondo board.

The board's lower half holds columns 1 to 16, which are gold's with two seats; clockwise follow 17 to 32. Between 32 and
1, and between 16 and 17, a narrow seam runs to the void. It is no space: it carries the letters of the rings, which so
stand beside the playing surface and never under a piece, and rings and arcs are drawn across it. Rings get lower
towards the middle, so that cells stay nearly square and arcs are spirals.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import pi

from bot.rules.cirondo import board
from bot.rules.cirondo.board import SPACE_NUMBERS
from images.canvas.canvas import Point, polar

RINGS = board.RINGS
COLUMNS = board.NUMBERS  # in each ring

CENTRE: Point = (512.0, 518.0)
EDGE = 468.0  # radius of the outer end of ring A
VOID = 180.0  # radius of the inner end of ring H
NUMBERS = 490.0  # radius of the column numbers
INNERMOST = 34.0  # height of ring H; the others grow by equal steps

SEAM = 0.85  # width of a seam, in columns: at ring H, a letter's width between the discs of two choices
COLUMN = 2 * pi / (COLUMNS + 2 * SEAM)  # angle of one column

_STEP = ((EDGE - VOID) - len(RINGS) * INNERMOST) * 2 / (len(RINGS) * (len(RINGS) - 1))

Space = tuple[int, int]
"""Ring 0 (A) to 7 (H), and column 1 to 32."""


def space(name: str) -> Space:
    """`space("B7")` is (1, 7). ValueError if the text is no space."""
    if name not in SPACE_NUMBERS:
        raise ValueError(f"{name!r} is not a space (A1 to H32)")
    ring, column = divmod(SPACE_NUMBERS[name], COLUMNS)
    return ring, column + 1


def name_of(place: Space) -> str:
    """The inverse of `space`: `name_of((1, 7))` is "B7"."""
    return f"{RINGS[place[0]]}{place[1]}"


@cache
def inner(ring: int) -> float:
    """Radius at which a ring ends towards the void; `inner(-1)` is the edge of the board."""
    below = len(RINGS) - 1 - ring
    return VOID + below * INNERMOST + _STEP * below * (below - 1) / 2


@cache
def radius(ring: int) -> float:
    """Radius of the middle of a ring."""
    return (inner(ring) + inner(ring - 1)) / 2


def height(ring: int) -> float:
    """From a ring's inner to its outer end, in pixels."""
    return inner(ring - 1) - inner(ring)


def width(ring: int) -> float:
    """Of a cell in the middle of its ring, in pixels."""
    return radius(ring) * COLUMN


@cache
def angle(column: float) -> float:
    """The direction of a column's middle, in radians clockwise from three o'clock."""
    seams = 0.5 if column < COLUMNS / 2 + 0.75 else 1.5
    return (column - 0.5 + seams * SEAM) * COLUMN


@cache
def middle(place: Space) -> Point:
    """The middle of a space."""
    return polar(CENTRE, radius(place[0]), angle(place[1]))


def home(seats: int, seat: int) -> tuple[float, float]:
    """The angles between which a seat's home columns lie."""
    share = COLUMNS // seats
    return angle(seat * share + 1) - COLUMN / 2, angle((seat + 1) * share) + COLUMN / 2


def _between(first: Space, second: Space) -> list[Point]:
    """The path between two neighbouring spaces: straight in polar coordinates, so part of a spiral."""
    start, stop = angle(first[1]), angle(second[1])
    if stop - start > pi:
        stop -= 2 * pi
    elif start - stop > pi:
        stop += 2 * pi
    steps = 8
    return [
        polar(
            CENTRE,
            radius(first[0]) + (radius(second[0]) - radius(first[0])) * i / steps,
            start + (stop - start) * i / steps,
        )
        for i in range(steps + 1)
    ]


def way(places: Sequence[Space]) -> list[Point]:
    """The line through neighbouring spaces."""
    points = [middle(places[0])]
    for first, second in pairwise(places):
        points += _between(first, second)[1:]
    return points


def spiral(column: int, turn: int) -> list[Point]:
    """The whole arc from edge to void that starts in a column of ring A and goes clockwise (`turn` 1) or not (-1)."""
    places = [(ring, (column - 1 + turn * ring) % COLUMNS + 1) for ring in range(len(RINGS))]
    first, last = angle(places[0][1]), angle(places[-1][1])
    return [polar(CENTRE, EDGE, first - turn * COLUMN / 2), *way(places), polar(CENTRE, VOID, last + turn * COLUMN / 2)]


def spaces_between(start: Space, stop: Space, *, clockwise: bool = True) -> list[Space]:
    """The spaces of a straight move, including both ends; on a ring in the given direction.

    Just the two ends if no single line joins them.
    """
    inward, across = stop[0] - start[0], (stop[1] - start[1]) % COLUMNS
    if inward == 0:
        count, step = (across, (0, 1)) if clockwise else (COLUMNS - across, (0, -1))
    else:
        count, sign = abs(inward), 1 if inward > 0 else -1
        turn = {0: 0, count % COLUMNS: 1, -count % COLUMNS: -1}.get(across)
        if turn is None:
            return [start, stop]
        step = (sign, turn)
    return [(start[0] + step[0] * i, (start[1] - 1 + step[1] * i) % COLUMNS + 1) for i in range(count + 1)]
