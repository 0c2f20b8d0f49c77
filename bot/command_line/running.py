"""Running the bot, on Discord or on the playground, and running the playground alone."""

import contextlib
import http.client
import importlib.util
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Coroutine
from dataclasses import fields
from dataclasses import replace as dataclass_replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from discord.http import Route
from yarl import URL

from bot import playground as small_discord
from bot.client import connect_to, run_bot
from bot.command_line.endings import end_with
from bot.command_line.setup import CANNOT_REACH, CANNOT_START, read_settings_and_log, stop
from bot.computers.computers import Computers
from bot.config import PLAYGROUND_TOKEN, Settings, SettingsUnusable
from bot.listening import ActivityDoor, WebDoor
from bot.match import Limits, Matches
from bot.memory import settle
from bot.reporting import reporting
from bot.store.shards import Shards
from bot.text import offer_begun_languages

app = typer.Typer()

PAGE_DEADLINE = 30  # seconds the playground has to open its page
ENDS_WITHIN = 3.0  # seconds for a playground whose bot has just died

Health = dict[str, Any]


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
            _run(
                settings.discord_token.get_secret_value(),
                settings.database_url,
                settings,
                replace=replace,
                proxy=_proxy_to_discord(settings),
                door=_door(settings),
            )
        else:
            _run_on_the_playground(settings)


@app.command()
def playground(
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The page's port on 127.0.0.1; 0 picks a free one.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The file the channel is stored in.")] = None,
    while_input: Annotated[
        bool, typer.Option("--while-input", help="End when the standard input ends, so with the process that has it.")
    ] = False,
) -> None:
    "Run only the playground, a small Discord with a web page, for `python -m bot join` to connect to."
    settings = read_settings_and_log()
    port = settings.playground_port if port is None else port
    database = data or settings.playground_folder / "discord.db"
    settle()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            _loop(
                small_discord.serve(
                    host="127.0.0.1",
                    port=port,
                    database=database,
                    while_input=while_input,
                    activity=f"http://127.0.0.1:{settings.web_port}" if settings.discord_client_secret else None,
                )
            )
    except Exception as error:
        end_with(error)


@app.command()
def join(
    context: typer.Context, url: Annotated[str, typer.Argument(help="The address of a running playground.")]
) -> None:
    "Run the bot against a running playground."
    settings = read_settings_and_log()
    _join(url, settings, replace=context.obj)


def _join(url: str, settings: Settings, *, replace: bool = False, door: WebDoor | None = None) -> None:
    offer_begun_languages()
    at = small_discord.endpoints(url)
    connect_to(at.api, at.gateway, at.cdn)
    database = os.environ.get("DATABASE_URL") or f"sqlite+aiosqlite:///{settings.playground_folder / 'crux.db'}"
    _run(PLAYGROUND_TOKEN, database, settings, replace=replace, door=door or _door(settings, at))


def _loop(main: Coroutine[Any, Any, None]) -> None:
    """Like `asyncio.run`, but faster if uvloop is installed, which it isn't on Windows and PyPy."""
    spec = importlib.util.find_spec("uvloop")
    importlib.import_module("asyncio" if spec is None else "uvloop").run(main)


def _proxy_to_discord(settings: Settings) -> str | None:
    try:
        return settings.proxy_to(URL(Route.BASE).host or "")
    except SettingsUnusable as error:
        stop(str(error))


def _door(settings: Settings, at: small_discord.Endpoints | None = None) -> WebDoor | None:
    """Where boards can be opened in a browser; None without WEB_URL, so that nothing listens. `at` is a playground."""
    activity = _activity(settings, at)
    if settings.web_url:
        return WebDoor(settings.web_url, settings.web_host, settings.web_port, activity=activity)
    if activity is not None and at is None:
        stop("DISCORD_CLIENT_SECRET needs WEB_URL, the address to which Discord sends what Activities ask.")
    return None


