"""Threads that were archived and refuse messages, or that a moderator locked."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.match import Place
from cogs.shared.client.client import Client

T = TypeVar("T")

ARCHIVED_THREAD = 50083  # it refuses messages until it is opened again
LOCKED_THREAD = 160005


class ThreadLocked(discord.Forbidden):
    """Only people who manage threads can write there."""


async def send_to_place(bot: Client, place: Place, send: Callable[[], Awaitable[T]]) -> T:
    """Returns the result of `send`, which writes there; reopens an archived thread and calls `send` again.

    Raises ThreadLocked if only a moderator can open it; otherwise whatever `send` raises.
    """
    try:
        return await send()
    except discord.HTTPException as error:
        if error.code == LOCKED_THREAD:
            raise _thread_locked(error) from error
        if error.code != ARCHIVED_THREAD:
            raise
    try:
        await bot.http.edit_channel(place.posted_in, archived=False)
    except discord.Forbidden as error:
        thread = await bot.fetch_channel(place.posted_in)  # the permission to write may be missing
        if isinstance(thread, discord.Thread) and thread.locked:
            raise _thread_locked(error) from error
        raise
    return await send()


def _thread_locked(error: discord.HTTPException) -> ThreadLocked:
    return ThreadLocked(error.response, {"code": error.code, "message": error.text})
