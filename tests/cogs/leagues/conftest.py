"""A league with its channel and keeper, and time that goes by."""

import pytest

from tests.cogs.conftest import Bot
from tests.cogs.leagues.life import Life


@pytest.fixture
def life(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Life:
    return Life(bot, monkeypatch)
