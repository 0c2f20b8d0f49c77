"""Gives memory that nothing uses any more back to the system, and keeps the search for it short.

Boards are drawn in threads. Each leaves holes of some megabytes in the heaps of the C library, which keeps them for
later: up to a third of all after some minutes of many pictures. Giving them back takes a thread some milliseconds, and
the pictures after it about as much. Pages of its own for each large block (`mallopt`) would leave no holes, but cost
seven milliseconds a picture. So they are given back as soon as the process has grown by so much since the last time.
"""

import asyncio
import ctypes
import gc
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

LOOK_EVERY = 1.0
"""The seconds from one look at how much the process has grown to the next."""

GROWN = 32 * 1024 * 1024
"""Bytes by which it may grow until unused memory is given back."""

HELD = 64 * 1024 * 1024
"""Bytes by which it may have grown since garbage was last searched for everywhere, without what was given back."""

TRIM_EVERY = 15
"""The looks after which it is given back anyway."""

STATUS = Path("/proc/self/statm")

MIDDLE_SEARCHES = 100  # searches of what isn't new any more for garbage, until one of everything follows


@cache
def trim_of_this_system() -> Callable[[int], int] | None:
    """glibc's `malloc_trim`; None on systems with another C library."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return trim


async def give_back() -> None:
    """Gives unused memory back, where the system can do that."""
    trim = trim_of_this_system()
    if trim is not None:
        await asyncio.to_thread(trim, 0)


async def give_back_regularly() -> None:
    """Does so whenever much has come together, until it is cancelled.

    What stays may be held by garbage, which is searched for seldom: then it is, at once.
    """
    searched = resident()
    while True:
        least = resident()
        for _ in range(TRIM_EVERY):
            await asyncio.sleep(LOOK_EVERY)
            now = resident()
            if now > least + GROWN:
                break
            least = min(least, now)
        await give_back()
        searched = min(searched, resident())
        if resident() > searched + HELD:
            gc.collect()
            await give_back()
            searched = resident()


def resident() -> int:
    """The bytes of memory that this process takes; 0 where the system doesn't tell."""
    try:
        return int(STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def settle() -> None:
    """Leaves all that is loaded by now out of the search for garbage; call it once at the start.

    Looking through all of it holds up clicks for a tenth of a second. Looking through what comes later takes half as
    long. Where many play, Python would do that every fifteen seconds; now it does so a tenth as often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], MIDDLE_SEARCHES)
