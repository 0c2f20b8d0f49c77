"""Messages: posted, edited, deleted and shown; ephemeral ones live in memory only.

A message is kept as Discord's message object, except that links to files are filled in when it is shown, because they
expire. Components refer to files as ``attachment://name`` while kept.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.playground import checks, schema
from bot.playground.bodies import Upload
from bot.playground.checks import COMPONENTS_V2, EPHEMERAL
from bot.playground.clock import iso
from bot.playground.elsewhere import is_elsewhere
from bot.playground.refusals import Path, Refused, invalid
from bot.playground.storage import Json, Storage, copy_of
from bot.playground.world import MESSAGE_CONTENT, World

NONCE_SECONDS: Final = 600  # "the past few minutes" in Discord's words
HOUR: Final = 3600

# Kinds of messages
DEFAULT, THREAD_CREATED, REPLY, CHAT_INPUT_COMMAND, THREAD_STARTER, MENU_COMMAND = 0, 18, 19, 20, 21, 23

# Flags
SUPPRESS_EMBEDS, HAS_THREAD, LOADING, SUPPRESS_NOTIFICATIONS = 1 << 2, 1 << 5, 1 << 7, 1 << 12
_SETTABLE: Final = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2

_MENTION: Final = re.compile(r"<@!?(\d+)>")


@dataclass(slots=True)
class Ephemeral:
    """A message only one person sees."""

    message: Json
    user_id: int


class Messages:
    def __init__(self, world: World) -> None:
        self.world = world
        self.storage = world.storage
        self.ephemeral: dict[int, Ephemeral] = {}

    # Finding

    def get(self, channel_id: int, message_id: int) -> Json:
        """A message everyone sees; 10008 if it is not in this channel."""
        self.world.channel(channel_id)
        message = self.storage.message(message_id)
        if message is None or int(message["channel_id"]) != channel_id:
            raise Refused(10008)
        return message

    def find(self, message_id: int, viewer: int | None = None) -> Json:
        """A message by its id alone, an ephemeral one only for its reader; 10008 if there is none."""
        if (hidden := self.ephemeral.get(message_id)) is not None:
            if viewer is not None and hidden.user_id != viewer:
                raise Refused(10008)
            return hidden.message
        message = self.storage.message(message_id)
        if message is None:
            raise Refused(10008)
        return message

    def visible_to(self, viewer: int, channel_id: int, *, limit: int, before: int | None) -> list[Json]:
        """The newest messages a person sees in a channel, oldest first."""
        messages = self.storage.messages(channel_id, limit=limit, before=before)
        oldest = int(messages[-1]["id"]) if len(messages) == limit else 0
        messages += [
            hidden.message
            for hidden in self.ephemeral.values()
            if hidden.user_id == viewer
            and int(hidden.message["channel_id"]) == channel_id
            and oldest <= int(hidden.message["id"]) < (before if before is not None else 1 << 62)
        ]
        return sorted(messages, key=lambda message: int(message["id"]))

    def with_nonce(self, author_id: int, body: Json) -> Json | None:
        """The first recent message the author sent with this nonce, if the request enforces it."""
        if not body.get("enforce_nonce") or body.get("nonce") in (None, ""):
            return None
        return self.storage.message_with_nonce(author_id, str(body["nonce"]), time.time() - NONCE_SECONDS)

    # Writing

    def post(
        self,
        channel_id: int,
        author_id: int,
        body: Json,
        uploads: Sequence[Upload] = (),
        *,
        path: Path = (),
        seen_by: int | None = None,
        **fields: Any,
    ) -> Json:
        """Checks a new message and posts it. `seen_by`: ephemeral, for this person. `fields`: further message fields.

        `path` is where the message is in the request, for the places named in refusals.
        """
        checks.check_allowed_mentions(body, path)
        message_id = self.storage.snowflake()
        now = iso()
        message: Json = {
            "id": str(message_id),
            "channel_id": str(channel_id),
            "type": DEFAULT,
            "author": self.world.people.user(author_id),
            "content": body.get("content") or "",
            "timestamp": now,
            "edited_timestamp": None,
            "tts": bool(body.get("tts")),
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": body.get("embeds") or [],
            "components": body.get("components") or [],
            "pinned": False,
            "flags": ((body.get("flags") or 0) & _SETTABLE) | (EPHEMERAL if seen_by is not None else 0),
        } | fields
        if body.get("nonce") not in (None, ""):
            message["nonce"] = str(body["nonce"])
        message["attachments"], files = _attachments(self.storage, body, uploads, [], path)
        self._check_emoji(message, path)
        checks.check_message(message | {"poll": body.get("poll"), "sticker_ids": body.get("sticker_ids")}, path=path)
        self._finish(message, body)
        for file_id, upload in files:
            self.storage.keep_file(file_id, message_id, upload.data)
        self._keep(message, seen_by)
        self._announce(message, seen_by)
        return message

    def _check_emoji(self, message: Json, path: Path) -> None:
        if '"emoji"' in json.dumps(message["components"]):
            known = {emoji["id"] for emoji in self.storage.things("emoji")}
            checks.check_own_emoji(message["components"], known, path)

    def post_loading(self, channel_id: int, author_id: int, *, seen_by: int | None, **fields: Any) -> Json:
        """The message of a deferred response: "... is thinking"."""
        flags = LOADING | (EPHEMERAL if seen_by is not None else 0)
        return self.post_system(channel_id, author_id, "", seen_by=seen_by, flags=flags, **fields)

    def post_system(
        self, channel_id: int, author_id: int, words: str, *, seen_by: int | None = None, **fields: Any
    ) -> Json:
        """A message from Discord itself, which needs no checks. `fields`: its type and what belongs to it."""
        message: Json = {
            "id": str(self.storage.snowflake()),
            "channel_id": str(channel_id),
            "type": DEFAULT,
            "author": self.world.people.user(author_id),
            "content": words,
            "timestamp": iso(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
            "pinned": False,
            "flags": 0,
        } | fields
        self._keep(message, seen_by)
        self._announce(message, seen_by)
        return message

    def edit(self, message: Json, body: Json, uploads: Sequence[Upload] = (), *, path: Path = ()) -> Json:
        """Checks the message as it would be afterwards, stores it and announces it."""
        checks.check_allowed_mentions(body, path)
        changed: Json = copy_of(message)
        was_v2 = bool(message["flags"] & COMPONENTS_V2)
        new_flags = (body.get("flags") or 0) & _SETTABLE
        flags_given = body.get("flags") is not None
        for field, empty in (("content", ""), ("embeds", []), ("components", [])):
            if field in body:
                changed[field] = body[field] or empty
        kept_flags = message["flags"] & ~(_SETTABLE if flags_given else 0) & ~LOADING
        changed["attachments"], files = _attachments(self.storage, body, uploads, message["attachments"], path)
        self._check_emoji(changed, path)
        checks.check_message(
            changed | {"flags": kept_flags | new_flags}, was_v2=was_v2, flags_given=flags_given, path=path
        )
        changed["flags"] = kept_flags | new_flags | (COMPONENTS_V2 if was_v2 else 0)
        if not message["flags"] & LOADING:
            changed["edited_timestamp"] = iso()
        self._finish(changed, body)
        kept_files = {attachment["id"] for attachment in changed["attachments"]}
        for attachment in message["attachments"]:
            if attachment["id"] not in kept_files:
                self.storage.drop_file(int(attachment["id"]))
        for file_id, upload in files:
            self.storage.keep_file(file_id, int(message["id"]), upload.data)
        seen_by = self._reader(message)
        self._keep(changed, seen_by)
        self._announce(changed, seen_by, before=message)
        return changed

    def delete(self, message: Json) -> None:
        message_id = int(message["id"])
        seen_by = self._reader(message)
        self.storage.drop_message(message_id)
        self.ephemeral.pop(message_id, None)
        channel = self.world.channels.get(int(message["channel_id"]))
        if (
            channel is not None
            and self.world.is_thread(channel)
            and seen_by is None
            and message["type"] != THREAD_STARTER
        ):
            self._count(channel, -1)
        ids = {"id": message["id"], "channel_id": message["channel_id"]}
        if seen_by is None and channel is not None and not is_elsewhere(channel):
            guild_id = self.world.guild_of(channel)
            event = ids | ({"guild_id": str(guild_id)} if guild_id else {})
            self.world.tell_bot("MESSAGE_DELETE", event, self.world.intent_for_messages(channel), guild_id)
        self.world.tell_page({"type": "deleted"} | ids, seen_by)

    def mark_thread(self, message: Json) -> None:
        """Records and announces that a thread was opened from this message."""
        marked = message | {"flags": message["flags"] | HAS_THREAD}
        self._keep(marked, self._reader(message))
        self._announce(marked, self._reader(message), before=message)

    def dismiss(self, message_id: int, viewer: int) -> None:
        message = self.find(message_id, viewer)
        if not message["flags"] & EPHEMERAL:
            raise Refused(50013)
        self.delete(message)

    # Showing

    def display(self, message: Json, *, nested: bool = False) -> Json:
        """The message object with working links, its thread and the message it replies to."""
        shown: Json = copy_of(message)
        by_name: dict[str, Json] = {}
        for attachment in shown["attachments"]:
            link = self.world.links.to_file(shown["channel_id"], attachment)
            attachment |= {"url": link, "proxy_url": link}
            by_name[attachment["filename"]] = attachment
        for _, media in checks.media_of(shown["components"]):
            _show_media(media, by_name)
        for embed in shown["embeds"]:
            for place in ("image", "thumbnail"):
                if place in embed:
                    _show_media(embed[place], by_name)
            embed.setdefault("type", "rich")
        thread = self.world.channels.get(int(shown["id"])) if shown["flags"] & HAS_THREAD else None
        if thread is not None:
            shown["thread"] = self.world.channel_object(thread)
        reference = shown.get("message_reference")
        if reference and not nested and shown["type"] in (REPLY, THREAD_STARTER):
            try:
                answered = self.find(int(reference["message_id"]))
            except Refused:
                shown["referenced_message"] = None
            else:
                shown["referenced_message"] = self.display(answered, nested=True)
        return shown

    # Parts

    def _reader(self, message: Json) -> int | None:
        hidden = self.ephemeral.get(int(message["id"]))
        return None if hidden is None else hidden.user_id

    def _keep(self, message: Json, seen_by: int | None) -> None:
        if seen_by is not None:
            self.ephemeral[int(message["id"])] = Ephemeral(message, seen_by)
            return
        self.storage.keep_message(message, time.time())
        channel = self.world.channels[int(message["channel_id"])]
        if int(channel["last_message_id"] or 0) < int(message["id"]):
            channel["last_message_id"] = message["id"]
            if self.world.is_thread(channel) and message["type"] != THREAD_STARTER:
                channel["total_message_sent"] += 1
                self._count(channel, 1)
            else:
                self.world.keep_channel(channel)

    def _count(self, thread: Json, change: int) -> None:
        """A thread gained or lost a message. As on Discord, its starter message doesn't count."""
        thread["message_count"] += change
        self.world.keep_channel(thread)
        event = {"type": "thread", "channel_id": thread["id"], "message_count": thread["message_count"]}
        self.world.tell_page(event, None)

    def _announce(self, message: Json, seen_by: int | None, *, before: Json | None = None) -> None:
        """Tells the bot and the pages about a new message, or about an edited one and its earlier version."""
        shown = self.display(message)
        if before is None:
            self.world.tell_page({"type": "message", "message": shown}, seen_by)
        else:
            self.world.tell_page({"type": "edited", "message": shown, "before": self.display(before)}, seen_by)
        channel = self.world.channels[int(message["channel_id"])]
        if seen_by is not None or is_elsewhere(channel):
            return  # Discord sends no gateway events for ephemeral messages, or from where the bot isn't a member
        guild_id = self.world.guild_of(channel)
        if guild_id is not None:
            shown["guild_id"] = str(guild_id)
            author_id = int(message["author"]["id"])
            if self.world.people.is_member(author_id):
                shown["member"] = self.world.people.member(author_id, with_user=False)
        name = "MESSAGE_CREATE" if before is None else "MESSAGE_UPDATE"
        self.world.tell_bot(name, shown, self.world.intent_for_messages(channel), guild_id)

    def _finish(self, message: Json, body: Json) -> None:
        """Numbers the components, drops empty keys, and collects mentions."""
        message["components"] = copy_of(message["components"])
        used = {component["id"] for _, component in checks.walk(message["components"]) if component.get("id")}
        numbers: Iterator[int] = (number for number in range(1, 1000) if number not in used)
        for _, component in checks.walk(message["components"]):
            for key in [key for key, value in component.items() if value is None]:
                del component[key]
            component["id"] = component.get("id") or next(numbers)
        texts = [message["content"]]
        texts += [c["content"] for _, c in checks.walk(message["components"]) if c["type"] == checks.TEXT_DISPLAY]
        mentioned = list(dict.fromkeys(int(mention) for text in texts for mention in _MENTION.findall(text)))
        allowed = body.get("allowed_mentions")
        if allowed is not None and "users" not in (allowed.get("parse") or ()):
            wanted = {int(user_id) for user_id in allowed.get("users") or ()}
            mentioned = [user_id for user_id in mentioned if user_id in wanted]
        people = self.world.people
        message["mentions"] = [people.user(user_id) for user_id in mentioned if user_id in people.users]


