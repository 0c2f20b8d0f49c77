"""Threads close by themselves and refuse messages then; moderators can lock them as well."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import discord

from bot.match import Place

if TYPE_CHECKING:
    from bot.client import Crux

T = TypeVar("T")

ARCHIVED_THREAD = 50083  # it refuses messages until it is opened again
LOCKED_THREAD = 160005


class ThreadLocked(discord.Forbidden):
    """Only somebody who manages threads can write there."""


async def send_to_place(bot: "Crux", place: Place, send: Callable[[], Awaitable[T]]) -> T:
    """What `send` returns, which writes there; a thread that has closed is opened again first, and `send` called again.

    ThreadLocked where only a moderator can open it; otherwise whatever `send` raises.
    """
    try:
        return await send()
    except discord.HTTPException as error:
        if error.code == LOCKED_THREAD:
            raise _locked(error) from error
        if error.code != ARCHIVED_THREAD:
            raise
    try:
        await bot.http.edit_channel(place.posted_in, archived=False)
    except discord.Forbidden as error:
        thread = await bot.fetch_channel(place.posted_in)  # it may be a permission to write that is missing
        if isinstance(thread, discord.Thread) and thread.locked:
            raise _locked(error) from error
        raise
    return await send()


def _locked(error: discord.HTTPException) -> ThreadLocked:
    return ThreadLocked(error.response, {"code": error.code, "message": error.text})
