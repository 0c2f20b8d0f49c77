"""The log says when the event loop was blocked, for how long and where, and nothing about the table."""

import asyncio
import logging
import sys
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as enumerate_threads

import pytest

from bot import lag
from bot.lag import BEAT, LIMIT, LagAlarm, place_of


class Times:
    """Clocks that stand still between two words of a test."""

    def __init__(self) -> None:
        self.now = self.worked = 100.0

    def alarm(self) -> LagAlarm:
        return LagAlarm(clock=lambda: self.now, worked=lambda: self.worked)


@pytest.mark.parametrize(("held", "told"), [(0.0, False), (LIMIT - 0.01, False), (LIMIT + 0.01, True), (2.5, True)])
def test_a_blocked_loop_is_reported_beyond_the_limit(held: float, told: bool, caplog: pytest.LogCaptureFixture) -> None:
    times = Times()
    alarm = times.alarm()
    times.now += BEAT + held
    times.worked += 1.5
    alarm.beat()
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * told
    if told:
        assert f"blocked for {held:.2f} s (1.50 s of CPU time)" in caplog.text
    caplog.clear()
    times.now += BEAT
    alarm.beat()
    assert not caplog.records


def test_a_loop_may_be_blocked_for_exactly_the_limit(caplog: pytest.LogCaptureFixture) -> None:
    times = Times()
    times.now = 0.0
    alarm = LagAlarm(limit=0.0, clock=lambda: times.now, worked=lambda: times.worked)
    times.now = BEAT
    alarm.look()
    assert alarm._place == ""
    alarm.beat()
    assert not caplog.records


def holding(secret: str, begun: Event, go_on: Event) -> None:
    """Something that holds a thread."""
    begun.set()
    assert go_on.wait(60), secret


def test_the_report_says_where_the_loop_was_blocked_and_not_with_what(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.lag.OURS", (__file__.rpartition("/")[0],))
    times, begun, go_on = Times(), Event(), Event()
    alarm = times.alarm()

    def loop() -> None:
        alarm.begin()
        times.now += BEAT + LIMIT
        holding("the ace of hearts", begun, go_on)
        times.now += 0.5
        alarm.beat()

    thread = Thread(target=loop)
    thread.start()
    assert begun.wait(60)
    alarm.look()  # not beyond the limit yet
    assert alarm._place == ""
    times.now += 0.5
    alarm.look()
    go_on.set()
    thread.join()
    assert "blocked for 1.25 s" in caplog.text
    assert " holding" in caplog.text
    assert "tests/test_lag.py:" in caplog.text
    assert "threading.py" not in caplog.text
    assert "ace" not in caplog.text


def test_the_innermost_calls_are_reported_if_none_is_in_this_project(caplog: pytest.LogCaptureFixture) -> None:
    times, begun, go_on = Times(), Event(), Event()
    alarm = times.alarm()
    thread = Thread(target=holding, args=("", begun, go_on))
    thread.start()
    assert begun.wait(60)
    alarm._thread = thread.ident or 0  # as if the loop ran there
    times.now += BEAT + 1
    alarm.look()
    go_on.set()
    thread.join()
    alarm.beat()
    assert "threading.py" in caplog.text


async def test_a_watched_loop_is_reported_when_something_has_blocked_it(caplog: pytest.LogCaptureFixture) -> None:
    beaten = asyncio.Event()

    class Beating(LagAlarm):
        def beat(self) -> None:
            super().beat()
            beaten.set()

    times = Times()
    watching = asyncio.create_task(Beating(clock=lambda: times.now, worked=lambda: times.worked).watch())
    await asyncio.sleep(0)
    times.now += 5
    await beaten.wait()
    watching.cancel()
    assert "blocked for 4.90 s" in caplog.text


async def test_another_thread_looks_as_long_as_a_loop_is_watched(caplog: pytest.LogCaptureFixture) -> None:
    def looking() -> set[Thread]:
        return {thread for thread in enumerate_threads() if thread.name == "lag alarm"}

    times = Times()
    alarm = times.alarm()
    times.now += 60  # what passed before isn't the loop's fault
    before = looking()  # those of earlier tests may still be ending
    watching = asyncio.create_task(alarm.watch())
    await asyncio.sleep(0)
    alarm.beat()
    assert not caplog.text
    (thread,) = looking() - before
    assert thread.daemon  # a blocked loop that never ends must not keep the process
    watching.cancel()
    await asyncio.wait({watching})
    await asyncio.to_thread(thread.join)
    assert not looking() - before


async def test_where_a_watched_loop_is_blocked_is_noted_meanwhile(caplog: pytest.LogCaptureFixture) -> None:
    noted = Event()

    class Looking(LagAlarm):
        def look(self) -> None:
            super().look()
            if self._place:
                noted.set()

    times = Times()
    alarm = Looking(clock=lambda: times.now, worked=lambda: times.worked)
    watching = asyncio.create_task(alarm.watch())
    await asyncio.sleep(0)
    times.now += 5
    assert noted.wait(60)  # which blocks the loop
    alarm.beat()
    watching.cancel()
    assert "blocked for 4.90 s" in caplog.text
    assert "place unknown" not in caplog.text


def deeper(calls: int) -> str:
    return place_of(sys._getframe()) if calls == 0 else deeper(calls - 1)


def test_the_four_innermost_calls_are_named_outermost_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.lag.OURS", (__file__.rpartition("/")[0],))
    calls = deeper(6).split(" > ")
    assert [call.split(" ")[1] for call in calls] == ["deeper"] * 4
    assert [call.partition(":")[0] for call in calls] == ["tests/test_lag.py"] * 4
    assert deeper(0).endswith(" deeper")
    assert place_of(None) == ""


def test_the_calls_of_this_project_are_those_in_its_packages() -> None:
    root = Path(lag.__file__).parents[1]
    assert (root / "cogs").is_dir()
    assert set(lag.OURS) == {f"{root}/{package}/" for package in ("bot", "cogs", "images")}
