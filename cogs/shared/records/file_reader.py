"""Reads files that people bring.

Parsing one can keep a core busy for seconds. In the bot's own process everybody else would wait for that, threads or
not, so it happens in worker processes. Nobody has more than one file there at a time, so everybody else is served
before the same person's next one.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Protocol, TypeVar

from bot.computers.pool import Closed, NoAnswer, NoWorkers, Thinkers
from bot.match import TookTooLong
from cogs.shared.interactions.refusals import ScreenRefusal

WORKERS = 2  # files at the same time: a small one need not wait for one that takes its ten seconds
PRIORITY = 5  # after clicks and before thoughts, since a person waits
DEADLINE = 120.0  # seconds by the clock for one file, which may take one core ten of them on a busy machine

Q = TypeVar("Q")
T = TypeVar("T")


class Read(Protocol):
    """Has a worker answer a question about a file; see `FileReader.reading`."""

    async def __call__(self, function: Callable[[Q], T], question: Q, /) -> T: ...


class FileReader:
    """Reads files, a few at a time, one for each person."""

    def __init__(self, workers: Thinkers | None = None) -> None:
        self._workers = workers or Thinkers(WORKERS, priority=PRIORITY)
        self._people: set[int] = set()  # whose files are being read

    async def close(self) -> None:
        """End the workers. Everybody who still waits for one is refused."""
        await self._workers.close()

    @asynccontextmanager
    async def reading(self, person: int) -> AsyncIterator[Read]:
        """Take this person's place among those whose files are read, even while the file is still being fetched.

        Yields a function that has a function of a module answer a question in a worker process; both can be pickled.
        What the function raises passes through. TookTooLong, or ScreenRefusal if there is no worker.

        ScreenRefusal if the person has a place already.
        """
        if person in self._people:
            raise ScreenRefusal("I'm still reading your last file. Wait a moment, then try again.")
        self._people.add(person)
        try:
            yield self._read
        finally:
            self._people.discard(person)

    async def _read(self, function: Callable[[Q], T], question: Q, /) -> T:
        try:
            return await self._workers.think(function, question, since=datetime.now(UTC), limit=DEADLINE, tries=1)
        except (NoWorkers, Closed):
            raise ScreenRefusal("I can't read files right now. Please try again in a minute.") from None
        except NoAnswer:
            raise TookTooLong from None
