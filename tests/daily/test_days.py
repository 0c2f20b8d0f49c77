"""docs/daily.md: what is dealt on which day, and when a day is over."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from bot import daily
from bot.daily import SEATS, WEEKS, closes_at, day_of, deal_of
from bot.daily.week import Week
from bot.rules import GAMES
from bot.rules.chance import Sealed

MONDAY = date(2026, 11, 23)


@pytest.mark.parametrize("game", WEEKS)
def test_every_deal_of_a_week_can_be_played_alone(game: str) -> None:
    assert len(WEEKS[game].options) == 7
    for options in WEEKS[game].options:
        assert GAMES[game].start(SEATS, options, Sealed(bytes(32), "")).to_move == 0


def test_the_week_begins_easily_and_saturday_is_the_hardest() -> None:
    assert [deal_of(MONDAY + timedelta(days=number)).options["layout"] for number in range(7)] == [
        "classic", "shishi", "zodiac", "gogo", "free", "ultra", "classic",
    ]  # fmt: skip


def test_several_games_are_dealt_for_a_week_each_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = Week(tuple({"number": day} for day in range(7)), score=lambda _: 0)
    monkeypatch.setattr(daily, "WEEKS", {"b": numbers, "a": numbers, "c": numbers})
    sunday = MONDAY - timedelta(days=1)
    deals = [deal_of(sunday + timedelta(days=day)) for day in range(29)]
    assert [one.options["number"] for one in deals] == [6, *[*range(7)] * 4]
    games = [one.game for one in deals]
    first, second, third = games[0], games[7], games[14]
    assert sorted([first, second, third]) == ["a", "b", "c"]
    assert games == [first] * 7 + [second] * 7 + [third] * 7 + [first] * 7 + [second]


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 11, 22, 23, 59, 59, tzinfo=UTC), date(2026, 11, 22)),
        (datetime(2026, 11, 23, tzinfo=UTC), MONDAY),
        (datetime(2026, 11, 23, 1, tzinfo=timezone(timedelta(hours=2))), date(2026, 11, 22)),
    ],
)
def test_days_are_those_of_utc(moment: datetime, day: date) -> None:
    assert day_of(moment) == day


def test_a_deal_may_be_finished_for_an_hour_after_midnight() -> None:
    assert closes_at(date(2026, 12, 31)) == datetime(2027, 1, 1, 1, tzinfo=UTC)
