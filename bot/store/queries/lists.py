"""Many matches at a time, for lists to choose from: without positions and events."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, and_, bindparam, case, func, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.fetching import fetch
from bot.store.tables import matches, members, seats, users


@dataclass(frozen=True, slots=True, repr=False)
class GlanceRow:
    """What a list shows of a match; `is_turn` is 1 or 0."""

    id: int
    game: str
    version: int
    guild_id: int | None
    channel_id: int
    thread_id: int | None
    private: bool
    status: str
    to_move: int | None
    series_id: int | None
    part: int | None
    is_turn: int


MOST = 1000
"""The maximum number of matches in a list."""

_SHOWN = (
    matches.c.id, matches.c.game, matches.c.version, matches.c.guild_id, matches.c.channel_id, matches.c.thread_id,
    matches.c.private, matches.c.status, matches.c.to_move, matches.c.series_id, matches.c.part,
)  # fmt: skip

_MINE = func.max(case((members.c.seat == matches.c.to_move, 1), else_=0))


@cache
def _glance(*, of_person: bool, of_guild: bool, of_game: bool) -> Select[Any]:
    query = select(*_SHOWN, (_MINE if of_person else literal(0)).label("is_turn"))
    query = query.where(matches.c.status.in_(bindparam("statuses")))
    if of_person:
        on_the_seat = and_(seats.c.match_id == members.c.match_id, seats.c.number == members.c.seat)
        query = query.join(members, members.c.match_id == matches.c.id).join(users, users.c.id == members.c.user_id)
        query = query.join(seats, on_the_seat).group_by(matches.c.id)
        query = query.where(users.c.discord_id == bindparam("discord_id"))
        query = query.where(or_(seats.c.resigned.is_(None), matches.c.ended_at.is_not(None)))
    else:
        query = query.where(matches.c.private.is_(False))
    if of_guild:
        query = query.where(matches.c.guild_id == bindparam("guild_id"))
    if of_game:
        query = query.where(matches.c.game == bindparam("game"))
    return query.order_by(matches.c.updated_at.desc(), matches.c.id.desc()).limit(MOST)


async def versions(connection: AsyncConnection, numbers: Collection[int]) -> dict[int, int]:
    """The versions of those of these matches that exist."""
    query = select(matches.c.id, matches.c.version).where(matches.c.id.in_(numbers))
    return {row.id: row.version for row in await connection.execute(query)}


async def glance(
    connection: AsyncConnection,
    *,
    statuses: Iterable[str],
    discord_id: int | None = None,
    guild_id: int | None = None,
    game: str | None = None,
) -> list[GlanceRow]:
    """The matches that fit all arguments, most recent event first; `is_turn` is 1 or 0.

    `discord_id` sits there, and hasn't resigned if the match still goes on. Without `discord_id`, private matches are
    left out.
    """
    filters: dict[str, Any] = {"discord_id": discord_id, "guild_id": guild_id, "game": game}
    query = _glance(of_person=discord_id is not None, of_guild=guild_id is not None, of_game=game is not None)
    values = {name: value for name, value in filters.items() if value is not None} | {"statuses": list(statuses)}
    return await fetch(connection, GlanceRow, query, values)
