"""Leagues: creating, joining, leaving and closing them, and how their seasons stand. See docs/leagues.md."""

import hashlib
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.contests.leagues.divisions import least
from bot.contests.parts.matches import check_alone, table_terms
from bot.contests.parts.part import ContestPart, KindOfContest
from bot.contests.values.contest import ELSEWHERE, AlreadyIn, Viewer
from bot.contests.values.league import (
    LEAGUES_PER_SERVER,
    League,
    LeagueExists,
    LeagueIsClosed,
    LeagueMatch,
    LeaguePlayer,
    LeagueTerms,
    NoLeagueNow,
    NoSuchLeague,
    NotInTheLeague,
    Season,
    SeasonIsPlayed,
    SeatsForLeague,
    TooFewForSeason,
    TooManyLeagues,
    WhichLeague,
    lots_of,
)
from bot.match.reading.series_state import ending_of
from bot.match.values import FORGOTTEN, Status
from bot.match.values.terms import fields_in
from bot.store.columns import LeaguePlayerColumns, LeagueSeasonColumns
from bot.store.contest_tables import LeagueMatchNow, LeaguePerson, LeagueRow, LeagueSeasonRow
from bot.store.queries import leagues, people
from bot.store.queries.leagues import SEASONS
from bot.text.own_words import OwnWords


class Leagues(ContestPart[LeagueRow, League]):
    """The leagues of all servers. `bot.contests.parts.seasons` is what goes on in them by itself."""

    kind = KindOfContest(
        leagues.joined_by,
        leagues.running_of,
        LEAGUES_PER_SERVER,
        NoSuchLeague,
        NoLeagueNow,
        WhichLeague,
        LeagueExists,
        TooManyLeagues,
    )

    async def create(self, name: str, terms: LeagueTerms, *, guild_id: int, channel_id: int) -> Season:
        """A new league in a channel; people can sign up for its first season from here on.

        LeagueExists, TooManyLeagues, SeatsForLeague, TeamsInLeague, UnknownGame, BadOption.
        """
        checked = check_alone(table_terms(terms, rated=False), self._reader.games, self._trial())
        if terms.seats < 2 or terms.size < terms.seats:
            raise SeatsForLeague(seats=terms.seats)
        now = self._now()
        async with self._changing() as connection:
            name = self._free_name(name, await leagues.of_guild(connection, guild_id))
            columns = replace(terms, options=checked.terms.options).columns()
            columns |= {"name": name, "created_at": now, "guild_id": guild_id, "channel_id": channel_id}
            league_id = await leagues.add(connection, columns)
            first: LeagueSeasonColumns = {"league_id": league_id, "number": 1, "begins_at": now + terms.sign_up}
            season_id = await SEASONS.add(connection, {**first, "seed": self._new_seed(), "finished": False})
            return await read_season(connection, season_id)

    async def _list_all(self, connection: AsyncConnection, guild_id: int) -> list[LeagueRow]:
        """The open leagues, the oldest first."""
        return await leagues.of_guild(connection, guild_id)

    async def find(self, guild_id: int, name: str | None, *, viewer: Viewer | None, also_over: bool = False) -> League:
        """A server's league by its number or name; its only one without. NoSuchLeague, NoLeagueNow, WhichLeague.

        For the viewer there are only those that they may see; None sees all. Closed ones are never found.
        """
        there = await self._list_visible(guild_id, viewer)
        return league_of(self._find(there, name, there))

    async def get(self, league_id: int) -> League:
        """The league as it is now. NoLeagueNow."""
        row = await self._read(leagues.get, league_id)
        if row is None:
            raise NoLeagueNow
        return league_of(row)

    async def seasons(self, league_id: int) -> list[Season]:
        """The newest seasons of a league: the one people can join, then the one before it."""
        async with self._store.read() as connection:
            rows = await leagues.seasons(connection, league_id)
            return [await read_season(connection, row.id) for row in rows[:2]]

    async def running_of(self, guild_id: int | None, user: int, *, viewer: Viewer | None) -> list[Season]:
        """The running seasons of a server's leagues in which someone plays, of those that the viewer may see."""
        return await self._running_of(guild_id, user, viewer, read_season)

    # People

    async def join(self, league_id: int, user: int) -> Season:
        """Join the next season of a league, also while the one before goes on.

        AlreadyIn; LeagueIsClosed.
        """
        now = self._now()
        async with self._changing() as connection:
            row, season = await self._next(connection, league_id)
            columns: LeaguePlayerColumns = {
                "season_id": season.id,
                "user_id": await people.user_row_for(connection, user, now),
                "joined_at": now,
                "bank": row.bank,
                "gone": False,
            }
            if not await SEASONS.add_player(connection, columns):
                raise AlreadyIn
            return await read_season(connection, season.id)

    async def leave(self, number: int, user: int) -> Season | None:
        """Leave a league: the next season, and the one that goes on, whose matches are then resigned.

        Returns the season that was left while it went on, None if none was. NotInTheLeague, LeagueIsClosed.
        """
        async with self._changing() as connection:
            _, following = await self._next(connection, number)
            user_row = await people.user_row(connection, user)
            if user_row is None:
                raise NotInTheLeague
            was_in, left = await SEASONS.remove_player(connection, following.id, user_row), None
            for row in await leagues.seasons(connection, number):
                season = await read_season(connection, row.id)
                player = season.player(user)
                if season.running and player is not None and not player.gone:
                    await SEASONS.change_player(connection, season.id, user_row, {"gone": True})
                    left = await read_season(connection, season.id)
            if not was_in and left is None:
                raise NotInTheLeague
        return left

    async def _next(self, connection: AsyncConnection, league_id: int) -> tuple[LeagueRow, LeagueSeasonRow]:
        """A league and its season that people can join: the newest, which hasn't begun. LeagueIsClosed."""
        row = await leagues.get(connection, league_id)
        if row is None:
            raise NoLeagueNow
        if row.closed_at is not None:
            raise LeagueIsClosed(name=OwnWords(row.name))
        return row, (await leagues.seasons(connection, league_id))[0]

    # Those who run it

    async def start(self, league_id: int) -> Season:
        """Begin the next season now with everybody who has joined; returns it as it was before.

        SeasonIsPlayed, TooFewForSeason, LeagueIsClosed.
        """
        async with self._changing() as connection:
            _, following = await self._next(connection, league_id)
            season = await read_season(connection, following.id)
            if season.begins_at is None:
                raise SeasonIsPlayed
            if len(season.players) < (needed := least(season.league.terms.seats)):
                raise TooFewForSeason(needed=needed, number=len(season.players))
            await SEASONS.change(connection, season.id, {"begins_at": self._now()})
        return season

    async def move(self, number: int, channel_id: int) -> None:
        """From here on a league is in this channel: what shows it is posted there anew. LeagueIsClosed."""
        async with self._changing() as connection:
            row, _ = await self._next(connection, number)
            await leagues.change(connection, number, {"channel_id": channel_id})
            await leagues.leave_messages(connection, number, ELSEWHERE, row.channel_id)

    async def close(self, number: int) -> None:
        """End a league. Matches that have begun go on and count nowhere. Nothing changes if it is closed."""
        now = self._now()
        async with self._changing() as connection:
            await self._next(connection, number)
            await leagues.change(connection, number, {"closed_at": now})
            await leagues.close_seasons(connection, number, now)


