"""Tournaments: their people, rounds and matches, and the messages that show them."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, RowMapping, delete, insert, select, type_coerce, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.new_rows import insert_row, upsert
from bot.store.shards import Shards
from bot.store.tables import MILLISECOND, matches, users
from bot.store.tournament_tables import (
    tournament_matches,
    tournament_messages,
    tournament_players,
    tournament_rounds,
    tournaments,
)


async def add(connection: AsyncConnection, columns: Mapping[str, Any]) -> int:
    """A new tournament; returns its number."""
    return await insert_row(connection, tournaments, columns)


async def get(connection: AsyncConnection, number: int) -> RowMapping | None:
    """A tournament, or None."""
    return (await connection.execute(select(tournaments).where(tournaments.c.id == number))).mappings().one_or_none()


async def of_guild(connection: AsyncConnection, guild_id: int) -> list[RowMapping]:
    """The tournaments of a server that aren't over, the oldest first."""
    query = select(tournaments).where(tournaments.c.guild_id == guild_id, tournaments.c.ended_at.is_(None))
    return list((await connection.execute(query.order_by(tournaments.c.id))).mappings())


async def newest_ended(connection: AsyncConnection, guild_id: int, limit: int) -> list[RowMapping]:
    """The tournaments of a server that ended last, the newest first."""
    query = select(tournaments).where(tournaments.c.guild_id == guild_id, tournaments.c.ended_at.is_not(None))
    return list((await connection.execute(query.order_by(tournaments.c.ended_at.desc()).limit(limit))).mappings())


async def running_of(connection: AsyncConnection, guild_id: int, user_row: int) -> list[int]:
    """The tournaments on a server that go on, in which somebody plays and hasn't left."""
    query = (
        select(tournaments.c.id)
        .join(tournament_players, tournament_players.c.tournament_id == tournaments.c.id)
        .where(
            tournament_players.c.user_id == user_row,
            tournament_players.c.gone.is_(False),
            tournaments.c.guild_id == guild_id,
            tournaments.c.began_at.is_not(None),
            tournaments.c.ended_at.is_(None),
        )
    )
    return list((await connection.execute(query.order_by(tournaments.c.id))).scalars())


async def places_of(connection: AsyncConnection, user_row: int) -> list[int]:
    """The places that somebody has won in tournaments that were played to their end, the best first."""
    query = (
        select(tournament_players.c.place)
        .join(tournaments, tournaments.c.id == tournament_players.c.tournament_id)
        .where(
            tournament_players.c.user_id == user_row,
            tournament_players.c.gone.is_(False),
            tournament_players.c.place.is_not(None),
            tournaments.c.ended_at.is_not(None),
            tournaments.c.cancelled.is_(False),
        )
    )
    return list((await connection.execute(query.order_by(tournament_players.c.place))).scalars())


async def unfinished(connection: AsyncConnection, shards: Shards) -> list[int]:
    """The tournaments of these shards that something is still to be done or shown for."""
    query = select(tournaments.c.id).where(tournaments.c.finished.is_(False)).order_by(tournaments.c.id)
    return list((await connection.execute(shards.among(query, tournaments.c.guild_id))).scalars())


async def change(connection: AsyncConnection, number: int, columns: Mapping[str, Any]) -> None:
    """Set columns of a tournament."""
    await connection.execute(update(tournaments).where(tournaments.c.id == number).values(**columns))


async def salt(connection: AsyncConnection, number: int, salt: str) -> None:
    """The draw of a tournament has this salt, unless it has another."""
    query = update(tournaments).where(tournaments.c.id == number, tournaments.c.salt.is_(None)).values(salt=salt)
    await connection.execute(query)


# People


async def players(connection: AsyncConnection, number: int) -> list[RowMapping]:
    """The people of a tournament with `discord_id`, in the order of joining."""
    query = (
        select(tournament_players, users.c.discord_id)
        .join(users, users.c.id == tournament_players.c.user_id)
        .where(tournament_players.c.tournament_id == number)
    )
    order = tournament_players.c.joined_at, tournament_players.c.user_id
    return list((await connection.execute(query.order_by(*order))).mappings())


async def add_player(connection: AsyncConnection, columns: Mapping[str, Any]) -> bool:
    """Somebody joins; False if they have already."""
    query = upsert(tournament_players).values(**columns).on_conflict_do_nothing()
    return (await connection.execute(query)).rowcount == 1


async def remove_player(connection: AsyncConnection, number: int, user_row: int) -> None:
    """Somebody doesn't take part after all."""
    await connection.execute(delete(tournament_players).where(*_player(number, user_row)))


async def change_player(connection: AsyncConnection, number: int, user_row: int, columns: Mapping[str, Any]) -> None:
    """Set columns of somebody's row."""
    await connection.execute(update(tournament_players).where(*_player(number, user_row)).values(**columns))


def _player(number: int, user_row: int) -> tuple[ColumnElement[bool], ...]:
    return tournament_players.c.tournament_id == number, tournament_players.c.user_id == user_row


