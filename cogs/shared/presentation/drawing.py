"""Drawing beside the event loop, leaving a core for replies, and most urgent pictures first."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from time import monotonic
from typing import TypeVar

import discord

from bot.metrics import PICTURES
from bot.slots import FairSlots, cores
from bot.text import language, speaking
from images.canvas.canvas import Encoded
from images.canvas.fonts import drawable

T = TypeVar("T")

REQUESTED, CALLING, COMPUTERS_PLAY = range(3)
"""Ranks of pictures: one that someone asked for, a board that calls someone, a board while computers play."""


HURRY_SECONDS = 10.0  # seconds


class Superseded(Exception):
    """A newer picture has replaced this one."""


# Encoding a picture takes a core for some tens of milliseconds. If all cores do that, clicks must wait.
_THREADS = max(1, cores() - 1)
_threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="drawing")
# One more than that is handed over, because the event loop may be busy at the moment when a picture is finished.
_slots = FairSlots(_THREADS + 1)


def has_backlog() -> bool:
    """Whether more pictures wait than can be drawn at the same time."""
    return _slots.wanted


class Hurry:
    """On while many pictures wait, and for some seconds after, as drawing would otherwise fall behind again."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._until = 0.0

    def is_on(self, *, begins: bool) -> bool:
        """Whether many pictures wait; `begins` if that is visible now."""
        now = self._clock()
        if begins:
            self._until = now + HURRY_SECONDS
        return now < self._until


HURRY = Hurry()


def as_file(encoded: Encoded, name: str) -> discord.File:
    return discord.File(io.BytesIO(encoded.data), filename=f"{name}.{encoded.suffix}")


async def draw_in_thread(draw: Callable[[], T], rank: int, wanted: Callable[[], Awaitable[bool]] | None = None) -> T:
    """Calls `draw` in a thread when its turn comes; returns its result. Raises Superseded if not `wanted` by then.

    Pictures are in the language that is spoken, or in English if no font can write that.
    """
    async with _slots.slot(rank):
        if wanted is not None and not await wanted():
            raise Superseded
        with speaking(drawable(language())):
            context = copy_context()
        with PICTURES.time():
            return await asyncio.get_running_loop().run_in_executor(_threads, context.run, draw)
