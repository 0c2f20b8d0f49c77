"""The routes under /api/v10 that discord.py calls, each as strict as Discord's own."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import web

from bot.playground import checks, commands, schema
from bot.playground.bodies import Upload, read_body
from bot.playground.faults import HANGS_UP, Faults, TooFast
from bot.playground.guild import guild_object, roles
from bot.playground.interactions import Interactions
from bot.playground.messages import HAS_THREAD, HOUR, THREAD_CREATED, THREAD_STARTER, Messages, check_post
from bot.playground.refusals import Refused, invalid
from bot.playground.storage import Json
from bot.playground.world import DIRECT, PRIVATE_THREAD, PUBLIC_THREAD, World

_log = logging.getLogger(__name__)

BASE: Final = "/api/v10"

_TOKEN_ROUTES: Final = re.compile(r"^/(interactions|webhooks)/(\d+)/([^/]+)")
NO_CONTENT: Final = None
STUMBLED: Final = -1  # logged as the code where the playground itself made a mistake


@dataclass(slots=True)
class Call:
    """One request: `parts` of its path, its query, JSON body and files; `headers` go with the answer."""

    parts: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=lambda: {"Via": "1.1 playground"})


Handler = Callable[[Call], Awaitable[Any]]


class Rest:
    def __init__(
        self, world: World, messages: Messages, interactions: Interactions, faults: Faults, token: str | None
    ) -> None:
        self.world = world
        self.messages = messages
        self.interactions = interactions
        self.faults = faults
        self.token = token

    def add_to(self, app: web.Application) -> None:
        channel, message = r"/channels/{channel_id:\d+}", r"/channels/{channel_id:\d+}/messages/{message_id:\d+}"
        application, webhook = r"/applications/{application_id:\d+}", r"/webhooks/{application_id:\d+}/{token}"
        guild = r"/guilds/{guild_id:\d+}"
        routes: list[tuple[str, str, Handler]] = [
            ("GET", "/gateway", self.gateway),
            ("GET", "/gateway/bot", self.gateway_bot),
            ("GET", "/users/@me", self.me),
            ("GET", r"/users/{user_id:\d+}", self.user),
            ("GET", "/users/@me/guilds", self.my_guilds),
            ("POST", "/users/@me/channels", self.open_direct_channel),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/applications/@me", self.application),
            ("GET", f"{application}/commands", self.commands),
            ("PUT", f"{application}/commands", self.put_commands),
            ("GET", f"{application}{guild}/commands", self.commands),
            ("PUT", f"{application}{guild}/commands", self.put_commands),
            ("GET", f"{application}/emojis", self.no_emojis),
            ("GET", guild, self.guild),
            ("GET", f"{guild}/channels", self.guild_channels),
            ("GET", f"{guild}/roles", self.guild_roles),
            ("GET", f"{guild}/threads/active", self.active_threads),
            ("GET", guild + r"/members/{user_id:\d+}", self.member),
            ("GET", channel, self.channel),
            ("PATCH", channel, self.change_channel),
            ("DELETE", channel, self.delete_channel),
            ("POST", f"{channel}/typing", self.typing),
            ("GET", f"{channel}/messages", self.list_messages),
            ("POST", f"{channel}/messages", self.post_message),
            ("GET", message, self.get_message),
            ("PATCH", message, self.edit_message),
            ("DELETE", message, self.delete_message),
            ("POST", f"{message}/threads", self.thread_from_message),
            ("POST", f"{channel}/threads", self.thread_in_channel),
            ("GET", channel + r"/thread-members/{user_id:\d+}", self.thread_member),
            ("PUT", channel + r"/thread-members/{user_id:\d+|@me}", self.join_thread),
            ("POST", r"/interactions/{interaction_id:\d+}/{token}/callback", self.callback),
            ("POST", webhook, self.follow_up),
            ("GET", webhook + r"/messages/{message_id:\d+|@original}", self.get_answer),
            ("PATCH", webhook + r"/messages/{message_id:\d+|@original}", self.edit_answer),
            ("DELETE", webhook + r"/messages/{message_id:\d+|@original}", self.delete_answer),
        ]
        for method, path, handler in routes:
            app.router.add_route(method, BASE + path, self._wrapped(handler))
        app.router.add_route("*", BASE + "/{rest:.*}", self._wrapped(self.unknown_route))

    # Around every request

    def _wrapped(self, handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            path = request.path.removeprefix(BASE)
            call = Call(dict(request.match_info), request.query)
            code: int | None = None
            fault = self.faults.next_for(request.method, path)
            try:
                call.body, call.uploads = await read_body(request)
                if fault is not None and fault.delay:
                    await asyncio.sleep(fault.delay)
                if fault is not None and fault.status is not None and not fault.after:
                    answer = _fault_answer(fault.status, fault.retry_after, is_global=fault.is_global)
                else:
                    self._check_token(request, path)
                    result = await handler(call)
                    answer = web.Response(status=204) if result is NO_CONTENT else _json(result)
                    if fault is not None and fault.status is not None:
                        answer = _fault_answer(fault.status, fault.retry_after, is_global=fault.is_global)
            except Refused as refusal:
                code = refusal.code
                answer = _json(refusal.body(), status=refusal.status)
            except TooFast as limit:
                answer = _fault_answer(429, limit.retry_after, is_global=False)
                call.headers |= limit.headers
            except Exception:
                _log.exception("A mistake of the playground in %s %s", request.method, path)
                code = STUMBLED
                answer = _json({"message": "500: Internal Server Error", "code": 0}, status=500)
            for key, value in call.headers.items():
                answer.headers.setdefault(key, value)
            if fault is not None and fault.status == HANGS_UP and request.transport is not None:
                request.transport.abort()
            files = [upload.filename for upload in call.uploads]
            status = HANGS_UP if fault is not None and fault.status == HANGS_UP else answer.status
            self.faults.log.add(request.method, self._logged(path), status, code, call.body, files)
            return answer

        return handle

    def _check_token(self, request: web.Request, path: str) -> None:
        """Everything but interaction answers and their webhooks needs the bot's token."""
        if _TOKEN_ROUTES.match(path):
            return
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bot" or not token or (self.token is not None and token != self.token):
            raise Refused(40001)

    def _logged(self, path: str) -> str:
        """The path without an interaction's token."""
        return _TOKEN_ROUTES.sub(lambda found: f"/{found[1]}/{found[2]}/{{token}}", path)

    def _limited(self, call: Call, action: str, channel_id: int) -> None:
        limits = self.faults.limits
        call.headers |= limits.spend(f"{action} {channel_id}", limits.messages, limits.seconds)

    # The bot itself

    async def unknown_route(self, _call: Call) -> Any:
        raise Refused(0)

    async def gateway(self, _call: Call) -> Any:
        return {"url": self.world.links.base_url.replace("http", "ws", 1) + "/gateway"}

    async def gateway_bot(self, call: Call) -> Any:
        limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
        return await self.gateway(call) | {"shards": 1, "session_start_limit": limit}

    async def me(self, _call: Call) -> Any:
        bot = self.world.people.user(self.world.bot_id)
        return bot | {"verified": True, "mfa_enabled": False, "email": None, "locale": "en-US", "flags": 0}

    async def user(self, call: Call) -> Any:
        return self.world.people.user(_number(call, "user_id"))

    async def my_guilds(self, _call: Call) -> Any:
        guild = self.world.guild
        return [
            {"id": guild["id"], "name": guild["name"], "icon": None, "owner": False, "permissions": "0", "features": []}
        ]

    async def open_direct_channel(self, call: Call) -> Any:
        body = call.body
        schema.check("CreatePrivateChannelRequest", body)
        user_id = int(body.get("recipient_id") or 0)
        if user_id not in self.world.people.users or user_id == self.world.bot_id:
            raise invalid(("recipient_id",), "USER_NOT_FOUND", "This user does not exist")
        return self.world.channel_object(self.world.direct_channel(user_id))

    async def application(self, _call: Call) -> Any:
        world = self.world
        return {
            "id": str(world.bot_id),
            "name": world.people.name_of(world.bot_id),
            "icon": None,
            "description": "",
            "summary": "",
            "type": None,
            "bot_public": False,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "owner": world.people.user(int(world.guild["owner_id"])),
            "team": None,
            "flags": 0,
            "tags": [],
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "integration_types_config": {"0": {}},
            "approximate_guild_count": 1,
            "approximate_user_install_count": 0,
            "bot": world.people.user(world.bot_id),
        }

    # Commands

    def _of_application(self, call: Call) -> int | None:
        """The guild whose commands are meant, or None for the global ones."""
        if _number(call, "application_id") != self.world.bot_id:
            raise Refused(10002)
        if "guild_id" not in call.parts:
            return None
        return self._guild(call)

    async def commands(self, call: Call) -> Any:
        guild_id = self._of_application(call)
        wanted = str(guild_id) if guild_id else None
        with_all = call.query.get("with_localizations", "").lower() in ("1", "true")
        listed = [command for command in self.world.commands.values() if command.get("guild_id") == wanted]
        return listed if with_all else [commands.without_translations(command) for command in listed]

    async def put_commands(self, call: Call) -> Any:
        guild_id = self._of_application(call)
        body = call.body
        if not isinstance(body, list):
            raise invalid((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        found = [
            type(problem)((index, *problem.path), problem.code, problem.message)
            for index, command in enumerate(body)
            for problem in schema.problems("ApplicationCommandUpdateRequest", command)
        ]
        if found:
            raise Refused(50035, found)
        checks.check_commands(body)
        return commands.registered(self.world, body, guild_id)

    async def no_emojis(self, _call: Call) -> Any:
        return {"items": []}

    # The guild

    def _guild(self, call: Call) -> int:
        if _number(call, "guild_id") != self.world.guild_id:
            raise Refused(10004)
        return self.world.guild_id

    async def guild(self, call: Call) -> Any:
        self._guild(call)
        return guild_object(self.world)

    async def guild_channels(self, call: Call) -> Any:
        self._guild(call)
        return [self.world.channel_object(c) for c in self.world.channels.values() if c["type"] == 0]

    async def guild_roles(self, call: Call) -> Any:
        self._guild(call)
        return roles(self.world)

    async def active_threads(self, call: Call) -> Any:
        self._guild(call)
        threads = [self.world.channel_object(thread) for thread in self.world.active_threads()]
        return {"threads": threads, "members": [], "has_more": False}

    async def member(self, call: Call) -> Any:
        self._guild(call)
        return self.world.people.member(_number(call, "user_id"))

    # Channels and threads

    def _channel(self, call: Call) -> Json:
        """The channel of the route, if the bot sees it: 10003, 50001."""
        channel = self.world.channel(_number(call, "channel_id"))
        self.world.require(channel)
        return channel

    async def channel(self, call: Call) -> Any:
        return self.world.channel_object(self._channel(call))

    async def change_channel(self, call: Call) -> Any:
        """Threads: name, archived, locked. Anyone who may write can reopen a thread unless it is locked."""
        channel, body = self._channel(call), call.body
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
        channel = self._channel(call)
        if channel["type"] != DIRECT:
            self.world.require(channel, "manage_threads" if self.world.is_thread(channel) else "manage_channels")
            self.world.delete_channel(channel)
        return self.world.channel_object(channel)

    async def typing(self, call: Call) -> Any:
        self.world.require_sending(self._channel(call))
        return NO_CONTENT

    async def thread_from_message(self, call: Call) -> Any:
        channel, body = self._channel(call), call.body
        schema.check("CreateTextThreadWithMessageRequest", body)
        self.world.require(channel, "create_public_threads")
        message = self.messages.get(int(channel["id"]), _number(call, "message_id"))
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
        channel, body = self._channel(call), call.body
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
        thread, user_id = self._channel(call), call.parts["user_id"]
        if user_id not in thread.get("members", ()):
            raise Refused(10007)
        joined = thread["thread_metadata"]["create_timestamp"]
        return {"id": thread["id"], "user_id": user_id, "join_timestamp": joined, "flags": 0}

    async def join_thread(self, call: Call) -> Any:
        thread = self._channel(call)
        if not self.world.is_thread(thread):
            raise Refused(50024)
        if thread["thread_metadata"]["archived"]:
            raise Refused(50083)
        wanted = call.parts["user_id"]
        user_id = self.world.bot_id if wanted == "@me" else int(wanted)
        self.world.people.member(user_id)
        self.world.add_to_thread(thread, user_id)
        return NO_CONTENT

    # Messages

    async def list_messages(self, call: Call) -> Any:
        channel = self._channel(call)
        if channel["type"] != DIRECT:
            self.world.require(channel, "read_message_history")
        limit = int(call.query.get("limit", "50"))
        if not 1 <= limit <= 100:
            raise invalid(("limit",), "NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
        before, after = (int(value) if (value := call.query.get(key)) else None for key in ("before", "after"))
        found = self.world.storage.messages(int(channel["id"]), limit=limit, before=before, after=after)
        return [self.messages.shown(message) for message in found]

    async def post_message(self, call: Call) -> Any:
        channel, body = self._channel(call), call.body
        self._limited(call, "post", int(channel["id"]))
        check_post("MessageCreateRequest", body)
        self.world.require_sending(channel)
        if (first := self.messages.with_nonce(self.world.bot_id, body)) is not None:
            return self.messages.shown(first)
        if call.uploads and channel["type"] != DIRECT:
            self.world.require(channel, "attach_files")
        fields: Json = {}
        if body.get("message_reference"):
            fields = self._reply(channel, body["message_reference"])
        message = self.messages.post(int(channel["id"]), self.world.bot_id, body, call.uploads, **fields)
        return self.messages.shown(message)

    def _reply(self, channel: Json, reference: Json) -> Json:
        try:
            self.messages.get(int(channel["id"]), int(reference["message_id"]))
        except Refused:
            if reference.get("fail_if_not_exists", True) is not False:
                raise invalid(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message") from None
            return {}
        kept = {"type": 0, "message_id": str(reference["message_id"]), "channel_id": channel["id"]}
        guild_id = self.world.guild_of(channel)
        return {"type": 19, "message_reference": kept | ({"guild_id": str(guild_id)} if guild_id else {})}

    def _message(self, call: Call) -> tuple[Json, Json]:
        channel = self._channel(call)
        return channel, self.messages.get(int(channel["id"]), _number(call, "message_id"))

    async def get_message(self, call: Call) -> Any:
        channel, message = self._message(call)
        if channel["type"] != DIRECT:
            self.world.require(channel, "read_message_history")
        return self.messages.shown(message)

    async def edit_message(self, call: Call) -> Any:
        channel, message = self._message(call)
        body = call.body
        self._limited(call, "edit", int(channel["id"]))
        check_post("MessageEditRequestPartial", body)
        if int(message["author"]["id"]) != self.world.bot_id:
            raise Refused(50005)
        self._check_open(channel)
        if call.uploads and channel["type"] != DIRECT:
            self.world.require(channel, "attach_files")
        if time.time() - self.world.storage.created_at(int(message["id"])) > HOUR:
            self.faults.limits.spend_old_edit(int(channel["id"]))
        return self.messages.shown(self.messages.edit(message, body, call.uploads))

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

    # Interactions

    async def callback(self, call: Call) -> Any:
        with_response = call.query.get("with_response", "").lower() in ("1", "true")
        return self.interactions.callback(
            _number(call, "interaction_id"),
            call.parts["token"],
            call.body,
            call.uploads,
            with_response=with_response,
        )

    async def follow_up(self, call: Call) -> Any:
        interaction = self._interaction(call)
        message = self.interactions.follow_up(interaction, call.body, call.uploads)
        return self.messages.shown(message)

    async def get_answer(self, call: Call) -> Any:
        interaction = self._interaction(call)
        return self.messages.shown(self.interactions.message_of(interaction, call.parts["message_id"]))

    async def edit_answer(self, call: Call) -> Any:
        interaction = self._interaction(call)
        message_id = call.parts["message_id"]
        return self.messages.shown(self.interactions.edit(interaction, message_id, call.body, call.uploads))

    async def delete_answer(self, call: Call) -> Any:
        self.interactions.delete(self._interaction(call), call.parts["message_id"])
        return NO_CONTENT

    def _interaction(self, call: Call) -> Any:
        return self.interactions.by_token(_number(call, "application_id"), call.parts["token"])


def _json(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """JSON as Discord sends it: without a charset in the content type, by which discord.py knows it."""
    return web.Response(
        body=json.dumps(body).encode(),
        status=status,
        headers={"Content-Type": "application/json"} | dict(headers or {}),
    )


def _number(call: Call, name: str) -> int:
    return int(call.parts[name])


def _fault_answer(status: int, retry_after: float, *, is_global: bool) -> web.Response:
    if status == HANGS_UP:
        return web.Response()  # which nobody receives
    if status != 429:
        return _json({"message": f"{status}: Internal Server Error", "code": 0}, status=status)
    body = {"message": "You are being rate limited.", "retry_after": round(retry_after, 3), "global": is_global}
    headers = {"Retry-After": str(max(1, round(retry_after))), "X-RateLimit-Scope": "global" if is_global else "user"}
    return _json(body, status=429, headers=headers)
