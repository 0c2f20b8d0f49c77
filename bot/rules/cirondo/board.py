"""Components and geometry, and how each kind of stellar moves on a board that stands still.

Spaces are numbered 0 to 255 inside the engine: 32 times the ring (A = 0 ... H = 7) plus the printed number less one,
so that their order is the order of the rules page. A stellar is one small number as well, see `stellar`.

Speed: every line of eight spaces (64 arcs, 32 radii) is kept as a number in base 3, one digit for a space, as one
side sees it: 0 empty, 1 own, 2 opposing. How far a slide may go is then one look into a table.
"""

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

# ----------------------------------------------------------------------------------------------- spaces and lines

RINGS = "ABCDEFGH"
NUMBERS = 32  # spaces in every ring
INNERMOST = 7  # ring H, counted from 0
SPACES = tuple(f"{ring}{number}" for ring in RINGS for number in range(1, NUMBERS + 1))
SPACE_NUMBERS = {text: space for space, text in enumerate(SPACES)}
_ALONE = tuple(bytes((space,)) for space in range(len(SPACES)))  # each space as a byte string of its own

# Steps as (rings inward, spaces clockwise).
INWARD, OUTWARD = (1, 0), (-1, 0)
FIRST_ARC_INWARD, FIRST_ARC_OUTWARD = (1, 1), (-1, -1)
SECOND_ARC_INWARD, SECOND_ARC_OUTWARD = (1, -1), (-1, 1)
CLOCKWISE = (0, 1)


Over = Literal["conquest", "showdown", "blocked", "repetition", "quiet"]
"""How a match ended."""


class Move(NamedTuple):
    """One stellar goes from `origin` to `target`; both are spaces as they are written, such as "B5"."""

    origin: str
    target: str


def ring_of(space: int) -> int:
    """The ring of a space, 0 (A) to 7 (H)."""
    return space // NUMBERS


def beyond(space: int, step: tuple[int, int]) -> int | None:
    """The neighbour of a space in one direction; None beyond the edge or in the void."""
    ring = space // NUMBERS + step[0]
    if not 0 <= ring <= INNERMOST:
        return None
    return ring * NUMBERS + (space + step[1]) % NUMBERS


def ray(space: int, step: tuple[int, int]) -> Iterator[int]:
    """The spaces from a space (not included) in one direction, nearest first; once round for an orbit."""
    reached = beyond(space, step)
    while reached is not None and reached != space:
        yield reached
        reached = beyond(reached, step)


def along_one_line(origin: int, target: int, *, orthogonal: bool) -> bool:
    """Whether two spaces lie on one arc, or, if `orthogonal`, on one arc, radius or ring."""
    steps = [FIRST_ARC_INWARD, FIRST_ARC_OUTWARD, SECOND_ARC_INWARD, SECOND_ARC_OUTWARD]
    if orthogonal:
        steps += [INWARD, OUTWARD, CLOCKWISE]
    return any(target in ray(origin, step) for step in steps)


@cache
def move_between(origin: int, target: int) -> Move:
    """The one Move object for a pair of spaces: at most 65,536 are ever kept, one for each pair."""
    return Move(SPACES[origin], SPACES[target])


# ----------------------------------------------------------------------------------------------------- the stellar

PLANET, MOON, SOLAR = 0, 1, 2
KINDS = 3
EMPTY = 0
POWER = (2, 1, 3)  # of a planet, a moon, a Solar System
SUPPLY = 4  # Solar Systems of one colour


def stellar(seat: int, kind: int) -> int:
    """What stands on a space, as a number from 1 to 12 (0 is an empty space)."""
    return 1 + KINDS * seat + kind


def kind_of(piece: int) -> int:
    return (piece - 1) % KINDS


def seat_of(piece: int) -> int:
    return (piece - 1) // KINDS


class Table:
    """Who sits at the board: `seats` is 2 or 4, `teams` joins seats 0 and 2 against 1 and 3.

    `views[side]` translates a board into what that side sees: 0 empty, 1 own, 2 opposing.
    """

    __slots__ = ("colours", "home", "letters", "seats", "side_of", "sides", "teams", "views")

    def __init__(self, seats: int, teams: bool) -> None:
        self.seats = seats
        self.teams = teams
        self.colours = ("gold", "silver") if seats == 2 else ("gold", "red", "silver", "blue")
        self.letters = "".join(colour[0] for colour in self.colours)
        self.home = NUMBERS // seats  # columns of one seat, and so its planets and its moons
        self.sides = ((0, 2), (1, 3)) if teams else tuple((seat,) for seat in range(seats))
        self.side_of = tuple(seat % len(self.sides) for seat in range(seats))
        self.views = tuple(
            bytes(
                0 if not 0 < piece <= KINDS * seats else 1 if self.side_of[seat_of(piece)] == side else 2
                for piece in range(256)
            )
            for side in range(len(self.sides))
        )

    def __reduce__(self) -> tuple[Callable[[int, bool], "Table"], tuple[int, bool]]:
        return table_for, (self.seats, self.teams)


