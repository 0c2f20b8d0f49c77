"""A request from the bot, and what all routes share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.playground.bodies import Upload
from bot.playground.forms import InvalidForm, id_in
from bot.playground.refusals import invalid
from bot.playground.storage import Json
from bot.playground.world import World

NO_CONTENT: Final = None
CHANNEL: Final = r"/channels/{channel_id:\d+}"
MESSAGE: Final = CHANNEL + r"/messages/{message_id:\d+}"
GUILD: Final = r"/guilds/{guild_id:\d+}"


@dataclass(slots=True)
class Call:
    """One request: `parts` of its path, its query, JSON body and files; `headers` go with the response.

    `bearer` is the token of a person, where it comes with one in place of the bot's.
    """

    parts: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)
    bearer: str | None = None
    headers: dict[str, str] = field(default_factory=lambda: {"Via": "1.1 playground"})


Handler = Callable[[Call], Awaitable[Any]]
Route = tuple[str, str, Handler]
"""Method, path below the base, handler."""


def number(call: Call, name: str) -> int:
    """An id in the path."""
    return id_in(call.parts[name], name)


def asked(call: Call, name: str) -> int | None:
    """A number in the query; None if it isn't there. Raises 50035 for anything else."""
    try:
        return id_in(text, name) if (text := call.query.get(name)) else None
    except InvalidForm:
        raise invalid((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not int.') from None


def channel_of(world: World, call: Call) -> Json:
    """The route's channel. Raises 10003, 50001 if the bot doesn't see it."""
    channel = world.channel(number(call, "channel_id"))
    world.require(channel)
    return channel
