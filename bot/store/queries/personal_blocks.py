"""Whom people have blocked for themselves. Everybody here is named by Discord's id."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.personal_tables import personal_blocks
from bot.store.queries.fetching import count_rows
from bot.store.queries.new_rows import upsert
from bot.store.tables import users


async def add(connection: AsyncConnection, user_row: int, person: int, now: datetime) -> None:
    """Blocks a person for the one of this row; a block that is there already stays as it is."""
    query = upsert(personal_blocks).values(user_id=user_row, person_id=person, added_at=now)
    await connection.execute(query.on_conflict_do_nothing())


async def remove(connection: AsyncConnection, user_row: int, person: int) -> bool:
    """Takes a block away; False if there was none."""
    this = personal_blocks.c.user_id == user_row, personal_blocks.c.person_id == person
    return (await connection.execute(delete(personal_blocks).where(*this))).rowcount > 0


async def count(connection: AsyncConnection, user_row: int) -> int:
    return await count_rows(connection, personal_blocks, personal_blocks.c.user_id == user_row)


async def blocked_by(connection: AsyncConnection, user: int) -> list[int]:
    """Whom this person has blocked, the newest first."""
    query = (
        select(personal_blocks.c.person_id)
        .join(users, users.c.id == personal_blocks.c.user_id)
        .where(users.c.discord_id == user)
        .order_by(personal_blocks.c.added_at.desc(), personal_blocks.c.person_id)
    )
    return list(await connection.scalars(query))


async def blockers_of(connection: AsyncConnection, user: int, among: Collection[int]) -> set[int]:
    """Who of these people has blocked this person."""
    if not among:
        return set()
    query = (
        select(users.c.discord_id)
        .join(personal_blocks, personal_blocks.c.user_id == users.c.id)
        .where(personal_blocks.c.person_id == user, users.c.discord_id.in_(among))
    )
    return set(await connection.scalars(query))


async def forget(connection: AsyncConnection, discord_id: int, user_row: int | None) -> None:
    """Deletes the list of a person, and the person from those of others."""
    this = personal_blocks.c.person_id == discord_id
    if user_row is not None:
        this |= personal_blocks.c.user_id == user_row
    await connection.execute(delete(personal_blocks).where(this))
