"""What a server has chosen for itself."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import guild_settings


async def settings(connection: AsyncConnection, guild_id: int) -> dict[str, Any]:
    """The server's settings; empty if it has chosen none."""
    query = select(guild_settings.c.settings).where(guild_settings.c.guild_id == guild_id)
    found: dict[str, Any] | None = await connection.scalar(query)
    return found or {}


async def keep_settings(connection: AsyncConnection, guild_id: int, chosen: Mapping[str, Any], now: datetime) -> None:
    """Keep these settings in place of the old ones."""
    values = {"settings": dict(chosen), "updated_at": now}
    done = await connection.execute(
        update(guild_settings).where(guild_settings.c.guild_id == guild_id).values(**values)
    )
    if done.rowcount == 0:
        await connection.execute(insert(guild_settings).values(guild_id=guild_id, **values))
