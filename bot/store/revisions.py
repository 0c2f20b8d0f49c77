"""Whether this release would change the tables of a database, asked before it is opened."""

import asyncio

from sqlalchemy import text

from bot.store.migrate import is_older
from bot.store.sqlite import SQLite
from bot.store.store import database_of

PATIENCE = 10.0  # seconds


async def would_migrate(database_url: str) -> bool:
    """Whether opening the database would change the tables of an earlier release.

    False for a new database, and where opening it says what is wrong with it. Raises StoreUnusable for an address of
    no database.
    """
    database = database_of(database_url)
    if isinstance(database, SQLite) and not await asyncio.to_thread(database.path.is_file):
        return False
    engine = database.engine(PATIENCE)
    try:
        async with asyncio.timeout(PATIENCE), engine.connect() as connection:
            revision = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    except Exception:  # opening it says so
        return False
    finally:
        await engine.dispose()
    return await asyncio.to_thread(is_older, revision)
