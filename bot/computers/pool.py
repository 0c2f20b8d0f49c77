"""The worker processes in which computer players think, and the order in which questions get them.

Uses `pebble`, whose pool kills a worker that is cancelled or takes too long and starts a new one. The processes come
from a fork server, which has loaded the players but neither Discord nor the database, holds no socket, and starts a
worker in a few milliseconds.
"""

import asyncio
import logging
import signal
from collections.abc import Callable, Hashable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from multiprocessing import get_context
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from bot.computers.worker import LOWEST, settle_in
from bot.slots import FairSlots, cores
from bot.store import Announced

T = TypeVar("T")
Q = TypeVar("Q")

log = logging.getLogger(__name__)

LOADED = ["bot.computers.thinking", "bot.computers.worker", "pebble"]  # by the fork server, once for all workers
LOOK_EVERY = 1.0  # seconds between two looks at whether the pool of a question still works
GRACE = 30.0  # seconds after its limit when a question is given up with the whole pool
UNTIL_KILLED = 0.25  # seconds that the pool needs to kill a worker, which counts as busy until then
TRIES = 2

HINTS, TURNS, REVIEWS = range(3)
"""Ranks of questions: someone waits for a hint, a match for a turn, and a review is for afterwards."""


class NoAnswer(Exception):
    """The question failed in all its tries: workers died or took too long."""


class NoWorkers(NoAnswer):
    """No worker process can be started."""


class Closed(Announced):
    """The bot is stopping, so no questions are answered."""


@dataclass(eq=False, slots=True)
class _Running:
    """A pool, and a future that completes when the pool can give no more answers."""

    pool: ProcessPool
    end: asyncio.Future[None]


class Thinkers:
    """Runs functions in worker processes: at most as many at a time as there are cores. People take turns.

    Processes start with the first question. They run at low priority and end with this process, however it ends.
    """

    def __init__(self, processes: int | None = None, *, priority: int = LOWEST) -> None:
        """`processes` is the maximum number; None for the number of cores.

        `priority` is added to their niceness, 0 to 19.
        """
        self._priority = priority
        self.processes = min(processes or cores(), cores())
        self._places = FairSlots(self.processes)
        self._starting: asyncio.Task[_Running] | None = None
        self._newest: _Running | None = None
        self._endings: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return self._places.waiting

    async def think(
        self,
        function: Callable[[Q], T],
        question: Q,
        *,
        since: datetime,
        limit: float,
        person: Hashable = None,
        rank: int = TURNS,
        tries: int = TRIES,
    ) -> T:
        """Runs a module-level function on a question and returns its answer; all of these must be picklable.

        Questions of a lower `rank` go before all others: `HINTS`, `TURNS`, `REVIEWS`. Within a rank people take turns,
        and one `person`'s questions go by how long they have waited, `since`. An answer that takes longer than `limit`
        seconds is given up and asked for again, in up to `tries` tries. Cancelling ends the worker, too.

        Raises NoAnswer, NoWorkers, Closed, and whatever the function raises.
        """
        await self._places.take(rank, person=person, since=since)
        leave: Callable[[], object] = partial(self._places.give_back, person)
        try:
            return await self._try(function, question, limit, tries)
        except asyncio.CancelledError:
            # A worker that is being killed must not get another question in its last moment.
            leave = partial(asyncio.get_running_loop().call_later, UNTIL_KILLED, leave)
            raise
        finally:
            leave()

    async def close(self) -> None:
        """Gives up all questions and ends the workers. Python's fork server ends with this process."""
        self._closed = True
        self._places.refuse(Closed())
        starting, self._starting = self._starting, None
        if starting is not None:
            await asyncio.wait({starting})
            if not starting.cancelled() and starting.exception() is None:
                self._discard(starting.result())
        if self._endings:
            await asyncio.wait(self._endings)

    # The pool

    async def _try(self, function: Callable[[Q], T], question: Q, limit: float, tries: int) -> T:
        for _ in range(tries):
            try:
                running = await self.running()
            except (OSError, BrokenProcessPool) as error:
                log.warning("Can't start a worker: %s", error)
                raise NoWorkers from None
            try:
                return await self._answer(running, function, question, limit)
            except (TimeoutError, ProcessExpired, BrokenProcessPool) as error:
                if self._closed:
                    raise Closed from None
                log.warning("A worker didn't answer: %s", type(error).__name__)
        raise NoAnswer

    async def running(self) -> _Running:
        if self._closed:
            raise Closed
        if self._starting is None:
            self._starting = asyncio.create_task(self._start(), name="starting workers")
        starting = self._starting
        try:
            running = await asyncio.shield(starting)  # others may wait for it as well
        except (OSError, BrokenProcessPool):
            if self._starting is starting:
                self._starting = None  # the next question tries again
            raise
        if self._closed:  # in the meantime
            raise Closed
        return running

    async def _start(self) -> _Running:
        pool = await asyncio.to_thread(_start_pool, self.processes, self._priority)
        log.info("Started %d worker processes", self.processes)
        self._newest = _Running(pool, asyncio.get_running_loop().create_future())
        return self._newest

    async def _answer(self, running: _Running, function: Callable[[Q], T], question: Q, limit: float) -> T:
        try:
            job = running.pool.schedule(function, args=(question,), timeout=limit)
        except RuntimeError:  # raised by pebble when its pool is broken
            self._discard(running)
            raise BrokenProcessPool from None
        answer = asyncio.wrap_future(job)
        try:
            either: set[asyncio.Future[Any]] = {answer, running.end}
            # Now and then pebble forgets a question that it is asked in the moment in which its pool breaks.
            with suppress(TimeoutError):
                async with asyncio.timeout(limit + GRACE):
                    while not any(one.done() for one in either) and running.pool.active:
                        await asyncio.wait(either, timeout=LOOK_EVERY, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            raise BrokenProcessPool
        except BrokenProcessPool:
            self._discard(running)
            raise
        finally:
            answer.cancel()

    def _discard(self, running: _Running) -> None:
        """Ends a pool that no longer works, which notifies everyone who waits for it."""
        if running.end.done():
            return
        running.end.set_result(None)
        if self._newest is running:
            self._starting = None
        ending = asyncio.create_task(asyncio.to_thread(_stop, running.pool), name="ending workers")
        self._endings.add(ending)
        ending.add_done_callback(self._endings.discard)


def _start_pool(processes: int, priority: int) -> ProcessPool:
    """Starts a pool with its processes. Raises OSError or BrokenProcessPool if that fails."""
    # Ctrl+C is for the bot, which ends the workers. They and the threads that start them ignore it from the start.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        context = get_context("forkserver")
        context.set_forkserver_preload(LOADED)
        pool = ProcessPool(max_workers=processes, initializer=settle_in, initargs=(priority,), context=context)
        try:
            if not pool.active:  # asking starts it
                raise BrokenProcessPool
        except BaseException:
            _stop(pool)
            raise
        return pool
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _stop(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]  # pebble has no types for this one
    pool.join()
