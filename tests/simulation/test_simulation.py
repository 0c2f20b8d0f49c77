"""`python -m simulation`: what follows from a seed, and that each promise would be found broken."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.thorough

SHORT = ("--days", "0.1", "--people", "6")


def simulated(*words: str, first: str = "") -> tuple[int, str]:
    """The exit code and the output of a simulation; `first` is Python that runs before it, with the bot imported."""
    code = f"import sys\nfrom simulation import __main__, apart\n{first}\nsys.exit(__main__.main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def fingerprint(output: str) -> str:
    found = re.search(r"fingerprint (\w+)", output)
    assert found is not None, output
    return found[1]


@pytest.mark.parametrize(
    "how",
    [("--days", "0.1"), ("--days", "0.002", "--close"), ("--days", "1", "--far"), ("--days", "0.1", "--postgresql")],
)
def test_two_runs_of_a_seed_are_the_same_in_every_request_and_row(tmp_path: Path, how: tuple[str, ...]) -> None:
    words = ("--seed", "7", *how)
    traces = [tmp_path / name for name in ("first", "second")]
    outputs = [simulated(*words, "--trace", str(trace))[1] for trace in traces]
    first, second = (trace.read_text().splitlines() for trace in traces)
    assert first == second
    assert len(first) > 100
    assert len({fingerprint(output) for output in outputs}) == 1


def test_another_seed_is_another_story() -> None:
    assert fingerprint(simulated("--seed", "1", *SHORT)[1]) != fingerprint(simulated("--seed", "2", *SHORT)[1])


def test_the_bot_does_little_while_nobody_does_anything() -> None:
    """Where days are to pass quickly, all its looks for work that nobody has told it of are rare."""
    output = simulated("--seed", "7", "--people", "1", "--without-people", "P0")[1]
    steps = re.search(r"(\d+) steps", output)
    assert steps is not None, output
    assert int(steps[1]) < 20_000  # one look a second alone takes 100,000


def test_ten_seeds_keep_all_promises() -> None:
    code, output = simulated("--seed", "1", "--seeds", "10", "--days", "0.15", "--mixed")
    assert code == 0, output
    assert "10 seeds" in output
    assert "0 failed" in output


@pytest.mark.parametrize(
    ("fault", "promise"),
    [
        ("interaction_forgotten", "the log has it"),
        ("seed_told", "The seed of match"),
        pytest.param(
            "buttons_left", "Several boards of a match are noted as the one with buttons", marks=pytest.mark.slow
        ),
    ],
)
def test_a_planted_fault_breaks_the_promise_that_it_should(fault: str, promise: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simulation.planted", fault], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{fault}: found by seed " in done.stdout
    assert promise in done.stdout


PLANTED = """
from simulation import planted
known = apart.simulate
def simulate(plan, clock):
    planted.interaction_forgotten()
    return known(plan, clock)
apart.simulate = simulate
"""
WITH_TROUBLE = ("--seed", "1", "--days", "0.3", "--people", "8", "--often", "0.4")


def test_a_failure_tells_what_happened_last_and_the_command_that_shows_it_again() -> None:
    code, output = simulated(*WITH_TROUBLE, first=PLANTED)
    assert code == 1, output
    assert "BROKEN at step" in output
    assert f"python -m simulation {' '.join(WITH_TROUBLE)} --replay" in output
    assert re.search(r"^ +\d+ +0d \d\d:\d\d:\d\d\.\d{3} P\d ", output, re.MULTILINE)


@pytest.mark.slow
def test_a_failure_is_made_smaller_as_long_as_it_is_the_same() -> None:
    code, output = simulated(*WITH_TROUBLE, "--shrink", first=PLANTED)
    assert code == 1, output
    assert "still fails" in output
    assert "--without-people" in output
