"""The button that shows the seal of a match's luck."""

import hashlib

import pytest

from bot.match import TableTerms
from bot.match.decisions import lobby
from cogs.shared.interactions.clicks import OutdatedButton, custom_id
from cogs.shared.tables.seal import opened_button, seal_button, seal_of, whole_seal, whole_seed
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
    assert then == f"The seed is `{over.seed}`, the salt `{over.salt}`. `/match verify` checks all luck against them."


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


@pytest.mark.parametrize("salt", ["", "1576743669612802048"])
async def test_a_button_of_ends_carries_the_seed_that_it_shows(bot: Bot, salt: str) -> None:
    seed = "0123456789abcdef" * 4
    label, name, payload = opened_button(seed, salt)
    assert (label, len(custom_id("b", 0, 0, name, payload)) <= 100) == ("How the luck was drawn", True)
    lines = (await Asking(bot, CLEO).click(whole_seed, 0, payload=payload)).splitlines()
    assert f"`{seed}`" in lines
    assert f"`{hashlib.sha256(bytes.fromhex(seed)).hexdigest()}`" in lines
    assert (lines[-1] == f"The salt, which nobody could choose: `{salt}`") == bool(salt)
    for forged in ("", seed, f"{seed[:-1]}.", f"{seed.upper()}.", f"{seed}.x", f"{seed}.1`"):
        with pytest.raises(OutdatedButton):
            await Asking(bot, CLEO).click(whole_seed, 0, payload=forged)
