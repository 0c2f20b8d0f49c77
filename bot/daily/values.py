"""What everyone may know about the dailies."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True)
class Daily:
    """The deal of a day. `benchmark` is the hard computer's score, None until it has played."""

    day: date
    game: str
    options: Mapping[str, Any]
    over: bool
    benchmark: int | None


@dataclass(frozen=True, slots=True)
class DailyResult:
    """How someone did on a day, among `scores`, the scores of everyone in ascending order.

    Equal scores share a `place`. `here` is the place on a server and the number of people who played there; None if it
    wasn't asked for, or the person played elsewhere.
    """

    score: int
    scores: tuple[int, ...]
    here: tuple[int, int] | None

    @property
    def place(self) -> int:
        """The place among everyone, 1 for the best."""
        return place_of(self.score, self.scores)

    @property
    def percentile(self) -> int:
        """The percentage of the others who scored less; 0 for the only player."""
        return 100 * bisect_left(self.scores, self.score) // max(len(self.scores) - 1, 1)


def place_of(score: int, scores: tuple[int, ...]) -> int:
    """The place of a score in `scores`, which are in ascending order."""
    return 1 + len(scores) - bisect_right(scores, score)


@dataclass(frozen=True, slots=True)
class PublishedSeeds:
    """What everyone may know about a chain: its first link, and the newest day that is over with its seed (hex)."""

    first_day: date
    last_day: date
    anchor: str
    newest: tuple[date, str] | None


@dataclass(frozen=True, slots=True)
class Points:
    """What someone has earned on a server: up to 100 points for each day."""

    user: int
    points: int
    days: int
