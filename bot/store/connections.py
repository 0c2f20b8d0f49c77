"""aiosqlite's connections, with fewer ways between the event loop and their threads.

SQLAlchemy makes a cursor, executes, fetches and closes, and each of these is a way to the connection's thread and back.
On a busy bot these ways cost more than SQLite does. Here a statement is one of them.
"""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import aiosqlite


class Cursor(aiosqlite.Cursor):
    """Executes a statement and fetches all that it gives in one go, so that nothing of it stays open."""

    _rows: list[Any]

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> "Cursor":
        """Run the statement; `fetchall` gives its rows."""
        self._rows = await self._conn._execute(  # type: ignore[no-untyped-call]  # what all its methods are made of
            self._run, sql, () if parameters is None else parameters
        )
        return self

    def _run(self, sql: str, parameters: Any) -> list[Any]:
        self._cursor.execute(sql, parameters)
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

    def cursor(self) -> Cursor:  # type: ignore[override]  # to make one needs no way to the thread
        """A cursor that has executed nothing yet."""
        return Cursor(self, self._conn.cursor())
