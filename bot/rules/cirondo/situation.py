"""A position of Cirondo: whose turn it is, what one play does, the draw rule, the end and the places."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from bot.rules.api import Result, State
from bot.rules.cirondo.board import (
    EMPTY,
    INNERMOST,
    MOON,
    SOLAR,
    SPACE_NUMBERS,
    Board,
    Move,
    Over,
    Table,
    kind_of,
    ring_of,
    seat_of,
    stellar,
)

QUIET_MOVES = 100  # moves in a row without a reset that end the match; The draw rule
OCCURRENCES = 3  # of one position that end the match; The draw rule


@dataclass(frozen=True, slots=True)
class Situation(State[Move]):
    """The board, who is to move, and what the draw rule must remember.

    `marks` holds the positions since the last reset, the current one last, each as the cells of its board and the seat
    to move. It follows from `quiet` and so takes no part in comparisons.
    """

    board: Board
    draw_rule: bool = field(kw_only=True)
    to_move: int | None = field(kw_only=True)
    owed: tuple[int, ...] = ()
    """The seats that still owe their first move, ascending."""
    quiet: tuple[Move, ...] = ()
    """The moves since the last reset, oldest first; always empty without the draw rule."""
    defeated: tuple[int, ...] = ()
    """Defeated seats in order of defeat; a team adds its two seats, the lower first."""
    over: Over | None = None
    marks: tuple[bytes, ...] = field(default=(), compare=False)
    """The positions since the last reset, the current one last, each as its cells and the seat to move."""

    def __post_init__(self) -> None:
        if not self.marks and self.to_move is not None:
            object.__setattr__(self, "marks", (_mark(self.board, self.to_move),))

    # ------------------------------------------------------------------------------------------ queries

    @property
    def table(self) -> Table:
        return self.board.table

    def sight(self, seat: int | None) -> Self:
        return self

    def count(self, seat: int) -> int:
        """The number of stellar of a seat's side."""
        return self.board.count(self.table.side_of[seat])

    @property
    def last_ones(self) -> tuple[int, ...]:
        """The seats with the only stellar of their side, whose next move is its last."""
        return tuple(
            seat
            for seat, own in enumerate(self.board.spaces)
            if own and seat not in self.defeated and self.count(seat) == 1
        )

    def captures(self, move: Move) -> bool:
        """Whether something stands on the move's target."""
        return self.board.cells[SPACE_NUMBERS[move.target]] != EMPTY

    def promotes(self, move: Move) -> bool:
        """Whether the move makes a moon a Solar System."""
        moon = kind_of(self.board.cells[SPACE_NUMBERS[move.origin]]) == MOON
        return moon and ring_of(SPACE_NUMBERS[move.target]) == INNERMOST

    @property
    def sides_left(self) -> tuple[int, ...]:
        """The sides that are not defeated."""
        return _remaining_sides(self.table, self.defeated)

    # ------------------------------------------------------------------------------------------------------ moves

    def legal(self) -> list[Move]:
        seat = self.to_move
        return [] if seat is None else self.board.moves(seat, seat in self.owed)

    def legal_from(self, space: str) -> list[Move]:
        """The legal moves of the stellar on one space: none unless it belongs to the seat to move."""
        at, board, seat = SPACE_NUMBERS[space], self.board, self.to_move
        piece = board.cells[at]
        return board.moves_from(at, seat in self.owed) if piece and seat_of(piece) == seat else []

    def is_legal(self, move: object) -> bool:
        """Whether this is one of `legal()`; False for anything other than a Move."""
        try:
            return isinstance(move, Move) and move in self.legal_from(move.origin)
        except (KeyError, TypeError):  # a Move of something other than two spaces
            return False

    def after(self, move: Move) -> Self:
        """Carries out one `play`, in the order of the rules page; the move is legal."""
        board, table, defeated = self.board, self.board.table, self.defeated

        # 1. Move the stellar.
        origin, target = SPACE_NUMBERS[move.origin], SPACE_NUMBERS[move.target]
        piece, captured = board.cells[origin], board.cells[target]
        mover = seat_of(piece)
        is_moon = kind_of(piece) == MOON
        if is_moon and ring_of(target) == INNERMOST:
            piece = stellar(mover, SOLAR)
        board = board.after(origin, target, piece)
        owed = self.owed
        if owed:
            owed = tuple(seat for seat in owed if seat != mover)

        # 2. Captured out, 3. the end test. Without a capture no count has changed.
        over: Over | None = None
        if captured:
            loser = table.side_of[seat_of(captured)]
            if board.count(loser) == 0:
                defeated += table.sides[loser]
            over = _end_of(board, defeated)

        # 4. Last move made.
        side = table.side_of[mover]
        if over is None and board.count(side) == 1:
            board, defeated = _defeat(board, defeated, side)
            over = _end_of(board, defeated)

        # 5. Next seat.
        to_move: int | None = None
        if over is None:
            board, defeated, to_move, over = _next_seat(board, defeated, owed, mover)

        # 6. The draw rule.
        quiet: tuple[Move, ...] = ()
        marks: tuple[bytes, ...] = ()
        if self.draw_rule and not (captured or is_moon or defeated is not self.defeated):
            latest = (move,)
            quiet, marks = self.quiet + latest, self.marks
            if to_move is not None:
                mark = _mark(board, to_move)
                if marks.count(mark) + 1 >= OCCURRENCES:
                    over, to_move = "repetition", None
                elif len(quiet) >= QUIET_MOVES:
                    over, to_move = "quiet", None
                else:
                    marks += (mark,)

        return type(self)(
            board,
            draw_rule=self.draw_rule,
            to_move=to_move,
            owed=owed,
            quiet=quiet,
            marks=marks,
            defeated=defeated,
            over=over,
        )

    # ---------------------------------------------------------------------------------------------------- the end

    @property
    def result(self) -> Result | None:
        return None if self.over is None else Result(places=self._places(self.over))

    def _places(self, over: Over) -> tuple[int, ...]:
        """The end and the result: first the sides that are not defeated, then the defeated ones."""
        board, table = self.board, self.table
        places = [1] * table.seats
        if over == "showdown":
            powers = {side: board.power(side) for side in self.sides_left}
            for side, power in powers.items():
                for seat in table.sides[side]:
                    places[seat] = 1 + sum(other > power for other in powers.values())
        for earlier, seat in enumerate(self.defeated):
            places[seat] = 2 if table.teams else table.seats - earlier
        return tuple(places)


