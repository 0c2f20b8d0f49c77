"""Memory that pictures leave behind goes back to the system."""

import asyncio

import pytest

from bot import memory
from tests.waiting import until


async def test_unused_memory_is_given_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []
    monkeypatch.setattr(memory, "TRIM_EVERY", 0)
    monkeypatch.setattr(memory, "_trim_of_this_system", lambda: kept.append)
    task = asyncio.create_task(memory.give_back_regularly())
    await until(lambda: len(kept) > 1)
    task.cancel()
    assert set(kept) == {0}


async def test_where_the_system_can_not_do_that_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_trim_of_this_system", lambda: None)
    await memory.give_back()


async def test_what_this_system_offers_can_be_called() -> None:
    await memory.give_back()
