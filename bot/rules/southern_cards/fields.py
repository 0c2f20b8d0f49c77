"""The fields (section 3 of the rules page): cells, lines, runs, reach cells, centres, refill order and growth.

Inside the engine a cell is a whole number, and **numbers rise in reading order**: 0, 1, 2 .. on the fixed layouts; on
`free` and `ultra` a cell x,y is -y * STRIDE + x, so that a step to the right adds 1 and a step down adds STRIDE.

Fixed layouts use tables made once. On the growing ones, the answers for a cell are computed on first use and cached for
a few thousand cells.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from bot.rules.southern_cards.cards import CARDS, WILD_JOKERS

SHORTEST, LONGEST = 3, 5  # cells of a run

Run = tuple[int, ...]
"""Consecutive cells of one line, in line order."""

Triple = tuple[int, int, int]

Line = tuple[int, int]
"""The key of a line in its layout."""


class Neighbour(NamedTuple):
    """A cell that may make a reach together with the placed one.

    `distance` is that of the two cells in their line, 1 or 2; `reached` are the cells that make three consecutive ones
    with them.
    """

    cell: int
    distance: int
    reached: tuple[int, ...]


class Move(NamedTuple):
    """One card placed on one cell, or several jokers placed on as many cells in reading order."""

    card: str
    cells: tuple[str, ...]

    @property
    def text(self) -> str:
        """The canonical text of the move, legal or not."""
        return "+".join([f"{self.card}@{cell}" for cell in self.cells])


@dataclass(frozen=True, eq=False)
class Layout:
    """A field's geometry."""

    name: str
    grows: bool
    start: tuple[int, ...]
    """The first cells, in refill order."""
    centre: frozenset[int]
    cell_name: Callable[[int], str]
    cell_number: Callable[[str], int | None]
    """The cell of a name; None if there is none. On a growing layout it needn't belong to the field yet."""
    triples: Callable[[int], Sequence[tuple[Line, Triple]]]
    """The runs of three through a cell, each with its line."""
    runs: Callable[[Line, int], Sequence[Run]]
    """The runs of a line that contain one of its cells, of any length."""
    neighbours: Callable[[int], Sequence[Neighbour]]
    moves: Callable[[int, tuple[int, ...]], list[Move]]
    """Placements of one card on each of these cells."""

    def names(self, cells: Iterable[int]) -> tuple[str, ...]:
        return tuple([self.cell_name(cell) for cell in cells])


def _neighbours_for_reaches(triples: Iterable[Triple], cell: int) -> tuple[Neighbour, ...]:
    """The neighbours for reaches from the runs of three through a cell."""
    neighbours: dict[tuple[int, int], list[int]] = defaultdict(list)
    for triple in triples:
        place = triple.index(cell)
        for other in range(SHORTEST):
            if other != place:
                neighbours[triple[other], abs(other - place)].append(triple[SHORTEST - place - other])
    return tuple(Neighbour(other, distance, tuple(cells)) for (other, distance), cells in neighbours.items())


# ---------------------------------------------------------------------------------------------------- fixed layouts


def _fixed_layout(
    name: str, cells: Sequence[str], lines: Iterable[Run], centre: Iterable[str], closed: Iterable[Run] = ()
) -> Layout:
    """A layout made from a list of its lines; closed lines run around."""
    triples: list[list[tuple[Line, Triple]]] = [[] for _ in cells]
    runs: dict[tuple[Line, int], list[Run]] = defaultdict(list)
    for number, (line, is_closed) in enumerate(
        [*((line, False) for line in lines), *((ring, True) for ring in closed)]
    ):
        for run in _runs_of(line, is_closed):
            for cell in run:
                runs[(number, 0), cell].append(run)
                if len(run) == SHORTEST:
                    one, two, three = run
                    triples[cell].append(((number, 0), (one, two, three)))
    neighbours = [
        _neighbours_for_reaches((triple for _, triple in through), cell) for cell, through in enumerate(triples)
    ]
    all_moves = [[Move(card, (cell,)) for cell in cells] for card in CARDS]

    def moves(card: int, places: tuple[int, ...]) -> list[Move]:
        of_card = all_moves[card]
        return of_card if len(places) == len(of_card) else [of_card[cell] for cell in places]

    return Layout(
        name,
        grows=False,
        start=tuple(range(len(cells))),
        centre=frozenset(map(cells.index, centre)),
        cell_name=cells.__getitem__,
        cell_number={cell: number for number, cell in enumerate(cells)}.get,
        triples=triples.__getitem__,
        runs=lambda line, cell: runs[line, cell],
        neighbours=neighbours.__getitem__,
        moves=moves,
    )


def _runs_of(line: Run, is_closed: bool) -> Iterator[Run]:
    for length in range(SHORTEST, min(LONGEST, len(line)) + 1):
        for first in range(len(line) if is_closed else len(line) - length + 1):
            yield tuple(line[(first + step) % len(line)] for step in range(length))


def _square(name: str, side: int, centre: Iterable[str]) -> Layout:
    """Rows, columns and every diagonal of at least three cells of a square field."""
    across = range(side)
    grid = {(column, row): row * side + column for row in across for column in across}  # row 0 is at the top
    lines = [
        *([(column, row) for column in across] for row in across),
        *([(column, row) for row in across] for column in across),
        *([(row + shift, row) for row in across if row + shift in across] for shift in range(1 - side, side)),
        *([(shift - row, row) for row in across if shift - row in across] for shift in range(2 * side - 1)),
    ]
    return _fixed_layout(
        name,
        [f"{'abcde'[column]}{side - row}" for row in across for column in across],
        [tuple(grid[square] for square in line) for line in lines if len(line) >= SHORTEST],
        centre,
    )


