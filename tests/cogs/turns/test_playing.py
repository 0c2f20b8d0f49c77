"""The confirmation of a move that was just played."""

import pytest

from cogs.shared.turns.playing import newest_decisions
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


def test_nothing_is_said_about_a_trail_that_can_not_be_read() -> None:
    assert list(newest_decisions((), 3)) == []
