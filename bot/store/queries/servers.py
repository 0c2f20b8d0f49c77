"""The settings of servers."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.new_rows import put
from bot.store.tables import guild_settings


async def settings(connection: AsyncConnection, guild_id: int) -> Mapping[str, Any] | None:
    """The document of a server's settings; None if nothing was ever set."""
    document: Mapping[str, Any] | None = await connection.scalar(
        select(guild_settings.c.settings).where(guild_settings.c.guild_id == guild_id)
    )
    return document


async def set_settings(connection: AsyncConnection, guild_id: int, document: Mapping[str, Any], now: datetime) -> None:
    await put(connection, guild_settings, {"guild_id": guild_id}, {"settings": dict(document), "updated_at": now})
