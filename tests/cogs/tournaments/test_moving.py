"""What a tournament's messages say where it moves, is announced elsewhere, or can't be reached."""

from dataclasses import replace
from typing import Any

import pytest

from bot.contests.tournaments.meetings import Format
from tests.cogs.channel import CHANNEL, GUILD, NEWS
from tests.cogs.tournaments.life import PEOPLE, TERMS, Life


async def test_the_channel_for_announcements_is_told_once_of_the_sign_up_and_of_the_end(life: Life) -> None:
    await life.bot.matches.servers.change(GUILD, announcements=NEWS)
    await life.begin()
    (announced,) = life.news.messages.values()
    assert "The tournament began" in announced
    assert f"<#{CHANNEL}>" in announced
    await life.bot.contests.tournaments.move(life.number, CHANNEL)
    for _ in range(3):
        await life.first_seats_win()
        await life.keeper.look()
    assert len(life.news.messages) == 2
    assert len(life.news.having("Cup is over")) == 1
    assert len(life.news.having("The tournament is over.")) == 1


async def test_what_the_channel_for_announcements_was_told_follows_when_the_tournament_moves_there(life: Life) -> None:
    await life.bot.matches.servers.change(GUILD, announcements=NEWS)
    await life.create()
    (announced,) = life.news.messages
    await life.bot.contests.tournaments.move(life.number, NEWS)
    life.now += TERMS.sign_up
    for _ in range(3):
        await life.keeper.look()
        await life.first_seats_win()
    assert "The tournament is over." in life.news.messages[announced]
    assert life.news.buttons[announced] == []
    assert len(life.news.having("Cup is over")) == 1  # as the channel's own message says it


async def test_a_tournament_that_moves_is_shown_anew_and_keeps_the_salt_of_its_draw(life: Life) -> None:
    await life.create()
    await life.keeper.look()
    before = await life.tournament()
    await life.bot.contests.tournaments.move(life.number, CHANNEL)
    await life.keeper.look()
    after = await life.tournament()
    assert (after.salt, after.left) == (before.salt, {})
    (old, _), (new, _) = before.messages[0], after.messages[0]
    assert life.channel.messages[new].count("<@") == len(PEOPLE)
    assert (life.channel.buttons[old], life.channel.buttons[new]) == ([], ["Join", "Leave", "How the luck is sealed"])
    assert f"/{CHANNEL}/{new})" in life.channel.messages[old]


@pytest.mark.parametrize("duplicate", [False, True])
async def test_a_table_is_played_where_it_was_announced_and_the_others_where_the_tournament_moves_meanwhile(
    life: Life, monkeypatch: pytest.MonkeyPatch, duplicate: bool
) -> None:
    tournaments, send = life.bot.contests.tournaments, life.channel.send
    moved_by = "your match begins"

    async def send_slowly(**kwargs: Any) -> Any:
        message = await send(**kwargs)
        if moved_by in life.channel.messages[message.id]:
            await tournaments.move(life.number, NEWS)
        return message

    monkeypatch.setattr(life.channel, "send", send_slowly)
    await life.begin(replace(TERMS, duplicate=duplicate))
    tables = [await life.bot.matches.get(match.match_id or 0) for match in (await life.tournament()).matches]
    assert [match.place.channel_id for match in tables] == [CHANNEL, NEWS]
    moved_by = "Cup: round"
    await tournaments.move(life.number, CHANNEL)
    await life.keeper.look()
    assert (await life.tournament()).channel_id == NEWS
    await life.keeper.look()
    assert [len(life.news.having(words)) for words in ("The tournament began", "Cup: round 1 of 2")] == [1, 1]
    assert (await life.tournament()).left == {}


async def test_what_stays_behind_of_a_running_tournament_says_where_it_continues_but_for_pictures(life: Life) -> None:
    await life.begin(replace(TERMS, kind=Format.SWISS))
    await life.first_seats_win()
    await life.keeper.look()
    before = await life.tournament()
    await life.bot.contests.tournaments.move(life.number, NEWS)
    await life.keeper.look()
    behind = {part: life.channel.messages[message] for part, (message, _) in before.messages.items()}
    assert {part for part, words in behind.items() if "➡️ This continues in" in words} == behind.keys() - {1}
    assert (await life.tournament()).messages.keys() == behind.keys()
    assert [life.channel.buttons[message] for message, _ in before.messages.values()] == [[]] * len(behind)


async def test_an_announced_sign_up_says_when_it_is_closed_unless_someone_has_deleted_it(life: Life) -> None:
    for name, deleted in (("Cup", False), ("Other", True)):
        await life.bot.matches.servers.change(GUILD, announcements=NEWS)
        tournament = await life.bot.contests.tournaments.create(name, TERMS, guild_id=GUILD, channel_id=CHANNEL)
        await life.keeper.look()
        assert len(life.news.having(f"{name}: sign-up is open until")) == 1
        if deleted:
            life.news.messages.clear()
        await life.bot.contests.tournaments.close(tournament.id)
        await life.keeper.look()
        shown = ["This tournament is closed." in text for text in life.news.messages.values()]
        assert shown == ([] if deleted else [True])
