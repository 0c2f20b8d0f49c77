"""The commands last registered with Discord, for each application and host."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.fetching import value_of
from bot.store.queries.new_rows import put
from bot.store.service_tables import command_syncs


async def fingerprint(connection: AsyncConnection, application_id: int, host: str) -> str | None:
    query = select(command_syncs.c.fingerprint).where(
        command_syncs.c.application_id == application_id, command_syncs.c.host == host
    )
    return await value_of(connection, str, query)


async def note(connection: AsyncConnection, application_id: int, host: str, text: str, now: datetime) -> None:
    """Stores a new fingerprint in place of the old one."""
    key = {"application_id": application_id, "host": host}
    await put(connection, command_syncs, key, {"fingerprint": text, "synced_at": now})
