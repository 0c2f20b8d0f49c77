"""A clock that differs from Discord's by more than a minute is warned of (docs/hosting.md)."""

import logging
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from types import SimpleNamespace

import pytest
from aiohttp import TraceConfig
from discord.http import Route
from yarl import URL

from bot.clock import ClockCheck

THEN = datetime(2026, 1, 1, 12, tzinfo=UTC)


def date(seconds: float) -> str:
    """What Discord writes while this machine's clock is so much ahead of its own."""
    return format_datetime(THEN - timedelta(seconds=seconds), usegmt=True)


def checked(seconds: float, took: float = 0.0) -> str | None:
    check = ClockCheck(clock=THEN.timestamp)
    check.compare(date(seconds), took)
    return check.problem


@pytest.mark.parametrize(
    ("seconds", "took", "words"),
    [
        (0, 0, None),
        (60, 0, None),
        (61, 0, None),  # Discord cuts off parts of seconds
        (62, 0, "1 minute ahead of"),
        (-60, 0, None),
        (-61, 0, "1 minute behind"),
        (3600, 0, "60 minutes ahead of"),
        (-200, 5, "3 minutes behind"),
        (70, 9, None),  # the answer may have been on its way for so long
        (72, 9, "1 minute ahead of"),
    ],
)
def test_more_than_a_minute_is_a_problem(seconds: float, took: float, words: str | None) -> None:
    problem = checked(seconds, took)
    assert (problem is None) is (words is None)
    assert problem is None or f"This machine's clock is {words} Discord's." in problem


@pytest.mark.parametrize(
    "written",
    [
        "",
        "yesterday",
        "Thu, 32 Jan 2026 12:00:00 GMT",
        f"Thu, 01 Jan {'9' * 20} 12:00:00 GMT",
        f"Thu, 01 Jan 2026 12:00:00 {'9' * 20}",
    ],
)
def test_what_is_no_date_says_nothing(written: str) -> None:
    check = ClockCheck(clock=THEN.timestamp)
    check.compare(written, 0)
    assert check.problem is None


@pytest.mark.parametrize("zone", ["", " GMT", " -0000"])
def test_a_date_is_in_utc_wherever_the_machine_is(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    check = ClockCheck(clock=THEN.timestamp)
    check.compare(f"Thu, 01 Jan 2026 12:00:00{zone}", 0)
    monkeypatch.undo()
    time.tzset()
    assert check.problem is None


def test_it_is_said_when_it_begins_and_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    check = ClockCheck(clock=THEN.timestamp)
    for seconds in (0, 300, 600, 61, 0, 0):
        check.compare(date(seconds), 0)
    assert [(record.levelno, record.getMessage()[:40]) for record in caplog.records] == [
        (logging.WARNING, "This machine's clock is 5 minutes ahead "),
        (logging.WARNING, "This machine's clock agrees with Discord"),
    ]


@pytest.mark.parametrize(("host", "heard"), [("discord", True), ("elsewhere.example", False)])
async def test_only_discords_own_clock_counts(host: str, heard: bool) -> None:
    trace, session, context = TraceConfig(), SimpleNamespace(), SimpleNamespace()
    check = ClockCheck(clock=THEN.timestamp, stopwatch=lambda: 0.0)
    check.listen(trace)
    trace.freeze()
    url = URL(Route.BASE) if host == "discord" else URL("https://elsewhere.example")
    response = SimpleNamespace(headers={"Date": date(300)})
    await trace.on_request_start.send(session, context, SimpleNamespace(url=url))  # type: ignore[arg-type]
    await trace.on_request_end.send(session, context, SimpleNamespace(url=url, response=response))  # type: ignore[arg-type]
    assert (check.problem is not None) is heard
