"""Calling people by direct message: who is called where, and the fate of a message that can't be sent."""

import asyncio
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match import Match, ReminderSettings, SeriesKind
from bot.match.decisions import proposals
from bot.slots import FairSlots
from cogs.shared.boards.confirmations import show_again
from cogs.shared.client.languages import Languages
from tests.cogs.boards.called import CLOSED, DIRECTLY, DM, Discord, answered_by_discord, posted
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, part_of, together
from tests.cogs.discord_answers import FORBIDDEN, refusal
from tests.languages import MADE_UP, in_other_letters
from tests.waiting import in_time

DORA = CLEO + 1


@pytest.fixture
def discord_(bot: Bot) -> Discord:
    return answered_by_discord(bot)


async def begin_match(bot: Bot, *people: int) -> tuple[Match, int]:
    """A match, and who is to move, who wants to be called by direct message."""
    people = people or (ANNE, BERT)
    for person in people:
        await bot.matches.reminders.change_settings(person, DIRECTLY)
    match = await together(bot, *people)
    return match, match.to_move_people()[0]


async def test_who_wants_it_gets_the_board_and_the_way_to_it_by_direct_message(bot: Bot, discord_: Discord) -> None:
    match, mover = await begin_match(bot)
    (board, called) = await posted(bot, discord_)
    assert (board[0], board[2]) == (HERE.posted_in, [])  # its ping would be the second one
    assert (called[0], called[2]) == (DM, [])
    assert f"/{HERE.posted_in}/5001)" in called[1]
    assert f"match {match.id}" in called[1]
    assert "to move" in called[1]
    assert discord_.files == [1, 1]
    assert mover in match.seats[match.to_move or 0].called_directly


async def test_all_people_of_a_shared_seat_are_called(bot: Bot, discord_: Discord) -> None:
    match, _ = await begin_match(bot, ANNE, BERT, CLEO, DORA)
    assert len(match.to_move_people()) == 2
    (_, *called) = await posted(bot, discord_)
    assert [place for place, _, _ in called] == [DM, DM]


async def test_all_who_play_apart_are_called_once(bot: Bot, discord_: Discord) -> None:
    host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    ((_, _, called),) = await posted(bot, discord_)
    assert sorted(called) == [ANNE, BERT]
    await bot.matches.act(part_of(host, 0), proposals.resign(ANNE))
    for _, _, called in await posted(bot, discord_):
        assert called == []


async def test_nobody_else_does(bot: Bot, discord_: Discord) -> None:
    await bot.matches.reminders.change_settings(ANNE, ReminderSettings())
    match = await together(bot, ANNE, BERT)
    (board,) = await posted(bot, discord_)
    assert board[2] == [*match.to_move_people()]


@pytest.mark.parametrize("error", [refusal(CLOSED, 403), refusal(0, 503), OSError("reset")], ids=repr)
async def test_who_can_not_be_reached_is_called_in_the_channel(
    bot: Bot, discord_: Discord, error: discord.HTTPException
) -> None:
    match, mover = await begin_match(bot)
    discord_.closed = [error]
    (_, called) = await posted(bot, discord_)
    assert (called[0], called[2]) == (HERE.posted_in, [mover])
    assert f"match {match.id} is waiting for you" in called[1]


