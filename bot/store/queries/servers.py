"""The settings of servers."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.daily_tables import champion_roles
from bot.store.queries.new_rows import put
from bot.store.tables import guild_settings, users


async def settings(connection: AsyncConnection, guild_id: int) -> Mapping[str, Any] | None:
    """The document of a server's settings; None if nothing was ever set."""
    document: Mapping[str, Any] | None = await connection.scalar(
        select(guild_settings.c.settings).where(guild_settings.c.guild_id == guild_id)
    )
    return document


async def set_settings(connection: AsyncConnection, guild_id: int, document: Mapping[str, Any], now: datetime) -> None:
    await put(connection, guild_settings, {"guild_id": guild_id}, {"settings": dict(document), "updated_at": now})


async def champion_roles_by(connection: AsyncConnection, guild_id: int) -> dict[int, int | None]:
    """Who chose the server's roles for champions, by role; None for people who were forgotten.

    Those that an older release stored aren't among them.
    """
    query = (
        select(champion_roles.c.role_id, users.c.discord_id)
        .join(users, users.c.id == champion_roles.c.user_id)
        .where(champion_roles.c.guild_id == guild_id)
    )
    return {row.role_id: row.discord_id for row in await connection.execute(query)}


async def choose_champion_roles(
    connection: AsyncConnection, guild_id: int, user_row: int, new: Collection[int], gone: Collection[int]
) -> None:
    """Somebody has chosen new roles for champions, and others don't count any more."""
    this_server = champion_roles.c.guild_id == guild_id
    await connection.execute(delete(champion_roles).where(this_server, champion_roles.c.role_id.in_([*new, *gone])))
    if new:
        rows = [{"guild_id": guild_id, "role_id": role, "user_id": user_row} for role in new]
        await connection.execute(insert(champion_roles), rows)
