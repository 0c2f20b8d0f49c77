"""What is said of a match's file: what it doesn't tell, where its seal was announced, and which match it is."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from sqlalchemy import update

from bot.match import ComputerLevel, DuplicateMatch, Match, SeriesKind, Status, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.store.tables import events
from cogs.shared.records.records import seal_location
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, Sent, played_out, solo, together
from tests.cogs.records.commanding import slash


async def resigned_and_played_on(bot: Bot) -> Match:
    """A match of three that two seats have played to its end, after Anne resigned."""
    match = await bot.matches.tables.open(
        TableTerms("southern_cards", 3), opener=ANNE, place=HERE, computers=ComputerLevel.EASY
    )
    await bot.matches.act(match.id, lobby.join(BERT))
    await bot.matches.act(match.id, lobby.begin(ANNE, message_id=901))
    match = await bot.matches.act(match.id, proposals.resign(ANNE))
    while match.status is Status.RUNNING:
        assert match.state is not None
        move, people = match.state.notate(match.state.legal()[0]), match.to_move_people()
        decision = turns.play(people[0], move) if people else turns.play_computer(move, seen_version=match.version)
        match = await bot.matches.act(match.id, decision)
    return match


class TestTheFile:
    @pytest.mark.thorough
    async def test_does_not_say_who_resigned_where_the_rest_played_on(self, bot: Bot) -> None:
        match = await resigned_and_played_on(bot)
        words = await slash(Asking(bot, ANNE), "export", match=str(match.id))
        assert "\n-# Its places are those of the rules. It doesn't say that gold resigned." in words
        for over in (
            await played_out(bot, (await together(bot, ANNE, BERT)).id),
            await bot.matches.act((await together(bot, ANNE, BERT)).id, proposals.resign(ANNE)),
        ):
            assert "resigned" not in await slash(Asking(bot, ANNE), "export", match=str(over.id))

    @pytest.mark.thorough
    async def test_has_no_seed_as_long_as_the_series_goes_on(self, bot: Bot) -> None:
        sealed = "\n-# The seed is published once the whole series is over."
        first = await played_out(bot, (await together(bot, ANNE, BERT, series=SeriesKind.POINTS)).id)
        assert first.series is not None
        assert sealed in await slash(Asking(bot, ANNE), "export", match=str(first.id))
        second = first.series.parts[-1].match_id
        words = await slash(Asking(bot, ANNE), "export", match=str(second))
        assert sealed not in words
        assert "-# The match is still running, so its luck is left out." in words
        over = await played_out(bot, (await together(bot, ANNE, BERT)).id)
        assert sealed not in await slash(Asking(bot, ANNE), "export", match=str(over.id))


@pytest.mark.thorough
async def test_a_file_is_compared_with_no_match_that_can_not_be_replayed(bot: Bot) -> None:
    match = await played_out(bot, (await together(bot, ANNE, BERT)).id)
    record = json.dumps(await bot.matches.records.export(match.id))
    assert f"match {match.id}" in await slash(Asking(bot, CLEO), "verify", file=Sent(record))
    async with bot.store.write() as connection:
        damage = update(events).where(events.c.match_id == match.id, events.c.kind == "move").values(move="no move")
        await connection.execute(damage)
    words = await slash(Asking(bot, CLEO), "verify", file=Sent(record))
    assert "everything checks out" in words
    assert f"match {match.id}" not in words


class TestTheSeal:
    async def test_was_announced_at_the_table(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        link = f"https://discord.com/channels/1/20/{match.table_message_id}"
        assert seal_location(match) == [f"Here's [the table's message]({link})."]

    async def test_of_tables_that_have_the_same_luck_was_announced_with_the_round(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        own: dict[str, Any] = {one.name: getattr(match, one.name) for one in fields(match)}
        table = replace(DuplicateMatch(**own), salt="4242")
        assert seal_location(table) == [
            "All tables of the round have this luck. It was sealed by [the round's message]"
            "(https://discord.com/channels/1/20/4242)."
        ]

    async def test_was_announced_nowhere_that_others_see_where_a_match_is_private(self, bot: Bot) -> None:
        assert seal_location(await solo(bot, ANNE)) == []
        assert seal_location(replace(await together(bot, ANNE, BERT), table_message_id=None)) == []
