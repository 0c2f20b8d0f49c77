"""The confirmation of a move that was just played."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.shared.turns.playing import newest_decisions, of_turn_going_on
from tests.cogs.matches import decision


@pytest.mark.parametrize(
    ("since", "numbers"),
    [
        (5, [7, 8]),  # a partner's event 6 came in between
        (6, [7, 8]),
        (7, []),  # the same interaction once more: nothing has been played by it now
    ],
)
def test_a_partners_decision_in_between_is_not_described_as_ones_own(since: int, numbers: list[int]) -> None:
    decisions = (decision(5), decision(6), decision(7), decision(8, automatic=True))
    assert [one.number for one in newest_decisions(decisions, since)] == numbers


@pytest.mark.parametrize(
    ("private", "going_on", "numbers"),
    [(False, True, [7, 8]), (True, True, [5, 6, 7, 8]), (False, False, [5, 6, 7, 8])],
)
def test_turns_before_the_one_that_goes_on_are_left_to_the_board(
    private: bool, going_on: bool, numbers: list[int]
) -> None:
    played = [decision(number) for number in range(5, 9)]
    trail = SimpleNamespace(going_on=going_on, newest=lambda _number: (played[:2], played[2:]))
    match: Any = SimpleNamespace(terms=SimpleNamespace(private=private), trail=trail)
    assert [one.number for one in of_turn_going_on(match, played)] == numbers


def test_nothing_is_said_about_a_trail_that_can_not_be_read() -> None:
    assert list(newest_decisions((), 3)) == []
