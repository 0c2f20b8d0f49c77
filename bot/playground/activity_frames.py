"""How a browser gets at Activities: Discord's proxy, which hands everything on to the bot's own server, and the client
around a frame, which behaves toward Discord's SDK as Discord's own does.

Discord's proxy is at ``https://APPLICATION.discordsays.com``; here it's at ``http://APPLICATION.discordsays.localhost``,
which every browser takes for this machine. A test can put encryption in front and use Discord's own names.
"""

from __future__ import annotations

import contextlib
import re
from typing import Any, Final

import aiohttp
from aiohttp import hdrs, web

from bot.playground.activities import Activities, FrameRefused
from bot.playground.forms import read_form, refusing

CLIENT: Final = "/.client/"
CLIENT_FILES: Final = frozenset({"activity.html", "activity.js", "activity.css"})
DISCORD_HOSTS: Final = frozenset({"discord.com", "ptb.discord.com", "canary.discord.com"})
DISCORD_PAGES: Final = "https://discord.com https://*.discord.com"
_FRAME_HOST: Final = re.compile(r"(\d+)\.discordsays\.(?:com|localhost)")
_PREFIX: Final = "/.proxy"  # of earlier addresses, which go on to work

# Where an Activity may load from: its own host, and the exceptions in Discord's documentation (local-development)
_EXEMPT: Final = " ".join(
    [
        *(f"https://{host}/api/" for host in sorted(DISCORD_HOSTS)),
        *(
            f"https://{host}/{folder}/"
            for host in ("cdn.discordapp.com", "media.discordapp.net")
            for folder in ("attachments", "avatars", "icons")
        ),
    ]
)
_POLICY: Final = (
    f"default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; connect-src 'self' blob: data: {_EXEMPT}; "
    f"img-src 'self' blob: data: {_EXEMPT}; frame-src 'self'; worker-src 'self' blob:"
)
_NOT_HANDED_ON: Final = frozenset(
    {"host", "connection", "keep-alive", "transfer-encoding", "upgrade", "content-length", "x-forwarded-for"}
)


def application_of(host: str) -> str | None:
    """The application whose Activity is at this host; None if it's no such host."""
    found = _FRAME_HOST.fullmatch(host)
    return found[1] if found else None


class ActivityFrames:
    def __init__(self, activities: Activities, files: Any) -> None:
        self.activities = activities
        self._files = files  # the folder of the page
        self._session: aiohttp.ClientSession | None = None

    def add_to(self, app: web.Application) -> None:
        app.router.add_get(CLIENT + "{name}", self.file)
        app.router.add_post(CLIENT + "frame", refusing(self.frame))
        app.router.add_post(CLIENT + "command", refusing(self.command))
        app.router.add_post(CLIENT + "leave", refusing(self.leave))

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    # The client around a frame

    async def file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if name not in CLIENT_FILES:
            raise web.HTTPNotFound
        return web.FileResponse(self._files / name, headers={"Cache-Control": "no-cache"})

    async def frame(self, request: web.Request) -> web.Response:
        """What the client needs to know to open a frame."""
        return web.json_response(self.activities.describe((await read_form(request)).text("frame")))

    async def command(self, request: web.Request) -> web.Response:
        """Answers a command of the SDK: `data`, or an error's `code` and `message`."""
        form = await read_form(request)
        try:
            data = self.activities.answer(form.text("frame"), form.text("command"), form.mapping("args"))
        except FrameRefused as refusal:
            return web.json_response({"code": refusal.code, "message": str(refusal)}, status=400)
        return web.json_response({"data": data})

    async def leave(self, request: web.Request) -> web.Response:
        self.activities.leave((await read_form(request)).text("frame"))
        return web.json_response({})

    # The proxy

    async def hand_on(self, request: web.Request, application: str) -> web.StreamResponse:
        """What the bot's server answers, with Discord's own policy beside it."""
        activities = self.activities
        if application != str(activities.world.bot_id) or activities.command is None or not activities.target:
            return web.Response(status=404, text="No Activity is mapped to this address.")
        self._session = self._session or aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=None), auto_decompress=False, cookie_jar=aiohttp.DummyCookieJar()
        )
        path = (
            request.raw_path.removeprefix(_PREFIX) if request.raw_path.startswith(_PREFIX + "/") else request.raw_path
        )
        headers = {key: value for key, value in request.headers.items() if key.lower() not in _NOT_HANDED_ON}
        try:
            answer = await self._session.request(
                request.method,
                activities.target + path,
                headers=headers,
                data=await request.read() if request.can_read_body else None,
                allow_redirects=False,
            )
        except aiohttp.ClientError:
            return web.Response(status=502, text="The Activity's server can't be reached.")
        try:
            return await self._stream(request, answer)
        finally:
            answer.close()

    async def _stream(self, request: web.Request, answer: aiohttp.ClientResponse) -> web.StreamResponse:
        out = web.StreamResponse(status=answer.status, reason=answer.reason)
        for key, value in answer.headers.items():
            if key.lower() not in _NOT_HANDED_ON:
                out.headers.add(key, value)
        if answer.content_type == "text/html":
            out.headers.popall(hdrs.CACHE_CONTROL, None)
        out.headers.add("Content-Security-Policy", _POLICY)
        if self.activities.holds_streams and answer.content_type == "text/event-stream":
            await answer.read()  # it doesn't end
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            await out.prepare(request)
            async for chunk in answer.content.iter_any():
                await out.write(chunk)
            await out.write_eof()
        return out
