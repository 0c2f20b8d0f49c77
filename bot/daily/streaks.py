"""Streaks: how many days in a row someone has finished the daily."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

FORTNIGHT = timedelta(days=14)
"""One missed day in this time is forgiven."""


@dataclass(frozen=True, slots=True)
class Streak:
    """The current number of days in a row, and the newest day forgiven in this streak."""

    days: int
    forgiven: date | None = None


def streak_of(played: Collection[date], excused: Collection[date], today: date) -> Streak:
    """The streak as of today. Today breaks nothing until it is over.

    A missed day breaks a streak unless the bot was down (`excused`), or no other day of the 13 before it was forgiven.
    """
    if not played:
        return Streak(0)
    days = 0
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
        day += timedelta(days=1)
    return Streak(days, forgiven)
