"""The next digest of each person who is told of all their turns together."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.personal_tables import digests
from bot.store.queries.fetching import fetch, is_there, soonest
from bot.store.queries.new_rows import put
from bot.store.tables import users


@dataclass(frozen=True, slots=True, repr=False)
class DigestRow:
    """A digest with its person."""

    user_id: int
    slot: datetime
    attempts: int
    discord_id: int | None
    habits: Mapping[str, Any] | None


async def plan(connection: AsyncConnection, user_row: int, slot: datetime | None) -> None:
    """The next digest of a person comes then; None if they want none."""
    if slot is None:
        await connection.execute(delete(digests).where(digests.c.user_id == user_row))
    else:
        await put(connection, digests, {"user_id": user_row}, {"slot": slot, "due_at": slot, "attempts": 0})


async def next_due_at(connection: AsyncConnection) -> datetime | None:
    """When the next digest is due, or None if there is none."""
    return await soonest(connection, digests.c.due_at)


async def lease(connection: AsyncConnection, now: datetime, lasts: timedelta, limit: int) -> list[DigestRow]:
    """The digests that are due, longest waiting first. Leases them: others skip them for that time."""
    query = (
        select(digests.c.user_id, digests.c.slot, digests.c.attempts, users.c.discord_id, users.c.habits)
        .join(users, users.c.id == digests.c.user_id)
        .where(digests.c.due_at <= now)
        .order_by(digests.c.due_at, digests.c.user_id)
        .limit(limit)
    )
    leased = await fetch(connection, DigestRow, query)
    if leased:
        these = digests.c.user_id.in_([one.user_id for one in leased])
        later = {"due_at": now + lasts, "attempts": digests.c.attempts + 1}
        await connection.execute(update(digests).where(these).values(**later))
    return leased


async def put_off(connection: AsyncConnection, user_row: int, slot: datetime, due_at: datetime) -> None:
    """Tries the digest for this time again then, unless another one is due by now."""
    this = digests.c.user_id == user_row, digests.c.slot == slot
    await connection.execute(update(digests).where(*this).values(due_at=due_at))


async def is_planned(connection: AsyncConnection, user_row: int, slot: datetime) -> bool:
    """Whether the next digest of a person is still the one for this time."""
    return await is_there(connection, digests.c.user_id == user_row, digests.c.slot == slot)