@cache
def table_for(seats: int, teams: bool) -> Table:
    """The one Table object for these seats: three exist at most."""
    return Table(seats, teams)


# ---------------------------------------------------------------------------------------------------- slide tables


class _Fan(dict[int, tuple[Move, ...]]):
    """The slides from one space to all rings on one side of it (inward or outward), in the order of `legal()`.

    The key says how many spaces can be reached on each line: on the first arc + 8 * on the second + 64 * on the
    radius. Filled as keys come up; all fans together can never hold more than 82,944 entries (about 14 MB).
    """

    __slots__ = ("_rays",)

    def __init__(self, space: int, steps: Iterable[tuple[int, int]]) -> None:
        super().__init__()
        self._rays = [[(target, move_between(space, target)) for target in ray(space, step)] for step in steps]

    def __missing__(self, reaches: int) -> tuple[Move, ...]:
        first, second, radius = self._rays
        open_slides = first[: reaches & 7] + second[: reaches >> 3 & 7] + radius[: reaches >> 6]
        moves = self[reaches] = tuple(move for _, move in sorted(open_slides))
        return moves


class _Slides(NamedTuple):
    """The lines through one space: 0 to 31 are the first arcs, 32 to 63 the second ones, 64 to 95 the radii."""

    first_arc: int
    second_arc: int
    radius: int
    digit: int  # the weight of this space's base-3 digit in each of its lines
    outward_reach: bytes  # by the number of a line: spaces that a slide outward from here can reach on it
    inward_reach: bytes
    outward: _Fan
    inward: _Fan


LINE_LENGTH = 8
FIRST_ARCS, SECOND_ARCS, RADII = 0, 32, 64
LINES = 96


