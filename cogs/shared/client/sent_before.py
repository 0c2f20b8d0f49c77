"""Messages that were sent before, by a process that ended before it could note that, or whose reply was lost.

Discord makes one message of two that have the same nonce, but only for a few minutes. Whatever is sent again later is
looked up first, by what it says.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord

from cogs.shared.client.client import Client
from cogs.shared.client.failures import is_temporary

if TYPE_CHECKING:
    from discord.types.message import Message

SEARCHED = 100  # messages, the most that Discord gives at once
CLOCKS_DIFFER_BY = timedelta(minutes=1)  # Discord's and this machine's

_CHANGES = re.compile(r"<t:-?\d+(?::\w)?>|\(https?://\S+\)")
"""What may have changed in the same message since: when something ends, and where the newest board is."""

_VERSION = re.compile(r"^(b:\d+):\d+:")
"""Where a custom id says of which version of its match it is, which may have gone on since."""

Told = tuple[tuple[str, ...], tuple[str, ...]]
"""What a message says, and the custom ids of what can be clicked in it, of whichever version."""


async def own_messages(
    bot: Client, channel_id: int, since: datetime | None = None, limit: int = SEARCHED
) -> "list[Message]":
    """The bot's own among the newest messages of a channel, newest first; none if it may not read them.

    Raises discord.HTTPException for temporary failures.
    """
    if bot.user is None:
        return []
    try:
        newest = await bot.http.logs_from(channel_id, limit=limit)
    except discord.HTTPException as error:
        if is_temporary(error):
            raise
        return []
    first = 0 if since is None else discord.utils.time_snowflake(since - CLOCKS_DIFFER_BY)
    return [one for one in newest if int(one["author"]["id"]) == bot.user.id and int(one["id"]) > first]


async def sent_before(
    bot: Client, channel_id: int, message: str | discord.ui.LayoutView, since: datetime | None = None
) -> int | None:
    """The id of the bot's own message that says the same, if it is among the newest of its channel; otherwise None.

    Raises discord.HTTPException for temporary failures.
    """
    spell: Any = getattr(message, "to_components", lambda: message)
    wanted = told(spell())
    for one in await own_messages(bot, channel_id, since):
        if told([one.get("content", ""), one.get("components", [])]) == wanted:
            return int(one["id"])
    return None


def told(parts: object) -> Told:
    """What a text or components, as Discord spells them, say and offer."""
    texts = [text for text in _texts(parts) if text]
    return tuple(texts), tuple(_custom_ids(parts))


def _texts(part: object) -> Iterator[str]:
    if isinstance(part, str):
        yield _CHANGES.sub("", part).strip()
    for inner in _inner(part, "content"):
        yield from _texts(inner)


def _custom_ids(part: Any) -> Iterator[str]:
    if isinstance(part, Mapping) and "custom_id" in part:
        yield _VERSION.sub(r"\1:", str(part["custom_id"]))
    for inner in _inner(part):
        yield from _custom_ids(inner)


def _inner(part: object, *keys: str) -> Iterator[object]:
    """The parts of a list or of a component, with the texts under these keys."""
    if isinstance(part, Mapping):
        yield from (part[key] for key in ("components", *keys) if key in part)
    elif isinstance(part, list):
        yield from part
