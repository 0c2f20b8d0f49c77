"""A position of Down Under: who decides about what, the order within a turn, the end and the places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple, Self

from bot.rules.api import Result, State
from bot.rules.cached import cached
from bot.rules.down_under import area
from bot.rules.down_under.billabongs import deadlocks, joins_through, with_billabongs
from bot.rules.down_under.board import Board, Box, Hand, Route
from bot.rules.down_under.options import Table
from bot.rules.down_under.placing import extension_cell, extension_moves, first_moves, later_moves, rotations
from bot.rules.down_under.tiles import DECLINE, GREY, Cell, Move, Port, Tile, billabong, rows_first

SET_OF_ANIMALS = ("kangaroo", "emu", "platypus")
SET_POINTS = 5  # for each complete set on a route
RABBIT_POINTS = 2  # subtracted for each rabbit on a route without a dingo


class Owed(NamedTuple):
    """An extension that a colour owes: out of the billabong in `cell`."""

    cell: Cell
    colour: int


@dataclass(frozen=True, slots=True)
class Situation(State[Move]):
    """The tiles on the table, whose decision it is, and what is left of the turn."""

    table: Table
    board: Board
    to_move: int | None = field()  # not the property of `State`
    used: tuple[int, ...] = ()
    """The colours played in this turn, in order, extensions excluded; empty between turns."""
    offer: tuple[Cell, ...] = ()
    """The cells where a billabong is offered to the seat to move, which answers for the first of them."""
    pending: tuple[Owed, ...] = ()
    """The extensions that the seat to move owes, in order."""
    moves: Sequence[Move] | None = field(default=None, compare=False)
    """`legal()`, if it is already known."""

    # ------------------------------------------------------------------------------------------ queries

    def sight(self, seat: int | None) -> Self:
        """The same position, as if its tiles had been laid row by row: pictures don't depend on the real order."""
        ordered: Self = self._row_by_row
        return ordered

    @cached
    def _row_by_row(self) -> Self:
        return replace(self, board=Board(self.table, dict(on_table(self.board))), moves=None)

    @property
    def tiles(self) -> Mapping[Cell, Tile]:
        """Everything on the table, by cell, including neutral tiles and billabongs."""
        return MappingProxyType(self.board.tiles)

    @property
    def extension(self) -> Port | None:
        """The cell of the extension that is due now, and its edge towards the billabong; None if none is."""
        if self.offer or not self.pending:
            return None
        return extension_cell(self.board, self.pending[0].cell)

    @cached
    def routes(self) -> tuple[Route, ...]:
        """The route of each colour, by colour."""
        return tuple(self.board.route_of(colour) for colour in range(self.table.colours))

    def hand(self, colour: int) -> Hand:
        """The tiles a colour has left: for each kind, the number with each animal (None is none), without zeros."""
        return self.board.hands[colour]

    def count_left(self, colour: int, kind: str) -> int:
        """How many tiles of a kind a colour has left."""
        return sum(self.board.hands[colour][kind].values())

    @property
    def billabongs(self) -> int:
        """How many billabongs are left."""
        return self.board.billabongs

    @property
    def zones(self) -> tuple[Box, ...]:
        """The rectangles in one of which a straight, a curve or a billabong must lie.

        One on a fixed area and as soon as the direction of the area is decided; two while it is open; none if the area
        has no border, or a floating one has not begun.
        """
        return area.zones(self.table, self.board.box)

    @property
    def columns(self) -> tuple[int, int] | None:
        """The first and the last column of the area, once they are decided."""
        return area.border(self.table, self.board)[0]

    @property
    def rows(self) -> tuple[int, int] | None:
        """The first and the last row of the area, once they are decided."""
        return area.border(self.table, self.board)[1]

    @property
    def border(self) -> Box | None:
        """The area, once its whole border is decided."""
        columns, rows = area.border(self.table, self.board)
        return Box(columns[0], rows[0], columns[1], rows[1]) if columns and rows else None

    def is_inside(self, cell: Cell) -> bool:
        """Whether the area allows a straight, a curve or a billabong in a cell."""
        return area.is_inside(self.table, self.board, cell)

    @property
    def opening(self) -> bool:
        """Whether this is the one tile with which two routes begin (`routes` 2)."""
        return is_opening(self.table, self.board)

    def same_turn(self, before: "Situation") -> bool:
        """Whether an offer, an extension or the second tile of the turn is still to come."""
        return bool(self.used)

    # ------------------------------------------------------------------------------------------------------ moves

    def legal(self) -> list[Move]:
        return list(self._legal)

    def is_legal(self, move: object) -> bool:
        """Whether this is one of `legal()`; False for anything other than a Move."""
        return isinstance(move, Move) and move in self._legal

    def forced(self) -> Move | None:
        """The only legal move; None while there is a choice, as there always is about a billabong."""
        moves = self._legal
        return moves[0] if len(moves) == 1 else None

    @cached
    def _legal(self) -> Sequence[Move]:
        if self.moves is not None:
            return self.moves
        if self.to_move is None:
            return ()
        if self.offer:
            return (Move("billabong", self.offer[0]), DECLINE)
        if self.pending:
            owed = self.pending[0]
            return extension_moves(self.table, self.board, owed.colour, owed.cell)
        return turn_moves(self.table, self.board, self.to_move, self.used)

    # ------------------------------------------------------------------------------------------------------- play

    def after(self, move: Move) -> Self:
        """The position after this legal decision, and the billabongs and skipped seats that follow from it."""
        moves = self._legal
        kind, cell, facing, colour, animal = moves[moves.index(move)]  # an equal move may contain True instead of 1
        if kind == "decline" or cell is None or colour is None:
            return self._answer_offer(kind == "billabong")
        board, used, pending = self.board, self.used, self.pending
        if pending:
            pending = pending[1:]
        else:
            used = (*used, colour)
        if kind == "rotate":
            after = board.with_rotation(self.table, cell, facing)
        else:
            after = board.with_tile(cell, Tile(kind, facing, colour, animal))
        offer: tuple[Cell, ...] = ()
        if after.meetings:
            after, owed = with_billabongs(self.table, after, colour)
            pending += tuple(Owed(pond, colour) for pond in owed)
            if after.billabongs:
                before = deadlocks(self.table, board)
                offer = tuple(locked for locked in deadlocks(self.table, after) if locked not in before)
        return self._decide_next(after, used, offer, pending)

    def _answer_offer(self, accepted: bool) -> Self:
        """Billabong, case 3: the answer for the first cell of the offer."""
        board, offer = self.board, self.offer[1:]
        if accepted:
            cell = self.offer[0]
            board = board.with_tile(cell, billabong(joins_through(board, cell)))
            still = deadlocks(self.table, board) if board.billabongs else []
            offer = tuple(locked for locked in offer if locked in still)
        return self._decide_next(board, self.used, offer, self.pending)

    def _decide_next(
        self, board: Board, used: tuple[int, ...], offer: tuple[Cell, ...], pending: tuple[Owed, ...]
    ) -> Self:
        """The order within a turn: who decides next, and about what."""
        table, turn = self.table, self.to_move
        if turn is None:
            raise ValueError("The match is over.")
        if offer:
            return type(self)(table, board, turn, used=used, offer=offer, pending=pending)
        while pending:
            moves = extension_moves(table, board, pending[0].colour, pending[0].cell)
            if moves:
                return type(self)(table, board, turn, used=used, pending=pending, moves=moves)
            pending = pending[1:]
        if len(used) < table.tiles_due and not is_beginning(table, self.board):
            moves = turn_moves(table, board, turn, used)
            if moves:
                return type(self)(table, board, turn, used=used, moves=moves)
        for later in range(1, table.seats + 1):
            seat = (turn + later) % table.seats
            moves = turn_moves(table, board, seat, ())
            if moves:
                return type(self)(table, board, seat, moves=moves)
        return type(self)(table, board, None, moves=())

    # ---------------------------------------------------------------------------------------------------- the end

    def score(self, colour: int) -> int:
        """The score of a colour's route if the match ended now."""
        route = self.routes[colour]
        if not self.table.animals:
            return route.length
        animals = route.animals
        sets = min(animals[animal] for animal in SET_OF_ANIMALS)
        plague = 0 if animals["dingo"] else animals["rabbit"]
        return route.length + SET_POINTS * sets - RABBIT_POINTS * plague

    @property
    def scores(self) -> tuple[int, ...]:
        """For each seat the total score of its colours if the match ended now."""
        table = self.table
        return tuple(sum(self.score(colour) for colour in table.colours_of(seat)) for seat in range(table.seats))

    def has_laid_dingo(self, colour: int) -> bool:
        """Whether the colour's own dingo tile is on the table; always true without `animals`."""
        return "dingo" not in self.board.hands[colour]["curve"]

    @property
    def places(self) -> tuple[int, ...]:
        """For each seat its place if the match ended now."""
        table = self.table
        ranks = [
            (all(self.has_laid_dingo(colour) for colour in table.colours_of(seat)), score)
            for seat, score in enumerate(self.scores)
        ]
        return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)

    @property
    def result(self) -> Result | None:
        return None if self.to_move is not None else Result(self.places, self.scores)


