"""GIFs are made one after the other, and nobody's failure holds up those who wait."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.shared import workshop
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.workshop import Workshop
from tests.waiting import until


class Slow(Workshop):
    """A workshop whose work ends when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[str] = []
        self.done = asyncio.Semaphore(0)

    async def _made(self, game: str, lines: Sequence[bytes], told: Any) -> bytes:
        self.begun.append(game)
        await self.done.acquire()
        if game == "broken":
            raise ScreenRefusal("It is broken.")
        return game.encode()


async def test_one_at_a_time_in_the_order_of_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "order", lambda game, frames: [])
    monkeypatch.setattr(workshop, "LOOK_AGAIN", 3600.0)
    slow, told = Slow(), []

    def make(person: int, game: str) -> "asyncio.Task[bytes]":
        async def tell(what: str, number: int) -> None:
            told.append((person, what, number))

        return asyncio.create_task(slow.make(person, game, list, tell))

    first, second, third = make(1, "broken"), make(2, "two"), make(3, "three")
    await until(lambda: slow.begun and len(told) == 2)
    assert slow.begun == ["broken"]
    assert told == [(2, "waiting", 1), (3, "waiting", 2)]
    with pytest.raises(ScreenRefusal, match="still being made"):
        await make(3, "four")
    third.cancel()
    fourth = make(4, "five")
    for begun in range(1, 4):
        await until(lambda begun=begun: len(slow.begun) == begun)  # type: ignore[misc]  # mypy can't infer a lambda with a default
        slow.done.release()
    with pytest.raises(ScreenRefusal, match="broken"):
        await first
    assert await second == b"two"
    assert await fourth == b"five"
    assert slow.begun == ["broken", "two", "five"]


async def test_a_gif_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "order", lambda game, frames: [])
    monkeypatch.setattr(workshop, "PATIENCE", 0.01)
    slow = Slow()

    async def tell(what: str, number: int) -> None: ...

    with pytest.raises(ScreenRefusal, match="could not be made"):
        await slow.make(1, "one", list, tell)
    monkeypatch.setattr(workshop, "PATIENCE", 3600.0)
    slow.done.release()
    assert await slow.make(1, "one", list, tell) == b"one"
