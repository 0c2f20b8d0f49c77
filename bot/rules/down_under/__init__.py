"""Down Under: lay path tiles and stretch the longest route through an area whose border develops during play.

The package reads in the order of the rules page: `tiles` (components and geometry), `options`, `setup` (the line and
the frame), `board` (paths and routes), `area`, `billabongs`, `placing` (first and later tiles, rotations), `situation`
(the order within a turn, the end), `notation` (moves as text and why one is refused), `documents` (positions as text),
`earlier` (moves of earlier versions), this module (all of it together), `effects` (the effects of a decision, for
messages about it).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from bot.rules.api import Chance, Game
from bot.rules.down_under import documents, earlier, notation
from bot.rules.down_under.board import Board, Box, Piece, Route
from bot.rules.down_under.effects import Changed, Effects, Pond, what_happened
from bot.rules.down_under.options import FIXED, OPTIONS, Table, checked_options, checked_table, possible_seats
from bot.rules.down_under.setup import neutral_tiles
from bot.rules.down_under.situation import Owed, Situation, turn_moves
from bot.rules.down_under.tiles import COLOURS, DECLINE, EDGES, Move, Tile, beyond

__all__ = [
    "COLOURS",
    "EDGES",
    "Board",
    "Box",
    "Changed",
    "DownUnder",
    "Effects",
    "Move",
    "Owed",
    "Piece",
    "Pond",
    "Position",
    "Route",
    "Table",
    "Tile",
    "beyond",
    "game",
    "what_happened",
]


@dataclass(frozen=True, eq=False)
class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    notate = notation.write
    parse = notation.read
    label = notation.label
    dump = documents.document
    view = documents.view

    def play(self, move: Move, chance: Chance) -> Self:
        """The position after this decision and everything that follows from it. Doesn't use `chance`."""
        if not self.is_legal(move):
            raise notation.refusal(self, move)
        return self.after(move)

    def ordered(self) -> Mapping[str, Move]:
        """An offered billabong can be declined beforehand."""
        return {"pass": DECLINE} if self.offer else super().ordered()

    def __repr__(self) -> str:
        return f"<Down Under {self.dump()}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """Pickles and copies as the position document, without cached values."""
        return documents.read, (self.dump(), type(self))


class DownUnder(Game[Move]):
    key = "down_under"
    title = "Down Under"
    usual_moves = 13
    forces = True
    orders = ("single", "pass")
    options = OPTIONS
    rules_version = 2
    renotated = MappingProxyType({1: earlier.from_version_1})

    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> Position:
        """The empty table, or one with neutral tiles, which are the only luck."""
        table = checked_table(seats, options)
        board = Board(table, neutral_tiles(table.area, *table.extent, table.animals, chance))
        return Position(table, board, 0, moves=turn_moves(table, board, 0, ()))

    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        return possible_seats(checked_options(options))

    def colours(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        """The colour of each seat; with two routes the first of its two (see `Table.colours_of`)."""
        return COLOURS[: checked_table(seats, options).seats]

    def uses_chance(self, options: Mapping[str, object]) -> bool:
        """Only where neutral tiles lie across or around the area."""
        return options.get("area") in FIXED

    def load(self, doc: Mapping[str, object]) -> Position:
        return documents.read(doc, Position)

    def state_of_view(self, view: Mapping[str, object], seat: int) -> Position:
        """The position document, which the view contains with further counts."""
        return documents.read({key: view[key] for key in documents.KEYS if key in view}, Position)


game = DownUnder()
