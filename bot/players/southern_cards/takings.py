"""What a card could take on the field as it is: counts roles of three without playing the move."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from bot.rules.southern_cards import LAYOUTS, Layout, Position
from bot.rules.southern_cards.cards import EMPTY, JOKER, SYMBOLS
from bot.rules.southern_cards.fields import CACHED_CELLS, Line
from bot.rules.southern_cards.roles import KIND_OF_THREE, POINTS

FOUR_ROLES = 9  # the multiplier for four roles without a joker on the small fields
MOST_FITS = 5  # cards that fit two others neither of which is a joker

Fits = tuple[tuple[int, float], ...]
"""Cards with the points of the role of three that they complete."""


def _fitting(at_end: bool) -> tuple[tuple[Fits, ...], ...]:
    """For two tops, the cards that fit beyond the first of them, or between them."""

    def fits(one: int, other: int) -> Fits:
        if EMPTY in (one, other):
            return ()
        kinds = (
            (card, KIND_OF_THREE[card][one][other] if at_end else KIND_OF_THREE[one][card][other])
            for card in range(EMPTY)
        )
        return tuple((card, float(POINTS[kind])) for card, kind in kinds if kind is not None)

    return tuple(tuple(fits(one, other) for other in range(SYMBOLS)) for one in range(SYMBOLS))


BEYOND, BETWEEN = _fitting(at_end=True), _fitting(at_end=False)

HEAT_SHARE = 3 / 50  # the probability that the next player holds a given card


def _points_left(fitting: tuple[tuple[Fits, ...], ...]) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(HEAT_SHARE * sum(points for card, points in fits if card != JOKER) for fits in row) for row in fitting
    )


HEAT = {1: _points_left(BEYOND), 2: _points_left(BETWEEN)}
"""What two cards this far apart leave for the next card to take."""


class PairOfCells(NamedTuple):
    """Two cells that make three in a row with another: the table of what fits there, and their line."""

    fitting: tuple[tuple[Fits, ...], ...]
    one: int
    other: int
    line: Line


def _ways_to(layout: Layout, cell: int) -> tuple[PairOfCells, ...]:
    """All the ways in which a card on this cell can become part of three in a row."""
    ways = []
    for line, (first, middle, last) in layout.triples(cell):
        if cell == middle:
            ways.append(PairOfCells(BETWEEN, first, last, line))
        else:
            ways.append(PairOfCells(BEYOND, middle, last if cell == first else first, line))
    return tuple(ways)


_WAYS = {
    name: tuple(_ways_to(layout, cell) for cell in layout.start) for name, layout in LAYOUTS.items() if not layout.grows
}
_GROWING = LAYOUTS["free"]


@lru_cache(CACHED_CELLS)
def _growing_ways(cell: int) -> tuple[PairOfCells, ...]:
    return _ways_to(_GROWING, cell)


class StateTops(dict[int, int]):
    """The top card of each cell; EMPTY if there is none."""

    def __missing__(self, cell: int) -> int:
        return EMPTY


def tops_of(state: Position) -> StateTops:
    return StateTops({cell: pile[-1] for cell, pile in state.piles.items() if pile})


def takings(state: Position, tops: Mapping[int, int], cells: Iterable[int]) -> tuple[list[float], list[int]]:
    """For each card, about what it would take on the best of these cells, and that cell.

    Roles of four and five cards count as the roles of three they consist of.
    """
    most = [0.0] * EMPTY
    where = [-1] * EMPTY
    layout = state.layout
    small = layout.name in ("classic", "shishi")
    ways = None if layout.grows else _WAYS[layout.name]
    for cell in cells:
        meeting = [
            (line, fits)
            for fitting, one, other, line in (ways[cell] if ways else _growing_ways(cell))
            if (fits := fitting[tops[one]][tops[other]])
        ]
        if not meeting:
            continue
        if len(meeting) == 1:
            for card, points in meeting[0][1]:
                if points > most[card]:
                    most[card], where[card] = points, cell
            continue
        sums: dict[int, float] = {}
        lines: dict[int, set[Line]] = {}
        joker = False  # many more cards fit next to a joker, and nothing is multiplied
        for line, fits in meeting:
            joker |= len(fits) > MOST_FITS
            for card, points in fits:
                sums[card] = sums.get(card, 0.0) + points
                lines.setdefault(card, set()).add(line)
        for card, points in sums.items():
            number = len(lines[card])
            if number > 1 and card != JOKER and not joker:
                points *= FOUR_ROLES if small and number == 4 else number
            if points > most[card]:
                most[card], where[card] = points, cell
    return most, where


def cells_of(layout: Layout, names: Iterable[str]) -> list[int]:
    """The numbers of these cells. Raises ValueError for a name that isn't a cell."""
    cells = []
    for name in names:
        cell = layout.cell_number(name)
        if cell is None:
            raise ValueError(f"{name} is no cell of {layout.name}")
        cells.append(cell)
    return cells


def known_tops(state: Position) -> StateTops:
    """The tops that could be foreseen: a cell that was just refilled counts as empty."""
    tops = tops_of(state)
    if state.last is not None:
        tops.update(dict.fromkeys(cells_of(state.layout, state.last.refilled), EMPTY))
    return tops


def open_cells(state: Position) -> tuple[int, ...]:
    """Where the next card may be placed."""
    places = state.places
    if not state.eclipse:
        return places
    return tuple([cell for cell in places if cell in state.layout.centre])
