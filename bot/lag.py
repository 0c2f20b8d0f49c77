"""An alarm for a blocked event loop: while something blocks it, nobody's click is answered.

The loop beats ten times a second. A thread watches for missing beats, and notes where the loop is at that moment.
Files, lines and functions go into the log, never values, which may name people and what they typed.
"""

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread, get_ident
from time import monotonic, thread_time
from types import FrameType

log = logging.getLogger(__name__)

LIMIT = 0.25
"""The time in seconds that the loop may be blocked before it is logged."""

BEAT = 0.1  # seconds
CALLS = 4  # calls that are named, the innermost ones of this project
OURS = tuple(str(Path(__file__).parents[1] / package) + "/" for package in ("bot", "cogs", "images"))


class LagAlarm:
    """Warns when the event loop was blocked for longer than `limit` seconds."""

    def __init__(
        self,
        *,
        limit: float = LIMIT,
        clock: Callable[[], float] = monotonic,
        worked: Callable[[], float] = thread_time,
    ) -> None:
        """`worked` gives the seconds of a core that the thread which asks has used so far."""
        self._limit, self._clock, self._worked = limit, clock, worked
        self._place = ""  # where the loop was found held
        self.begin()

    async def watch(self) -> None:
        """Watches the loop that runs this, until it is cancelled."""
        over = Event()
        Thread(target=self._look_again_and_again, args=(over,), name="lag alarm", daemon=True).start()
        try:
            self.begin()
            while True:
                await asyncio.sleep(BEAT)
                self.beat()
        finally:
            over.set()

    def begin(self) -> None:
        """Starts counting for this thread's loop."""
        self._thread = get_ident()
        self._beaten, self._worked_before = self._clock(), self._worked()

    def beat(self) -> None:
        """Called when the loop runs: warns if it should have run long ago."""
        now, worked = self._clock(), self._worked()
        seconds_blocked = now - self._beaten - BEAT
        if seconds_blocked > self._limit:
            log.warning(
                "The event loop was blocked for %.2f s (%.2f s of CPU time): %s",
                seconds_blocked,
                worked - self._worked_before,
                self._place or "place unknown",
            )
        self._beaten, self._worked_before, self._place = now, worked, ""

    def look(self) -> None:
        """Notes where the loop is, if it should have run long ago. Call it in another thread."""
        if not self._place and self._clock() - self._beaten - BEAT > self._limit:
            frame = sys._current_frames().get(self._thread)
            self._place = place_of(frame)

    def _look_again_and_again(self, over: Event) -> None:
        while not over.wait(BEAT):
            self.look()


def place_of(frame: FrameType | None) -> str:
    """The innermost calls of this project in a frame, outermost first; other calls only if there are none."""
    calls: list[str] = []
    ours: list[str] = []
    while frame is not None:
        code = frame.f_code
        file = Path(code.co_filename)
        call = f"{file.parent.name}/{file.name}:{frame.f_lineno} {code.co_name}"
        calls.append(call)
        if code.co_filename.startswith(OURS):
            ours.append(call)
        frame = frame.f_back
    return " > ".join(reversed((ours or calls)[:CALLS]))
