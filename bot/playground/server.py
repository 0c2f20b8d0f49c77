"""The playground as one server: Discord's REST routes, its gateway, its file server, and the page."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Self

from aiohttp import hdrs, web

from bot.playground.activity_frames import CLIENT, DISCORD_HOSTS, DISCORD_PAGES, ActivityFrames, application_of
from bot.playground.faults import RequestFaults
from bot.playground.gateway import Gateway
from bot.playground.interactions import Interactions
from bot.playground.messages import Messages
from bot.playground.rest import BASE, Rest
from bot.playground.storage import PlaygroundUnusable, Storage
from bot.playground.web import PAGE, WebRoutes
from bot.playground.world import World

STANDARD_INPUT = 0  # its file descriptor


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The addresses for discord.py: `Route.BASE`, `DiscordWebSocket.DEFAULT_GATEWAY` (as a yarl.URL), `Asset.BASE`.

    And those of Activities: the pages that embed them, and the origins that they have in a browser. Discord's own are
    among them, for tests that put encryption in front of the playground.
    """

    api: str
    gateway: str
    cdn: str
    activity_parents: str
    activity_origins: tuple[str, ...]


def endpoints(url: str) -> Endpoints:
    """The addresses of a playground at `url`, such as ``http://127.0.0.1:8765``."""
    base = url.rstrip("/")
    port = base.rpartition(":")[2]
    frames = "http://{application}.discordsays.localhost:" + port
    return Endpoints(
        api=base + BASE,
        gateway=base.replace("http", "ws", 1) + "/gateway",
        cdn=base + "/cdn",
        activity_parents=f"{DISCORD_PAGES} {base} http://localhost:{port} {frames.format(application='*')}",
        activity_origins=("https://{application}.discordsays.com", frames),
    )


class Playground:
    """A small Discord on this machine only.

    `port` 0 takes a free one. `database` None keeps everything in memory. `token`: the only bot token that is accepted
    (None: any). Raises ValueError unless `host` is a loopback address, and PlaygroundUnusable.
    """

    def __init__(
        self,
        database: Path | None = None,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        token: str | None = None,
        bot_name: str = "Crux",
    ) -> None:
        if not _is_loopback(host):
            raise ValueError(f"The playground listens on this machine only (127.0.0.1), not on {host}.")
        self.host = host
        self.port = port
        self.storage = Storage(database if database is not None else ":memory:")
        self.faults = RequestFaults()
        self.world = World(self.storage, bot_name)
        self.messages = Messages(self.world)
        self.interactions = Interactions(self.world, self.messages)
        self.gateway = Gateway(self.world, token)
        self.frames = ActivityFrames(self.interactions.activities, PAGE)
        self.web = WebRoutes(self.world, self.messages, self.interactions, self.gateway, self.faults)
        self.world.tell_bot = self.gateway.dispatch
        self.world.tell_page = self.web.pages.tell
        self._rest = Rest(self.world, self.messages, self.interactions, self.faults, token)
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """``http://127.0.0.1:<port>``, once started."""
        return self.world.links.base_url

    async def start(self) -> None:
        app = web.Application(middlewares=[_from_this_machine, self._to_frames], client_max_size=64 * 1024 * 1024)
        self._rest.add_to(app)
        self.frames.add_to(app)
        self.web.add_to(app)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, self.port)
        try:
            await site.start()
        except OSError as error:
            await self.stop()
            raise PlaygroundUnusable(_about_port(self.port, error)) from None
        self.port = self._runner.addresses[0][1]
        host = f"[{self.host}]" if ":" in self.host else self.host
        self.world.links.base_url = f"http://{host}:{self.port}"

    @web.middleware
    async def _to_frames(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """What is asked of an Activity's own host goes to the bot's server."""
        application = application_of(request.url.host or "")
        if application is None or request.path.startswith(CLIENT):
            return await handler(request)
        return await self.frames.hand_on(request, application)

    async def stop(self) -> None:
        """Closes the connections and the database. Everything posted is there again next time."""
        self.interactions.close()
        self.web.pages.close()
        await self.gateway.close()
        await self.frames.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        self.storage.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


@web.middleware
async def _from_this_machine(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Allows only pages and programs on this machine: no other website can send requests through someone's browser."""
    named = request.url.host or ""
    origin = request.headers.get(hdrs.ORIGIN)
    is_of_discord = named in DISCORD_HOSTS or application_of(named) is not None
    if named != "localhost" and not is_of_discord and not _is_loopback(named):
        return web.Response(status=403, text="The playground answers on 127.0.0.1 only.")
    if origin is not None and origin.partition("://")[2] != request.host:
        return web.Response(status=403, text="Not from another website.")
    return await handler(request)


def _about_port(port: int, error: OSError) -> str:
    """What the system says of a port that can't be listened on."""
    if error.errno == errno.EADDRINUSE:
        return f"Another program listens on port {port} already. Stop it, or choose another PLAYGROUND_PORT."
    reason = "" if error.errno is None else os.strerror(error.errno)
    return f"The playground can't use port {port}: {reason or error}. Choose another PLAYGROUND_PORT."


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def serve(
    host: str = "127.0.0.1",
    port: int = 8765,
    database: Path = Path("data/playground.db"),
    *,
    while_input: bool = False,
    activity: str | None = None,
) -> None:
    """Runs a playground until cancelled; prints its address. `activity` is what it shows as the bot's Activity.

    With `while_input` it also ends when its standard input does: a process that started it with a pipe can't leave it
    behind, however it dies itself. Raises ValueError unless `host` is a loopback address, and PlaygroundUnusable.
    """
    over = asyncio.Event()
    async with Playground(database, host=host, port=port) as playground:
        if activity is not None:
            playground.interactions.activities.switch(activity)
        print(f"The playground is at {playground.url}/?as=Ada", flush=True)  # noqa: T201 - the command line's own output
        if while_input:
            ended = partial(asyncio.get_running_loop().call_soon_threadsafe, over.set)
            Thread(target=_at_end_of_input, args=(ended,), name="standard input", daemon=True).start()
        await over.wait()


def _at_end_of_input(do: Callable[[], object]) -> None:
    while os.read(STANDARD_INPUT, 1024):
        pass
    with contextlib.suppress(RuntimeError):  # the loop is closed already
        do()
