"""What a command says when something keeps it from running, and the exit code that tells whether trying again helps."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NoReturn, TypeVar

import aiohttp
import discord
import typer
from discord.ext import commands

from bot.client import NotDiscord
from bot.command_line.setup import CANNOT_REACH, CANNOT_START, read_settings_and_log, stop
from bot.listening import ActivityUnusable, PortUnusable
from bot.match import Matches, Refusal
from bot.playground import PlaygroundUnusable
from bot.reporting import ReportingUnusable
from bot.shards.leases import LeasesUnusable
from bot.store import Store, StoreBusy, StoreNotWritable, StoreOutOfReach, StoreUnsure, StoreUnusable
from bot.store.migrate import DISK_FULL

INTERRUPTED = 130
"""Ctrl+C, while nothing was running that could have been stopped in order."""

TOKEN_REFUSED = 4004  # codes with which Discord closes a connection
TOO_FEW_SHARDS = frozenset({4010, 4011})
SERVER_ERROR = 500
MAY_PASS = frozenset({408, 429})
"""Of HTTP's 4xx those that aren't about what was asked for: too late, and too many requests."""

TextAndCode = tuple[str, int]

T = TypeVar("T")

NO_TOKEN = (  # a sentence and no secret
    "Discord rejected this token. Get a new one from the developer portal (Bot > Reset Token)."  # noqa: S105
)

NO_DISCORD = (
    "Something else than Discord answers the bot, such as the log-in page of a network. "
    "Is this machine connected to the internet, without such a page?"
)


def end_with(error: BaseException) -> NoReturn:
    """Ends the program with what an error means for its host. Raises the error itself if it's the bot's fault."""
    if isinstance(error, KeyboardInterrupt | asyncio.CancelledError):
        raise typer.Exit(INTERRUPTED) from None
    ending = _ending(error)
    if ending is None:
        raise error
    stop(*ending)


def _ending(error: BaseException | None) -> TextAndCode | None:
    match error:
        case commands.ExtensionFailed():
            return _ending(error.original)
        case discord.GatewayNotFound():
            return _ending(error.__cause__)
        case discord.LoginFailure():
            return NO_TOKEN, CANNOT_START
        case NotDiscord():
            return NO_DISCORD, CANNOT_REACH
        case discord.ConnectionClosed() | discord.PrivilegedIntentsRequired():
            return _ending_of_closure(error)
        case discord.HTTPException():
            return _ending_of_refusal(error)
        case StoreOutOfReach():
            return str(error), CANNOT_REACH
        case StoreBusy() | StoreUnsure():
            return f"The database can't be used now: {error}. Try again later.", CANNOT_REACH
        case StoreNotWritable():
            return f"The database {error}. Free some space, or allow the bot to write there.", CANNOT_START
        case (
            StoreUnusable()
            | PortUnusable()
            | ActivityUnusable()
            | ReportingUnusable()
            | LeasesUnusable()
            | PlaygroundUnusable()
            | Refusal()
        ):
            return str(error), CANNOT_START
        case aiohttp.ClientHttpProxyError() if error.status not in MAY_PASS and error.status < SERVER_ERROR:
            return f"The proxy of HTTPS_PROXY refuses the bot: {error.status} {error.message}.", CANNOT_START
        case aiohttp.ClientProxyConnectionError() | aiohttp.ClientHttpProxyError():
            return f"Discord can't be reached: {error}. Does the proxy of HTTPS_PROXY work?", CANNOT_REACH
        case OSError() if error.errno in DISK_FULL:
            return f"{error}. Free some space and start again.", CANNOT_START
        case OSError() if error.filename is not None:
            return f"{error}. Allow the bot to read and write there.", CANNOT_START
        case aiohttp.ClientSSLError():
            remedy = "Is this machine's clock right, and does it know the usual certificates?"
            return f"Discord can't be reached safely: {error}. {remedy}", CANNOT_REACH
        case aiohttp.ClientError() | OSError():
            return f"Discord can't be reached: {error}. Is this machine connected to the internet?", CANNOT_REACH
    return None


def _ending_of_closure(error: discord.ConnectionClosed | discord.PrivilegedIntentsRequired) -> TextAndCode:
    """Discord has closed the connection, in one of the ways after which it's no use to connect again."""
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return f"Discord refuses the bot: {error}", CANNOT_START
    if error.code == TOKEN_REFUSED:
        return NO_TOKEN, CANNOT_START
    if error.code in TOO_FEW_SHARDS:
        remedy = "Choose a larger SHARD_COUNT for all processes, or leave it empty."
        return f"Discord refuses these shards. {remedy}", CANNOT_START
    return f"Discord has closed the connection: {error}.", CANNOT_START


def _ending_of_refusal(error: discord.HTTPException) -> TextAndCode:
    """Discord's words are kept, as they say what to change."""
    said = str(error).rstrip(".")
    if error.status in MAY_PASS or error.status >= SERVER_ERROR:
        return f"Discord can't serve the bot now: {said}. Try again later.", CANNOT_REACH
    return f"Discord refuses to let the bot start: {said}. Trying again won't help.", CANNOT_START


def with_matches(do: Callable[[Matches], Awaitable[T]]) -> T:
    """Runs `do` with the matches of the bot's own database, or ends the program with what keeps it from running."""
    settings = read_settings_and_log()

    async def run() -> T:
        async with await Store.open(settings.database_url) as store:
            matches = Matches(store)
            await matches.ledger.bring_up_to_date()
            return await do(matches)

    try:
        return asyncio.run(run())
    except ValueError as error:
        stop(str(error))
    except (Exception, KeyboardInterrupt) as error:
        end_with(error)
