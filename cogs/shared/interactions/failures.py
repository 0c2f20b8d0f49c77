"""Failures of the network and of Discord, the pauses before retries, and waiting for an event."""

import asyncio
import contextlib
from datetime import timedelta

import aiohttp
import discord

# Errors of the network; all other errors of discord.py are replies from Discord.
NETWORK_ERRORS = (OSError, aiohttp.ClientError, discord.RateLimited)

# Everything by which a request to Discord fails.
REQUEST_ERRORS = (discord.HTTPException, *NETWORK_ERRORS)

LONGEST_PAUSE = 600.0  # seconds between two attempts


def is_temporary(error: discord.HTTPException) -> bool:
    """Whether retrying may help. A reply without a code doesn't come from Discord itself but from a proxy."""
    return error.status >= 500 or error.status == 429 or error.code == 0


def retry_pause(attempts: int, first: float) -> timedelta:
    """The pause after this many failed attempts: `first` seconds, doubled for each further attempt."""
    return timedelta(seconds=min(first * 2 ** min(attempts, 20), LONGEST_PAUSE))


async def comes(event: asyncio.Event, seconds: float) -> bool:
    """Waits for an event, at most for this long; returns whether it has come."""
    if not event.is_set():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await event.wait()
    return event.is_set()
