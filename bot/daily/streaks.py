"""Streaks: on how many days in a row somebody has finished the daily."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

FORTNIGHT = timedelta(days=14)
"""One missed day in this time is forgiven."""


@dataclass(frozen=True, slots=True)
class Streak:
    """The days finished in a row up to now, the most ever, and the newest day that was forgiven in this streak."""

    days: int
    longest: int
    forgiven: date | None = None


def streak_of(played: Collection[date], excused: Collection[date], today: date) -> Streak:
    """The streak as it stands today, which breaks nothing as long as it isn't over.

    A missed day breaks a streak unless the bot was away (`excused`), or no other day of the 13 before it was forgiven.
    """
    if not played:
        return Streak(0, 0)
    days = longest = 0
    forgiven: date | None = None
    day = min(played)
    while day <= today:
        if day in played:
            days += 1
        elif days and day < today and day not in excused:
            if forgiven is None or day - forgiven >= FORTNIGHT:
                forgiven = day
            else:
                days, forgiven = 0, None
        longest = max(longest, days)
        day += timedelta(days=1)
    return Streak(days, longest, forgiven)
