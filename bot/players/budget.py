"""The cost limit of a decision, and the meter that says when to stop."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic, thread_time

CLOCK_EVERY = 16  # positions between two checks of the clock
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
        self._limits: list[tuple[Callable[[], float], float]] = []
        if budget.seconds is not None:
            self._limits.append((core, core() + budget.seconds))
            if budget.patience is not None:
                self._limits.append((clock, clock() + budget.seconds * budget.patience))
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
        for now, until in self._limits:
            if now() >= until:
                raise OutOfBudget
        self.next_check = min(float(self.positions + CLOCK_EVERY), self._most)
