"""How good people's decisions were, match by match."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.practice_tables import ProgressRow, progress
from bot.store.queries.fetching import columns_of, fetch, is_there
from bot.store.tables import events, members, users


async def is_noted(connection: AsyncConnection, match_id: int) -> bool:
    """Whether a match's review has been counted."""
    return await is_there(connection, progress.c.match_id == match_id)


async def who_decided(connection: AsyncConnection, match_id: int) -> Mapping[int, int]:
    """The rows of the people of a match who aren't forgotten, by the events that they have done."""
    query = select(events.c.number, members.c.user_id).join(members, members.c.id == events.c.member_id)
    query = query.join(users, users.c.id == members.c.user_id)
    rows = await connection.execute(query.where(events.c.match_id == match_id, users.c.discord_id.is_not(None)))
    return {row.number: row.user_id for row in rows}


async def add(connection: AsyncConnection, rows: Sequence[ProgressRow]) -> None:
    """Adds what a review says of each of these people."""
    await connection.execute(insert(progress), [columns_of(one) for one in rows])


async def since(connection: AsyncConnection, user_id: int, moment: datetime) -> list[ProgressRow]:
    """How the person of this row did in matches that ended from then on, newest first."""
    query = select(progress).where(progress.c.user_id == user_id, progress.c.ended_at >= moment)
    return await fetch(connection, ProgressRow, query.order_by(progress.c.ended_at.desc(), progress.c.match_id.desc()))
