"""The web page and its API: what a person sees, does and, for tests, breaks."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import io
import json
import re
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from aiohttp import web
from PIL import Image

from bot.playground import checks, commands
from bot.playground.changes import changes
from bot.playground.commands import Filled, Mistake
from bot.playground.faults import Fault, Faults
from bot.playground.gateway import Gateway
from bot.playground.interactions import Interactions, Kind
from bot.playground.markdown import render
from bot.playground.messages import Messages
from bot.playground.refusals import Refused
from bot.playground.storage import Json
from bot.playground.world import DIRECT, World

PAGE: Final = Path(__file__).with_name("page")
_PAGE_FILES: Final = frozenset(file.name for file in PAGE.iterdir())
_SECURITY_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_AVATAR_COLOURS: Final = ("#7b8cf5", "#8a8f9c", "#58b68b", "#d6b14a", "#c53c48", "#c77bd1")
_ENCODER: Final = json.JSONEncoder()
_SHOWN_INLINE: Final = ("image/png", "image/jpeg", "image/webp", "image/gif")


class Web:
    def __init__(
        self, world: World, messages: Messages, interactions: Interactions, gateway: Gateway, faults: Faults
    ) -> None:
        self.world = world
        self.messages = messages
        self.interactions = interactions
        self.gateway = gateway
        self.faults = faults
        self._listeners: dict[asyncio.Queue[str | None], int] = {}

    def add_to(self, app: web.Application) -> None:
        router = app.router
        router.add_get("/", self.page)
        router.add_get("/page/{name}", self.page)
        router.add_get(r"/cdn/embed/avatars/{number:\d+}.png", self.default_avatar)
        router.add_get("/cdn/attachments/{channel_id}/{file_id}/{name}", self.file)
        for method, path, handler in (
            ("GET", "/web/health", self.health),
            ("GET", "/web/state", self.state),
            ("GET", r"/web/channels/{channel_id:\d+}/messages", self.history),
            ("POST", r"/web/channels/{channel_id:\d+}/messages", self.say),
            ("GET", r"/web/messages/{message_id:\d+}", self.one_message),
            ("POST", "/web/direct", self.open_direct),
            ("POST", "/web/commands", self.use_command),
            ("POST", "/web/autocomplete", self.autocomplete),
            ("POST", "/web/components", self.use_component),
            ("POST", "/web/modals", self.submit_modal),
            ("POST", "/web/dismiss", self.dismiss),
            ("POST", "/web/control", self.control),
            ("GET", "/web/control/log", self.log),
            ("GET", "/web/control/counts", self.counts),
        ):
            router.add_route(method, path, self._wrapped(handler))
        router.add_get("/web/live", self.live)

    def _wrapped(
        self, handler: Callable[[web.Request], Awaitable[Any]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        """Answers in JSON; a person's mistake is 400 with words, something that is not there 404."""

        async def handle(request: web.Request) -> web.Response:
            try:
                return web.json_response(await handler(request))
            except Mistake as mistake:
                return web.json_response({"error": str(mistake)}, status=400)
            except Refused as refusal:
                return web.json_response({"error": refusal.message, "code": refusal.code}, status=refusal.status)

        return handle

    # Files

    async def page(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("name", "index.html")
        if name not in _PAGE_FILES:
            raise web.HTTPNotFound
        return web.FileResponse(PAGE / name, headers=_SECURITY_HEADERS | {"Cache-Control": "no-cache"})

    async def file(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/cdn/")
        if not self.world.link_is_good(path, request.query.get("ex", ""), request.query.get("hm", "")):
            return web.Response(status=404, text="This content is no longer available.")
        data = self.world.storage.file(int(request.match_info["file_id"]))
        if data is None:
            return web.Response(status=404, text="This content is no longer available.")
        kind = {
            "webp": "image/webp",
            "png": "image/png",
            "jpg": "image/jpeg",
            "jpeg": "image/jpeg",
            "gif": "image/gif",
        }.get(request.match_info["name"].rsplit(".", 1)[-1].lower(), "application/octet-stream")
        headers = _SECURITY_HEADERS | {"Cache-Control": "private, max-age=86400"}
        if kind not in _SHOWN_INLINE:
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=data, content_type=kind, headers=headers)

    async def default_avatar(self, request: web.Request) -> web.Response:
        """What `User.display_avatar` links to: nobody here has a picture, so it's one of six plain ones."""
        colour = _AVATAR_COLOURS[int(request.match_info["number"]) % len(_AVATAR_COLOURS)]
        picture = io.BytesIO()
        Image.new("RGB", (128, 128), colour).save(picture, "PNG")
        return web.Response(body=picture.getvalue(), content_type="image/png", headers=_SECURITY_HEADERS)

    # What a person sees

    async def health(self, _request: web.Request) -> Json:
        return {"page": True, "bot": self.gateway.connected, "commands": len(self.world.commands)}

    def _person(self, name: str | None) -> int:
        try:
            user_id = self.world.user_named(name or "")
        except KeyError:
            raise Mistake(f"Nobody here is called {name}.") from None
        if user_id == self.world.bot_id:
            raise Mistake("The bot does not use the page.")
        return user_id

    async def state(self, request: web.Request) -> Json:
        """Everything the page needs to begin: people, channels, commands, whether the bot is there."""
        me = self._person(request.query.get("as"))
        world = self.world
        channels = [world.channel_object(channel) for channel in world.channels.values() if world.sees(me, channel)]
        guild_channel = next((c for c in world.channels.values() if c["type"] == 0), None)
        direct = {"type": DIRECT}
        return {
            "me": str(me),
            "guild": {"id": world.guild["id"], "name": world.guild["name"]},
            "bot": {
                "id": str(world.bot_id),
                "name": world.name_of(world.bot_id),
                "connected": self.gateway.connected,
            },
            "people": [
                {"id": user["id"], "name": world.name_of(user_id), "member": user["member"]}
                for user_id, user in world.users.items()
                if not user["bot"]
            ],
            "channels": channels,
            "commands": commands.usable(world, guild_channel or direct),
            "direct_commands": commands.usable(world, direct),
        }

    def _channel_for(self, user_id: int, channel_id: int) -> Json:
        channel = self.world.channel(channel_id)
        if not self.world.sees(user_id, channel):
            raise Refused(10003)
        return channel

    async def history(self, request: web.Request) -> Json:
        me = self._person(request.query.get("as"))
        channel = self._channel_for(me, int(request.match_info["channel_id"]))
        limit = min(int(request.query.get("limit", "50")), 100)
        before = int(value) if (value := request.query.get("before")) else None
        found = self.messages.visible_to(me, int(channel["id"]), limit=limit, before=before)
        return {"messages": [self.for_page(self.messages.shown(message)) for message in found]}

    async def one_message(self, request: web.Request) -> Json:
        me = self._person(request.query.get("as"))
        message = self.messages.find(int(request.match_info["message_id"]), me)
        self._channel_for(me, int(message["channel_id"]))
        return self.for_page(self.messages.shown(message))

    def for_page(self, message: Json) -> Json:
        """Add HTML versions of a message's texts, and a checksum, in place."""
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
            self.for_page(message["referenced_message"])
        fields = {key: value for key, value in message.items() if key != "thread"}  # an event of its own counts on
        message["revision"] = f"{zlib.crc32(_ENCODER.encode(fields).encode()):08x}"
        return message

    def _name(self, kind: str, number: int) -> str:
        if kind == "#":
            return str(self.world.channels.get(number, {}).get("name", "unknown"))
        return self.world.name_of(number) if number in self.world.users else "unknown"

    def tell(self, event: Json, only: int | None) -> None:
        """An event for every open page, or for one person's pages; encoded once for all of them."""
        pages = [queue for queue, user_id in self._listeners.items() if only is None or user_id == only]
        if event["type"] in ("message", "edited", "deleted", "thread"):
            channel = self.world.channels.get(int((event.get("message") or event)["channel_id"]))
            if channel is not None:
                pages = [page for page in pages if self.world.sees(self._listeners[page], channel)]
        if not pages:
            return
        if event["type"] == "message":
            event = event | {"message": self.for_page(copy.deepcopy(event["message"]))}
        elif event["type"] == "edited":
            event = self._edited(event["message"], event["before"])
        text = json.dumps(event)
        for page in pages:
            page.put_nowait(text)

    def _edited(self, message: Json, before: Json) -> Json:
        """The event for an edited message: only what is different now, for pages that show the revision before it.

        It names people who are mentioned if these are others now.
        """
        message, before = (self.for_page(copy.deepcopy(one)) for one in (message, before))
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
        """Server to page: one JSON event per frame."""
        try:
            me = self._person(request.query.get("as"))
        except Mistake as mistake:
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

    # What a person does

    async def _asked(self, request: web.Request) -> tuple[Json, int]:
        body = await request.json()
        return body, self._person(body.get("as"))

    async def say(self, request: web.Request) -> Json:
        body, me = await self._asked(request)
        channel = self._channel_for(me, int(request.match_info["channel_id"]))
        text = str(body.get("content") or "").strip()
        if not 0 < len(text) <= checks.MAX_CONTENT:
            raise Mistake(f"A message has 1 to {checks.MAX_CONTENT} characters.")
        if self.world.is_thread(channel):
            if channel["thread_metadata"]["locked"]:
                raise Mistake("This thread is locked.")
            if channel["thread_metadata"]["archived"]:
                self.world.set_archived(channel, archived=False)
            self.world.add_to_thread(channel, me)
        message = self.messages.post(int(channel["id"]), me, {"content": text})
        return {"id": message["id"]}

    async def open_direct(self, request: web.Request) -> Json:
        _, me = await self._asked(request)
        return self.world.channel_object(self.world.direct_channel(me))

    async def use_command(self, request: web.Request) -> Json:
        """With `wait` the answer comes with the bot's first answer, and says whether there was one."""
        body, me = await self._asked(request)
        channel = self._channel_for(me, int(body["channel"]))
        command, words, leaf = commands.find(self.world, channel, body["name"])
        filled = Filled(self.world, leaf, body.get("options") or {})
        for file_id, upload in filled.files:
            self.world.storage.keep_file(file_id, 0, upload.data)
        interaction = self.interactions.start(
            Kind.COMMAND,
            me,
            channel,
            filled.data(command, words),
            name=" ".join(words),
            locale=body.get("locale") or "en-US",
        )
        if body.get("wait"):
            await interaction.answered.wait()
        return {"interaction": str(interaction.id), "answered": interaction.answer is not None}

    async def autocomplete(self, request: web.Request) -> Json:
        """Waits for the bot's suggestions; none when it does not answer in time."""
        body, me = await self._asked(request)
        channel = self._channel_for(me, int(body["channel"]))
        command, words, leaf = commands.find(self.world, channel, body["name"])
        filled = Filled(self.world, leaf, body.get("options") or {}, focused=body["focused"])
        option = next(option for option in leaf["options"] if option["name"] == body["focused"])
        if not option.get("autocomplete"):
            raise Mistake(f"{body['focused']} has no suggestions.")
        interaction = self.interactions.start(
            Kind.AUTOCOMPLETE, me, channel, filled.data(command, words), locale=body.get("locale") or "en-US"
        )
        await interaction.answered.wait()
        return {"choices": interaction.choices or [], "failed": interaction.choices is None}

    async def use_component(self, request: web.Request) -> Json:
        body, me = await self._asked(request)
        message = self.messages.find(int(body["message"]), me)
        channel = self._channel_for(me, int(message["channel_id"]))
        if self.world.is_thread(channel) and channel["thread_metadata"]["locked"]:
            raise Mistake("This thread is locked.")
        interaction = self.interactions.use_component(
            me, message, body["custom_id"], body.get("values") or [], body.get("locale") or "en-US"
        )
        return {"interaction": str(interaction.id)}

    async def submit_modal(self, request: web.Request) -> Json:
        body, me = await self._asked(request)
        interaction = self.interactions.submit_modal(
            int(body["interaction"]), me, body.get("values") or {}, body.get("locale") or "en-US"
        )
        return {"interaction": str(interaction.id)}

    async def dismiss(self, request: web.Request) -> Json:
        body, me = await self._asked(request)
        self.messages.dismiss(int(body["message"]), me)
        return {}

    # What a test breaks

    async def log(self, _request: web.Request) -> Json:
        return self.faults.log.as_json()

    async def counts(self, _request: web.Request) -> Json:
        return self.faults.log.counts()

    async def control(self, request: web.Request) -> Json:
        """One switch or several: the keys of `CONTROLS` with their values. Returns the ids of what was added."""
        body = await request.json()
        if unknown := [key for key in body if key not in CONTROLS]:
            raise Mistake(f"There is no switch {unknown[0]}; there are {', '.join(CONTROLS)}.")
        try:
            given = {key: CONTROLS[key](self, value) for key, value in body.items()}
        except (KeyError, TypeError, ValueError) as problem:
            raise Mistake(f"{type(problem).__name__}: {problem}") from None
        return {key: str(given[key]) for key in ("add_person", "add_channel") if key in given}

    def _fail(self, value: Json) -> None:
        self.faults.pending.append(
            Fault(
                times=int(value.get("times", 1)),
                match=re.compile(value.get("match", "")),
                status=value.get("status", 500),
                retry_after=float(value.get("retry_after", 1.0)),
                after=bool(value.get("after", False)),
                is_global=bool(value.get("global", False)),
            )
        )

    def _delay(self, value: Json) -> None:
        self.faults.pending.append(
            Fault(int(value.get("times", 1)), re.compile(value.get("match", "")), delay=float(value["seconds"]))
        )

    def _gateway(self, value: str) -> None:
        {
            "drop": self.gateway.drop,
            "reconnect": self.gateway.ask_to_reconnect,
            "invalid": self.gateway.invalidate,
            "resumable": lambda: self.gateway.invalidate(resumable=True),
            "forget": self.gateway.forget_sessions,
        }[value]()

    def _limits(self, value: Json) -> None:
        for key in value:
            if key not in ("messages", "seconds", "old_edits", "old_edit_seconds"):
                raise KeyError(key)
            setattr(self.faults.limits, key, value[key])
        self.faults.limits.reset()

    def _channel_named(self, value: str) -> Json:
        for channel in self.world.channels.values():
            if str(value) in (channel["id"], channel.get("name")):
                return channel
        raise KeyError(value)

    def _permissions(self, value: Json) -> None:
        channel = self._channel_named(value["channel"])
        self.world.set_bot_permissions(channel, deny=value.get("deny", ()), allow=value.get("allow", ()))

    def _archive(self, value: Json) -> None:
        thread = self._channel_named(value["thread"])
        self.world.set_archived(thread, archived=value.get("archived", True), locked=value.get("locked"))

    def _age(self, value: Json) -> None:
        self.world.storage.age_message(int(value["message"]), float(value.get("seconds", 3601)))

    def _hold_clock(self, value: object) -> None:
        if value:
            self.interactions.clock.hold()
        else:
            self.interactions.clock.release()

    def _expire(self, value: Json) -> None:
        self.interactions.expire(int(value["interaction"]), token_too=bool(value.get("token", False)))


CONTROLS: Final[dict[str, Callable[[Web, Any], object]]] = {
    # The next `times` answers are `status` (500, 429 with `retry_after` seconds, or 0: the connection breaks) where
    # "METHOD /path" matches the pattern `match`; `after`: the request is carried out nevertheless.
    "fail": Web._fail,
    "delay": Web._delay,  # `seconds` before the next `times` answers that match
    "clear_faults": lambda web, _: web.faults.pending.clear(),
    "gateway": Web._gateway,  # drop, reconnect, invalid, resumable, forget
    "limits": Web._limits,  # messages, seconds, old_edits, old_edit_seconds
    "privileged_intents": lambda web, granted: setattr(web.gateway, "privileged_intents", bool(granted)),
    "delete_channel": lambda web, name: web.world.delete_channel(web._channel_named(name)),  # also threads; name or id
    "delete_message": lambda web, message_id: web.messages.delete(web.messages.find(int(message_id))),
    "permissions": Web._permissions,  # {"channel": ..., "deny": [names], "allow": [names]}: replaces earlier ones
    "archive": Web._archive,  # {"thread": ..., "archived": true, "locked": false}
    "leave": lambda web, name: web.world.set_member(web._person(name), present=False),
    "join": lambda web, name: web.world.set_member(web._person(name), present=True),
    "add_person": lambda web, name: web.world.add_person(str(name)),
    "add_channel": lambda web, name: web.world.add_channel(str(name))["id"],
    "close_dms": lambda web, name: web.world.set_dm_open(web._person(name), is_open=False),
    "open_dms": lambda web, name: web.world.set_dm_open(web._person(name), is_open=True),
    "age_message": Web._age,  # {"message": id, "seconds": 3601}
    "expire": Web._expire,  # {"interaction": id, "token": false}: as if 3 s (or 15 min) had passed
    "hold_clock": Web._hold_clock,  # True or False: only `advance_clock` lets time pass for interactions
    "advance_clock": lambda web, seconds: web.interactions.clock.advance(float(seconds)),
    # A bot that a test runs says that nothing more will come of this interaction: who clicked needs no limit of time.
    "finished": lambda web, interaction_id: web.interactions.finish(int(interaction_id)),
    "expire_links": lambda web, _: web.world.expire_links(),
    "clear_log": lambda web, _: web.faults.log.clear(),
}
