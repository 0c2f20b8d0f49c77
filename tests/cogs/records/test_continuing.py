"""Who may go on from a moment of a finished match against computers, from where, and what they then see."""

from dataclasses import replace

import pytest
from sqlalchemy import update

from bot.match import ComputerLevel, Limits, Match, NoSuchMatch, NotOver, NotReplayable, TooManyMatches
from bot.match.decisions import turns
from bot.store.tables import events
from cogs.shared.boards.thinking import waiting_of
from cogs.shared.interactions.clicks import OutdatedButton
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.continuing import continue_select, go_on
from cogs.shared.turns.playing import play
from tests.cogs.conftest import ANNE, BERT, CLEO, Asking, Bot, played_out, solo, together
from tests.cogs.matches import ended, newest_of


async def test_the_seat_to_move_is_taken_with_what_it_saw(bot: Bot) -> None:
    old = await ended(bot, await together(bot, ANNE, BERT))
    position = (await bot.matches.records.replay(old.id)).position(1)
    seat = position.to_move or 0
    colour = old.seats[seat].colour
    asking = Asking(bot, CLEO)  # who sees the channel
    words = await asking.click(go_on, old.id, payload="1")
    assert f"### Southern Cross cards after turn 1 of match {old.id}" in words
    assert f"You're {colour}, and a computer plays the other seat (level: normal). Only you see this match." in words
    assert f"Everything {colour} didn't see is dealt again." in words
    assert "All luck was sealed in advance" in words
    match = await newest_of(bot, CLEO)
    assert match.state is not None
    assert match.seat_of(CLEO) == [seat] == [match.to_move]
    assert match.state.view(seat) == position.view(seat)
    assert (match.terms.private, match.terms.rated) == (True, False)
    with pytest.raises(NoSuchMatch):
        await Asking(bot, ANNE).slash("show", match=str(match.id))


@pytest.mark.thorough
@pytest.mark.sample(2)
@pytest.mark.parametrize("level", ComputerLevel)
async def test_computers_of_the_chosen_level_take_the_other_seats(bot: Bot, level: ComputerLevel) -> None:
    old = await ended(bot, await together(bot, ANNE, BERT))
    words = await Asking(bot, ANNE).click(go_on, old.id, payload="1", values=(str(level),))
    assert f"(level: {level})" in words
    seats = (await newest_of(bot, ANNE)).seats
    assert [seat.computer for seat in seats if not seat.people] == [level]


async def test_a_level_that_there_is_not_opens_nothing(bot: Bot) -> None:
    old = await ended(bot, await together(bot, ANNE, BERT))
    with pytest.raises(OutdatedButton):
        await Asking(bot, ANNE).click(go_on, old.id, payload="1", values=("best",))
    assert await bot.matches.lists.of_user(ANNE) == []


@pytest.mark.thorough
async def test_a_decision_in_the_middle_of_a_turn_is_a_moment_too(bot: Bot) -> None:
    old = await ended(bot, await together(bot, ANNE, BERT))
    await Asking(bot, BERT).click(go_on, old.id, payload="2.0")
    before = (await bot.matches.records.replay(old.id)).turn(2)[0].before
    state = (await newest_of(bot, BERT)).state
    assert state is not None
    assert before.to_move is not None
    assert state.view(before.to_move) == before.view(before.to_move)


@pytest.mark.parametrize("payload", ["99", "1.7", "", "x", "-1", "0.0"])
async def test_a_moment_that_is_not_there_opens_nothing(bot: Bot, payload: str) -> None:
    old = await ended(bot, await together(bot, ANNE, BERT))
    with pytest.raises(OutdatedButton):
        await Asking(bot, ANNE).click(go_on, old.id, payload=payload)
    assert await bot.matches.lists.of_user(ANNE) == []


async def test_only_finished_matches_of_several_go_on(bot: Bot) -> None:
    running = await together(bot, ANNE, BERT)
    with pytest.raises(NotOver):
        await Asking(bot, ANNE).click(go_on, running.id, payload="0")
    alone = await ended(bot, await solo(bot, ANNE), 1)
    with pytest.raises(OutdatedButton):
        await Asking(bot, ANNE).click(go_on, alone.id, payload="0")
    with pytest.raises(NoSuchMatch):
        await Asking(bot, BERT).click(go_on, alone.id, payload="0")


@pytest.mark.thorough
async def test_the_menu_to_go_on_is_where_others_could_have_moved_and_the_match_is_over_here(bot: Bot) -> None:
    async def offered(match: Match, step: int) -> bool:
        replay = await bot.matches.records.replay(match.id)
        return bool(continue_select(cog_for(bot, replay.match.game), replay.match, replay.position(step), str(step)))

    old = await ended(bot, await together(bot, ANNE, BERT))
    (menu,) = continue_select(cog_for(bot, old.game), old, (await bot.matches.records.replay(old.id)).start, "0")
    assert [option.value for option in menu.options] == ["beginner", "easy", "normal", "hard"]
    assert [await offered(old, step) for step in (0, 3)] == [True, True]
    assert not await offered(await ended(bot, await solo(bot, ANNE), 1), 0)
    host = await bot.matches.get((await together(bot, ANNE, BERT)).id)
    assert host.state is not None
    assert continue_select(cog_for(bot, host.game), host, host.state, "0") == []  # it still runs
    imported = replace(old, id=0)
    assert old.state is not None
    assert continue_select(cog_for(bot, imported.game), imported, old.state, "0") == []
    full = await played_out(bot, (await together(bot, ANNE, BERT)).id)
    last = (await bot.matches.records.replay(full.id)).last
    assert [await offered(full, step) for step in (last - 1, last)] == [True, False]


async def test_a_damaged_log_goes_on_nowhere(bot: Bot) -> None:
    old = await ended(bot, await together(bot, ANNE, BERT))
    async with bot.store.write() as connection:
        damage = update(events).where(events.c.match_id == old.id, events.c.kind == "move").values(move="no move")
        await connection.execute(damage)
    with pytest.raises(NotReplayable):
        await Asking(bot, ANNE).click(go_on, old.id, payload="1")


async def test_the_limit_of_running_matches_holds(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    old = await ended(bot, await together(bot, ANNE, BERT))
    monkeypatch.setattr(bot.matches.tables, "_limits", Limits(matches_per_person=1))
    await Asking(bot, ANNE).click(go_on, old.id, payload="1")
    with pytest.raises(TooManyMatches):
        await Asking(bot, ANNE).click(go_on, old.id, payload="1")


@pytest.mark.thorough
async def test_the_board_is_shown_while_the_computer_thinks_and_then_the_turn(bot: Bot) -> None:
    old = await ended(bot, await together(bot, ANNE, BERT))
    await Asking(bot, CLEO).click(go_on, old.id, payload="1")
    match = await newest_of(bot, CLEO)
    assert match.state is not None
    asking = Asking(bot, CLEO)
    await asking.defer()
    move = match.state.notate(match.state.legal()[0])
    screen = cog_for(bot, match.game)
    await play(screen, asking, match, move, seen_version=match.version)
    assert asking.heard[-1].endswith(" is thinking: 🤖 normal computer …")
    assert asking.labels == ["Show the match"]
    (task,) = waiting_of(bot)
    match = await bot.matches.get(match.id)
    assert match.state is not None
    answer = match.state.notate(match.state.legal()[0])
    await bot.matches.act(match.id, turns.play_computer(answer, seen_version=match.version))
    await task
    assert "### " in asking.heard[-1]
    assert "More" in asking.labels
