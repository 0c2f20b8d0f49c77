"""Where what takes a while is done, one after the other: records are played again, and animated GIFs are made.

Drawing hundreds of frames takes seconds. In the bot's own process everybody else would wait for them, threads or not;
so there is a process of its own for each GIF.
"""

import asyncio
import contextlib
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from bot.text import N_
from cogs.shared.refusals import ScreenRefusal
from images.animation import Frame, order

PATIENCE = 120.0  # seconds for one file; the longest matches of the tests take 13 of one core
QUEUE_PATIENCE = 600.0  # seconds until it is one's turn: after 900 Discord takes no answer any more
LOOK_AGAIN = 5.0  # seconds between two words on how many are ahead

T = TypeVar("T")

Told = Callable[[str, int], Awaitable[None]]
"""Hears how far it is: "waiting" with how many are ahead, or "drawn" with how many frames are done."""

FAILED = N_("The GIF could not be made. Please try again; if it fails once more, the steps can still be looked at.")


class Workshop:
    """Plays one record and makes one GIF at a time. Each person has one order for a GIF at most."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Semaphore(1)
        self._orders: OrderedDict[int, asyncio.Event] = OrderedDict()  # by person: whether it is their turn

    async def aside(self, work: Callable[[], T]) -> T:
        """Something short, in a thread."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(work)

    async def make(self, person: int, game: str, frames: Callable[[], Sequence[Frame]], told: Told) -> bytes:
        """The file of these frames. ScreenRefusal if the person waits for one already, or it fails.

        `frames` is called in a thread, as soon as it is this order's turn.
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
                return await self._made(game, await asyncio.to_thread(lambda: list(order(game, frames()))), told)
        except TimeoutError:
            raise ScreenRefusal(FAILED) from None
        finally:
            del self._orders[person]
            self._call_next()

    def _call_next(self) -> None:
        first = next(iter(self._orders.values()), None)
        if first is not None:
            first.set()

    async def _made(self, game: str, lines: Sequence[bytes], told: Told) -> bytes:
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
