"""SQLite: a file, which needs no server. Everything that differs on PostgreSQL is in `bot.store.postgresql`."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from math import ceil
from pathlib import Path
from typing import cast

from sqlalchemy import URL, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from bot.store import connections as driver
from bot.store.errors import StoreBusy, StoreGone, StoreNotWritable, StoreUnusable
from bot.store.migrate import DISK_FULL, bring_up_to_date

REBUILD_CACHE = -512 * 1024
"""How much memory `plenty_of_memory` allows, as SQLite counts: at most 512 MB."""

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_NOT_WRITABLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}


class SQLite:
    """A database in a file, created with its folder if missing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opened: tuple[int, int] | None = None  # the file that an engine works on, whatever becomes of its name
        self._keeps_log = False  # whether SQLite's second file has been seen

    @property
    def name(self) -> str:
        """The file's path."""
        return str(self.path)

    def bring_up_to_date(self) -> None:
        """See `Database`."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            remedy = (
                "Free some space and start again."
                if error.errno in DISK_FULL
                else "Choose another place for the database, or allow the bot to write there."
            )
            raise StoreUnusable(
                f"The folder {self.path.parent} of the database can't be created ({error.strerror}). {remedy}"
            ) from None
        bring_up_to_date(self.path)

    def engine(self, busy_seconds: float) -> AsyncEngine:
        """See `Database`."""
        self._opened = _identity(self.path)
        engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(self.path)),
            async_creator=lambda: driver.SqliteConnection.open(self.path, busy_seconds),
            hide_parameters=True,  # errors and logs show no values, which may include a seed or a hand of cards
            pool_size=10,  # kept open: each connection has a thread, and starting one holds up everything else
            max_overflow=0,
            pool_reset_on_return=None,  # the store ends each transaction where it began
        )
        event.listen(engine.sync_engine, "connect", _prepare)
        # Not an event, since with a single listener SQLAlchemy looks for others at each statement.
        engine.dialect.do_begin = partial(_begin, usual=_milliseconds(busy_seconds))  # type: ignore[method-assign]
        return engine

    def readers(self, engine: AsyncEngine) -> AsyncEngine:
        """See `Database`. Every transaction of SQLite is like that until it writes."""
        return engine

    async def begin_writing(self, connection: AsyncConnection, patience: float) -> None:
        """See `Database`."""
        _driver(await connection.get_raw_connection()).writes_next = _milliseconds(patience)
        await connection.begin()
        has_log = _identity(Path(f"{self.path}-wal")) is not None
        if _identity(self.path) != self._opened or (self._keeps_log and not has_log):
            raise StoreGone("its files were moved or deleted")
        self._keeps_log = has_log

    async def write_nothing(self, connection: AsyncConnection) -> None:
        """See `Database`."""
        version = (await connection.exec_driver_sql("PRAGMA user_version")).scalar_one()
        await connection.exec_driver_sql(f"PRAGMA user_version = {version}")

    async def wake_others(self, connection: AsyncConnection) -> None:
        """See `Database`. SQLite tells nobody of what is written, so other processes find it when they look next."""

    async def listen(self, engine: AsyncEngine, wake: Callable[[], None]) -> None:
        """See `Database`."""

    def trouble(self, error: Exception) -> type[StoreBusy | StoreNotWritable] | None:
        """See `Database`."""
        code = getattr(error.orig, "sqlite_errorcode", 0) if isinstance(error, DBAPIError) else 0
        kind = code & 0xFF  # the other bits give details
        return StoreBusy if kind in _BUSY else StoreNotWritable if kind in _NOT_WRITABLE else None


@asynccontextmanager
async def plenty_of_memory(connection: AsyncConnection) -> AsyncIterator[None]:
    """For writing many rows: with SQLite's usual cache, nearly each of them would go to the disk by itself.

    Changes nothing on PostgreSQL, whose memory is the server's.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    (usual,) = (await connection.exec_driver_sql("PRAGMA cache_size")).one()
    await connection.exec_driver_sql(f"PRAGMA cache_size = {REBUILD_CACHE}")
    try:
        yield
    finally:
        await connection.exec_driver_sql(f"PRAGMA cache_size = {usual}")


def _identity(file: Path) -> tuple[int, int] | None:
    """What file is at this place; None if there is none."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    for pragma in ("foreign_keys = ON", f"synchronous = {driver.SYNCHRONOUS}"):
        _execute(connection, f"PRAGMA {pragma}")


def _begin(connection: PoolProxiedConnection, usual: int) -> None:
    ours = _driver(connection)
    writes, ours.writes_next = ours.writes_next, None
    patience = usual if writes is None else writes
    if patience != ours.patience:  # the setting of an earlier transaction stays with its connection
        _execute(connection, f"PRAGMA busy_timeout = {patience}")
        ours.patience = patience
    if writes is None:
        ours.begin_reading()
    else:
        _execute(connection, "BEGIN IMMEDIATE")


def _execute(connection: DBAPIConnection, statement: str) -> None:
    cursor = connection.cursor()
    cursor.execute(statement)
    cursor.close()


def _driver(connection: PoolProxiedConnection) -> driver.SqliteConnection:
    return cast("driver.SqliteConnection", connection.driver_connection)


def _milliseconds(seconds: float) -> int:
    """Rounds to whole seconds if there are several, so that most transactions use the same value."""
    return max(0, 1000 * (ceil(seconds) - 1) if seconds > 1 else round(seconds * 1000))