@pytest.mark.parametrize("error", [refusal(FORBIDDEN), OSError("reset")], ids=repr)
async def test_who_can_be_called_nowhere_keeps_neither_the_board_nor_others_waiting(
    bot: Bot, discord_: Discord, error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    match, _ = await begin_match(bot, ANNE, BERT, CLEO, DORA)
    discord_.closed, discord_.closed_channel = [refusal(CLOSED, 403)], [error]
    (board, called) = await posted(bot, discord_)
    assert (board[0], called[0]) == (HERE.posted_in, DM)
    assert f"Couldn't call somebody for match {match.id}: {type(error).__name__}" in caplog.text


class TestInAnotherLanguage:
    """The person called reads the made-up language, and the server English."""

    @pytest.fixture(autouse=True)
    def languages(self, made_up: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        async def of_person(_languages: Languages, _user: int, _guild_id: int | None) -> str:
            return MADE_UP

        monkeypatch.setattr(Languages, "of_person", of_person)

    async def test_the_board_is_told_and_described_anew(self, bot: Bot, discord_: Discord) -> None:
        await begin_match(bot)
        ((_, public, _), (place, private, _)) = await posted(bot, discord_)
        assert (place, discord_.files) == (DM, [1, 1])
        assert "to move" in public
        assert in_other_letters("to move") in private
        assert "to move" not in private
        ((_, alt), (_, own_alt)) = discord_.pictures
        assert alt
        assert own_alt
        assert set(alt) != set(own_alt)
        assert any("а" <= letter <= "я" for letter in own_alt)

    async def test_a_table_of_several_matches_has_no_picture(self, bot: Bot, discord_: Discord) -> None:
        for person in (ANNE, BERT):
            await bot.matches.reminders.change_settings(person, DIRECTLY)
        host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
        discord_.messages.clear()
        (post,) = [one for one in await bot.matches.outbox.due() if one.match_id == host.id]
        await bot.posting.deliver(post)
        assert [place for place, *_ in discord_.messages] == [HERE.posted_in, DM, DM]
        assert discord_.files == [0, 0, 0]
        for _, words, _ in discord_.messages[1:]:
            assert in_other_letters("Everyone plays") in words


async def test_a_direct_message_that_takes_long_keeps_no_other_board_waiting(
    bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one does while Discord answers 500 or 429."""
    tried, goes_on = asyncio.Event(), asyncio.Event()

    async def create_dm(person: Any) -> Any:
        tried.set()
        await goes_on.wait()
        return await discord_.create_dm(person)

    monkeypatch.setattr(bot, "create_dm", create_dm)
    monkeypatch.setattr(bot.posting, "_slots", FairSlots(1))
    await begin_match(bot)
    (calling,) = await bot.matches.outbox.due()
    delivery = asyncio.create_task(bot.posting.deliver(calling))
    await in_time(tried.wait())
    other = await together(bot, CLEO, DORA)
    (post,) = [one for one in await bot.matches.outbox.due() if one.match_id == other.id]
    await in_time(bot.posting.deliver(post))
    assert [one.id for one in await bot.matches.outbox.due()] == [calling.id]  # noted once its person is called
    goes_on.set()
    await delivery
    assert await bot.matches.outbox.due() == []
    assert [place for place, *_ in discord_.messages] == [HERE.posted_in, HERE.posted_in, DM]


async def test_a_board_that_someone_asks_for_calls_nobody(bot: Bot, discord_: Discord) -> None:
    match, mover = await begin_match(bot)
    await posted(bot, discord_)
    asking = Asking(bot, mover)
    await asking.defer()
    await show_again(asking, match)
    assert [(place, users) for place, _, users in await posted(bot, discord_)] == [(HERE.posted_in, [])]


def sent_by_an_earlier_process(bot: Bot, discord_: Discord, match: Match, *calls: dict[str, Any]) -> None:
    """Its channel, and the one between the bot and the person, have the match's board and these calls."""
    bot.user = SimpleNamespace(id=7)
    button = {"custom_id": f"b:{match.id}:{match.version}:more:"}
    board = {"id": "4242", "author": {"id": "7"}, "components": [button], "attachments": []}
    discord_.history = [{"author": {"id": "7"}, "attachments": [], **call} for call in calls] + [board]


async def test_a_board_that_an_earlier_process_has_sent_may_have_called_nobody(bot: Bot, discord_: Discord) -> None:
    match, _ = await begin_match(bot)
    await bot.posting.delivery.inherit()
    sent_by_an_earlier_process(bot, discord_, match)
    (called,) = await posted(bot, discord_)
    assert called[0] == DM
    assert f"/{HERE.posted_in}/4242)" in called[1]


@pytest.mark.parametrize("minutes", [0, -10])
async def test_who_was_called_to_a_board_by_an_earlier_process_is_not_called_again(
    bot: Bot, discord_: Discord, minutes: int
) -> None:
    match, _ = await begin_match(bot)
    await bot.posting.delivery.inherit()
    link = f"[Go to the board](https://discord.com/channels/{HERE.guild_id}/{HERE.posted_in}/4242)"
    (post,) = await bot.matches.outbox.due()
    number = discord.utils.time_snowflake(post.created_at + timedelta(minutes=minutes))
    call = {"id": str(number), "components": [{"type": 10, "content": link}]}  # the older one is of another decision
    sent_by_an_earlier_process(bot, discord_, match, call)
    assert len(await posted(bot, discord_)) == (minutes < 0)
