"""What pictures of a game share is drawn before anyone waits for it."""

import pytest

from bot.rules.chance import SEED_BYTES, Sealed
from cogs.shared.presentation.registry import cog_for
from cogs.shared.presentation.warming import warm
from images.canvas.canvas import LAYERS
from tests.cogs.conftest import Bot


async def test_the_first_picture_of_a_table_finds_its_field_drawn(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    cog, options = cog_for(bot, "southern_cards"), {"layout": "zodiac"}
    await warm(cog, 3, options)
    monkeypatch.setattr(LAYERS, "_Cache__maxsize", 2**40)
    layers = len(LAYERS)
    cog.pictures.draw(cog.game.start(3, options, Sealed(bytes(SEED_BYTES), "another")).sight(None))
    assert len(LAYERS) == layers


async def test_a_board_that_cannot_be_drawn_holds_up_nothing(bot: Bot, caplog: pytest.LogCaptureFixture) -> None:
    await warm(cog_for(bot, "southern_cards"), 3, {"layout": "round"})
    assert "southern_cards couldn't be drawn in advance: BadDocument" in caplog.text
