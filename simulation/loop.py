"""An event loop in virtual time: when nothing is left to do, it is the time of the next timer.

One step is one callback. Which of several tasks goes on first is drawn, so orders come up that no real loop shows. A
process of the simulation is whatever runs in its context; when it dies, nothing of it runs any more.
"""

import asyncio
import gc
import heapq
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from typing import Any
from weakref import WeakKeyDictionary

from simulation.clock import VirtualClock

SHUFFLED = 0.25
"""How often another task than the first goes on, where several can."""

LOOKED_AT = 6  # tasks among which one is drawn
RUN = 20e-6  # seconds that a step takes
BESIDE = 0.003  # seconds that what runs beside the loop takes on average

COLLECTED_EVERY, MOST_GRAVES = 100_000, 20
"""Steps and deaths between two searches for garbage, which Python otherwise makes whenever it likes."""

Stepped = Callable[[], None]


class Stuck(Exception):
    """Nothing will ever happen any more."""


class Died(BaseException):
    """The process that does this is no more."""


class Process:
    """A process of the simulation: what it has to end when it dies. `number` is its id."""

    def __init__(self, number: int, name: str) -> None:
        self.number = number
        self.name = name
        self.alive = True
        self.tasks: WeakKeyDictionary[asyncio.Task[Any], int] = WeakKeyDictionary()
        self.at_death: list[Callable[[], None]] = []
        self.born = 0
        self.context = copy_context()
        self.on_signal: dict[int, Callable[[], None]] = {}

    def __repr__(self) -> str:
        return self.name


PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)


_AnyLoop: Any = asyncio.BaseEventLoop  # what its methods take has types that only it can spell


