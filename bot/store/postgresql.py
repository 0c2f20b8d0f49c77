"""PostgreSQL: a database on a server, for those who outgrow one file. The only module that knows how it differs.

Writers take turns here as they do on SQLite, in all processes together: each takes one advisory lock that its
transaction holds to the end. So whatever is right while nobody else writes is right here too. Locks for single matches
would let writers overlap, but limits, series, ratings and leagues read and write rows of several matches.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from sqlalchemy import URL, Connection, NullPool, Table, Text, event, func, inspect, select, text
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_dbapi
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from bot.store import migrate
from bot.store.errors import StoreBusy, StoreNotWritable, StoreOutOfReach, StoreUnusable
from bot.store.migrate import log

OLDEST = 15
"""The oldest major version of PostgreSQL that the tests use."""

TRIES, PAUSE = 10, 2.0
"""How often a start tries to reach a server, which may be starting as well, and the seconds between."""

IDLE_SECONDS = 60
"""After this long without a statement the server ends a writing transaction, because its process hangs."""

WRITERS = 0x43525558  # "CRUX"
"""The number of the advisory lock that writers take. Such locks belong to one database of the server."""

_SERVER_SETTINGS = {
    "application_name": "crux",
    "jit": "off",  # compiling takes longer than any of our queries
    # Without these the server would believe for hours that a machine which lost its power still holds the lock.
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}

# One trip to the server. The settings end with the transaction. The lock waits no longer than the first one allows.
_TAKE_TURN = text(
    "SELECT set_config('lock_timeout', :patience, true), "
    f"set_config('idle_in_transaction_session_timeout', '{IDLE_SECONDS}s', true), "
    f"pg_advisory_xact_lock({WRITERS})"
)

CHANNEL = "crux"
"""What processes notify each other by. Like the lock, a channel belongs to one database."""

_NOTIFY = text(f"NOTIFY {CHANNEL}")

# SQLSTATE codes, see PostgreSQL's appendix A
_LOCK_NOT_AVAILABLE = "55P03"
_SERIALIZATION_FAILURE, _DEADLOCK, _CANCELED = "40001", "40P01", "57014"
_TOO_MANY_CONNECTIONS = "53300"
_READ_ONLY, _NO_PRIVILEGE, _DISK_FULL, _IO_ERROR = "25006", "42501", "53100", "58030"
# Another program's locks or an administrator stopped a statement. The connection remains.
_STOPPED = frozenset({_LOCK_NOT_AVAILABLE, _SERIALIZATION_FAILURE, _DEADLOCK, _CANCELED})
_WRONG_PASSWORD, _REFUSED_LOGIN, _NO_DATABASE = "28P01", "28000", "3D000"


class PostgreSQL:
    """A database at an address such as `postgresql+asyncpg://crux:password@localhost/crux`, which must exist."""

    def __init__(self, url: URL) -> None:
        self._url = url
        host = url.host or url.query.get("host", "localhost")
        if "@" in host:
            raise StoreUnusable("Write %40 for each @ of the password in DATABASE_URL.")  # don't say what is behind it
        self.name = f"{url.database} on {host}" + (f":{url.port}" if url.port else "")

    def bring_up_to_date(self) -> None:
        """See `Database`."""
        try:
            with migrate.one_at_a_time:
                asyncio.run(self._bring_up_to_date())
        except StoreUnusable:
            raise
        except Exception as error:
            log.error("Can't use the database %s: %s", self.name, _reason(error))
            passes = _may_pass(error) or _code(error) == _LOCK_NOT_AVAILABLE
            raise (StoreOutOfReach if passes else StoreUnusable)(self._sentence(error)) from None

    async def _bring_up_to_date(self) -> None:
        engine = self._make_engine(poolclass=NullPool)
        try:
            tries, patience = 0, migrate.Patience(self.name)
            while True:
                try:
                    return await self._examine_and_migrate(engine)
                except Exception as error:
                    if _code(error) == _LOCK_NOT_AVAILABLE and patience.is_left():
                        continue
                    tries += 1
                    if not _may_pass(error) or tries >= TRIES:
                        raise
                    log.warning("The database %s can't be reached yet (%s). Trying again.", self.name, _reason(error))
                await asyncio.sleep(PAUSE)
        finally:
            await engine.dispose()

    async def _examine_and_migrate(self, engine: AsyncEngine) -> None:
        """In one transaction, so nothing is half done if the server is lost."""
        async with engine.connect() as connection, connection.begin():
            await connection.run_sync(self._examine)
            await self.begin_writing(connection, migrate.SAID_EVERY)
            await connection.run_sync(self._migrate)
            await self.write_nothing(connection)

    def _examine(self, connection: Connection) -> None:
        """Checks the server. Raises StoreUnusable."""
        version = int(connection.execute(text("SHOW server_version_num")).scalar_one())
        if version < OLDEST * 10_000:
            raise StoreUnusable(f"The server of {self.name} is too old. Crux needs PostgreSQL {OLDEST} or newer.")
        encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
        if encoding != "UTF8":
            raise StoreUnusable(
                f"The database {self.name} has the encoding {encoding}. Create it again with ENCODING 'UTF8'."
            )

    def _migrate(self, connection: Connection) -> None:
        tables = inspect(connection).get_table_names()
        if tables and "alembic_version" not in tables:
            raise StoreUnusable(
                f"The database {self.name} holds another program's tables. Create a database for the bot alone."
            )
        migrate.upgrade(connection, self.name)

    def engine(self, busy_seconds: float) -> AsyncEngine:
        """See `Database`."""
        engine = self._make_engine(pool_size=10, max_overflow=0)
        event.listen(engine.sync_engine, "checkout", _check)
        return engine

    def _make_engine(self, **options: Any) -> AsyncEngine:
        engine = create_async_engine(
            self._url,
            hide_parameters=True,  # errors and logs show no values, which may include a seed or a hand of cards
            connect_args={
                "timeout": 10,
                "server_settings": _SERVER_SETTINGS,
                "prepared_statement_cache_size": 500,  # all statements of a turn, a table and a leaderboard
            },
            **options,
        )
        event.listen(engine.sync_engine, "handle_error", _note_lost_connection)
        return engine

    def readers(self, engine: AsyncEngine) -> AsyncEngine:
        """See `Database`."""
        return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    async def begin_writing(self, connection: AsyncConnection, patience: float) -> None:
        """See `Database`. Each later statement sees what was committed before it (READ COMMITTED)."""
        await connection.execute(_TAKE_TURN, {"patience": f"{max(1, round(patience * 1000))}ms"})  # 0 would be forever

    async def write_nothing(self, connection: AsyncConnection) -> None:
        """See `Database`."""
        await connection.execute(text("UPDATE alembic_version SET version_num = version_num"))

    async def wake_others(self, connection: AsyncConnection) -> None:
        """See `Database`."""
        await connection.execute(_NOTIFY)

    async def listen(self, engine: AsyncEngine, wake: Callable[[], None]) -> None:
        """See `Database`. Takes a connection of the engine for itself."""
        while True:
            try:
                async with engine.connect() as connection:
                    try:
                        await _listen(connection, wake)
                    finally:
                        await connection.invalidate()  # nobody else should get one that listens
            except Exception as error:
                log.debug("Can't listen to %s: %s", self.name, _reason(error))
            await asyncio.sleep(PAUSE)

    def trouble(self, error: Exception) -> type[StoreBusy | StoreNotWritable] | None:
        """See `Database`. A lost connection is like a lock that isn't released: nothing was written."""
        code = _code(error)
        if code in _STOPPED or _may_pass(error):
            return StoreBusy
        return StoreNotWritable if code in {_READ_ONLY, _NO_PRIVILEGE, _DISK_FULL, _IO_ERROR} else None

    def _sentence(self, error: Exception) -> str:
        name, code = self.name, _code(error)
        if isinstance(error, ModuleNotFoundError):
            return (
                "PostgreSQL needs the package asyncpg. Install it: "
                "pip install --constraint constraints.txt '.[postgresql]'"
            )
        if code in {_WRONG_PASSWORD, _REFUSED_LOGIN}:
            return f"PostgreSQL refuses the user or the password for {name}. Check both in DATABASE_URL."
        if code == _NO_DATABASE:
            return f"There is no database {name}. Create it, or correct DATABASE_URL."
        if code == _NO_PRIVILEGE:
            return f"The user of DATABASE_URL can't create tables in {name}. Make it the owner of the database."
        if code == _READ_ONLY:
            return f"The database {name} can only be read. Point DATABASE_URL to the primary server."
        if code == _LOCK_NOT_AVAILABLE:
            return f"The database {name} is locked by another process. Stop it and start again."
        if _may_pass(error):
            return f"{name} can't be reached ({_reason(error)}). Check DATABASE_URL, and that PostgreSQL runs there."
        return f"The database {name} can't be used ({_reason(error)}). Check DATABASE_URL."


