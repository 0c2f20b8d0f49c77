"""Running the bot, on Discord or on the playground, and running the playground alone."""

import contextlib
import importlib.util
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Coroutine
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import aiohttp
import discord
import typer

from bot import playground as small_discord
from bot.client import connect_to, run_bot
from bot.command_line.setup import read_settings_and_log, stop
from bot.computers.computers import Computers
from bot.config import PLAYGROUND_TOKEN, Settings
from bot.match import Limits, Matches
from bot.memory import settle
from bot.monitoring import PortUnusable
from bot.reporting import ReportingUnusable, reporting
from bot.shards.leases import LeasesUnusable
from bot.store import StoreUnusable
from bot.store.shards import Shards

app = typer.Typer()

CANNOT_REACH = 75  # a temporary failure: trying again later may help
PAGE_DEADLINE = 30  # seconds the playground has to open its page


def main(
    context: typer.Context,
    replace: Annotated[
        bool, typer.Option("--replace", help="Take over from the process that runs on this database, without a gap.")
    ] = False,
) -> None:
    """Run the bot. Without DISCORD_TOKEN it runs on the playground."""
    context.obj = replace
    if context.invoked_subcommand is None:
        settings = read_settings_and_log()
        if settings.discord_token is not None:
            _run(settings.discord_token.get_secret_value(), settings.database_url, settings, replace=replace)
        else:
            _run_on_the_playground(settings)


@app.command()
def playground(
    port: Annotated[int | None, typer.Option(help="The page's port on 127.0.0.1; 0 picks a free one.")] = None,
    data: Annotated[Path | None, typer.Option(help="The file the channel is stored in.")] = None,
) -> None:
    "Run only the playground, a small Discord with a web page, for `python -m bot join` to connect to."
    settings = read_settings_and_log()
    port = settings.playground_port if port is None else port
    database = data or settings.playground_folder / "discord.db"
    settle()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            _loop(small_discord.serve(host="127.0.0.1", port=port, database=database))
    except OSError as error:
        stop(f"The playground can't use port {port}: {error.strerror or error}. Choose another PLAYGROUND_PORT.")


@app.command()
def join(
    context: typer.Context, url: Annotated[str, typer.Argument(help="The address of a running playground.")]
) -> None:
    "Run the bot against a running playground."
    settings = read_settings_and_log()
    _join(url, settings, replace=context.obj)


def _join(url: str, settings: Settings, *, replace: bool = False) -> None:
    at = small_discord.endpoints(url)
    connect_to(at.api, at.gateway, at.cdn)
    database = os.environ.get("DATABASE_URL") or f"sqlite+aiosqlite:///{settings.playground_folder / 'crux.db'}"
    _run(PLAYGROUND_TOKEN, database, settings, replace=replace)


def _loop(main: Coroutine[Any, Any, None]) -> None:
    """Like `asyncio.run`, but faster if uvloop is installed, which it isn't on Windows and PyPy."""
    spec = importlib.util.find_spec("uvloop")
    importlib.import_module("asyncio" if spec is None else "uvloop").run(main)


def _run(token: str, database_url: str, settings: Settings, *, replace: bool) -> None:
    limits = Limits(**{limit.name: getattr(settings, limit.name) for limit in fields(Limits)})
    matches_of = partial(Matches, limits=limits)
    computers = partial(
        Computers,
        seconds=settings.computer_seconds,
        processes=settings.computer_processes,
        pause=settings.computer_pause,
    )
    dsn = "" if settings.sentry_dsn is None else settings.sentry_dsn.get_secret_value()
    metrics_at = None if settings.metrics_port is None else (settings.metrics_host, settings.metrics_port)
    try:
        with reporting(dsn):
            _loop(
                run_bot(
                    token,
                    database_url,
                    matches_of=matches_of,
                    computers=computers,
                    source_url=settings.source_url,
                    metrics_at=metrics_at,
                    shards=None if settings.served is None else Shards(*settings.served),
                    replace=replace,
                    requests_per_second=settings.pace,
                )
            )
    except discord.LoginFailure:
        stop("Discord rejected this token. Get a new one from the developer portal (Bot > Reset Token).")
    except (StoreUnusable, PortUnusable, ReportingUnusable, LeasesUnusable) as error:
        stop(str(error))
    except discord.ConnectionClosed as error:
        if error.code not in (4010, 4011):  # shards that don't exist, and too few of them
            raise
        stop("Discord refuses these shards. Choose a larger SHARD_COUNT for all processes, or leave it empty.")
    except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
        typer.echo(f"Discord can't be reached: {error}. Is this machine connected to the internet?", err=True)
        raise typer.Exit(CANNOT_REACH) from None


def _run_on_the_playground(settings: Settings) -> None:
    """Runs the playground as a separate process, so that either can be restarted without the other."""
    url = f"http://127.0.0.1:{settings.playground_port}"
    if settings.playground_port == 0:
        stop("PLAYGROUND_PORT=0 works only with `python -m bot playground`. Choose a port for the playground.")
    if _answers(url):
        stop(f"Something answers at {url} already. Stop it, or choose another PLAYGROUND_PORT.")
    command = [sys.executable, "-m", "bot", "playground", "--port", str(settings.playground_port)]
    page = subprocess.Popen(command, start_new_session=True)  # noqa: S603 - our own module, our own interpreter
    try:
        deadline = time.monotonic() + PAGE_DEADLINE
        while not _answers(url):
            if page.poll() is not None or time.monotonic() > deadline:
                stop(f"The playground could not open {url}.")
            time.sleep(0.1)
        typer.echo(f"\n  Crux plays at {url}\n  Open it in a browser, in two tabs for two players. Ctrl+C stops it.\n")
        _join(url, settings)
    finally:
        page.terminate()
        page.wait()


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/web/health", timeout=2):  # noqa: S310 - loopback only
            return True
    except (urllib.error.URLError, OSError):
        return False
