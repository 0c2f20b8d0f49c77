"""The open pages: events are sent to them live, with messages in displayed form."""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from typing import Final

from aiohttp import web

from bot.playground import checks
from bot.playground.changes import changes
from bot.playground.commands import person
from bot.playground.forms import InvalidForm
from bot.playground.gateway import Gateway
from bot.playground.markdown import render
from bot.playground.storage import Json, copy_of
from bot.playground.world import World

_ENCODER: Final = json.JSONEncoder()


class Pages:
    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self._listeners: dict[asyncio.Queue[str | None], int] = {}

    def add_html(self, message: Json) -> Json:
        """A displayed message with its texts as HTML beside them, and a checksum. Changes its argument."""
        message["html"] = render(message["content"], self._name)
        for media in (*message["attachments"], *(one for _, one in checks.media_of(message["components"]))):
            media.pop("proxy_url", None)  # here it is the same as `url`
        for _, component in checks.walk(message["components"]):
            if component["type"] == checks.TEXT_DISPLAY:
                component["html"] = render(component["content"], self._name)
        for embed in message["embeds"]:
            embed["html"] = render(embed.get("description") or "", self._name)
            for part in embed.get("fields") or ():
                part["html"] = render(part["value"], self._name)
        if message.get("referenced_message"):
            self.add_html(message["referenced_message"])
        fields = {key: value for key, value in message.items() if key != "thread"}  # it has an event of its own
        message["revision"] = f"{zlib.crc32(_ENCODER.encode(fields).encode()):08x}"
        return message

    def _name(self, kind: str, number: int) -> str:
        if kind == "#":
            return str(self.world.channels.get(number, {}).get("name", "unknown"))
        return self.world.people.name_of(number) if number in self.world.people.users else "unknown"

    def tell(self, event: Json, only: int | None) -> None:
        """Sends an event to every open page, or to one person's pages; encoded only once."""
        pages = [queue for queue, user_id in self._listeners.items() if only is None or user_id == only]
        if event["type"] in ("message", "edited", "deleted", "thread"):
            channel = self.world.channels.get(int((event.get("message") or event)["channel_id"]))
            if channel is not None:
                pages = [page for page in pages if self.world.sees(self._listeners[page], channel)]
        if not pages:
            return
        if event["type"] == "message":
            event = event | {"message": self.add_html(copy_of(event["message"]))}
        elif event["type"] == "edited":
            event = self._edit_event(event["message"], event["before"])
        text = json.dumps(event)
        for page in pages:
            page.put_nowait(text)

    def _edit_event(self, message: Json, before: Json) -> Json:
        """The event for an edited message: only the differences, for pages that show the revision before it.

        It names the mentioned people if they have changed.
        """
        message, before = (self.add_html(copy_of(one)) for one in (message, before))
        called = [{"id": user["id"]} for user in message["mentions"] if message["mentions"] != before["mentions"]]
        return {
            "type": "edited",
            "id": message["id"],
            "channel_id": message["channel_id"],
            "author": {"id": message["author"]["id"]},
            "mentions": called,
            "from": before["revision"],
            "changes": list(changes(before, message)),
        }

    async def live(self, request: web.Request) -> web.WebSocketResponse:
        """Events from the server to a page: one JSON event per frame."""
        try:
            me = person(self.world, request.query.get("as"))
        except InvalidForm as mistake:
            raise web.HTTPBadRequest(text=str(mistake)) from None
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._listeners[queue] = me
        queue.put_nowait(json.dumps({"type": "hello", "connected": self.gateway.connected, "me": str(me)}))

        async def write() -> None:
            while (text := await queue.get()) is not None:
                with contextlib.suppress(ConnectionError, RuntimeError):  # the reader notices a closed page
                    await socket.send_str(text)
            await socket.close(code=1001)

        writer = asyncio.create_task(write())
        try:
            async for _ in socket:
                pass  # pages only listen
        finally:
            del self._listeners[queue]
            writer.cancel()
        return socket

    def close(self) -> None:
        for queue in self._listeners:
            queue.put_nowait(None)
