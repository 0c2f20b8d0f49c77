"""Places where the bot isn't a member: people who have installed it for themselves use its commands there.

Discord has three kinds of them: direct messages between two people, groups, and servers that haven't added the bot. A
channel there names the people who are in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.playground.storage import Json, Storage

TEXT, DIRECT, GROUP = 0, 1, 3  # kinds of channels

ON_SERVERS, WITH_BOT, IN_PRIVATE = range(3)
"""The contexts of commands and interactions: on servers, in direct messages with the bot, among people."""

FOR_SERVERS, FOR_PEOPLE = range(2)
"""The kinds of installations of commands."""

FOLLOW_UPS: Final = 5
"""How many messages may follow an interaction whose app only a person has installed."""


def is_elsewhere(channel: Json) -> bool:
    """Whether the bot isn't a member there."""
    return "people" in channel


def offers_to_people(command: Json) -> bool:
    """Whether those who have installed the bot for themselves may use this command."""
    return FOR_PEOPLE in (command.get("integration_types") or ())


def context_of(channel: Json) -> int:
    """The context of what happens in this channel."""
    if channel["type"] not in (DIRECT, GROUP):
        return ON_SERVERS
    return IN_PRIVATE if is_elsewhere(channel) else WITH_BOT


def places(storage: Storage, people: Sequence[int]) -> Iterator[Json]:
    """New channels of each kind, among these people; the first two of them write to each other."""
    everyone = [str(person) for person in people]
    plain: Json = {"last_message_id": None, "flags": 0}
    yield plain | {"id": str(storage.snowflake()), "type": DIRECT, "people": everyone[:2]}
    yield plain | {"id": str(storage.snowflake()), "type": GROUP, "name": "Game night", "people": everyone}
    server: Json = {"type": TEXT, "guild_id": str(storage.snowflake()), "name": "elsewhere", "position": 0}
    server |= {"topic": "", "permission_overwrites": [], "nsfw": False, "rate_limit_per_user": 0, "parent_id": None}
    yield plain | server | {"id": str(storage.snowflake()), "people": everyone}
