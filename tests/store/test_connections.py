"""The connections to SQLite: what goes to their threads, and that transactions leave nothing behind there."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from bot.store import Store
from bot.store.connections import THREAD_NAME, SqliteConnection
from tests.databases import use_threads
from tests.waiting import until

COUNT, ADD = text("SELECT count(*) FROM beats"), text("INSERT INTO beats (id, at) VALUES (:id, 0)")
SLOW = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT max(i) FROM n")


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    use_threads(monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "crux.db"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
        yield store


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was taken to a thread while someone waited for it."""
    taken: list[str] = []
    go = SqliteConnection.run

    async def note_call(connection: SqliteConnection, what: Any, *more: Any, **kwargs: Any) -> Any:
        taken.append(what.__name__)
        return await go(connection, what, *more, **kwargs)

    monkeypatch.setattr(SqliteConnection, "run", note_call)
    return taken


async def count_rows(store: Store) -> int:
    async with store.read() as connection:
        return int((await connection.execute(COUNT)).scalar_one())


def goes_on(file: Path) -> bool:
    """Whether a transaction of any connection goes on: nobody else can empty the log of writes then."""
    with closing(sqlite3.connect(file, timeout=2)) as other:
        (busy, _, _) = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return bool(busy)


async def test_a_statement_is_one_way_and_reading_none_beside(store: Store, ways: list[str]) -> None:
    await count_rows(store)
    ways.clear()
    assert await count_rows(store) == 0
    async with store.read() as connection:
        await connection.execute(COUNT)
        await connection.execute(COUNT)
    assert ways == ["_run_there"] * 3
    ways.clear()
    async with store.write() as connection:
        await connection.execute(ADD, {"id": 1})
    assert ways == ["_run_there", "_run_there", "commit"]  # its beginning is waited for: it may be that it can't


async def test_what_is_read_is_of_one_moment_and_the_next_time_of_another(store: Store, file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        async with store.read() as connection:
            assert (await connection.execute(COUNT)).scalar() == 0
            with other:
                other.execute("INSERT INTO beats (id, at) VALUES (1, 0)")
            assert (await connection.execute(COUNT)).scalar() == 0
        assert await count_rows(store) == 1


@pytest.mark.parametrize("rows", [{"id": 1}, [{"id": 1}, {"id": 2}]])
async def test_what_is_written_while_reading_does_not_stand(store: Store, rows: Any) -> None:
    async with store.read() as connection:
        await connection.execute(ADD, rows)
    assert await count_rows(store) == 0


async def test_where_nothing_is_asked_nothing_begins(store: Store, file: Path, ways: list[str]) -> None:
    await count_rows(store)
    ways.clear()
    async with store.read():
        pass
    assert ways == []
    assert not goes_on(file)
    async with store.write() as connection:
        await connection.execute(ADD, {"id": 1})
    assert await count_rows(store) == 1


@pytest.mark.thorough
@pytest.mark.sample(1)
@pytest.mark.parametrize("writing", [False, True])
async def test_who_is_cancelled_leaves_no_transaction_behind(store: Store, file: Path, writing: bool) -> None:
    has_begun = asyncio.Event()

    async def asking() -> None:
        async with store.write() if writing else store.read() as connection:
            await connection.execute(ADD, {"id": 1})
            has_begun.set()
            await connection.execute(SLOW)

    task = asyncio.create_task(asking())
    await has_begun.wait()
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await count_rows(store) == 0
    async with store.write() as connection:
        await connection.execute(ADD, {"id": 1})
    assert await count_rows(store) == 1
    assert not goes_on(file)


async def test_a_statement_that_fails_undoes_what_was_written_before_it(store: Store, file: Path) -> None:
    with pytest.raises(OperationalError):  # noqa: PT012 - the transaction is what the statement fails in
        async with store.write() as connection:
            await connection.execute(ADD, {"id": 1})
            await connection.execute(text("SELECT * FROM nowhere"))
    assert await count_rows(store) == 0
    assert not goes_on(file)


def running_threads() -> set[threading.Thread]:
    """The connections' threads: those of earlier tests may still be ending, so nobody counts them."""
    return {thread for thread in threading.enumerate() if thread.name == THREAD_NAME}


@pytest.mark.parametrize("waits", [False, True])
async def test_the_thread_of_a_closed_connection_ends_and_nothing_more_is_asked_there(file: Path, waits: bool) -> None:
    before = running_threads()
    connection = await SqliteConnection.open(file, 1)
    (own,) = running_threads() - before
    cursor = connection.cursor()
    if waits:
        await connection.close()
    else:
        connection.stop()
    await until(lambda: not own.is_alive())
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.cursor()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        await cursor.execute("SELECT 1")
    await connection.close()


async def test_a_file_that_is_none_leaves_no_thread_behind(tmp_path: Path) -> None:
    before = running_threads()
    with pytest.raises(sqlite3.OperationalError):
        await SqliteConnection.open(tmp_path, 1)
    await until(lambda: running_threads() <= before)
