"""Whether this release would change the tables of a database, asked before it is opened."""

import asyncio
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import NullPool, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.migrate import script_directory


async def would_migrate(database_url: str) -> bool:
    """Whether opening the database would change the tables of an earlier release.

    False for a new database, and where opening it would say better what is wrong with it.
    """
    try:
        url = make_url(database_url)
    except ArgumentError:
        return False
    if url.get_backend_name() == "sqlite" and not await asyncio.to_thread(Path(url.database or "").is_file):
        return False
    engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True)
    try:
        async with engine.connect() as connection:
            revision = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    except (DatabaseError, OSError):
        return False
    finally:
        await engine.dispose()
    return revision is not None and revision != await asyncio.to_thread(_newest)


def _newest() -> str | None:
    config = Config()
    config.set_main_option("script_location", str(script_directory()).replace("%", "%%"))
    return ScriptDirectory.from_config(config).get_current_head()