def _mark(board: Board, to_move: int) -> bytes:
    """What two positions have in common if the draw rule calls them the same."""
    return board.cells + bytes((to_move,))


def _remaining_sides(table: Table, defeated: Sequence[int]) -> tuple[int, ...]:
    return tuple(side for side, seats in enumerate(table.sides) if seats[0] not in defeated)


def _end_of(board: Board, defeated: Sequence[int]) -> Over | None:
    """End test: one side left is a conquest, several with one stellar each a showdown (Rulings 11, 12)."""
    left = _remaining_sides(board.table, defeated)
    if len(left) == 1:
        return "conquest"
    return "showdown" if all(board.count(side) == 1 for side in left) else None


def _defeat(board: Board, defeated: tuple[int, ...], side: int) -> tuple[Board, tuple[int, ...]]:
    return board.without(side), defeated + board.table.sides[side]


def _next_seat(
    board: Board, defeated: tuple[int, ...], owed: Sequence[int], mover: int
) -> tuple[Board, tuple[int, ...], int | None, Over | None]:
    """Step 5 of a play: board, defeated seats, seat to move and end after finding the next seat."""
    table = board.table
    seats_passed: set[int] = set()
    seat = mover
    while True:
        seat = (seat + 1) % table.seats
        if seat in defeated or not board.spaces[seat]:
            continue
        if board.can_move(seat, seat in owed):
            return board, defeated, seat, None
        side = table.side_of[seat]
        if board.count(side) == 1:  # the last move is lost (Rulings 15)
            board, defeated = _defeat(board, defeated, side)
            over = _end_of(board, defeated)
            if over is not None:
                return board, defeated, None, over
            seats_passed.clear()
        elif seat in seats_passed:
            return board, defeated, None, "blocked"
        else:
            seats_passed.add(seat)
