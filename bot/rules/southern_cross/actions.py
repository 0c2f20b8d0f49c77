"""A seat's decisions, and the actions of a turn: moves, jumps, spins, and at most one full tile (section 5.1).

Speed: where a counter can step to, where it can hop to, and what a dial changes are single table lookups. Moves are
created once; jumps are found by walking from landing to landing through a tree of jumps seen before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from operator import attrgetter, itemgetter
from typing import TypeAlias, assert_never

from bot.rules.southern_cross.board import (
    ADJACENT,
    BIT,
    COLOURS,
    COUNTERS,
    DIALS,
    DIRECTIONS,
    EMPTY,
    SQUARE_NUMBERS,
    SQUARES,
    TILE_AT,
    TILE_MASKS,
    TILE_SQUARES,
    beyond,
    full_tiles,
    last_holes,
    occupied_squares,
)

# ------------------------------------------------------------------------------------------------------ the decisions

BASE = "base"
ACTIONS = 3  # of a turn
AMOUNTS = (90, 180, 270)
GREATEST_POWER = 100


@dataclass(frozen=True, slots=True)
class Step:
    """One counter goes from `start`, a square or "base", to an empty square beside it; the rules call it a move."""

    start: str
    target: str

    @property
    def path(self) -> tuple[str]:
        """Every square it lands on, as of a jump."""
        return (self.target,)


@dataclass(frozen=True, slots=True)
class Jump:
    """One counter hops from `start`, a square or "base", along `path`: every square it lands on, including the last."""

    start: str
    path: tuple[str, ...]

    @property
    def target(self) -> str:
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class Spin:
    """A dial is turned clockwise by `amount` degrees: 90, 180 or 270."""

    dial: str
    amount: int


@dataclass(frozen=True, slots=True)
class End:
    """Ends the turn."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Rolls the dice of a challenge."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw of a challenge, with a power from 0 to 100."""

    power: int


@dataclass(frozen=True, slots=True)
class Remove:
    """These counters go home after a challenge; squares in alphabetical order."""

    squares: tuple[str, ...]


Action: TypeAlias = Step | Jump | Spin
Move: TypeAlias = Step | Jump | Spin | End | Roll | Throw | Remove

END = End()
ROLL = Roll()
THROWS = tuple(Throw(power) for power in range(GREATEST_POWER + 1))


def removals(squares: Sequence[int], number: int) -> tuple[Remove, ...]:
    """Every choice of that many of these squares, in the order of `legal()`. `squares` are ascending."""
    return tuple(Remove(chosen) for chosen in combinations([SQUARES[square] for square in squares], number))


def text_of(move: Move) -> str:
    """The canonical text of a move, in any position."""
    match move:
        case Step(start, target):
            return f"{start}-{target}"
        case Jump(start, path):
            return "x".join((start, *path))
        case Spin(dial, amount):
            return f"spin {dial} {amount}"
        case End():
            return "end"
        case Roll():
            return "roll"
        case Throw(power):
            return f"throw {power}"
        case Remove(squares):
            return " ".join(("remove", *squares))
        case _:
            assert_never(move)


# ------------------------------------------------------------------------------------------------------------- moves


def _steps(start: str, targets: Sequence[int]) -> tuple[int, dict[int, tuple[Step, ...]]]:
    """The squares a counter may step to, and its steps by which of them are blocked."""
    steps = [(BIT[target], Step(start, SQUARES[target])) for target in targets]
    closed = [sum(chosen) for number in range(len(steps) + 1) for chosen in combinations([b for b, _ in steps], number)]
    return sum(bit for bit, _ in steps), {each: tuple(step for bit, step in steps if not bit & each) for each in closed}


_STEPS = tuple(_steps(SQUARES[square], ADJACENT[square]) for square in range(len(SQUARES)))
_ENTRIES = {
    colour: _steps(BASE, [outer for outer, _ in home.entrances]) for colour, home in COLOURS.items()
}  # from the base

# ------------------------------------------------------------------------------------------------------------- jumps


def _hops(square: int) -> tuple[int, dict[int, tuple[int, ...]]]:
    """The squares that decide about the hops from here, and where those lead by which of them are occupied."""
    ways = []
    for columns, rows in DIRECTIONS:
        over, landing = beyond(square, columns, rows), beyond(square, 2 * columns, 2 * rows)
        if over is not None and landing is not None:
            ways.append((BIT[over], BIT[landing], landing))
    table = {}
    for states in product((0, 1, 2, 3), repeat=len(ways)):  # bit 0: a counter to hop over, bit 1: one on the landing
        taken = sum(
            over * (state & 1) + behind * (state >> 1) for state, (over, behind, _) in zip(states, ways, strict=True)
        )
        table[taken] = tuple(landing for state, (_, _, landing) in zip(states, ways, strict=True) if state == 1)
    return sum(over | behind for over, behind, _ in ways), table


_HOPS = tuple(_hops(square) for square in range(len(SQUARES)))


class _Jumps(dict[int, "_Jumps"]):
    """The start of a jump, up to `square`, and its continuations by their next landing.

    Filled on demand. Contains only canonical paths, which never visit a square twice and stay on the nine squares two
    apart from each other, so there are a few thousand at most.
    """

    __slots__ = ("jump", "square")

    def __init__(self, jump: Jump, square: int) -> None:
        super().__init__()
        self.jump = jump
        self.square = square

    def __missing__(self, landing: int) -> "_Jumps":
        further = Jump(self.jump.start, (*self.jump.path, SQUARES[landing]))
        on = self[landing] = _Jumps(further, landing)
        return on


_FROM = tuple(_Jumps(Jump(start, ()), square) for square, start in enumerate(SQUARES))
_FROM_BASE = _Jumps(Jump(BASE, ()), -1)
_by_square = attrgetter("square")


def _spread(starts: list[_Jumps], in_the_way: int, reached: int) -> list[_Jumps]:
    """All jumps that begin like these, by their destination: each destination once, on its canonical path.

    `starts` ascend, `in_the_way` are all counters but the jumper, `reached` is where it has been, including its start.
    A square reached first is reached by the fewest hops, and, since shorter beginnings are continued in alphabetical
    order, on the alphabetically first path among those.
    """
    for jump in starts:  # it grows during the loop
        deciding, table = _HOPS[jump.square]
        for landing in table[in_the_way & deciding]:
            if not reached & BIT[landing]:
                reached |= BIT[landing]
                starts.append(jump[landing])
    if len(starts) > 1:
        starts.sort(key=_by_square)
    return starts


def _jumps(square: int, taken: int) -> list[_Jumps]:
    """The jumps of the counter on a square, by destination."""
    deciding, table = _HOPS[square]
    landings = table[taken & deciding]
    if not landings:
        return []
    start, reached = _FROM[square], BIT[square]
    starts = []
    for landing in landings:
        reached |= BIT[landing]
        starts.append(start[landing])
    return _spread(starts, taken & ~BIT[square], reached)  # the jumper is in the air (Rulings 9)


def _jumps_from_base(colour: int, taken: int) -> list[_Jumps]:
    """The jumps from a base that isn't empty: straight inward over an occupied outer square first (Rulings 7)."""
    landings = [inner for outer, inner in COLOURS[colour].entrances if taken & BIT[outer] and not taken & BIT[inner]]
    return _spread([_FROM_BASE[inner] for inner in landings], taken, sum(BIT[inner] for inner in landings))


