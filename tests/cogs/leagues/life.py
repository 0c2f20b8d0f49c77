"""A league with its channel and keeper."""

from collections.abc import Sequence

import pytest

from bot.contests.values.league import LeagueTerms, Season
from bot.match.decisions import proposals
from bot.match.values import Status
from cogs.shared.leagues.keeping import LeagueKeeper
from tests.cogs.channel import CHANNEL, GUILD, beside
from tests.cogs.conftest import Bot

PEOPLE = [2**40 + 100 + number for number in range(4)]


class Life:
    """A league with its channel and keeper, and time that goes by."""

    def __init__(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bot, (self.channel, self.news) = bot, beside(bot, monkeypatch)
        now = bot.clock()
        self.now = now
        bot.clock = lambda: self.now
        self.keeper = LeagueKeeper(bot)

    async def begin(self, *, seats: int = 2) -> int:
        terms = LeagueTerms("southern_cards", seats=seats, at_once=3)
        season = await self.bot.contests.leagues.create("Winter", terms, guild_id=GUILD, channel_id=CHANNEL)
        await self.keeper.look()
        for person in PEOPLE:
            await self.bot.contests.leagues.join(season.league.id, person)
        self.now += terms.sign_up
        await self.keeper.look()
        return season.league.id

    async def season(self, league: int) -> Season:
        return (await self.bot.contests.leagues.seasons(league))[-1]

    async def resign(self, league: int, people: Sequence[int]) -> None:
        """These people resign all their matches."""
        season = await self.season(league)
        for match in season.matches:
            users = [one.user for one in season.players if one.number in match.players and one.user in people]
            if match.match_id is not None and match.status is Status.RUNNING and users:
                await self.bot.matches.act(match.match_id, proposals.resign(users[0]))
