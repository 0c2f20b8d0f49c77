"""Down Under: length of the routes, and how much they can still grow."""

from collections.abc import Hashable, Sequence

from bot.players.budget import Meter
from bot.players.down_under.position import ENDLESS, NO_DINGO, OPEN_INSIDE, OPEN_OUTSIDE, DownUnderPosition, position_of
from bot.players.judging import Judge, Reason
from bot.rules.down_under import COLOURS, Move, Position, what_happened
from bot.rules.down_under.board import Board
from bot.rules.down_under.options import Table
from bot.rules.down_under.situation import colour_moves
from bot.text import N_

PLAIN_END = 1.5  # points for an open end, to who sees no more in it


class DownUnderJudge(Judge[Position, Move]):
    grain = 2.0
    opening = 1
    late_moves_from = 3
    replies = 1
    tries = 3
    scale = 6.0

    def worths(self, state: Position) -> Sequence[float]:
        """Points, and open ends. Free room about the ends has been tried: it says nothing about who wins."""
        if state.to_move is None:
            return [float(score) for score in state.scores]
        table, board = state.table, state.board
        return [
            sum([_worth(state, table, board, colour) for colour in table.colours_of(seat)])
            for seat in range(table.seats)
        ]

    def plain(self, state: Position) -> Sequence[float]:
        """The points of the routes as they are, and a little for each end that is still open."""
        return [
            score + PLAIN_END * sum([len(state.routes[colour].open) for colour in state.table.colours_of(seat)])
            for seat, score in enumerate(state.scores)
        ]

    def position(self, state: Position, meter: Meter, *, plain: bool) -> DownUnderPosition | None:
        return None if plain else position_of(state, meter)

    def key(self, state: Position) -> Hashable:
        # By its hash alone, which takes hardly any room: two tables with one hash are as good as never met.
        return hash(frozenset(state.board.tiles.items())), state.to_move, state.used, state.offer, state.pending

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        seat = before.to_move
        if seat is None:
            return []
        own = before.table.colours_of(seat)
        happened = what_happened(before, move, after)
        good: list[Reason] = []
        bad: list[Reason] = []
        if happened.over and after.places[seat] == 1:
            good.append(Reason(N_("ends the match in the lead")))
        for changed in happened.changed:
            name = {"colour": COLOURS[changed.colour]}
            fewer = len(after.routes[changed.colour].open) < len(before.routes[changed.colour].open)
            if changed.colour in own:
                if changed.endless:
                    good.append(Reason(N_("closes {colour}'s route to a ring"), name))
                elif changed.ended:
                    bad.append(Reason(N_("but {colour}'s route can't grow any more"), name))
                elif fewer:
                    bad.append(Reason(N_("but closes one end of {colour} for good"), name))
            elif changed.ended:
                good.append(Reason(N_("stops {colour}'s route for good"), name))
            elif fewer and not changed.endless:
                good.append(Reason(N_("closes an end of {colour}"), name))
        small: list[Reason] = []
        for changed in happened.changed:
            gained = after.score(changed.colour) - before.score(changed.colour)
            values = {"colour": COLOURS[changed.colour], "n": abs(gained)}
            if changed.colour in own and gained > 0:  # every tile adds one: that is said when the rest has been
                (good if gained > 1 else small).append(Reason(N_("{colour}'s route grows by {n}"), values))
            elif changed.colour in own and gained:
                bad.append(Reason(N_("but {colour}'s route loses {n}"), values))
            elif gained > 0:
                bad.append(Reason(N_("but {colour}'s route also grows by {n}"), values))
            elif gained:
                good.append(Reason(N_("{colour}'s route loses {n}"), values))
        stopped = {changed.colour for changed in happened.changed if changed.ended}
        for colour in range(before.table.colours):
            then, now = _ways(before, colour), _ways(after, colour)
            if colour in own or colour in stopped or now >= then:
                continue
            if now:
                good.append(Reason(N_("leaves {colour} fewer ways to grow"), {"colour": COLOURS[colour]}))
            else:
                good.append(Reason(N_("leaves {colour} no way to grow for now"), {"colour": COLOURS[colour]}))
        small += [
            Reason(N_("keeps both ends of {colour} open"), {"colour": COLOURS[colour]})
            for colour in own
            if move.colour == colour and len(after.routes[colour].open) == 2
        ]
        return good + small + bad


def _ways(state: Position, colour: int) -> int:
    """How many straights and curves, each way round, a colour could lay if it were its turn."""
    return sum(move.kind in ("straight", "curve") for move in colour_moves(state.table, state.board, colour))


def _worth(state: Position, table: Table, board: Board, colour: int) -> float:
    ends = board.ends[colour]
    # Along the route from one of its ends if it has one: that is faster than to take it to pieces.
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
