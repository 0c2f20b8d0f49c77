"""Down Under: length of the routes, and how much they can still grow."""

from collections.abc import Hashable, Sequence

from bot.players.judging import Judge, Reason
from bot.rules.down_under import COLOURS, Move, Position, beyond, told
from bot.rules.down_under.tiles import Cell
from bot.text import N_

OPEN_INSIDE = 2.5  # points for an open end that leads into a cell of the area
OPEN_OUTSIDE = 0.5  # where only a terminal may follow
ROOM = 0.35  # points for each free cell that an open end may still come to, the way there left aside
MOST_ROOM = 12  # cells that are counted
ENDLESS = 1.0  # points for a route that has to be turned open again


class DownUnderJudge(Judge[Position, Move]):
    grain = 2.0
    opening = 1
    widths = (24, 10, 6)

    def worths(self, state: Position) -> Sequence[float]:
        table, board = state.table, state.board
        worths = []
        for seat, score in enumerate(state.scores):
            worth = float(score)
            if state.to_move is not None:
                for colour in table.colours_of(seat):
                    route = state.routes[colour]
                    worth += ENDLESS * route.endless
                    if not any(board.hands[colour].values()):
                        continue
                    for end in route.open:
                        cell = beyond(*end)
                        if state.is_inside(cell):
                            worth += OPEN_INSIDE + ROOM * _room(state, cell)
                        else:
                            worth += OPEN_OUTSIDE
                    if table.animals and not state.has_laid_dingo(colour):
                        worth -= 2.0
            worths.append(worth)
        return worths

    def plain(self, state: Position) -> Sequence[float]:
        """The points of the routes as they are."""
        return [float(score) for score in state.scores]

    def key(self, state: Position) -> Hashable:
        return frozenset(state.tiles.items()), state.to_move, state.used, state.offer, state.pending

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        seat = before.to_move
        if seat is None:
            return []
        own = before.table.colours_of(seat)
        reasons = []
        for changed in told(before, move, after).changed:
            colour = changed.colour
            gained = after.score(colour) - before.score(colour)
            if not gained:
                continue
            values = {"colour": COLOURS[colour], "n": abs(gained)}
            if colour in own:
                reasons.append(
                    Reason(
                        N_("{colour}'s route grows by {n}") if gained > 0 else N_("{colour}'s route loses {n}"), values
                    )
                )
            elif gained > 0:
                reasons.append(Reason(N_("but {colour}'s route grows by {n} as well"), values))
        for colour in own:
            ends, were = after.routes[colour].open, before.routes[colour].open
            if len(ends) < len(were) and not after.routes[colour].endless:
                reasons.append(Reason(N_("but one end of {colour} is closed for good"), {"colour": COLOURS[colour]}))
            if after.routes[colour].endless and not before.routes[colour].endless:
                reasons.append(Reason(N_("closes {colour}'s route to a ring"), {"colour": COLOURS[colour]}))
        reasons += [
            Reason(N_("closes an end of {colour}"), {"colour": COLOURS[colour]})
            for colour in range(before.table.colours)
            if colour not in own and len(after.routes[colour].open) < len(before.routes[colour].open)
        ]
        return reasons


def _room(state: Position, start: Cell) -> int:
    """How many free cells of the area hang together with this one, it included, up to `MOST_ROOM`."""
    tiles = state.tiles
    found, waiting = {start}, [start]
    while waiting and len(found) < MOST_ROOM:
        x, y = waiting.pop()
        for cell in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)):
            if cell not in found and cell not in tiles and state.is_inside(cell):
                found.add(cell)
                waiting.append(cell)
    return min(len(found), MOST_ROOM)


judge = DownUnderJudge()