RING = 12  # cells of the zodiac's ring; the middle comes after them


def _zodiac() -> Layout:
    return _fixed_layout(
        "zodiac",
        [*(f"z{number}" for number in range(1, RING + 1)), "z0"],
        [(cell, RING, cell + RING // 2) for cell in range(RING // 2)],
        ["z0"],
        closed=[tuple(range(RING))],
    )


# -------------------------------------------------------------------------------------------------- growing layouts

STRIDE = 1 << 20
FARTHEST = STRIDE // 2 - LONGEST  # no match has enough cards to get this far from 0,0
STEPS = (1, STRIDE, STRIDE + 1, STRIDE - 1)  # along a row, down a column, down to the right, down to the left
AROUND = (*STEPS, *(-step for step in STEPS))


def cell_at(x: int, y: int) -> int:
    return x - y * STRIDE


def coordinates(cell: int) -> tuple[int, int]:
    """The x and y of a cell of a growing field."""
    row = (cell + STRIDE // 2) // STRIDE
    return cell - row * STRIDE, -row


CACHED_CELLS = 4096  # cells of growing fields whose geometry is cached; a match rarely has a hundred


def _line(cell: int, step: int) -> Line:
    """The line through a cell in a direction: the direction, and where it crosses the middle row or column."""
    x, y = coordinates(cell)
    return step, {1: y, STRIDE: x, STRIDE + 1: x + y, STRIDE - 1: x - y}[step]


@lru_cache(CACHED_CELLS)
def _triples_through(cell: int) -> tuple[tuple[Line, Triple], ...]:
    return tuple(
        (_line(cell, step), (first, first + step, first + 2 * step))
        for step in STEPS
        for first in (cell - 2 * step, cell - step, cell)
    )


@lru_cache(CACHED_CELLS)
def _runs_through(step: int, cell: int) -> tuple[Run, ...]:
    return tuple(
        tuple(cell + step * place for place in range(first, first + length))
        for length in range(SHORTEST, LONGEST + 1)
        for first in range(1 - length, 1)
    )


@lru_cache(CACHED_CELLS)
def _neighbours_of(cell: int) -> tuple[Neighbour, ...]:
    return _neighbours_for_reaches((triple for _, triple in _triples_through(cell)), cell)


@lru_cache(CACHED_CELLS)
def _name_of(cell: int) -> str:
    x, y = coordinates(cell)
    return f"{x},{y}"


@lru_cache(CACHED_CELLS * 4)
def _move_of_one_card(card: int, cell: int) -> Move:
    return Move(CARDS[card], (_name_of(cell),))


def _number_of(name: str) -> int | None:
    x_text, _, y_text = name.partition(",")
    if not (_is_integer(x_text) and _is_integer(y_text)):
        return None
    x, y = int(x_text), int(y_text)
    return cell_at(x, y) if max(abs(x), abs(y)) < FARTHEST else None


def _growing_layout(name: str, start: Iterable[int]) -> Layout:
    """A layout on an unbounded plane."""
    return Layout(
        name,
        grows=True,
        start=tuple(start),
        centre=frozenset((cell_at(0, 0),)),
        cell_name=_name_of,
        cell_number=_number_of,
        triples=_triples_through,
        runs=lambda line, cell: _runs_through(line[0], cell),
        neighbours=_neighbours_of,
        moves=lambda card, cells: [_move_of_one_card(card, cell) for cell in cells],
    )


def _is_integer(text: str) -> bool:
    """Whether this is a number as the rules page writes it: 0, or digits without leading zeros, perhaps after a -."""
    digits = text.removeprefix("-")
    return text == "0" or (0 < len(digits) < 10 and digits.isascii() and digits.isdigit() and digits[0] != "0")


def touching(cells: Iterable[int]) -> set[int]:
    """The cells around these on a growing field, possibly including them."""
    return {cell + step for cell in cells for step in AROUND}


LAYOUTS: MappingProxyType[str, Layout] = MappingProxyType(
    {
        layout.name: layout
        for layout in (
            _square("classic", 3, ["b2"]),
            _square("shishi", 4, ["b3", "c3", "b2", "c2"]),
            _square("gogo", 5, ["c3"]),
            _growing_layout("free", [cell_at(x, y) for y in (1, 0, -1) for x in (-1, 0, 1)]),
            _growing_layout("ultra", []),
            _zodiac(),
        )
    }
)

# ------------------------------------------------------------------------------------------------------------ table

SEATS = (1, 2, 3, 4, 5)
COLOURS = ("gold", "blue", "silver", "red", "green")
"""The colours of the seats: the first two, three .. differ in lightness as much as possible."""
MOST_IN_HAND = 5


class Table(NamedTuple):
    """The players and their options (section 4)."""

    seats: int
    layout: str = "classic"
    hand: int = 3
    wild: bool = False

    @property
    def colours(self) -> tuple[str, ...]:
        return COLOURS[: self.seats]

    @property
    def cap(self) -> int:
        """The most cards a hand may hold."""
        return self.hand + WILD_JOKERS * self.wild

    @property
    def most_jokers(self) -> int:
        """How many jokers may be placed together (Rulings 5)."""
        if not self.wild or LAYOUTS[self.layout].grows:
            return 2
        return 4 if self.layout == "classic" else 3
