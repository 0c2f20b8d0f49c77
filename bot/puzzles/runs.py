"""Runs of puzzles: which puzzle comes next, and how their time is counted. See docs/puzzles.md."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from enum import StrEnum

from bot.puzzles.puzzle import Puzzle

EASIEST, STEP = 1300, 40
"""What the first puzzle of a run is to be rated, and how much more each one after it, as ratings are shown."""

LIMIT = timedelta(minutes=3)
MISTAKE = timedelta(seconds=10)
"""What a mistake costs where time is limited, so that guessing doesn't pay."""

LATE = timedelta(seconds=20)
"""How long a click may be on its way: until then it isn't certain that there was none in time."""


class RunKind(StrEnum):
    """What ends a run."""

    STREAK = "streak"  # the first mistake
    MINUTES = "minutes"  # three minutes


class RunEnding(StrEnum):
    """What has ended a run."""

    MISTAKE = "mistake"
    TIME = "time"
    GIVEN_UP = "given up"
    NONE_LEFT = "none left"


def next_in_run(left: Collection[Puzzle], rating: Callable[[Puzzle], int], number: int, last: int) -> Puzzle:
    """Of the puzzles `left`, at least one, the next after `number` others, the last of which is rated `last`.

    It's no easier than the one before it, as long as there are such.
    """
    harder = [one for one in left if rating(one) >= last]
    if not harder:
        return max(left, key=lambda one: (rating(one), one.id))
    return min(harder, key=lambda one: (abs(rating(one) - EASIEST - STEP * number), one.id))


def time_left(used: timedelta, since: datetime, at: datetime) -> timedelta:
    """What is left at a moment of the time of a run that had `used` some until `since`."""
    return LIMIT - used - max(at - since, timedelta())
