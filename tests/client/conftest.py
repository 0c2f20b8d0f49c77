"""The client, not connected to anything, and what it is told."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot import client
from bot.client import Crux
from bot.match import Matches
from bot.store import Store
from tests.databases import put_database


class Thinking:
    """Computer players that note what becomes of them."""

    def __init__(self, told: list[str]) -> None:
        self.start, self._told = partial(told.append, "computers begin"), told

    async def close(self) -> None:
        self._told.append("computers end")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    put_database(tmp_path / "crux.db")
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}") as opened:
        yield opened


@pytest.fixture
def told() -> list[str]:
    """What has happened, in order."""
    return []


@pytest.fixture
async def bot(store: Store, told: list[str], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Crux]:
    """The client, not connected to anything; its tree notes when it is sent."""
    made = Crux(Matches(store), store, computers=Thinking(told))  # type: ignore[arg-type]  # all of them that is used here
    await made._async_setup_hook()  # as logging in does
    made._connection.application_id = 7

    async def register(*_: Any) -> None:
        told.append("commands sent")

    monkeypatch.setattr(client, "register", register)
    yield made
    await made.close()
