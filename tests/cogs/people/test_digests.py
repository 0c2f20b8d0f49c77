"""Digests: what they say, whom they call in place of boards, and that nobody gets one twice."""

from dataclasses import replace
from datetime import datetime, time, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.match import Digest, Match, NotifyBy, ReminderSettings
from bot.match.parts.digests import PracticeWeek
from cogs.digests import MAX_ATTEMPTS, Digests
from cogs.shared.interactions import clicks
from cogs.shared.people.digests import LISTED, send_digest, time_left_in_words
from tests.cogs.boards.called import CLOSED, DM, Discord, answered_by_discord, posted
from tests.cogs.conftest import ANNE, BERT, HERE, Asking, Bot, together
from tests.cogs.discord_answers import refusal

IN_DIGEST = ReminderSettings(calls=NotifyBy.DIGEST, digest=(time(8),))


@pytest.fixture
def discord_(bot: Bot) -> Discord:
    answers = answered_by_discord(bot)

    async def create_dm(_person: Any) -> Any:
        channel = answers.get_partial_messageable(DM)
        channel.id = DM
        return channel

    bot.create_dm = create_dm
    bot.user = SimpleNamespace(id=99)
    return answers


async def waiting_for_both(bot: Bot) -> Match:
    """A match whose people get digests, whoever is to move."""
    for person in (ANNE, BERT):
        await bot.matches.reminders.change_settings(person, IN_DIGEST)
    return await together(bot, ANNE, BERT)


def digest_for(user: int, attempts: int = 0) -> Digest:
    return Digest(user, datetime.fromisoformat("2026-01-05T08:00+00:00"), "dg.1.29460000", attempts)


@pytest.mark.parametrize(
    ("time_left", "words"),
    [
        (timedelta(days=3), "3 days left"),
        (timedelta(days=2, hours=23, minutes=59), "3 days left"),
        (timedelta(days=2, hours=11), "2 days left"),
        (timedelta(days=1, minutes=1), "1 day left"),
        (timedelta(hours=23, minutes=40), "1 day left"),
        (timedelta(hours=1, minutes=40), "2 hours left"),
        (timedelta(hours=1), "1 hour left"),
        (timedelta(minutes=59), "less than an hour left"),
    ],
)
def test_the_picture_rounds_the_time_that_is_left_as_discord_rounds_it_in_the_words(
    time_left: timedelta, words: str
) -> None:
    assert time_left_in_words(time_left) == words


async def test_boards_call_nobody_who_gets_digests(bot: Bot, discord_: Discord) -> None:
    match = await waiting_for_both(bot)
    ((place, _, called),) = await posted(bot, discord_)
    assert (place, called) == (HERE.posted_in, [])
    assert match.to_move_people()[0] in match.seats[match.to_move or 0].called_later


async def test_it_lists_all_turns_with_their_boards_and_opens_the_next(bot: Bot, discord_: Discord) -> None:
    match = await waiting_for_both(bot)
    await posted(bot, discord_)
    discord_.messages.clear()
    (mover,) = match.to_move_people()
    await send_digest(bot, digest_for(mover))
    ((place, words, called),) = discord_.messages
    assert (place, called) == (DM, [])
    lines = words.strip().splitlines()
    assert lines[0] == "### 1 match waits for you"
    assert f"**{match.id}**" in lines[1]
    assert "your turn" in lines[1]
    assert discord_.pictures[-1][1] == f"The boards of these matches: Southern Cross cards · match {match.id}"
    asking = Asking(bot, mover)
    assert f"match {match.id}" in (await asking.click(clicks.ACTIONS["digest_next"].handle, 0)).lower()


async def test_nobody_is_told_that_nothing_waits(bot: Bot, discord_: Discord) -> None:
    match = await waiting_for_both(bot)
    (mover,) = match.to_move_people()
    other = ANNE + BERT - mover
    await send_digest(bot, digest_for(other))
    await bot.matches.vacations.begin(mover, 3)
    await send_digest(bot, digest_for(mover))
    assert discord_.messages == []