def _activity(settings: Settings, at: small_discord.Endpoints | None) -> ActivityDoor | None:
    """How boards are shown within Discord; None without DISCORD_CLIENT_SECRET."""
    if settings.discord_client_secret is None:
        return None
    secret = settings.discord_client_secret.get_secret_value()
    return ActivityDoor(secret) if at is None else ActivityDoor(secret, at.activity_parents, at.activity_origins)


def _run(
    token: str,
    database_url: str,
    settings: Settings,
    *,
    replace: bool,
    proxy: str | None = None,
    door: WebDoor | None = None,
) -> None:
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
                    web_door=None if door is None else dataclass_replace(door, waits=replace),
                    people_install=settings.people_install,
                    metrics_at=metrics_at,
                    shards=None if settings.served is None else Shards(*settings.served),
                    replace=replace,
                    requests_per_second=settings.pace,
                    proxy=proxy,
                )
            )
    except (Exception, KeyboardInterrupt) as error:
        end_with(error)


def _run_on_the_playground(settings: Settings) -> None:
    """Runs the playground as a separate process, so that either can be restarted without the other."""
    url = f"http://127.0.0.1:{settings.playground_port}"
    if settings.playground_port == 0:
        stop("PLAYGROUND_PORT=0 works only with `python -m bot playground`. Choose a port for the playground.")
    settings = settings.model_copy(update={"people_install": True})  # the playground has places to try that in
    at = small_discord.endpoints(url)
    activity = _activity(settings, at)
    # People find no address to type: the button on a board opens it. So another port does as well, but for an Activity.
    door = _door(settings, at) or WebDoor(
        "", "127.0.0.1", settings.web_port, or_another_port=activity is None, activity=activity
    )
    left = _other_at(url)
    if left is not None:
        _take_over(url, left)
        _join(url, settings, door=door)
        return
    command = [sys.executable, "-m", "bot", "playground", "--while-input", "--port", str(settings.playground_port)]
    # It ends with the pipe, so with this process, however that dies. Ctrl+C in the terminal is for this one alone.
    page = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603 - our own module, our own interpreter
    try:
        deadline = time.monotonic() + PAGE_DEADLINE
        while health_of(url) is None:
            if (code := page.poll()) is not None:
                raise typer.Exit(code or CANNOT_START)  # it has said why
            if time.monotonic() > deadline:
                stop(f"The playground didn't open {url} within {PAGE_DEADLINE} seconds. Try again.", CANNOT_REACH)
            time.sleep(0.1)
        typer.echo(f"\n  Crux plays at {url}\n  Open it in a browser, in two tabs for two players. Ctrl+C stops it.\n")
        _join(url, settings, door=door)
    except KeyboardInterrupt as error:
        end_with(error)
    finally:
        page.terminate()
        page.wait()


def _other_at(url: str) -> Health | None:
    """What answers there and goes on to do so; None if nothing does. A playground that is ending has time for it."""
    deadline = time.monotonic() + ENDS_WITHIN
    while (health := health_of(url)) is not None and time.monotonic() < deadline:
        if "page" not in health:
            break
        time.sleep(0.1)
    return health


def _take_over(url: str, left: Health) -> None:
    """Says that a playground was left running there; stops if something else is there, or somebody plays."""
    if "page" not in left:
        stop(f"Another program answers at {url}. Stop it, or choose another PLAYGROUND_PORT.")
    end_it = f"`kill {left['process']}`" if "process" in left else "the program that listens there"
    if left.get("bot"):
        stop(
            f"A bot plays at {url} already. Press Ctrl+C where it was started, or end its playground with {end_it}; "
            "or choose another PLAYGROUND_PORT."
        )
    typer.echo(
        f"\n  A playground was left running at {url}, and Crux plays there now.\n"
        f"  Ctrl+C stops Crux; {end_it} ends the playground.\n"
    )


def health_of(url: str) -> Health | None:
    """What the playground there says of itself; None if nothing answers, empty if it's no playground."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(f"{url}/web/health", timeout=2) as answer:
            health = json.load(answer)
    except (urllib.error.HTTPError, ValueError):
        return {}
    except (urllib.error.URLError, OSError, http.client.HTTPException):
        return None
    return health if isinstance(health, dict) else {}
