"""Failures of the network and of Discord, the pauses before retries, waiting for an event, and regular work."""

import asyncio
import contextlib
import logging
from asyncio import sleep
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import timedelta
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import aiohttp
import discord

from bot.computers.faults import where
from bot.match import log_failure

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")
Work = Callable[P, Coroutine[Any, Any, None]]

# Errors of the network; all other errors of discord.py are replies from Discord.
NETWORK_ERRORS = (OSError, aiohttp.ClientError, discord.RateLimited)

# Everything by which a request to Discord fails.
REQUEST_ERRORS = (discord.HTTPException, *NETWORK_ERRORS)

LONGEST_PAUSE = 600.0  # seconds between two attempts

SOON = (0.5, 1.0, 2.0)  # seconds before each further attempt at an answer that someone waits for
AS_LONG_AS_IT_LASTS = (*SOON, 4.0, 8.0, 15.0, *[30.0] * 27)  # until Discord takes no more answers: 15 minutes


def is_temporary(error: discord.HTTPException) -> bool:
    """Whether retrying may help. A reply without a code doesn't come from Discord itself but from a proxy."""
    return error.status >= 500 or error.status == 429 or error.code == 0


def retry_pause(attempts: int, first: float) -> timedelta:
    """The pause after this many failed attempts: `first` seconds, doubled for each further attempt."""
    return timedelta(seconds=min(first * 2 ** min(attempts, 20), LONGEST_PAUSE))


async def insist(send: Callable[[], Awaitable[T]], pauses: Sequence[float] = SOON, *, anyway: bool = False) -> T:
    """Sends what Discord may get twice, such as an edit, again after each of these pauses if the connection was lost.

    `anyway`: also if Discord itself can't take it now, which discord.py has tried five times by then. Raises what the
    last attempt raises.
    """
    for pause in pauses:
        try:
            return await send()
        except discord.HTTPException as error:
            if not anyway or not is_temporary(error):
                raise
            failure: Exception = error
        except NETWORK_ERRORS as error:
            failure = error
        log.warning("Discord didn't take an answer (%s). Sending it again", type(failure).__name__)
        await sleep(pause)
    return await send()


async def comes(event: asyncio.Event, seconds: float) -> bool:
    """Waits for an event, at most for this long; returns whether it has come."""
    if not event.is_set():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await event.wait()
    return event.is_set()


def keep_working(logger: logging.Logger, failing: str) -> Callable[[Callable[P, Awaitable[object]]], Work[P]]:
    """Lets regular work fail until the next time. The log says what was `failing`, unless it has the cause already."""

    def decorate(work: Callable[P, Awaitable[object]]) -> Work[P]:
        @wraps(work)
        async def attempt(*args: P.args, **kwargs: P.kwargs) -> None:
            try:
                await work(*args, **kwargs)
            except Exception as error:  # its text might reveal hidden information
                log_failure(logger, error, "%s: %s, %s", failing, type(error).__name__, where(error))

        return attempt

    return decorate


async def every(
    seconds: float,
    work: Callable[[], Awaitable[object]],
    *,
    wake: asyncio.Event | None = None,
    stop: asyncio.Event | None = None,
) -> None:
    """Does this now and again so long after each time, or once `wake` is set, until `stop` is or it's cancelled."""
    stop = stop or asyncio.Event()
    while not stop.is_set():
        if wake is not None:
            wake.clear()
        await work()
        await comes(wake or stop, seconds)
