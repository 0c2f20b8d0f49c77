"""Which match a command means, and how matches are named where one is chosen."""

from dataclasses import replace

import pytest

from bot.match import ComputerLevel, NoSuchMatch, Status, TableTerms
from bot.match.decisions import lobby, proposals
from cogs.shared.choosing.match_lookup import find_any_match, find_match, match_choices, suggest_matches
from cogs.shared.client.refusals import WhichMatch
from cogs.shared.management.agreements import may_undo
from cogs.shared.turns.hints import may_show_hint
from cogs.shared.wording.labels import whose_turn
from tests.cogs.clicking import typing
from tests.cogs.conftest import ANNE, BERT, HERE, Bot, together
from tests.cogs.matches import damage


@pytest.mark.parametrize(
    ("statuses", "words"),
    [
        ((Status.OPEN,), "You have no open table here. Open one with "),
        ((Status.RUNNING,), "You have no running match here. Open a table with "),
    ],
)
async def test_where_there_is_none_the_commands_that_begin_one_are_named(
    bot: Bot, statuses: tuple[Status, ...], words: str
) -> None:
    with pytest.raises(WhichMatch) as refused:
        await find_match(typing(bot, ANNE), None, None, statuses=statuses)
    assert str(refused.value).startswith(words)
    assert "`/" in str(refused.value)


async def test_what_looks_back_prefers_the_newest_match_that_is_over(bot: Bot) -> None:
    running = await together(bot, ANNE, BERT)
    assert (await find_any_match(typing(bot, ANNE), None, over=True)).id == running.id
    old = await together(bot, ANNE, BERT)
    await bot.matches.act(old.id, proposals.resign(ANNE))
    newest = await together(bot, ANNE, BERT)
    assert (await find_any_match(typing(bot, ANNE), None)).id == newest.id
    assert (await find_any_match(typing(bot, ANNE), None, over=True)).id == old.id


async def test_a_match_in_this_channel_goes_before_one_in_a_thread_of_it(bot: Bot) -> None:
    in_thread = await bot.matches.tables.open(
        TableTerms("southern_cards", 2), opener=ANNE, place=replace(HERE, thread_id=77), computers=ComputerLevel.EASY
    )
    await bot.matches.act(in_thread.id, lobby.begin(ANNE, message_id=900))
    assert (await find_match(typing(bot, ANNE), None, None)).id == in_thread.id
    right_here = await together(bot, ANNE, BERT)
    assert (await find_match(typing(bot, ANNE), None, None)).id == right_here.id
    there = typing(bot, ANNE)
    there.channel_id = 77
    assert (await find_match(there, None, None)).id == in_thread.id


async def test_a_number_names_no_match_of_another_game_or_server(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    elsewhere = typing(bot, ANNE)
    elsewhere.guild_id = 2
    for game, asking in (("cirondo", typing(bot, ANNE)), (None, elsewhere)):
        with pytest.raises(NoSuchMatch):
            await find_match(asking, game, str(match.id))
    directly = typing(bot, ANNE)
    directly.guild_id = None
    for game, asking in ((None, typing(bot, ANNE)), ("southern_cards", typing(bot, ANNE)), (None, directly)):
        assert (await find_match(asking, game, f"#{match.id}")).id == match.id


async def test_a_match_against_computers_is_named_after_them(bot: Bot) -> None:
    alone = await bot.matches.tables.open(
        TableTerms("southern_cards", 2), opener=ANNE, place=HERE, computers=ComputerLevel.EASY
    )
    await bot.matches.act(alone.id, lobby.begin(ANNE, message_id=900))
    (only,) = await suggest_matches()(typing(bot, ANNE), "")
    assert only.name.startswith(f"#{alone.id} · Southern Cross cards · against computers · ")
    assert only.value == str(alone.id)
    assert await suggest_matches("cirondo")(typing(bot, ANNE), "") == []
    assert [one.value for one in await match_choices(typing(bot, ANNE), None, "comp")] == [str(alone.id)]


async def test_a_frozen_match_is_nobodys_turn(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    await damage(bot, match.id)
    assert whose_turn(match, ANNE) != "frozen"
    assert whose_turn(await bot.matches.get(match.id), ANNE) == "frozen"


async def test_a_match_that_a_command_can_do_nothing_with_is_passed_over(bot: Bot) -> None:
    old = await together(bot, ANNE, BERT)
    await bot.matches.act(old.id, proposals.resign(ANNE))
    newest = await together(bot, ANNE, BERT)
    records = bot.matches.records
    assert not await records.can_replay(newest.id)  # its hands are hidden
    assert await records.can_replay(newest.id, hidden=True)
    assert (await find_any_match(typing(bot, ANNE), None, fits=records.can_replay)).id == old.id


async def test_without_another_one_the_newest_match_says_why_a_command_can_do_nothing_with_it(bot: Bot) -> None:
    only = await together(bot, ANNE, BERT)
    assert (await find_any_match(typing(bot, ANNE), None, fits=bot.matches.records.can_replay)).id == only.id


async def test_only_matches_where_it_is_ones_turn_and_hints_are_on_are_suggested_for_a_hint(bot: Bot) -> None:
    hinted = await together(bot, ANNE, BERT)
    off = await bot.matches.tables.open(
        TableTerms("southern_cards", 2, hints=False), opener=ANNE, place=HERE, computers=ComputerLevel.EASY
    )
    off = await bot.matches.act(off.id, lobby.begin(ANNE, message_id=900))
    suggest = suggest_matches("southern_cards", to_move=True, allowed=may_show_hint)
    (mover,) = hinted.to_move_people()
    assert [one.value for one in await suggest(typing(bot, mover), "")] == [str(hinted.id)]
    other = BERT if mover == ANNE else ANNE
    assert await suggest(typing(bot, other), "") == []
    assert str(off.id) in [one.value for one in await match_choices(typing(bot, ANNE), None, "")]


async def test_only_matches_that_could_be_undone_are_suggested_for_an_undo(bot: Bot) -> None:
    hidden = await together(bot, ANNE, BERT)
    rated, free = [
        await bot.matches.tables.open(TableTerms("cirondo", 2, rated=rated), opener=ANNE, place=HERE)
        for rated in (True, False)
    ]
    for table in (rated, free):
        await bot.matches.act(table.id, lobby.join(BERT))
        await bot.matches.act(table.id, lobby.begin(ANNE, message_id=900 + table.id))
    suggest = suggest_matches(to_move=True, allowed=may_undo)
    suggested = {user: {one.value for one in await suggest(typing(bot, user), "")} for user in (ANNE, BERT)}
    for match in (hidden, rated):
        now = await bot.matches.get(match.id)
        assert {user for user in (ANNE, BERT) if str(match.id) in suggested[user]} == set(now.to_move_people())
    assert all(str(free.id) in numbers for numbers in suggested.values())
