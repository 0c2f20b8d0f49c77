"""Drawing beside the event loop, so that a core is left for answering, and what people wait for first."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from bot.places import Places, cores

T = TypeVar("T")

WAITED_FOR, CALLING, GOING_ON = range(3)
"""Ranks of pictures: one that somebody has asked for, a board that calls somebody, a board while computers play."""

# Encoding a picture takes a core for some dozens of milliseconds. Where all cores do that, clicks wait.
_places = Places(max(1, cores() - 1))


async def drawing(draw: Callable[[], T], rank: int) -> T:
    """What `draw` gives, made in a thread when its turn comes."""
    async with _places.taken(rank):
        return await asyncio.to_thread(draw)
