"""Gives memory that nothing uses any more back to the system.

Boards are drawn in threads. Each leaves holes of some megabytes in the heaps of the C library, which keeps them for
later: up to a third of all after some minutes of many pictures. Giving them back takes a thread some milliseconds, and
the pictures after it about as much. Pages of its own for each large block (`mallopt`) would leave no holes, but cost
seven milliseconds a picture.
"""

import asyncio
import ctypes
from collections.abc import Callable
from functools import cache

TRIM_EVERY = 15.0
"""The seconds from one time to the next."""


@cache
def _trim_of_this_system() -> Callable[[int], int] | None:
    """glibc's `malloc_trim`; None on systems with another C library."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return trim


async def give_back() -> None:
    """Gives unused memory back, where the system can do that."""
    trim = _trim_of_this_system()
    if trim is not None:
        await asyncio.to_thread(trim, 0)


async def give_back_regularly() -> None:
    """Does so again and again, until it is cancelled."""
    while True:
        await asyncio.sleep(TRIM_EVERY)
        await give_back()
