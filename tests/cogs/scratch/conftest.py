"""All games have their screens, and nobody draws."""

import pytest

from bot.rules import GAMES
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import register
from tests.cogs.conftest import Bot
from tests.cogs.games import screen_of


@pytest.fixture(autouse=True)
def every_game(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> list[object]:
        return []

    monkeypatch.setattr(Presentation, "attachments", nothing)
    for key in GAMES:
        screen = screen_of(key)
        screen.bot = bot
        register(screen)
