"""The routes under /api/v10 that discord.py calls, each as strict as Discord's own."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web

from bot.playground.bodies import read_body
from bot.playground.faults import HANGS_UP, RequestFaults, TooFast
from bot.playground.interactions import Interactions
from bot.playground.messages import Messages
from bot.playground.refusals import Refused
from bot.playground.routes.activities import ME, TOKEN, ActivityRoutes
from bot.playground.routes.calls import NO_CONTENT, Call, Handler
from bot.playground.routes.channels import ChannelRoutes
from bot.playground.routes.emoji import EmojiRoutes
from bot.playground.routes.events import EventRoutes
from bot.playground.routes.guild import GuildRoutes
from bot.playground.routes.interactions import InteractionRoutes
from bot.playground.routes.messages import MessageRoutes
from bot.playground.world import World

_log = logging.getLogger(__name__)

BASE: Final = "/api/v10"

_TOKEN_ROUTES: Final = re.compile(r"^/(interactions|webhooks)/(\d+)/([^/]+)")
STUMBLED: Final = -1  # logged as the code if the playground itself failed


class Rest:
    def __init__(
        self, world: World, messages: Messages, interactions: Interactions, faults: RequestFaults, token: str | None
    ) -> None:
        self.routes = [
            *ActivityRoutes(interactions.activities).routes(),
            *GuildRoutes(world).routes(),
            *EmojiRoutes(world).routes(),
            *EventRoutes(world).routes(),
            *ChannelRoutes(world, messages).routes(),
            *MessageRoutes(world, messages, faults).routes(),
            *InteractionRoutes(messages, interactions).routes(),
        ]
        self.faults = faults
        self.token = token

    def add_to(self, app: web.Application) -> None:
        for method, path, handler in self.routes:
            app.router.add_route(method, BASE + path, self._wrap(handler))
        app.router.add_route("*", BASE + "/{rest:.*}", self._wrap(_unknown_route))

    def _wrap(self, handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
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
                    self._check_token(request, path, call)
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
            logged = None if path == TOKEN else call.body
            self.faults.log.add(request.method, self._path_to_log(path), status, code, logged, files)
            return answer

        return handle

    def _check_token(self, request: web.Request, path: str, call: Call) -> None:
        """Everything but interaction answers, their webhooks and what people's tokens are for needs the bot's token."""
        if _TOKEN_ROUTES.match(path) or path == TOKEN:
            return
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind == "Bearer" and path == ME:
            call.bearer = token
            return
        if kind != "Bot" or not token or (self.token is not None and token != self.token):
            raise Refused(40001)

    def _path_to_log(self, path: str) -> str:
        """The path without an interaction's token."""
        return _TOKEN_ROUTES.sub(lambda match: f"/{match[1]}/{match[2]}/{{token}}", path)


async def _unknown_route(_call: Call) -> Any:
    raise Refused(0)


def _json(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """JSON as Discord sends it: without a charset in the content type, by which discord.py recognizes it."""
    return web.Response(
        body=json.dumps(body).encode(),
        status=status,
        headers={"Content-Type": "application/json"} | dict(headers or {}),
    )


def _fault_answer(status: int, retry_after: float, *, is_global: bool) -> web.Response:
    if status == HANGS_UP:
        return web.Response()  # nobody receives this
    if status != 429:
        return _json({"message": f"{status}: {HTTPStatus(status).phrase}", "code": 0}, status=status)
    body = {"message": "You are being rate limited.", "retry_after": round(retry_after, 3), "global": is_global}
    headers = {"Retry-After": str(max(1, round(retry_after))), "X-RateLimit-Scope": "global" if is_global else "user"}
    return _json(body, status=429, headers=headers)
