"""How people want to be reminded: their time zones, and their quiet hours."""

import zoneinfo
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from bot.match import ZONES, Matches, NotifyBy, RemindBy, ReminderSettings, UnknownZone
from bot.match.values.reminder_settings import document_of, next_digest, quiet_until, settings_of
from bot.store import Store, tables
from tests.match.timed import DAY, HOUR, ClockBot
from tests.match.toy import PLAYERS

ANNE = PLAYERS[0]
MINUTE = timedelta(minutes=1)
NIGHT = (time(22), time(7))
CHANGING = (
    *("Europe/Berlin", "Europe/Dublin", "America/New_York", "America/St_Johns", "America/Santiago"),
    *("Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Apia"),
)


@pytest.fixture
def another_machine(tmp_path: Path) -> Iterator[None]:
    """A machine whose database of time zones is that of the package tzdata, and knows nothing else."""
    zoneinfo.reset_tzpath(to=[str(tmp_path)])
    ZoneInfo.clear_cache()
    yield
    zoneinfo.reset_tzpath()
    ZoneInfo.clear_cache()


class TestZones:
    @pytest.mark.usefixtures("another_machine")
    def test_each_is_known_on_every_machine(self) -> None:
        assert {"UTC", "Europe/Rome", "America/New_York"} < set(ZONES)
        assert [ZoneInfo(zone).key for zone in ZONES] == list(ZONES)

    @pytest.mark.parametrize(
        "zone",
        ["Mars/Olympus", "", "../../etc/passwd", "x" * 300, "europe/rome", "localtime", "posix/Europe/Rome", "\ud800"],
    )
    async def test_others_are_refused_and_change_nothing(self, matches: Matches, zone: str) -> None:
        wanted = ReminderSettings(RemindBy.DM, "Asia/Tokyo", (time(22, 30), time(6)), NotifyBy.DM)
        await matches.reminders.change_settings(ANNE, wanted)
        with pytest.raises(UnknownZone):
            await matches.reminders.change_settings(ANNE, replace(wanted, zone=zone))
        assert await matches.reminders.settings(ANNE) == wanted


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("document", "read"),
    [
        # An earlier release took every zone that its machine knew.
        (
            {"remind": "dm", "zone": "posix/Europe/Rome", "quiet": ["22:00", "07:00"]},
            ReminderSettings(RemindBy.DM, "UTC", NIGHT),
        ),
        ({"remind": "dm", "zone": None, "quiet": None}, ReminderSettings(RemindBy.DM)),
        (
            {"remind": "dm", "zone": "UTC", "quiet": None, "calls": "dm"},
            ReminderSettings(RemindBy.DM, calls=NotifyBy.DM),
        ),
        ({"remind": "dm", "zone": "UTC", "quiet": None, "calls": "by pigeon"}, ReminderSettings()),
        ({"remind": "channel", "zone": "UTC", "quiet": None, "confirms": False}, ReminderSettings(confirms=False)),
        ({"remind": "channel", "zone": "UTC", "quiet": None, "confirms": "perhaps"}, ReminderSettings()),
        ({"remind": "by pigeon", "zone": "UTC", "quiet": None}, ReminderSettings()),
        ({"remind": "dm", "zone": "UTC", "quiet": ["25:00", "07:00"]}, ReminderSettings()),
        ({"remind": "dm"}, ReminderSettings()),
        (["dm"], ReminderSettings()),
    ],
)
async def test_no_clock_stops_over_habits_that_cannot_be_read(
    bot: ClockBot, store: Store, document: Any, read: ReminderSettings
) -> None:
    await bot.matches.reminders.change_settings(ANNE, ReminderSettings(RemindBy.DM, "Europe/Rome", NIGHT))
    async with store.write() as connection:
        await connection.execute(update(tables.users).values(habits=document))
    assert await bot.matches.reminders.settings(ANNE) == read
    match = await bot.start_match(time=12 * HOUR)
    await bot.go_by(2 * DAY)
    assert bot.reminded[:1] == [(ANNE, True)]
    assert "expire" in await bot.kinds(match)


