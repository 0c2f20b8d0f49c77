"""Connections that SQLAlchemy's asyncio side takes for those of aiosqlite, without a thread for each.

SQLite answers from a local file in some microseconds; to hand each question to a thread and back takes a hundred
times that, and a turn asks dozens of them. So questions are answered right where they are asked. What may take long
goes to a thread: to begin writing while another process writes, and a commit that waits for the disk.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self, TypeVar

T = TypeVar("T")

BEGIN_WRITING = "BEGIN IMMEDIATE"
PAGES = 1000  # of the write-ahead log, after which it is carried over into the file; SQLite's own default


class Cursor:
    """A cursor of such a connection."""

    def __init__(self, connection: "Connection", cursor: sqlite3.Cursor) -> None:
        self._of = connection
        self._cursor = cursor
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Any:
        return self._cursor.description

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        return self._cursor.lastrowid

    async def execute(self, statement: str, parameters: Any = ()) -> None:
        if statement == BEGIN_WRITING:
            await self._of.begin_writing(self._cursor)
        else:
            self._cursor.execute(statement, parameters)

    async def executemany(self, statement: str, parameters: Iterable[Any]) -> None:
        self._cursor.executemany(statement, parameters)

    async def fetchone(self) -> Any:
        return self._cursor.fetchone()

    async def fetchmany(self, size: int | None = None) -> Sequence[Any]:
        return self._cursor.fetchmany(size or self.arraysize)

    async def fetchall(self) -> Sequence[Any]:
        return self._cursor.fetchall()

    async def close(self) -> None:
        self._cursor.close()


class Connection:
    """One connection to a file. `_connection` and `_conn` are what SQLAlchemy looks for in one of aiosqlite."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection: sqlite3.Connection | None = connection
        self._patience = 0
        self._synced = True
        self._writes = False

    @property
    def _conn(self) -> sqlite3.Connection:
        if self._connection is None:
            raise ValueError("no active connection")
        return self._connection

    @property
    def isolation_level(self) -> str | None:
        return self._conn.isolation_level

    def cursor(self) -> Cursor:
        return Cursor(self, self._conn.cursor())

    async def create_function(self, *words: Any, **more: Any) -> None:
        self._conn.create_function(*words, **more)

    def prepare(self, *, patience: int, synced: bool) -> None:
        """For the next transaction: how many milliseconds it waits for others, and whether the disk is waited for."""
        self._wait_for_others(patience)
        self._patience, self._synced = patience, synced
        self._conn.execute(f"PRAGMA synchronous = {'FULL' if synced else 'NORMAL'}")
        # Carrying the log over into the file waits for the disk as well, so that is left to others.
        self._conn.execute(f"PRAGMA wal_autocheckpoint = {PAGES if synced else 0}")

    def _wait_for_others(self, milliseconds: int) -> None:
        self._conn.execute(f"PRAGMA busy_timeout = {milliseconds}")

    async def begin_writing(self, cursor: sqlite3.Cursor) -> None:
        """At once where nobody else is writing; otherwise as patiently as this transaction is."""
        self._wait_for_others(0)
        try:
            cursor.execute(BEGIN_WRITING)
        except sqlite3.OperationalError:
            self._wait_for_others(self._patience)
            await self._aside(lambda: cursor.execute(BEGIN_WRITING))
        else:
            self._wait_for_others(self._patience)
        self._writes = True

    async def commit(self) -> None:
        await self._end(self._conn.commit)

    async def rollback(self) -> None:
        await self._end(self._conn.rollback)

    async def _end(self, how: Callable[[], None]) -> None:
        waits = self._writes and self._synced
        self._writes = False
        if waits:
            await self._aside(how)
        else:
            how()

    async def _aside(self, work: Callable[[], T]) -> T:
        """Do it in a thread. A cancelled task waits for that as well: the connection is of no use to others before."""
        doing = asyncio.get_running_loop().run_in_executor(None, work)
        try:
            return await asyncio.shield(doing)
        except asyncio.CancelledError:
            await asyncio.wait([doing])
            raise

    async def close(self) -> None:
        self.stop()

    def stop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


async def connect(*words: Any, **more: Any) -> Connection:
    """As `sqlite3.connect`."""
    return Connection(sqlite3.connect(*words, **{**more, "check_same_thread": False}))
