"""Down Under: the length of the routes, and how much they can still grow."""

from collections.abc import Hashable, Sequence
from types import MappingProxyType

from bot.players.budget import Meter
from bot.players.down_under.position import DownUnderPosition, position_of
from bot.players.down_under.reasons import reasons_for
from bot.players.down_under.tables import ENDLESS, NO_DINGO, OPEN_INSIDE, OPEN_OUTSIDE
from bot.players.judging import Judge, Reason
from bot.rules.down_under import Move, Position
from bot.rules.down_under.board import Board
from bot.rules.down_under.options import Table

PLAIN_END = 1.5  # a beginner's points for an open end


class DownUnderJudge(Judge[Position, Move]):
    grain = 2.0
    blindness = MappingProxyType({"beginner": 0.3, "easy": 0.05, "normal": 0.26})
    paces = MappingProxyType({"normal": 2.0})
    opening = 1
    late_moves_from = 3
    replies = 1
    tries = 6
    scale = 6.0

    def evaluate(self, state: Position) -> Sequence[float]:
        """Points, and open ends. Free space around the ends was tried: it doesn't predict who wins."""
        if state.to_move is None:
            return [float(score) for score in state.scores]
        table, board = state.table, state.board
        return [
            sum([_worth(state, table, board, colour) for colour in table.colours_of(seat)])
            for seat in range(table.seats)
        ]

    def evaluate_plainly(self, state: Position) -> Sequence[float]:
        """The points of the routes as they are, and a little for each end that is still open."""
        return [
            score + PLAIN_END * sum([len(state.routes[colour].open) for colour in state.table.colours_of(seat)])
            for seat, score in enumerate(state.scores)
        ]

    def position(self, state: Position, meter: Meter, *, plain: bool) -> DownUnderPosition | None:
        return None if plain else position_of(state, meter)

    def explores(self, state: Position) -> bool:
        """Not in a match with a frame: there the search wins more."""
        return state.table.area != "frame"

    def key(self, state: Position) -> Hashable:
        # By its hash alone, to save memory: two tables with the same hash practically never occur.
        return hash(frozenset(state.board.tiles.items())), state.to_move, state.used, state.offer, state.pending

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        return reasons_for(before, move, after)


def _worth(state: Position, table: Table, board: Board, colour: int) -> float:
    ends = board.ends[colour]
    # Along the route from one of its ends if it has one: that is faster than splitting it into pieces.
    walked = sum([1 for _ in board.walk(*ends[0])]) if ends and not table.animals else state.score(colour)
    worth = float(walked)
    if colour in board.rings:
        worth += ENDLESS
    elif any(board.hands[colour].values()):
        for cell, _ in ends:
            worth += OPEN_INSIDE if state.is_inside(cell) else OPEN_OUTSIDE
    if table.animals and not state.has_laid_dingo(colour):
        worth -= NO_DINGO
    return worth
