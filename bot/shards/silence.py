"""When a process counts as dead that says again and again, in a row of the database, until when it surely lives.

Known deaths count at once (`bot.shards.processes`). Otherwise it has been silent for too long: by what it has said, if
that was a while ago, or because it hasn't said anything new for as long as this process has watched. So a clock that is
ahead keeps nobody waiting, and one that is behind by less than a lease makes nobody seem dead.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.shards.processes import is_dead

LEASE = timedelta(seconds=6)
"""How long a process may be silent and still acts. Each renewal lasts so long."""

GRACE = timedelta(seconds=2)
"""How much longer others wait, so that a process that is late has stopped before another begins."""

STARTING = timedelta(seconds=30)
"""How long a successor may be silent that isn't connected yet: on a slow machine the start leaves it no time."""


def boot_seconds() -> float:
    """Seconds since some moment, whatever becomes of the clock; those count in which the machine was suspended."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Silence:
    """What one process has heard of others, and for how long it has been silent itself."""

    def __init__(
        self, elapsed: Callable[[], float] = boot_seconds, known_dead: Callable[[str], bool] = is_dead
    ) -> None:
        self._elapsed = elapsed
        self._known_dead = known_dead
        self._heard: dict[str, tuple[datetime, float]] = {}  # by process: what it said last, and when that was noticed
        self._answering: set[str] = set()
        self._spoke_at = float("-inf")

    def moment(self) -> float:
        """Now, for `break_at`."""
        return self._elapsed()

    def break_at(self, moment: float) -> None:
        """This process has said that it lives, as of a moment before that was written."""
        self._spoke_at = moment

    @property
    def own(self) -> timedelta:
        """For how long this process has said nothing."""
        return timedelta(seconds=min(self._elapsed() - self._spoke_at, timedelta.max.total_seconds()))

    def is_over(self, process: str, until: datetime, now: datetime, *, starting: bool = False) -> bool:
        """Whether a process counts as dead that has last said `until`."""
        if self._known_dead(process):
            return True
        said, noticed = self._heard.get(process, (None, 0.0))
        if said != until:
            if said is not None:
                self._answering.add(process)
            noticed = self._elapsed()
            self._heard[process] = (until, noticed)
        patience = (STARTING if starting else LEASE) + GRACE
        return until + GRACE <= now or self._elapsed() - noticed >= patience.total_seconds()

    def answers(self, process: str) -> bool:
        """Whether a process has said something new since this one first looked."""
        return process in self._answering