class VirtualLoop(_AnyLoop):
    """`servers` and connections between them are in memory: see `simulation.wires`."""

    def __init__(self, clock: VirtualClock, chance: random.Random) -> None:
        super().__init__()
        self.clock = clock
        self.steps = 0
        self.on_step: Stepped | None = None
        self._chance = chance
        self._generators: dict[int, Process] = {}
        self._graves = 0
        self._afterworld = copy_context()  # of a process that has died

    def time(self) -> float:
        return self.clock.elapsed

    # What asyncio asks of a loop

    def _process_events(self, event_list: Any) -> None:
        """There are no events from outside."""

    def _write_to_self(self) -> None:
        """There are no other threads."""

    def add_signal_handler(self, sig: int, callback: Any, *args: Any) -> None:
        """Nobody sends signals but the simulation, to one of its processes."""
        process = PROCESS.get()
        if process is not None:
            process.on_signal = {sig: lambda: callback(*args)}

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> Any:
        handle = asyncio.Handle(callback, args, self, context)
        if _is_of_the_dead(context):
            handle.cancel()
        else:
            self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_at(self, when: float, callback: Any, *args: Any, context: Context | None = None) -> Any:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        if _is_of_the_dead(context):
            timer.cancel()
        else:
            heapq.heappush(self._scheduled, timer)
            setattr(timer, "_scheduled", True)  # noqa: B010 - as asyncio's own loops do
        return timer

    def create_task(self, coro: Any, **named: Any) -> Any:
        task = super().create_task(coro, **named)
        context = named.get("context")
        process = PROCESS.get() if context is None else context.get(PROCESS)
        if process is not None:
            process.born += 1
            process.tasks[task] = process.born
        return task

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        """Runs it in the loop after a moment; its result comes later still."""
        future = self.create_future()

        def run() -> None:
            try:
                result = func(*args)
            except BaseException as error:
                self.call_soon(_settle, future, None, error)
            else:
                self.call_soon(_settle, future, result, None)

        self.call_later(self._chance.expovariate(1 / BESIDE), run)
        return future

    def _asyncgen_firstiter_hook(self, agen: Any) -> None:
        super()._asyncgen_firstiter_hook(agen)
        process = PROCESS.get()
        if process is not None:
            self._generators[id(agen)] = process

    def _asyncgen_finalizer_hook(self, agen: Any) -> None:
        process = self._generators.pop(id(agen), None)
        if process is None or process.alive:
            super()._asyncgen_finalizer_hook(agen)

    # Steps

    def _run_once(self) -> None:
        timers = self._scheduled
        if self._timer_cancelled_count > 100 and self._timer_cancelled_count > len(timers) / 2:
            for timer in timers:
                timer._scheduled = not timer._cancelled
            timers[:] = [timer for timer in timers if not timer._cancelled]
            heapq.heapify(timers)
            self._timer_cancelled_count: int = 0
        while timers and timers[0]._cancelled:
            self._timer_cancelled_count -= 1
            heapq.heappop(timers)._scheduled = False
        if not self._ready:
            if not timers:
                raise Stuck
            self.clock.advance_to(timers[0]._when)
        now = self.clock.elapsed
        while timers and timers[0]._when <= now:
            timer = heapq.heappop(timers)
            timer._scheduled = False
            self._ready.append(timer)
        handle = self._next()
        if not handle._cancelled:
            self.steps += 1
            self.clock.elapsed += RUN
            handle._run()
            if self.steps % COLLECTED_EVERY == 0 or self._graves == MOST_GRAVES:
                self.collect()
            if self.on_step is not None:
                self.on_step()

    def _next(self) -> Any:
        ready = self._ready
        if len(ready) > 1 and self._chance.random() < SHUFFLED:
            free = 0
            for handle in ready:
                if free == LOOKED_AT or not _goes_on(handle):
                    break
                free += 1
            if free > 1:
                drawn = self._chance.randrange(free)
                ready.rotate(-drawn)
                handle = ready.popleft()
                ready.rotate(drawn)
                return handle
        return ready.popleft()

    # Death

    def bury(self, process: Process) -> None:
        """Ends a process as the system does: nothing of it runs any more, and nothing it still does has an effect."""
        tasks = sorted(process.tasks.items(), key=lambda item: item[1])  # they live on until they are closed
        process.alive = False
        for end in process.at_death:
            end()
        process.at_death.clear()
        for handle in list(self._ready):
            if _is_of_the_dead(handle._context):
                handle.cancel()
        for timer in list(self._scheduled):
            if not timer._cancelled and _is_of_the_dead(timer._context):
                timer.cancel()
        self._afterworld = copy_context()
        self._afterworld.run(PROCESS.set, process)
        with _unheard():
            for task, _ in tasks:
                if not task.done():
                    setattr(task, "_log_destroy_pending", False)  # noqa: B010 - it's no mistake of the bot's
                    self._afterworld.run(_close, task)
            tasks.clear()
            process.tasks.clear()
        self._graves += 1

    def collect(self) -> None:
        """Lets go of all that the dead have left, without hearing what they complain of."""
        self._graves = 0
        with _unheard():
            self._afterworld.run(gc.collect)


@contextmanager
def _unheard() -> Iterator[None]:
    heed, sys.unraisablehook = sys.unraisablehook, _ignore
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        sys.unraisablehook = heed


def _ignore(_: object) -> None:
    """Nobody hears what the dead complain of."""


def _close(task: "asyncio.Task[Any]") -> None:
    """Lets go of what a dead task holds. What it does at its end reaches nobody."""
    coroutine: Any = task.get_coro()
    for _ in range(20):
        try:
            coroutine.close()
        except RuntimeError:  # it waits for something in its `finally`
            continue
        except BaseException:  # noqa: S110 - nobody is left to tell
            pass
        return


def _is_of_the_dead(context: Context | None) -> bool:
    process = PROCESS.get() if context is None else context.get(PROCESS)
    return process is not None and not process.alive


def _goes_on(handle: Any) -> bool:
    """Whether a task goes on with this; any of several may do so first, while other callbacks keep their order."""
    callback = handle._callback
    return type(callback).__name__ == "TaskStepMethWrapper" or isinstance(
        getattr(callback, "__self__", None), asyncio.Task
    )


def _settle(future: "asyncio.Future[Any]", result: Any, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
