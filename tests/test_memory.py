"""Memory that pictures leave behind goes back to the system, and what stays isn't searched for garbage."""

import asyncio
import gc
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import memory


class Memory:
    """What the bot does about a process that has grown to these sizes, in megabytes, one at each look."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *sizes: int) -> None:
        self.order: list[str] = []
        self._left = [size * 1024 * 1024 for size in sizes]
        monkeypatch.setattr(memory, "asyncio", SimpleNamespace(sleep=self._sleep, to_thread=asyncio.to_thread))
        monkeypatch.setattr(memory, "resident", self._resident)
        monkeypatch.setattr(memory, "_trim_of_this_system", lambda: lambda _: self.order.append("gives back"))

    def _resident(self) -> int:
        if not self._left:
            raise asyncio.CancelledError
        return self._left.pop(0)

    async def _sleep(self, seconds: float) -> None:
        self.order.append(f"waits {seconds:.0f}")


async def test_unused_memory_is_given_back_as_soon_as_the_process_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Memory(monkeypatch, 300, 332, 310, 343, 311)
    with pytest.raises(asyncio.CancelledError):
        await memory.give_back_regularly()
    assert bot.order == ["waits 1"] * 3 + ["gives back", "waits 1"]


async def test_what_it_may_grow_by_counts_from_the_least_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Memory(monkeypatch, 300, 260, 293)
    with pytest.raises(asyncio.CancelledError):
        await memory.give_back_regularly()
    assert bot.order == ["waits 1", "waits 1", "gives back"]


async def test_it_is_given_back_four_times_a_minute_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Memory(monkeypatch, *[300] * 17)
    with pytest.raises(asyncio.CancelledError):
        await memory.give_back_regularly()
    assert bot.order == [*["waits 1"] * 15, "gives back", "waits 1"]


@pytest.mark.parametrize("kept", [b"", None], ids=["nothing", "no file"])
def test_where_the_system_does_not_tell_how_much_it_is_it_has_not_grown(
    kept: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kept is not None:
        (tmp_path / "statm").write_bytes(kept)
    monkeypatch.setattr(memory, "STATUS", tmp_path / "statm")
    assert memory.resident() == 0


@pytest.mark.skipif(not memory.STATUS.exists(), reason="this system doesn't tell how much memory a process takes")
def test_the_system_tells_how_much_it_is() -> None:
    assert memory.resident() > 1024 * 1024


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
