"""Drawing beside the event loop, so that a core is left for answering, and what people wait for first."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TypeVar

import discord

from bot.places import Places, cores
from images.canvas import Encoded

T = TypeVar("T")

REQUESTED, CALLING, COMPUTERS_PLAY = range(3)
"""Ranks of pictures: one that somebody has asked for, a board that calls somebody, a board while computers play."""


HURRY_SECONDS = 10.0  # seconds


class Superseded(Exception):
    """There is something newer to draw by now."""


# Encoding a picture takes a core for some dozens of milliseconds. Where all cores do that, clicks wait.
_THREADS = max(1, cores() - 1)
_threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="drawing")
# One more than that is handed over: the event loop has other things to do at the moment when a picture is finished.
_slots = Places(_THREADS + 1)


def has_backlog() -> bool:
    """Whether there are more pictures to draw than can be drawn at once."""
    return _slots.wanted


class Hurry:
    """While there is much to draw, and some seconds longer: who has just caught up would fall behind again at once."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._until = 0.0

    def is_on(self, *, begins: bool) -> bool:
        """Whether there is much to draw; `begins` if that shows now."""
        now = self._clock()
        if begins:
            self._until = now + HURRY_SECONDS
        return now < self._until


HURRY = Hurry()


def as_file(encoded: Encoded, name: str) -> discord.File:
    """An encoded picture to be attached, called this."""
    return discord.File(io.BytesIO(encoded.data), filename=f"{name}.{encoded.suffix}")


async def draw_in_thread(draw: Callable[[], T], rank: int, wanted: Callable[[], Awaitable[bool]] | None = None) -> T:
    """Return what `draw` returns, called in a thread when its turn comes. Superseded if it isn't `wanted` by then."""
    async with _slots.slot(rank):
        if wanted is not None and not await wanted():
            raise Superseded
        return await asyncio.get_running_loop().run_in_executor(_threads, draw)
