"""What exists: the guild, its people and channels, the bot, its permissions; and the listeners for changes.

The world only stores facts. Two listeners are plugged in when the server is put together: `tell_bot` (the gateway) and
`tell_page` (the live connections of the web page).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from bot.playground.clock import iso
from bot.playground.elsewhere import DIRECT as DIRECT
from bot.playground.elsewhere import GROUP, is_elsewhere, places
from bot.playground.elsewhere import TEXT as TEXT
from bot.playground.links import Links
from bot.playground.people import Users, keep_person
from bot.playground.permissions import ALL, DEFAULT_PERMISSIONS, PERMISSIONS, bits, effective_permissions
from bot.playground.refusals import Refused
from bot.playground.storage import Json, Storage

PEOPLE: Final = ("Ada", "Ben", "Caro", "Dan")
CHANNELS: Final = (("general", "Talk about anything"), ("games", "Tables and boards"))

PUBLIC_THREAD, PRIVATE_THREAD = 11, 12  # kinds of channels
THREADS: Final = (10, PUBLIC_THREAD, PRIVATE_THREAD)

# Gateway intents that decide who gets an event
GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15
ALWAYS: Final = 0


def _nobody(*_: object) -> None:
    """Does nothing: the listener until the server is put together."""


class World:
    def __init__(self, storage: Storage, bot_name: str = "Crux") -> None:
        self.storage = storage
        self.links = Links(storage)
        self.tell_bot: Callable[[str, Json, int, int | None], None] = _nobody  # name, data, intent, guild id
        self.tell_page: Callable[[Json, int | None], None] = _nobody  # event, only for this user
        self.commands: dict[int, Json] = {int(command["id"]): command for command in storage.things("command")}
        if not list(storage.things("guild")):
            self._make_guild(bot_name)
        (self.guild,) = storage.things("guild")
        self.people = Users(storage, self.guild)
        self.channels: dict[int, Json] = {int(channel["id"]): channel for channel in storage.things("channel")}
        self.bot_id = int(self.guild["bot_id"])
        self.guild_id = int(self.guild["id"])

    def _make_guild(self, bot_name: str) -> None:
        """The first start: a guild with two channels, four people and the bot."""
        bot_id, guild_id, role_id = (self.storage.snowflake() for _ in range(3))
        guild = {"id": str(guild_id), "name": "Playground", "bot_id": str(bot_id), "role_id": str(role_id)}
        people = [self.storage.snowflake() for _ in PEOPLE]
        for user_id, name in zip(people, PEOPLE, strict=True):
            keep_person(self.storage, user_id, name, is_bot=False)
        keep_person(self.storage, bot_id, bot_name, is_bot=True)
        for position, (name, topic) in enumerate(CHANNELS):
            self._keep_text_channel(guild["id"], name, topic, position)
        self.storage.keep_thing("guild", guild | {"owner_id": str(people[0])})

    def _keep_text_channel(self, guild_id: str, name: str, topic: str, position: int) -> Json:
        channel: Json = {
            "id": str(self.storage.snowflake()),
            "type": TEXT,
            "guild_id": guild_id,
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

    def set_member(self, user_id: int, *, present: bool) -> None:
        """Lets someone leave the guild or come back, and tells the bot."""
        if not self.people.set_present(user_id, present=present):
            return
        guild = {"guild_id": str(self.guild_id)}
        if present:
            self.tell_bot("GUILD_MEMBER_ADD", self.people.member(user_id) | guild, GUILD_MEMBERS, self.guild_id)
        else:
            event = guild | {"user": self.people.user(user_id)}
            self.tell_bot("GUILD_MEMBER_REMOVE", event, GUILD_MEMBERS, self.guild_id)
        self.tell_page({"type": "world"}, None)

    def add_person(self, name: str) -> int:
        """Adds a person to the guild; returns the id. Raises ValueError for a name that is taken."""
        user_id = self.people.add(name)
        self.tell_page({"type": "world"}, None)
        return user_id

    def add_channel(self, name: str) -> Json:
        """Adds a text channel."""
        channel = self._keep_text_channel(self.guild["id"], name, "", len(self.channels))
        self.channels[int(channel["id"])] = channel
        self.tell_bot("CHANNEL_CREATE", self.channel_object(channel), GUILDS, self.guild_id)
        self.tell_page({"type": "world"}, None)
        return channel

    def open_elsewhere(self) -> None:
        """Gives people the places where the bot isn't a member, unless they have them."""
        if any(is_elsewhere(channel) for channel in self.channels.values()):
            return
        for channel in places(self.storage, [user for user in self.people.users if user != self.bot_id]):
            self.keep_channel(channel)
        self.tell_page({"type": "world"}, None)

    # Channels

    def active_threads(self) -> list[Json]:
        return [c for c in self.channels.values() if c["type"] in THREADS and not c["thread_metadata"]["archived"]]

    def channel(self, channel_id: int) -> Json:
        """The stored document. Raises 10003 for an unknown channel."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise Refused(10003) from None

    def channel_object(self, channel: Json) -> Json:
        """The channel as Discord shows it."""
        shown = {key: value for key, value in channel.items() if key not in ("recipient_id", "members", "people")}
        if channel["type"] in (DIRECT, GROUP):
            people = channel["people"] if is_elsewhere(channel) else [channel["recipient_id"]]
            shown["recipients"] = [self.people.user(int(user_id)) for user_id in people]
        return shown

    def keep_channel(self, channel: Json) -> None:
        self.channels[int(channel["id"])] = channel
        self.storage.keep_thing("channel", channel)

    def is_thread(self, channel: Json) -> bool:
        return channel["type"] in THREADS

    def intent_for_messages(self, channel: Json) -> int:
        return DIRECT_MESSAGES if channel["type"] == DIRECT else GUILD_MESSAGES

    def guild_of(self, channel: Json) -> int | None:
        return None if channel["type"] in (DIRECT, GROUP) else int(channel["guild_id"])

    def sees(self, user_id: int, channel: Json) -> bool:
        """Whether a person is shown this channel at all."""
        if is_elsewhere(channel):
            return str(user_id) in channel["people"]
        if channel["type"] == DIRECT:
            return int(channel["recipient_id"]) == user_id
        permissions = self.permissions(user_id, channel)
        if channel["type"] == PRIVATE_THREAD and not permissions & PERMISSIONS["manage_threads"]:
            return bool(permissions) and str(user_id) in channel["members"]
        return bool(permissions)

    def direct_channel(self, user_id: int) -> Json:
        """The channel between the bot and a person, created on first use."""
        for channel in self.channels.values():
            if channel["type"] == DIRECT and channel.get("recipient_id") == str(user_id):
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
        """Opens a thread below `parent`. `auto_archive_duration` is in minutes."""
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

    def change_channel(self, channel: Json) -> None:
        """Stores a channel that was changed in place and tells everyone."""
        self.keep_channel(channel)
        name = "THREAD_UPDATE" if self.is_thread(channel) else "CHANNEL_UPDATE"
        self.tell_bot(name, self.channel_object(channel), GUILDS, self.guild_id)
        self.tell_page({"type": "world"}, None)

    def set_archived(self, thread: Json, *, archived: bool, locked: bool | None = None) -> None:
        thread["thread_metadata"] |= {"archived": archived, "archive_timestamp": iso()}
        if locked is not None:
            thread["thread_metadata"]["locked"] = locked
        self.change_channel(thread)

    def delete_channel(self, channel: Json) -> None:
        """Deletes the channel with its threads and all their messages."""
        channel_id = int(channel["id"])
        for thread in [c for c in self.channels.values() if c.get("parent_id") == channel["id"]]:
            self.delete_channel(thread)
        del self.channels[channel_id]
        self.storage.drop_thing("channel", channel_id)
        self.storage.drop_messages_of(channel_id)
        if self.is_thread(channel):
            ids = {key: channel[key] for key in ("id", "guild_id", "parent_id", "type")}
            self.tell_bot("THREAD_DELETE", ids, GUILDS, self.guild_id)
        elif channel["type"] != DIRECT:
            self.tell_bot("CHANNEL_DELETE", self.channel_object(channel), GUILDS, self.guild_id)
        self.tell_page({"type": "world"}, None)

    # Permissions

    def permissions(self, user_id: int, channel: Json) -> int:
        """What somebody may do in a channel, or in direct messages; 0 for those who don't see it."""
        if is_elsewhere(channel):
            denied = PERMISSIONS["use_external_apps"] if channel.get("hushed") else 0
            return DEFAULT_PERMISSIONS & ~denied if str(user_id) in channel["people"] else 0
        if channel["type"] == DIRECT:
            return DEFAULT_PERMISSIONS
        if not self.people.is_member(user_id):
            return 0
        ruling = self.channels.get(int(channel["parent_id"]), channel) if self.is_thread(channel) else channel
        roles = self.people.member(user_id, with_user=False)["roles"]
        return effective_permissions(self._everywhere(user_id, roles), ruling, self.guild["id"], roles, user_id)

    def _everywhere(self, user_id: int, role_ids: Collection[str]) -> int:
        """What a member may do on the whole guild: all for the owner and for administrators."""
        if user_id == self.owner_id:
            return ALL
        named = {role["id"]: role.get("permissions", ()) for role in self.guild.get("roles", ())}
        named[self.guild["role_id"]] = self.guild.get("bot_permissions", ())
        own = DEFAULT_PERMISSIONS | bits(name for role_id in role_ids for name in named.get(role_id, ()))
        return ALL if own & PERMISSIONS["administrator"] else own

    @property
    def owner_id(self) -> int:
        """The owner of the guild, who may do everything."""
        return int(self.guild["owner_id"])

    @property
    def operator_id(self) -> int:
        """The owner of the application: whoever owned the guild first."""
        return int(self.guild.get("operator_id") or self.guild["owner_id"])

    def set_owner(self, user_id: int) -> None:
        """Hands the guild over to a member. Raises 10007 for others."""
        self.people.member(user_id)
        self.guild["operator_id"] = str(self.operator_id)
        self.guild["owner_id"] = str(user_id)
        self.storage.keep_thing("guild", self.guild)
        self.tell_page({"type": "world"}, None)

    def bot_may(self, name: str) -> bool:
        """Whether the bot has a permission on the whole guild."""
        roles = self.people.member(self.bot_id, with_user=False)["roles"]
        return bool(self._everywhere(self.bot_id, roles) & PERMISSIONS[name])

    def bot_permissions(self, channel: Json) -> int:
        return self.permissions(self.bot_id, channel)

    def set_bot_permissions(self, channel: Json, *, deny: Iterable[str] = (), allow: Iterable[str] = ()) -> None:
        """Replaces the overwrites of a text channel: what the bot mustn't do there, and what it may, as may everyone.

        Raises KeyError for an unknown name.
        """
        denied, allowed = bits(deny), bits(allow)
        rulings = [(str(self.bot_id), 1, denied, allowed), (self.guild["id"], 0, 0, allowed)]
        channel["permission_overwrites"] = [
            {"id": whose, "type": kind, "allow": str(allow), "deny": str(deny)}
            for whose, kind, deny, allow in rulings
            if deny or allow
        ]
        self.change_channel(channel)

    def require(self, channel: Json, *names: str) -> None:
        """Raises 50001 if the bot can't see the channel, 50013 if it lacks one of the permissions."""
        permissions = self.bot_permissions(channel)
        if not permissions & PERMISSIONS["view_channel"]:
            raise Refused(50001)
        if any(not permissions & PERMISSIONS[name] for name in names):
            raise Refused(50013)

    def require_sending(self, channel: Json) -> None:
        """Checks that the bot may write here now: permissions, closed direct messages, archived threads."""
        if channel["type"] == DIRECT and not is_elsewhere(channel):
            recipient = self.people.users[int(channel["recipient_id"])]
            if not (recipient["dm_open"] and recipient["member"]):
                raise Refused(50007)
            return
        self.require(channel, "send_messages_in_threads" if self.is_thread(channel) else "send_messages")
        if self.is_thread(channel) and channel["thread_metadata"]["archived"]:
            raise Refused(50083)
