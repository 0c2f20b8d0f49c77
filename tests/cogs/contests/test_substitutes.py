"""In leagues and tournaments those who run them decide who plays an abandoned seat."""

from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import TournamentTerms
from bot.match import Match, Status
from bot.match.decisions import presence, proposals
from bot.match.values.errors import FillsAlone, NotAbandoned, OrganisersDecide, PlaysInContest, PlaysThereToo
from cogs.matches import take_seat
from tests.cogs.asking_discord import Server
from tests.cogs.conftest import HERE, Asking, Bot
from tests.cogs.servers import Member, member
from tests.cogs.servers import Server as Guild

PEOPLE = tuple(2**40 + 100 + number for number in range(4))
ORGANISER, NEW = 2**40 + 200, 2**40 + 300
MANAGES = discord.Permissions(manage_guild=True)


async def league(bot: Bot, seats: int) -> list[Match]:
    """The running matches of a season, in which everybody plays at the same time."""
    terms = LeagueTerms("southern_cards", seats=seats, at_once=3)
    season = await bot.contests.leagues.create("Winter", terms, guild_id=1, channel_id=HERE.channel_id)
    for person in PEOPLE:
        await bot.contests.leagues.join(season.league.id, person)
    now, seasons = bot.clock() + terms.sign_up, bot.contests.seasons
    bot.clock = lambda: now
    season = await seasons.look_after(season, lambda _: True)
    for announced in await seasons.announcements(season):
        await seasons.begin(announced.match.id, 500 + announced.match.id)
    matches = (await bot.contests.leagues.seasons(season.league.id))[-1].matches
    return [await bot.matches.get(one.match_id) for one in matches if one.match_id is not None]


async def cup(bot: Bot, seats: int) -> list[Match]:
    """The running matches of a tournament's first round."""
    kind = Format.GROUPS if seats > 2 else Format.ROUND_ROBIN
    terms, rounds = TournamentTerms(kind, "southern_cards", seats=seats), bot.contests.tournament_rounds
    number = (await bot.contests.tournaments.create("Cup", terms, guild_id=1, channel_id=HERE.channel_id)).id
    await rounds.note_message(number, 0, 40, "shown")
    for person in PEOPLE:
        await bot.contests.tournaments.join(number, person)
    await bot.contests.tournaments.start(number)
    tournament = await rounds.look_after(await bot.contests.tournaments.get(number), lambda _: True)
    for announced in rounds.announcements(tournament):
        await rounds.begin(announced.match.id, 500 + announced.match.id)
    matches = (await bot.contests.tournaments.get(number)).matches
    return [await bot.matches.get(one.match_id) for one in matches if one.match_id is not None]


def asking(bot: Bot, user: int, *, organises: bool = False) -> Any:
    one: Any = Asking(bot, user)
    one.permissions = MANAGES if organises else discord.Permissions.none()
    one.user, one.guild = Member(user), Guild()
    return one


async def replaced(who: Any, match: Match, candidate: int, seat: int = 1) -> str:
    return str(await who.slash("replace", seat=f"{match.id}.{seat}", by=member(candidate), match=None))


@pytest.mark.parametrize("contest", [league, cup])
class TestInContests:
    @pytest.fixture
    async def abandoned(self, bot: Bot, contest: Callable[[Bot, int], Any]) -> list[Match]:
        """The matches of which in the first the player of the second seat has left the server."""
        matches: list[Match] = await contest(bot, 2)
        bot.http = Server(*matches[0].seats[1].people)
        await bot.matches.act(matches[0].id, presence.absent(matches[0].seats[1].people[0]))
        return matches

    async def test_the_opponent_can_not_choose_who_plays(self, bot: Bot, abandoned: list[Match]) -> None:
        match = abandoned[0]
        (opponent,) = match.seats[0].people
        with pytest.raises(OrganisersDecide):
            await replaced(asking(bot, opponent), match, NEW)
        with pytest.raises(FillsAlone):
            await bot.matches.act(match.id, proposals.replace_player(opponent, 1, NEW))
        assert (await bot.matches.get(match.id)).proposal is None

    async def test_nor_can_one_who_runs_it_and_plays_there(self, bot: Bot, abandoned: list[Match]) -> None:
        (opponent,) = abandoned[0].seats[0].people
        with pytest.raises(PlaysThereToo):
            await replaced(asking(bot, opponent, organises=True), abandoned[0], NEW)

    async def test_one_who_runs_it_chooses_and_the_new_one_takes_the_seat(
        self, bot: Bot, abandoned: list[Match]
    ) -> None:
        words = await replaced(asking(bot, ORGANISER, organises=True), abandoned[0], NEW)
        assert words.startswith(f"I've asked <@{NEW}> to play")
        match = await bot.matches.get(abandoned[0].id)
        assert await Asking(bot, NEW).click(take_seat, match.id, version=match.version)
        assert (await bot.matches.get(match.id)).seats[1].people == (NEW,)

    async def test_who_is_there_keeps_the_seat(self, bot: Bot, abandoned: list[Match]) -> None:
        with pytest.raises(NotAbandoned):
            await replaced(asking(bot, ORGANISER, organises=True), abandoned[0], NEW, seat=0)

    async def test_nobody_plays_for_a_rival(self, bot: Bot, abandoned: list[Match]) -> None:
        first, second = abandoned[0], abandoned[1]
        playing = {person for match in (first,) for seat in match.seats for person in seat.people}
        (other, *_) = [person for person in PEOPLE if person not in playing]
        with pytest.raises(PlaysInContest):
            await replaced(asking(bot, ORGANISER, organises=True), first, other)
        await replaced(asking(bot, ORGANISER, organises=True), first, NEW)
        await bot.matches.act(first.id, proposals.take_seat(NEW))
        await bot.matches.act(second.id, presence.absent(second.seats[1].people[0]))
        with pytest.raises(PlaysInContest):  # a substitute is one of them as well
            await replaced(asking(bot, ORGANISER, organises=True), second, NEW)


@pytest.mark.parametrize("contest", [league, cup])
async def test_players_who_agree_among_themselves_can_not_choose_either(
    bot: Bot, contest: Callable[[Bot, int], Any]
) -> None:
    match = (await contest(bot, 4))[0]
    bot.http = Server(*match.seats[1].people)
    await bot.matches.act(match.id, presence.absent(match.seats[1].people[0]))
    with pytest.raises(OrganisersDecide):
        await bot.matches.act(match.id, proposals.replace_player(match.seats[0].people[0], 1, NEW))
    assert (await bot.matches.get(match.id)).status is Status.RUNNING
