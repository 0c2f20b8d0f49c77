"""A tournament with its channel and keeper."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.contests.tournaments.meetings import Format
from bot.contests.values.tournament import Tournament, TournamentTerms
from bot.match.decisions import proposals
from bot.match.values import Status
from cogs.shared.tournaments.keeping import TournamentKeeper
from tests.cogs.channel import CHANNEL, GUILD, beside
from tests.cogs.conftest import Bot

PEOPLE = [2**40 + 100 + number for number in range(4)]
TERMS = TournamentTerms(Format.KNOCKOUT, "southern_cards")


class Life:
    """A tournament with its channel and keeper, and time that goes by."""

    def __init__(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bot, (self.channel, self.news) = bot, beside(bot, monkeypatch)
        now = bot.clock()
        self.now = now
        bot.clock = lambda: self.now
        self.keeper = TournamentKeeper(bot)
        self.number = 0

    async def create(self, terms: TournamentTerms = TERMS, *, people: Sequence[int] = PEOPLE) -> None:
        created = await self.bot.contests.tournaments.create("Cup", terms, guild_id=GUILD, channel_id=CHANNEL)
        self.number = created.id
        await self.keeper.look()
        for person in people:
            await self.bot.contests.tournaments.join(self.number, person)

    async def begin(self, terms: TournamentTerms = TERMS, *, people: Sequence[int] = PEOPLE) -> None:
        await self.create(terms, people=people)
        self.now += terms.sign_up
        await self.keeper.look()

    async def tournament(self) -> Tournament:
        return await self.bot.contests.tournaments.get(self.number)

    async def first_seats_win(self) -> None:
        """Whoever sits second resigns."""
        tournament = await self.tournament()
        users = {player.number: player.user for player in tournament.players}
        for match in tournament.matches:
            if match.match_id is not None and match.status is Status.RUNNING:
                await self.bot.matches.act(match.match_id, proposals.resign(users[match.players[1]]))


async def breaks(*_: Any) -> None:
    raise ConnectionError
