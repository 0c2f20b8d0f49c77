"""What a league's messages say where it moves or is announced elsewhere."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.contests.values.league import LeagueTerms
from tests.cogs.channel import BOTS, CHANNEL, GUILD, NEWS, ROLE, refused
from tests.cogs.leagues.life import PEOPLE, Life


async def test_the_channel_for_announcements_is_told_once_of_a_sign_up_and_of_a_finale(life: Life) -> None:
    await life.bot.matches.servers.change(GUILD, announcements=NEWS)
    league = await life.begin()
    (announced,) = life.news.messages.values()
    assert announced.startswith("### Winter: season 1\n")
    assert "The season began" in announced
    assert f"It's played in <#{CHANNEL}>." in announced
    await life.bot.contests.leagues.move(league, CHANNEL)
    for _ in range(2):
        await life.resign(league, PEOPLE[:3])
        await life.keeper.look()
    assert [text.splitlines()[0].partition(" until")[0] for text in life.news.messages.values()] == [
        "### Winter: season 1",
        "### Winter: season 1 is over",
        "### Winter: sign-up for season 2 is open",
    ]
    assert len(life.news.having("The season is over.")) == 1
    assert len(life.channel.having("season 1 is over")) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("setting", [None, CHANNEL, 99])
async def test_without_a_channel_for_announcements_only_the_leagues_own_is_told(
    life: Life, setting: int | None
) -> None:
    await life.bot.matches.servers.change(GUILD, announcements=setting)
    league = await life.begin()
    await life.resign(league, PEOPLE[:3])
    await life.keeper.look()
    assert life.news.messages == {}
    assert life.channel.having("sign-up for season") == []


@pytest.mark.parametrize(
    ("unseen", "told"),
    [
        ({(ROLE, CHANNEL)}, False),
        ({(ROLE, CHANNEL), (ROLE, NEWS)}, True),
        ({(ROLE, NEWS)}, True),
        ({(BOTS, CHANNEL)}, True),
    ],
)
async def test_the_channel_for_announcements_hears_of_no_league_that_its_readers_may_not_see(
    life: Life, unseen: set[tuple[int, int]], told: bool
) -> None:
    await life.bot.matches.servers.change(GUILD, announcements=NEWS)
    life.channel.unseen = unseen
    league = await life.begin()
    await life.resign(league, PEOPLE[:3])
    await life.keeper.look()
    assert bool(life.news.messages) is told
    assert len(life.channel.having("season 1 is over")) == 1


async def test_what_was_announced_is_still_edited_once_some_may_not_see_the_channel(life: Life) -> None:
    """Otherwise it would invite people for ever."""
    await life.bot.matches.servers.change(GUILD, announcements=NEWS)
    league = await life.begin()
    life.channel.unseen = {(ROLE, CHANNEL)}
    await life.bot.contests.leagues.close(league)
    await life.keeper.look()
    (announced,) = life.news.messages.values()
    assert "This league is closed." in announced


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("status", "code", "tried", "told_later"),
    [
        (403, 50013, 1, []),  # it isn't tried again for a while
        (503, 0, 2, ["### Winter: season 1 is over", "### Winter: sign-up for season 2 is open"]),
    ],
)
async def test_a_channel_for_announcements_that_refuses_holds_up_no_league(
    life: Life, monkeypatch: pytest.MonkeyPatch, status: int, code: int, tried: int, told_later: list[str]
) -> None:
    tries = 0

    async def send(*_: Any, **__: Any) -> None:
        nonlocal tries
        tries += 1
        answer: Any = SimpleNamespace(status=status, reason="")
        raise discord.HTTPException(answer, {"code": code, "message": ""})

    await life.bot.matches.servers.change(GUILD, announcements=NEWS)
    with monkeypatch.context() as patch:
        patch.setattr(life.news, "send", send)
        league = await life.begin()
        await life.resign(league, PEOPLE[:3])
        await life.keeper.look()
    assert len(life.channel.having("season 1 is over")) == 1
    assert tries == tried
    await life.keeper.look()
    assert [text.splitlines()[0].partition(" until")[0] for text in life.news.messages.values()] == told_later


@pytest.mark.parametrize("place", [CHANNEL, NEWS])
async def test_a_league_that_moves_is_shown_anew_as_it_is_and_what_stays_behind_loses_its_buttons(
    life: Life, place: int
) -> None:
    leagues, channels = life.bot.contests.leagues, {CHANNEL: life.channel, NEWS: life.news}
    league = (await leagues.create("Winter", LeagueTerms("southern_cards"), guild_id=GUILD, channel_id=CHANNEL)).league
    await life.keeper.look()
    shown, old = channels[CHANNEL], (await life.season(league.id)).messages[0][0]
    for count, person in enumerate(PEOPLE[:2], start=1):  # within the minutes in which Discord remembers what was sent
        await leagues.join(league.id, person)
        for _ in range(2):
            await leagues.move(league.id, place)
        await life.keeper.look()
        season = await life.season(league.id)
        new, now = season.messages[0][0], channels[place]
        assert now.messages[new].count("<@") == count
        assert now.buttons[new] == ["Join", "Leave", "How the luck is sealed"]
        head, moved, *_ = shown.messages[old].splitlines()
        link = f"https://discord.com/channels/{GUILD}/{place}/{new}"
        assert (head, moved) == ("### Winter: season 1", f"➡️ This continues in <#{place}>: [go there]({link})")
        assert (shown.buttons[old], season.left) == ([], {})
        shown, old = now, new
        await life.keeper.look()
        assert (await life.season(league.id)).messages == season.messages


@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (refused(discord.NotFound, 10003), 1),
        (refused(discord.NotFound, 10008), 1),
        (refused(discord.Forbidden, 50001), 1),
        (refused(discord.HTTPException, 0), 2),
        (ConnectionError(), 2),
    ],
)
async def test_a_message_that_stays_behind_and_cannot_be_edited_holds_up_no_league(
    life: Life, monkeypatch: pytest.MonkeyPatch, error: Exception, tries: int
) -> None:
    leagues, tried = life.bot.contests.leagues, 0
    league = (await leagues.create("Winter", LeagueTerms("southern_cards"), guild_id=GUILD, channel_id=CHANNEL)).league
    await life.keeper.look()

    async def edit(**_: Any) -> None:
        nonlocal tried
        tried += 1
        if tried == 1:
            raise error

    await leagues.move(league.id, NEWS)
    monkeypatch.setattr(life.channel, "get_partial_message", lambda _: SimpleNamespace(edit=edit))
    for _ in range(2):
        await life.keeper.look()
    assert (tried, len(life.news.having("Winter: season 1"))) == (tries, 1)
    assert (await life.season(league.id)).left == {}


async def test_what_is_sent_while_a_league_moves_stays_behind(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    leagues, send = life.bot.contests.leagues, life.channel.send
    league = (await leagues.create("Winter", LeagueTerms("southern_cards"), guild_id=GUILD, channel_id=CHANNEL)).league

    async def send_slowly(**kwargs: Any) -> Any:
        message = await send(**kwargs)
        await leagues.move(league.id, NEWS)
        return message

    monkeypatch.setattr(life.channel, "send", send_slowly)
    for _ in range(2):
        await life.keeper.look()
    assert list(life.channel.buttons.values()) == [[]]
    assert list(life.news.buttons.values()) == [["Join", "Leave", "How the luck is sealed"]]


async def test_a_match_is_played_where_it_was_announced_and_the_others_where_the_league_moves_meanwhile(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    leagues, send = life.bot.contests.leagues, life.channel.send

    async def send_slowly(**kwargs: Any) -> Any:
        message = await send(**kwargs)
        if "your match begins" in life.channel.messages[message.id]:
            ((league, _),) = await leagues.of_guild(GUILD, viewer=None)
            await leagues.move(league, NEWS)
        return message

    monkeypatch.setattr(life.channel, "send", send_slowly)
    league = await life.begin()
    for _ in range(2):
        await life.keeper.look()
    numbers = [match.match_id for match in (await life.season(league)).matches]
    matches = [await life.bot.matches.get(number) for number in numbers if number is not None]
    places = [(match.place.channel_id, match.table_message_id in life.news.messages) for match in matches]
    assert places == [(CHANNEL, False)] + [(NEWS, True)] * 5
    assert len(life.news.having("division 1 of season 1")) == 1
    assert (await life.season(league)).left == {}
