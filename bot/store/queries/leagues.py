"""Leagues: their seasons, the people and matches of these, and the messages that show them."""

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import BigInteger, and_, func, select, type_coerce, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import LeagueColumns, LeagueMatchColumns, LeaguePlayerColumns, LeagueSeasonColumns
from bot.store.contest_tables import (
    LeagueMatchNow,
    LeagueMatchRow,
    LeaguePerson,
    LeagueRow,
    LeagueSeasonRow,
    league_matches,
    league_messages,
    league_players,
    league_seasons,
    leagues,
)
from bot.store.definition import MILLISECOND
from bot.store.queries.contest_kind import ContestKind
from bot.store.queries.fetching import fetch, fetch_one
from bot.store.queries.new_rows import insert_row
from bot.store.queries.service import Which, playable
from bot.store.rating_tables import ratings
from bot.store.shards import Shards


@dataclass(frozen=True, slots=True, repr=False)
class LeagueOfMatch:
    """The league that a match belongs to, and when its season ended."""

    name: str
    ended_at: datetime | None


SEASONS: ContestKind[
    LeagueSeasonRow,
    LeaguePerson,
    LeagueMatchRow,
    LeagueMatchNow,
    LeagueSeasonColumns,
    LeaguePlayerColumns,
    LeagueMatchColumns,
] = ContestKind(
    league_seasons,
    league_players,
    league_matches,
    league_messages,
    "season_id",
    ("division", "number"),
    LeagueSeasonRow,
    LeaguePerson,
    LeagueMatchRow,
    LeagueMatchNow,
)
"""The seasons of all leagues, each with its people, matches and messages."""

_OPEN = leagues.c.closed_at.is_(None)


async def add(connection: AsyncConnection, columns: LeagueColumns) -> int:
    """A new league; returns its number."""
    return await insert_row(connection, leagues, columns)


async def get(connection: AsyncConnection, league_id: int) -> LeagueRow | None:
    return await fetch_one(connection, LeagueRow, select(leagues).where(leagues.c.id == league_id))


async def of_guild(connection: AsyncConnection, guild_id: int) -> list[LeagueRow]:
    """The open leagues of a server, the oldest first."""
    query = select(leagues).where(leagues.c.guild_id == guild_id, _OPEN).order_by(leagues.c.id)
    return await fetch(connection, LeagueRow, query)


async def change(connection: AsyncConnection, league_id: int, columns: LeagueColumns) -> None:
    await connection.execute(update(leagues).where(leagues.c.id == league_id).values(**columns))


# Seasons


async def list_unfinished(connection: AsyncConnection, shards: Shards) -> list[int]:
    """The seasons of leagues of these shards that something is still to be done or shown for.

    Without those that wait for the season before, and those where nobody can play now.
    """
    query = (
        select(league_seasons.c.id)
        .join(leagues, leagues.c.id == league_seasons.c.league_id)
        .where(league_seasons.c.finished.is_(False), league_seasons.c.begins_at.is_not(None))
        .where(playable(shards)(leagues.c.guild_id))
    )
    return list(await connection.scalars(query.order_by(league_seasons.c.id)))


async def seasons(connection: AsyncConnection, league_id: int) -> list[LeagueSeasonRow]:
    """The seasons of a league, the newest first."""
    query = select(league_seasons).where(league_seasons.c.league_id == league_id)
    return await fetch(connection, LeagueSeasonRow, query.order_by(league_seasons.c.number.desc()))


async def joined_by(connection: AsyncConnection, league_ids: AbstractSet[int], user: int) -> set[int]:
    """Those of these leagues one of whose two newest seasons somebody has joined, also if they have left since."""
    other = league_seasons.alias()
    newest = select(func.max(other.c.number)).where(other.c.league_id == league_seasons.c.league_id).scalar_subquery()
    these = and_(league_seasons.c.league_id.in_(league_ids), league_seasons.c.number > newest - 2)
    return await SEASONS.joined_by(connection, user, these, league_seasons.c.league_id)


async def running_of(connection: AsyncConnection, guild_id: int, user_row: int) -> list[int]:
    """The running seasons on a server in which somebody plays and hasn't left."""
    here = select(leagues.c.id).where(leagues.c.guild_id == guild_id)
    return await SEASONS.running_of(connection, league_seasons.c.league_id.in_(here), user_row)


async def close_seasons(connection: AsyncConnection, league_id: int, now: datetime) -> None:
    """End the seasons of a league that go on or haven't begun."""
    still = league_seasons.c.league_id == league_id, league_seasons.c.ended_at.is_(None)
    await connection.execute(update(league_seasons).where(*still).values(ended_at=now))


async def postpone(connection: AsyncConnection, by: timedelta, servers: Which) -> None:
    """All sign-ups of these servers have this time more, or less if it is negative, and so have matches that are stuck.

    The next season is signed up for as well while one goes on, but until that is over it has no time.
    """
    here = select(leagues.c.id).where(servers(leagues.c.guild_id))
    going_on = league_seasons.c.league_id.in_(here), league_seasons.c.ended_at.is_(None)
    begins_at = type_coerce(league_seasons.c.begins_at, BigInteger) + by // MILLISECOND
    waiting = league_seasons.c.began_at.is_(None), league_seasons.c.begins_at.is_not(None)
    await connection.execute(update(league_seasons).where(*going_on, *waiting).values(begins_at=begins_at))
    stuck_since = type_coerce(league_matches.c.stuck_since, BigInteger) + by // MILLISECOND
    stuck = league_matches.c.stuck_since.is_not(None), league_matches.c.called_off.is_(False)
    theirs = league_matches.c.season_id.in_(select(league_seasons.c.id).where(*going_on))
    await connection.execute(update(league_matches).where(*stuck, theirs).values(stuck_since=stuck_since))


async def find_ratings(
    connection: AsyncConnection, game: str, user_rows: Collection[int]
) -> dict[int, tuple[float, float]]:
    """The ratings, mu and sigma, of those of these people who have one in a game."""
    query = select(ratings.c.user_id, ratings.c.mu, ratings.c.sigma).where(
        ratings.c.game == game, ratings.c.user_id.in_(list(user_rows))
    )
    return {row[0]: (row[1], row[2]) for row in (await connection.execute(query)).all()}


async def contest_of(connection: AsyncConnection, match_id: int) -> LeagueOfMatch | None:
    """The `name` of the league that a match belongs to, and when its season `ended_at`; None for other matches."""
    query = (
        select(leagues.c.name, league_seasons.c.ended_at)
        .join(league_seasons, league_seasons.c.league_id == leagues.c.id)
        .join(league_matches, league_matches.c.season_id == league_seasons.c.id)
        .where(league_matches.c.match_id == match_id)
    )
    return await fetch_one(connection, LeagueOfMatch, query)


async def leave_messages(connection: AsyncConnection, league_id: int, least: int, channel_id: int) -> None:
    """The messages of a league's unfinished seasons in this channel stay behind, from this part on."""
    seasons_left = select(league_seasons.c.id).where(
        league_seasons.c.league_id == league_id, league_seasons.c.finished.is_(False)
    )
    await SEASONS.leave_messages(connection, league_messages.c.season_id.in_(seasons_left), least, channel_id)
