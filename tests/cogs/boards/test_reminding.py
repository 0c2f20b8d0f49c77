"""How reminders are delivered, and that the time is looked at whatever happens."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from sqlalchemy import select, update

import cogs.clocks
from bot.match import Match, RemindBy, Reminder, ReminderSettings, SeriesKind, Status, TableTerms
from bot.match.decisions import lobby, turns
from bot.match.decisions.clocks import COUNTDOWN
from bot.match.matches import utc_now
from bot.match.parts.reminders import LEASE
from bot.store.tables import matches, reminders
from cogs.clocks import Clocks
from tests.cogs.conftest import ANNE, BERT, HERE, Bot
from tests.cogs.matches import half_over, timed
from tests.waiting import in_time, until

CLOSED, GONE, FORBIDDEN, ARCHIVED = 50007, 10003, 50013, 50083
DM = 77  # the channel between the bot and someone


def refused(status: int, code: int) -> discord.HTTPException:
    """An answer of Discord that isn't what was asked for."""
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    answer: Any = SimpleNamespace(status=status, reason="")
    return kind(answer, {"code": code, "message": ""})


class Channels:
    """Where messages can be sent; `answers` are what Discord says to each of them, None once it takes it."""

    def __init__(self, bot: Bot) -> None:
        self.sent: list[tuple[int, str, dict[str, Any]]] = []
        self.answers: dict[int, list[Exception]] = {}
        self.reopened: list[int] = []
        self.history: list[dict[str, Any]] = []
        bot.http = self
        bot.get_partial_messageable = lambda channel, guild_id=None: self.channel(channel)
        bot.create_dm = self.create_dm

    def channel(self, number: int) -> Any:
        async def send(words: str, **named: Any) -> Any:
            waiting = self.answers.get(number)
            if waiting:
                raise waiting.pop(0)
            self.sent.append((number, words, named))
            return SimpleNamespace(id=8000 + len(self.sent))

        return SimpleNamespace(id=number, send=send)

    async def create_dm(self, person: discord.Object) -> Any:
        return self.channel(DM)

    async def logs_from(self, _channel: int, limit: int) -> list[Any]:
        return self.history

    async def edit_channel(self, number: int, *, archived: bool) -> None:
        assert not archived
        self.reopened.append(number)


@pytest.fixture
def channels(bot: Bot) -> Channels:
    return Channels(bot)


async def a_reminder(bot: Bot, match: Match, **changes: Any) -> Reminder:
    """The reminder of half a turn, for the player to move; not delivered yet."""
    now = utc_now()
    bot.clock = lambda: now + timedelta(minutes=31)
    await bot.matches.clocks.tick()
    await bot.matches.clocks.tick()
    (reminder,) = [one for one in await bot.matches.reminders.due() if one.match_id == match.id]
    return replace(reminder, **changes)


async def fate(bot: Bot, reminder: Reminder) -> tuple[str | None, bool]:
    """Why it wasn't delivered, and whether it is given up."""
    async with bot.store.read() as connection:
        row = (await connection.execute(select(reminders).where(reminders.c.id == reminder.id))).mappings().one()
    return row["problem"], row["due_at"] is None


