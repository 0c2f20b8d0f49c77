"""Channels and threads."""

from __future__ import annotations

from typing import Any

from bot.playground import schema
from bot.playground.forms import id_in
from bot.playground.messages import HAS_THREAD, THREAD_CREATED, THREAD_STARTER, Messages
from bot.playground.refusals import Refused, invalid
from bot.playground.routes.calls import CHANNEL, MESSAGE, NO_CONTENT, Call, Route, channel_of, number
from bot.playground.world import DIRECT, PRIVATE_THREAD, PUBLIC_THREAD, World


class ChannelRoutes:
    def __init__(self, world: World, messages: Messages) -> None:
        self.world = world
        self.messages = messages

    def routes(self) -> list[Route]:
        return [
            ("GET", CHANNEL, self.channel),
            ("PATCH", CHANNEL, self.change_channel),
            ("DELETE", CHANNEL, self.delete_channel),
            ("POST", f"{CHANNEL}/typing", self.typing),
            ("POST", f"{MESSAGE}/threads", self.thread_from_message),
            ("POST", f"{CHANNEL}/threads", self.thread_in_channel),
            ("GET", CHANNEL + r"/thread-members/{user_id:\d+}", self.thread_member),
            ("PUT", CHANNEL + r"/thread-members/{user_id:\d+|@me}", self.join_thread),
        ]

    async def channel(self, call: Call) -> Any:
        return self.world.channel_object(channel_of(self.world, call))

    async def change_channel(self, call: Call) -> Any:
        """Threads: name, archived, locked. Anyone who may write can reopen a thread unless it is locked."""
        channel, body = channel_of(self.world, call), call.body
        if not self.world.is_thread(channel):
            self.world.require(channel, "manage_channels")
            raise Refused(50024)
        schema.check("UpdateThreadRequestPartial", body)
        state = channel["thread_metadata"]
        owns = channel["owner_id"] == str(self.world.bot_id)
        only_reopens = set(body) <= {"archived"} and body.get("archived") is False
        if state["locked"] or body.get("locked") is not None or not (owns or only_reopens):
            self.world.require(channel, "manage_threads")
        if state["archived"] and body.get("archived") is not False:
            raise Refused(50083)
        if body.get("name"):
            channel["name"] = body["name"]
        if body.get("auto_archive_duration"):
            state["auto_archive_duration"] = body["auto_archive_duration"]
        archived = state["archived"] if body.get("archived") is None else body["archived"]
        self.world.set_archived(channel, archived=archived, locked=body.get("locked"))
        return self.world.channel_object(channel)

    async def delete_channel(self, call: Call) -> Any:
        channel = channel_of(self.world, call)
        if channel["type"] != DIRECT:
            self.world.require(channel, "manage_threads" if self.world.is_thread(channel) else "manage_channels")
            self.world.delete_channel(channel)
        return self.world.channel_object(channel)

    async def typing(self, call: Call) -> Any:
        self.world.require_sending(channel_of(self.world, call))
        return NO_CONTENT

    async def thread_from_message(self, call: Call) -> Any:
        channel, body = channel_of(self.world, call), call.body
        schema.check("CreateTextThreadWithMessageRequest", body)
        self.world.require(channel, "create_public_threads")
        message = self.messages.get(int(channel["id"]), number(call, "message_id"))
        if channel["type"] != 0:
            raise Refused(50024)
        if message["flags"] & HAS_THREAD:
            raise Refused(160004)
        thread = self.world.open_thread(
            channel,
            body["name"],
            owner_id=self.world.bot_id,
            thread_id=int(message["id"]),
            auto_archive_duration=body.get("auto_archive_duration") or 4320,
        )
        self.messages.mark_thread(message)
        self._system_message(int(thread["id"]), THREAD_STARTER, "", channel["id"], message["id"])
        return self.world.channel_object(thread)

    async def thread_in_channel(self, call: Call) -> Any:
        channel, body = channel_of(self.world, call), call.body
        schema.check("CreateTextThreadWithoutMessageRequest", body)
        if channel["type"] != 0:
            raise Refused(50024)
        kind = body.get("type") or PRIVATE_THREAD
        if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
            raise invalid(("type",), "BASE_TYPE_CHOICES", "Value must be one of {10, 11, 12}.")
        self.world.require(channel, "create_public_threads" if kind == PUBLIC_THREAD else "create_private_threads")
        thread = self.world.open_thread(
            channel,
            body["name"],
            owner_id=self.world.bot_id,
            kind=kind,
            auto_archive_duration=body.get("auto_archive_duration") or 4320,
        )
        if kind == PUBLIC_THREAD:
            self._system_message(int(channel["id"]), THREAD_CREATED, body["name"], thread["id"], None)
        return self.world.channel_object(thread)

    def _system_message(self, channel_id: int, kind: int, words: str, about: str, message_id: str | None) -> None:
        reference = {"type": 0, "channel_id": about, "guild_id": str(self.world.guild_id)}
        if message_id is not None:
            reference["message_id"] = message_id
        self.messages.post_system(channel_id, self.world.bot_id, words, type=kind, message_reference=reference)

    async def thread_member(self, call: Call) -> Any:
        thread, user_id = channel_of(self.world, call), call.parts["user_id"]
        if user_id not in thread.get("members", ()):
            raise Refused(10007)
        joined = thread["thread_metadata"]["create_timestamp"]
        return {"id": thread["id"], "user_id": user_id, "join_timestamp": joined, "flags": 0}

    async def join_thread(self, call: Call) -> Any:
        thread = channel_of(self.world, call)
        if not self.world.is_thread(thread):
            raise Refused(50024)
        if thread["thread_metadata"]["archived"]:
            raise Refused(50083)
        wanted = call.parts["user_id"]
        user_id = self.world.bot_id if wanted == "@me" else id_in(wanted, "user")
        self.world.people.member(user_id)
        self.world.add_to_thread(thread, user_id)
        return NO_CONTENT
