"""Options: their values, the size of the area, and how many may play with them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.rules.api import Option, fault
from bot.rules.down_under.setup import has_line
from bot.rules.down_under.tiles import Cell
from bot.rules.reading import read_options, read_seats, show

SEATS = (2, 3, 4)

SIZES: Mapping[str, Mapping[int, tuple[int, int]]] = {
    "easy": {2: (6, 6), 3: (7, 7), 4: (8, 8)},
    "recommended": {2: (5, 7), 3: (6, 8), 4: (7, 9)},
    "recommended2": {3: (5, 9), 4: (6, 10)},
    "difficult": {2: (4, 8), 3: (4, 10), 4: (5, 11)},
}
"""Columns and rows by the number of seats."""

SHORTEST, LONGEST = 4, 20  # columns or rows of a size given in numbers
FREE_SIZES: Mapping[str, tuple[int, int]] = {
    f"{width}x{height}": (width, height)
    for width in range(SHORTEST, LONGEST + 1)
    for height in range(SHORTEST, LONGEST + 1)
}
FIRST = {"open": -13, "line": -1, "frame": -2}
"""Where column a and row 1 are, which say how cells are labelled, by area (Rulings 28); see `Table.first`."""

LONGEST_FRAME = 15  # columns and rows together for which two neutral sets are enough

FIXED = ("line", "frame")
"""Areas that are fixed before the match begins; luck places their neutral tiles."""

OPTIONS = (
    Option(
        "size",
        str,
        "recommended",
        choices=(*SIZES, *FREE_SIZES),
        help="The area: easy, recommended, recommended2, difficult, or columns x rows, such as 7x9.",
    ),
    Option(
        "area",
        str,
        "floating",
        choices=("floating", "open", "line", "frame"),
        help="A border that forms during play, none, or neutral tiles across or around a fixed area.",
    ),
    Option(
        "growth",
        str,
        "both",
        choices=("both", "one_end"),
        help="Routes begin with a straight or a curve, or with a terminal and grow from one end only.",
    ),
    Option("routes", int, 1, min=1, max=2, help="Colours of each player; two of them are for two players."),
    Option("tiles_per_turn", int, 2, min=1, max=2, help="With two routes: how many tiles a turn has."),
    Option("animals", bool, False, help="Animals count: sets score points, rabbits without a dingo cost some."),
)


@dataclass(frozen=True)
class Table:
    """The players and their options."""

    seats: int
    size: str = "recommended"
    area: str = "floating"
    growth: str = "both"
    routes: int = 1
    tiles_per_turn: int = 2
    animals: bool = False

    @cached_property
    def extent(self) -> tuple[int, int]:
        """Columns and rows of the area; meaningless if the area is open."""
        return extent_of(self.size, self.seats)

    @cached_property
    def first(self) -> int:
        """The x of column a and the y of row 1: as far as any move can reach, except in an open area (Rulings 28)."""
        terminals_first = self.growth == "one_end" or self.routes == 2
        return FIRST.get(self.area, -max(self.extent) - (self.seats if terminals_first else 0))

    @cached_property
    def colours(self) -> int:
        """How many colours are in play."""
        return self.seats * self.routes

    @cached_property
    def tiles_due(self) -> int:
        """How many tiles a turn has once every colour is on the table and the opening has been played."""
        return self.tiles_per_turn if self.routes == 2 else 1

    def seat_of(self, colour: int) -> int:
        return colour % self.seats

    def colours_of(self, seat: int) -> tuple[int, ...]:
        """The colours of a seat: one, or two of them with two routes."""
        return tuple(range(seat, self.colours, self.seats))

    @cached_property
    def fixed(self) -> bool:
        """Whether the area is fixed before the match begins."""
        return self.area in FIXED

    def covers(self, cell: Cell) -> bool:
        """Whether a cell is in a fixed area."""
        width, height = self.extent
        return 0 <= cell[0] < width and 0 <= cell[1] < height


def extent_of(size: str, seats: int) -> tuple[int, int]:
    """Columns and rows. Raises KeyError if the size isn't for this number of seats."""
    return FREE_SIZES[size] if size in FREE_SIZES else SIZES[size][seats]


def checked_options(options: object) -> dict[str, Any]:
    """All options of a match, with defaults filled in. Raises ValueError naming a bad one.

    `possible_seats` checks whether they go together, and with how many seats.
    """
    if isinstance(options, Mapping):
        size = options.get("size", "recommended")
        if not isinstance(size, str) or (size not in SIZES and size not in FREE_SIZES):
            raise fault(
                "options.size",
                "{size} is none of {choices}, nor columns x rows from {shortest}x{shortest} to {longest}x{longest}",
                size=show(size),
                choices=tuple(SIZES),
                shortest=SHORTEST,
                longest=LONGEST,
            )
    return read_options(options, OPTIONS)


def possible_seats(options: Mapping[str, Any]) -> tuple[int, ...]:
    """The numbers of seats that may play with these complete, checked options. Raises ValueError if there are none."""
    size, area = options["size"], options["area"]
    if options["routes"] == 2 and area in FIXED:
        raise fault("options.area", "{area} does not go with two routes for each player", area=show(area))
    seats = tuple(number for number in SEATS if _may_play(number, size, area, options["routes"]))
    if not seats:
        raise fault(
            "options.size",
            "no number of seats can play {size} with area {area} and routes {value}",
            size=size,
            area=area,
            value=options["routes"],
        )
    return seats


def _may_play(seats: int, size: str, area: str, routes: int) -> bool:
    if (routes == 2 or area == "frame") and seats != 2:
        return False
    if size in SIZES and seats not in SIZES[size]:
        return False
    width, height = extent_of(size, seats)
    if area == "line":
        return seats < 4 and has_line(width, height)
    return area != "frame" or width + height <= LONGEST_FRAME


def checked_table(seats: object, options: object) -> Table:
    """The table for this number of seats and these options. Raises ValueError if they can't play."""
    values = checked_options(options)
    possible = possible_seats(values)
    return Table(read_seats(seats, possible), **values)
