"""Names for processes by which others on the same machine know whether they live. A name is at most 32 letters."""

import hashlib
import os
import secrets
import socket
from pathlib import Path

_PROC = Path("/proc")
_STATE, _START = 0, 19  # places of a process's state and start in the part of /proc/N/stat after its name
_GONE = frozenset("ZXx")  # states of processes that have ended


def name_of_this() -> str:
    """A new name for this process: its id, its start, the machine, and some luck. Where Linux isn't, luck alone."""
    place, start = _place(), _start(os.getpid())
    luck = secrets.token_hex(2)
    return secrets.token_hex(8) if not place or start is None else f"{os.getpid()}.{start}.{place}.{luck}"


def is_dead(name: str) -> bool:
    """Whether the process of this name has ended for sure: it ran on this machine, and doesn't any more."""
    process, start, place = _parts(name)
    if not place or place != _place():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it's somebody else's, whom the system may hide from us
        return False
    return _start(process) != start


def describe_process(name: str) -> str:
    """The process in words."""
    process, _, place = _parts(name)
    if not place:
        return "another process"
    return f"process {process} " + ("on this machine" if place == _place() else "on another machine, or in a container")


def _parts(name: str) -> tuple[int, str, str]:
    process, *more = name.split(".")
    if len(more) != 3 or not process.isdigit():
        return 0, "", ""
    return int(process), more[0], more[1]


def _place() -> str:
    """This machine since it was started, and the container; empty where processes aren't listed."""
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii")
        namespace = (_PROC / "self/ns/pid").stat().st_ino
    except OSError:
        return ""
    return hashlib.sha256(f"{boot}{namespace}{socket.gethostname()}".encode()).hexdigest()[:8]


def _start(process: int) -> str | None:
    """When a process was started, in ticks of this machine; None if it has ended."""
    try:
        words = (_PROC / str(process) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return None if words[_STATE] in _GONE else f"{int(words[_START]):x}"