def _attachments(
    storage: Storage, body: Json, uploads: Sequence[Upload], existing: Sequence[Json], path: Path
) -> tuple[list[Json], list[tuple[int, Upload]]]:
    """The attachments after the request, and the new files with their ids."""
    waiting = {upload.number: upload for upload in uploads}
    by_id = {attachment["id"]: attachment for attachment in existing}
    result: list[Json] = [] if body.get("attachments") is not None else list(existing)
    files: list[tuple[int, Upload]] = []

    def add(upload: Upload, entry: Json) -> None:
        file_id = storage.snowflake()
        attachment = {"id": str(file_id)} | upload.describe()
        attachment |= {key: entry[key] for key in ("description", "title") if entry.get(key)}
        result.append(attachment)
        files.append((file_id, upload))

    for index, entry in enumerate(body.get("attachments") or ()):
        if (attachment := by_id.get(str(entry["id"]))) is not None:
            result.append(attachment | {key: entry[key] for key in ("description",) if entry.get(key) is not None})
        elif (upload := waiting.pop(int(entry["id"]), None)) is not None:
            named = Upload(upload.number, entry.get("filename") or upload.filename, upload.data)
            add(named, entry)
        else:
            raise invalid(
                (*path, "attachments", index, "id"),
                "ATTACHMENT_NOT_FOUND",
                "The attachment was not found: neither a file of this request nor one of this message",
            )
    for upload in waiting.values():
        add(upload, {})
    return result, files


def _show_media(media: Json, by_name: dict[str, Json]) -> None:
    name = media["url"].removeprefix("attachment://")
    if name != media["url"] and (attachment := by_name.get(name)) is not None:
        media |= {key: attachment[key] for key in ("url", "proxy_url", "content_type")}
        media |= {"width": attachment.get("width"), "height": attachment.get("height")}
        media |= {"attachment_id": attachment["id"], "loading_state": 2, "flags": 0}
    else:
        media |= {"proxy_url": media["url"], "width": None, "height": None, "loading_state": 2, "flags": 0}


def for_the_bot(data: Json, *, bot_id: int, intents: int) -> Json:
    """A message event for a bot with these intents.

    Without MESSAGE_CONTENT, other people's words are left out unless the bot is mentioned or it's a direct message.
    """
    if intents & MESSAGE_CONTENT or "guild_id" not in data or int(data["author"]["id"]) == bot_id:
        return data
    if any(int(user["id"]) == bot_id for user in data["mentions"]):
        return data
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}


def check_post(name: str, body: Any) -> None:
    """Checks a posted or edited message against the published schema; the body must be an object."""
    if not isinstance(body, dict):
        raise invalid((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    schema.check(name, body)
