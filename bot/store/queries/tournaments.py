"""Tournaments: their people, rounds and matches, and the messages that show them."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import BigInteger, insert, select, type_coerce, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import TournamentColumns, TournamentMatchColumns, TournamentPlayerColumns
from bot.store.contest_tables import (
    TournamentMatchNow,
    TournamentMatchRow,
    TournamentPerson,
    TournamentRoundRow,
    TournamentRow,
    tournament_matches,
    tournament_messages,
    tournament_players,
    tournament_rounds,
    tournaments,
)
from bot.store.definition import MILLISECOND
from bot.store.queries.contest_kind import ContestKind
from bot.store.queries.fetching import columns_of, fetch, fetch_one
from bot.store.queries.service import Which, playable
from bot.store.shards import Shards


@dataclass(frozen=True, slots=True, repr=False)
class TournamentOfMatch:
    """The tournament that a match belongs to, and what its table says of the match."""

    name: str
    kind: str
    ended_at: datetime | None
    again: bool
    places: list[int] | None


TOURNAMENTS: ContestKind[
    TournamentRow,
    TournamentPerson,
    TournamentMatchRow,
    TournamentMatchNow,
    TournamentColumns,
    TournamentPlayerColumns,
    TournamentMatchColumns,
] = ContestKind(
    tournaments,
    tournament_players,
    tournament_matches,
    tournament_messages,
    "tournament_id",
    ("round", "bracket", "number", "again"),
    TournamentRow,
    TournamentPerson,
    TournamentMatchRow,
    TournamentMatchNow,
)
"""All tournaments, each with its people, matches and messages."""


async def of_guild(connection: AsyncConnection, guild_id: int) -> list[TournamentRow]:
    """The tournaments of a server that aren't over, the oldest first."""
    query = select(tournaments).where(tournaments.c.guild_id == guild_id, tournaments.c.ended_at.is_(None))
    return await fetch(connection, TournamentRow, query.order_by(tournaments.c.id))


async def newest_over(connection: AsyncConnection, guild_id: int, limit: int) -> list[TournamentRow]:
    """The tournaments of a server that ended last, the newest first."""
    query = select(tournaments).where(tournaments.c.guild_id == guild_id, tournaments.c.ended_at.is_not(None))
    return await fetch(connection, TournamentRow, query.order_by(tournaments.c.ended_at.desc()).limit(limit))


async def joined_by(connection: AsyncConnection, numbers: AbstractSet[int], user: int) -> set[int]:
    """Those of these tournaments that somebody has joined, also if they have left since or it is over."""
    return await TOURNAMENTS.joined_by(connection, user, tournaments.c.id.in_(numbers), tournaments.c.id)


async def running_of(connection: AsyncConnection, guild_id: int, user_row: int) -> list[int]:
    """The tournaments on a server that go on, in which somebody plays and hasn't left."""
    return await TOURNAMENTS.running_of(connection, tournaments.c.guild_id == guild_id, user_row)


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
    return list(await connection.scalars(query.order_by(tournament_players.c.place)))


async def contest_of(connection: AsyncConnection, match_id: int) -> TournamentOfMatch | None:
    """The `name` and `kind` of the tournament that a match belongs to and when it `ended_at`, whether the match is
    played `again`, and `places` that don't come from it; None for other matches."""
    of_match = tournament_matches.c.again, tournament_matches.c.places
    query = (
        select(tournaments.c.name, tournaments.c.kind, tournaments.c.ended_at, *of_match)
        .join(tournament_matches, tournament_matches.c.tournament_id == tournaments.c.id)
        .where(tournament_matches.c.match_id == match_id)
    )
    return await fetch_one(connection, TournamentOfMatch, query)


async def list_unfinished(connection: AsyncConnection, shards: Shards) -> list[int]:
    """The tournaments of these shards that something is still to be done or shown for, where people can play now."""
    query = select(tournaments.c.id).where(tournaments.c.finished.is_(False), playable(shards)(tournaments.c.guild_id))
    return list(await connection.scalars(query.order_by(tournaments.c.id)))


async def salt(connection: AsyncConnection, number: int, salt: str) -> None:
    """The draw of a tournament has this salt, unless it has another."""
    query = update(tournaments).where(tournaments.c.id == number, tournaments.c.salt.is_(None)).values(salt=salt)
    await connection.execute(query)


# Rounds


async def rounds(connection: AsyncConnection, number: int) -> list[TournamentRoundRow]:
    """The rounds of a tournament that have begun, in order."""
    query = select(tournament_rounds).where(tournament_rounds.c.tournament_id == number)
    return await fetch(connection, TournamentRoundRow, query.order_by(tournament_rounds.c.number))


async def add_round(connection: AsyncConnection, this: TournamentRoundRow) -> None:
    """A round begins. IntegrityError if it has."""
    await connection.execute(insert(tournament_rounds), columns_of(this))


async def extend_round(connection: AsyncConnection, number: int, round_: int, ends_at: datetime) -> None:
    """A round has time until then."""
    this = tournament_rounds.c.tournament_id == number, tournament_rounds.c.number == round_
    await connection.execute(update(tournament_rounds).where(*this).values(ends_at=ends_at))


async def postpone(connection: AsyncConnection, by: timedelta, servers: Which) -> None:
    """All sign-ups and rounds of these servers that go on have this time more, or less if it is negative."""
    going_on = tournaments.c.finished.is_(False), tournaments.c.ended_at.is_(None), servers(tournaments.c.guild_id)
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


async def leave_messages(connection: AsyncConnection, number: int, least: int, channel_id: int) -> None:
    """The messages of a tournament in this channel stay behind, from this part on."""
    await TOURNAMENTS.leave_messages(connection, tournament_messages.c.tournament_id == number, least, channel_id)
