"""Which turns a board marks as those since the seat to move played last."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.shared.presentation.presentation import round_before

Turn = tuple[int, ...]
"""The seats of a turn's decisions."""


def match(turns: list[Turn], to_move: int | None) -> Any:
    trail_turns = tuple(tuple(SimpleNamespace(seat=seat) for seat in turn) for turn in turns)
    return SimpleNamespace(to_move=to_move, trail=SimpleNamespace(turns=trail_turns))


@pytest.mark.parametrize(
    ("turns", "newest", "to_move", "before"),
    [
        ([(1,), (2,), (3,)], 1, 0, [(1,), (2,)]),
        ([(3,), (0,), (1,), (2,)], 1, 3, [(0,), (1,)]),  # its own turn isn't told
        ([(0,), (1, 1), (2,)], 1, 3, [(0,), (1, 1)]),  # a seat that is out has no turn
        ([(1,), (2,), (3,), (0,)], 2, 0, [(1,), (2,)]),  # what followed the newest turn by itself goes along
        ([(1,), (2,), (3,), (0,)], 1, 0, []),  # it plays on
        ([(1,), (0,)], 1, 1, []),
        ([(1,), (2,), (3,)], 1, None, []),  # over
        ([], 0, 0, []),
    ],
)
def test_the_turns_since_a_seat_played_last(
    turns: list[Turn], newest: int, to_move: int | None, before: list[Turn]
) -> None:
    running = match(turns, to_move)
    turns_before = round_before(running, running.trail.turns[len(turns) - newest :])
    assert [tuple(decision.seat for decision in turn) for turn in turns_before] == before
