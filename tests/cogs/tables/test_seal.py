"""The button that shows the seal of a match's luck."""

import pytest

from bot.match import TableTerms
from bot.match.decisions import lobby
from cogs.shared.interactions.clicks import OutdatedButton
from cogs.shared.tables.seal import seal_of
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


async def test_where_no_luck_is_drawn_nothing_is_sealed(bot: Bot) -> None:
    table = await bot.matches.tables.open(TableTerms("cirondo", 2), opener=ANNE, place=HERE)
    await bot.matches.act(table.id, lobby.join(BERT))
    with pytest.raises(OutdatedButton):
        await Asking(bot, ANNE).click(seal_of, table.id)
