"""The command line, called in a folder of its own without any settings."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bot.command_line import running, setup
from bot.command_line.app import app
from bot.config import Settings

HERE = "http://127.0.0.1:8765"


@pytest.fixture
def bare_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(setup, "log_to_stderr", lambda _: None)  # each call here has a stderr of its own
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(name, raising=False)


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