@pytest.mark.parametrize(
    ("zone", "quiet", "now", "until"),
    [
        ("UTC", ("22:00", "07:00"), "2026-01-02T21:59:59", None),
        ("UTC", ("22:00", "07:00"), "2026-01-02T22:00:00", "2026-01-03T07:00:00"),
        ("UTC", ("22:00", "07:00"), "2026-01-02T06:59:00", "2026-01-02T07:00:00"),
        ("UTC", ("22:00", "07:00"), "2026-01-02T07:00:00", None),
        ("UTC", ("12:00", "14:00"), "2026-01-02T13:00:00", "2026-01-02T14:00:00"),
        ("UTC", ("12:00", "14:00"), "2026-01-02T15:00:00", None),
        ("America/New_York", ("22:00", "07:00"), "2026-01-02T03:30:00", "2026-01-02T12:00:00"),
        # The night of the change to summer time is an hour shorter, that to winter time an hour longer.
        ("Europe/Rome", ("22:00", "07:00"), "2026-03-28T21:30:00", "2026-03-29T05:00:00"),
        ("Europe/Rome", ("22:00", "07:00"), "2026-10-24T20:30:00", "2026-10-25T06:00:00"),
        # Half past two comes twice, and the hours are quiet again when the clock is put back.
        ("Europe/Rome", ("22:00", "02:30"), "2026-10-24T20:30:00", "2026-10-25T00:30:00"),
        ("Europe/Rome", ("22:00", "02:30"), "2026-10-25T00:45:00", None),
        ("Europe/Rome", ("22:00", "02:30"), "2026-10-25T01:10:20", "2026-10-25T01:30:00"),
        # Half past two never comes: at two it is three.
        ("Europe/Rome", ("22:00", "02:30"), "2026-03-28T21:30:00", "2026-03-29T01:00:00"),
        ("Europe/Rome", ("03:15", "02:30"), "2026-03-28T21:30:00", "2026-03-29T01:00:00"),
        ("Australia/Lord_Howe", ("22:00", "01:45"), "2026-04-04T15:05:00", "2026-04-04T15:15:00"),
        ("UTC", ("00:00", "00:00"), "2026-01-02T13:00:00", "2026-01-03T00:00:00"),
    ],
)
def test_quiet_hours_are_those_of_ones_own_zone(zone: str, quiet: tuple[str, str], now: str, until: str | None) -> None:
    settings = ReminderSettings(zone=zone, quiet=(time.fromisoformat(quiet[0]), time.fromisoformat(quiet[1])))
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)
    expected = moment if until is None else datetime.fromisoformat(until).replace(tzinfo=UTC)
    assert quiet_until(settings, moment) == expected
    assert quiet_until(replace(settings, quiet=None), moment) == moment


@given(
    zone=st.sampled_from(CHANGING),
    around=st.sampled_from(
        ("2026-03-08", "2026-03-29", "2026-04-04", "2026-09-06", "2026-10-03", "2026-10-25", "2026-11-01")
    ),
    after=st.integers(-24 * 60, 24 * 60),
    quiet=st.tuples(*2 * (st.builds(time, st.integers(0, 23), st.sampled_from((0, 15, 30, 59))),)).filter(
        lambda hours: hours[0] != hours[1]
    ),
)
def test_quiet_hours_end_at_the_first_minute_that_is_not_quiet(
    zone: str, around: str, after: int, quiet: tuple[time, time]
) -> None:
    """Around the days on which these zones put their clocks forward or back."""
    now = datetime.fromisoformat(around).replace(tzinfo=UTC) + after * MINUTE
    first, last = (60 * at.hour + at.minute for at in quiet)
    of_a_day = {(first + minute) % (24 * 60) for minute in range((last - first) % (24 * 60))}
    moment = now
    while 60 * (shown := moment.astimezone(ZoneInfo(zone))).hour + shown.minute in of_a_day:
        moment += MINUTE
    assert quiet_until(ReminderSettings(zone=zone, quiet=quiet), now) == moment


@pytest.mark.parametrize(
    ("times", "now", "next_at"),
    [
        ((time(8),), "2026-01-05T06:59+00:00", "2026-01-05T07:00+00:00"),
        ((time(8),), "2026-01-05T07:00+00:00", "2026-01-06T07:00+00:00"),
        ((time(8), time(20)), "2026-01-05T07:00+00:00", "2026-01-05T19:00+00:00"),
        ((time(8), time(20)), "2026-01-05T19:30+00:00", "2026-01-06T07:00+00:00"),
        ((time(2, 30),), "2026-03-28T12:00+00:00", "2026-03-29T00:30+00:00"),  # 2:30 is skipped on that day
        ((time(2, 30),), "2026-03-29T00:30+00:00", "2026-03-30T00:30+00:00"),  # so it comes once there
        ((time(2, 30),), "2026-10-24T12:00+00:00", "2026-10-25T00:30+00:00"),  # 2:30 comes twice on that day
        ((time(2, 30),), "2026-10-25T00:30+00:00", "2026-10-26T01:30+00:00"),  # and the digest once
        ((time(8),), "2026-03-28T12:00+00:00", "2026-03-29T06:00+00:00"),  # summer time has begun
    ],
)
def test_the_next_digest_is_at_one_of_the_chosen_times_of_day(times: tuple[time, ...], now: str, next_at: str) -> None:
    settings = ReminderSettings(zone="Europe/Rome", calls=NotifyBy.DIGEST, digest=times)
    assert next_digest(settings, datetime.fromisoformat(now)) == datetime.fromisoformat(next_at)
    assert settings_of(document_of(settings)) == settings
