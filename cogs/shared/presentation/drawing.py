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

REQUESTED, CALLING, FILMS, COMPUTERS_PLAY = range(4)
"""Ranks of pictures: one that someone asked for, a board that calls someone, a film of what others have played, for who
looks at a page, a board while computers play."""


HURRY_SECONDS = 10.0  # seconds


class Superseded(Exception):
    """A newer picture has replaced this one."""


# Encoding a picture takes a core for some tens of milliseconds. If all cores do that, clicks must wait.
THREADS = max(1, cores() - 1)
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="drawing")
# One more than that is handed over, because the event loop may be busy at the moment when a picture is finished.
WAITING = 1
_slots = FairSlots(THREADS + WAITING)
# A film takes several times as long as a picture that somebody waits for, so one of these needn't wait for its end.
_express_thread = ThreadPoolExecutor(1, thread_name_prefix="drawing at once")
_express = FairSlots(1)


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


def as_files(encoded: Encoded | None, name: str) -> list[discord.File]:
    """The picture as an attachment of this name, if there is one."""
    return [] if encoded is None else [as_file(encoded, name)]


async def draw_in_thread(draw: Callable[[], T], rank: int, wanted: Callable[[], Awaitable[bool]] | None = None) -> T:
    """Calls `draw` in a thread when its turn comes; returns its result. Raises Superseded if not `wanted` by then.

    What someone asked for is drawn beside the others if all threads are busy. Pictures are in the language that is
    spoken, or in English if no font can write that.
    """
    are_busy = _slots.free <= WAITING
    slots, threads = _slots, _threads
    if rank == REQUESTED and are_busy and _express.free:
        slots, threads = _express, _express_thread
    async with slots.slot(rank):
        if wanted is not None and not await wanted():
            raise Superseded
        with speaking(drawable(language())):
            context = copy_context()
        with PICTURES.time():
            return await asyncio.get_running_loop().run_in_executor(threads, context.run, draw)
