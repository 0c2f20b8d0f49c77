"""How `python -m bot` starts: with which token, database and settings, on which host; what it says where it can't."""

import asyncio
import importlib.util
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.command_line import running, setup
from bot.command_line.running import CANNOT_REACH
from bot.command_line.setup import CANNOT_START
from bot.config import PLAYGROUND_TOKEN, Settings, read_settings
from bot.match import Limits
from bot.store import StoreUnusable
from bot.store.shards import Shards

HERE = "http://127.0.0.1:8765"


@pytest.fixture(autouse=True)
def bare_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(setup, "log_to_stderr", lambda _: None)  # each call here has a stderr of its own
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What is run, or why it can't be, if an error is put there first."""
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(running, "settle", lambda: calls.append(("settled",)))

    async def run_bot(token: str, database: str, **more: Any) -> None:
        calls.append((token, database, more))

    async def serve(**where: Any) -> None:
        calls.append(tuple(where.values()))

    monkeypatch.setattr(running, "_loop", asyncio.run)
    monkeypatch.setattr(running, "run_bot", run_bot)
    monkeypatch.setattr(running, "connect_to", lambda *addresses: calls.append(addresses))
    monkeypatch.setattr("bot.playground.serve", serve)
    return calls


def said(*words: str) -> Result:
    return CliRunner().invoke(app, words)


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
    assert called == [("settled",), ("127.0.0.1", port, Path(file))]


def test_a_port_that_is_taken_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def serve(**_: Any) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(running, "_loop", asyncio.run)
    monkeypatch.setattr(running, "settle", lambda: None)
    monkeypatch.setattr("bot.playground.serve", serve)
    answer = said("playground", "--port", "81")
    assert answer.exit_code == CANNOT_START
    assert "can't use port 81: Address already in use" in answer.output


def closed(code: int) -> discord.ConnectionClosed:
    """Discord has closed the connection with this code."""
    socket: Any = None
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (discord.LoginFailure("no"), CANNOT_START, "Discord rejected this token."),
        (StoreUnusable("The database is full."), CANNOT_START, "The database is full."),
        (OSError("no route"), CANNOT_REACH, "Discord can't be reached: no route."),
        (closed(4010), CANNOT_START, "Choose a larger SHARD_COUNT for all processes"),  # no such shard
        (closed(4011), CANNOT_START, "Choose a larger SHARD_COUNT for all processes"),  # too many servers for a shard
    ],
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
    assert "Traceback" not in answer.output


def test_what_discord_closes_for_other_reasons_is_an_error(
    called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run_bot(*_: object, **__: object) -> None:
        raise closed(4014)  # intents that aren't allowed

    monkeypatch.setattr(running, "run_bot", run_bot)
    assert isinstance(said("join", HERE).exception, discord.ConnectionClosed)


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


class TestWithoutAToken:
    """It runs on a playground that it starts in another process."""

    class Page:
        """That process; `left` is how often it is looked at until it answers, or ends where it never does."""

        def __init__(self, left: int, *, answers: bool) -> None:
            self.left, self.works = left, answers
            self.told: list[str] = []
            self.slept: list[float] = []

        def answers(self, url: str) -> bool:
            assert url == HERE
            return self.works and bool(self.told) and self.left <= 0

        def poll(self) -> int | None:
            self.left -= 1
            return 1 if self.left < 0 and not self.works else None

        def begin(self, command: list[str], **named: Any) -> "TestWithoutAToken.Page":
            assert named == {"start_new_session": True}  # Ctrl+C is for the bot, which ends it
            self.told.append(" ".join(command[1:]))
            return self

        def terminate(self) -> None:
            self.told.append("terminate")

        def wait(self) -> None:
            self.told.append("wait")

    def run(self, page: Page, monkeypatch: pytest.MonkeyPatch) -> Result:
        time = SimpleNamespace(monotonic=lambda: 0.0, sleep=page.slept.append)
        monkeypatch.setattr(running, "time", time)
        monkeypatch.setattr(running, "_answers", page.answers)
        monkeypatch.setattr(running, "subprocess", SimpleNamespace(Popen=page.begin))
        return said()

    def test_it_joins_as_soon_as_the_page_answers_and_ends_it_afterwards(
        self, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = self.Page(3, answers=True)
        answer = self.run(page, monkeypatch)
        assert answer.exit_code == 0
        assert f"Crux plays at {HERE}" in answer.output
        assert [one[0] for one in called] == [f"{HERE}/api/v10", PLAYGROUND_TOKEN]
        assert page.told == ["-m bot playground --port 8765", "terminate", "wait"]
        assert page.slept == [0.1] * 3

    def test_a_page_that_ends_is_said(self, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
        page = self.Page(2, answers=False)
        answer = self.run(page, monkeypatch)
        assert answer.exit_code == CANNOT_START
        assert f"The playground could not open {HERE}." in answer.output
        assert (called, page.told[1:]) == ([], ["terminate", "wait"])

    def test_a_page_that_never_answers_is_given_up(
        self, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = self.Page(10**9, answers=True)
        seconds = iter(range(1000))
        monkeypatch.setattr(page, "poll", lambda: None)
        monkeypatch.setattr(running, "_answers", lambda _: False)
        monkeypatch.setattr(running, "subprocess", SimpleNamespace(Popen=page.begin))
        monkeypatch.setattr(running, "time", SimpleNamespace(monotonic=lambda: next(seconds), sleep=lambda _: None))
        assert said().exit_code == CANNOT_START
        assert next(seconds) == running.PAGE_DEADLINE + 2  # it looked until its time was over

    def test_what_answers_there_already_is_left_alone(
        self, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = self.Page(0, answers=True)
        monkeypatch.setattr(page, "answers", lambda _: True)
        answer = self.run(page, monkeypatch)
        assert answer.exit_code == CANNOT_START
        assert f"Something answers at {HERE} already." in answer.output
        assert (called, page.told) == ([], [])

    def test_a_port_must_be_chosen(self, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PLAYGROUND_PORT", "0")
        answer = self.run(self.Page(0, answers=True), monkeypatch)
        assert answer.exit_code == CANNOT_START
        assert "PLAYGROUND_PORT=0 works only with" in answer.output


def test_nothing_answers_where_nothing_listens() -> None:
    assert not running._answers("http://127.0.0.1:9")


def test_a_page_has_two_seconds_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    patience: list[float] = []

    def silent(_: str, timeout: float) -> None:
        patience.append(timeout)
        raise TimeoutError

    monkeypatch.setattr("urllib.request.urlopen", silent)
    assert not running._answers(HERE)
    assert patience == [2]


class Healthy(BaseHTTPRequestHandler):
    """A page that answers under the address of the playground's health."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/web/health" else 404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's own name
        pass


@pytest.mark.parametrize("below", ["", "/elsewhere"])
def test_a_page_answers_where_its_health_is(below: str) -> None:
    with HTTPServer(("127.0.0.1", 0), Healthy) as server:
        thread = Thread(target=server.handle_request)
        thread.start()
        assert running._answers(f"http://127.0.0.1:{server.server_port}{below}") is (not below)
        thread.join()


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
