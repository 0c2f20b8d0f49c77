"""aiosqlite connections with fewer round trips between the event loop and their threads.

SQLAlchemy makes a cursor, executes, fetches and closes, and each of these is a round trip to the connection's thread.
On a busy bot these cost more than SQLite does. Here a statement is one round trip. A transaction that only reads
(`BEGIN`) begins together with its first statement, and nobody waits for its end. A turn without its picture takes
6.5 ms of processor time with these connections, and 9.4 ms with aiosqlite's own.

That needs private members of aiosqlite: its public calls fetch rows in one round trip only without the names of their
columns, and make everyone wait for the end of a transaction. SQLAlchemy reaches for the same members (`_conn`, `_tx`),
so connections of our own making would have to have them too. constraints.txt pins the version that the tests know.
"""

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import aiosqlite

SYNCHRONOUS = "FULL"
"""SQLite waits for the disk at every commit, so that an acknowledged move survives a power cut."""


class Cursor(aiosqlite.Cursor):
    """Executes a statement and fetches all its rows in one round trip, so that nothing stays open."""

    def __init__(self, connection: "Connection", cursor: sqlite3.Cursor) -> None:
        super().__init__(connection, cursor)
        self._connection = connection
        self._rows: list[Any] = []

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> "Cursor":
        """Runs the statement; `fetchall` returns its rows."""
        if sql == "BEGIN":
            self._connection.begin_reading()
        else:
            await self._take(self._cursor.execute, sql, () if parameters is None else parameters)
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> "Cursor":
        """Runs the statement once for each of these parameters."""
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
        """Does nothing, as nothing is open."""


class Connection(aiosqlite.Connection):
    """A connection whose transactions are begun by hand, and whose thread ends with the process."""

    def __init__(self, path: Path, busy_seconds: float) -> None:
        super().__init__(
            lambda: sqlite3.connect(path, timeout=busy_seconds, isolation_level=None, check_same_thread=False),
            iter_chunk_size=64,
        )
        self._thread.daemon = True
        self._reads = False  # whether the current transaction is read-only
        self._begins = False  # whether it has yet to begin in the thread

    def cursor(self) -> Cursor:  # type: ignore[override]  # making one needs no round trip
        """A cursor that hasn't executed anything yet."""
        return Cursor(self, self._conn.cursor())

    def begin_reading(self) -> None:
        """Begins a read-only transaction with the next statement."""
        self._reads = self._begins = True

    def begins_now(self) -> bool:
        """Whether a transaction must begin together with the statement that is about to run."""
        begins, self._begins = self._begins, False
        return begins

    async def commit(self) -> None:
        """Ends the transaction and keeps what was written, unless it is read-only."""
        if not self._has_read():
            await super().commit()

    async def rollback(self) -> None:
        """Ends the transaction and drops what was written."""
        if not self._has_read():
            await super().rollback()

    def _has_read(self) -> bool:
        """Ends a read-only transaction without waiting; returns whether it was one. Later statements queue after it."""
        read, begun = self._reads, not self._begins
        self._reads = self._begins = False
        if read and begun:
            self._tx.put_nowait((None, self._conn.rollback))
        return read