class AsText(FunctionElement[str]):
    """A document as the text that is stored, which may be damaged on SQLite: `AsText(column)`.

    SQLite stores text, so nothing is to be done there. PostgreSQL's driver would parse the document first.
    """

    name = "as_text"
    type = Text()
    inherit_cache = True


@compiles(AsText)
def _as_it_is(element: AsText, compiler: SQLCompiler, **options: Any) -> str:
    return compiler.process(element.clauses, **options)


@compiles(AsText, "postgresql")
def _as_text(element: AsText, compiler: SQLCompiler, **options: Any) -> str:
    return f"CAST({compiler.process(element.clauses, **options)} AS TEXT)"


async def count_on(connection: AsyncConnection, table: Table) -> None:
    """Lets new rows of a table continue after the highest id there is, as copied rows bring their own.

    Does nothing on SQLite, which always does.
    """
    counted = table.autoincrement_column
    if counted is not None and connection.dialect.name == "postgresql":
        highest = select(func.coalesce(func.max(counted), 0) + 1).scalar_subquery()
        sequence = func.pg_get_serial_sequence(table.name, counted.name)
        await connection.execute(select(func.setval(sequence, highest, False)))


async def _listen(connection: AsyncConnection, wake: Callable[[], None]) -> None:
    """Calls `wake` once it listens, as something may have been missed, and then for each notification."""
    driver: Any = (await connection.get_raw_connection()).driver_connection
    lost = asyncio.Event()
    driver.add_termination_listener(lambda _: lost.set())
    await driver.add_listener(CHANNEL, lambda *_: wake())
    wake()
    await lost.wait()