def _landings(starts: list[int], in_the_way: int) -> int:
    """The squares reached by any number of hops from these, including these. `in_the_way` are all but the jumper."""
    reached = sum([BIT[square] for square in starts])
    for square in starts:  # it grows during the loop
        deciding, table = _HOPS[square]
        for landing in table[in_the_way & deciding]:
            if not reached & BIT[landing]:
                reached |= BIT[landing]
                starts.append(landing)
    return reached


def destinations(square: int, taken: int) -> int:
    """The squares that the counter on a square reaches with one move or jump, apart from full tiles."""
    mask, _ = _STEPS[square]
    return mask & ~taken | _landings([square], taken & ~BIT[square]) & ~BIT[square]


def entries(colour: int, taken: int) -> int:
    """The squares that a counter from this colour's base reaches with one move or jump, apart from full tiles."""
    mask, _ = _ENTRIES[colour]
    inner = [inner for outer, inner in COLOURS[colour].entrances if taken & BIT[outer] and not taken & BIT[inner]]
    return mask & ~taken | _landings(inner, taken)


def can_hop(square: int, landing: int, in_the_way: int) -> bool:
    """Whether one hop leads from a square to another when the other counters are on these squares."""
    deciding, table = _HOPS[square]
    return landing in table[in_the_way & deciding]


# ------------------------------------------------------------------------------------------------------------- spins


def _turn(contents: tuple[int, ...], amount: int) -> tuple[int, ...]:
    """What is on p0 to p3 after a turn: p(i) goes to p(i + q)."""
    quarters = amount // 90
    return contents[-quarters:] + contents[:-quarters]


_CHANGING = {
    contents: tuple(amount for amount in AMOUNTS if _turn(contents, amount) != contents)
    for contents in product((EMPTY, *COLOURS), repeat=4)
}  # the amounts that change something, by what is on p0 to p3
_SPINS = tuple(
    (
        itemgetter(*TILE_SQUARES[dial]),
        {contents: tuple(spins[amount] for amount in amounts) for contents, amounts in _CHANGING.items()},
    )
    for dial in DIALS
    for spins in [{amount: Spin(dial, amount) for amount in AMOUNTS}]
)


def _spins(cells: bytes) -> list[Spin]:
    """Every spin that changes something."""
    turns: list[Spin] = []
    for contents, spins in _SPINS:
        turns += spins[contents(cells)]
    return turns


def spin_changes(cells: bytes, spin: Spin) -> bool:
    return spin.amount in _CHANGING[tuple(cells[square] for square in TILE_SQUARES[spin.dial])]


# ------------------------------------------------------------------------------------------------------- one action