def league_of(row: LeagueRow) -> League:
    terms, closed = LeagueTerms(**fields_in(row, LeagueTerms)), row.closed_at is not None
    return League(row.id, row.guild_id, row.channel_id, OwnWords(row.name), terms, closed)


async def read_season(connection: AsyncConnection, season_id: int) -> Season:
    row = await SEASONS.get(connection, season_id)
    league = await leagues.get(connection, row.league_id)
    if league is None:
        raise RuntimeError(f"Season {season_id} has lost its league.")
    players = [_player_of(one) for one in await SEASONS.people(connection, season_id)]
    return Season(
        id=season_id,
        league=league_of(league),
        number=row.number,
        commitment=hashlib.sha256(row.seed).hexdigest(),
        seed=None if row.ended_at is None else row.seed.hex(),
        begins_at=row.begins_at,
        began_at=row.began_at,
        ended_at=row.ended_at,
        players=players,
        matches=[_match_of(one) for one in await SEASONS.matches_of(connection, season_id)],
        messages=await SEASONS.messages(connection, season_id),
        lots=lots_of(row.seed, [player.number for player in players]),
        left=await SEASONS.left_messages(connection, season_id),
    )


def _player_of(row: LeaguePerson) -> LeaguePlayer:
    user = row.discord_id or FORGOTTEN
    return LeaguePlayer(row.user_id, user, row.division, row.bank, row.gone, row.place, row.vacation_until)


def _match_of(row: LeagueMatchNow) -> LeagueMatch:
    ending = ending_of(row.ending)
    return LeagueMatch(
        id=row.id,
        division=row.division,
        number=row.number,
        players=tuple(row.players),
        announced=row.seed is not None,
        match_id=row.match_id,
        status=None if row.status is None else Status(row.status),
        places=None if ending is None else ending.places,
        rules_version=row.rules_version,
        stuck_since=row.stuck_since,
        called_off=row.called_off,
    )
