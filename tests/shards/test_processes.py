"""Names of processes: others on the machine know whether one lives."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.shards import processes
from bot.shards.processes import describe_process, is_dead, name_of_this

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are listed elsewhere here")

NAME = "from bot.shards.processes import name_of_this; print(name_of_this(), flush=True); input()"
ROOT = Path(__file__).parents[2]


def test_names_fit_and_no_two_are_alike() -> None:
    names = {name_of_this() for _ in range(20)}
    assert len(names) == 20
    assert max(map(len, names)) <= 32


@linux
def test_a_process_is_dead_once_it_has_ended_even_if_nobody_has_asked_how() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", NAME], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    name = process.stdout.readline().strip()
    assert not is_dead(name)
    assert describe_process(name) == f"process {process.pid} on this machine"
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and is still listed
    assert is_dead(name)
    process.communicate()
    assert is_dead(name)


@linux
def test_another_process_with_the_same_number_is_another_one() -> None:
    process, start, place, luck = name_of_this().split(".")
    assert not is_dead(f"{process}.{start}.{place}.{luck}")
    assert is_dead(f"{process}.{start}0.{place}.{luck}")


def test_of_another_machine_nothing_is_known() -> None:
    elsewhere = "4711.1f.00000000.abcd"
    assert not is_dead(elsewhere)
    assert describe_process(elsewhere) == "process 4711 on another machine, or in a container"


@pytest.mark.parametrize("name", ["a3f9c1e07b24d865", "", "1.2", "x.1.2.3"])
def test_a_name_that_is_luck_alone_says_nothing(name: str) -> None:
    assert not is_dead(name)
    assert describe_process(name) == "another process"


def test_where_processes_are_not_listed_a_name_is_luck_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_PROC", tmp_path)
    assert "." not in name_of_this()


@linux
def test_a_process_that_the_system_hides_is_not_known_to_be_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(*_: int) -> None:
        raise PermissionError

    process, start, place, luck = name_of_this().split(".")
    monkeypatch.setattr(os, "kill", kill)
    assert not is_dead(f"{process}.{start}0.{place}.{luck}")


@linux
def test_a_stopped_process_is_not_dead() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", NAME], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    name = process.stdout.readline().strip()
    process.send_signal(signal.SIGSTOP)
    assert not is_dead(name)
    process.kill()
    process.communicate()
