"""A model of what a PostgreSQL server does to the bot and SQLite doesn't. The rows themselves are in SQLite's file.

Connections end between two statements, within one, or in a commit. Then nobody knows its outcome, and the server may
carry it out seconds later. Statements fail because of others. The server restarts and refuses connections meanwhile.
The real `bot.store.postgresql` decides what each error means, and `tests/simulation/test_postgresql.py` compares the
errors with those of a real server.
"""

import asyncio
import random
import sqlite3
import time
from collections.abc import Callable
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

from sqlalchemy import URL, event
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_dbapi, PGDialect_asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store import connections, postgresql
from bot.store.errors import StoreOutOfReach
from bot.store.postgresql import PostgreSQL
from bot.store.sqlite import SQLite
from simulation.instead import put
from simulation.loop import PROCESS

HOST = "model"
ADDRESS = f"postgresql+asyncpg://crux@{HOST}/crux"

LATE = (0.0, 0.0, 0.05, 1.0, 4.0, 15.0)
"""Seconds that a server takes to end a transaction whose connection was lost. The bot waits for ten."""


class _Error(AsyncAdapt_asyncpg_dbapi.Error, sqlite3.Error):
    """What SQLAlchemy makes of an error of the server, which is also one that its engine for SQLite expects."""

    def __init__(self, words: str, sqlstate: str | None = None) -> None:
        sqlite3.Error.__init__(self, words)
        self.pgcode = self.sqlstate = sqlstate


class _InterfaceError(_Error, AsyncAdapt_asyncpg_dbapi.InterfaceError):
    """The same for an error of the driver."""


_Error.__name__, _InterfaceError.__name__ = "Error", "InterfaceError"  # SQLAlchemy goes by the names


closed = partial(_InterfaceError, "cannot call PreparedStatement.fetch(): the underlying connection is closed")
"""The connection was lost before this statement or commit."""

lost = partial(_Error, "connection was closed in the middle of operation", "08003")
"""The connection was lost during this statement or commit."""

failed = partial(_Error, "current transaction is aborted, commands ignored until end of transaction block", "25P02")
"""An earlier statement of this transaction has failed."""

refused: Callable[[], Exception] = partial(ConnectionRefusedError, "Connect call failed")
"""Nobody listens where the server was."""

starting: Callable[[], Exception] = partial(_Error, "the database system is starting up", "57P03")
"""The server is starting."""

crowded: Callable[[], Exception] = partial(_Error, "sorry, too many clients already", "53300")
"""Other programs have taken all of the server's connections."""

CONFLICTS = {
    "40001": "could not serialize access due to concurrent update",
    "40P01": "deadlock detected",
    "57014": "canceling statement due to user request",
    "55P03": "canceling statement due to lock timeout",
}
"""Why a statement fails because of others, by SQLSTATE. The connection remains."""

_ON_SERVER = {
    sqlite3.SQLITE_BUSY: "55P03",
    sqlite3.SQLITE_LOCKED: "55P03",
    sqlite3.SQLITE_FULL: "53100",
}
"""What SQLite's errors are on a server."""


@dataclass
class Strike:
    """What happens at the `number`th statement, or commit of a writer, from now on."""

    moment: str
    number: int
    what: str
    written: bool = False
    """Whether a commit is carried out though its connection is lost, after so many seconds."""
    late: float = 0.0


@dataclass
class PostgresServer:
    """The server that all processes of a simulation use. `path` is the file that has its rows."""

    path: Path
    links: list["Link"] = field(default_factory=list)
    strike: Strike | None = None
    refusal: Callable[[], Exception] | None = None
    """Makes what those get who connect; None if they are let in."""
    tell: Callable[[str], None] = lambda _: None
    """Called when something strikes."""
    _listeners: list[tuple[Callable[[], None], Context]] = field(default_factory=list)

    def strikes(self, moment: str) -> Strike | None:
        """What strikes at this moment, if anything does."""
        found = self.strike
        if found is None or found.moment != moment:
            return None
        found.number -= 1
        if found.number > 0:
            return None
        self.strike = None
        self.tell(f"{found.what} at a {moment}")
        return found

    def end_connections(self, chance: random.Random, often: float) -> None:
        """Ends so many of the connections."""
        self.tell("connections end")
        for link in list(self.links):
            if chance.random() < often:
                link.lose()

    def let_in(self, link: "Link") -> None:
        """Somebody connects. Raises what they get instead while the server refuses connections."""
        if self.refusal is not None:
            raise self.refusal()
        self.links = [other for other in self.links if other.is_there]
        self.links.append(link)

    async def listen(self, wake: Callable[[], None]) -> None:
        """Calls this after each commit that wakes others, until it's cancelled."""
        listener = wake, copy_context()
        self._listeners.append(listener)
        wake()
        try:
            await asyncio.Event().wait()
        finally:
            self._listeners.remove(listener)

    def notify(self) -> None:
        """A commit wakes others."""
        loop = asyncio.get_running_loop()
        for wake, context in self._listeners:
            loop.call_soon(wake, context=context)


_servers: list[PostgresServer] = []


def put_in(path: Path) -> PostgresServer:
    """Lets all stores of this process that are opened at `ADDRESS` use a server of which this file has the rows."""
    from bot.store import store

    _servers[:] = [PostgresServer(path)]
    put(store, PostgreSQL=lambda url: Served(url) if url.host == HOST else PostgreSQL(url))
    put(connections, SqliteConnection=Link)
    return _servers[0]


