"""Calling people by direct message: who is called where, and the fate of a message that can't be sent."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match import Calling, Habits, Match, SeriesKind
from bot.match.decisions import proposals
from bot.places import Places
from cogs.shared.boards.confirmations import show_again
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, part_of, together
from tests.cogs.discord_answers import Discord as Answers
from tests.cogs.discord_answers import refusal
from tests.waiting import in_time

CLOSED, DM = 50007, 600_000
DORA = CLEO + 1
DIRECTLY = Habits(calls=Calling.DM)


class Discord(Answers):
    """Notes what is sent: where, what it says, who is called. `closed` are the errors of direct messages."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[tuple[int, str, list[int]]] = []
        self.files: list[int] = []
        self.closed: list[discord.HTTPException] = []
        self.history: list[Any] = []

    def get_partial_messageable(self, channel: int, guild_id: int | None = None) -> Any:
        async def send(content: str = "", *, view: Any = None, files: Any = (), **named: Any) -> Any:
            if channel == DM and self.closed:
                raise self.closed.pop(0)
            texts = [] if view is None else [one.content for one in view.walk_children() if hasattr(one, "content")]
            mentions = named["allowed_mentions"].to_dict().get("users", [])
            assert len(named["nonce"]) <= 25
            if named["nonce"] in self.nonces:  # Discord gives the bot's message that has it, wherever that is
                return SimpleNamespace(id=5001 + self.nonces.index(named["nonce"]), attachments=[])
            self.nonces.append(named["nonce"])
            self.messages.append((channel, "\n".join([content, *texts]), mentions))
            self.files.append(len(files))
            return SimpleNamespace(id=5000 + len(self.messages), attachments=[])

        return SimpleNamespace(
            send=send, get_partial_message=super().get_partial_messageable(channel).get_partial_message
        )

    async def create_dm(self, _person: Any) -> Any:
        return self.get_partial_messageable(DM)

    async def logs_from(self, _channel: int, limit: int) -> list[Any]:
        return self.history


@pytest.fixture
def discord_(bot: Bot) -> Discord:
    answers = Discord()
    for name in ("get_partial_messageable", "create_dm", "fetch_channel"):
        setattr(bot, name, getattr(answers, name))
    bot.http = answers
    return answers


async def posted(bot: Bot, discord_: Discord) -> list[tuple[int, str, list[int]]]:
    """What was sent with the board that is due."""
    discord_.messages.clear()
    (post,) = await bot.matches.outbox.due()
    await bot.posting._deliver(post)
    assert await bot.matches.outbox.due() == []
    return discord_.messages


async def begin_match(bot: Bot, *people: int) -> tuple[Match, int]:
    """A match, and who is to move, who wants to be called by direct message."""
    people = people or (ANNE, BERT)
    for person in people:
        await bot.matches.reminders.set_habits(person, DIRECTLY)
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
    await bot.matches.reminders.set_habits(ANNE, Habits())
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
    monkeypatch.setattr(bot.posting, "_slots", Places(1))
    await begin_match(bot)
    (calling,) = await bot.matches.outbox.due()
    delivery = asyncio.create_task(bot.posting._deliver(calling))
    await in_time(tried.wait())
    other = await together(bot, CLEO, DORA)
    (post,) = [one for one in await bot.matches.outbox.due() if one.match_id == other.id]
    await in_time(bot.posting._deliver(post))
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
    await show_again(asking, match)  # type: ignore[arg-type]  # all of it that is used here
    assert [(place, users) for place, _, users in await posted(bot, discord_)] == [(HERE.posted_in, [])]


async def test_a_board_that_an_earlier_process_has_sent_may_have_called_nobody(bot: Bot, discord_: Discord) -> None:
    match, _ = await begin_match(bot)
    await bot.posting.delivery.inherit()
    bot.user = SimpleNamespace(id=7)  # type: ignore[attr-defined]  # the bot itself
    button = {"custom_id": f"b:{match.id}:{match.version}:more:"}
    discord_.history = [{"id": "4242", "author": {"id": "7"}, "components": [button], "attachments": []}]
    (called,) = await posted(bot, discord_)
    assert called[0] == DM
    assert f"/{HERE.posted_in}/4242)" in called[1]
