"""The button that shows the seal of a match's luck."""

import pytest

from bot.match import TableTerms
from bot.match.decisions import lobby
from cogs.shared.interactions.clicks import OutdatedButton, custom_id
from cogs.shared.tables.seal import seal_button, seal_of, whole_seal
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, played_out, together


async def test_it_shows_the_whole_seal_and_the_seed_once_it_is_published(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    *_, seal, then = (await Asking(bot, CLEO).click(seal_of, match.id)).splitlines()
    assert seal == f"`{match.commitment}`"
    assert then == "After the match the seed is published, and `/match verify` checks every roll and shuffle."
    over = await played_out(bot, match.id)
    assert over.seed is not None
    *_, seal, then = (await Asking(bot, CLEO).click(seal_of, match.id)).splitlines()
    assert seal == f"`{match.commitment}`"
    assert then == f"The seed is `{over.seed}`. `/match verify` checks all luck against it."


async def test_a_button_of_leagues_and_tournaments_carries_the_seal_that_it_shows(bot: Bot) -> None:
    seal = "0123456789abcdef" * 4
    label, name, payload = seal_button(seal)
    assert (label, len(custom_id("b", 0, 0, name, payload)) <= 100) == ("How the luck is sealed", True)
    assert (await Asking(bot, CLEO).click(whole_seal, 0, payload=payload)).splitlines()[-1] == f"`{seal}`"
    for forged in ("", seal[:-1], seal.upper(), f"{seal[:-1]}`", f"{seal}\n"):
        with pytest.raises(OutdatedButton):
            await Asking(bot, CLEO).click(whole_seal, 0, payload=forged)


async def test_where_no_luck_is_drawn_nothing_is_sealed(bot: Bot) -> None:
    table = await bot.matches.tables.open(TableTerms("cirondo", 2), opener=ANNE, place=HERE)
    await bot.matches.act(table.id, lobby.join(BERT))
    with pytest.raises(OutdatedButton):
        await Asking(bot, ANNE).click(seal_of, table.id)
