"""Time: the clock of interactions, which is the machine's unless a test holds it, and timestamps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime


class HoldableClock:
    """Seconds since some moment.

    While the clock is held, only `advance` moves it: no response is late because the machine is busy, and a test
    decides when three seconds are over.
    """

    def __init__(self) -> None:
        self._ahead = 0.0  # of the machine's clock
        self._held_at: float | None = None
        self._alarms: set[Alarm] = set()

    def now(self) -> float:
        return time.monotonic() + self._ahead if self._held_at is None else self._held_at

    def call_later(self, seconds: float, call: Callable[[], object]) -> Alarm:
        alarm = Alarm(self, self.now() + seconds, call)
        self._alarms.add(alarm)
        self._set(alarm)
        return alarm

    def hold(self) -> None:
        """Stops the clock. Does nothing if it's already held."""
        self._held_at = self.now()
        self._set(*self._alarms)

    def release(self) -> None:
        """Lets the clock continue from where it was held. Does nothing if it runs."""
        if self._held_at is not None:
            self._ahead = self._held_at - time.monotonic()
            self._held_at = None
            self._set(*self._alarms)

    def advance(self, seconds: float) -> None:
        """Moves the clock forward. Raises ValueError for a negative time."""
        if seconds < 0:
            raise ValueError("time doesn't go backwards")
        if self._held_at is None:
            self._ahead += seconds
        else:
            self._held_at += seconds
        for alarm in sorted(self._alarms, key=lambda alarm: alarm.at):
            if alarm.at <= self.now():
                alarm.ring()
        self._set(*self._alarms)

    def close(self) -> None:
        """Cancels all alarms."""
        for alarm in list(self._alarms):
            alarm.cancel()

    def _set(self, *alarms: Alarm) -> None:
        """Schedules these alarms if time passes by itself."""
        loop = asyncio.get_running_loop()
        for alarm in alarms:
            if alarm.timer is not None:
                alarm.timer.cancel()
            alarm.timer = None if self._held_at is not None else loop.call_later(alarm.at - self.now(), alarm.ring)


class Alarm:
    """An alarm that a clock calls once."""

    def __init__(self, clock: HoldableClock, at: float, call: Callable[[], object]) -> None:
        self.at = at
        self.timer: asyncio.TimerHandle | None = None
        self._clock = clock
        self._call = call

    def ring(self) -> None:
        self.cancel()
        self._call()

    def cancel(self) -> None:
        """Does nothing if it has rung."""
        self._clock._alarms.discard(self)
        if self.timer is not None:
            self.timer.cancel()


def iso() -> str:
    """Now, as Discord writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
