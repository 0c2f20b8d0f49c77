"""The ledger: results in the order in which matches ended, and everything that follows from them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from bot.ratings.rating import NEW, Rating, rate

A_DAY = 3
"""How many results between the same people count on one day (UTC)."""

FAR = 20.0
"""How much more mu than everyone on the other sides lets a win be expected: 800 of the points that people see."""

RatedPlayer = int | str
"""A person by the number of their row, or a computer by its level."""


class Uncounted(StrEnum):
    """Why a result changes no ratings."""

    EARLY = "early"  # its players ended the match when it had hardly begun
    OFTEN = "often"  # these people have had `A_DAY` results that day
    EXPECTED = "expected"  # see `is_expected`


@dataclass(frozen=True, slots=True)
class RatedResult:
    """How a rated match or series ended.

    `id` numbers results in the order of their ends. `match_id` is the match, for a series its last one or its table.
    `places` are those of the `sides`. `computers` holds the ratings of the levels among them at that time. Two kinds of
    results don't count: `early` ones of matches that had hardly begun (`bot.match.reading.rated.ended_early`), and
    `barred` ones of people who had enough of them that day before one of them was forgotten.
    """

    id: int
    match_id: int
    game: str
    ended_at: datetime
    sides: tuple[tuple[RatedPlayer, ...], ...]
    places: tuple[int, ...]
    computers: Mapping[str, Rating]
    early: bool = False
    barred: bool = False

    @property
    def people(self) -> list[int]:
        """Everyone who played, in the order of their rows' numbers."""
        return sorted(one for side in self.sides for one in side if isinstance(one, int))

    @property
    def between(self) -> str:
        """A key for who played: results with the same key are between the same people."""
        return ",".join(map(str, self.people))

    @property
    def winners(self) -> tuple[RatedPlayer, ...]:
        """The winning side; empty if sides share the first place."""
        match [side for side, place in zip(self.sides, self.places, strict=True) if place == 1]:
            case [first]:
                return first
            case _:
                return ()


def day_of(moment: datetime) -> tuple[datetime, datetime]:
    """When the day (UTC) of a moment begins, and when the next one does."""
    begins = moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return begins, begins + timedelta(days=1)


NEVER = datetime.fromtimestamp(0, UTC)


class Standing(NamedTuple):
    """Someone's record in a game: their rating, the number of matches that counted, wins, and wins in a row.

    `played_at` is when the newest of these matches ended.
    """

    rating: Rating = NEW
    matches: int = 0
    wins: int = 0
    streak: int = 0
    longest_streak: int = 0
    played_at: datetime = NEVER

    def after(self, rating: Rating, ended_at: datetime, *, won: bool) -> "Standing":
        """The record after one more match."""
        streak = self.streak + 1 if won else 0
        longest = max(self.longest_streak, streak)
        return Standing(rating, self.matches + 1, self.wins + won, streak, longest, ended_at)


@dataclass(frozen=True, slots=True)
class Worth:
    """How a result changed ratings: all ratings before and after it, grouped as in `RatedResult.sides`.

    A computer's rating never changes.
    """

    before: Sequence[Sequence[Rating]]
    after: Sequence[Sequence[Rating]]
    standings: Mapping[int, Standing]


def ratings_before(result: RatedResult, standings: Mapping[int, Standing]) -> list[list[Rating]]:
    """All players' ratings before a result, grouped as in `RatedResult.sides`."""
    new = Standing()

    def rating_of(player: RatedPlayer) -> Rating:
        return result.computers[player] if isinstance(player, str) else standings.get(player, new).rating

    return [[rating_of(player) for player in side] for side in result.sides]


def worth(result: RatedResult, standings: Mapping[int, Standing]) -> Worth:
    """How a result changes the ratings of people with these records; people without one are new."""
    new = Standing()
    before = ratings_before(result, standings)
    after, changes, winners = [], {}, result.winners
    for side, ratings in zip(result.sides, rate(before, result.places), strict=True):
        rated = list(zip(side, ratings, strict=True))
        after.append([result.computers[one] if isinstance(one, str) else now for one, now in rated])
        for player, rating in rated:
            if isinstance(player, int):
                changes[player] = standings.get(player, new).after(rating, result.ended_at, won=player in winners)
    return Worth(before, after, changes)


def is_expected(result: RatedResult, value: Worth) -> bool:
    """Whether a result was as good as certain: it would raise somebody too strong for everyone on the other sides.

    That is a person whose rating is certain, with more than `FAR` of mu above each of them, computers included. So
    nobody can climb for ever on the same opponents.
    """
    best = [max(rating.mu for rating in side) for side in value.before]
    for number, (side, before, after) in enumerate(zip(result.sides, value.before, value.after, strict=True)):
        others = max(mu for other, mu in enumerate(best) if other != number)
        for player, old, new in zip(side, before, after, strict=True):
            if isinstance(player, int) and not old.is_provisional and new.mu > old.mu > others + FAR:
                return True
    return False


class Ledger:
    """Everyone's record in each game, as it follows from the results entered so far."""

    def __init__(self) -> None:
        self.standings: dict[str, dict[int, Standing]] = defaultdict(dict)
        self._counted: dict[str, Counter[date]] = defaultdict(Counter)

    def enter(self, result: RatedResult) -> Worth | None:
        """Enters the next result and returns how it changed ratings, or None if it doesn't count."""
        value = self.judge(result)
        return value if isinstance(value, Worth) else None

    def judge(self, result: RatedResult) -> Worth | Uncounted:
        """Enters the next result and returns how it changed ratings, or why it doesn't count."""
        if result.early:
            return Uncounted.EARLY
        day = result.ended_at.astimezone(UTC).date()
        results_by_day = self._counted[result.between]
        if result.barred or results_by_day[day] >= A_DAY:
            return Uncounted.OFTEN
        standings = self.standings[result.game]
        value = worth(result, standings)
        if is_expected(result, value):
            return Uncounted.EXPECTED
        results_by_day[day] += 1
        standings.update(value.standings)
        return value