def _reaches(ring: int) -> tuple[bytes, bytes]:
    """For every state of a line, as a number in base 3: how far a stellar on `ring` can slide outward and inward on it.

    An own stellar stops the slide before it, an opposing one on it.
    """

    def far(nearest_first: Sequence[int]) -> int:
        for steps, digit in enumerate(nearest_first):
            if digit:
                return steps + (digit == 2)
        return len(nearest_first)

    def digits(number: int, length: int) -> list[int]:
        return [number // 3**place % 3 for place in range(length)]

    outer, inner = ring, LINE_LENGTH - 1 - ring
    outward = bytes(far(digits(number, outer)[::-1]) for number in range(3**outer))
    inward = bytes(far(digits(number, inner)) for number in range(3**inner))
    # Outward only the low digits count, so the table repeats; inward only the high ones, so each entry does.
    return outward * 3 ** (inner + 1), b"".join(bytes((steps,)) * 3 ** (outer + 1) for steps in inward)


def _slides() -> Iterator[_Slides]:
    for ring in range(len(RINGS)):
        outward_reach, inward_reach = _reaches(ring)
        for column in range(NUMBERS):
            space = ring * NUMBERS + column
            yield _Slides(
                first_arc=FIRST_ARCS + (column - ring) % NUMBERS,
                second_arc=SECOND_ARCS + (column + ring) % NUMBERS,
                radius=RADII + column,
                digit=3**ring,
                outward_reach=outward_reach,
                inward_reach=inward_reach,
                outward=_Fan(space, (FIRST_ARC_OUTWARD, SECOND_ARC_OUTWARD, OUTWARD)),
                inward=_Fan(space, (FIRST_ARC_INWARD, SECOND_ARC_INWARD, INWARD)),
            )


_SLIDES = tuple(_slides())


def planet_moves(space: int, seen: bytes, lines: list[int]) -> tuple[Move, ...]:
    """Along the two arcs, both ways."""
    first_arc, second_arc, _, _, outward_reach, inward_reach, outward, inward = _SLIDES[space]
    first, second = lines[first_arc], lines[second_arc]
    return (
        outward[outward_reach[first] | outward_reach[second] << 3]
        + inward[inward_reach[first] | inward_reach[second] << 3]
    )


# ------------------------------------------------------------------------------------------------------------ moons

_Ahead = tuple[int, int, int, tuple[tuple[Move, ...], ...]]


def _moon_table(space: int) -> _Ahead | None:
    """The three spaces a moon looks at (straight inward, both diagonals) and its moves for everything it may see there.

    The moves are found at what it sees straight ahead + 3 * on the first arc + 9 * on the second. None on ring H.
    """
    steps = (INWARD, FIRST_ARC_INWARD, SECOND_ARC_INWARD)
    straight, first, second = (beyond(space, step) for step in steps)
    if straight is None or first is None or second is None:
        return None

    def moves(number: int) -> tuple[Move, ...]:
        step = [straight] if number % 3 == 0 else []
        captures = [target for target, saw in ((first, number // 3 % 3), (second, number // 9)) if saw == 2]
        return tuple(move_between(space, target) for target in sorted(step + captures))

    return straight, first, second, tuple(moves(number) for number in range(27))


_MOON_TABLES = tuple(_moon_table(space) for space in range(len(SPACES)))


def moon_moves(space: int, seen: bytes, lines: list[int]) -> tuple[Move, ...]:
    """One space straight inward onto an empty space, or one inward diagonally onto an opposing stellar."""
    table = _MOON_TABLES[space]
    if table is None:
        return ()
    straight, first, second, moves = table
    return moves[seen[straight] + 3 * seen[first] + 9 * seen[second]]


def moon_moves_without_supply(space: int, seen: bytes, lines: list[int]) -> tuple[Move, ...]:
    """The same while four Solar Systems of the moon's colour are on the board: ring H is closed to it (Rulings 5)."""
    return moon_moves(space, seen, lines) if space // NUMBERS < INNERMOST - 1 else ()


def first_moves(space: int, seen: bytes, lines: list[int]) -> tuple[Move, ...]:
    """A seat's first move of the match: a moon straight inward onto an empty space, no capture (Rulings 3)."""
    inward = beyond(space, INWARD)
    return () if inward is None or seen[inward] else (move_between(space, inward),)


def no_moves(space: int, seen: bytes, lines: list[int]) -> tuple[Move, ...]:
    return ()


# --------------------------------------------------------------------------------------------------- Solar Systems

_ROUND = tuple(
    tuple(move_between(space, other) for other in range(ring * NUMBERS, (ring + 1) * NUMBERS) if other != space)
    for ring in range(len(RINGS))
    for space in range(ring * NUMBERS, (ring + 1) * NUMBERS)
)


def orbit_moves(space: int, seen: bytes) -> tuple[Move, ...]:
    """Round the ring, both ways, by ascending number; a target that both ways lead to is one move (Rulings 9)."""
    column = space % NUMBERS
    ring = seen[space - column : space - column + NUMBERS]
    others = ring[column + 1 :] + ring[:column]  # clockwise from the neighbour on
    clockwise = len(others) - len(others.lstrip(b"\0"))
    anticlockwise = len(others) - len(others.rstrip(b"\0"))
    if clockwise < len(others):  # something stands on the ring: on its own it ends the slide, an opposing one is taken
        clockwise += others[clockwise] == 2
        anticlockwise += others[-1 - anticlockwise] == 2
    moves = _ROUND[space]  # moves[:column] go to lower numbers, moves[column:] to higher ones
    lower_from_1, lower_from = max(0, clockwise + column - len(moves)), max(0, column - anticlockwise)
    higher_to, higher_to_32 = min(len(moves), column + clockwise), min(len(moves), len(moves) + column - anticlockwise)
    lower = moves[:lower_from_1] + moves[max(lower_from, lower_from_1) : column]
    higher = moves[column:higher_to] + moves[max(higher_to, higher_to_32) :]
    return lower + higher


def solar_moves(space: int, seen: bytes, lines: list[int]) -> tuple[Move, ...]:
    """Along its radius, its two arcs and its ring, both ways each."""
    first_arc, second_arc, radius, _, outward_reach, inward_reach, outward, inward = _SLIDES[space]
    first, second, straight = lines[first_arc], lines[second_arc], lines[radius]
    return (
        outward[outward_reach[first] | outward_reach[second] << 3 | outward_reach[straight] << 6]
        + orbit_moves(space, seen)
        + inward[inward_reach[first] | inward_reach[second] << 3 | inward_reach[straight] << 6]
    )


# ------------------------------------------------------------------------------------------------------- the board

Movement = Callable[[int, bytes, list[int]], tuple[Move, ...]]


def _by_stellar(planet: Movement, moon: Movement, solar: Movement) -> tuple[Movement, ...]:
    """How what stands on a space moves, by its number; whose it is makes no difference."""
    return no_moves, *(planet, moon, solar) * 4


_MOVEMENTS = _by_stellar(planet_moves, moon_moves, solar_moves)
_MOVEMENTS_WITHOUT_SUPPLY = _by_stellar(planet_moves, moon_moves_without_supply, solar_moves)
_FIRST_MOVEMENTS = _by_stellar(no_moves, first_moves, no_moves)


class Board:
    """What stands where; never changed once made.

    `cells` holds one byte for each space (see `stellar`), `spaces[seat]` the spaces of a seat's stellar, ascending,
    and `lines[side]` the lines as that side sees them (see the head of this module).
    """

    __slots__ = ("cells", "lines", "spaces", "table")

    def __init__(self, table: Table, cells: bytes, spaces: tuple[bytes, ...], lines: tuple[list[int], ...]) -> None:
        self.table = table
        self.cells = cells
        self.spaces = spaces
        self.lines = lines

    @classmethod
    def of(cls, table: Table, cells: bytes) -> "Board":
        """A board from its cells alone."""
        spaces = tuple(
            bytes(space for space, piece in enumerate(cells) if piece and seat_of(piece) == seat)
            for seat in range(table.seats)
        )
        lines = tuple([0] * LINES for _ in table.sides)
        for view, seen_lines in zip(table.views, lines, strict=True):
            for space, slides in enumerate(_SLIDES):
                for line in (slides.first_arc, slides.second_arc, slides.radius):
                    seen_lines[line] += view[cells[space]] * slides.digit
        return cls(table, cells, spaces, lines)

    def count(self, side: int) -> int:
        """The number of stellar of all seats of a side."""
        return sum(len(self.spaces[seat]) for seat in self.table.sides[side])

    def solars(self, seat: int) -> int:
        """How many Solar Systems of a seat's colour are on the board."""
        return self.cells.count(stellar(seat, SOLAR))

    def power(self, side: int) -> int:
        """The power of a side's strongest stellar; 0 if it has none."""
        return max(
            (POWER[kind_of(self.cells[space])] for seat in self.table.sides[side] for space in self.spaces[seat]),
            default=0,
        )

    def _movements(self, seat: int, first: bool) -> tuple[Movement, ...]:
        if first:
            return _FIRST_MOVEMENTS
        return _MOVEMENTS if self.solars(seat) < SUPPLY else _MOVEMENTS_WITHOUT_SUPPLY

    def moves(self, seat: int, first: bool = False) -> list[Move]:
        """Every move of a seat, in the order of `legal()`; `first` if it still owes its first move."""
        side = self.table.side_of[seat]
        cells, seen, lines = self.cells, self.cells.translate(self.table.views[side]), self.lines[side]
        movements = self._movements(seat, first)
        found: list[Move] = []
        for space in self.spaces[seat]:
            found += movements[cells[space]](space, seen, lines)
        return found

    def moves_from(self, space: int, first: bool = False) -> tuple[Move, ...]:
        """The moves of what stands on one space; none if it is empty."""
        piece = self.cells[space]
        if not piece:
            return ()
        seat = seat_of(piece)
        side = self.table.side_of[seat]
        seen = self.cells.translate(self.table.views[side])
        return self._movements(seat, first)[piece](space, seen, self.lines[side])

    def can_move(self, seat: int, first: bool = False) -> bool:
        """Whether a seat has any move. The innermost stellar are asked first: they are the least hemmed in."""
        return any(self.moves_from(space, first) for space in reversed(self.spaces[seat]))

    def after(self, origin: int, target: int, piece: int) -> "Board":
        """What stands on `origin` goes to `target`, takes what is there, and is `piece` from now on."""
        table = self.table
        changed = bytearray(self.cells)
        captured = changed[target]
        changed[origin] = EMPTY
        changed[target] = piece

        spaces = list(self.spaces)
        seat = seat_of(piece)
        others = spaces[seat].replace(_ALONE[origin], b"")
        place = bisect(others, target)
        spaces[seat] = others[:place] + _ALONE[target] + others[place:]
        if captured:
            loser = seat_of(captured)
            spaces[loser] = spaces[loser].replace(_ALONE[target], b"")

        from_first, from_second, from_radius, from_digit, *_ = _SLIDES[origin]
        to_first, to_second, to_radius, to_digit, *_ = _SLIDES[target]
        lines = []
        for view, before in zip(table.views, self.lines, strict=True):
            mover = view[piece]
            lost, gained = mover * from_digit, (mover - view[captured]) * to_digit
            seen_lines = before.copy()
            seen_lines[from_first] -= lost
            seen_lines[from_second] -= lost
            seen_lines[from_radius] -= lost
            seen_lines[to_first] += gained
            seen_lines[to_second] += gained
            seen_lines[to_radius] += gained
            lines.append(seen_lines)
        return Board(table, bytes(changed), tuple(spaces), tuple(lines))

    def without(self, side: int) -> "Board":
        """The board after a side's defeat: all its stellar are taken off (Rulings 17)."""
        gone = bytes(stellar(seat, kind) for seat in self.table.sides[side] for kind in range(KINDS))
        return Board.of(self.table, self.cells.translate(bytes(0 if piece in gone else piece for piece in range(256))))


def setup(table: Table) -> Board:
    """Every seat fills its home columns: ring A with planets, ring B with moons."""
    cells = bytearray(len(SPACES))
    for column in range(NUMBERS):
        seat = column // table.home
        cells[column] = stellar(seat, PLANET)
        cells[NUMBERS + column] = stellar(seat, MOON)
    return Board.of(table, bytes(cells))
