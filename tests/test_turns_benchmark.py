"""`python -m benchmarks turns` reads the CPU time of processes that may end meanwhile."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import turns

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are listed elsewhere here")


def ended() -> int:
    """The id of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_a_process_that_has_ended_takes_no_time() -> None:
    assert turns.seconds_of_process(ended()) == 0


def test_a_worker_may_end_between_being_listed_and_read(monkeypatch: pytest.MonkeyPatch) -> None:
    number, read = ended(), Path.read_text
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    server: Any = SimpleNamespace(postmaster=process.pid)

    def listing(path: Path, *more: Any) -> str:
        return f"{number} " if path.name == "children" else read(path, *more)

    monkeypatch.setattr(Path, "read_text", listing)
    try:
        assert turns.seconds_of([], server)["database"] >= 0
    finally:
        process.communicate(b"\n")


def test_the_time_of_those_that_have_ended_is_their_parents() -> None:
    burn = "import time\nwhile time.process_time() < 0.2: pass"
    script = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}]); print(1, flush=True); input()"
    process = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        apart = turns.seconds_of_process(process.pid, with_ended=True) - turns.seconds_of_process(process.pid)
        assert apart > 0.1
    finally:
        process.communicate(b"\n")
