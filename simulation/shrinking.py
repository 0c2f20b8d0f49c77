"""Makes a failure small: fewer people, fewer faults and less time, as long as the same promise is broken."""

import re
from collections.abc import Callable
from dataclasses import replace

from simulation.plan import SimulationPlan
from simulation.run import DAY, Outcome

Run = Callable[[SimulationPlan], Outcome]


def same(one: str, other: str) -> bool:
    """Whether two failures are of one kind: the same words, whatever the numbers."""
    return re.sub(r"\d+", "N", one)[:60] == re.sub(r"\d+", "N", other)[:60]


def shrink(
    plan: SimulationPlan, outcome: Outcome, run: Run, tell: Callable[[str], None]
) -> tuple[SimulationPlan, Outcome]:
    """The smallest plan that was found to fail like this one, and its outcome."""

    def attempt(smaller: SimulationPlan, what: str) -> bool:
        nonlocal plan, outcome
        tried = run(smaller)
        fails = bool(tried.broken) and same(tried.broken, outcome.broken)
        tell(f"{what}: {'still fails' if fails else 'no'}")
        if fails:
            plan, outcome = smaller, tried
        return fails

    attempt(replace(plan, days=outcome.seconds / DAY), "less time")
    for name in list(outcome.people):
        attempt(replace(plan, without_people=(*plan.without_people, name)), f"without {name}")
    size = max(1, len(outcome.faults) // 2)
    while True:
        numbers = [number for number in outcome.faults if number not in plan.without_faults]
        for start in range(0, len(numbers), size):
            some = numbers[start : start + size]
            attempt(replace(plan, without_faults=(*plan.without_faults, *some)), f"without {len(some)} faults")
        if size == 1:
            return plan, outcome
        size = max(1, size // 2)
