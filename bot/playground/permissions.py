"""A user's permissions in a channel, as Discord's bits."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import reduce
from operator import or_
from typing import Final

from bot.playground.storage import Json

PERMISSIONS: Final = {
    "create_instant_invite": 1 << 0,
    "kick_members": 1 << 1,
    "ban_members": 1 << 2,
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_audit_log": 1 << 7,
    "priority_speaker": 1 << 8,
    "stream": 1 << 9,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "send_tts_messages": 1 << 12,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
    "view_guild_insights": 1 << 19,
    "connect": 1 << 20,
    "speak": 1 << 21,
    "mute_members": 1 << 22,
    "deafen_members": 1 << 23,
    "move_members": 1 << 24,
    "use_vad": 1 << 25,
    "change_nickname": 1 << 26,
    "manage_nicknames": 1 << 27,
    "manage_roles": 1 << 28,
    "manage_webhooks": 1 << 29,
    "manage_expressions": 1 << 30,
    "use_application_commands": 1 << 31,
    "request_to_speak": 1 << 32,
    "manage_events": 1 << 33,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "use_external_stickers": 1 << 37,
    "send_messages_in_threads": 1 << 38,
    "use_embedded_activities": 1 << 39,
    "moderate_members": 1 << 40,
    "use_external_apps": 1 << 50,
    "create_events": 1 << 44,
}
ALL: Final = sum(PERMISSIONS.values())
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
    "use_external_apps",
    "use_embedded_activities",
)
DEFAULT_PERMISSIONS: Final = sum(PERMISSIONS[name] for name in _EVERYDAY)


def bits(names: Iterable[str]) -> int:
    """Raises KeyError for a name that isn't in `PERMISSIONS`."""
    return sum(PERMISSIONS[name] for name in set(names))


def effective_permissions(
    everywhere: int, channel: Json, everyone_id: str, role_ids: Collection[str], user_id: int
) -> int:
    """The permissions that somebody who has these `everywhere` has in a channel, after its overwrites.

    First come those of @everyone, then those of the person's roles together, then the person's own. 0 if the person
    doesn't see the channel. Administrators and the owner aren't bound by overwrites.
    """
    if everywhere == ALL:
        return ALL
    permissions = everywhere
    for kind in ({everyone_id}, set(role_ids), {str(user_id)}):
        entries = [entry for entry in channel["permission_overwrites"] if entry["id"] in kind]
        permissions &= ~reduce(or_, (int(entry["deny"]) for entry in entries), 0)
        permissions |= reduce(or_, (int(entry["allow"]) for entry in entries), 0)
    return permissions if permissions & PERMISSIONS["view_channel"] else 0