class TestAReminder:
    async def test_calls_its_person_alone_with_a_nonce_and_says_how_it_is_changed(
        self, bot: Bot, clocks: Clocks, channels: Channels
    ) -> None:
        match = await timed(bot)
        (person,) = match.to_move_people()
        await bot.matches.outbox.note_posted((await bot.matches.outbox.due())[0].id, 4711)
        reminder = await a_reminder(bot, match)
        await clocks.send(reminder)
        ((place, words, named),) = channels.sent
        assert place == HERE.posted_in
        assert (
            f"<@{person}>, half of your time for your turn in match {match.id} (Southern Cross cards) is gone" in words
        )
        assert f"<t:{int(reminder.deadline.timestamp())}:R>" in words
        assert f"/{HERE.posted_in}/4711" in words
        assert "`/match remind`" in words
        assert named["nonce"] == reminder.nonce
        assert len(reminder.nonce) <= 25
        assert named["allowed_mentions"].to_dict() == {"parse": [], "users": [person]} | {"replied_user": True}
        assert await bot.matches.reminders.due() == []
        await clocks.send(replace(reminder, half=False))
        assert "is almost up" in channels.sent[-1][1]

    @pytest.mark.parametrize("answer", [refused(403, CLOSED), refused(404, 10013), refused(400, 50033)])
    async def test_goes_into_the_channel_where_its_person_takes_no_direct_messages(
        self, bot: Bot, clocks: Clocks, channels: Channels, answer: Exception
    ) -> None:
        match = await timed(bot)
        await bot.matches.reminders.change_settings(match.to_move_people()[0], ReminderSettings(RemindBy.DM))
        reminder = await a_reminder(bot, match)
        assert reminder.private
        await clocks.send(reminder)
        assert [place for place, *_ in channels.sent] == [DM]
        channels.answers[DM] = [answer]
        await clocks.send(reminder)
        assert [place for place, *_ in channels.sent] == [DM, HERE.posted_in]

    async def test_of_a_private_match_names_its_table_alone(self, bot: Bot, clocks: Clocks, channels: Channels) -> None:
        host = await timed(bot, SeriesKind.PARALLEL)
        assert host.series is not None
        part = host.series.parts[0].match_id
        reminder = await a_reminder(bot, await bot.matches.get(part))
        await clocks.send(reminder)
        ((place, words, _),) = channels.sent
        assert place == HERE.posted_in
        assert f"match {host.id} " in words
        assert f"match {part}" not in words

    @pytest.mark.parametrize(
        ("answer", "again"),
        [
            (refused(500, 0), True),
            (refused(502, 0), True),
            (aiohttp.ClientConnectionError(), True),
            (refused(404, GONE), False),
            (refused(403, FORBIDDEN), False),
        ],
    )
    async def test_is_tried_again_only_where_that_may_help(
        self, bot: Bot, clocks: Clocks, channels: Channels, answer: Exception, again: bool
    ) -> None:
        reminder = await a_reminder(bot, await timed(bot))
        channels.answers[HERE.posted_in] = [answer]
        await clocks.send(reminder)
        assert channels.sent == []
        waiting = await bot.matches.reminders.due()
        assert [one.id for one in waiting] == ([reminder.id] if again else [])
        for one in waiting:
            assert one.nonce == reminder.nonce
            await clocks.send(one)
            assert len(channels.sent) == 1

    async def test_opens_a_thread_that_has_closed_itself(self, bot: Bot, clocks: Clocks, channels: Channels) -> None:
        channels.answers[HERE.posted_in] = [refused(400, ARCHIVED)]
        await clocks.send(await a_reminder(bot, await timed(bot)))
        assert channels.reopened == [HERE.posted_in]
        assert len(channels.sent) == 1

    async def test_does_not_reach_someone_on_vacation(self, bot: Bot, clocks: Clocks, channels: Channels) -> None:
        match = await timed(bot)
        reminder = await a_reminder(bot, match)
        await bot.matches.vacations.begin(reminder.user, 2)
        await clocks.send(reminder)
        assert channels.sent == []
        assert await fate(bot, reminder) == ("on vacation", True)

    async def test_is_not_sent_once_its_person_has_moved(self, bot: Bot, clocks: Clocks, channels: Channels) -> None:
        match = await timed(bot)
        reminder = await a_reminder(bot, match)
        assert match.state is not None
        while match.to_move_people() == (reminder.user,):
            assert match.state is not None
            match = await bot.matches.act(
                match.id, turns.play(reminder.user, match.state.notate(match.state.legal()[0]))
            )
        await clocks.send(reminder)
        assert channels.sent == []
        assert await fate(bot, reminder) == ("not wanted", True)

    async def test_that_fails_by_a_fault_of_ours_is_given_up_so_that_the_turn_can_end(
        self, bot: Bot, clocks: Clocks, channels: Channels, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await a_reminder(bot, await timed(bot))
        now, tries = bot.clock(), 0

        async def fail(*_: object) -> str:
            nonlocal tries
            tries += 1
            raise KeyError("the queen of hearts")

        monkeypatch.setattr(cogs.clocks, "reminder_text", fail)
        bot.clock = lambda: now
        for _ in range(10):
            now += LEASE
            for reminder in await bot.matches.reminders.due():
                await clocks.send(reminder)
        assert tries == cogs.clocks.MAX_ATTEMPTS
        async with bot.store.read() as connection:
            (row,) = (await connection.execute(select(reminders))).mappings().all()
        assert (row["due_at"], row["done_at"] is None, row["problem"]) == (None, False, "KeyError")

    @pytest.mark.parametrize("of_this_turn", [True, False])
    async def test_comes_once_also_if_who_has_sent_it_ended_before_that_was_noted(
        self, bot: Bot, clocks: Clocks, channels: Channels, monkeypatch: pytest.MonkeyPatch, of_this_turn: bool
    ) -> None:
        bot.user = SimpleNamespace(id=7)
        reminder = await a_reminder(bot, await timed(bot))
        tried_at = bot.clock()
        with monkeypatch.context() as patch:
            patch.setattr(bot.matches.reminders, "note_delivered", self.dies)
            await clocks.send(reminder)
        ((_, words, _),) = channels.sent
        number = discord.utils.time_snowflake(tried_at if of_this_turn else tried_at - timedelta(hours=1))
        channels.history = [{"id": str(number), "author": {"id": "7"}, "content": words.replace(":R>", ":f>")}]
        bot.clock = lambda: tried_at + timedelta(minutes=11)
        (again,) = await bot.matches.reminders.due()
        assert (again.nonce, again.tried_at is not None) == (reminder.nonce, True)
        await clocks.send(again)
        assert len(channels.sent) == (1 if of_this_turn else 2)
        assert await fate(bot, reminder) == (None, True)

    @staticmethod
    async def dies(*_: object) -> None:
        raise RuntimeError

    async def test_waits_until_the_match_can_be_played(self, bot: Bot, clocks: Clocks, channels: Channels) -> None:
        reminder = await a_reminder(bot, await timed(bot))
        for newer in (1, -1):
            async with bot.store.write() as connection:
                await connection.execute(update(matches).values(rules_version=matches.c.rules_version + newer))
            await clocks.send(reminder)
            assert len(channels.sent) == (newer == -1)
            assert len(await bot.matches.reminders.due()) == (newer == 1)


async def test_what_is_being_sent_keeps_the_bot_from_stopping_no_longer_than_its_time(
    bot: Bot, clocks: Clocks, channels: Channels, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def send(*_: Any, **__: Any) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(channels, "channel", lambda _: SimpleNamespace(send=send))
    monkeypatch.setattr(cogs.clocks, "STOP_DEADLINE", 0.01)
    await half_over(bot)
    await clocks.cog_load()
    await in_time(begun.wait())
    (sending,) = clocks.sending.values()
    await clocks.finish()
    await in_time(asyncio.wait([sending]))
    assert sending.cancelled()


class TestAnError:
    """Stops neither the reminders nor the tables, and its text, which may name a card, isn't logged."""

    def failing_once(self, monkeypatch: pytest.MonkeyPatch, part: Any, name: str) -> None:
        """The part's method fails once."""
        works, left = getattr(part, name), [ValueError("the queen")]

        async def fails(*arguments: Any) -> Any:
            if left:
                raise left.pop()
            return await works(*arguments)

        monkeypatch.setattr(part, name, fails)

    async def test_of_looking_for_reminders(
        self, bot: Bot, clocks: Clocks, channels: Channels, monkeypatch: pytest.MonkeyPatch, caplog: Any
    ) -> None:
        await half_over(bot)
        self.failing_once(monkeypatch, bot.matches.reminders, "due")
        await clocks.cog_load()
        await until(lambda: channels.sent)
        assert "Couldn't check for reminders: ValueError" in caplog.text
        assert "queen" not in caplog.text

    async def test_of_noting_that_one_was_sent(
        self, bot: Bot, clocks: Clocks, channels: Channels, monkeypatch: pytest.MonkeyPatch, caplog: Any
    ) -> None:
        reminder = await a_reminder(bot, await timed(bot))
        self.failing_once(monkeypatch, bot.matches.reminders, "note_delivered")
        await clocks.send(reminder)
        assert f"Can't mark reminder {reminder.id} as sent: ValueError" in caplog.text
        assert "queen" not in caplog.text
        assert await fate(bot, reminder) == (None, False)  # its nonce keeps it from being there twice

    async def test_of_looking_for_full_tables(
        self, bot: Bot, clocks: Clocks, monkeypatch: pytest.MonkeyPatch, caplog: Any
    ) -> None:
        looks: list[str] = []

        async def begin_full() -> list[Match]:
            looks.append("full")
            return []

        self.failing_once(monkeypatch, bot.matches.tables, "restart_countdowns")
        monkeypatch.setattr(bot.matches.tables, "begin_full", begin_full)
        monkeypatch.setattr(cogs.clocks, "TABLES_EVERY", 0.001)
        await clocks.cog_load()
        await until(lambda: looks)
        assert "Couldn't begin full tables: ValueError" in caplog.text
        assert "queen" not in caplog.text

    async def test_of_showing_a_table(
        self, bot: Bot, clocks: Clocks, monkeypatch: pytest.MonkeyPatch, caplog: Any
    ) -> None:
        async def update_table(*_: Any) -> None:
            raise ValueError("the queen")

        caplog.set_level("INFO")
        monkeypatch.setattr(cogs.clocks, "update_table", update_table)
        match = await timed(bot)
        await clocks.show_table(match)
        assert f"Couldn't show what became of table {match.id}: ValueError" in caplog.text
        assert "queen" not in caplog.text


async def test_a_full_table_begins_while_discord_keeps_the_message_of_another_waiting(
    bot: Bot, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One whose countdown ran out while the bot was down is shown with a new one first."""
    tables: dict[int, tuple[Status, datetime | None]] = {}
    answered = asyncio.Event()

    async def update_table(_: Any, match: Match) -> None:
        tables[match.id] = (match.status, match.begins_at)
        await answered.wait()

    async def full(number: int) -> Match:
        bot.clock = lambda: before
        match = await bot.matches.tables.open(TableTerms("southern_cards", 2), opener=ANNE, place=HERE)
        match = await bot.matches.act(match.id, lobby.join(BERT, message_id=900 + number))
        bot.clock = lambda: before + COUNTDOWN
        return match

    monkeypatch.setattr(cogs.clocks, "update_table", update_table)
    monkeypatch.setattr(cogs.clocks, "TABLES_EVERY", 0.0)
    before = utc_now().replace(microsecond=0)
    late = await full(0)
    await clocks.cog_load()
    await until(partial(tables.__contains__, late.id))
    assert tables == {late.id: (Status.OPEN, before + 2 * COUNTDOWN)}
    for number in (1, 2):
        match = await full(number)
        await until(partial(tables.__contains__, match.id))
        assert tables[match.id] == (Status.RUNNING, None)
    assert tables[late.id][0] is Status.OPEN
    answered.set()
