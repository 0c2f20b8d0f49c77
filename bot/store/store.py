"""An open database, with cheap read transactions and one write transaction at a time."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Self

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.metrics import TRANSACTIONS
from bot.slots import FairSlots, came_at, lane
from bot.store.connections import call
from bot.store.database import Database
from bot.store.errors import StoreBusy, StoreNotWritable, StoreUnsure, StoreUnusable
from bot.store.outages import Outages, note_writing
from bot.store.postgresql import PostgreSQL
from bot.store.queries import command_syncs
from bot.store.sqlite import SQLite

log = logging.getLogger(__name__)

_READING, _WRITING = TRANSACTIONS.labels("read"), TRANSACTIONS.labels("write")

BUSY_SECONDS = 10.0
"""How long a write transaction waits for others, in this process and in other ones together."""

READERS = 3
"""How many transactions read at a time in the lane of all who have none of their own (`bot.slots.lane`).

More wouldn't be done sooner. But each makes the event loop's round longer, and somebody in another lane, who needs
dozens of rounds, waits for all of them.
"""

MAX_WAIT = 30.0
"""Seconds that a transaction that reads waits for others of this process."""

SETTLE_PAUSE = 0.1
"""Seconds between two tries to reach a server that was lost."""

LAST_PORT = 65_535

EXAMPLE = "Write it like sqlite+aiosqlite:///data/crux.db or postgresql+asyncpg://crux:password@localhost/crux."


class Store:
    """The matches' database. Created by `Store.open`; safe to share among all tasks of one event loop."""

    def __init__(self, database: Database, busy_seconds: float) -> None:
        self.name = database.name
        self._database = database
        self._engine = database.engine(busy_seconds)
        self._readers = database.readers(self._engine)
        self._busy_seconds = busy_seconds
        # The database lets one writer in at a time. Inside one process they queue up in order.
        self._turn_to_write = FairSlots(1)
        self._turns_to_read = FairSlots(READERS)
        self._outages = Outages(self.name)
        self._is_closed = False

    @classmethod
    async def open(cls, database_url: str, *, busy_seconds: float = BUSY_SECONDS) -> Self:
        """The database at a URL such as `sqlite+aiosqlite:///data/crux.db`, with its tables created or migrated first.

        Creates a missing file and folder, but no database on a server. Raises StoreUnusable, which says what is wrong,
        or StoreOutOfReach after a minute in which others kept it locked.
        """
        database = database_of(database_url)
        # Not in the loop's own threads, for which a process waits at its end: no lock should hold up Ctrl+C.
        is_up_to_date = asyncio.get_running_loop().create_future()
        Thread(target=call, args=(is_up_to_date, database.bring_up_to_date), name="opening", daemon=True).start()
        await is_up_to_date
        store = cls(database, busy_seconds)
        log.info("The database %s is open.", store.name)
        return store

    async def close(self) -> None:
        """Closes the database; open transactions are rolled back, and later ones raise StoreBusy."""
        self._is_closed = True
        await self._engine.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees a snapshot of the database and waits for nobody. Anything written is rolled back.

        Raises StoreBusy if the database can't be read now.
        """
        connected, troubles = False, self._outages.begun
        turn = nullcontext() if lane() else _turn(self._turns_to_read, asyncio.get_running_loop().time() + MAX_WAIT)
        try:
            with _READING.time():
                async with turn, self._readers.connect() as connection, connection.begin():
                    connected = True
                    yield connection
        except Exception as error:
            trouble = self._trouble(error, connected)
            if trouble is not StoreBusy:
                raise
            self._note(trouble, error, writing=False)
            raise StoreBusy(f"{self.name} can't be read") from None
        self._outages.end(troubles, writing=False)

    @asynccontextmanager
    async def write(self, patience: float | None = None) -> AsyncIterator[AsyncConnection]:
        """A transaction that locks out other writers; committed at the end, rolled back by any exception.

        It waits for others for `patience` seconds, or as long as the store usually does. Raises StoreBusy if they, in
        this process and in other ones together, kept it waiting for longer or the server was lost, and StoreNotWritable
        if the disk is full, or the database read-only or moved away. Then nothing is written. Raises StoreUnsure if the
        server was lost while it committed.
        """
        loop = asyncio.get_running_loop()
        began = loop.time()
        deadline = began + (self._busy_seconds if patience is None else patience)
        begun = committing = False
        troubles = self._outages.begun
        try:
            async with _turn(self._turn_to_write, deadline), self._engine.connect() as connection:
                await self._database.begin_writing(connection, deadline - loop.time())
                begun = True
                yield connection
                committing = True
                await connection.commit()
        except Exception as error:
            trouble = self._trouble(error, begun)
            if trouble is None:
                raise
            self._note(trouble, error, writing=True)
            if trouble is StoreNotWritable:
                cause = error.orig if isinstance(error, DBAPIError) else error
                kind = type(error) if isinstance(error, StoreNotWritable) else StoreNotWritable
                raise kind(f"{self.name} can't be written ({cause})") from None
            if committing:
                note_writing()
                raise StoreUnsure(f"{self.name} was lost during a commit") from None
            raise StoreBusy(f"{self.name} is locked by another process, or can't be reached") from None
        finally:
            _WRITING.observe(loop.time() - began)
        note_writing()
        self._outages.end(troubles, writing=True)

    async def settle(self) -> None:
        """Waits until a transaction that was lost has ended, one way or the other. Raises StoreBusy, StoreNotWritable.

        The server may still be committing it. That's over when it's the next writer's turn.
        """
        deadline = asyncio.get_running_loop().time() + self._busy_seconds
        while True:
            try:
                return await self.check_writable()
            except (StoreBusy, StoreUnsure) as error:
                if asyncio.get_running_loop().time() >= deadline:
                    raise StoreBusy(f"{self.name} can't be reached") from error
            await asyncio.sleep(SETTLE_PAUSE)

    async def wake_others(self, connection: AsyncConnection) -> None:
        """Wakes the other processes that `listen`, once this write transaction is committed: there's work for them."""
        await self._database.wake_others(connection)

    async def listen(self, wake: Callable[[], None]) -> None:
        """Calls `wake` when another process may have written work for this one. Cancel it to stop.

        Calls are late or missing where the database has no such thing, so look for work from time to time as well.
        """
        await self._database.listen(self._engine, wake)

    async def check_writable(self, patience: float | None = None) -> None:
        """Writes what is there already. Raises StoreBusy and StoreNotWritable as `write`."""
        async with self.write(patience) as connection:
            await self._database.write_nothing(connection)

    def _trouble(self, error: Exception, begun: bool) -> type[StoreBusy | StoreNotWritable] | None:
        """What an error means if it comes from the database: once a transaction has begun, others are its user's."""
        if isinstance(error, StoreNotWritable):
            return StoreNotWritable
        if not begun and (self._is_closed or isinstance(error, NoConnectionLeft)):
            return StoreBusy
        return self._database.trouble(error) if isinstance(error, DBAPIError) or not begun else None

    def _note(self, trouble: type[StoreBusy | StoreNotWritable], error: Exception, *, writing: bool) -> None:
        if not self._is_closed:
            self._outages.begin(trouble, error, writing=writing)

    async def synced_commands(self, application_id: int, host: str) -> str | None:
        """The fingerprint of the commands last registered for this host, or None."""
        async with self.read() as connection:
            return await command_syncs.fingerprint(connection, application_id, host)

    async def note_synced_commands(self, application_id: int, host: str, fingerprint: str) -> None:
        """Stores the fingerprint of the commands registered for this host (at most 64 characters)."""
        async with self.write() as connection:
            await command_syncs.note(connection, application_id, host, fingerprint, datetime.now(UTC))


