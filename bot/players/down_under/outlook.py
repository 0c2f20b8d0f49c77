"""What tells a move of Down Under from its rivals: how each of them leaves the routes."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.players.budget import Budget, Meter
from bot.players.down_under.position import DownUnderPosition, position_of
from bot.rules.down_under import Move, Position


class Outlook(NamedTuple):
    """How the routes stand, by colour.

    `scores` is what they count, `open` how many ends they have to go on from, `inside` how many of those lead into the
    area, `ways` in how many ways they could grow by a straight or a curve.
    """

    scores: list[int]
    open: list[int]
    inside: list[int]
    ways: list[int]


def outlook(position: DownUnderPosition) -> Outlook:
    """Returns how the routes stand now."""
    colours = range(position.table.colours)
    cells = [[port >> 2 for port in position.ends[colour] if port >= 0] for colour in colours]
    return Outlook(
        [position.score(colour) for colour in colours],
        [len(ends) for ends in cells],
        [sum(position.is_inside(cell) for cell in ends) for ends in cells],
        [sum(position.ways(colour, cell) for cell in set(cells[colour])) for colour in colours],
    )


def outlooks(state: Position) -> tuple[Outlook | None, Mapping[Move, Outlook]]:
    """Returns how the routes stand now and after each legal move; None and nothing where there is no `position_of`."""
    position = position_of(state, Meter(Budget()))
    if position is None:
        return None, {}
    now, after = outlook(position), {}
    for move in state.legal():
        position.make(position.coded(move))
        after[move] = outlook(position)
        position.unmake()
    return now, after
