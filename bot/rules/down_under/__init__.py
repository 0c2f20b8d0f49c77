"""Down Under: lay path tiles and stretch the longest route through an area whose border develops during play.

The package reads in the order of the rules page: `tiles` (components and geometry), `options`, `setup` (the line and
the frame), `board` (paths and routes), `area`, `billabongs`, `placing` (first and later tiles, rotations), `situation`
(the order within a turn, the end), `notation` (moves as text and why one is refused), `documents` (positions as text),
`position` (all of it together), `telling` (the effects of a decision, for messages about it).
"""

from collections.abc import Mapping

from bot.rules.api import Chance, Game
from bot.rules.down_under import documents
from bot.rules.down_under.board import Board, Box, Piece, Route
from bot.rules.down_under.options import FIXED, OPTIONS, Table, checked_options, checked_table, possible_seats
from bot.rules.down_under.position import Position
from bot.rules.down_under.setup import neutral_tiles
from bot.rules.down_under.situation import Owed, turn_moves
from bot.rules.down_under.telling import Changed, Happened, Pond, what_happened
from bot.rules.down_under.tiles import COLOURS, EDGES, Move, Tile, beyond

__all__ = [
    "COLOURS",
    "EDGES",
    "Board",
    "Box",
    "Changed",
    "DownUnder",
    "Happened",
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


class DownUnder(Game[Move]):
    key = "down_under"
    title = "Down Under"
    forces = True
    options = OPTIONS

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
