"""`python -m simulation --seed 1 --days 2`: the bot in a town where much goes wrong, as the seed says."""

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from simulation.plan import SimulationPlan, mixed

if TYPE_CHECKING:  # imported late: the simulation takes the clocks over first
    from simulation.run import Outcome

REAL = time.perf_counter  # before the simulation takes the clocks over


def main(words: list[str]) -> int:
    """Simulates what the words say; 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="all chance comes from it")
    parser.add_argument("--seeds", type=int, default=1, help="how many, from that one on")
    parser.add_argument("--days", type=float, default=0.5, help="how long people play")
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--often", type=float, default=0.15, help="how often something goes wrong when someone acts")
    parser.add_argument("--close", action="store_true", help="look closely: every second is as it really is")
    parser.add_argument("--mixed", action="store_true", help="some look closely, some at weeks, half are on PostgreSQL")
    parser.add_argument("--postgresql", action="store_true", help="on a model of a PostgreSQL server")
    parser.add_argument("--far", action="store_true", help="look at weeks: people do little in a day")
    parser.add_argument("--jobs", type=int, default=1, help="how many seeds at the same time")
    parser.add_argument("--without-faults", type=_numbers, default=(), help="numbers of faults that don't happen")
    parser.add_argument("--without-people", type=_words, default=(), help="names of people who stay away")
    parser.add_argument(
        "--only", type=_words, default=(), help="kinds of faults, such as death,http; others don't happen"
    )
    parser.add_argument("--replay", action="store_true", help="tell everything that happens, as it happens")
    parser.add_argument("--shrink", action="store_true", help="make a failure smaller while it remains one")
    parser.add_argument("--trace", type=Path, help="a file for all that the fingerprint is made of")
    given = parser.parse_args(words)
    from simulation.apart import one, several
    from simulation.run import Outcome, prepare, simulate
    from simulation.shrinking import shrink

    plan = SimulationPlan(
        given.seed, given.days, given.people, given.often, given.close, given.far,
        given.without_faults, given.without_people, given.only, given.postgresql,
    )  # fmt: skip
    clock = prepare()
    if given.replay or given.trace:
        with given.trace.open("w") if given.trace else nullcontext() as file:
            outcome = simulate(
                plan, clock, print if given.replay else None, partial(print, file=file) if file else None
            )
        _tell(plan, outcome)
        return bool(outcome.broken)
    if given.shrink:
        outcome = one(plan, clock)
        if outcome.broken:
            plan, outcome = shrink(plan, outcome, partial(one, clock=clock), print)
        _tell(plan, outcome)
        return bool(outcome.broken)
    plans = [replace(plan, seed=seed) for seed in range(given.seed, given.seed + given.seeds)]
    if given.mixed:
        plans = mixed(plans)
    began, broken, all_of_them, sums = REAL(), 0, Counter[str](), Outcome()
    for done, outcome in several(plans, clock, given.jobs):
        broken += bool(outcome.broken)
        all_of_them.update(outcome.checked)
        for name in ("deaths", "moves", "matches", "match_days", "steps", "seconds"):
            setattr(sums, name, getattr(sums, name) + getattr(outcome, name))
        _tell(done, outcome)
    took = REAL() - began
    if given.seeds > 1:
        print(
            f"{given.seeds} seeds in {took:.0f} s, {broken} failed: {sums.matches} matches, {sums.moves} moves, "
            f"{sums.match_days:.0f} match-days, {sums.deaths} deaths, {sums.seconds / 3600:.0f} hours"
        )
        print(", ".join(f"{number} {what}" for what, number in sorted(all_of_them.items())))
    return broken > 0


def _tell(plan: SimulationPlan, outcome: "Outcome") -> None:
    """Says how a simulation went; if it failed, what happened last and how to see it again."""
    how = " closely" if plan.close else " for weeks" if plan.far else ""
    how += " on PostgreSQL" if plan.served else ""
    print(
        f"seed {plan.seed}{how}: {outcome.matches} matches, {outcome.moves} moves, "
        f"{outcome.match_days:.0f} match-days, {outcome.deaths} deaths, {outcome.steps} steps; "
        f"fingerprint {outcome.fingerprint[:16]}",
        flush=True,
    )
    if outcome.broken:
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)  # noqa: S607
        print("\n".join(outcome.story))
        print(f"BROKEN at step {outcome.steps}, commit {commit.stdout.strip()}: {outcome.broken}")
        print(f"python -m simulation {_spelt(plan)} --replay", flush=True)


def _spelt(plan: SimulationPlan) -> str:
    words = [f"--seed {plan.seed} --days {plan.days:g} --people {plan.people} --often {plan.often:g}"]
    words += ["--close"] if plan.close else []
    words += ["--far"] if plan.far else []
    words += ["--postgresql"] if plan.served else []
    words += [f"--only {','.join(plan.only)}"] if plan.only else []
    words += [f"--without-faults {','.join(map(str, plan.without_faults))}"] if plan.without_faults else []
    words += [f"--without-people {','.join(plan.without_people)}"] if plan.without_people else []
    return " ".join(words)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split(","))


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Sets of words have the same order in every run only with this.
        again = [sys.executable, "-m", "simulation", *sys.argv[1:]]
        os.execve(sys.executable, again, os.environ | {"PYTHONHASHSEED": "0"})  # noqa: S606 - ourselves
    sys.exit(main(sys.argv[1:]))