async def forget(connection: AsyncConnection, user_row: int) -> None:
    """Somebody who is forgotten is gone from tournaments that go on, and from those that haven't begun."""
    theirs = tournament_players.c.user_id == user_row
    begun = tournaments.c.id == tournament_players.c.tournament_id, tournaments.c.began_at.is_not(None)
    running = select(tournaments.c.id).where(*begun, tournaments.c.ended_at.is_(None)).exists()
    await connection.execute(delete(tournament_players).where(theirs, ~select(tournaments.c.id).where(*begun).exists()))
    await connection.execute(update(tournament_players).where(theirs, running).values(gone=True))


# Rounds and matches


async def rounds(connection: AsyncConnection, number: int) -> list[RowMapping]:
    """The rounds of a tournament that have begun, in order."""
    query = select(tournament_rounds).where(tournament_rounds.c.tournament_id == number)
    return list((await connection.execute(query.order_by(tournament_rounds.c.number))).mappings())


async def add_round(connection: AsyncConnection, columns: Mapping[str, Any]) -> None:
    """A round begins. IntegrityError if it has."""
    await connection.execute(insert(tournament_rounds).values(**columns))


async def extend_round(connection: AsyncConnection, number: int, round_: int, ends_at: datetime) -> None:
    """A round has time until then."""
    this = tournament_rounds.c.tournament_id == number, tournament_rounds.c.number == round_
    await connection.execute(update(tournament_rounds).where(*this).values(ends_at=ends_at))


async def postpone(connection: AsyncConnection, by: timedelta, shards: Shards) -> None:
    """All sign-ups and rounds of these shards that go on have this time more, or less if it is negative."""
    mine = shards.have(tournaments.c.guild_id)
    going_on = tournaments.c.finished.is_(False), tournaments.c.ended_at.is_(None), mine
    begins_at = type_coerce(tournaments.c.begins_at, BigInteger) + by // MILLISECOND
    waiting = update(tournaments).where(*going_on, tournaments.c.began_at.is_(None))
    await connection.execute(waiting.values(begins_at=begins_at))
    ends_at = type_coerce(tournament_rounds.c.ends_at, BigInteger) + by // MILLISECOND
    other = tournament_rounds.alias()
    following = select(other.c.number).where(
        other.c.tournament_id == tournament_rounds.c.tournament_id, other.c.number > tournament_rounds.c.number
    )
    newest = tournament_rounds.c.tournament_id.in_(select(tournaments.c.id).where(*going_on)), ~following.exists()
    await connection.execute(update(tournament_rounds).where(*newest).values(ends_at=ends_at))


async def salt_round(connection: AsyncConnection, number: int, round_: int, salt: str) -> None:
    """The luck of a round has this salt, unless it has another."""
    this = tournament_rounds.c.tournament_id == number, tournament_rounds.c.number == round_
    query = update(tournament_rounds).where(*this, tournament_rounds.c.salt.is_(None)).values(salt=salt)
    await connection.execute(query)


async def add_matches(connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> None:
    """The tables of a round. IntegrityError if they are there."""
    if rows:
        await connection.execute(insert(tournament_matches), [dict(row) for row in rows])


async def matches_of(connection: AsyncConnection, number: int) -> list[RowMapping]:
    """The matches of a tournament in order; `status` and `ending` are those of the ones that have begun."""
    query = (
        select(tournament_matches, matches.c.status, matches.c.ending, matches.c.to_move)
        .outerjoin(matches, matches.c.id == tournament_matches.c.match_id)
        .where(tournament_matches.c.tournament_id == number)
    )
    order = (
        tournament_matches.c.round,
        tournament_matches.c.bracket,
        tournament_matches.c.number,
        tournament_matches.c.again,
    )
    return list((await connection.execute(query.order_by(*order))).mappings())


async def match(connection: AsyncConnection, number: int) -> RowMapping:
    """A match of a tournament."""
    query = select(tournament_matches).where(tournament_matches.c.id == number)
    return (await connection.execute(query)).mappings().one()


async def change_match(connection: AsyncConnection, number: int, columns: Mapping[str, Any]) -> None:
    """Set columns of a match of a tournament."""
    await connection.execute(update(tournament_matches).where(tournament_matches.c.id == number).values(**columns))


# Messages


async def messages(connection: AsyncConnection, number: int) -> list[RowMapping]:
    """The messages that show a tournament."""
    query = select(tournament_messages).where(tournament_messages.c.tournament_id == number)
    return list((await connection.execute(query)).mappings())


async def note_message(connection: AsyncConnection, number: int, part: int, message_id: int, shown: str) -> None:
    """A part of a tournament is shown in this message, like this."""
    query = upsert(tournament_messages).values(tournament_id=number, part=part, message_id=message_id, shown=shown)
    await connection.execute(
        query.on_conflict_do_update(
            index_elements=["tournament_id", "part"], set_={"message_id": message_id, "shown": shown}
        )
    )


async def forget_messages(connection: AsyncConnection, number: int, least: int) -> None:
    """What shows a tournament is posted anew, from this part on."""
    these = tournament_messages.c.tournament_id == number, tournament_messages.c.part >= least
    await connection.execute(delete(tournament_messages).where(*these))
