"""Boards and reminders that announce a deadline which has moved: they are edited."""

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.match import Match, NotifyBy, Place, ReminderMessage, ReminderSettings, TableTerms
from bot.match.decisions import lobby, proposals, relocating
from cogs.shared.boards import posting
from cogs.shared.boards.deadlines import announce_deadline
from tests.cogs.conftest import ANNE, BERT, HERE, Bot
from tests.cogs.discord_answers import DELETED, Discord, icon_refusal, put, read, refusal
from tests.waiting import until

HOURS = timedelta(hours=1)


@pytest.fixture
def discord_(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Discord:
    async def no_picture(*_: object) -> None:
        return None

    monkeypatch.setattr(bot.posting.delivery, "picture", no_picture)
    monkeypatch.setattr(bot, "get_guild", lambda _: SimpleNamespace(id=1), raising=False)
    return put(bot, Discord())


def components_of(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    """What Discord gets of it."""
    return cast("list[dict[str, Any]]", view.to_components())  # type: ignore[no-untyped-call]  # discord.py's own


async def timed(bot: Bot, move_time: timedelta | None = 24 * HOURS) -> Match:
    """A match of two with a day for each turn, or another time."""
    terms = TableTerms("southern_cards", 2, move_time=move_time)
    match = await bot.matches.tables.open(terms, opener=ANNE, place=HERE)
    await bot.matches.act(match.id, lobby.join(BERT))
    return await bot.matches.act(match.id, lobby.begin(ANNE, message_id=900 + match.id))


async def posted(bot: Bot) -> Match:
    """Such a match whose board has been posted."""
    match = await timed(bot)
    (post,) = await bot.matches.outbox.due()
    await bot.posting.deliver(post)
    return await bot.matches.get(match.id)


async def away(bot: Bot, time: timedelta) -> None:
    """The bot was away for so long."""
    await bot.matches.clocks.tick()
    now = bot.clock() + time
    bot.clock = lambda: now
    await bot.matches.clocks.tick(starting=True)


def told(match: Match) -> str:
    assert match.clock is not None
    assert match.clock.deadline is not None
    return f"<t:{int(match.clock.deadline.timestamp())}:R>"


async def announced(bot: Bot, match: Match) -> Match:
    await announce_deadline(bot, match.id)
    return await bot.matches.get(match.id)


class TestTheBoard:
    async def test_says_the_new_deadline_once_the_bot_is_back(self, bot: Bot, discord_: Discord) -> None:
        before = await posted(bot)
        ((place, view),) = discord_.sent.items()
        assert told(before) in read(view)
        await away(bot, 7 * HOURS)
        match = await announced(bot, before)
        assert told(match) != told(before)
        assert told(match) in read(discord_.edited[place])
        labels = [item.label for item in discord_.edited[place].walk_children() if hasattr(item, "label")]
        assert "More" in labels  # it can still be played on
        assert await bot.matches.clocks.moved_deadlines() == []
        discord_.edited.clear()
        await announced(bot, match)
        assert discord_.edited == {}  # it says that already

    async def test_is_left_alone_for_seconds_which_add_up(self, bot: Bot, discord_: Discord) -> None:
        match = await posted(bot)
        for edited in (False, False, True):
            await away(bot, timedelta(seconds=25))
            match = await announced(bot, match)
            assert bool(discord_.edited) == edited

    async def test_says_until_when_a_proposal_can_be_answered(self, bot: Bot, discord_: Discord) -> None:
        """Where turns have no time as well."""

        def open_until(match: Match) -> str:
            assert match.proposal is not None
            assert match.proposal.until is not None
            return f"Open until <t:{int(match.proposal.until.timestamp())}:f>"

        match = await timed(bot, move_time=None)
        before = await bot.matches.act(match.id, relocating.relocate(BERT, Place(1, 4343)))
        *_, post = await bot.matches.outbox.due()
        await bot.posting.deliver(post)
        ((place, view),) = discord_.sent.items()
        assert open_until(before) in read(view)
        await away(bot, 7 * HOURS)
        assert open_until(await announced(bot, match)) in read(discord_.edited[place])
        assert await bot.matches.clocks.moved_deadlines() == []

    async def test_that_is_overtaken_is_left_to_the_next_one(self, bot: Bot, discord_: Discord) -> None:
        match = await posted(bot)
        await away(bot, 7 * HOURS)
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        await announced(bot, match)
        assert discord_.edited == {}

    async def test_waits_for_the_bot_to_be_back_on_the_server(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await posted(bot)
        await away(bot, 7 * HOURS)
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(bot, "get_guild", lambda _: None)
            await announced(bot, match)
        assert discord_.edited == {}
        assert await bot.matches.clocks.moved_deadlines() == [match.id]

    async def test_waits_for_the_end_of_an_outage_in_which_it_moves_on_and_on(
        self, bot: Bot, discord_: Discord
    ) -> None:
        match = await posted(bot)
        bot.matches.clocks.cut_off.add(0)
        for _ in range(3):
            await away(bot, 7 * HOURS)
            assert await bot.matches.clocks.moved_deadlines() == []
        bot.matches.clocks.cut_off.discard(0)
        assert await bot.matches.clocks.moved_deadlines() == [match.id]

    async def test_that_is_deleted_is_forgotten_and_trouble_is_not(self, bot: Bot, discord_: Discord) -> None:
        match = await posted(bot)
        await away(bot, 7 * HOURS)
        discord_.fails["edit"] = [refusal(0, 503)]
        with pytest.raises(discord.DiscordServerError):
            await announced(bot, match)
        assert await bot.matches.clocks.moved_deadlines() == [match.id]
        discord_.fails["edit"] = [refusal(DELETED)]
        await announced(bot, match)
        assert await bot.matches.clocks.moved_deadlines() == []

    async def test_that_shows_an_icon_which_is_gone_is_edited_without_it(self, bot: Bot, discord_: Discord) -> None:
        match = await posted(bot)
        await away(bot, 7 * HOURS)
        discord_.fails["edit"] = [icon_refusal()]
        with pytest.raises(discord.HTTPException):
            await announced(bot, match)
        match = await announced(bot, match)
        assert [told(match) in read(view) for view in discord_.edited.values()] == [True]

    async def test_is_edited_by_the_worker_again_and_again_until_it_works(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def ready() -> None:
            return None

        monkeypatch.setattr(bot, "wait_until_ready", ready, raising=False)
        for pause in ("DEADLINES_EVERY", "EDIT_PAUSE"):
            monkeypatch.setattr(posting, pause, 0.0)
        match = await posted(bot)
        await away(bot, 7 * HOURS)
        discord_.fails["edit"] = [refusal(0, 503), OSError("reset"), ZeroDivisionError()]
        await bot.posting.cog_load()
        await until(lambda: bool(discord_.edited))
        await bot.posting.finish()
        assert told(await bot.matches.get(match.id)) in read(next(iter(discord_.edited.values())))

    async def test_gives_way_to_the_next_board(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        under_way, cancelled = asyncio.Event(), asyncio.Event()

        async def ready() -> None:
            return None

        async def never(*_: object) -> None:
            under_way.set()
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()

        monkeypatch.setattr(bot, "wait_until_ready", ready, raising=False)
        monkeypatch.setattr(posting, "announce_deadline", never)
        match = await posted(bot)
        await away(bot, 7 * HOURS)
        await bot.posting.cog_load()
        await until(under_way.is_set)
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        bot.matches.outbox.on_post.set()
        await until(lambda: len(discord_.sent) == 2)
        assert cancelled.is_set()
        await bot.posting.finish()


class TestAReminder:
    @pytest.mark.parametrize("channel", [HERE.posted_in, 4242], ids=["in the channel", "direct"])
    async def test_says_the_new_deadline(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch, channel: int
    ) -> None:
        edits: list[tuple[int, int, str]] = []

        def messageable(number: int, guild_id: int | None = None) -> Any:
            assert (guild_id is None) == (number == 4242)

            def message(message_id: int) -> Any:
                async def edit(*, content: str, allowed_mentions: discord.AllowedMentions) -> None:
                    assert allowed_mentions.to_dict() == discord.AllowedMentions.none().to_dict()
                    edits.append((number, message_id, content))

                return SimpleNamespace(edit=edit)

            return SimpleNamespace(get_partial_message=message)

        match = await timed(bot)
        now = bot.clock() + 12 * HOURS
        await bot.matches.clocks.tick()
        bot.clock = lambda: now
        monkeypatch.setattr("bot.match.parts.clocks.ASLEEP", timedelta(days=9))
        await bot.matches.clocks.tick()
        (reminder,) = await bot.matches.reminders.due()
        await bot.matches.reminders.note_delivered(reminder.id, ReminderMessage(channel, 77, reminder.deadline))
        bot.get_partial_messageable = messageable
        await announced(bot, match)
        assert edits == []
        await away(bot, 7 * HOURS)
        match = await announced(bot, match)
        ((number, message_id, words),) = edits
        assert (number, message_id) == (channel, 77)
        assert told(match) in words
        await announced(bot, match)
        assert len(edits) == 1


class TestACallByDirectMessage:
    DM, BOTS = 600_000, 7

    @pytest.fixture
    def called(self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch) -> Discord:
        """Whoever is to move is called by direct message. The bot can read what it has written there."""

        async def create_dm(_: object) -> Any:
            if discord_.fails.get("dm"):
                raise discord_.fails["dm"].pop(0)
            return SimpleNamespace(**vars(discord_.get_partial_messageable(self.DM)), id=self.DM)

        async def logs_from(channel: int, limit: int) -> list[Any]:
            assert limit <= 100
            return [
                {"id": str(number), "author": {"id": str(self.BOTS)}, "components": components_of(view)}
                | {"attachments": [{"filename": "board.webp"}]}
                for (place, number), view in reversed(discord_.sent.items())
                if place == channel
            ]

        monkeypatch.setattr(bot, "create_dm", create_dm, raising=False)
        monkeypatch.setattr(discord_, "logs_from", logs_from)
        bot.user = SimpleNamespace(id=self.BOTS)
        return discord_

    @staticmethod
    async def called_match(bot: Bot) -> Match:
        for person in (ANNE, BERT):
            await bot.matches.reminders.change_settings(person, ReminderSettings(calls=NotifyBy.DM))
        return await posted(bot)

    async def test_says_the_new_deadline(self, bot: Bot, called: Discord) -> None:
        await self.called_match(bot)
        match = await self.called_match(bot)
        (_, _, (board, _), (call, view)) = called.sent.items()
        assert told(match) in read(view)
        await away(bot, 7 * HOURS)
        match = await announced(bot, match)
        assert told(match) in read(called.edited[call])
        assert "attachment://board.webp" in str(components_of(called.edited[call]))
        assert set(called.edited) == {board, call}  # that of the other match is left as it is

    async def test_says_it_in_every_call_to_the_board(self, bot: Bot, called: Discord) -> None:
        match = await self.called_match(bot)
        (_, first) = called.sent
        called.sent[first[0], first[1] + 50] = called.sent[first]
        await away(bot, 7 * HOURS)
        match = await announced(bot, match)
        calls = [read(view) for place, view in called.edited.items() if place[0] == first[0]]
        assert [told(match) in words for words in calls] == [True, True]

    async def test_is_tried_again_after_trouble(self, bot: Bot, called: Discord) -> None:
        match = await self.called_match(bot)
        *_, place = called.sent
        await away(bot, 7 * HOURS)
        called.fails["dm"] = [refusal(0, 503)]
        with pytest.raises(discord.DiscordServerError):
            await announced(bot, match)
        assert place not in called.edited
        match = await announced(bot, match)
        assert told(match) in read(called.edited[place])

    async def test_that_is_gone_or_not_allowed_any_more_keeps_nothing_waiting(self, bot: Bot, called: Discord) -> None:
        match = await self.called_match(bot)
        *_, (_, number) = called.sent
        called.deleted.add(number)
        await away(bot, 7 * HOURS)
        await announced(bot, match)
        assert await bot.matches.clocks.moved_deadlines() == []
        await away(bot, 7 * HOURS)
        called.fails["dm"] = [refusal(50007, 403)]
        await announced(bot, match)
        assert await bot.matches.clocks.moved_deadlines() == []
