"""Where what takes a while is done: files that people bring are read, and animated GIFs are made.

Each of these can keep a core busy for seconds. In the bot's own process everybody else would wait for that, threads or
not, so it happens in processes of their own. Nobody has more than one file and one GIF there at a time, so everybody
else is served before the same person's next one.
"""

import asyncio
import contextlib
import sys
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Protocol, TypeVar

from bot.computers.pool import Closed, NoAnswer, NoWorkers, Thinkers
from bot.match import TookTooLong
from bot.text import N_
from cogs.shared.refusals import ScreenRefusal

READERS = 2  # files at the same time: a small one need not wait for one that takes its ten seconds
READERS_PRIORITY = 5  # after clicks and before thoughts, since a person waits
READING_PATIENCE = 120.0  # seconds by the clock for one file, which may take one core ten of them on a busy machine

PATIENCE = 120.0  # seconds for one GIF; the longest matches of the tests take 13 of one core
QUEUE_PATIENCE = 600.0  # seconds until it is one's turn: after 900 Discord takes no answer any more
LOOK_AGAIN = 5.0  # seconds between two words on how many are ahead

Q = TypeVar("Q")
T = TypeVar("T")

Told = Callable[[str, int], Awaitable[None]]
"""Hears how far it is: "waiting" with how many are ahead, or "drawn" with how many frames are done."""

FAILED = N_("The GIF could not be made. Please try again; if it fails once more, the steps can still be looked at.")


class Read(Protocol):
    """Has a worker answer a question about a file; see `Workshop.reading`."""

    async def __call__(self, function: Callable[[Q], T], question: Q, /) -> T: ...


class Workshop:
    """Reads files, a few at a time, and makes one GIF at a time. Each person has one of either at most."""

    def __init__(self, readers: Thinkers | None = None) -> None:
        self._readers = readers or Thinkers(READERS, priority=READERS_PRIORITY)
        self._reading: set[int] = set()  # people
        self._orders: OrderedDict[int, asyncio.Event] = OrderedDict()  # by person: whether it is their turn

    async def close(self) -> None:
        """End the workers. Whoever still waits for one is refused."""
        await self._readers.close()

    @asynccontextmanager
    async def reading(self, person: int) -> AsyncIterator[Read]:
        """This person's place among those whose files are read, be they still on their way here.

        What it gives has a function of a module answer a question in a worker process; both can be pickled. What the
        function raises passes through. TookTooLong, or ScreenRefusal if there is no worker.

        ScreenRefusal if the person has a place already.
        """
        if person in self._reading:
            raise ScreenRefusal("Your last file is still being read. Please wait a moment, then try again.")
        self._reading.add(person)
        try:
            yield self._read
        finally:
            self._reading.discard(person)

    async def _read(self, function: Callable[[Q], T], question: Q, /) -> T:
        try:
            return await self._readers.think(
                function, question, since=datetime.now(UTC), limit=READING_PATIENCE, tries=1
            )
        except (NoWorkers, Closed):
            raise ScreenRefusal("Files can't be read just now. Please try again in a minute.") from None
        except NoAnswer:
            raise TookTooLong from None

    async def make(self, person: int, ordered: Callable[[], Awaitable[Sequence[bytes]]], told: Told) -> bytes:
        """The GIF of what is `ordered`; see `images.animation.order`. It is asked for as soon as it is this one's turn.

        ScreenRefusal if the person waits for one already, or it fails. What `ordered` raises passes through.
        """
        if person in self._orders:
            raise ScreenRefusal("Your last GIF is still being made. Please wait for it; then this one can follow.")
        turn = asyncio.Event()
        self._orders[person] = turn
        try:
            self._call_next()
            async with asyncio.timeout(QUEUE_PATIENCE):
                while not turn.is_set():
                    await told("waiting", list(self._orders).index(person))
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(LOOK_AGAIN):
                            await turn.wait()
            async with asyncio.timeout(PATIENCE):
                return await self._made(await ordered(), told)
        except TimeoutError:
            raise ScreenRefusal(FAILED) from None
        finally:
            del self._orders[person]
            self._call_next()

    def _call_next(self) -> None:
        first = next(iter(self._orders.values()), None)
        if first is not None:
            first.set()

    async def _made(self, lines: Sequence[bytes], told: Told) -> bytes:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "images.animation", stdin=pipe, stdout=pipe
        )
        feeding = asyncio.create_task(self._feed(process, lines))
        try:
            assert process.stdout is not None  # noqa: S101 - tells the type checker what was asked for above
            while line := await process.stdout.readline():
                if line.startswith(b"gif "):
                    return await process.stdout.readexactly(int(line[4:]))
                await told("drawn", int(line))
            raise ScreenRefusal(FAILED)
        except (asyncio.IncompleteReadError, ValueError) as error:
            raise ScreenRefusal(FAILED) from error
        finally:
            feeding.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await feeding
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    @staticmethod
    async def _feed(process: asyncio.subprocess.Process, lines: Sequence[bytes]) -> None:
        assert process.stdin is not None  # noqa: S101 - as above
        # It has ended, and says why where it is read. What to write to is gone then, which uvloop calls RuntimeError.
        with contextlib.suppress(ConnectionError, RuntimeError):
            for line in lines:
                process.stdin.write(line)
                await process.stdin.drain()
            process.stdin.close()
