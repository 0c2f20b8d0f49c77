"""Files of SQLite in tests of the store."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import text

from bot.store import Store

WRITE_VERSION = 18  # in the header of an SQLite file; of one that is newer than SQLite knows it only reads


def set_revision(file: Path, revision: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", (revision,))


def revision_of(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        (revision,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(revision)


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def make_read_only(file: Path) -> None:
    """As a file that the bot may only read is to SQLite, no matter who runs the test."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(file.read_bytes())
    content[WRITE_VERSION] = 3
    file.write_bytes(content)


async def put_something(opened: Store, size: int = 1) -> None:
    async with opened.write() as connection:
        await connection.execute(text("CREATE TABLE IF NOT EXISTS things (thing TEXT)"))
        await connection.execute(text("INSERT INTO things VALUES (:thing)"), {"thing": "x" * size})
