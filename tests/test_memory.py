"""Memory that pictures leave behind goes back to the system, and what stays isn't searched for garbage."""

import asyncio
import gc
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import memory


class Memory:
    """What the bot does about a process of these sizes, in megabytes, one each second; giving back changes nothing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *sizes: int, garbage: int = 0) -> None:
        self.order: list[str] = []
        self._left, self._garbage = list(sizes), garbage
        monkeypatch.setattr(memory, "asyncio", SimpleNamespace(sleep=self._sleep, to_thread=asyncio.to_thread))
        monkeypatch.setattr(memory, "resident", lambda: self._left[0] * 1024 * 1024)
        monkeypatch.setattr(memory, "trim_of_this_system", lambda: lambda _: self.order.append("gives back"))
        monkeypatch.setattr(memory, "gc", SimpleNamespace(collect=self._collect))

    def _collect(self) -> None:
        self.order.append("searches")
        self._left = [size - self._garbage for size in self._left]

    async def _sleep(self, seconds: float) -> None:
        assert seconds == 1
        self._left.pop(0)
        if not self._left:
            raise asyncio.CancelledError
        self.order.append("waits")

    async def goes_on(self) -> list[str]:
        with pytest.raises(asyncio.CancelledError):
            await memory.give_back_regularly()
        return self.order


async def test_unused_memory_is_given_back_as_soon_as_the_process_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Memory(monkeypatch, 300, 332, 310, 333, 311)
    assert await bot.goes_on() == ["waits", "waits", "waits", "gives back", "waits"]


async def test_what_it_may_grow_by_counts_from_the_least_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Memory(monkeypatch, 300, 260, 293)
    assert await bot.goes_on() == ["waits", "waits", "gives back"]


async def test_it_is_given_back_four_times_a_minute_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Memory(monkeypatch, *[300] * 17)
    assert await bot.goes_on() == [*["waits"] * 15, "gives back", "waits"]


async def test_garbage_is_searched_for_where_much_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Memory(monkeypatch, 300, 350, 365, 366, 367, garbage=60)
    growing = ["waits", "gives back"]
    assert await bot.goes_on() == [*growing, *["waits"] * 2, *["waits"]]
    bot = Memory(monkeypatch, 300, 340, 380, 381, garbage=60)
    assert await bot.goes_on() == [*growing, *growing, "searches", "gives back", "waits"]


async def test_what_was_no_garbage_is_not_searched_again_before_it_has_grown_by_as_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bot = Memory(monkeypatch, 300, 370, 410, 435)
    assert (await bot.goes_on()).count("searches") == 1
    bot = Memory(monkeypatch, 300, 370, 410, 445)
    assert (await bot.goes_on()).count("searches") == 2


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
    monkeypatch.setattr(memory, "trim_of_this_system", lambda: None)
    await memory.give_back()


def test_the_c_library_of_this_process_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    library = SimpleNamespace(malloc_trim=lambda kept: kept)
    monkeypatch.setattr(memory, "ctypes", SimpleNamespace(CDLL={None: library}.__getitem__))
    assert memory.trim_of_this_system.__wrapped__() is library.malloc_trim


@pytest.mark.parametrize("error", [OSError, TypeError, AttributeError])
def test_another_c_library_or_none_can_not_do_it(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def load(_: None) -> object:
        if error is AttributeError:
            return object()  # without that function
        raise error

    monkeypatch.setattr(memory, "ctypes", SimpleNamespace(CDLL=load))
    assert memory.trim_of_this_system.__wrapped__() is None


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
