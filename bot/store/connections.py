"""Connections to SQLite that need few round trips between the event loop and their threads.

SQLAlchemy makes a cursor, executes, fetches and closes, and with aiosqlite's connections each of these is a round trip
to the connection's thread. On a busy bot these cost more than SQLite does. Here a statement is one round trip. A
transaction that only reads begins together with its first statement, and nobody waits for its end.
docs/architecture.md says what that saves.

aiosqlite's public calls can't do that: they fetch rows in one round trip only without the names of their columns, and
make everyone wait for the end of a transaction. So these are connections of our own that have what SQLAlchemy's dialect
for aiosqlite uses of a connection.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Self

SYNCHRONOUS = "FULL"
"""SQLite waits for the disk at every commit, so that an acknowledged move survives a power cut."""

THREAD_NAME = "sqlite"

CLOSED = "Cannot operate on a closed database."  # as SQLite says itself

Job = tuple[asyncio.Future[Any] | None, Callable[[], Any]]
"""What a thread is to call, and the future that its caller waits for, if anyone does."""


class Cursor:
    """Executes a statement and fetches all its rows in one round trip, so that nothing stays open."""

    def __init__(self, connection: "SqliteConnection", cursor: sqlite3.Cursor) -> None:
        self._connection = connection
        self._cursor = cursor
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Iterable[Any] = ()) -> None:
        """Runs the statement; `fetchall` returns its rows."""
        await self._run(self._cursor.execute, sql, parameters)

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> None:
        """Runs the statement once for each of these parameters."""
        await self._run(self._cursor.executemany, sql, parameters)

    async def _run(self, execute: Callable[[str, Any], Any], sql: str, parameters: Any) -> None:
        begins = self._connection.begins_now()
        self._rows = await self._connection.run(self._run_there, begins, execute, sql, parameters)
        done = self._cursor
        self.description, self.rowcount, self.lastrowid = done.description, done.rowcount, done.lastrowid

    def _run_there(self, begins: bool, execute: Callable[[str, Any], Any], sql: str, parameters: Any) -> list[Any]:
        if begins:
            self._cursor.execute("BEGIN")
        execute(sql, parameters)
        return self._cursor.fetchall() if self._cursor.description else []

    async def fetchall(self) -> list[Any]:
        """The rows of the statement."""
        return self._rows

    async def close(self) -> None:
        """Does nothing, as nothing is open."""


class SqliteConnection:
    """A connection whose transactions are begun by hand, and whose thread ends with the process."""

    def __init__(self) -> None:
        self._connection: sqlite3.Connection | None = None  # SQLAlchemy ends transactions only if it has this
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.patience: int | None = None  # milliseconds: how long a statement waits for another writer, once it was set
        self.writes_next: int | None = None  # the patience of the next transaction, if it's one that writes
        self._reads = False  # whether the current transaction is read-only
        self._begins = False  # whether it has yet to begin in the thread
        self._is_stopped = False

    @classmethod
    async def open(cls, path: Path, busy_seconds: float) -> Self:
        """Connects to the database in this file."""
        connection = cls()
        Thread(target=_work, args=(connection._jobs,), name=THREAD_NAME, daemon=True).start()
        try:
            connection._connection = await connection.run(
                sqlite3.connect, path, timeout=busy_seconds, isolation_level=None, check_same_thread=False
            )
        except BaseException:
            connection.stop()
            raise
        return connection

    async def run(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Calls this in the connection's thread, after all that was to be called before."""
        if self._is_stopped:
            raise sqlite3.ProgrammingError(CLOSED)
        future = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((future, partial(function, *args, **kwargs)))
        return await future

    @property
    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            raise sqlite3.ProgrammingError(CLOSED)
        return self._connection

    def cursor(self) -> Cursor:
        """A cursor that hasn't executed anything yet."""
        return Cursor(self, self._opened.cursor())

    async def create_function(self, *args: Any, **kwargs: Any) -> None:
        """Adds a function to this connection's SQL."""
        await self.run(self._opened.create_function, *args, **kwargs)

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
            await self.run(self._opened.commit)

    async def rollback(self) -> None:
        """Ends the transaction and drops what was written."""
        if not self._has_read():
            await self.run(self._opened.rollback)

    def _has_read(self) -> bool:
        """Ends a read-only transaction without waiting; returns whether it was one. Later statements queue after it."""
        was_reading, has_begun = self._reads, not self._begins
        self._reads = self._begins = False
        if was_reading and has_begun:
            self._jobs.put_nowait((None, self._opened.rollback))
        return was_reading

    async def close(self) -> None:
        if self._connection is not None:
            try:
                await self.run(self._connection.close)
            finally:
                self.stop()

    def stop(self) -> None:
        """Does the same without waiting for it."""
        if self._connection is not None:
            self._jobs.put_nowait((None, self._connection.close))
            self._connection = None
        self._is_stopped = True
        self._jobs.put_nowait(None)


def _work(jobs: SimpleQueue[Job | None]) -> None:
    while (job := jobs.get()) is not None:
        call(*job)
        del job  # its rows aren't needed any more


def call(future: asyncio.Future[Any] | None, function: Callable[[], Any]) -> None:
    """Calls the function in this thread, and gives what comes of it to the future, which is another thread's."""
    result, error = None, None
    try:
        result = function()
    except BaseException as caught:
        error = caught
    if future is not None:
        with suppress(RuntimeError):  # the event loop has ended
            future.get_loop().call_soon_threadsafe(_settle, future, result, error)


def _settle(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():  # its caller was cancelled
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
