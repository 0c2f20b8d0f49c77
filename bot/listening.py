"""Where the bot's own web servers listen: the pages for the operator, and the board in the browser."""

import errno
from dataclasses import dataclass, field

from aiohttp import web

DISCORD_PAGES = "https://discord.com https://*.discord.com"
"""Where Discord's clients run: the usual one, and those for trying what is new (`ptb.` and `canary.`)."""

DISCORD_PROXY = "https://{application}.discordsays.com"
"""A browser reaches Activities here (activities/development-guides/networking in Discord's documentation)."""


class PortUnusable(Exception):
    """A server can't listen on its port."""


class PortTaken(PortUnusable):
    """Another program listens there."""


class ActivityUnusable(Exception):
    """The board can't be shown within Discord."""


@dataclass(frozen=True, slots=True)
class ActivityDoor:
    """How the board is shown within Discord, as an Activity.

    `secret` is the application's client secret. `parents` are the pages that may embed it, as sources of a Content
    Security Policy, and `origins` those at which a browser reaches it through Discord's proxy, with `{application}` in
    place of the application's id.
    """

    secret: str = field(repr=False)
    parents: str = DISCORD_PAGES
    origins: tuple[str, ...] = (DISCORD_PROXY,)


@dataclass(frozen=True, slots=True)
class WebDoor:
    """Where the board in the browser is: its address as people have it (empty: that where it listens), host and port.

    `activity` is None where the board isn't shown within Discord.
    With `or_another_port` it takes a free port if that one is taken. With `waits` it waits for the port, because the
    process that listens there is about to end.
    """

    url: str
    host: str
    port: int
    or_another_port: bool = False
    waits: bool = False
    activity: ActivityDoor | None = None


async def listen(runner: web.AppRunner, host: str, port: int, settings: str) -> int:
    """Makes a server listen, and returns the port. 0 takes a free one. `settings` is how the host's settings begin.

    Raises PortUnusable.
    """
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        kind = PortTaken if error.errno == errno.EADDRINUSE else PortUnusable
        raise kind(f"{settings}_PORT can't be used: {host}:{port}: {_explain(error, settings)}") from None
    bound: int = runner.addresses[0][1]
    return bound


def _explain(error: OSError, settings: str) -> str:
    """What is wrong with an address that can't be listened on, and what to do."""
    if error.errno == errno.EADDRINUSE:
        return "another program listens there. Stop it, or choose another port."
    if error.errno == errno.EACCES:
        return "the bot may not listen there. Choose a port above 1023."
    return f"{error.strerror or error}. {settings}_HOST must be an address of this machine."
