"""Plants small faults into copies of the project and counts those that its tests notice: `make mutants`.

Exit status 1 if an area's tests notice less than they have to, else 0.
"""

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.mutation.copies import PASSED, TOO_LONG, Trial, changed, copied
from tests.mutation.executed import Executed, collected
from tests.mutation.mutants import AREAS, Mutant, mutants_of, sampled, sources

BAR = 90.0  # the least share of mutants that has to be noticed, in per cent
LOWER_BARS: Mapping[str, float] = {
    "bot/players": 85.0,  # guesses and shortcuts: some make no difference that counts
    "images": 75.0,  # sizes and colours: one more or less is often less than anybody sees
}
KILLED, SURVIVED, TIMED_OUT = "killed", "survived", "timed out"


class Chosen:
    """A plug-in of pytest that runs these tests alone, in this order."""

    def __init__(self, tests: Sequence[str]) -> None:
        self._places = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self._places), key=lambda one: self._places[one.nodeid]
        )


def begun(copy: Path, tests: Sequence[str], seconds: float) -> Trial:
    """The chosen tests, up to the first that fails."""
    files = sorted({test.partition("::")[0] for test in tests})
    return Trial(copy, ["-x", "-p", "no:randomly", "--timeout=120", *files], Chosen(tests), 30 + int(4 * seconds))


@dataclass
class Attempt:
    """A mutant in its copy, the trial that runs there, and the rounds of tests that follow if it passes."""

    mutant: Mutant
    copy: Path
    known: Executed
    rounds: list[list[str]]
    trial: Trial = field(init=False)

    def __post_init__(self) -> None:
        self.next_round()

    def next_round(self) -> None:
        tests = self.rounds.pop(0)
        self.trial = begun(self.copy, tests, self.known.time_of(tests))


def outcomes(
    mutants: Sequence[Mutant], sources: Mapping[str, str], known: Executed, copies: Sequence[Path]
) -> Iterator[tuple[Mutant, str]]:
    """What becomes of each mutant, one at a time in each copy."""
    waiting, free = list(reversed(mutants)), list(copies)
    running: list[Attempt] = []
    try:
        while waiting or running:
            while waiting and free:
                mutant, copy = waiting.pop(), free.pop()
                changed(copy, mutant.file, mutant.applied(sources[mutant.file]))
                rounds = known.rounds_for(mutant)
                running.append(Attempt(mutant, copy, known, rounds))
            for attempt in list(running):
                outcome = attempt.trial.outcome()
                if outcome is None:
                    continue
                if outcome == PASSED and attempt.rounds:
                    attempt.next_round()
                    continue
                mutant, copy = attempt.mutant, attempt.copy
                changed(copy, mutant.file, sources[mutant.file])
                running.remove(attempt)
                free.append(copy)
                yield mutant, {PASSED: SURVIVED, TOO_LONG: TIMED_OUT}.get(outcome, KILLED)
            time.sleep(0.02)
    finally:
        for attempt in running:
            attempt.trial.end()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="another seed, another sample")
    parser.add_argument("--each", type=int, default=20, help="how many mutants of each area")
    parser.add_argument("--processes", type=int, default=2, help="how many mutants are tried side by side")
    parser.add_argument("--only", default="", help="only this area, or files whose path begins with this")
    given = parser.parse_args()

    root = Path.cwd()
    texts = {name: (root / name).read_text(encoding="utf-8") for name in sources(root)}
    drawn = sampled(
        (one for name, text in texts.items() for one in mutants_of(name, text)), given.seed, given.each, given.only
    )
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(TemporaryDirectory())) for _ in range(given.processes)]
        copies = [copied(root, folder) for folder in folders]

        def run(arguments: list[str], plugin: object) -> None:
            side_by_side = ["-n", str(given.processes)] if given.processes > 1 else []
            tests = Trial(copies[0], [*side_by_side, *arguments], plugin, 3600)
            stack.callback(tests.end)
            while tests.outcome() is None:
                time.sleep(0.1)

        executed = collected(root / ".mutation", copies[0], run)
        counted: dict[str, Counter[str]] = defaultdict(Counter)
        for mutant, outcome in outcomes(drawn, texts, executed, copies):
            counted[mutant.area][outcome] += 1
            if outcome != KILLED:
                print(f"{outcome}: {mutant.diff(texts[mutant.file])}", flush=True)
    return table(counted)


def table(counted: Mapping[str, Counter[str]]) -> int:
    """Prints how many mutants of each area were noticed; 1 if those are too few somewhere, else 0."""
    few = 0
    print(f"\n{'area':14}{'mutants':>9}{KILLED:>9}{SURVIVED:>10}{TIMED_OUT:>11}{'noticed':>9}")
    for area in AREAS:
        if counts := counted.get(area):
            share = 100 * (counts[KILLED] + counts[TIMED_OUT]) / counts.total()
            enough = share >= LOWER_BARS.get(area, BAR)
            few |= not enough
            numbers = f"{counts.total():9}{counts[KILLED]:9}{counts[SURVIVED]:10}{counts[TIMED_OUT]:11}{share:8.0f}%"
            print(f"{area:14}{numbers}{'' if enough else '  too few'}")
    return few


if __name__ == "__main__":
    sys.exit(main())
