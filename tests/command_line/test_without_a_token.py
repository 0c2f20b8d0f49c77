"""Without a token `python -m bot` runs on a playground that it starts beside itself."""

import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import repeat
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import Result

from bot.command_line import running
from bot.command_line.setup import CANNOT_REACH, CANNOT_START
from bot.config import PLAYGROUND_TOKEN
from tests.command_line.conftest import HERE, said

pytestmark = pytest.mark.usefixtures("bare_folder")


class TestWithoutAToken:
    """It runs on a playground that it starts in another process."""

    class Page:
        """That process; `left` is how often it is looked at until it answers, or ends where it never does."""

        def __init__(self, left: int, *, answers: bool) -> None:
            self.left, self.works = left, answers
            self.told: list[str] = []
            self.slept: list[float] = []

        def health(self, url: str) -> dict[str, Any] | None:
            assert url == HERE
            return {"page": True} if self.works and self.told and self.left <= 0 else None

        def poll(self) -> int | None:
            self.left -= 1
            return 1 if self.left < 0 and not self.works else None

        def begin(self, command: list[str], **named: Any) -> "TestWithoutAToken.Page":
            # It ends with the pipe, and Ctrl+C is for the bot, which ends it.
            assert named == {"stdin": subprocess.PIPE, "start_new_session": True}
            self.told.append(" ".join(command[1:]))
            return self

        def terminate(self) -> None:
            self.told.append("terminate")

        def wait(self) -> None:
            self.told.append("wait")

    def run(self, page: Page, monkeypatch: pytest.MonkeyPatch, seconds: Iterator[float] | None = None) -> Result:
        seconds = seconds or repeat(0.0)
        time = SimpleNamespace(monotonic=lambda: next(seconds), sleep=page.slept.append)
        monkeypatch.setattr(running, "time", time)
        monkeypatch.setattr(running, "health_of", page.health)
        monkeypatch.setattr(running, "subprocess", SimpleNamespace(Popen=page.begin, PIPE=subprocess.PIPE))
        return said()

    def test_it_joins_as_soon_as_the_page_answers_and_ends_it_afterwards(
        self, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = self.Page(3, answers=True)
        answer = self.run(page, monkeypatch)
        assert answer.exit_code == 0
        assert f"Crux plays at {HERE}" in answer.output
        assert [one[0] for one in called] == [f"{HERE}/api/v10", PLAYGROUND_TOKEN]
        assert page.told == ["-m bot playground --while-input --port 8765", "terminate", "wait"]
        assert page.slept == [0.1] * 3

    def test_a_page_that_ends_has_said_why(
        self, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = self.Page(2, answers=False)
        monkeypatch.setattr(page, "poll", lambda: CANNOT_START)
        answer = self.run(page, monkeypatch)
        assert (answer.exit_code, answer.output) == (CANNOT_START, "")
        assert (called, page.told[1:]) == ([], ["terminate", "wait"])

    def test_a_page_that_never_answers_is_given_up(
        self, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = self.Page(10**9, answers=False)
        monkeypatch.setattr(page, "poll", lambda: None)
        seconds = iter(float(second) for second in range(1000))
        assert self.run(page, monkeypatch, seconds).exit_code == CANNOT_REACH
        assert next(seconds) == running.PAGE_DEADLINE + 3  # it looked until its time was over

    @pytest.mark.parametrize(
        ("health", "words"),
        [
            ({}, f"Another program answers at {HERE}."),
            ({"page": True, "bot": True, "process": 4711}, "end its playground with `kill 4711`"),
        ],
        ids=["no playground", "somebody plays"],
    )
    def test_what_is_in_use_there_is_left_alone(
        self, health: dict[str, Any], words: str, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = self.Page(0, answers=True)
        monkeypatch.setattr(page, "health", lambda _: health)
        answer = self.run(page, monkeypatch, iter([0.0, 1.0, 10.0]))
        assert answer.exit_code == CANNOT_START
        assert words in answer.output
        assert (called, page.told) == ([], [])

    def test_a_playground_that_was_left_running_is_taken_over(
        self, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = self.Page(0, answers=True)
        monkeypatch.setattr(page, "health", lambda _: {"page": True, "bot": False, "process": 4711})
        answer = self.run(page, monkeypatch, iter([0.0, 1.0, 10.0]))
        assert answer.exit_code == 0
        assert "`kill 4711` ends the playground" in answer.output
        assert [one[0] for one in called] == [f"{HERE}/api/v10", PLAYGROUND_TOKEN]
        assert page.told == []

    def test_one_that_is_just_ending_is_waited_for(
        self, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = self.Page(0, answers=True)
        ending = [{"page": True, "bot": True}] * 3
        monkeypatch.setattr(page, "health", lambda _: ending.pop() if ending else {"page": True} if page.told else None)
        assert self.run(page, monkeypatch).exit_code == 0
        assert page.told == ["-m bot playground --while-input --port 8765", "terminate", "wait"]

    def test_a_port_must_be_chosen(self, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PLAYGROUND_PORT", "0")
        answer = self.run(self.Page(0, answers=True), monkeypatch)
        assert answer.exit_code == CANNOT_START
        assert "PLAYGROUND_PORT=0 works only with" in answer.output


def test_nothing_answers_where_nothing_listens() -> None:
    assert running.health_of("http://127.0.0.1:9") is None


def test_a_page_has_two_seconds_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    patience: list[float] = []

    def silent(_: object, __: str, timeout: float) -> None:
        patience.append(timeout)
        raise TimeoutError

    monkeypatch.setattr("urllib.request.OpenerDirector.open", silent)
    assert running.health_of(HERE) is None
    assert patience == [2]


class Healthy(BaseHTTPRequestHandler):
    """A page that answers under the address of the playground's health."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/web/health" else 404)
        self.end_headers()
        self.wfile.write(b'{"page": true}')

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's own name
        pass


@pytest.mark.parametrize(("below", "health"), [("", {"page": True}), ("/elsewhere", {})])
def test_a_page_answers_where_its_health_is_whatever_proxy_is_set(
    below: str, health: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with HTTPServer(("127.0.0.1", 0), Healthy) as server:
        thread = Thread(target=server.handle_request)
        thread.start()
        assert running.health_of(f"http://127.0.0.1:{server.server_port}{below}") == health
        thread.join()
