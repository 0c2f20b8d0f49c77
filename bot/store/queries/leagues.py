"""Leagues: their seasons, the people and matches of these, and the messages that show them."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.league_tables import league_matches, league_messages, league_players, league_seasons, leagues
from bot.store.queries.new_rows import insert_row, upsert
from bot.store.shards import Shards
from bot.store.tables import matches, ratings, users

_OPEN = leagues.c.closed_at.is_(None)


async def add(connection: AsyncConnection, columns: Mapping[str, Any]) -> int:
    """A new league; returns its number."""
    return await insert_row(connection, leagues, columns)


async def get(connection: AsyncConnection, league_id: int) -> RowMapping | None:
    """A league, or None."""
    return (await connection.execute(select(leagues).where(leagues.c.id == league_id))).mappings().one_or_none()


async def of_guild(connection: AsyncConnection, guild_id: int) -> list[RowMapping]:
    """The open leagues of a server, the oldest first."""
    query = select(leagues).where(leagues.c.guild_id == guild_id, _OPEN).order_by(leagues.c.id)
    return list((await connection.execute(query)).mappings())


async def change(connection: AsyncConnection, league_id: int, columns: Mapping[str, Any]) -> None:
    """Set columns of a league."""
    await connection.execute(update(leagues).where(leagues.c.id == league_id).values(**columns))


# Seasons


async def add_season(connection: AsyncConnection, columns: Mapping[str, Any]) -> int:
    """A new season; returns its row. IntegrityError if the league has one of this number."""
    return await insert_row(connection, league_seasons, columns)


async def change_season(connection: AsyncConnection, season_id: int, columns: Mapping[str, Any]) -> None:
    """Set columns of a season."""
    await connection.execute(update(league_seasons).where(league_seasons.c.id == season_id).values(**columns))


async def unfinished(connection: AsyncConnection, shards: Shards) -> list[int]:
    """The seasons of leagues of these shards that something is still to be done or shown for.

    Without those that wait for the season before.
    """
    query = select(league_seasons.c.id).where(
        league_seasons.c.finished.is_(False), league_seasons.c.begins_at.is_not(None)
    )
    if not shards.are_all:
        query = shards.among(query.join(leagues, leagues.c.id == league_seasons.c.league_id), leagues.c.guild_id)
    return list((await connection.execute(query.order_by(league_seasons.c.id))).scalars())


async def season(connection: AsyncConnection, season_id: int) -> RowMapping:
    """A season."""
    return (await connection.execute(select(league_seasons).where(league_seasons.c.id == season_id))).mappings().one()


async def seasons(connection: AsyncConnection, league_id: int) -> list[RowMapping]:
    """The seasons of a league, the newest first."""
    query = select(league_seasons).where(league_seasons.c.league_id == league_id)
    return list((await connection.execute(query.order_by(league_seasons.c.number.desc()))).mappings())


async def running_of(connection: AsyncConnection, guild_id: int, user_row: int) -> list[int]:
    """The running seasons on a server in which somebody plays and hasn't left."""
    query = (
        select(league_seasons.c.id)
        .join(league_players, league_players.c.season_id == league_seasons.c.id)
        .join(leagues, leagues.c.id == league_seasons.c.league_id)
        .where(
            league_players.c.user_id == user_row,
            league_players.c.gone.is_(False),
            leagues.c.guild_id == guild_id,
            league_seasons.c.began_at.is_not(None),
            league_seasons.c.ended_at.is_(None),
        )
    )
    return list((await connection.execute(query.order_by(league_seasons.c.id))).scalars())


async def close_seasons(connection: AsyncConnection, league_id: int, now: datetime) -> None:
    """End the seasons of a league that go on or haven't begun."""
    still = league_seasons.c.league_id == league_id, league_seasons.c.ended_at.is_(None)
    await connection.execute(update(league_seasons).where(*still).values(ended_at=now))


# People


async def players(connection: AsyncConnection, season_id: int) -> list[RowMapping]:
    """The people of a season with `discord_id` and `vacation_until`, in the order of joining."""
    query = (
        select(league_players, users.c.discord_id, users.c.vacation_until)
        .join(users, users.c.id == league_players.c.user_id)
        .where(league_players.c.season_id == season_id)
    )
    order = league_players.c.joined_at, league_players.c.user_id
    return list((await connection.execute(query.order_by(*order))).mappings())


async def add_player(connection: AsyncConnection, columns: Mapping[str, Any]) -> bool:
    """Somebody joins a season; False if they have already."""
    query = upsert(league_players).values(**columns).on_conflict_do_nothing()
    return (await connection.execute(query)).rowcount == 1


