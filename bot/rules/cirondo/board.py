"""Components and geometry, and how each kind of stellar moves.

Spaces are numbered 0 to 255 inside the engine: 32 times the ring (A = 0 ... H = 7) plus the printed number less one, so
that their order is the order of the rules page. A stellar is one small number as well, see `stellar`.

Speed: every line of eight spaces (64 arcs, 32 radii) is stored as a number in base 3, one digit for a space, as one
side sees it: 0 empty, 1 own, 2 opposing. So how far a slide may go is a single table lookup.
"""

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple

# ----------------------------------------------------------------------------------------------- spaces and lines

RINGS = "ABCDEFGH"
NUMBERS = 32  # spaces in every ring
INNERMOST = 7  # ring H, counted from 0
SPACES = tuple(f"{ring}{number}" for ring in RINGS for number in range(1, NUMBERS + 1))
SPACE_NUMBERS = {text: space for space, text in enumerate(SPACES)}
_ALONE = tuple(bytes((space,)) for space in range(len(SPACES)))  # each space as a byte string

# Steps as (rings inward, spaces clockwise).
INWARD, OUTWARD = (1, 0), (-1, 0)
FIRST_ARC_INWARD, FIRST_ARC_OUTWARD = (1, 1), (-1, -1)
SECOND_ARC_INWARD, SECOND_ARC_OUTWARD = (1, -1), (-1, 1)
CLOCKWISE = (0, 1)


Over = Literal["conquest", "showdown", "blocked", "repetition", "quiet"]
"""How a match ended."""


class Move(NamedTuple):
    """A stellar moves from `origin` to `target`; both are spaces as written, such as "B5"."""

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
    """The spaces from a space (excluded) in one direction, nearest first; for an orbit once around the ring."""
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
    """The shared Move object for a pair of spaces; there are at most 65,536."""
    return Move(SPACES[origin], SPACES[target])


# ----------------------------------------------------------------------------------------------------- the stellar

PLANET, MOON, SOLAR = 0, 1, 2
KINDS = 3
KIND_NAMES = ("planets", "moons", "solars")
"""The kinds as documents and pictures name them."""
EMPTY = 0
POWER = (2, 1, 3)  # of a planet, a moon, a Solar System
SUPPLY = 4  # Solar Systems of one colour


class Stellar(NamedTuple):
    """A stellar by the names of its colour and its kind."""

    colour: str
    kind: str


def stellar(seat: int, kind: int) -> int:
    """A stellar of a seat as a number from 1 to 12 (0 is an empty space)."""
    return 1 + KINDS * seat + kind


def kind_of(piece: int) -> int:
    return (piece - 1) % KINDS


def seat_of(piece: int) -> int:
    return (piece - 1) // KINDS


