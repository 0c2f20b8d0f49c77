"""The web page and its API: what people see, do and, in tests, break."""

from __future__ import annotations

import io
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from aiohttp import web
from PIL import Image

from bot.playground import checks, commands, menus
from bot.playground.answers import InteractionType
from bot.playground.commands import Filled, person
from bot.playground.controls import Controls
from bot.playground.elsewhere import is_elsewhere
from bot.playground.faults import RequestFaults
from bot.playground.forms import Form, InvalidForm, id_in, read_form, refusing
from bot.playground.gateway import Gateway
from bot.playground.guild import hand_over
from bot.playground.interactions import Interactions
from bot.playground.messages import Messages
from bot.playground.pages import Pages
from bot.playground.refusals import Refused
from bot.playground.routes.events import events
from bot.playground.storage import Json
from bot.playground.world import DIRECT, TEXT, World

PAGE: Final = Path(__file__).with_name("page")
_PAGE_FILES: Final = frozenset(file.name for file in PAGE.iterdir())
_SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; frame-src 'self' http://*.discordsays.localhost:*; "
        "frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_AVATAR_COLOURS: Final = ("#7b8cf5", "#8a8f9c", "#58b68b", "#d6b14a", "#c53c48", "#c77bd1")
_SHOWN_INLINE: Final = ("image/png", "image/jpeg", "image/webp", "image/gif")