def after(cells: bytes, action: Action, colour: int) -> bytes:
    """The grid after an action of this colour."""
    grid = bytearray(cells)
    if isinstance(action, Spin):
        squares = TILE_SQUARES[action.dial]
        quarters = action.amount // 90
        for place, square in enumerate(squares):
            grid[squares[(place + quarters) % 4]] = cells[square]
        return bytes(grid)
    if action.start != BASE:
        grid[SQUARE_NUMBERS[action.start]] = EMPTY
    grid[SQUARE_NUMBERS[action.target]] = colour
    return bytes(grid)


def reach(cells: bytes, colour: int, start: str) -> dict[str, Step | Jump]:
    """Where the counter of this colour on `start` (a square or "base") can go, apart from full tiles."""
    taken = occupied_squares(cells)
    by_target: dict[str, Step | Jump] = {}
    if start == BASE:
        mask, steps = _ENTRIES[colour]
        jumps = _jumps_from_base(colour, taken)
    else:
        square = SQUARE_NUMBERS[start]
        mask, steps = _STEPS[square]
        jumps = _jumps(square, taken)
    by_target |= {step.target: step for step in steps[taken & mask]}
    by_target |= {way.jump.target: way.jump for way in jumps}
    return by_target


def _actions(cells: bytes, colour: int, taken: int) -> Iterator[Action]:
    """Every action of a colour, apart from full tiles, in the order of `legal()`."""
    squares = [square for square, letter in enumerate(cells) if letter == colour]
    in_base = len(squares) < COUNTERS
    if in_base:
        mask, entries = _ENTRIES[colour]
        yield from entries[taken & mask]
    for square in squares:
        mask, steps = _STEPS[square]
        yield from steps[taken & mask]
    if in_base:
        yield from (way.jump for way in _jumps_from_base(colour, taken))
    for square in squares:
        yield from (way.jump for way in _jumps(square, taken))
    yield from _spins(cells)


# -------------------------------------------------------------------------------------------- at most one full tile


def can_be_ended(cells: bytes, colour: int, actions: int) -> bool:
    """Whether at most that many further actions of this colour can lead to at most one full tile."""
    taken = occupied_squares(cells)
    full = full_tiles(taken)
    too_many = len(full) - 1
    if too_many <= 0:
        return True
    if too_many > actions:  # an action lowers the number by at most one
        return False
    if too_many == 1 and _can_open_one(cells, colour, taken, full):
        return True
    return actions > 1 and any(
        can_be_ended(after(cells, action, colour), colour, actions - 1) for action in _actions(cells, colour, taken)
    )


def _can_open_one(cells: bytes, colour: int, taken: int, full: Sequence[int]) -> bool:
    """Whether one action can lower the number of full tiles: a counter leaves a full one and fills no other."""
    holes = last_holes(taken)
    standing = sum(full)
    for square, letter in enumerate(cells):
        if letter == colour and standing & BIT[square]:
            mask, steps = _STEPS[square]
            if steps[(taken | holes) & mask]:
                return True
            if any(not holes & BIT[way.square] for way in _jumps(square, taken)):
                return True
    return False


# ---------------------------------------------------------------------------------------------------- legal actions


def list_decisions(cells: bytes, colour: int, actions_left: int) -> tuple[Move, ...]:
    """The decisions in phase `act`, in the order of `legal()`. Most of a match's time is spent here."""
    if actions_left == 0:
        return (END,)
    taken = occupied_squares(cells)
    full = full_tiles(taken)
    if len(full) > 1:
        return tuple(
            action
            for action in _actions(cells, colour, taken)
            if can_be_ended(after(cells, action, colour), colour, actions_left - 1)
        )

    # At most one tile is full, so an action leads to too many only if it fills another one and doesn't open the first.
    # While actions are left, a counter that came from the grid can go back; one that came from the base can't.
    holes = last_holes(taken) if full else 0
    last = actions_left == 1
    moves: list[Step | Jump] = []
    jumps: list[Step | Jump] = []
    if cells.count(colour) < COUNTERS:
        mask, entries = _ENTRIES[colour]
        moves += entries[taken & mask]
        if taken & mask:
            jumps += [way.jump for way in _jumps_from_base(colour, taken)]
        if holes:
            for actions in (moves, jumps):
                actions[:] = [
                    way
                    for way in actions
                    if not holes & BIT[SQUARE_NUMBERS[way.target]]
                    or can_be_ended(after(cells, way, colour), colour, actions_left - 1)
                ]
    square = cells.find(colour)
    while square >= 0:
        mask, steps = _STEPS[square]
        ways = _jumps(square, taken)
        if holes and last and not full[0] & BIT[square]:
            closed = holes & ~TILE_MASKS[TILE_AT[square]]
            moves += steps[(taken | closed) & mask]
            jumps += [way.jump for way in ways if not closed & BIT[way.square]]
        else:
            moves += steps[taken & mask]
            if ways:
                jumps += [way.jump for way in ways]
        square = cells.find(colour, square + 1)
    return (*moves, *jumps, *_spins(cells), END)
