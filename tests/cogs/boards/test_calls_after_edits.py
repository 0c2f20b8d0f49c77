"""What leaves the position as it is: the board is edited in its message, and a short message calls who must know."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match import Match, Place
from bot.match.decisions import presence, proposals, relocating
from bot.match.decisions.decision import Decision
from cogs.shared.boards import posting
from tests.cogs.boards.called import DIRECTLY, DM, Discord, answered_by_discord, posted
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Bot, together
from tests.cogs.discord_answers import FORBIDDEN, icon_refusal, read, refusal

BOARD = 5001
THERE = Place(HERE.guild_id, 21)


@pytest.fixture
def discord_(bot: Bot) -> Discord:
    return answered_by_discord(bot)


@pytest.fixture
async def match(bot: Bot, discord_: Discord) -> Match:
    """A match whose board was posted as a message long ago."""
    match = await together(bot, ANNE, BERT)
    await posted(bot, discord_)
    return match


async def after(bot: Bot, discord_: Discord, match: Match, *events: Decision) -> list[tuple[str, list[int]]]:
    """What is said in the channel, and to whom, when these events follow each other and each is delivered."""
    said = []
    for event in events:
        await bot.matches.act(match.id, event)
        said += [(words, called) for place, words, called in await posted(bot, discord_) if place == HERE.posted_in]
    return said


PROPOSALS: dict[str, tuple[Callable[[], Decision], str]] = {
    "draw": (lambda: proposals.offer_draw(ANNE), "offers a draw."),
    "relocation": (lambda: relocating.relocate(ANNE, THERE), "would like to continue this match in <#21>."),
}


@pytest.mark.parametrize("kind", PROPOSALS)
async def test_a_proposal_edits_the_board_and_calls_who_is_asked(
    bot: Bot, discord_: Discord, match: Match, kind: str
) -> None:
    propose, words = PROPOSALS[kind]
    ((said, called),) = await after(bot, discord_, match, propose())
    assert called == [BERT]
    assert said.strip().startswith(f"<@{BERT}> ")
    assert words in said
    assert f"/{HERE.posted_in}/{BOARD})" in said
    assert len(said.strip().splitlines()) == 2
    edited = discord_.edited[HERE.posted_in, BOARD]
    assert {"Agree", "Decline"} <= {item.label for item in edited.walk_children() if hasattr(item, "label")}
    assert words in read(edited)
    assert await bot.matches.outbox.board_message(match.id) == (HERE, BOARD)


@pytest.mark.parametrize("kind", PROPOSALS)
async def test_a_refusal_edits_the_board_and_calls_who_has_proposed(
    bot: Bot, discord_: Discord, match: Match, kind: str
) -> None:
    propose, _ = PROPOSALS[kind]
    _, (said, called) = await after(bot, discord_, match, propose(), proposals.decline(BERT))
    assert called == [ANNE]
    assert "declines" in said
    labels = {item.label for item in discord_.edited[HERE.posted_in, BOARD].walk_children() if hasattr(item, "label")}
    assert labels.isdisjoint({"Agree", "Decline"})


async def test_a_new_player_for_a_seat_is_called_who_is_asked_to_play(bot: Bot, discord_: Discord) -> None:
    match = await together(bot, ANNE, BERT)
    await posted(bot, discord_)
    await bot.matches.act(match.id, presence.absent(BERT))
    ((said, called),) = await after(bot, discord_, match, proposals.appoint(CLEO + 1, 1, CLEO))
    assert called == [CLEO]
    assert "to take over" in said


async def test_who_takes_an_offer_back_calls_nobody(bot: Bot, discord_: Discord, match: Match) -> None:
    said = await after(bot, discord_, match, proposals.offer_draw(ANNE), proposals.decline(ANNE))
    assert len(said) == 1
    assert "withdraws the offer" in read(discord_.edited[HERE.posted_in, BOARD])


async def test_the_picture_stays_as_it_is(bot: Bot, discord_: Discord, match: Match, monkeypatch: Any) -> None:
    async def picture(*_: object) -> None:
        raise AssertionError("it was drawn again")

    monkeypatch.setattr(bot.posting.delivery, "picture", picture)
    assert len(await after(bot, discord_, match, proposals.offer_draw(ANNE), proposals.decline(BERT))) == 2
    assert discord_.files == [1, 0, 0]


async def test_who_wants_direct_messages_gets_one_and_is_not_called_in_the_channel(
    bot: Bot, discord_: Discord, match: Match
) -> None:
    await bot.matches.reminders.change_settings(BERT, DIRECTLY)
    await bot.matches.act(match.id, proposals.offer_draw(ANNE))
    ((place, words, called),) = await posted(bot, discord_)
    assert (place, called) == (DM, [])
    assert "offers a draw" in words
    assert f"/{HERE.posted_in}/{BOARD})" in words


async def test_an_offer_that_no_board_has_shown_is_called_out_with_the_next_board(
    bot: Bot, discord_: Discord, match: Match
) -> None:
    """Overtaken by an answer before it was delivered."""
    await bot.matches.act(match.id, proposals.offer_draw(ANNE))
    ((_, called),) = await after(bot, discord_, match, proposals.decline(BERT))
    assert called == [ANNE]


class TestTrouble:
    async def test_who_could_not_be_called_is_called_later_and_once(
        self, bot: Bot, discord_: Discord, match: Match, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(posting, "RETRY_FIRST", 0.0)
        discord_.closed_channel = [refusal(0, 503)]
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        (post,) = await bot.matches.outbox.due()
        await bot.posting.deliver(post)
        assert await bot.matches.outbox.still_due(post.id)
        assert [called for _, _, called in await posted(bot, discord_)] == [[BERT]]

    async def test_one_that_is_overtaken_meanwhile_still_calls(
        self, bot: Bot, discord_: Discord, match: Match, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(posting, "RETRY_FIRST", 0.0)
        discord_.closed_channel = [refusal(0, 503)]
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        (post,) = await bot.matches.outbox.due()
        await bot.posting.deliver(post)
        said = await after(bot, discord_, match, proposals.decline(BERT))
        assert [called for _, called in said] == [[BERT], [ANNE]]

    async def test_one_that_is_overtaken_meanwhile_still_calls_by_direct_message(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(posting, "RETRY_FIRST", 0.0)
        await bot.matches.reminders.change_settings(CLEO, DIRECTLY)
        match = await together(bot, ANNE, BERT, CLEO, seats=3)
        await posted(bot, discord_)
        discord_.closed_channel = [refusal(0, 503)]
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        (post,) = await bot.matches.outbox.due()
        await bot.posting.deliver(post)
        await bot.matches.act(match.id, proposals.agree(BERT))
        said = await posted(bot, discord_)
        assert [(place, called) for place, _, called in said] == [(HERE.posted_in, [BERT]), (DM, [])]
        assert "offers a draw" in said[1][1]

    async def test_where_the_bot_may_not_write_the_board_is_edited_all_the_same(
        self, bot: Bot, discord_: Discord, match: Match
    ) -> None:
        discord_.closed_channel = [refusal(FORBIDDEN)]
        assert await after(bot, discord_, match, proposals.offer_draw(ANNE)) == []

    async def test_a_message_that_is_gone_is_followed_by_a_new_board_that_calls(
        self, bot: Bot, discord_: Discord, match: Match
    ) -> None:
        discord_.deleted.add(BOARD)
        ((said, called),) = await after(bot, discord_, match, proposals.offer_draw(ANNE))
        assert (called, discord_.files[-1]) == ([BERT], 1)
        assert "offers a draw" in said

    async def test_a_message_that_was_edited_too_often_is_followed_by_a_new_board_that_calls(
        self, bot: Bot, discord_: Discord, match: Match
    ) -> None:
        """Discord lets messages older than an hour be edited only now and then."""
        discord_.fails["edit"] = [refusal(30046, 429)]
        ((_, called),) = await after(bot, discord_, match, proposals.offer_draw(ANNE))
        assert (called, discord_.files[-1]) == ([BERT], 1)

    async def test_a_board_with_an_icon_that_is_gone_is_edited_without_it(
        self, bot: Bot, discord_: Discord, match: Match, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(posting, "RETRY_FIRST", 0.0)
        discord_.fails["edit"] = [icon_refusal()]
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        (post,) = await bot.matches.outbox.due()
        discord_.messages.clear()
        await bot.posting.deliver(post)
        assert discord_.messages == []
        assert [called for _, _, called in await posted(bot, discord_)] == [[BERT]]
        assert await bot.matches.outbox.board_message(match.id) == (HERE, BOARD)

    async def test_whom_an_earlier_process_has_called_is_looked_up_until_that_works(
        self, bot: Bot, discord_: Discord, match: Match, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(posting, "RETRY_FIRST", 0.0)
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        await bot.posting.delivery.inherit()
        bot.user = SimpleNamespace(id=7)
        link = f"https://discord.com/channels/{HERE.guild_id}/{HERE.posted_in}/{BOARD}"
        (post,) = await bot.matches.outbox.due()
        call = {"content": f"<@{BERT}> Gold offers a draw. [Go to the board]({link})"}
        later = discord.utils.time_snowflake(post.created_at + timedelta(seconds=1))
        discord_.history = [{"id": str(later), "author": {"id": "7"}, "attachments": [], "components": [call]}]
        looks, read_history = [0], discord_.logs_from

        async def logs_from(channel: int, limit: int) -> list[Any]:
            looks[0] += 1
            if looks[0] == 2:
                raise refusal(0, 503)
            return await read_history(channel, limit)

        monkeypatch.setattr(discord_, "logs_from", logs_from)
        await bot.posting.deliver(post)
        assert await bot.matches.outbox.still_due(post.id)
        assert await posted(bot, discord_) == []

    async def test_a_call_whose_reply_was_lost_is_looked_up_before_it_is_tried_again(
        self, bot: Bot, discord_: Discord, match: Match
    ) -> None:
        """Discord may have forgotten its nonce by then."""
        bot.user = SimpleNamespace(id=7)
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        discord_.closed_channel = [refusal(0, 503)]
        (post,) = await bot.matches.outbox.due()
        await bot.posting.deliver(post)
        link = f"https://discord.com/channels/{HERE.guild_id}/{HERE.posted_in}/{BOARD}"
        call = {"content": f"<@{BERT}> Gold offers a draw. [Go to the board]({link})"}
        later = discord.utils.time_snowflake(post.created_at + timedelta(seconds=1))
        discord_.history = [{"id": str(later), "author": {"id": "7"}, "attachments": [], "components": [call]}]
        discord_.messages.clear()
        await bot.posting.deliver(post)
        assert discord_.messages == []
        assert await bot.matches.outbox.due() == []

    @pytest.mark.parametrize("was_called", [False, True])
    @pytest.mark.parametrize("is_in_sight", [False, True])
    async def test_after_the_process_was_killed_between_edit_and_note_everyone_is_called_once(
        self, bot: Bot, discord_: Discord, match: Match, was_called: bool, is_in_sight: bool
    ) -> None:
        after_offer = await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        await bot.posting.delivery.inherit()
        bot.user = SimpleNamespace(id=7)
        button = {"custom_id": f"b:{match.id}:{after_offer.version}:more:"}
        link = f"https://discord.com/channels/{HERE.guild_id}/{HERE.posted_in}/{BOARD}"
        (post,) = await bot.matches.outbox.due()
        later = discord.utils.time_snowflake(post.created_at + timedelta(seconds=1))
        call = {"content": f"<@{BERT}> Gold offers a draw. [Go to the board]({link})"}
        own = {"author": {"id": "7"}, "attachments": []}
        discord_.history = [
            *([{**own, "id": str(later), "components": [call]}] if was_called else []),
            *([{**own, "id": str(BOARD), "components": [button]}] if is_in_sight else []),
        ]
        said = await posted(bot, discord_)
        assert [called for _, _, called in said] == ([] if was_called else [[BERT]])
