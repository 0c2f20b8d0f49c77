"""Blocks, and the operator's announcement."""

from datetime import datetime

from sqlalchemy import RowMapping, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.new_rows import put
from bot.store.service_tables import blocks, notices

PERSON, SERVER = "person", "server"
ONLY = 1  # the id of the only announcement

BLOCKED_SERVERS = select(blocks.c.discord_id).where(blocks.c.kind == SERVER)


async def blocked(connection: AsyncConnection) -> list[RowMapping]:
    """All blocks, oldest first."""
    query = select(blocks).order_by(blocks.c.blocked_at, blocks.c.discord_id)
    return list((await connection.execute(query)).mappings())


async def block_of(connection: AsyncConnection, discord_id: int) -> RowMapping | None:
    query = select(blocks).where(blocks.c.kind == PERSON, blocks.c.discord_id == discord_id)
    return (await connection.execute(query)).mappings().one_or_none()


async def block(connection: AsyncConnection, kind: str, discord_id: int, now: datetime) -> None:
    """Blocks a person or a server; a block that is there already stays as it is."""
    this = (blocks.c.kind == kind, blocks.c.discord_id == discord_id)
    if await connection.scalar(select(blocks.c.discord_id).where(*this)) is None:
        await connection.execute(insert(blocks).values(kind=kind, discord_id=discord_id, blocked_at=now))


async def unblock(connection: AsyncConnection, kind: str, discord_id: int) -> bool:
    """Takes a block away; False if there was none."""
    this = delete(blocks).where(blocks.c.kind == kind, blocks.c.discord_id == discord_id)
    return (await connection.execute(this)).rowcount > 0


async def notice(connection: AsyncConnection) -> RowMapping | None:
    """The announcement, which may be out of date."""
    return (await connection.execute(select(notices).where(notices.c.id == ONLY))).mappings().one_or_none()


async def set_notice(connection: AsyncConnection, text: str | None, until: datetime) -> None:
    """Replaces the announcement; None removes it."""
    if text is None:
        await connection.execute(delete(notices).where(notices.c.id == ONLY))
    else:
        await put(connection, notices, {"id": ONLY}, {"text": text, "until": until})
