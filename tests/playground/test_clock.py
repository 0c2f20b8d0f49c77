"""The clock that interactions are timed by: it runs by itself, or only as far as a test lets it."""

from __future__ import annotations

import asyncio

import pytest

from bot.playground.clock import HoldableClock
from tests.waiting import in_time


async def test_it_runs_on_its_own() -> None:
    clock, rung = HoldableClock(), asyncio.Event()
    before = clock.now()
    clock.call_later(0.01, rung.set)
    await in_time(rung.wait())
    assert clock.now() >= before + 0.01


async def test_while_it_is_held_only_a_test_lets_time_pass() -> None:
    clock = HoldableClock()
    rung: list[str] = []
    clock.call_later(0.001, lambda: rung.append("first"))
    clock.hold()
    clock.call_later(3.0, lambda: rung.append("third"))
    clock.call_later(2.0, lambda: rung.append("second"))
    clock.call_later(2.5, lambda: rung.append("cancelled")).cancel()
    now = clock.now()
    await asyncio.sleep(0.01)
    assert (rung, clock.now()) == ([], now)
    clock.advance(2.999)
    assert rung == ["first", "second"]
    clock.advance(0.001)
    assert rung == ["first", "second", "third"]
    assert clock.now() == pytest.approx(now + 3.0)


async def test_it_goes_on_from_where_it_was_held() -> None:
    clock, rung = HoldableClock(), asyncio.Event()
    clock.hold()
    clock.call_later(10.0, rung.set)
    clock.advance(9.99)
    held = clock.now()
    clock.release()
    await in_time(rung.wait())
    assert held + 0.01 <= clock.now() < held + 1000


async def test_no_time_passes_backwards_and_a_closed_clock_calls_nobody() -> None:
    clock = HoldableClock()
    clock.hold()
    with pytest.raises(ValueError, match="backwards"):
        clock.advance(-1)
    clock.call_later(1.0, lambda: pytest.fail("it was called"))
    clock.close()
    clock.advance(2.0)
