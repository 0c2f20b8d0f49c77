"""A user's permissions in a channel, as Discord's bits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.playground.storage import Json

PERMISSIONS: Final = {
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
    "manage_roles": 1 << 28,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
}
_EVERYDAY: Final = (
    "add_reactions",
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "use_external_emojis",
    "use_application_commands",
    "create_public_threads",
    "create_private_threads",
    "send_messages_in_threads",
)
DEFAULT_PERMISSIONS: Final = sum(PERMISSIONS[name] for name in _EVERYDAY)


def bits(names: Iterable[str]) -> int:
    """Raises KeyError for a name that isn't in `PERMISSIONS`."""
    return sum(PERMISSIONS[name] for name in set(names))


def permissions_in(channel: Json, user_id: int) -> int:
    """The permissions that the channel's overwrites leave this user; 0 if the user doesn't see the channel."""
    own = [entry for entry in channel["permission_overwrites"] if entry["id"] == str(user_id)]
    denied = sum(int(entry["deny"]) for entry in own)
    permissions = (DEFAULT_PERMISSIONS & ~denied) | sum(int(entry["allow"]) for entry in own)
    return permissions if permissions & PERMISSIONS["view_channel"] else 0
