"""How `python -m bot` starts: with which token, database and settings, on which host; what it says where it can't."""

import asyncio
import errno
import importlib.util
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from discord.ext.commands import ExtensionFailed

from bot.client import NotDiscord
from bot.command_line import running, setup
from bot.command_line.endings import INTERRUPTED
from bot.command_line.setup import CANNOT_REACH, CANNOT_START
from bot.config import PLAYGROUND_TOKEN, read_settings
from bot.listening import ActivityDoor
from bot.match import Limits
from bot.store import StoreBusy, StoreNotWritable, StoreOutOfReach, StoreUnsure, StoreUnusable
from bot.store.shards import Shards
from tests.command_line.conftest import HERE, said

PROJECT = Path(__file__).parents[2]

pytestmark = pytest.mark.usefixtures("bare_folder")


def test_with_a_token_it_runs_on_discord_with_its_settings(
    called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("DISCORD_TOKEN", "secret"), ("SOURCE_URL", "https://source"), ("MATCHES_PER_PERSON", "7")):
        monkeypatch.setenv(name, value)
    assert said().exit_code == 0
    ((token, database, more),) = called
    assert (token, database, more["source_url"]) == ("secret", "sqlite+aiosqlite:///data/crux.db", "https://source")
    assert more["matches_of"].keywords == {"limits": Limits(matches_per_person=7)}
    assert more["computers"].keywords == {"seconds": 2.0, "processes": None, "pause": 1.5}


@pytest.mark.parametrize("own", [None, "sqlite+aiosqlite:///own.db"])
def test_on_a_playground_it_has_a_database_of_its_own_unless_one_is_set(
    called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch, own: str | None
) -> None:
    if own:
        monkeypatch.setenv("DATABASE_URL", own)
    assert said("join", HERE).exit_code == 0
    addresses, (token, database, _) = called
    assert addresses == (f"{HERE}/api/v10", "ws://127.0.0.1:8765/gateway", f"{HERE}/cdn")
    assert (token, database) == (PLAYGROUND_TOKEN, own or "sqlite+aiosqlite:///data/playground/crux.db")


@pytest.mark.parametrize(
    ("words", "port", "file"),
    [((), 8765, "data/playground/discord.db"), (("--port", "0", "--data", "own.db"), 0, "own.db")],
)
def test_a_playground_alone_runs_on_this_machine(
    called: list[tuple[Any, ...]], words: tuple[str, ...], port: int, file: str
) -> None:
    assert said("playground", *words).exit_code == 0
    assert called == [("settled",), ("127.0.0.1", port, Path(file), False, None)]