@asynccontextmanager
async def _turn(slots: FairSlots, deadline: float) -> AsyncIterator[None]:
    """A slot in this task's lane. Raises NoConnectionLeft at the deadline."""
    person, came = lane(), came_at(asyncio.get_running_loop().time())
    try:
        async with asyncio.timeout_at(deadline):
            await slots.take(0, person=person, since=came)
    except TimeoutError:
        raise NoConnectionLeft from None
    try:
        yield
    finally:
        slots.give_back(person)


def database_of(database_url: str) -> Database:
    """The database at an address. Raises StoreUnusable for an address of none."""
    try:
        url = make_url(database_url)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise StoreUnusable(f"The address of the database can't be read. {EXAMPLE}") from None
    kind = url.get_backend_name()
    if url.drivername == "postgresql+asyncpg":
        if not url.database or (url.port is not None and not 0 < url.port <= LAST_PORT):
            raise StoreUnusable(f"DATABASE_URL needs the name of a database, and a port up to {LAST_PORT}. {EXAMPLE}")
        return PostgreSQL(url)
    if kind in {"postgresql", "postgres"}:
        raise StoreUnusable("PostgreSQL's address must begin with postgresql+asyncpg:// in DATABASE_URL.")
    if kind != "sqlite":
        raise StoreUnusable(f"The database can't be of the kind {kind}; only SQLite and PostgreSQL are. {EXAMPLE}")
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise StoreUnusable(f"The database must be a file, or nothing would be left after a restart. {EXAMPLE}")
    if url.host or url.username:  # the first folder of the path would be left out
        raise StoreUnusable(f"The path of SQLite's file comes after three slashes in DATABASE_URL. {EXAMPLE}")
    return SQLite(Path(url.database))