def on_table(board: Board) -> list[tuple[Cell, Tile]]:
    """Everything on the table, row by row, the billabongs last."""
    return sorted(board.tiles.items(), key=lambda item: (item[1].colour == GREY, rows_first(item[0])))


def is_opening(table: Table, board: Board) -> bool:
    """Two routes, 2: only the four terminals are on the table."""
    return table.routes == 2 and sum(board.numbers) == table.colours


def is_beginning(table: Table, board: Board) -> bool:
    """Two routes, 1 and 2: the turns that have one tile, whatever later turns have."""
    return table.routes == 2 and sum(board.numbers) <= table.colours


def turn_moves(table: Table, board: Board, seat: int, used: tuple[int, ...]) -> list[Move]:
    """What a seat may do in its turn, having played these colours in it; empty if it isn't its turn."""
    if table.routes == 1:
        return colour_moves(table, board, seat)
    missing = next((colour for colour in range(table.colours) if not board.numbers[colour]), None)
    if missing is not None:
        return first_moves(table, board, missing) if table.seat_of(missing) == seat else []
    opening = is_opening(table, board)
    if opening and seat != 0:
        return []
    moves = [
        move for colour in table.colours_of(seat) if colour not in used for move in colour_moves(table, board, colour)
    ]
    return [move for move in moves if move.kind != "terminal"] if opening else moves


def colour_moves(table: Table, board: Board, colour: int) -> list[Move]:
    """How a colour may be played: its first tile, a later one, or a rotation."""
    if board.ends[colour]:
        return later_moves(table, board, colour)
    if colour in board.rings:
        return rotations(board, colour)
    return [] if board.numbers[colour] else first_moves(table, board, colour)
