"""aiosqlite's connections, with fewer ways between the event loop and their threads.

SQLAlchemy makes a cursor, executes, fetches and closes, and each of these is a way to the connection's thread and back.
On a busy bot these ways cost more than SQLite does. Here a statement is one of them, and a transaction that only reads
(`BEGIN`) begins on the way of its first statement and ends without anybody waiting for it.
"""

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import aiosqlite

SYNCHRONOUS = "FULL"
"""SQLite waits for the disk at every commit, so that a move somebody was told of outlives a power cut."""


class Cursor(aiosqlite.Cursor):
    """Executes a statement and fetches all its rows in one go, so that nothing of it stays open."""

    def __init__(self, connection: "Connection", cursor: sqlite3.Cursor) -> None:
        super().__init__(connection, cursor)
        self._connection = connection
        self._rows: list[Any] = []

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> "Cursor":
        """Run the statement; `fetchall` returns its rows."""
        if sql == "BEGIN":
            self._connection.begin_reading()
        else:
            await self._take(self._cursor.execute, sql, () if parameters is None else parameters)
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> "Cursor":
        """Run the statement once for each of these parameters."""
        await self._take(self._cursor.executemany, sql, parameters)
        return self

    async def _take(self, execute: Callable[[str, Any], Any], sql: str, parameters: Any) -> None:
        begins = self._connection.begins_now()
        self._rows = await self._connection._execute(  # type: ignore[no-untyped-call]  # it is the way to the thread
            self._run, begins, execute, sql, parameters
        )

    def _run(self, begins: bool, execute: Callable[[str, Any], Any], sql: str, parameters: Any) -> list[Any]:
        if begins:
            self._cursor.execute("BEGIN")
        execute(sql, parameters)
        return self._cursor.fetchall() if self._cursor.description else []

    async def fetchall(self) -> list[Any]:
        """The rows of the statement."""
        return self._rows

    async def close(self) -> None:
        """Nothing is open."""


class Connection(aiosqlite.Connection):
    """A connection whose transactions are begun by hand, and whose thread ends with the process."""

    def __init__(self, path: Path, busy_seconds: float) -> None:
        super().__init__(
            lambda: sqlite3.connect(path, timeout=busy_seconds, isolation_level=None, check_same_thread=False),
            iter_chunk_size=64,
        )
        self._thread.daemon = True
        self._reads = False  # whether the transaction going on began as one that only reads
        self._begins = False  # whether it has yet to begin in the thread

    def cursor(self) -> Cursor:  # type: ignore[override]  # to make one needs no way to the thread
        """A cursor that has executed nothing yet."""
        return Cursor(self, self._conn.cursor())

    def begin_reading(self) -> None:
        """A transaction for reading begins with the next statement."""
        self._reads = self._begins = True

    def begins_now(self) -> bool:
        """Whether a transaction is to begin on the way of the statement that goes there now."""
        begins, self._begins = self._begins, False
        return begins

    async def commit(self) -> None:
        """End the transaction; what was written stands, but for one that was begun for reading."""
        if not self._has_read():
            await super().commit()

    async def rollback(self) -> None:
        """End the transaction; nothing of it stands."""
        if not self._has_read():
            await super().rollback()

    def _has_read(self) -> bool:
        """Whether the transaction only read. It is ended then; whatever comes after it in the thread waits for that."""
        read, begun = self._reads, not self._begins
        self._reads = self._begins = False
        if read and begun:
            self._tx.put_nowait((None, self._conn.rollback))
        return read
