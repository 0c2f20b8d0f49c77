"""Memory that pictures leave behind goes back to the system, and what stays isn't searched for garbage."""

import asyncio
import gc
from types import SimpleNamespace

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


async def test_it_waits_a_quarter_of_a_minute_before_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def sleep(seconds: float) -> None:
        order.append(f"waits {seconds:.0f}")
        if len(order) > 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(memory, "asyncio", SimpleNamespace(sleep=sleep, to_thread=asyncio.to_thread))
    monkeypatch.setattr(memory, "_trim_of_this_system", lambda: lambda _: order.append("gives back"))
    with pytest.raises(asyncio.CancelledError):
        await memory.give_back_regularly()
    assert order == ["waits 15", "gives back", "waits 15", "gives back", "waits 15"]


async def test_where_the_system_can_not_do_that_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_trim_of_this_system", lambda: None)
    await memory.give_back()


def test_the_c_library_of_this_process_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    library = SimpleNamespace(malloc_trim=lambda kept: kept)
    monkeypatch.setattr(memory, "ctypes", SimpleNamespace(CDLL={None: library}.__getitem__))
    assert memory._trim_of_this_system.__wrapped__() is library.malloc_trim


@pytest.mark.parametrize("error", [OSError, TypeError, AttributeError])
def test_another_c_library_or_none_can_not_do_it(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def load(_: None) -> object:
        if error is AttributeError:
            return object()  # without that function
        raise error

    monkeypatch.setattr(memory, "ctypes", SimpleNamespace(CDLL=load))
    assert memory._trim_of_this_system.__wrapped__() is None


async def test_what_this_system_offers_can_be_called() -> None:
    await memory.give_back()


def test_what_is_loaded_stays_and_everything_else_is_searched_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(gc, "collect", lambda: told.append("collected"))
    monkeypatch.setattr(gc, "freeze", lambda: told.append("frozen"))
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(gc, "set_threshold", lambda *thresholds: told.append(thresholds))
    memory.settle()
    assert told == ["collected", "frozen", (700, 10, 100)]