async def remove_player(connection: AsyncConnection, season_id: int, user_row: int) -> bool:
    """Somebody doesn't join a season after all; False if they hadn't."""
    theirs = _player(season_id, user_row)
    return (await connection.execute(delete(league_players).where(*theirs))).rowcount == 1


async def change_player(connection: AsyncConnection, season_id: int, user_row: int, columns: Mapping[str, Any]) -> None:
    """Set columns of somebody's row."""
    await connection.execute(update(league_players).where(*_player(season_id, user_row)).values(**columns))


def _player(season_id: int, user_row: int) -> tuple[ColumnElement[bool], ...]:
    return league_players.c.season_id == season_id, league_players.c.user_id == user_row


async def forget(connection: AsyncConnection, user_row: int) -> None:
    """Somebody who is forgotten is gone from seasons that go on, and from those that haven't begun."""
    theirs = league_players.c.user_id == user_row
    begun = league_seasons.c.id == league_players.c.season_id, league_seasons.c.began_at.is_not(None)
    running = select(league_seasons.c.id).where(*begun, league_seasons.c.ended_at.is_(None)).exists()
    await connection.execute(delete(league_players).where(theirs, ~select(league_seasons.c.id).where(*begun).exists()))
    await connection.execute(update(league_players).where(theirs, running).values(gone=True))


async def rated(connection: AsyncConnection, game: str, user_rows: Collection[int]) -> dict[int, float]:
    """How strong those of these people are surely believed to be who have a rating in a game: mu - 3 sigma."""
    query = select(ratings.c.user_id, ratings.c.mu - 3 * ratings.c.sigma).where(
        ratings.c.game == game, ratings.c.user_id.in_(list(user_rows))
    )
    return {row[0]: row[1] for row in (await connection.execute(query)).all()}


async def bank_of(connection: AsyncConnection, match_id: int, user_row: int) -> RowMapping | None:
    """The `season_id` and time `bank` of somebody who plays this match in a league; None elsewhere."""
    query = (
        select(league_players.c.season_id, league_players.c.bank)
        .join(league_matches, league_matches.c.season_id == league_players.c.season_id)
        .where(league_matches.c.match_id == match_id, league_players.c.user_id == user_row)
    )
    return (await connection.execute(query)).mappings().one_or_none()


# Matches


async def add_matches(connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> None:
    """The schedule of a season. IntegrityError if it is there."""
    await connection.execute(insert(league_matches), [dict(row) for row in rows])


async def matches_of(connection: AsyncConnection, season_id: int) -> list[RowMapping]:
    """The matches of a season in order; `status` and `ending` are those of the ones that have begun."""
    query = (
        select(league_matches, matches.c.status, matches.c.ending)
        .outerjoin(matches, matches.c.id == league_matches.c.match_id)
        .where(league_matches.c.season_id == season_id)
    )
    order = league_matches.c.division, league_matches.c.number
    return list((await connection.execute(query.order_by(*order))).mappings())


async def match(connection: AsyncConnection, number: int) -> RowMapping:
    """A match of a schedule with its league's number."""
    query = (
        select(league_matches, league_seasons.c.league_id)
        .join(league_seasons, league_seasons.c.id == league_matches.c.season_id)
        .where(league_matches.c.id == number)
    )
    return (await connection.execute(query)).mappings().one()


async def change_match(connection: AsyncConnection, number: int, columns: Mapping[str, Any]) -> None:
    """Set columns of a match of a schedule."""
    await connection.execute(update(league_matches).where(league_matches.c.id == number).values(**columns))


# Messages


async def messages(connection: AsyncConnection, season_id: int) -> list[RowMapping]:
    """The messages that show a season."""
    query = select(league_messages).where(league_messages.c.season_id == season_id)
    return list((await connection.execute(query)).mappings())


async def note_message(connection: AsyncConnection, season_id: int, part: int, message_id: int, shown: str) -> None:
    """A part of a season is shown in this message, like this."""
    query = upsert(league_messages).values(season_id=season_id, part=part, message_id=message_id, shown=shown)
    await connection.execute(
        query.on_conflict_do_update(
            index_elements=["season_id", "part"], set_={"message_id": message_id, "shown": shown}
        )
    )


async def forget_messages(connection: AsyncConnection, league_id: int, since: int) -> None:
    """The messages of a league's unfinished seasons are shown anew, from this part on."""
    seasons_left = select(league_seasons.c.id).where(
        league_seasons.c.league_id == league_id, league_seasons.c.finished.is_(False)
    )
    moved = league_messages.c.season_id.in_(seasons_left), league_messages.c.part >= since
    await connection.execute(delete(league_messages).where(*moved))
