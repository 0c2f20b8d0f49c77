"""Random matches of Down Under at every kind of table."""

import random
from collections.abc import Iterator

from bot.rules.chance import Sealed
from bot.rules.down_under import Position, game
from tests.rules.trying import NO_LUCK, Document

TABLES: list[tuple[int, Document]] = [
    *((seats, {}) for seats in (2, 3, 4)),
    *((seats, {"growth": "one_end"}) for seats in (2, 3, 4)),
    *((seats, {"animals": True, "size": "difficult"}) for seats in (2, 3, 4)),
    *((seats, {"area": "open"}) for seats in (2, 4)),
    *((seats, {"area": "line", "animals": seats == 3}) for seats in (2, 3)),
    (2, {"area": "line", "growth": "one_end", "size": "9x9"}),
    (2, {"area": "frame", "animals": True}),
    (2, {"area": "frame", "growth": "one_end", "size": "8x7"}),
    (2, {"routes": 2}),
    (2, {"routes": 2, "tiles_per_turn": 1, "animals": True}),
    (2, {"routes": 2, "area": "open"}),
    (4, {"size": "4x4"}),
    (3, {"size": "recommended2"}),
]
"""Seats and options that between them show every variant."""


def random_match(luck: random.Random, seats: int, options: Document, capping: float = 0.2) -> Iterator[Position]:
    """The positions of a random match, in which terminals are avoided but for a part of the choices."""
    state = game.start(seats, options, Sealed(luck.randbytes(32), "table"))
    yield state
    while state.to_move is not None:
        moves = state.legal()
        going_on = [move for move in moves if move.kind != "terminal"]
        state = state.play(luck.choice(moves if luck.random() < capping else going_on or moves), NO_LUCK)
        yield state