def test_with_a_client_secret_the_board_is_an_activity(
    called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Discord it needs the address to which Discord's proxy leads."""
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("DISCORD_CLIENT_SECRET", "of the client")
    without = said()
    assert (without.exit_code, called) == (CANNOT_START, [])
    assert "DISCORD_CLIENT_SECRET needs WEB_URL" in without.output
    monkeypatch.setenv("WEB_URL", "https://crux.example.org")
    assert said().exit_code == 0
    ((_, _, more),) = called
    assert more["web_door"].activity == ActivityDoor("of the client")
    assert "of the client" not in repr(more["web_door"])


def test_a_playground_shows_it_too_at_addresses_of_its_own(
    called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_CLIENT_SECRET", "anything")
    monkeypatch.setenv("WEB_URL", "http://127.0.0.1:9000")
    assert said("join", HERE).exit_code == 0
    assert said("playground", "--port", "0").exit_code == 0
    _, (_, _, more), _, where = called
    assert "http://{application}.discordsays.localhost:8765" in more["web_door"].activity.origins
    assert f"{HERE} " in more["web_door"].activity.parents
    assert where[-1] == "http://127.0.0.1:8766"


class Unusable:
    """Why a playground can't start, which has nothing to do with the other reasons."""

    @staticmethod
    @contextmanager
    def busy_port(folder: Path) -> Iterator[tuple[list[str], str]]:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            yield ["--port", port, "--data", str(folder / "own.db")], f"Another program listens on port {port} already."

    @staticmethod
    @contextmanager
    def file_in_place_of_the_folder(folder: Path) -> Iterator[tuple[list[str], str]]:
        (folder / "data").touch()
        yield ["--port", "0", "--data", str(folder / "data" / "own.db")], "The playground can't use its file"

    @staticmethod
    @contextmanager
    def no_database(folder: Path) -> Iterator[tuple[list[str], str]]:
        (folder / "own.db").write_bytes(b"Dear diary, " * 500)
        yield ["--port", "0", "--data", str(folder / "own.db")], "file is not a database"

    @staticmethod
    @contextmanager
    def full_disk(folder: Path) -> Iterator[tuple[list[str], str]]:
        yield ["--port", "0", "--data", "/dev/full/own.db"], "The playground can't use its file /dev/full/own.db"


@pytest.mark.parametrize("why", ["busy_port", "file_in_place_of_the_folder", "no_database", "full_disk"])
def test_what_keeps_a_playground_from_starting_is_said(
    why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_loop", asyncio.run)
    monkeypatch.setattr(running, "settle", lambda: None)
    with getattr(Unusable, why)(tmp_path) as (words, sentence):
        answer = said("playground", *words)
    assert answer.exit_code == CANNOT_START
    assert sentence in answer.output
    assert ("port" in answer.stderr) is ("port" in why)


def closed(code: int) -> discord.ConnectionClosed:
    """Discord has closed the connection with this code."""
    socket: Any = None
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


def refused(status: int, words: object) -> discord.HTTPException:
    """Discord's response to a request."""
    response: Any = SimpleNamespace(status=status, reason="No")
    return discord.HTTPException(response, words if isinstance(words, str) else dict(cast("dict[str, Any]", words)))


def no_gateway(status: int) -> discord.GatewayNotFound:
    """As discord.py puts it when it isn't told the gateway's address."""
    error: discord.GatewayNotFound = cast("Any", discord.GatewayNotFound)()
    error.__cause__ = refused(status, "nobody home")
    return error


def of_the_proxy(status: int) -> aiohttp.ClientHttpProxyError:
    request: Any = SimpleNamespace(real_url="http://proxy")
    return aiohttp.ClientHttpProxyError(request, (), status=status, message="Says no")


MISSING = {"code": 50001, "message": "Missing Access"}


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (discord.LoginFailure("no"), CANNOT_START, "Discord rejected this token."),
        (StoreUnusable("The database is full."), CANNOT_START, "The database is full."),
        (StoreOutOfReach("It's locked."), CANNOT_REACH, "It's locked."),
        (StoreBusy("crux.db is locked"), CANNOT_REACH, "The database can't be used now: crux.db is locked."),
        (StoreUnsure("crux was lost"), CANNOT_REACH, "The database can't be used now: crux was lost."),
        (
            StoreNotWritable("crux.db can't be written (disk full)"),
            CANNOT_START,
            "crux.db can't be written (disk full)",
        ),
        (OSError("no route"), CANNOT_REACH, "Discord can't be reached: no route."),
        (TimeoutError(), CANNOT_REACH, "Is this machine connected to the internet?"),
        (OSError(errno.ENOSPC, "No space left on device"), CANNOT_START, "No space left on device. Free some space"),
        (PermissionError(errno.EACCES, "Permission denied", "/data/x"), CANNOT_START, "Permission denied: '/data/x'."),
        (closed(4004), CANNOT_START, "Discord rejected this token."),  # it was reset while the bot ran
        (closed(4010), CANNOT_START, "Choose a larger SHARD_COUNT for all processes"),  # no such shard
        (closed(4011), CANNOT_START, "Choose a larger SHARD_COUNT for all processes"),  # too many servers for a shard
        (closed(4013), CANNOT_START, "Discord has closed the connection: Shard ID 0 WebSocket closed with 4013."),
        (discord.PrivilegedIntentsRequired(0), CANNOT_START, "Discord refuses the bot"),
        (refused(400, MISSING), CANNOT_START, "400 No (error code: 50001): Missing Access."),
        (refused(403, MISSING), CANNOT_START, "403 No (error code: 50001): Missing Access."),
        (refused(404, MISSING), CANNOT_START, "404 No (error code: 50001): Missing Access."),
        (refused(429, "banned for a while"), CANNOT_REACH, "Discord can't serve the bot now: 429 No"),
        (refused(503, "down"), CANNOT_REACH, "Discord can't serve the bot now: 503 No"),
        (no_gateway(403), CANNOT_START, "403 No (error code: 0): nobody home."),
        (no_gateway(500), CANNOT_REACH, "500 No (error code: 0): nobody home."),
        (ExtensionFailed("cogs.x", refused(403, MISSING)), CANNOT_START, "403 No (error code: 50001): Missing Access."),
        (NotDiscord(), CANNOT_REACH, "Something else than Discord answers the bot"),
        (of_the_proxy(407), CANNOT_START, "The proxy of HTTPS_PROXY refuses the bot: 407 Says no."),
        (of_the_proxy(502), CANNOT_REACH, "Does the proxy of HTTPS_PROXY work?"),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_what_keeps_it_from_running_is_said(
    error: Exception, code: int, words: str, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run_bot(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(running, "run_bot", run_bot)
    answer = said("join", HERE)
    assert answer.exit_code == code
    assert words in answer.stderr
    assert ("connected to the internet" in answer.stderr) is (
        type(error) in (OSError, TimeoutError, NotDiscord) and code == CANNOT_REACH
    )
    assert "Traceback" not in answer.output


def test_an_error_of_the_bot_itself_is_shown_whole(
    called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run_bot(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(running, "run_bot", run_bot)
    assert isinstance(said("join", HERE).exception, ZeroDivisionError)


def test_ctrl_c_ends_a_start_without_a_word(called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    async def run_bot(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "run_bot", run_bot)
    answer = said("join", HERE)
    assert (answer.exit_code, answer.output) == (INTERRUPTED, "")


PROXY = "http://user:secret@proxy.example:3128"


@pytest.mark.parametrize(
    ("written", "direct", "used"),
    [
        (PROXY, "", PROXY),
        ("https://proxy.example", "", "https://proxy.example"),
        ("proxy.example:3128", "", "http://proxy.example:3128"),
        ("", "", None),
        (PROXY, "localhost, example.org,.discord.com", None),
        (PROXY, "discord.com", None),
        (PROXY, "*", None),
        (PROXY, "ord.com,127.0.0.1", PROXY),
    ],
)
@pytest.mark.parametrize("spelling", [str.upper, str.lower])
def test_discord_is_reached_through_the_proxy_that_is_set(
    written: str,
    direct: str,
    used: str | None,
    spelling: Callable[[str], str],
    called: list[tuple[Any, ...]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "https://discord.com/api/v10")  # others may have used a playground
    for name in ("HTTPS_PROXY", "NO_PROXY", "https_proxy", "no_proxy"):  # this machine may have its own
        monkeypatch.delenv(name, raising=False)
    for name, value in (("HTTPS_PROXY", written), ("NO_PROXY", direct), ("DISCORD_TOKEN", "secret")):
        monkeypatch.setenv(spelling(name), value)
    assert said().exit_code == 0
    assert called[-1][2]["proxy"] == used


def test_the_playground_is_reached_without_a_proxy(
    called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", PROXY)
    assert said("join", HERE).exit_code == 0
    assert called[-1][2]["proxy"] is None


@pytest.mark.parametrize("written", ["socks5://proxy.example:1080", "http://", "http://proxy:none"])
def test_an_address_that_is_none_of_a_proxy_is_said(
    written: str, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", written)
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    answer = said()
    assert (answer.exit_code, called) == (CANNOT_START, [])
    assert "HTTPS_PROXY is wrong" in answer.output


@pytest.mark.parametrize("words", [("join", HERE), ("--replace", "join", HERE)], ids=" ".join)
def test_it_takes_over_from_another_process_if_that_is_said(
    called: list[tuple[Any, ...]], words: tuple[str, ...]
) -> None:
    assert said(*words).exit_code == 0
    assert called[-1][2]["replace"] is ("--replace" in words)


def test_what_it_serves_and_sends_is_what_is_set(
    called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said("join", HERE).exit_code == 0
    for name, value in (
        ("SHARD_COUNT", "4"),
        ("SHARDS", "1,3"),
        ("REQUESTS_PER_SECOND", "7"),
        ("METRICS_PORT", "0"),
        ("METRICS_HOST", "::1"),
    ):
        monkeypatch.setenv(name, value)
    assert said("join", HERE).exit_code == 0
    names = ("metrics_at", "shards", "requests_per_second")
    assert [[more[name] for name in names] for *_, more in (called[1], called[3])] == [
        [None, None, None],
        [("::1", 0), Shards(4, frozenset({1, 3})), 7],
    ]


@pytest.mark.parametrize(
    ("dsn", "used"), [(None, ""), ("https://key@localhost/1", "https://key@localhost/1")], ids=["none", "some"]
)
def test_errors_are_sent_where_it_is_set(
    dsn: str | None, used: str, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def reporting(dsn: str) -> Iterator[None]:
        called.append((dsn,))
        yield
        called.append(("no more",))

    monkeypatch.setattr(running, "reporting", reporting)
    if dsn is not None:
        monkeypatch.setenv("SENTRY_DSN", dsn)
    assert said("join", HERE).exit_code == 0
    assert [one[0] for one in called[1:]] == [used, PLAYGROUND_TOKEN, "no more"]


@pytest.mark.parametrize("installed", [True, False])
def test_the_faster_loop_is_used_where_it_is_installed(installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvloop")
    if not installed:
        monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    kinds: list[str] = []

    async def note() -> None:
        kinds.append(type(asyncio.get_running_loop()).__module__.partition(".")[0])

    running._loop(note())
    assert kinds == ["uvloop" if installed else "asyncio"]


def test_the_log_begins_as_it_is_set(called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "log_to_stderr", lambda settings: called.append((settings.log_level,)))
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    assert said("join", HERE).exit_code == 0
    assert called[0] == ("ERROR",)


def test_settings_that_can_not_be_used_are_said(called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYGROUND_PORT", "seven")
    answer = said()
    assert (answer.exit_code, called) == (CANNOT_START, [])
    assert "PLAYGROUND_PORT is wrong" in answer.output


@pytest.mark.parametrize(
    ("level", "own", "library", "database"),
    [("DEBUG", "DEBUG", "INFO", "WARNING"), ("INFO", "INFO", "INFO", "WARNING"), ("ERROR", "ERROR", "ERROR", "ERROR")],
)
def test_libraries_log_no_messages_and_no_queries(
    level: str, own: str, library: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At DEBUG discord.py would log what only one player may see."""
    monkeypatch.undo()
    names = ("", "discord", "aiosqlite", "alembic", "sqlalchemy", "PIL", "aiohttp.access")
    loggers = [logging.getLogger(name) for name in names]
    before = [(logger, logger.level, [*logger.handlers]) for logger in loggers]
    monkeypatch.setenv("LOG_LEVEL", level)
    try:
        setup.log_to_stderr(read_settings())
        assert [logging.getLevelName(logger.level) for logger in loggers] == [own, library, *[database] * 5]
    finally:
        for logger, old, handlers in before:
            logger.setLevel(old)
            logger.handlers[:] = handlers


async def test_ctrl_c_while_it_is_still_loading_ends_it_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("import time\nprint('loading', flush=True)\ntime.sleep(600)\n")
    search_path = os.pathsep.join((str(tmp_path), str(PROJECT)))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", env=os.environ | {"PYTHONPATH": search_path},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert await process.stdout.readline() == b"loading\n"
    process.send_signal(signal.SIGINT)
    assert await process.communicate() == (b"", b"")
    assert process.returncode == -signal.SIGINT
