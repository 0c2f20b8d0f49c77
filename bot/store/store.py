"""An open database, with cheap read transactions and one write transaction at a time."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.metrics import TRANSACTIONS
from bot.store import connections as driver
from bot.store.errors import StoreBusy, StoreNotWritable, StoreUnusable
from bot.store.migrate import bring_up_to_date
from bot.store.queries import command_syncs

log = logging.getLogger(__name__)

_READING, _WRITING = TRANSACTIONS.labels("read"), TRANSACTIONS.labels("write")

BUSY_SECONDS = 10.0
"""How long a write transaction waits for others, in this process and in other ones together."""


class Store:
    """The matches' database. Created by `Store.open`; safe to share among all tasks of one event loop."""

    def __init__(self, engine: AsyncEngine, path: Path, busy_seconds: float) -> None:
        self.path = path
        self._engine = engine
        self._busy_seconds = busy_seconds
        # SQLite lets one writer in at a time and makes the others poll. Inside one process they queue up in order.
        self._turn_to_write = asyncio.Lock()
        self._writable = True  # as far as is known

    @classmethod
    async def open(cls, database_url: str, *, busy_seconds: float = BUSY_SECONDS) -> Self:
        """The database at a URL such as `sqlite+aiosqlite:///data/crux.db`, created or migrated first.

        Creates a missing folder. Raises StoreUnusable, which says what is wrong with the database.
        """
        path = file_of(database_url)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreUnusable(
                f"The folder {path.parent} of the database can't be created ({error.strerror}). "
                "Choose another place for the database, or allow the bot to write there."
            ) from None
        await asyncio.to_thread(bring_up_to_date, path)
        engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(path)),
            async_creator=lambda: driver.Connection(path, busy_seconds),
            execution_options={"patience": _milliseconds(busy_seconds)},
            hide_parameters=True,  # errors and logs show no values, which may include a seed or a hand of cards
            pool_size=10,  # kept open: each connection has a thread, and starting one holds up everything else
            max_overflow=0,
            pool_reset_on_return=None,  # each transaction below is ended where it began
        )
        event.listen(engine.sync_engine, "connect", _prepare)
        event.listen(engine.sync_engine, "begin", _begin)
        log.info("The database %s is open.", path)
        return cls(engine, path, busy_seconds)

    async def close(self) -> None:
        """Closes the database; open transactions are rolled back."""
        await self._engine.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees a snapshot of the database and waits for nobody. Anything written is rolled back."""
        with _READING.time():
            async with self._engine.connect() as connection, connection.begin():
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that locks out other writers; committed at the end, rolled back by any exception.

        Raises StoreBusy if others, in this process and in other ones together, kept it waiting for too long, and
        StoreNotWritable if the disk is full or the file read-only. Then nothing is written.
        """
        loop = asyncio.get_running_loop()
        began = loop.time()
        deadline = began + self._busy_seconds
        try:
            async with asyncio.timeout_at(deadline):
                await self._turn_to_write.acquire()
        except TimeoutError:
            raise StoreBusy(f"{self.path} is being written by others of this process") from None
        try:
            async with self._engine.connect() as connection:
                await connection.execution_options(writes=True, patience=_milliseconds(deadline - loop.time()))
                try:
                    await connection.begin()
                except OperationalError as error:
                    if _is_locked(error):
                        raise StoreBusy(f"{self.path} is locked by another process") from None
                    raise
                yield connection
                await connection.commit()
            self._note_writable()
        except DatabaseError as error:
            if not _refuses_writing(error):
                raise
            self._note_writable(error)
            raise StoreNotWritable(f"{self.path} can't be written") from None
        finally:
            self._turn_to_write.release()
            _WRITING.observe(loop.time() - began)

    async def check_writable(self) -> None:
        """Writes what is there already. Raises StoreBusy and StoreNotWritable as `write`."""
        async with self.write() as connection:
            version = (await connection.exec_driver_sql("PRAGMA user_version")).scalar_one()
            await connection.exec_driver_sql(f"PRAGMA user_version = {version}")

    def _note_writable(self, error: DatabaseError | None = None) -> None:
        """Logs when writing starts to fail, and why, and when it works again; not each attempt."""
        if error is not None and self._writable:
            log.error(
                "Can't write to the database %s (%s). Nothing can be played until that's fixed.", self.path, error.orig
            )
        elif error is None and not self._writable:
            log.warning("The database %s is writable again.", self.path)
        self._writable = error is None

    async def synced_commands(self, application_id: int, host: str) -> str | None:
        """The fingerprint of the commands last registered for this host, or None."""
        async with self.read() as connection:
            return await command_syncs.fingerprint(connection, application_id, host)

    async def note_synced_commands(self, application_id: int, host: str, fingerprint: str) -> None:
        """Stores the fingerprint of the commands registered for this host (at most 64 characters)."""
        async with self.write() as connection:
            await command_syncs.note(connection, application_id, host, fingerprint, datetime.now(UTC))


def file_of(database_url: str) -> Path:
    """The file of a database's address. Raises StoreUnusable for anything else than a file of SQLite."""
    example = "Write it like sqlite+aiosqlite:///data/crux.db."
    try:
        url = make_url(database_url)
    except ArgumentError:
        raise StoreUnusable(f"The address of the database can't be read. {example}") from None
    if url.get_backend_name() != "sqlite":
        raise StoreUnusable(f"The database can't be of the kind {url.get_backend_name()}; only SQLite is. {example}")
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise StoreUnusable(f"The database must be a file, or nothing would be left after a restart. {example}")
    return Path(url.database)


def _prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in ("foreign_keys = ON", f"synchronous = {driver.SYNCHRONOUS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    options: dict[str, Any] = dict(connection.get_execution_options())
    # The setting of an earlier transaction stays with its connection.
    if connection.info.get("patience") != options["patience"]:
        connection.info["patience"] = options["patience"]
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {options['patience']}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")


def _milliseconds(seconds: float) -> int:
    """Rounds to whole seconds if there are several, so that most transactions use the same value."""
    return max(0, 1000 * (ceil(seconds) - 1) if seconds > 1 else round(seconds * 1000))


def _is_locked(error: OperationalError) -> bool:
    return _kind(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _refuses_writing(error: DatabaseError) -> bool:
    return _kind(error) in {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
    }


def _kind(error: DatabaseError) -> int:
    code: int = getattr(error.orig, "sqlite_errorcode", 0)
    return code & 0xFF  # the other bits give details
