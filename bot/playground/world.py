"""What exists: the guild, its people and channels, the bot and its permissions; and who is told of changes.

The world only stores facts. Two listeners are plugged in when the server is put together: `tell_bot` (the gateway)
and `tell_page` (the live connections of the web page).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Final

from bot.playground.refusals import Refused
from bot.playground.storage import Json, Storage

PEOPLE: Final = ("Ada", "Ben", "Caro", "Dan")
CHANNELS: Final = (("general", "Talk about anything"), ("games", "Tables and boards"))
ATTACHMENT_LINK_SECONDS: Final = 24 * 3600
SAME_LINK_SECONDS: Final = 3600

# Kinds of channels
TEXT, DIRECT, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
THREADS: Final = (10, PUBLIC_THREAD, PRIVATE_THREAD)

# Gateway intents that decide who hears of an event
GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15
ALWAYS: Final = 0

PERMISSIONS: Final = {
    "manage_channels": 1 << 4,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
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
_DEFAULT_PERMISSIONS: Final = sum(PERMISSIONS[name] for name in _EVERYDAY)


def bits(names: Iterable[str]) -> int:
    """KeyError for a name that is not in `PERMISSIONS`."""
    return sum(PERMISSIONS[name] for name in set(names))


def iso(moment: float | None = None) -> str:
    """A moment (seconds since 1970, now by default) as Discord writes it."""
    at = datetime.now(UTC) if moment is None else datetime.fromtimestamp(moment, UTC)
    return at.isoformat(timespec="milliseconds")


def _nobody(*_: object) -> None:
    """A placeholder for a listener until the server is put together."""


class World:
    def __init__(self, storage: Storage, bot_name: str = "Crux") -> None:
        self.storage = storage
        self.base_url = ""  # set when the server knows its port
        self.tell_bot: Callable[[str, Json, int, int | None], None] = _nobody  # name, data, intent, guild id
        self.tell_page: Callable[[Json, int | None], None] = _nobody  # event, only for this user
        self.users: dict[int, Json] = {}
        self.channels: dict[int, Json] = {}
        self.guild: Json = {}
        self.commands: dict[int, Json] = {int(command["id"]): command for command in storage.things("command")}
        self._link_key = storage.setting("link_key", "") or secrets.token_hex(16)
        storage.set_setting("link_key", self._link_key)
        if not list(storage.things("guild")):
            self._found(bot_name)
        (self.guild,) = storage.things("guild")
        self.users = {int(user["id"]): user for user in storage.things("user")}
        self.channels = {int(channel["id"]): channel for channel in storage.things("channel")}
        self.bot_id = int(self.guild["bot_id"])
        self.guild_id = int(self.guild["id"])

    def _found(self, bot_name: str) -> None:
        """The first start: a guild with two channels, four people and the bot."""
        bot_id, guild_id, role_id = (self.storage.snowflake() for _ in range(3))
        guild = {"id": str(guild_id), "name": "Playground", "bot_id": str(bot_id), "role_id": str(role_id)}
        self.guild = guild
        people = [self.storage.snowflake() for _ in PEOPLE]
        for user_id, name in zip(people, PEOPLE, strict=True):
            self._keep_person(user_id, name, is_bot=False)
        self._keep_person(bot_id, bot_name, is_bot=True)
        for position, (name, topic) in enumerate(CHANNELS):
            self._keep_text_channel(name, topic, position)
        self.storage.keep_thing("guild", guild | {"owner_id": str(people[0])})

    def _keep_person(self, user_id: int, name: str, *, is_bot: bool) -> None:
        self.storage.keep_thing(
            "user",
            {
                "id": str(user_id),
                "username": name if is_bot else name.lower(),
                "global_name": None if is_bot else name,
                "discriminator": "0001" if is_bot else "0",
                "bot": is_bot,
                "member": True,
                "joined_at": iso(),
                "dm_open": True,
            },
        )

    def _keep_text_channel(self, name: str, topic: str, position: int) -> Json:
        channel: Json = {
            "id": str(self.storage.snowflake()),
            "type": TEXT,
            "guild_id": self.guild["id"],
            "name": name,
            "topic": topic,
            "position": position,
            "permission_overwrites": [],
            "nsfw": False,
            "rate_limit_per_user": 0,
            "parent_id": None,
            "last_message_id": None,
            "flags": 0,
        }
        self.storage.keep_thing("channel", channel)
        return channel

    # People

    def user(self, user_id: int) -> Json:
        """The public user object; 10013 for an unknown id."""
        kept = self.users.get(user_id)
        if kept is None:
            raise Refused(10013)
        return {
            "id": kept["id"],
            "username": kept["username"],
            "global_name": kept["global_name"],
            "discriminator": kept["discriminator"],
            "avatar": None,
            "banner": None,
            "accent_color": None,
            "avatar_decoration_data": None,
            "collectibles": None,
            "primary_guild": None,
            "public_flags": 0,
            "bot": kept["bot"],
        }

    def name_of(self, user_id: int) -> str:
        kept = self.users[user_id]
        return str(kept["global_name"] or kept["username"])

    def user_named(self, name: str) -> int:
        """The id of the person called `name` (or of the bot); KeyError if there is nobody."""
        for user_id in self.users:
            if name.casefold() == self.name_of(user_id).casefold() or name == str(user_id):
                return user_id
        raise KeyError(name)

    def is_member(self, user_id: int) -> bool:
        return user_id in self.users and bool(self.users[user_id]["member"])

    def member(self, user_id: int, *, with_user: bool = True) -> Json:
        """The member object; 10007 for people who are not (or no longer) in the guild."""
        if not self.is_member(user_id):
            raise Refused(10007)
        kept = self.users[user_id]
        member: Json = {
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [self.guild["role_id"]] if user_id == self.bot_id else [],
            "joined_at": kept["joined_at"],
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }
        return member | ({"user": self.user(user_id)} if with_user else {})

    def set_member(self, user_id: int, *, present: bool) -> None:
        """Let someone leave the guild or come back."""
        kept = self.users[user_id]
        if kept["member"] == present:
            return
        kept["member"] = present
        kept["joined_at"] = iso() if present else kept["joined_at"]
        self.storage.keep_thing("user", kept)
        if present:
            data = self.member(user_id) | {"guild_id": str(self.guild_id)}
            self.tell_bot("GUILD_MEMBER_ADD", data, GUILD_MEMBERS, self.guild_id)
        else:
            gone = {"guild_id": str(self.guild_id), "user": self.user(user_id)}
            self.tell_bot("GUILD_MEMBER_REMOVE", gone, GUILD_MEMBERS, self.guild_id)
        self.tell_page({"type": "world"}, None)

    def add_person(self, name: str) -> int:
        """Add a person to the guild and return the id. ValueError for a name that's taken."""
        if any(name.casefold() == self.name_of(user_id).casefold() for user_id in self.users):
            raise ValueError(f"{name} is here already")
        user_id = self.storage.snowflake()
        self._keep_person(user_id, name, is_bot=False)
        self.users = {int(user["id"]): user for user in self.storage.things("user")}
        self.tell_page({"type": "world"}, None)
        return user_id

    def add_channel(self, name: str, topic: str = "") -> Json:
        """One more text channel."""
        channel = self._keep_text_channel(name, topic, len(self.channels))
        self.channels[int(channel["id"])] = channel
        self.tell_bot("CHANNEL_CREATE", self.channel_object(channel), GUILDS, self.guild_id)
        self.tell_page({"type": "world"}, None)
        return channel

    def set_dm_open(self, user_id: int, *, is_open: bool) -> None:
        self.users[user_id]["dm_open"] = is_open
        self.storage.keep_thing("user", self.users[user_id])

    # The guild

    def roles(self) -> list[Json]:
        def role(role_id: str, name: str, position: int, tags: Json | None) -> Json:
            return {
                "id": role_id,
                "name": name,
                "color": 0,
                "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
                "hoist": False,
                "icon": None,
                "unicode_emoji": None,
                "position": position,
                "permissions": str(_DEFAULT_PERMISSIONS),
                "managed": tags is not None,
                "mentionable": False,
                "flags": 0,
            } | ({"tags": tags} if tags else {})

        bot = str(self.bot_id)
        return [
            role(self.guild["id"], "@everyone", 0, None),
            role(self.guild["role_id"], self.name_of(self.bot_id), 1, {"bot_id": bot}),
        ]

    def guild_object(self) -> Json:
        """As GET /guilds/{id} answers: without channels and members."""
        return {
            "id": self.guild["id"],
            "name": self.guild["name"],
            "icon": None,
            "description": None,
            "splash": None,
            "discovery_splash": None,
            "banner": None,
            "owner_id": self.guild["owner_id"],
            "application_id": None,
            "region": "local",
            "afk_channel_id": None,
            "afk_timeout": 300,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "widget_enabled": False,
            "widget_channel_id": None,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw": False,
            "nsfw_level": 0,
            "roles": self.roles(),
            "emojis": [],
            "stickers": [],
            "features": [],
            "vanity_url_code": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "premium_progress_bar_enabled": False,
            "preferred_locale": "en-US",
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "max_members": 500_000,
            "max_presences": None,
        }

    def guild_create(self, *, with_members: bool) -> Json:
        """The data of GUILD_CREATE. `with_members`: the bot has the members intent and sees everyone."""
        people = [user_id for user_id in self.users if self.is_member(user_id)]
        shown = people if with_members else [self.bot_id]
        return self.guild_object() | {
            "joined_at": self.users[self.bot_id]["joined_at"],
            "large": False,
            "unavailable": False,
            "member_count": len(people),
            "members": [self.member(user_id) for user_id in shown],
            "channels": [self.channel_object(c) for c in self.channels.values() if c["type"] == TEXT],
            "threads": [self.channel_object(thread) for thread in self.active_threads()],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def active_threads(self) -> list[Json]:
        return [c for c in self.channels.values() if c["type"] in THREADS and not c["thread_metadata"]["archived"]]

    # Channels

    def channel(self, channel_id: int) -> Json:
        """The stored document; 10003 for an unknown channel."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise Refused(10003) from None

    def channel_object(self, channel: Json) -> Json:
        """The channel as Discord shows it."""
        shown = {key: value for key, value in channel.items() if key not in ("recipient_id", "members")}
        if channel["type"] == DIRECT:
            shown["recipients"] = [self.user(int(channel["recipient_id"]))]
        return shown

    def keep_channel(self, channel: Json) -> None:
        self.channels[int(channel["id"])] = channel
        self.storage.keep_thing("channel", channel)

    def is_thread(self, channel: Json) -> bool:
        return channel["type"] in THREADS

    def intent_for_messages(self, channel: Json) -> int:
        return DIRECT_MESSAGES if channel["type"] == DIRECT else GUILD_MESSAGES

    def guild_of(self, channel: Json) -> int | None:
        return None if channel["type"] == DIRECT else self.guild_id

    def sees(self, user_id: int, channel: Json) -> bool:
        """Whether a person is shown this channel at all."""
        if channel["type"] == DIRECT:
            return int(channel["recipient_id"]) == user_id
        if not self.is_member(user_id):
            return False
        return channel["type"] != PRIVATE_THREAD or str(user_id) in channel["members"]

    def direct_channel(self, user_id: int) -> Json:
        """The channel between the bot and a person, made when it is first asked for."""
        for channel in self.channels.values():
            if channel["type"] == DIRECT and channel["recipient_id"] == str(user_id):
                return channel
        channel = {
            "id": str(self.storage.snowflake()),
            "type": DIRECT,
            "recipient_id": str(user_id),
            "last_message_id": None,
            "flags": 0,
        }
        self.keep_channel(channel)
        self.tell_page({"type": "world"}, user_id)
        return channel

    def open_thread(
        self,
        parent: Json,
        name: str,
        *,
        owner_id: int,
        kind: int = PUBLIC_THREAD,
        thread_id: int | None = None,
        auto_archive_duration: int = 4320,
    ) -> Json:
        """A new thread below `parent`. `auto_archive_duration` in minutes."""
        now = iso()
        thread: Json = {
            "id": str(thread_id or self.storage.snowflake()),
            "type": kind,
            "guild_id": parent["guild_id"],
            "parent_id": parent["id"],
            "owner_id": str(owner_id),
            "name": name,
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
            "rate_limit_per_user": 0,
            "last_message_id": None,
            "flags": 0,
            "thread_metadata": {
                "archived": False,
                "auto_archive_duration": auto_archive_duration,
                "archive_timestamp": now,
                "locked": False,
                "create_timestamp": now,
            }
            | ({"invitable": True} if kind == PRIVATE_THREAD else {}),
            "members": [str(owner_id)],
        }
        self.keep_channel(thread)
        shown = self.channel_object(thread) | {"newly_created": True}
        self.tell_bot("THREAD_CREATE", shown, GUILDS, self.guild_id)
        self.tell_page({"type": "world"}, None)
        return thread

    def add_to_thread(self, thread: Json, user_id: int) -> None:
        if str(user_id) not in thread["members"]:
            thread["members"].append(str(user_id))
            thread["member_count"] = len(thread["members"])
            self.keep_channel(thread)
            self.tell_page({"type": "world"}, None)

    def changed(self, channel: Json) -> None:
        """Store a channel that was changed in place and announce it."""
        self.keep_channel(channel)
        name = "THREAD_UPDATE" if self.is_thread(channel) else "CHANNEL_UPDATE"
        self.tell_bot(name, self.channel_object(channel), GUILDS, self.guild_id)
        self.tell_page({"type": "world"}, None)

    def set_archived(self, thread: Json, *, archived: bool, locked: bool | None = None) -> None:
        thread["thread_metadata"] |= {"archived": archived, "archive_timestamp": iso()}
        if locked is not None:
            thread["thread_metadata"]["locked"] = locked
        self.changed(thread)

    def delete_channel(self, channel: Json) -> None:
        """The channel with its threads and all their messages."""
        channel_id = int(channel["id"])
        for thread in [c for c in self.channels.values() if c.get("parent_id") == channel["id"]]:
            self.delete_channel(thread)
        del self.channels[channel_id]
        self.storage.drop_thing("channel", channel_id)
        self.storage.drop_messages_of(channel_id)
        if self.is_thread(channel):
            gone = {key: channel[key] for key in ("id", "guild_id", "parent_id", "type")}
            self.tell_bot("THREAD_DELETE", gone, GUILDS, self.guild_id)
        elif channel["type"] != DIRECT:
            self.tell_bot("CHANNEL_DELETE", self.channel_object(channel), GUILDS, self.guild_id)
        self.tell_page({"type": "world"}, None)

    # What the bot may do

    def bot_permissions(self, channel: Json) -> int:
        if channel["type"] == DIRECT:
            return _DEFAULT_PERMISSIONS
        ruling = self.channels.get(int(channel["parent_id"]), channel) if self.is_thread(channel) else channel
        denied = sum(int(entry["deny"]) for entry in ruling["permission_overwrites"] if entry["id"] == str(self.bot_id))
        allowed = sum(
            int(entry["allow"]) for entry in ruling["permission_overwrites"] if entry["id"] == str(self.bot_id)
        )
        permissions = (_DEFAULT_PERMISSIONS & ~denied) | allowed
        return permissions if permissions & PERMISSIONS["view_channel"] else 0

    def set_bot_permissions(self, channel: Json, *, deny: Iterable[str] = (), allow: Iterable[str] = ()) -> None:
        """Set the bot's own overwrite of a text channel, replacing an earlier one. KeyError for an unknown name."""
        denied, allowed = bits(deny), bits(allow)
        channel["permission_overwrites"] = (
            [{"id": str(self.bot_id), "type": 1, "allow": str(allowed), "deny": str(denied)}]
            if denied or allowed
            else []
        )
        self.changed(channel)

    def require(self, channel: Json, *names: str) -> None:
        """50001 if the bot cannot see the channel, 50013 if it lacks one of the permissions."""
        permissions = self.bot_permissions(channel)
        if not permissions & PERMISSIONS["view_channel"]:
            raise Refused(50001)
        if any(not permissions & PERMISSIONS[name] for name in names):
            raise Refused(50013)

    def require_sending(self, channel: Json) -> None:
        """Whether the bot may write here now: permissions, closed direct messages, archived threads."""
        if channel["type"] == DIRECT:
            recipient = self.users[int(channel["recipient_id"])]
            if not (recipient["dm_open"] and recipient["member"]):
                raise Refused(50007)
            return
        self.require(channel, "send_messages_in_threads" if self.is_thread(channel) else "send_messages")
        if self.is_thread(channel) and channel["thread_metadata"]["archived"]:
            raise Refused(50083)

    # Links to files

    def file_link(self, channel_id: str, attachment: Json) -> str:
        """A link that works for a day, signed like the ones of Discord's file server.

        It expires on a full hour, so that a file keeps its link for that long and a browser needn't load it again.
        """
        path = f"attachments/{channel_id}/{attachment['id']}/{attachment['filename']}"
        hours = int(time.time() + ATTACHMENT_LINK_SECONDS) // SAME_LINK_SECONDS + 1
        expires = f"{hours * SAME_LINK_SECONDS:x}"
        return f"{self.base_url}/cdn/{path}?ex={expires}&hm={self._signature(path, expires)}"

    def link_is_good(self, path: str, expires: str, signature: str) -> bool:
        try:
            is_late = int(expires, 16) < time.time()
        except ValueError:
            return False
        return not is_late and hmac.compare_digest(signature, self._signature(path, expires))

    def expire_links(self) -> None:
        """Make all links given out so far stop working."""
        self._link_key = secrets.token_hex(16)
        self.storage.set_setting("link_key", self._link_key)

    def _signature(self, path: str, expires: str) -> str:
        return hmac.new(self._link_key.encode(), f"{path}?{expires}".encode(), hashlib.sha256).hexdigest()
