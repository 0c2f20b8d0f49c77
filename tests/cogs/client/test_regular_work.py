"""What is done again and again: how it's woken, how it ends, and what the log says when it fails."""

import asyncio
import logging

import pytest

from bot.store import StoreBusy
from cogs.shared.client.failures import every, keep_working
from tests.waiting import in_time, until

log = logging.getLogger("tests")


async def test_it_is_done_when_it_is_woken_and_ends_when_it_is_stopped() -> None:
    times, wake, stop = list[int](), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        times.append(len(times))

    regular = asyncio.create_task(every(3600, work, wake=wake, stop=stop))
    for number in (1, 2, 3):
        await until(lambda number=number: len(times) == number)  # type: ignore[misc]  # mypy can't infer a lambda with a default
        wake.set()
    await until(lambda: len(times) == 4)
    stop.set()
    wake.set()
    await in_time(regular)
    assert len(times) == 4


async def test_it_goes_on_after_an_error_whose_text_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    times, stop = list[int](), asyncio.Event()

    @keep_working(log, "Couldn't look")
    async def work() -> None:
        times.append(len(times))
        if len(times) == 1:
            raise ValueError("the ace of hearts")
        stop.set()

    await in_time(every(0, work, stop=stop))
    assert len(times) == 2
    assert caplog.text.count("Couldn't look: ValueError, ") == 1
    assert "ace" not in caplog.text


async def test_what_the_log_has_already_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    @keep_working(log, "Couldn't look")
    async def work() -> None:
        raise StoreBusy

    await work()
    assert caplog.text == ""
