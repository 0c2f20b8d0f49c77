"""What everybody may know of the dailies."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True)
class Daily:
    """The deal of a day. `benchmark` is what the hard computer has scored, None until it has played."""

    day: date
    game: str
    options: Mapping[str, Any]
    over: bool
    benchmark: int | None


@dataclass(frozen=True, slots=True)
class DailyResult:
    """How somebody has done on a day, among `scores`, those of everybody in ascending order.

    `place` is shared by equal scores. `here` is the place on a server and how many have played there; None where this
    wasn't asked, or the person has played elsewhere.
    """

    score: int
    scores: tuple[int, ...]
    here: tuple[int, int] | None

    @property
    def place(self) -> int:
        """The place among everybody, 1 for the best."""
        return place_of(self.score, self.scores)

    @property
    def percentile(self) -> int:
        """How many percent of the others have scored less; 0 for the only player."""
        return 100 * bisect_left(self.scores, self.score) // max(len(self.scores) - 1, 1)


def place_of(score: int, scores: tuple[int, ...]) -> int:
    """The place of a score among all of them, which are in ascending order."""
    return 1 + len(scores) - bisect_right(scores, score)


@dataclass(frozen=True, slots=True)
class PublishedSeeds:
    """What everybody may know of a chain: its first link, and the newest day that is over with its seed (hex)."""

    first_day: date
    last_day: date
    anchor: str
    newest: tuple[date, str] | None


@dataclass(frozen=True, slots=True)
class Points:
    """What somebody has earned on a server: up to 100 points for each day."""

    user: int
    points: int
    days: int
