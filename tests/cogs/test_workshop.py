"""Everybody has one file and one GIF at a time in the workshop, and nobody's failure holds up those who wait."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import pytest

from bot.computers.pool import NoAnswer, NoWorkers, Thinkers
from bot.match import NotARecord
from bot.match.files import check_file, look, look_through
from bot.rules.record import played
from cogs.shared import workshop
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.workshop import Workshop
from images.animation import chosen
from tests.waiting import until

Q = TypeVar("Q")
T = TypeVar("T")


class Slow(Workshop):
    """A workshop whose work ends when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[str] = []
        self.done = asyncio.Semaphore(0)

    async def _made(self, lines: Sequence[bytes], told: Any) -> bytes:
        (game,) = lines
        self.begun.append(game.decode())
        await self.done.acquire()
        if game == b"broken":
            raise ScreenRefusal("It is broken.")
        return game


def ordering(game: str) -> Callable[[], Awaitable[Sequence[bytes]]]:
    async def ordered() -> Sequence[bytes]:
        return [game.encode()]

    return ordered


class Readers(Thinkers):
    """Readers whose answers are laid down: a number for what is read, or the trouble that comes of it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.read: list[object] = []
        self.answers: asyncio.Queue[Exception | None] = asyncio.Queue()

    async def _tried(self, function: Callable[[Q], T], question: Q, limit: float, tries: int) -> T:
        self.read.append(question)
        trouble = await self.answers.get()
        if trouble is not None:
            raise trouble
        return function(question)


async def test_one_at_a_time_in_the_order_of_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "LOOK_AGAIN", 3600.0)
    slow, told = Slow(), []

    def make(person: int, game: str) -> "asyncio.Task[bytes]":
        async def tell(what: str, number: int) -> None:
            told.append((person, what, number))

        return asyncio.create_task(slow.make(person, ordering(game), tell))

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
    monkeypatch.setattr(workshop, "PATIENCE", 0.01)
    slow = Slow()

    async def tell(what: str, number: int) -> None: ...

    with pytest.raises(ScreenRefusal, match="could not be made"):
        await slow.make(1, ordering("one"), tell)
    monkeypatch.setattr(workshop, "PATIENCE", 3600.0)
    slow.done.release()
    assert await slow.make(1, ordering("one"), tell) == b"one"


class TestFiles:
    async def test_everybody_else_is_served_before_the_same_persons_next_file(self) -> None:
        readers = Readers()
        shop = Workshop(readers)

        async def read(person: int, file: int) -> str:
            async with shop.reading(person) as ask:
                return await ask(str, file)

        first = [asyncio.create_task(read(1, file)) for file in range(10)]
        other = asyncio.create_task(read(2, 20))
        third = asyncio.create_task(read(3, 30))
        for task in first[1:]:
            with pytest.raises(ScreenRefusal, match="Your last file is still being read"):
                await task
        await until(lambda: readers.read)
        assert readers.read == [0]
        for _ in range(3):
            readers.answers.put_nowait(None)
        assert [await first[0], await other, await third] == ["0", "20", "30"]
        readers.answers.put_nowait(None)
        assert await read(1, 11) == "11"
        assert readers.read == [0, 20, 30, 11]

    async def test_a_file_that_is_still_on_its_way_has_its_persons_place(self) -> None:
        shop = Workshop(Readers())
        async with shop.reading(1):
            with pytest.raises(ScreenRefusal, match="still being read"):
                async with shop.reading(1):
                    pytest.fail("two files of one person")
            async with shop.reading(2):
                pass
        async with shop.reading(1):
            pass

    @pytest.mark.parametrize(
        ("trouble", "refusal", "words"),
        [
            (NoAnswer(), NotARecord, "playing it again takes too long"),
            (NoWorkers(), ScreenRefusal, "Files can't be read just now"),
            (NotARecord(problem="it is empty"), NotARecord, "it is empty"),
        ],
    )
    async def test_trouble_is_a_refusal_and_frees_the_place(
        self, trouble: Exception, refusal: type[Exception], words: str
    ) -> None:
        readers = Readers()
        shop = Workshop(readers)
        readers.answers.put_nowait(trouble)
        readers.answers.put_nowait(None)
        with pytest.raises(refusal, match=words):
            async with shop.reading(1) as ask:
                await ask(str, 1)
        async with shop.reading(1) as ask:
            assert await ask(str, 2) == "2"

    async def test_nothing_is_read_while_the_bot_stops(self) -> None:
        shop = Workshop()
        await shop.close()
        with pytest.raises(ScreenRefusal, match="Files can't be read just now"):
            async with shop.reading(1) as ask:
                await ask(str, 1)

    async def test_a_worker_reads_a_file_and_the_refusal_of_one(self) -> None:
        record = json.dumps(played("cirondo", 2, {}, ["B5-C5"], ending="agreed", places=[1, 1])).encode()
        shop = Workshop(Thinkers(1))
        try:
            async with shop.reading(1) as ask:
                shown = await ask(partial(look, step=1), record)
                assert shown.position(1).to_move == 1
                assert (await ask(partial(look_through, choose=chosen), record)).steps == [0, 1]
                assert (await ask(check_file, record)).report.wrong == ()
                with pytest.raises(NotARecord, match="it is no JSON"):
                    await ask(partial(look, step=1), b"Hello")
        finally:
            await shop.close()
