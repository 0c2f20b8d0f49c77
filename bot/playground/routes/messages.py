"""Messages of the bot in a channel."""

from __future__ import annotations

import time
from typing import Any

from bot.playground.faults import RequestFaults
from bot.playground.messages import HOUR, REPLY, Messages, check_post
from bot.playground.payloads import reference
from bot.playground.refusals import Refused, invalid
from bot.playground.routes.calls import CHANNEL, MESSAGE, NO_CONTENT, Call, Route, asked, channel_of, number
from bot.playground.storage import Json
from bot.playground.world import DIRECT, World


class MessageRoutes:
    def __init__(self, world: World, messages: Messages, faults: RequestFaults) -> None:
        self.world = world
        self.messages = messages
        self.faults = faults

    def routes(self) -> list[Route]:
        return [
            ("GET", f"{CHANNEL}/messages", self.list_messages),
            ("POST", f"{CHANNEL}/messages", self.post_message),
            ("GET", MESSAGE, self.get_message),
            ("PATCH", MESSAGE, self.edit_message),
            ("DELETE", MESSAGE, self.delete_message),
        ]

    async def list_messages(self, call: Call) -> Any:
        channel = channel_of(self.world, call)
        if channel["type"] != DIRECT:
            self.world.require(channel, "read_message_history")
        limit = asked(call, "limit")
        limit = 50 if limit is None else limit
        if not 1 <= limit <= 100:
            raise invalid(("limit",), "NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
        before, after = asked(call, "before"), asked(call, "after")
        messages = self.world.storage.messages(int(channel["id"]), limit=limit, before=before, after=after)
        return [self.messages.display(message) for message in messages]

    async def post_message(self, call: Call) -> Any:
        channel, body = channel_of(self.world, call), call.body
        self._limit(call, "post", int(channel["id"]))
        check_post("MessageCreateRequest", body)
        self.world.require_sending(channel)
        if (first := self.messages.with_nonce(self.world.bot_id, body)) is not None:
            return self.messages.display(first)
        if call.uploads and channel["type"] != DIRECT:
            self.world.require(channel, "attach_files")
        fields: Json = {}
        if body.get("message_reference"):
            fields = self._reply(channel, body["message_reference"])
        message = self.messages.post(int(channel["id"]), self.world.bot_id, body, call.uploads, **fields)
        return self.messages.display(message)

    def _reply(self, channel: Json, target: Json) -> Json:
        try:
            self.messages.get(int(channel["id"]), int(target["message_id"]))
        except Refused:
            if target.get("fail_if_not_exists", True) is not False:
                raise invalid(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message") from None
            return {}
        original = reference(self.world, int(target["message_id"]), int(channel["id"]))
        return {"type": REPLY, "message_reference": original}

    def _message(self, call: Call) -> tuple[Json, Json]:
        channel = channel_of(self.world, call)
        return channel, self.messages.get(int(channel["id"]), number(call, "message_id"))

    async def get_message(self, call: Call) -> Any:
        channel, message = self._message(call)
        if channel["type"] != DIRECT:
            self.world.require(channel, "read_message_history")
        return self.messages.display(message)

    async def edit_message(self, call: Call) -> Any:
        channel, message = self._message(call)
        body = call.body
        self._limit(call, "edit", int(channel["id"]))
        check_post("MessageEditRequestPartial", body)
        if int(message["author"]["id"]) != self.world.bot_id:
            raise Refused(50005)
        self._check_open(channel)
        if call.uploads and channel["type"] != DIRECT:
            self.world.require(channel, "attach_files")
        if time.time() - self.world.storage.created_at(int(message["id"])) > HOUR:
            self.faults.limits.spend_old_edit(int(channel["id"]))
        return self.messages.display(self.messages.edit(message, body, call.uploads))

    async def delete_message(self, call: Call) -> Any:
        channel, message = self._message(call)
        if int(message["author"]["id"]) != self.world.bot_id:
            self.world.require(channel, "manage_messages")
        self._check_open(channel)
        self.messages.delete(message)
        return NO_CONTENT

    def _check_open(self, channel: Json) -> None:
        if self.world.is_thread(channel) and channel["thread_metadata"]["archived"]:
            raise Refused(50083)

    def _limit(self, call: Call, action: str, channel_id: int) -> None:
        limits = self.faults.limits
        call.headers |= limits.spend(f"{action} {channel_id}", limits.messages, limits.seconds)
