"""What distinguishes a move of Down Under from the others: how each leaves the routes."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from bot.players.budget import Budget, Meter
from bot.players.down_under.position import DownUnderPosition, position_of
from bot.rules.down_under import Move, Position

ROOM = 3  # steps around the ends of a route


class Outlook(NamedTuple):
    """The state of the routes, by colour.

    `scores` are their points, `open` the number of open ends, `inside` how many of those lead into the area, `ways` in
    how many ways they could grow by a straight or a curve, `room` how many free cells lie within `ROOM` steps of them,
    `soon` the most points that their next tile could bring if they were to move.
    """

    scores: list[int]
    open: list[int]
    inside: list[int]
    ways: list[int]
    room: list[int]
    soon: list[int]


def outlook(position: DownUnderPosition) -> Outlook:
    """The state of the routes now."""
    colours = range(position.table.colours)
    cells = [[port >> 2 for port in position.ends[colour] if port >= 0] for colour in colours]
    return Outlook(
        [position.score(colour) for colour in colours],
        [len(ends) for ends in cells],
        [sum(position.is_inside(cell) for cell in ends) for ends in cells],
        [sum(position.ways(colour, cell) for cell in set(cells[colour])) for colour in colours],
        [position.room(cells[colour], ROOM) for colour in colours],
        [position.largest_gain(colour) for colour in colours],
    )


@lru_cache(maxsize=1)  # the reasons of a move are compared with those of its rivals
def outlooks(state: Position) -> tuple[Outlook | None, Mapping[Move, Outlook]]:
    """The state of the routes now and after each legal move; None and empty if there is no `position_of`."""
    position = position_of(state, Meter(Budget()))
    if position is None:
        return None, {}
    now, after = outlook(position), {}
    for move in state.legal():
        position.make(position.encode(move))
        after[move] = outlook(position)
        position.unmake()
    return now, after