def _check(connection: DBAPIConnection, record: ConnectionPoolEntry, _: object) -> None:
    """Replaces connections that the server has closed, without asking it each time."""
    if record.driver_connection is None or record.driver_connection.is_closed():
        raise DisconnectionError


def _note_lost_connection(context: ExceptionContext) -> None:
    """Counts a connection as lost if its driver can't make sense of it, as when a server dies between statements."""
    if isinstance(context.original_exception, AsyncAdapt_asyncpg_dbapi.InternalClientError):
        context.is_disconnect = True


def _code(error: Exception) -> str:
    """The SQLSTATE of PostgreSQL's error; empty for others."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlstate", None) or ""


def _may_pass(error: Exception) -> bool:
    """Whether the server couldn't be reached, or was lost."""
    if (isinstance(error, DBAPIError) and error.connection_invalidated) or _was_setting_up(error):
        return True
    # Class 08 is about connections, 57P01 to 57P03 are about servers that stop and start.
    code = _code(error)
    return code.startswith(("08", "57P0")) or code == _TOO_MANY_CONNECTIONS or isinstance(error, OSError)


def _was_setting_up(error: Exception) -> bool:
    """Whether the server was lost while a new connection was being set up: SQLAlchemy passes on the driver's errors."""
    kind = type(error)
    return kind.__module__.startswith("asyncpg.") and kind.__name__ in {"InterfaceError", "InternalClientError"}


def _reason(error: Exception) -> str:
    """The first line of the driver's words, which never hold a password."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    words = str(getattr(cause, "__cause__", None) or cause)
    return words.partition("\n")[0] or type(cause).__name__
