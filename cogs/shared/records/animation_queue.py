"""The queue of animations, which are made one at a time.

Each keeps a core busy for seconds. In the bot's own process everyone else would have to wait, even with threads, so it
has its own process. Each person can have only one animation in the queue.
"""

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable, Sequence

from bot.text import N_
from cogs.shared.client.failures import comes
from cogs.shared.client.refusals import ScreenRefusal
from images.motion.workshop import DONE

DRAWING_DEADLINE = 120.0  # seconds for one animation; the longest matches in the tests take 10 of CPU time
QUEUE_DEADLINE = 600.0  # seconds to wait in the queue: after 900 Discord accepts no reply
REPORT_EVERY = 5.0  # seconds between reports on the queue's length

Report = Callable[[str, int], Awaitable[None]]
"""Reports progress: "waiting" with the number ahead in the queue, or "drawn" with the number of finished frames."""

FAILED = N_("I couldn't make the animation. Please try again. You can still step through the replay.")


class AnimationQueue:
    """Makes one animation at a time, first come, first served."""

    def __init__(self) -> None:
        self._queue: dict[int, asyncio.Event] = {}  # by person, oldest first: set when it is their turn

    async def make(self, person: int, frames: Callable[[], Awaitable[Sequence[bytes]]], report: Report) -> bytes:
        """Returns the animation of the result of `frames`, which is called when it is this person's turn.

        See `images.motion.workshop.order`. Raises ScreenRefusal if the person already waits for one, or if it fails,
        and whatever `frames` raises.
        """
        if person in self._queue:
            raise ScreenRefusal("I'm still making your last animation. Wait for it to finish, then try again.")
        turn = asyncio.Event()
        self._queue[person] = turn
        try:
            self._call_next()
            async with asyncio.timeout(QUEUE_DEADLINE):
                while not turn.is_set():
                    await report("waiting", list(self._queue).index(person))
                    await comes(turn, REPORT_EVERY)
            async with asyncio.timeout(DRAWING_DEADLINE):
                return await self._draw(await frames(), report)
        except TimeoutError:
            raise ScreenRefusal(FAILED) from None
        finally:
            del self._queue[person]
            self._call_next()

    def _call_next(self) -> None:
        first = next(iter(self._queue.values()), None)
        if first is not None:
            first.set()

    async def _draw(self, lines: Sequence[bytes], report: Report) -> bytes:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "images.motion.workshop", stdin=pipe, stdout=pipe
        )
        feeding = asyncio.create_task(self._feed(process, lines))
        try:
            assert process.stdout is not None  # noqa: S101 - for the type checker
            while line := await process.stdout.readline():
                if line.startswith(DONE):
                    return await process.stdout.readexactly(int(line.removeprefix(DONE)))
                await report("drawn", int(line))
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
        # It has ended, and reading its output says why. The pipe for writing is gone then, which uvloop reports as
        # RuntimeError.
        with contextlib.suppress(ConnectionError, RuntimeError):
            for line in lines:
                process.stdin.write(line)
                await process.stdin.drain()
            process.stdin.close()
