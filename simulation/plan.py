"""What a simulation is made from."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

SELDOM, SLOW = 600.0, 24.0
HURRY, LEISURE = 150.0, 0.04
"""How many times more seldom the bot looks for work in days that pass quickly, and how many times faster people are
where one looks closely, or looks at weeks and months."""


SHORTER, LONGER = 100.0, 20.0
"""By how much, of mixed plans, those are shorter that look closely, and longer that look at weeks."""


@dataclass(frozen=True)
class SimulationPlan:
    """What a simulation is made from: the same plan has the same story."""

    seed: int
    days: float = 2.0
    people: int = 8
    often: float = 0.15
    close: bool = False
    """Looks closely: people are in a hurry, and the bot looks for work as often as it really does."""
    far: bool = False
    """Looks at weeks and months: people have more to do than to play."""
    without_faults: Collection[int] = ()
    without_people: Collection[str] = ()
    only: Collection[str] = ()
    """The kinds of faults that happen; empty for all."""
    served: bool = False
    """Keeps its rows on a model of a PostgreSQL server instead of in a file of SQLite."""

    @property
    def stretch(self) -> float:
        """How much more seldom the bot looks for work that nobody has told it of."""
        return 1.0 if self.close else SELDOM

    @property
    def slowness(self) -> float:
        """The same for what must be done within minutes or hours."""
        return 1.0 if self.close else 10 * SLOW if self.far else SLOW

    @property
    def keen(self) -> float:
        """How much faster people are than usual."""
        return HURRY if self.close else LEISURE if self.far else 1.0


def mixed(plans: Iterable[SimulationPlan]) -> list[SimulationPlan]:
    """The same plans, of three one looks closely and one at weeks, each in about the same real time.

    Every other one is on the model of PostgreSQL.
    """
    kinds = {
        0: lambda plan: replace(plan, close=True, days=plan.days / SHORTER),
        1: lambda plan: replace(plan, far=True, days=plan.days * LONGER),
        2: lambda plan: plan,
    }
    return [replace(kinds[plan.seed % len(kinds)](plan), served=plan.seed % 2 == 0) for plan in plans]
