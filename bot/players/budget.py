"""The cost limit of a decision, and the meter that says when to stop."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic, thread_time

CLOCK_EVERY = 0.001  # seconds of CPU time between two checks of the clock, roughly
MOST_UNCHECKED = 16  # positions between them at most
PATIENCE = 3.0


class OutOfBudget(Exception):
    """No positions or no time left."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits for one decision: positions made, and seconds of CPU time; None is no limit.

    `patience` times these seconds may pass on the wall clock if the machine is busy with other things.
    """

    positions: int | None = None
    seconds: float | None = None
    patience: float | None = PATIENCE


class Meter:
    """Counts positions and says when to stop; at `next_check` positions it checks the clock."""

    def __init__(
        self, budget: Budget, core: Callable[[], float] = thread_time, clock: Callable[[], float] = monotonic
    ) -> None:
        self._most = inf
        if budget.positions is not None:
            self._most = float(budget.positions)
        self._core, self._clock = core, clock
        self._until = self._until_clock = inf
        if budget.seconds is not None:
            self._until = core() + budget.seconds
            if budget.patience is not None:
                self._until_clock = clock() + budget.seconds * budget.patience
        self._checked: tuple[int, float] | None = None  # the positions and the time of the last check
        self._unchecked = MOST_UNCHECKED  # positions until the next one
        self.next_check = 0.0
        self.positions = 0

    def spend(self) -> None:
        """Counts one more position. Raises OutOfBudget if none is left."""
        if self.positions >= self.next_check:
            self.check()
        self.positions += 1

    def check(self) -> None:
        """Checks the clock. Raises OutOfBudget if no positions or no time is left."""
        if self.positions >= self._most:
            raise OutOfBudget
        if self._until < inf:
            now = self._core()
            if now >= self._until or self._clock() >= self._until_clock:
                raise OutOfBudget
            if self._checked is not None and now > self._checked[1]:
                positions, before = self._checked
                within = int((self.positions - positions) * CLOCK_EVERY / (now - before))
                # Cheap positions may be followed by others that take long.
                self._unchecked = max(1, min(within, 2 * self._unchecked, MOST_UNCHECKED))
            self._checked = self.positions, now
        self.next_check = min(float(self.positions + self._unchecked), self._most)
