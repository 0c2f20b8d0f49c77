"""Down Under: length of the routes, and how much they can still grow."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache

from bot.players.judging import Judge, Reason
from bot.rules.down_under import COLOURS, Move, Position, beyond, told
from bot.rules.down_under.board import Board, Box
from bot.rules.down_under.tiles import Cell
from bot.text import N_

OPEN_INSIDE = 2.5  # points for an open end that leads into a cell of the area
OPEN_OUTSIDE = 0.5  # where only a terminal may follow
ROOM = 0.35  # points for each free cell that the seat's open ends come to before others do
FARTHEST = 5  # tiles that an open end is thought to go
PLAIN_END = 1.5  # points for an open end, to who sees no more in it
SEVERAL = -1  # instead of a seat
ENDLESS = 1.0  # points for a route that has to be turned open again


class DownUnderJudge(Judge[Position, Move]):
    grain = 2.0
    opening = 1
    widths = (24, 10, 6)

    def worths(self, state: Position) -> Sequence[float]:
        worths = [float(score) for score in state.scores]
        if state.to_move is None:
            return worths
        table, board, tiles = state.table, state.board, state.board.tiles
        inside = _inside(state.zones or (_around(board),))
        starts: dict[Cell, int] = {}
        for seat in range(table.seats):
            for colour in table.colours_of(seat):
                route = state.routes[colour]
                worths[seat] += ENDLESS * route.endless
                if any(board.hands[colour].values()):
                    for end in route.open:
                        cell = beyond(*end)
                        if cell in inside:
                            worths[seat] += OPEN_INSIDE
                            starts[cell] = seat if starts.get(cell, seat) == seat else SEVERAL
                        else:
                            worths[seat] += OPEN_OUTSIDE
                if table.animals and not state.has_laid_dingo(colour):
                    worths[seat] -= 2.0
        for seat, cells in _first_come(inside.difference(tiles), starts).items():
            if seat != SEVERAL:
                worths[seat] += ROOM * cells
        return worths

    def plain(self, state: Position) -> Sequence[float]:
        """The points of the routes as they are, and a little for each end that is still open."""
        return [
            score + PLAIN_END * sum([len(state.routes[colour].open) for colour in state.table.colours_of(seat)])
            for seat, score in enumerate(state.scores)
        ]

    def key(self, state: Position) -> Hashable:
        return frozenset(state.tiles.items()), state.to_move, state.used, state.offer, state.pending

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        seat = before.to_move
        if seat is None:
            return []
        own = before.table.colours_of(seat)
        happened = told(before, move, after)
        good: list[Reason] = []
        bad: list[Reason] = []
        if happened.over and after.places[seat] == 1:
            good.append(Reason(N_("ends the match in front")))
        for changed in happened.changed:
            name = {"colour": COLOURS[changed.colour]}
            fewer = len(after.routes[changed.colour].open) < len(before.routes[changed.colour].open)
            if changed.colour in own:
                if changed.endless:
                    good.append(Reason(N_("closes {colour}'s route to a ring"), name))
                elif changed.ended:
                    bad.append(Reason(N_("but {colour}'s route can't grow any more"), name))
                elif fewer:
                    bad.append(Reason(N_("but one end of {colour} is closed for good"), name))
            elif changed.ended:
                good.append(Reason(N_("stops {colour}'s route for good"), name))
            elif fewer and not changed.endless:
                good.append(Reason(N_("closes an end of {colour}"), name))
        for changed in happened.changed:
            gained = after.score(changed.colour) - before.score(changed.colour)
            values = {"colour": COLOURS[changed.colour], "n": abs(gained)}
            if changed.colour in own and gained > 0:
                good.append(Reason(N_("{colour}'s route grows by {n}"), values))
            elif changed.colour in own and gained:
                bad.append(Reason(N_("but {colour}'s route loses {n}"), values))
            elif gained > 0:
                bad.append(Reason(N_("but {colour}'s route grows by {n} as well"), values))
            elif gained:
                good.append(Reason(N_("{colour}'s route loses {n}"), values))
        return good + bad


@cache
def _inside(zones: tuple[Box, ...]) -> frozenset[Cell]:
    """The cells of these rectangles."""
    return frozenset(
        (x, y) for box in zones for x in range(box.left, box.right + 1) for y in range(box.bottom, box.top + 1)
    )


def _around(board: Board) -> Box:
    """What of an area without a border may matter soon."""
    box = board.extent or Box(0, 0, 0, 0)
    return Box(box.left - FARTHEST, box.bottom - FARTHEST, box.right + FARTHEST, box.top + FARTHEST)


def _first_come(free: set[Cell] | frozenset[Cell], starts: Mapping[Cell, int]) -> Mapping[int, int]:
    """For each seat how many of the free cells its open ends come to first; `SEVERAL` for those that nobody does."""
    left = set(free)
    numbers: dict[int, int] = {}
    front = dict(starts)
    for _ in range(FARTHEST):
        left.difference_update(front)
        following: dict[Cell, int] = {}
        for (x, y), seat in front.items():
            numbers[seat] = numbers.get(seat, 0) + 1
            for cell in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)):
                if cell in left:
                    following[cell] = seat if following.get(cell, seat) == seat else SEVERAL
        front = following
    return numbers


judge = DownUnderJudge()
