"""Reads files that people upload.

Parsing a file can keep a core busy for seconds. In the bot's own process everyone else would have to wait, even with
threads, so it happens in worker processes. One person can have only one file there at a time, so others are served
before the same person's next one.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Protocol, TypeVar

from bot.computers.pool import Closed, NoAnswer, NoWorkers, Thinkers
from bot.match import TookTooLong
from cogs.shared.client.refusals import ScreenRefusal

WORKERS = 2  # files at the same time, so that a small one needn't wait for one that takes ten seconds
PRIORITY = 5  # after clicks and before computers, since a person waits
DEADLINE = 120.0  # seconds of wall-clock time for one file, which may take ten seconds of CPU time on a busy machine

Q = TypeVar("Q")
T = TypeVar("T")


class Read(Protocol):
    """Runs a question about a file in a worker; see `FileReader.reading`."""

    async def __call__(self, function: Callable[[Q], T], question: Q, /) -> T: ...


class FileReader:
    """Reads files, a few at a time, one for each person."""

    def __init__(self, workers: Thinkers | None = None) -> None:
        self._workers = workers or Thinkers(WORKERS, priority=PRIORITY)
        self._people: set[int] = set()  # people whose files are being read

    async def close(self) -> None:
        """Ends the workers. Everyone still waiting is refused."""
        await self._workers.close()

    @asynccontextmanager
    async def reading(self, person: int) -> AsyncIterator[Read]:
        """Takes this person's slot among those whose files are read, including while the file is being fetched.

        Yields a function that runs a module-level function on a question in a worker process; both must be picklable.
        It raises whatever the function raises, TookTooLong, or ScreenRefusal if there is no worker.

        Raises ScreenRefusal if the person already has a slot.
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
