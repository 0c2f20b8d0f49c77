"""What tests have worker processes do."""

import os
import sys
import time
from pathlib import Path
from typing import Any


def double(number: int) -> int:
    return 2 * number


def who(_: object) -> int:
    return os.getpid()


def loaded(_: object) -> set[str]:
    """The top packages and our modules that a worker has loaded."""
    return {name for name in sys.modules if name.startswith(("bot.", "cogs")) or "." not in name}


def niceness(_: object) -> int:
    return os.nice(0)


def sockets(_: object) -> list[str]:
    """What kinds of open files a worker has, sockets among them."""
    links = []
    for entry in Path("/proc/self/fd").iterdir():
        try:
            links.append(str(entry.readlink()))
        except OSError:  # the folder itself was open while it was read
            continue
    return [link for link in links if link.startswith("socket:")]


def note_and_hang(folder: str) -> None:
    """Leaves a file with its process id as its name, and never comes back."""
    (Path(folder) / str(os.getpid())).touch()
    while True:
        time.sleep(0.01)


def die(folder: str) -> None:
    (Path(folder) / str(os.getpid())).touch()
    os._exit(3)


def die_once(folder: str) -> int:
    """Dies, unless someone has died here before."""
    if any(Path(folder).iterdir()):
        return os.getpid()
    die(folder)
    raise AssertionError


def fail(secret: Any) -> None:
    raise ValueError(f"hands[0]: {secret}")


def cannot_settle_in() -> None:
    """What a worker does first, on a machine where that fails."""
    raise OSError("nice: not permitted")
