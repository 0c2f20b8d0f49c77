"""A league's messages: sent once, edited as results come, sent anew where somebody has deleted them."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match.decisions import proposals
from bot.match.league import LeagueTerms, Season
from bot.match.values import Status
from cogs.shared.interactions.refusals import ScreenRefusal
from cogs.shared.leagues.keeping import LeagueKeeper
from cogs.shared.leagues.options import read_options
from tests.cogs.conftest import Bot

PEOPLE = [2**40 + 100 + number for number in range(4)]
GUILD, CHANNEL, ROLE = 1, 20, 77


def refused(kind: type[discord.HTTPException], code: int) -> discord.HTTPException:
    return kind(SimpleNamespace(status=404, reason=""), {"code": code, "message": ""})


class Channel:
    """What the keeper sees of Discord: a channel whose messages are texts by id, one for each nonce."""

    def __init__(self) -> None:
        self.there = True
        self.messages: dict[int, str] = {}
        self.nonces: dict[str, int] = {}
        self.edits = 0
        self.crowned: list[tuple[int, int]] = []
        self.may_crown = True

    async def send(self, view: discord.ui.LayoutView, *, nonce: str, **_: Any) -> Any:
        assert len(nonce) <= 25
        number = self.nonces.setdefault(nonce, 5000 + len(self.nonces))
        self.messages[number] = _text(view)
        return SimpleNamespace(id=number)

    def get_partial_message(self, number: int) -> Any:
        async def edit(view: discord.ui.LayoutView, **_: Any) -> None:
            if number not in self.messages:
                raise refused(discord.NotFound, 10008)
            self.messages[number] = _text(view)
            self.edits += 1

        return SimpleNamespace(edit=edit)

    async def add_role(self, guild: int, user: int, role: int, *, reason: str) -> None:
        if not self.may_crown:
            raise refused(discord.Forbidden, 50013)
        self.crowned.append((user, role))

    def get_channel(self, number: int) -> Any:
        return self if self.there and number == CHANNEL else None

    def get_role(self, number: int) -> Any:
        return number if number == ROLE else None

    def having(self, *words: str) -> list[str]:
        return [text for text in self.messages.values() if all(word in text for word in words)]


def _text(view: discord.ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))


class Life:
    """A league with its channel and keeper, and time that goes by."""

    def __init__(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bot, self.channel = bot, Channel()
        now = bot.clock()
        self.now = now
        bot.clock = lambda: self.now
        bot.http = self.channel
        monkeypatch.setattr(bot, "get_guild", lambda _: self.channel)
        monkeypatch.setattr(bot, "get_partial_messageable", lambda *_, **__: self.channel, raising=False)
        self.keeper = LeagueKeeper(bot)  # type: ignore[arg-type]  # all of the client that is used here

    async def begin(self) -> int:
        terms = LeagueTerms("southern_cards", at_once=3)
        season = await self.bot.matches.leagues.create("Winter", terms, guild_id=GUILD, channel_id=CHANNEL)
        await self.keeper.look()
        for person in PEOPLE:
            await self.bot.matches.leagues.join(season.league.id, person)
        self.now += terms.sign_up
        await self.keeper.look()
        return season.league.id

    async def season(self, league: int) -> Season:
        return (await self.bot.matches.leagues.seasons(league))[-1]

    async def resign(self, league: int, people: Sequence[int]) -> None:
        """These people resign all their matches."""
        season = await self.season(league)
        for match in season.matches:
            users = [one.user for one in season.players if one.number in match.players and one.user in people]
            if match.match_id is not None and match.status is Status.RUNNING and users:
                await self.bot.matches.act(match.match_id, proposals.resign(users[0]))


@pytest.fixture
def life(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Life:
    return Life(bot, monkeypatch)


async def test_each_part_has_one_message_that_follows_what_happens(life: Life) -> None:
    league = await life.begin()
    await life.keeper.look()
    assert len(life.channel.having("The season began")) == 1
    (table,) = life.channel.having("Winter: division 1 of season 1")
    assert table.count("0 points") == 4
    matches = [text for text in life.channel.messages.values() if "has begun" in text]
    assert len(matches) == 6  # the announcements, once their tables are shown there
    edits = life.channel.edits
    await life.keeper.look()
    assert life.channel.edits == edits
    await life.resign(league, PEOPLE[:1])
    await life.keeper.look()
    (table,) = life.channel.having("Winter: division 1 of season 1")
    assert table.count("1 point") == 3


async def test_the_finale_comes_once_and_the_champion_gets_the_role(life: Life) -> None:
    league = await life.begin()
    await life.bot.matches.servers.change(GUILD, champions=(ROLE, 78))
    for count in range(1, 4):
        await life.resign(league, PEOPLE[:count])
    for _ in range(3):
        await life.keeper.look()
    (finale,) = life.channel.having("season 1 is over")
    assert f"<@{PEOPLE[3]}> is the champion." in finale
    assert life.channel.crowned == [(PEOPLE[3], ROLE)]
    assert len(life.channel.having("season 2")) == 1


async def test_the_finale_says_that_the_role_could_not_be_given(life: Life) -> None:
    league = await life.begin()
    await life.bot.matches.servers.change(GUILD, champions=(ROLE,))
    life.channel.may_crown = False
    await life.resign(league, PEOPLE[:3])
    await life.keeper.look()
    (finale,) = life.channel.having("season 1 is over")
    assert "couldn't give the champion the role" in finale


async def test_a_message_that_somebody_deletes_comes_again(life: Life) -> None:
    league = await life.begin()
    season = await life.season(league)
    deleted, _ = season.messages[1]
    del life.channel.messages[deleted]
    await life.resign(league, PEOPLE[:1])
    await life.keeper.look()
    assert len(life.channel.having("division 1 of season 1")) == 1
    assert (await life.season(league)).messages[1][0] != deleted


async def test_a_kill_between_sending_and_noting_sends_nothing_twice(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    seasons = life.bot.matches.seasons
    with monkeypatch.context() as patch:
        for name in ("begin", "note_message"):

            async def dies(*_: Any) -> None:
                raise ConnectionError

            patch.setattr(seasons, name, dies)
        league = await life.begin()
    await life.keeper.look()
    season = await life.season(league)
    assert all(match.status is Status.RUNNING for match in season.matches)
    assert len(life.channel.messages) == 1 + 1 + len(season.matches)


async def test_nothing_is_sent_while_the_channel_is_gone(life: Life) -> None:
    life.channel.there = False
    league = await life.begin()
    assert life.channel.messages == {}
    assert (await life.season(league)).began_at is None
    life.channel.there = True
    await life.keeper.look()
    assert (await life.season(league)).running


async def test_a_league_that_discord_refuses_is_left_alone_for_a_while(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = 0

    async def send(*_: Any, **__: Any) -> None:
        nonlocal tries
        tries += 1
        raise refused(discord.Forbidden, 50013)

    monkeypatch.setattr(life.channel, "send", send)
    await life.begin()
    await life.keeper.look()
    assert tries == 1


class TestOptions:
    """Options as somebody types them."""

    @pytest.mark.parametrize(
        ("typed", "options"),
        [
            ("", {}),
            ("layout=free", {"layout": "free"}),
            (" LAYOUT = Free ; wild = yes, hand=4,", {"layout": "free", "wild": True, "hand": 4}),
        ],
    )
    def test_they_are_read_however_they_are_typed(self, bot: Bot, typed: str, options: dict[str, Any]) -> None:
        assert read_options(bot, "southern_cards", typed) == options  # type: ignore[arg-type]  # as above

    @pytest.mark.parametrize("typed", ["speed=3", "layout", "wild=perhaps", "hand=many", "layout=nowhere"])
    def test_others_are_refused_with_what_there_is(self, bot: Bot, typed: str) -> None:
        with pytest.raises(ScreenRefusal, match=r"It has `layout`|Choose one of these: "):
            read_options(bot, "southern_cards", typed)  # type: ignore[arg-type]  # as above
