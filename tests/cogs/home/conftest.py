import pytest

from bot.rules import GAMES
from cogs.shared.presentation.registry import register
from tests.cogs.conftest import Bot
from tests.cogs.games import screen_of


@pytest.fixture
def every_game(bot: Bot) -> None:
    for key in GAMES:
        screen = screen_of(key)
        screen.bot = bot
        register(screen)
