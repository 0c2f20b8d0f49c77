"""Databases that take little time: tests make very many."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store import connections, migrate, postgresql, sqlite
from bot.store.migrate import bring_up_to_date
from bot.store.postgresql import PostgreSQL
from bot.store.store import BUSY_SECONDS, Store, database_of
from tests.postgresql import UP_TO_DATE


@cache
def _new() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "crux.db"
        bring_up_to_date(file)
        return file.read_bytes()


def put_database(file: Path) -> None:
    """A database of this release in which nothing has happened yet."""
    file.write_bytes(_new())


def copy_database(source: Path, target: Path) -> None:
    """What is in the one is in the other, even while both are open: quicker than doing it all again."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


def open_new(address: str) -> Store:
    """The store of such a database. Looking whether it is one of this release takes longer than many a test."""
    return Store(database_of(address), BUSY_SECONDS)


@contextmanager
def quick_databases() -> Iterator[None]:
    """Databases of this process don't wait for the disk, and share what is the same for all of them.

    Processes die in tests, machines don't: what SQLite has written is there whether or not the disk has it yet. A
    database that's known to be of this release isn't examined. Each test has an engine for its own database. The first
    one puts a statement together, which takes longer than asking it; the others have it from there. The migrations are
    read once. Statements run where they are asked, not in the thread of their connection: see `use_threads`.
    """
    read, update = ScriptDirectory.from_config, PostgreSQL.bring_up_to_date
    statements: dict[type, Any] = {}
    scripts: dict[str | None, ScriptDirectory] = {}
    ours = str(migrate.script_directory()).replace("%", "%%")

    def made(*given: Any, **named: Any) -> AsyncEngine:
        engine = create_async_engine(*given, **named)
        kind = type(engine.dialect)
        statements.setdefault(kind, engine.sync_engine._compiled_cache)
        engine.sync_engine._compiled_cache = statements[kind]
        return engine

    def known(config: Config) -> ScriptDirectory:
        place = config.get_main_option("script_location")
        if place != ours:
            return read(config)
        if place not in scripts:
            scripts[place] = read(config)
        return scripts[place]

    def update_unknown(database: PostgreSQL) -> None:
        if database._url not in UP_TO_DATE:
            update(database)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PostgreSQL, "bring_up_to_date", update_unknown)
        patch.setattr(connections, "SYNCHRONOUS", "OFF")
        patch.setattr(connections.SqliteConnection, "run", _run_here)
        patch.setattr(connections, "SimpleQueue", _NothingUnasked)
        for kind in (sqlite, postgresql):
            patch.setattr(kind, "create_async_engine", made)
        patch.setattr(ScriptDirectory, "from_config", known)
        # Statements are kept for a dialect: one that is set up like another has the same.
        for dialect in (SQLiteDialect_aiosqlite, PGDialect_asyncpg):
            patch.setattr(dialect, "__eq__", lambda self, other: type(self) is type(other))
            patch.setattr(dialect, "__hash__", lambda self: hash(type(self)))
        yield


class _NothingUnasked(SimpleQueue[connections.Job | None]):
    """What is done in a connection's thread. What nobody waits for is done here instead, before what follows.

    While the thread may be `busy` with what nobody waits for any longer, everything is done there, in turn.
    """

    busy = False

    def put_nowait(self, item: connections.Job | None) -> None:
        if item is not None and item[0] is None and not self.busy:
            item[1]()
        else:
            super().put_nowait(item)


_run_in_thread = connections.SqliteConnection.run


async def _run_here(
    connection: connections.SqliteConnection, function: Callable[..., Any], *args: Any, **named: Any
) -> Any:
    """Asks SQLite as soon as every other task that can go on has done so; a writer's turn is awaited in the thread."""
    jobs = connection._jobs
    assert isinstance(jobs, _NothingUnasked)
    if jobs.busy or "BEGIN IMMEDIATE" in args:
        jobs.busy = True
        try:
            result = await _run_in_thread(connection, function, *args, **named)
        except asyncio.CancelledError:  # the thread goes on with it
            raise
        except BaseException:
            jobs.busy = False
            raise
        jobs.busy = False
        return result
    await asyncio.sleep(0)
    return function(*args, **named)


def use_threads(patch: pytest.MonkeyPatch) -> None:
    """Has connections use their threads again, for tests of exactly that."""
    patch.setattr(connections.SqliteConnection, "run", _run_in_thread)
    patch.setattr(connections, "SimpleQueue", SimpleQueue)
