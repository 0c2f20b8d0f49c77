"""Who looks for an opponent on any server."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.personal_tables import searches
from bot.store.queries.fetching import fetch
from bot.store.queries.new_rows import upsert
from bot.store.tables import matches, members, users


@dataclass(frozen=True, slots=True, repr=False)
class SearchRow:
    """A search with its person. With a `match_id` somebody was found."""

    user_id: int
    game: str
    interaction_id: int
    seed: bytes
    began_at: datetime
    match_id: int | None
    discord_id: int


_SEARCHES = select(searches, users.c.discord_id).join(users, users.c.id == searches.c.user_id)
_OLDEST_FIRST = searches.c.began_at, searches.c.user_id, searches.c.game


async def add(
    connection: AsyncConnection, user_row: int, game: str, interaction: int, seed: bytes, now: datetime
) -> None:
    """Begins a search; one that this person has for the game stays as it is."""
    query = upsert(searches).values(
        user_id=user_row, game=game, interaction_id=interaction, seed=seed, began_at=now, match_id=None
    )
    await connection.execute(query.on_conflict_do_nothing())


async def remove(connection: AsyncConnection, user_row: int, game: str, *, found: bool) -> bool:
    """Takes away a search that has found somebody, or one that hasn't; False if there was none."""
    is_found = searches.c.match_id.is_not(None) if found else searches.c.match_id.is_(None)
    query = delete(searches).where(searches.c.user_id == user_row, searches.c.game == game, is_found)
    return (await connection.execute(query)).rowcount > 0


async def of_person(connection: AsyncConnection, discord_id: int) -> list[SearchRow]:
    """A person's searches that have found nobody yet."""
    mine = users.c.discord_id == discord_id, searches.c.match_id.is_(None)
    return await fetch(connection, SearchRow, _SEARCHES.where(*mine).order_by(*_OLDEST_FIRST))


async def waiting(connection: AsyncConnection, game: str) -> list[SearchRow]:
    """Who looks for an opponent in a game, those first who have waited longest."""
    theirs = searches.c.game == game, searches.c.match_id.is_(None)
    return await fetch(connection, SearchRow, _SEARCHES.where(*theirs).order_by(*_OLDEST_FIRST))


async def over(connection: AsyncConnection, before: datetime, limit: int) -> list[SearchRow]:
    """The searches that have found somebody, and those that have begun before this moment."""
    are = searches.c.match_id.is_not(None) | (searches.c.began_at < before)
    return await fetch(connection, SearchRow, _SEARCHES.where(are).order_by(*_OLDEST_FIRST).limit(limit))


async def note_found(connection: AsyncConnection, user_rows: Collection[int], game: str, match_id: int) -> None:
    """These people play this match now."""
    theirs = searches.c.user_id.in_(user_rows), searches.c.game == game
    await connection.execute(update(searches).where(*theirs).values(match_id=match_id))


async def count_shared(connection: AsyncConnection, game: str, status: str, user_rows: Collection[int]) -> int:
    """How many matches of a game with this status all of these people play."""
    shared = (
        select(members.c.match_id)
        .join(matches, matches.c.id == members.c.match_id)
        .where(
            matches.c.game == game,
            matches.c.status == status,
            members.c.user_id.in_(user_rows),
            members.c.seat.is_not(None),
        )
        .group_by(members.c.match_id)
        .having(func.count(members.c.user_id.distinct()) == len(set(user_rows)))
    )
    return await connection.scalar(select(func.count()).select_from(shared.subquery())) or 0
