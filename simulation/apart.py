"""Simulations in processes of their own, each forked from this one, which has imported nearly everything."""

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from simulation.clock import VirtualClock
from simulation.plan import SimulationPlan
from simulation.run import Outcome, simulate

PATIENCE = 600
"""Seconds of a core after which a simulation has failed. How much others keep that busy doesn't matter."""

UNFINISHED = "the simulation ended"
"""How the failure of one that has no outcome begins."""

Prelude = Callable[[], object]


def one(plan: SimulationPlan, clock: VirtualClock, prelude: Prelude | None = None) -> Outcome:
    """The outcome of a simulation. `prelude` is called in its process first."""
    ((_, outcome),) = several([plan], clock, 1, prelude)
    return outcome


def several(
    plans: Sequence[SimulationPlan], clock: VirtualClock, at_once: int, prelude: Prelude | None = None
) -> Iterator[tuple[SimulationPlan, Outcome]]:
    """The outcomes of simulations, in order; so many run at the same time."""
    waiting, running = list(plans), list[tuple[SimulationPlan, int, int]]()
    while waiting or running:
        while waiting and len(running) < at_once:
            plan = waiting.pop(0)
            running.append((plan, *_begin(plan, clock, prelude)))
        plan, process, pipe = running.pop(0)
        with os.fdopen(pipe, "rb") as file:
            data = file.read()
        _, status = os.waitpid(process, 0)
        yield plan, pickle.loads(data) if data else Outcome(broken=f"{UNFINISHED} with {status}")  # noqa: S301 - our own


def _begin(plan: SimulationPlan, clock: VirtualClock, prelude: Prelude | None) -> tuple[int, int]:
    reading, writing = os.pipe()
    sys.stdout.flush()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    try:
        os.close(reading)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        if prelude is not None:
            prelude()
        outcome: Any = simulate(plan, clock)
        with os.fdopen(writing, "wb") as file:
            pickle.dump(outcome, file)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)
