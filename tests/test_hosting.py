"""What docs/hosting.md, the Dockerfile and compose.yaml say, and what they make a service manager do."""

import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from bot.client import SHUTDOWN_DEADLINE
from bot.command_line.setup import CANNOT_REACH, CANNOT_START
from bot.config import Settings
from cogs.shared.boards.posting import STOP_DEADLINE

ROOT = Path(__file__).parents[1]
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
SYSTEMD_ANALYZE = shutil.which("systemd-analyze")


def unit() -> str:
    """The systemd unit on the page."""
    found = re.search(r"```ini\n(\[Unit\].*?)```", HOSTING, re.DOTALL)
    assert found is not None
    return found[1]


def template() -> str:
    """The systemd template for updates without a gap, made from the unit as the page says."""
    found = re.search(r"```ini\n(ExecStart=/opt/crux-%i/.*?)```", HOSTING, re.DOTALL)
    assert found is not None
    folder = unit().replace("WorkingDirectory=/opt/crux\n", "WorkingDirectory=/opt/crux-%i\n")
    return re.sub(r"^ExecStart=.*\n", found[1], folder, flags=re.MULTILINE)


class TestSystemd:
    def test_it_restarts_the_bot_unless_a_setting_is_wrong(self) -> None:
        assert "Restart=on-failure\n" in unit()
        (never,) = re.findall(r"^RestartPreventExitStatus=(.+)$", unit(), re.MULTILINE)
        assert never.split() == [str(CANNOT_START)]
        assert str(CANNOT_REACH) not in never

    def test_the_template_differs_in_what_the_page_says(self) -> None:
        ours, theirs = unit().splitlines(), template().splitlines()
        differing = [one for one, other in zip(theirs, ours, strict=True) if one != other]
        assert [line.partition("=")[0] for line in differing] == ["WorkingDirectory", "ExecStart"]
        assert all("/opt/crux-%i" in line for line in differing)
        assert "-m bot --replace" in template()

    @pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="no systemd is installed: apt-get install systemd")
    @pytest.mark.parametrize(("name", "content"), [("crux.service", unit()), ("crux@.service", template())])
    def test_systemd_understands_every_line(self, name: str, content: str, tmp_path: Path) -> None:
        python = re.search(r"^ExecStart=(\S+)", content, re.MULTILINE)
        assert python is not None
        (tmp_path / name).write_text(content.replace(python[1], sys.executable), encoding="utf-8")
        said = subprocess.run(
            [str(SYSTEMD_ANALYZE), "verify", "--man=no", tmp_path / name], capture_output=True, text=True, check=False
        )
        assert [line for line in said.stderr.splitlines() if name.partition(".")[0].rstrip("@") in line] == []


class TestDocker:
    @pytest.mark.parametrize("file", ["docs/hosting.md", "Dockerfile", "compose.yaml"])
    def test_it_gives_up_after_some_attempts(self, file: str) -> None:
        text = (ROOT / file).read_text(encoding="utf-8").partition("\n  postgres:\n")[0]  # the database's own service
        policies = re.findall(r"(?:--restart |^ +restart: )(\S+)", text, re.MULTILINE)
        assert set(policies) == {"on-failure:5"}

    def test_it_waits_until_the_bot_has_sent_its_boards(self) -> None:
        needed = SHUTDOWN_DEADLINE + STOP_DEADLINE
        ours = COMPOSE.partition("\n  postgres:\n")[0]
        (compose,) = re.findall(r"stop_grace_period: (\d+)s", ours)
        runs = re.findall(r"docker run [^\n]*", HOSTING + DOCKERFILE)
        waits = [re.search(r"--stop-timeout (\d+)", run) for run in runs if "--detach" in run]
        assert waits
        assert all(int(found) > needed for found in (compose, *(wait[1] if wait else 0 for wait in waits)))

    def test_the_image_has_what_it_copies(self) -> None:
        copied = [
            word
            for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
            for word in line.split()[:-1]
        ]
        let_in = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE))
        assert set(copied) == let_in
        assert all((ROOT / name).exists() for name in copied)

    def test_other_commands_use_the_python_of_the_image(self) -> None:
        (python,) = set(re.findall(r"CMD \[\"(\S+)\", \"-m\", \"bot\"\]", DOCKERFILE))
        named = re.findall(r"docker (?:run|exec) [^\n]*?(\S*python\S*) -m bot", HOSTING)
        assert len(named) >= 2
        assert set(named) == {python}

    def test_it_installs_extras_that_exist(self) -> None:
        (extras,) = re.findall(r"'\.\[([^]]+)\]'", DOCKERFILE)
        project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        assert all(re.search(rf"^{extra} = \[", project, re.MULTILINE) for extra in extras.split(","))

    def test_it_runs_as_a_user_without_rights_whose_number_the_page_says(self) -> None:
        (number,) = re.findall(r"useradd --system --uid (\d+)", DOCKERFILE)
        assert re.search(r"^USER crux$", DOCKERFILE, re.MULTILINE)
        assert f"chown {number} " in HOSTING

    def test_compose_starts_what_it_names(self) -> None:
        services = re.findall(r"^  (\S+):$", COMPOSE.partition("\nvolumes:\n")[0], re.MULTILINE)
        volumes = re.findall(r"^  (\S+):$", COMPOSE.partition("\nvolumes:\n")[2], re.MULTILINE)
        assert services == ["crux", "postgres", "caddy"]
        assert set(re.findall(r"- (\S+):/", COMPOSE)) == set(volumes)
        assert "- crux-data:/crux/data" in COMPOSE
        assert "VOLUME /crux/data" in DOCKERFILE

    def test_compose_needs_only_variables_that_the_page_sets(self) -> None:
        needed = set(re.findall(r"\$\{(\w+)", COMPOSE)) | {"COMPOSE_PROFILES", "DATABASE_URL"}
        assert all(f"\n{name}=" in HOSTING for name in needed)
        assert {name for name in needed if name.lower() in Settings.model_fields} == {"DATABASE_URL", "WEB_URL"}


class Health(BaseHTTPRequestHandler):
    """The bot's page for whoever watches it; `status` is what it answers."""

    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def page() -> Iterator[int]:
    """The port of that page."""
    with HTTPServer(("127.0.0.1", 0), Health) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            serving.join()


class TestTheHealthCheckOfTheImage:
    def status(self, port: str | None) -> int:
        found = re.search(r"^HEALTHCHECK .*? CMD (\[.*?\])$", DOCKERFILE.replace("\\\n", ""), re.MULTILINE)
        assert found is not None
        _, *arguments = json.loads(found[1])
        environment = {"http_proxy": "http://127.0.0.1:9"}  # the bot's own page isn't reached through a proxy
        environment |= {} if port is None else {"METRICS_PORT": port}
        command = [sys.executable, *arguments]
        return subprocess.run(command, env=environment, stderr=subprocess.DEVNULL, check=False).returncode

    def test_a_bot_that_works_is_healthy(self, page: int) -> None:
        assert self.status(str(page)) == 0

    def test_a_bot_that_says_what_is_wrong_is_unhealthy(self, page: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Health, "status", 503)
        assert self.status(str(page)) == 1

    def test_a_bot_that_is_not_watched_is_healthy(self) -> None:
        assert self.status(None) == self.status("") == 0

    def test_a_bot_that_does_not_answer_is_unhealthy(self) -> None:
        assert self.status("9") == 1