class Link(connections.SqliteConnection):
    """A connection to the server."""

    def __init__(self) -> None:
        super().__init__()
        self._server = _servers[-1]
        self._process = PROCESS.get()
        self._is_lost = False
        self._has_begun = False
        self._has_failed = False  # a statement of the transaction
        self.wakes_others = False
        self._server.let_in(self)

    @property
    def is_there(self) -> bool:
        """Whether both ends are."""
        return not (self._is_lost or self._is_stopped) and (self._process is None or self._process.alive)

    def is_closed(self) -> bool:
        """Whether the driver knows that the connection is gone."""
        return self._is_lost or self._is_stopped

    def lose(self, *, commits: bool = False) -> None:
        """The server ends the connection. What it has under way it does, and the transaction ends."""
        self._is_lost = True
        loop = asyncio.get_running_loop()
        if self._connection is not None:
            self._jobs.put_nowait((None, self._connection.commit if commits else self._connection.rollback))
            if commits and self.wakes_others:
                self._jobs.put_nowait((None, partial(loop.call_soon_threadsafe, self._server.notify)))
            self._jobs.put_nowait((None, self._connection.close))
        self._jobs.put_nowait(None)

    def cursor(self) -> connections.Cursor:
        if self._is_lost:
            raise closed()
        return super().cursor()

    async def run(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Has the server do something: in most cases, execute a statement."""
        statement = str(args[2]) if isinstance(getattr(function, "__self__", None), connections.Cursor) else ""
        if self._is_lost:
            raise closed()
        if statement:
            self._before(statement)
        try:
            result = await super().run(function, *args, **kwargs)
        except sqlite3.Error as error:
            self._has_failed = bool(statement)
            raise _on_server(error) from None
        if self._is_lost:
            raise lost()
        return result

    def _before(self, statement: str) -> None:
        if statement.startswith(("BEGIN", "ROLLBACK TO")):
            self._has_failed = False
        if self._has_failed:
            raise failed()
        self._has_begun = True
        strike = self._server.strikes("statement")
        if strike is None:
            return
        if strike.what in CONFLICTS:
            self._has_failed = True
            raise _Error(CONFLICTS[strike.what], strike.what)
        self.lose()
        raise closed() if strike.what == "closed" else lost()

    def begin_reading(self) -> None:
        super().begin_reading()
        self._has_failed = False

    async def commit(self) -> None:
        """As a server does it: where a statement has failed, it says nothing and keeps nothing."""
        if self._is_lost:
            raise closed()
        has_failed, self._has_failed, self._has_begun = self._has_failed, False, False
        if self._reads:
            await super().commit()
        elif has_failed:
            await super().rollback()
        elif strike := self._server.strikes("commit"):
            self._is_lost = True
            asyncio.get_running_loop().call_later(strike.late, partial(self.lose, commits=strike.written))
            raise closed() if strike.what == "closed" else lost()
        else:
            await super().commit()
            if self.wakes_others:
                self._server.notify()
        self.wakes_others = False

    async def rollback(self) -> None:
        if self._is_lost:
            raise closed()
        has_begun, self._has_begun, self._has_failed, self.wakes_others = self._has_begun, False, False, False
        if has_begun:
            await super().rollback()

    async def close(self) -> None:
        if not self._is_lost:  # the server may still have something to end
            await super().close()
        self._is_stopped = True

    def stop(self) -> None:
        if not self._is_lost:
            super().stop()
        self._is_stopped = True


def _on_server(error: sqlite3.Error) -> sqlite3.Error:
    sqlstate = _ON_SERVER.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    return error if sqlstate is None else _Error(str(error), sqlstate)


class Served(PostgreSQL):
    """In place of a real PostgreSQL: its code, besides the statements that SQLite doesn't know."""

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        self._server = _servers[-1]
        self._file = SQLite(self._server.path)

    def bring_up_to_date(self) -> None:
        """See `Database`. Blocks while the server refuses connections, as long as the real one does."""
        for _ in range(postgresql.TRIES):
            if self._server.refusal is None:
                return self._file.bring_up_to_date()
            time.sleep(postgresql.PAUSE)
        raise StoreOutOfReach(f"{self.name} can't be reached.")

    def engine(self, busy_seconds: float) -> AsyncEngine:
        """See `Database`."""
        engine = self._file.engine(busy_seconds)
        dialect: Any = engine.dialect
        dialect.dbapi.InterfaceError = AsyncAdapt_asyncpg_dbapi.InterfaceError
        dialect.is_disconnect = partial(PGDialect_asyncpg.is_disconnect, dialect)
        event.listen(engine.sync_engine, "checkout", postgresql._check)
        event.listen(engine.sync_engine, "handle_error", postgresql._note_lost_connection)
        return engine

    def readers(self, engine: AsyncEngine) -> AsyncEngine:
        """See `Database`."""
        return engine

    async def begin_writing(self, connection: AsyncConnection, patience: float) -> None:
        """See `Database`."""
        await self._file.begin_writing(connection, patience)

    async def wake_others(self, connection: AsyncConnection) -> None:
        """See `Database`."""
        cast("Link", (await connection.get_raw_connection()).driver_connection).wakes_others = True

    async def listen(self, _engine: AsyncEngine, wake: Callable[[], None]) -> None:
        """See `Database`. Its own connection is never lost."""
        await self._server.listen(wake)
