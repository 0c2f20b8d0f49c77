"""Failures of the network and of Discord, and how long to wait before another attempt."""

from datetime import timedelta

import aiohttp
import discord

# What a network does; other errors of discord.py are answers of Discord.
NETWORK_ERRORS = (OSError, aiohttp.ClientError, discord.RateLimited)

LONGEST_PAUSE = 600.0  # seconds between two attempts


def is_temporary(error: discord.HTTPException) -> bool:
    """Whether trying again may help. An answer without a code doesn't come from Discord itself but from before it."""
    return error.status >= 500 or error.status == 429 or error.code == 0


def retry_pause(attempts: int, first: float) -> timedelta:
    """The pause after this many failed attempts: `first` seconds after none, twice as long after each one more."""
    return timedelta(seconds=min(first * 2 ** min(attempts, 20), LONGEST_PAUSE))