class Table:
    """The players: `seats` is 2 or 4, `teams` joins seats 0 and 2 against 1 and 3.

    `views[side]` translates a board into what that side sees: 0 empty, 1 own, 2 opposing. `stellar` names the stellar
    from 1 on.
    """

    __slots__ = ("colours", "home", "letters", "seats", "side_of", "sides", "stellar", "teams", "views")

    def __init__(self, seats: int, teams: bool) -> None:
        self.seats = seats
        self.teams = teams
        self.colours = ("gold", "silver") if seats == 2 else ("gold", "red", "silver", "blue")
        self.letters = "".join(colour[0] for colour in self.colours)
        self.stellar = tuple(Stellar(colour, kind) for colour in self.colours for kind in KIND_NAMES)
        self.home = NUMBERS // seats  # columns of one seat, and so its number of planets and of moons
        self.sides = ((0, 2), (1, 3)) if teams else tuple((seat,) for seat in range(seats))
        self.side_of = tuple(seat % len(self.sides) for seat in range(seats))
        self.views = tuple(
            bytes(
                0 if not 0 < piece <= KINDS * seats else 1 if self.side_of[seat_of(piece)] == side else 2
                for piece in range(256)
            )
            for side in range(len(self.sides))
        )

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that win and lose with this one, including itself."""
        return self.sides[self.side_of[seat]]

    def __reduce__(self) -> tuple[Callable[[int, bool], "Table"], tuple[int, bool]]:
        return table_for, (self.seats, self.teams)


@cache
def table_for(seats: int, teams: bool) -> Table:
    """The shared Table object for these seats; there are at most three."""
    return Table(seats, teams)


# ---------------------------------------------------------------------------------------------------- slide tables

LINE_LENGTH = 8
FIRST_ARCS, SECOND_ARCS, RADII, LINES = 0, 32, 64, 96  # where each family of lines begins, and how many lines there are

Moves = tuple[Move, ...]


def _reach_table(ring: int) -> bytes:
    """For each state of a line, as a number in base 3: how far a stellar on `ring` can slide on it.

    An entry is the number of spaces outward + 8 * the number inward. An own stellar stops the slide before it, an
    opposing one on it.
    """

    def reach(nearest_first: Sequence[int]) -> int:
        for steps, digit in enumerate(nearest_first):
            if digit:
                return steps + (digit == 2)
        return len(nearest_first)

    def digits(number: int, length: int) -> list[int]:
        return [number // 3**place % 3 for place in range(length)]

    outer, inner = ring, LINE_LENGTH - 1 - ring
    outward = [reach(digits(number, outer)[::-1]) for number in range(3**outer)]
    inward = [reach(digits(number, inner)) for number in range(3**inner)]
    # The low digits are the outer spaces, then the slider's own digit (any), then the inner spaces.
    return bytes(far + 8 * near for near in inward for _ in range(3) for far in outward)


class _Fan(dict[int, Moves]):
    """The slides of a Solar System from one space to all rings on one side of it (outward or inward), in order.

    The key says how many spaces can be reached: on the first arc + 8 * on the second + 64 * on the radius. Filled on
    demand; the fans of all spaces together hold at most 82,944 entries (13 MB), and a few thousand in an ordinary
    match.
    """

    __slots__ = ("_rays",)

    def __init__(self, space: int, steps: Iterable[tuple[int, int]]) -> None:
        super().__init__()
        self._rays = [[(target, move_between(space, target)) for target in ray(space, step)] for step in steps]

    def __missing__(self, reaches: int) -> Moves:
        first, second, radius = self._rays
        slides = first[: reaches & 7] + second[: reaches >> 3 & 7] + radius[: reaches >> 6]
        moves = self[reaches] = tuple(move for _, move in sorted(slides))
        return moves


class _Arcs(dict[int, Moves]):
    """The slides of a planet from one space, in order; the key is the reach on its first arc + 64 * on its second.

    Filled on demand; the arcs of all spaces together hold at most 62,976 entries (9 MB).
    """

    __slots__ = ("_inward", "_outward")

    def __init__(self, outward: _Fan, inward: _Fan) -> None:
        super().__init__()
        self._outward = outward
        self._inward = inward

    def __missing__(self, reaches: int) -> Moves:
        first, second = reaches & 63, reaches >> 6
        moves = self[reaches] = (
            self._outward[first & 7 | (second & 7) << 3] + self._inward[first >> 3 | (second >> 3) << 3]
        )
        return moves


_DIGITS = tuple(3 ** (space // NUMBERS) for space in range(len(SPACES)))  # the weight of a space in each of its lines
_LINES = tuple(
    (FIRST_ARCS + (space - ring) % NUMBERS, SECOND_ARCS + (space + ring) % NUMBERS, RADII + space % NUMBERS)
    for space in range(len(SPACES))
    for ring in (space // NUMBERS,)
)  # the first arc, the second arc and the radius through each space
_REACHES = tuple(_reach_table(ring) for ring in range(len(RINGS)))
_OUTWARD = tuple(_Fan(space, (FIRST_ARC_OUTWARD, SECOND_ARC_OUTWARD, OUTWARD)) for space in range(len(SPACES)))
_INWARD = tuple(_Fan(space, (FIRST_ARC_INWARD, SECOND_ARC_INWARD, INWARD)) for space in range(len(SPACES)))

_PLANETS = tuple(
    (*_LINES[space][:2], _REACHES[space // NUMBERS], _Arcs(_OUTWARD[space], _INWARD[space]))
    for space in range(len(SPACES))
)
"""For each space its two arcs, their reach table, and the moves by reach."""

_ROUND = tuple(
    tuple(move_between(space, other) for other in range(space - space % NUMBERS, space - space % NUMBERS + NUMBERS))
    for space in range(len(SPACES))
)
"""For each space, the moves to the spaces of its ring in order; includes itself to keep the count simple."""


def solar_moves(space: int, seen: bytes, lines: list[int]) -> Moves:
    """A Solar System slides along its radius, its two arcs and its ring, both ways each."""
    first_arc, second_arc, radius = _LINES[space]
    reaches = _REACHES[space // NUMBERS]
    first, second, straight = reaches[lines[first_arc]], reaches[lines[second_arc]], reaches[lines[radius]]
    return (
        _OUTWARD[space][first & 7 | (second & 7) << 3 | (straight & 7) << 6]
        + orbit_moves(space, seen)
        + _INWARD[space][first >> 3 | second >> 3 << 3 | straight >> 3 << 6]
    )


def orbit_moves(space: int, seen: bytes) -> Moves:
    """Round the ring, both ways, by ascending number; a target that both ways lead to is one move (Rulings 8, 9)."""
    column = space % NUMBERS
    ring = seen[space - column : space - column + NUMBERS]
    others = ring[column + 1 :] + ring[:column]  # clockwise, starting with the neighbour
    clockwise = len(others) - len(others.lstrip(b"\0"))
    anticlockwise = len(others) - len(others.rstrip(b"\0"))
    if clockwise < len(others):  # an opposing stellar is captured, an own one stops the slide before it
        clockwise += others[clockwise] == 2
        anticlockwise += others[-1 - anticlockwise] == 2
    moves = _ROUND[space]
    if clockwise + anticlockwise >= len(others):
        return moves[:column] + moves[column + 1 :]
    start, end = column - anticlockwise, column + clockwise + 1
    if start < 0:  # anticlockwise past 1
        return moves[:column] + moves[column + 1 : end] + moves[start:]
    if end > NUMBERS:  # clockwise past 32
        return moves[: end - NUMBERS] + moves[start:column] + moves[column + 1 :]
    return moves[start:column] + moves[column + 1 : end]


# ------------------------------------------------------------------------------------------------------------ moons


def _moon_table(space: int) -> tuple[int, int, int, tuple[Moves, ...]]:
    """The three spaces a moon looks at (straight inward, both diagonals) and its moves by what is there.

    One space straight inward if that is empty, or one inward diagonally onto an opposing stellar. The key is the space
    straight ahead + 3 * the one on the first arc + 9 * the one on the second. On ring H there are none.
    """
    straight, first, second = (beyond(space, step) for step in (INWARD, FIRST_ARC_INWARD, SECOND_ARC_INWARD))
    if straight is None or first is None or second is None:
        return space, space, space, ((),) * 27

    def moves(sees: int) -> Moves:
        ahead, on_first, on_second = sees % 3, sees // 3 % 3, sees // 9
        targets = [straight] * (ahead == 0) + [first] * (on_first == 2) + [second] * (on_second == 2)
        return tuple(move_between(space, target) for target in sorted(targets))

    return straight, first, second, tuple(moves(sees) for sees in range(27))


_MOONS = tuple(_moon_table(space) for space in range(len(SPACES)))
_FIRST_MOVES = tuple(table[3][1 * 3 + 1 * 9] for table in _MOONS)  # straight inward, whatever stands on the diagonals
_BEFORE_INNERMOST = (INNERMOST - 1) * NUMBERS  # the first space of ring G


# ------------------------------------------------------------------------------------------------------- the board


@dataclass(slots=True, unsafe_hash=True)
class Board:
    """The stellar on the board; immutable."""

    table: Table
    cells: bytes
    """One byte for each space, see `stellar`."""
    spaces: tuple[bytes, ...] = field(compare=False)
    """For each seat the spaces of its stellar, ascending."""
    lines: tuple[list[int], ...] = field(compare=False)
    """For each side the lines as that side sees them, see the head of this module."""
    solars: tuple[int, ...] = field(compare=False)
    """For each seat the number of its Solar Systems on the board."""

    @classmethod
    def of(cls, table: Table, cells: bytes) -> "Board":
        """A board from its cells alone."""
        spaces = tuple(
            bytes(space for space, piece in enumerate(cells) if piece and seat_of(piece) == seat)
            for seat in range(table.seats)
        )
        lines = tuple([0] * LINES for _ in table.sides)
        for view, seen_lines in zip(table.views, lines, strict=True):
            for space, piece in enumerate(cells):
                for line in _LINES[space]:
                    seen_lines[line] += view[piece] * _DIGITS[space]
        solars = tuple(cells.count(stellar(seat, SOLAR)) for seat in range(table.seats))
        return cls(table, cells, spaces, lines, solars)

    def count(self, side: int) -> int:
        """The number of stellar of all seats of a side."""
        total = 0
        for seat in self.table.sides[side]:
            total += len(self.spaces[seat])
        return total

    def spaces_of(self, seat: int, kind: str) -> list[str]:
        """The spaces of a seat's stellar of one kind, ascending."""
        piece = stellar(seat, KIND_NAMES.index(kind))
        return [SPACES[space] for space in self.spaces[seat] if self.cells[space] == piece]

    @property
    def standing(self) -> dict[str, Stellar]:
        """What stands on each space that isn't empty: by seat, by kind, and ascending."""
        cells, names = self.cells, self.table.stellar
        occupied = sorted((space for own in self.spaces for space in own), key=cells.__getitem__)
        return {SPACES[space]: names[cells[space] - 1] for space in occupied}

    def at(self, space: str) -> Stellar | None:
        """What stands on a space."""
        piece = self.cells[SPACE_NUMBERS[space]]
        return self.table.stellar[piece - 1] if piece else None

    def supply(self, seat: int) -> int:
        """How many of a seat's Solar Systems aren't on the board."""
        return SUPPLY - self.solars[seat]

    def power(self, side: int) -> int:
        """The power of a side's strongest stellar; 0 if it has none."""
        return max(
            (POWER[kind_of(self.cells[space])] for seat in self.table.sides[side] for space in self.spaces[seat]),
            default=0,
        )

    def moves(self, seat: int, first: bool = False) -> list[Move]:
        """Every move of a seat, in the order of `legal()`; `first` if it still owes its first move."""
        return self._moves_of(self.spaces[seat], seat, first)

    def moves_from(self, space: int, first: bool = False) -> list[Move]:
        """The moves of the stellar on one space; empty if there is none."""
        piece = self.cells[space]
        return self._moves_of(_ALONE[space], seat_of(piece), first) if piece else []

    def can_move(self, seat: int, first: bool = False) -> bool:
        """Whether a seat has any move. Checks the innermost stellar first: they have the most room."""
        for space in reversed(self.spaces[seat]):  # noqa: SIM110 - any() with a generator takes twice the time
            if self._moves_of(_ALONE[space], seat, first):
                return True
        return False

    def _moves_of(self, spaces: bytes, seat: int, first: bool) -> list[Move]:
        """The moves of a seat's stellar on these spaces. Most of the time of a match is spent here."""
        side = self.table.side_of[seat]
        cells, lines = self.cells, self.lines[side]
        seen = cells.translate(self.table.views[side])
        planet = stellar(seat, PLANET)
        moon = planet + MOON
        if first:
            return [
                move
                for space in spaces
                if cells[space] == moon and not seen[_MOONS[space][0]]
                for move in _FIRST_MOVES[space]
            ]
        # Ring H is closed to moons while four Solar Systems of their colour are on the board (Rulings 5).
        moons_end = _BEFORE_INNERMOST if self.solars[seat] == SUPPLY else len(cells)
        legal_moves: list[Move] = []
        for space in spaces:
            piece = cells[space]
            if piece == planet:
                first_arc, second_arc, reaches, arcs = _PLANETS[space]
                legal_moves += arcs[reaches[lines[first_arc]] | reaches[lines[second_arc]] << 6]
            elif piece == moon:
                if space < moons_end:
                    straight, one_side, other_side, moves = _MOONS[space]
                    legal_moves += moves[seen[straight] + 3 * seen[one_side] + 9 * seen[other_side]]
            else:
                legal_moves += solar_moves(space, seen, lines)
        return legal_moves

    def after(self, origin: int, target: int, piece: int) -> "Board":
        """The board after the stellar on `origin` moves to `target`, captures what is there, and becomes `piece`."""
        table = self.table
        changed = bytearray(self.cells)
        captured = changed[target]
        changed[origin] = EMPTY
        changed[target] = piece

        spaces = list(self.spaces)
        seat = seat_of(piece)
        solars = self.solars
        if piece != self.cells[origin]:
            solars = (*solars[:seat], solars[seat] + 1, *solars[seat + 1 :])
        others = spaces[seat].replace(_ALONE[origin], b"")
        place = bisect(others, target)
        spaces[seat] = others[:place] + _ALONE[target] + others[place:]
        if captured:
            loser = seat_of(captured)
            spaces[loser] = spaces[loser].replace(_ALONE[target], b"")
            if kind_of(captured) == SOLAR:
                solars = (*solars[:loser], solars[loser] - 1, *solars[loser + 1 :])

        from_first, from_second, from_radius = _LINES[origin]
        to_first, to_second, to_radius = _LINES[target]
        lines = []
        for view, before in zip(table.views, self.lines, strict=True):
            digit = view[piece]
            lost, gained = digit * _DIGITS[origin], (digit - view[captured]) * _DIGITS[target]
            after = before.copy()
            after[from_first] -= lost
            after[from_second] -= lost
            after[from_radius] -= lost
            after[to_first] += gained
            after[to_second] += gained
            after[to_radius] += gained
            lines.append(after)
        return Board(table, bytes(changed), tuple(spaces), tuple(lines), solars)

    def without(self, side: int) -> "Board":
        """The board after a side's defeat: all its stellar are removed (Rulings 17)."""
        theirs = bytes(stellar(seat, kind) for seat in self.table.sides[side] for kind in range(KINDS))
        return Board.of(
            self.table, self.cells.translate(bytes(0 if piece in theirs else piece for piece in range(256)))
        )


def setup(table: Table) -> Board:
    """Each seat fills its home columns: ring A with planets, ring B with moons."""
    cells = bytearray(len(SPACES))
    for column in range(NUMBERS):
        seat = column // table.home
        cells[column] = stellar(seat, PLANET)
        cells[NUMBERS + column] = stellar(seat, MOON)
    return Board.of(table, bytes(cells))
