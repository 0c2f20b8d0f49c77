"""Standing orders. Whoever asks for them acts for their person, or decides what is played for that person."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.order_tables import OrderRow, orders
from bot.store.queries.fetching import fetch, fetch_one, soonest
from bot.store.queries.new_rows import put
from bot.store.queries.service import playable
from bot.store.shards import Shards
from bot.store.tables import matches, users


@dataclass(frozen=True, slots=True, repr=False)
class DueRow:
    """Somebody's orders of which something is due: in which match, and whose."""

    match_id: int
    discord_id: int


async def of_match(connection: AsyncConnection, match_id: int) -> list[OrderRow]:
    """Everybody's orders in a match."""
    return await fetch(connection, OrderRow, select(orders).where(orders.c.match_id == match_id))


async def of_person(connection: AsyncConnection, match_id: int, user_row: int) -> OrderRow | None:
    """One person's orders in a match."""
    query = select(orders).where(orders.c.match_id == match_id, orders.c.user_id == user_row)
    return await fetch_one(connection, OrderRow, query)


async def write(connection: AsyncConnection, match_id: int, user_row: int, columns: Mapping[str, Any]) -> None:
    """Stores one person's orders in a match, in place of those before."""
    await put(connection, orders, {"match_id": match_id, "user_id": user_row}, columns)


async def due(connection: AsyncConnection, now: datetime, limit: int, shards: Shards) -> list[DueRow]:
    """The orders that are to be played by now where people can play, longest overdue first."""
    return await _owners(connection, orders.c.due_at, now, limit, shards)


async def next_due_at(connection: AsyncConnection) -> datetime | None:
    """When the next order is due, or None if there is none."""
    return await soonest(connection, orders.c.due_at)


async def to_tell(connection: AsyncConnection, now: datetime, limit: int, shards: Shards) -> list[DueRow]:
    """The people who are to be told of their orders by now, and in which match."""
    return await _owners(connection, orders.c.tell_at, now, limit, shards)


async def _owners(
    connection: AsyncConnection, moment: ColumnElement[datetime | None], now: datetime, limit: int, shards: Shards
) -> list[DueRow]:
    """Whose orders have come to this moment by now where people can play, longest overdue first."""
    query = (
        select(orders.c.match_id, users.c.discord_id)
        .join(users, users.c.id == orders.c.user_id)
        .join(matches, matches.c.id == orders.c.match_id)
        .where(moment <= now, users.c.discord_id.is_not(None), playable(shards)(matches.c.guild_id))
        .order_by(moment, orders.c.match_id, orders.c.user_id)
        .limit(limit)
    )
    return await fetch(connection, DueRow, query)


async def note_told(connection: AsyncConnection, match_id: int, user_row: int, tell_at: datetime | None) -> None:
    """Notes when to tell somebody (again); None if they have been told."""
    this = orders.c.match_id == match_id, orders.c.user_id == user_row
    await connection.execute(update(orders).where(*this).values(tell_at=tell_at))
