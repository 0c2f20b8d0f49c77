"""Everyone has one file at a time among those that are read, and nobody's failure holds up those who wait."""

import asyncio
import json
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import pytest

from bot.computers.pool import NoAnswer, NoWorkers, Thinkers
from bot.match import NotARecord
from bot.match.records.files import check_file, look, look_through
from bot.rules.record import played
from bot.words import cirondo
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.records.file_reader import FileReader
from images.motion.animation import choose_frames
from tests.waiting import until

Q = TypeVar("Q")
T = TypeVar("T")


class Workers(Thinkers):
    """Workers whose answers are laid down: a number for what is read, or the trouble that comes of it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.read: list[object] = []
        self.answers: asyncio.Queue[Exception | None] = asyncio.Queue()

    async def _try(self, function: Callable[[Q], T], question: Q, limit: float, tries: int) -> T:
        self.read.append(question)
        trouble = await self.answers.get()
        if trouble is not None:
            raise trouble
        return function(question)


async def test_others_are_served_before_the_same_persons_next_file() -> None:
    workers = Workers()
    reader = FileReader(workers)

    async def read(person: int, file: int) -> str:
        async with reader.reading(person) as ask:
            return await ask(str, file)

    first = [asyncio.create_task(read(1, file)) for file in range(10)]
    other = asyncio.create_task(read(2, 20))
    third = asyncio.create_task(read(3, 30))
    for task in first[1:]:
        with pytest.raises(ScreenRefusal, match="I'm still reading your last file"):
            await task
    await until(lambda: workers.read)
    assert workers.read == [0]
    for _ in range(3):
        workers.answers.put_nowait(None)
    assert [await first[0], await other, await third] == ["0", "20", "30"]
    workers.answers.put_nowait(None)
    assert await read(1, 11) == "11"
    assert workers.read == [0, 20, 30, 11]


async def test_a_file_that_is_still_on_its_way_has_its_persons_place() -> None:
    reader = FileReader(Workers())
    async with reader.reading(1):
        with pytest.raises(ScreenRefusal, match="still reading"):
            async with reader.reading(1):
                pytest.fail("two files of one person")
        async with reader.reading(2):
            pass
    async with reader.reading(1):
        pass


@pytest.mark.parametrize(
    ("trouble", "refusal", "words"),
    [
        (NoAnswer(), NotARecord, "replaying it takes too long"),
        (NoWorkers(), ScreenRefusal, "I can't read files right now"),
        (NotARecord(problem="it's empty"), NotARecord, "it's empty"),
    ],
)
async def test_trouble_is_a_refusal_and_frees_the_place(
    trouble: Exception, refusal: type[Exception], words: str
) -> None:
    workers = Workers()
    reader = FileReader(workers)
    workers.answers.put_nowait(trouble)
    workers.answers.put_nowait(None)
    with pytest.raises(refusal, match=words):
        async with reader.reading(1) as ask:
            await ask(str, 1)
    async with reader.reading(1) as ask:
        assert await ask(str, 2) == "2"


async def test_nothing_is_read_while_the_bot_stops() -> None:
    reader = FileReader()
    await reader.close()
    with pytest.raises(ScreenRefusal, match="I can't read files right now"):
        async with reader.reading(1) as ask:
            await ask(str, 1)


GAINS = {"cirondo": cirondo.gain}


@pytest.mark.thorough
async def test_a_worker_reads_a_file_and_the_refusal_of_one() -> None:
    record = json.dumps(played("cirondo", 2, {}, ["B5-C5"], ending="agreed", places=[1, 1])).encode()
    reader = FileReader(Thinkers(1))
    try:
        async with reader.reading(1) as ask:
            excerpt = await ask(partial(look, step=1, gains=GAINS), record)
            assert excerpt.position(1).to_move == 1
            assert (await ask(partial(look_through, choose=choose_frames, gains=GAINS), record)).steps == [0, 1]
            assert (await ask(check_file, record)).report.wrong == ()
            with pytest.raises(NotARecord, match="it isn't JSON"):
                await ask(partial(look, step=1, gains=GAINS), b"Hello")
    finally:
        await reader.close()
