"""The clocks, and a Discord that answers as tests wish, for tests of boards."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

import cogs.clocks
from cogs.clocks import Clocks
from tests.cogs.conftest import Bot
from tests.cogs.discord_answers import Discord, put


@pytest.fixture
async def clocks(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Clocks]:
    async def ready() -> None:
        return None

    monkeypatch.setattr("bot.match.parts.clocks.LOOK_EVERY", timedelta(milliseconds=5))
    monkeypatch.setattr(cogs.clocks, "RETRY_FIRST", 0.0)
    monkeypatch.setattr(bot, "wait_until_ready", ready, raising=False)
    cog = Clocks(bot)
    yield cog
    await cog.finish()


@pytest.fixture
def discord_(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Discord:
    async def no_picture(*_: object) -> None:
        return None

    monkeypatch.setattr(bot.posting.delivery, "picture", no_picture)
    return put(bot, Discord())