class WebRoutes:
    def __init__(
        self, world: World, messages: Messages, interactions: Interactions, gateway: Gateway, faults: RequestFaults
    ) -> None:
        self.world = world
        self.messages = messages
        self.interactions = interactions
        self.gateway = gateway
        self.faults = faults
        self.controls = Controls(world, messages, interactions, gateway, faults)
        self.pages = Pages(world, gateway)

    def add_to(self, app: web.Application) -> None:
        router = app.router
        router.add_get("/", self.page)
        router.add_get("/page/{name}", self.page)
        router.add_get(r"/cdn/embed/avatars/{number:\d+}.png", self.default_avatar)
        router.add_get("/cdn/attachments/{channel_id}/{file_id}/{name}", self.file)
        router.add_get(r"/cdn/emojis/{emoji_id:\d+}.png", self.emoji)
        for method, path, handler in (
            ("GET", "/web/health", self.health),
            ("GET", "/web/state", self.state),
            ("GET", r"/web/channels/{channel_id:\d+}/messages", self.history),
            ("POST", r"/web/channels/{channel_id:\d+}/messages", self.say),
            ("GET", r"/web/messages/{message_id:\d+}", self.one_message),
            ("POST", "/web/direct", self.open_direct),
            ("POST", "/web/commands", self.use_command),
            ("POST", "/web/menus", self.use_menu),
            ("POST", "/web/autocomplete", self.autocomplete),
            ("POST", "/web/components", self.use_component),
            ("POST", "/web/modals", self.submit_modal),
            ("POST", "/web/dismiss", self.dismiss),
            ("POST", "/web/launch", self.launch),
            ("POST", "/web/owner", self.choose_owner),
            ("POST", "/web/control", self.control),
            ("GET", "/web/control/log", self.log),
            ("GET", "/web/control/counts", self.counts),
        ):
            router.add_route(method, path, self._wrap(handler))
        router.add_get("/web/live", self.pages.live)

    def _wrap(
        self, handler: Callable[[web.Request], Awaitable[Any]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        """Responds in JSON; a person's mistake is 400 with words, something that doesn't exist 404."""

        async def handle(request: web.Request) -> web.Response:
            return web.json_response(await handler(request))

        return refusing(handle)

    # Files

    async def page(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("name", "index.html")
        if name not in _PAGE_FILES:
            raise web.HTTPNotFound
        return web.FileResponse(PAGE / name, headers=_SECURITY_HEADERS | {"Cache-Control": "no-cache"})

    async def emoji(self, request: web.Request) -> web.Response:
        number, storage = request.match_info["emoji_id"], self.world.storage
        data = storage.file(int(number)) if any(emoji["id"] == number for emoji in storage.things("emoji")) else None
        if data is None:
            return web.Response(status=404, text="This emoji is no longer available.")
        headers = _SECURITY_HEADERS | {"Cache-Control": "private, max-age=86400"}
        return web.Response(body=data, content_type="image/png", headers=headers)

    async def file(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/cdn/")
        if not self.world.links.is_good(path, request.query.get("ex", ""), request.query.get("hm", "")):
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
        """The target of `User.display_avatar`: nobody has a picture here, so it is one of six plain ones."""
        colour = _AVATAR_COLOURS[int(request.match_info["number"]) % len(_AVATAR_COLOURS)]
        picture = io.BytesIO()
        Image.new("RGB", (128, 128), colour).save(picture, "PNG")
        return web.Response(body=picture.getvalue(), content_type="image/png", headers=_SECURITY_HEADERS)

    # What a person sees

    async def health(self, _request: web.Request) -> Json:
        """`commands` are those that people can use, `process` is this one's id."""
        usable = sum(command["type"] == commands.CHAT_INPUT for command in self.world.commands.values())
        return {"page": True, "bot": self.gateway.connected, "commands": usable, "process": os.getpid()}

    async def state(self, request: web.Request) -> Json:
        """Everything the page needs to start: people, channels, commands, whether the bot is there."""
        me = person(self.world, request.query.get("as"))
        world = self.world
        channels = [self._listed(channel, me) for channel in world.channels.values() if world.sees(me, channel)]
        guild_channel = next((c for c in world.channels.values() if c["type"] == TEXT and not is_elsewhere(c)), None)
        direct = {"type": DIRECT}
        return {
            "me": str(me),
            "guild": {"id": world.guild["id"], "name": world.guild["name"]},
            "bot": {
                "id": str(world.bot_id),
                "name": world.people.name_of(world.bot_id),
                "connected": self.gateway.connected,
            },
            "people": [
                {"id": user["id"], "name": world.people.name_of(user_id), "member": user["member"]}
                for user_id, user in world.people.users.items()
                if not user["bot"]
            ],
            "channels": [channel for channel in channels if channel.get("commands") != []],
            "owner": world.guild["owner_id"],
            "activity": self.interactions.activities.command is not None,
            "events": events(world),
            "commands": commands.usable(world, guild_channel or direct, me),
            "direct_commands": commands.usable(world, direct, me),
            "menus": menus.offered(world, guild_channel or direct, me),
            "direct_menus": menus.offered(world, direct, me),
        }

    def _listed(self, channel: Json, user_id: int) -> Json:
        """A channel as the page lists it: where the bot isn't a member, with its title and the commands there."""
        shown = self.world.channel_object(channel)
        if is_elsewhere(channel):
            others = [self.world.people.name_of(int(one)) for one in channel["people"] if int(one) != user_id]
            usable = commands.usable(self.world, channel, user_id)
            shown |= {
                "elsewhere": channel.get("name") or " ".join(others),
                "commands": [command["name"] for command in usable],
            }
        return shown

    def _channel_for(self, user_id: int, channel_id: int) -> Json:
        channel = self.world.channel(channel_id)
        if not self.world.sees(user_id, channel):
            raise Refused(10003)
        return channel

    async def history(self, request: web.Request) -> Json:
        me = person(self.world, request.query.get("as"))
        channel = self._channel_for(me, id_in(request.match_info["channel_id"], "channel"))
        limit = min(id_in(request.query.get("limit", "50"), "limit"), 100)
        before = id_in(value, "before") if (value := request.query.get("before")) else None
        messages = self.messages.visible_to(me, int(channel["id"]), limit=limit, before=before)
        return {"messages": [self.pages.add_html(self.messages.display(message)) for message in messages]}

    async def one_message(self, request: web.Request) -> Json:
        me = person(self.world, request.query.get("as"))
        message = self.messages.find(id_in(request.match_info["message_id"], "message"), me)
        self._channel_for(me, int(message["channel_id"]))
        return self.pages.add_html(self.messages.display(message))

    # What a person does

    async def _form_and_person(self, request: web.Request) -> tuple[Form, int]:
        form = await read_form(request)
        return form, person(self.world, form.text("as"))

    async def say(self, request: web.Request) -> Json:
        form, me = await self._form_and_person(request)
        channel = self._channel_for(me, id_in(request.match_info["channel_id"], "channel"))
        text = form.text("content", "").strip()
        if not 0 < len(text) <= checks.MAX_CONTENT:
            raise InvalidForm(f"A message has 1 to {checks.MAX_CONTENT} characters.")
        if self.world.is_thread(channel):
            if channel["thread_metadata"]["locked"]:
                raise InvalidForm("This thread is locked.")
            if channel["thread_metadata"]["archived"]:
                self.world.set_archived(channel, archived=False)
            self.world.add_to_thread(channel, me)
        message = self.messages.post(int(channel["id"]), me, {"content": text})
        return {"id": message["id"]}

    async def open_direct(self, request: web.Request) -> Json:
        _, me = await self._form_and_person(request)
        return self.world.channel_object(self.world.direct_channel(me))

    async def use_command(self, request: web.Request) -> Json:
        """With `wait`, responds after the bot's first response, and says whether there was one."""
        form, me = await self._form_and_person(request)
        channel = self._channel_for(me, form.number("channel"))
        command, words, leaf = commands.find(self.world, channel, me, form.text("name"))
        filled = Filled(self.world, me, leaf, form.mapping("options"))
        for file_id, upload in filled.files:
            self.world.storage.keep_file(file_id, 0, upload.data)
        interaction = self.interactions.start(
            InteractionType.COMMAND,
            me,
            channel,
            filled.data(command, words),
            name=" ".join(words),
            locale=form.text("locale", "en-US"),
        )
        if form.truth("wait"):
            await interaction.answered.wait()
        return {"interaction": str(interaction.id), "answered": interaction.answer is not None}

    async def use_menu(self, request: web.Request) -> Json:
        """Uses a command in the menu of a person or a message; `kind` says which, `target` is an id."""
        form, me = await self._form_and_person(request)
        channel, kind = self._channel_for(me, form.number("channel")), form.text("kind")
        command = menus.find(self.world, channel, me, kind, form.text("name"))
        if kind == "user":
            data = menus.on_person(self.world, command, form.text("target"))
        else:
            message = self.messages.find(form.number("target"), me)
            if message["channel_id"] != channel["id"]:
                raise InvalidForm("The message is elsewhere.")
            data = menus.on_message(self.messages, command, message)
        interaction = self.interactions.start(
            InteractionType.COMMAND, me, channel, data, name=command["name"], locale=form.text("locale", "en-US")
        )
        return {"interaction": str(interaction.id)}

    async def autocomplete(self, request: web.Request) -> Json:
        """Waits for the bot's suggestions; none if it doesn't respond in time."""
        form, me = await self._form_and_person(request)
        channel, focused = self._channel_for(me, form.number("channel")), form.text("focused")
        command, words, leaf = commands.find(self.world, channel, me, form.text("name"))
        filled = Filled(self.world, me, leaf, form.mapping("options"), focused=focused)
        option = next(option for option in leaf["options"] if option["name"] == focused)
        if not option.get("autocomplete"):
            raise InvalidForm(f"{focused} has no suggestions.")
        interaction = self.interactions.start(
            InteractionType.AUTOCOMPLETE, me, channel, filled.data(command, words), locale=form.text("locale", "en-US")
        )
        await interaction.answered.wait()
        return {"choices": interaction.choices or [], "failed": interaction.choices is None}

    async def use_component(self, request: web.Request) -> Json:
        form, me = await self._form_and_person(request)
        message = self.messages.find(form.number("message"), me)
        channel = self._channel_for(me, int(message["channel_id"]))
        if self.world.is_thread(channel) and channel["thread_metadata"]["locked"]:
            raise InvalidForm("This thread is locked.")
        interaction = self.interactions.use_component(
            me, message, form.text("custom_id"), form.texts("values"), form.text("locale", "en-US")
        )
        return {"interaction": str(interaction.id)}

    async def submit_modal(self, request: web.Request) -> Json:
        form, me = await self._form_and_person(request)
        interaction = self.interactions.submit_modal(
            form.number("interaction"), me, form.mapping("values"), form.text("locale", "en-US")
        )
        return {"interaction": str(interaction.id)}

    async def dismiss(self, request: web.Request) -> Json:
        form, me = await self._form_and_person(request)
        self.messages.dismiss(form.number("message"), me)
        return {}

    async def launch(self, request: web.Request) -> Json:
        """A person uses the Entry Point command: Discord launches the Activity itself, or asks the bot to."""
        form, me = await self._form_and_person(request)
        channel = self._channel_for(me, form.number("channel"))
        command = self.interactions.activities.command
        if command is None:
            raise InvalidForm("This app has no Activity.")
        if command.get("handler") != commands.APP_HANDLER:
            return {"frame": self.interactions.activities.launch(me, channel)[1]}
        data = {"id": command["id"], "name": command["name"], "type": command["type"]}
        name = str(command["name"])
        interaction = self.interactions.start(
            InteractionType.COMMAND, me, channel, data, name=name, locale=form.text("locale", "en-US")
        )
        return {"interaction": str(interaction.id), "name": name}

    async def choose_owner(self, request: web.Request) -> Json:
        """Makes somebody the owner of the server. Everyone may, because on the page one person is all of them."""
        hand_over(self.world, person(self.world, (await read_form(request)).text("owner")))
        return {}

    # What a test breaks

    async def log(self, _request: web.Request) -> Json:
        return self.faults.log.as_json()

    async def counts(self, _request: web.Request) -> Json:
        return self.faults.log.counts()

    async def control(self, request: web.Request) -> Json:
        """One or several switches: the keys of `CONTROLS` with their values. Returns the ids of what was added."""
        return self.controls.use((await read_form(request)).values)
