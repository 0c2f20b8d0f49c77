"""`python -m simulation --seed 1 --days 2`: the bot in a town where much goes wrong, as the seed says."""

import argparse
import os
import sys
import time
from contextlib import nullcontext
from functools import partial
from pathlib import Path

REAL = time.perf_counter  # before the simulation takes the clocks over


def main(words: list[str]) -> int:
    """Simulates what the words say; 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="all chance comes from it")
    parser.add_argument("--days", type=float, default=2.0, help="how long people play")
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--often", type=float, default=0.15, help="how often something goes wrong when someone acts")
    parser.add_argument("--stretch", type=float, default=600.0, help="how much more seldom the bot looks for work")
    parser.add_argument("--tell", action="store_true", help="everything that happens, as it happens")
    parser.add_argument("--trace", type=Path, help="a file for all that the fingerprint is made of")
    given = parser.parse_args(words)
    from simulation.run import Plan, simulate

    plan = Plan(given.seed, given.days, given.people, given.often, given.stretch)
    began = REAL()
    with given.trace.open("w") if given.trace else nullcontext() as file:
        outcome = simulate(plan, print if given.tell else None, partial(print, file=file) if file else None)
    took = REAL() - began
    print(
        f"seed {plan.seed}: {outcome.matches} matches, {outcome.moves} moves, {outcome.match_days:.0f} match-days, "
        f"{outcome.deaths} deaths, {outcome.steps} steps in {took:.1f} s; {dict(outcome.begun)}"
    )
    print(dict(outcome.checked))
    print(f"fingerprint {outcome.fingerprint}")
    if outcome.broken:
        print("\n".join(outcome.story))
        print(f"BROKEN: {outcome.broken}")
        return 1
    return 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Sets of words have the same order in every run only with this.
        again = [sys.executable, "-m", "simulation", *sys.argv[1:]]
        os.execve(sys.executable, again, os.environ | {"PYTHONHASHSEED": "0"})  # noqa: S606 - ourselves
    sys.exit(main(sys.argv[1:]))
