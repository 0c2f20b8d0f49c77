"""docs/daily.md, Streaks."""

from datetime import date, timedelta

import pytest

from bot.daily.streaks import Streak, streak_of

FIRST = date(2026, 2, 20)


def days(pattern: str, sign: str) -> set[date]:
    return {FIRST + timedelta(days=number) for number, one in enumerate(pattern) if one == sign}


# Each sign is a day, the last one today: x played, a missed while the bot was away, - missed.
@pytest.mark.parametrize(
    ("pattern", "streak", "forgiven"),
    [
        ("x", 1, None),
        ("xxxx", 4, None),
        ("xxx-", 3, None),  # today isn't over
        ("xx-x", 3, 2),  # one missed day is forgiven
        ("xx--x", 1, None),  # two in a row aren't
        ("x-" + "x" * 12 + "-x", 1, None),  # nor are two within 13 days
        ("x-" + "x" * 13 + "-x", 15, 15),  # a fortnight later the next one is
        ("xxaaax", 3, None),
        ("x-xaxx", 4, 1),
        ("xx--xxx-xx", 5, 7),  # a broken streak takes its pardon with it
        ("--xx", 2, None),
        ("xa", 1, None),
        ("x-a", 1, 1),
        ("ax", 1, None),
        ("xxx----", 0, None),
    ],
)
def test_how_long_a_streak_is(pattern: str, streak: int, forgiven: int | None) -> None:
    today = FIRST + timedelta(days=len(pattern) - 1)
    pardon = None if forgiven is None else FIRST + timedelta(days=forgiven)
    assert streak_of(days(pattern, "x"), days(pattern, "a"), today) == Streak(streak, pardon)


def test_who_has_played_nothing_has_no_streak() -> None:
    assert streak_of((), (), FIRST) == Streak(0)