async def test_an_attempt_that_was_not_recorded_is_found_in_the_direct_messages(bot: Bot, discord_: Discord) -> None:
    match = await waiting_for_both(bot)
    (mover,) = match.to_move_people()
    digest = digest_for(mover, attempts=1)
    custom_id = f"b:0:0:digest_next:{int(digest.slot.timestamp())}"
    discord_.history = [{"id": "7", "author": {"id": "99"}, "components": [{"custom_id": custom_id}]}]
    await send_digest(bot, digest)
    assert discord_.messages == []
    discord_.history[0]["author"]["id"] = "98"
    await send_digest(bot, digest)
    assert len(discord_.messages) == 1


async def test_who_accepts_no_direct_messages_is_called_in_the_channels(bot: Bot, discord_: Discord) -> None:
    match = await waiting_for_both(bot)
    await posted(bot, discord_)
    discord_.messages.clear()
    discord_.closed = [refusal(CLOSED, 403)]
    (mover,) = match.to_move_people()
    await send_digest(bot, digest_for(mover))
    ((place, words, called),) = discord_.messages
    assert (place, called) == (HERE.posted_in, [mover])
    assert "You don't accept direct messages." in words


async def test_many_matches_fit_into_one_message(bot: Bot, discord_: Discord) -> None:
    for person in (ANNE, BERT):
        await bot.matches.reminders.change_settings(person, IN_DIGEST)
    for _ in range(LISTED + 5):
        await together(bot, ANNE, BERT)
    for person in (ANNE, BERT):
        await send_digest(bot, digest_for(person))
    for _, words, _ in discord_.messages:
        assert len(words) <= 4000


async def test_once_a_week_it_says_what_was_practised(
    bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await waiting_for_both(bot)
    await posted(bot, discord_)
    discord_.messages.clear()
    (mover,) = match.to_move_people()
    practised = PracticeWeek(tried=3, solved=2, choices=8, good=5, due=1)
    answers = iter((practised, None, PracticeWeek(tried=1, solved=0, choices=0, good=0, due=0)))

    async def week(_: Digest) -> PracticeWeek | None:
        return next(answers)

    monkeypatch.setattr(bot.matches.digests, "practised", week)
    for number in range(3):
        await send_digest(bot, replace(digest_for(mover), nonce=f"dg.1.{number}"))
    (_, first, _), (_, second, _), (_, third, _) = discord_.messages
    assert (
        "📈 **Your week**: 2 of 3 puzzles solved at the first try, 62% of your choices as good as a strong computer's, "
        "1 exercise of your book to practise\n" in first
    )
    assert "Your week" not in second
    assert "📈 **Your week**: 0 of 1 puzzle solved at the first try\n" in third


class TestTheWorker:
    async def test_it_sends_each_digest_once(self, bot: Bot, discord_: Discord) -> None:
        now = bot.clock().replace(hour=3, minute=0)
        bot.clock = lambda: now
        match = await waiting_for_both(bot)
        worker = Digests(bot)
        await worker.look()
        assert discord_.messages == []
        now = now.replace(hour=8, minute=1)
        await worker.look()
        await worker.look()
        assert len(discord_.messages) == 1
        now += timedelta(days=1)
        await worker.look()
        assert len(discord_.messages) == 2
        assert (await bot.matches.get(match.id)).version == match.version

    async def test_what_fails_is_tried_again_and_then_given_up_until_the_next_time(
        self, bot: Bot, discord_: Discord
    ) -> None:
        now = bot.clock().replace(hour=3, minute=0)
        bot.clock = lambda: now
        await waiting_for_both(bot)
        worker = Digests(bot)
        now = now.replace(hour=8, minute=1)
        discord_.closed = [refusal(0, 503) for _ in range(MAX_ATTEMPTS)]
        for _ in range(2 * MAX_ATTEMPTS):
            await worker.look()
            now += timedelta(minutes=11)
        assert discord_.messages == []
        assert discord_.closed == []
        now += timedelta(days=1)
        await worker.look()
        assert len(discord_.messages) == 1
