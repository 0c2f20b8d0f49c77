"""Virtual time. It passes only when the loop lets it, and everything that asks for the time gets this one."""

import time
from typing import Any

import time_machine

BEGINS = 1_767_225_600.0
"""1 January 2026, 00:00 UTC, in seconds since 1970."""

BEGINNINGS = (
    BEGINS, 1_769_774_400.0, 1_772_884_800.0, 1_774_699_200.0, 1_792_843_200.0, 1_798_632_000.0, 1_835_352_000.0,
)  # fmt: skip
"""When simulations begin: then, and at noon on 30 January, 7 and 28 March, 24 October and 30 December 2026 and on
28 February 2028, so before ends of months and years, days of 23 and 25 hours, and a leap day."""

BLINK = 1e-6
"""Seconds that pass between two looks at the clock, so that whoever waits for it without sleeping comes to an end."""


class VirtualClock:
    """Seconds since the simulation began, and what clocks on walls show meanwhile."""

    def __init__(self) -> None:
        self.begins = BEGINS
        self.elapsed = 0.0
        self.wrong = 0.0
        """Seconds by which the machine's clock is ahead."""

    def monotonic(self) -> float:
        """Seconds since some moment."""
        self.elapsed += BLINK
        return self.elapsed

    def wall(self) -> float:
        """Seconds since 1970, as the machine shows them."""
        return self.begins + self.elapsed + self.wrong

    def wall_ns(self) -> int:
        """The same in nanoseconds."""
        return round(self.wall() * 1_000_000) * 1000

    def sleep(self, seconds: float) -> None:
        """Lets time pass."""
        self.elapsed += max(0.0, seconds)

    def advance_to(self, moment: float) -> None:
        """Lets time pass until `monotonic` shows this, if that is in the future."""
        self.elapsed = max(self.elapsed, moment)

    def take_over(self) -> None:
        """Makes this the time of the whole process, for good. Call it before anything imports from `time`."""
        travelling = time_machine.travel(BEGINS, tick=False).start()
        setattr(travelling, "time_ns", self.wall_ns)  # noqa: B010 - mypy allows no assignment
        module: Any = time
        known = module.clock_gettime
        passing = {time.CLOCK_MONOTONIC, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)}
        module.clock_gettime = lambda which: self.monotonic() if which in passing else known(which)
        module.monotonic = module.perf_counter = module.thread_time = module.process_time = self.monotonic
        module.monotonic_ns = module.perf_counter_ns = lambda: round(self.monotonic() * 1e9)
        module.sleep = self.sleep
