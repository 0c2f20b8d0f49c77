"""The simulation's model of PostgreSQL: the bot gets the same errors from it as from a real server."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store, StoreUnsure, connections, store
from bot.store.queries import people
from simulation import postgresql as model
from simulation.postgresql import ADDRESS, Strike
from tests.postgresql import Server, needs_postgresql, started

pytestmark = [pytest.mark.postgres, needs_postgresql]

THEN = datetime(2026, 1, 2, tzinfo=UTC)
LATER = 0.2  # seconds, in which a driver notices that its connection has ended
WRITE = text("UPDATE alembic_version SET version_num = version_num")
READ = text("SELECT version_num FROM alembic_version")
OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

Seen = list[tuple[object, ...]]
"""What SQLAlchemy and the driver call each error, its SQLSTATE, whether the connection is lost, and what it means to
the store. The last one is what the store raises."""


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    errors: Seen = []
    trouble = Store._trouble

    def noted(self: Store, error: Exception, begun: bool) -> Any:
        result = trouble(self, error, begun)
        cause: Any = getattr(error, "orig", None)
        kinds = ("OSError",) if isinstance(error, OSError) else (type(error).__name__, type(cause).__name__)
        is_lost = getattr(error, "connection_invalidated", None)
        errors.append((*kinds, getattr(cause, "sqlstate", None), is_lost, result))
        return result

    monkeypatch.setattr(Store, "_trouble", noted)
    return errors


@pytest.fixture
def modelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> model.PostgresServer:
    """The model, for this test alone."""
    for module, name in ((store, "PostgreSQL"), (connections, "SqliteConnection")):
        monkeypatch.setattr(module, name, getattr(module, name))
    return model.put_in(tmp_path / "crux.db")


@asynccontextmanager
async def raising(seen: Seen) -> AsyncIterator[None]:
    """Notes what its block raises."""
    try:
        yield
    except Exception as error:
        seen.append((type(error).__name__,))


async def using(opened: Store, seen: Seen, kind: str, meanwhile: Callable[[], Awaitable[object]]) -> None:
    """A transaction of one of the kinds, in which something happens after its first statement."""
    async with raising(seen):
        if kind == "read":
            async with opened.read() as connection:
                await connection.execute(READ)
                await meanwhile()
                await connection.execute(READ)
        elif kind == "end of reading":
            async with opened.read() as connection:
                await connection.execute(READ)
                await meanwhile()
        elif kind == "write":
            async with opened.write() as connection:
                await connection.execute(WRITE)
                await meanwhile()
                await connection.execute(WRITE)
        else:
            async with opened.write() as connection:
                await connection.execute(WRITE)
                await meanwhile()


async def nothing() -> None:
    """Nothing happens."""


KINDS = ("read", "end of reading", "write", "commit")


@pytest.mark.parametrize("kind", KINDS)
async def test_a_connection_that_ended_before(
    kind: str, postgresql_server: Server, modelled: model.PostgresServer, seen: Seen
) -> None:
    address = postgresql_server.new()

    async def end() -> None:
        postgresql_server.execute(address, f"SELECT pg_terminate_backend(pid) {OTHERS}")
        await asyncio.sleep(LATER)

    async with await Store.open(address) as real:
        await using(real, seen, kind, end)
    expected, seen[:] = seen[:], []

    async def lose() -> None:
        for link in modelled.links:
            link.lose()

    async with await Store.open(ADDRESS) as opened:
        await using(opened, seen, kind, lose)
    assert seen == expected
    assert expected[-1] == ("StoreUnsure" if kind == "commit" else "StoreBusy",)


@pytest.mark.parametrize("kind", ["read", "write"])
async def test_a_connection_that_ends_within_a_statement(
    kind: str, postgresql_server: Server, modelled: model.PostgresServer, seen: Seen
) -> None:
    address = postgresql_server.new()
    async with await Store.open(address) as real, raising(seen), beginning(real, kind) as connection:
        with later(postgresql_server, address, f"SELECT pg_terminate_backend(pid) {OTHERS}"):
            await connection.execute(text("SELECT pg_sleep(20)"))
    expected, seen[:] = seen[:], []
    async with await Store.open(ADDRESS) as opened, raising(seen), beginning(opened, kind) as connection:
        await connection.execute(READ)
        modelled.strike = Strike("statement", 1, "lost")
        await connection.execute(READ)
    assert seen == expected
    assert expected[-1] == ("StoreBusy",)


def beginning(opened: Store, kind: str) -> AbstractAsyncContextManager[AsyncConnection]:
    return opened.read() if kind == "read" else opened.write()


@contextmanager
def later(server: Server, address: str, statement: str) -> Iterator[None]:
    """Has an administrator execute a statement while the block runs."""
    timer = threading.Timer(LATER, server.execute, (address, statement))
    timer.start()
    try:
        yield
    finally:
        timer.join()


async def deadlock(server: Server, address: str, connection: AsyncConnection) -> None:
    """Somebody with `psql` and the bot wait for each other, and the server stops the bot."""
    other = await asyncpg.connect(host=str(server.folder), user="crux", database=make_url(address).database)
    waiting: asyncio.Task[str] | None = None
    try:
        await other.execute("SET deadlock_timeout = '60s'; BEGIN; LOCK TABLE digests IN ACCESS EXCLUSIVE MODE")
        await connection.execute(text("SELECT set_config('deadlock_timeout', '20ms', true)"))
        await connection.execute(WRITE)
        waiting = asyncio.create_task(other.execute(WRITE.text))
        await asyncio.sleep(LATER)
        await connection.execute(text("SELECT count(*) FROM digests"))
    finally:
        if waiting is not None:
            waiting.cancel()
        other.terminate()


async def lock(server: Server, address: str, connection: AsyncConnection) -> None:
    """Somebody keeps a table locked for longer than a writer waits."""
    other = await asyncpg.connect(host=str(server.folder), user="crux", database=make_url(address).database)
    try:
        await other.execute("BEGIN; LOCK TABLE digests IN ACCESS EXCLUSIVE MODE")
        await connection.execute(text("SET LOCAL lock_timeout = '100ms'"))
        await connection.execute(text("SELECT count(*) FROM digests"))
    finally:
        other.terminate()


async def cancel(server: Server, address: str, connection: AsyncConnection) -> None:
    """An administrator cancels a statement."""
    with later(server, address, f"SELECT pg_cancel_backend(pid) {OTHERS}"):
        await connection.execute(text("SELECT pg_sleep(20)"))


async def serialize(_server: Server, _address: str, connection: AsyncConnection) -> None:
    """A statement fails as one does that can't be serialized, which only other settings lead to."""
    await connection.execute(text("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$"))


@pytest.mark.parametrize(
    ("sqlstate", "conflict"), [("40P01", deadlock), ("55P03", lock), ("57014", cancel), ("40001", serialize)]
)
async def test_others_in_the_way_of_a_statement(
    sqlstate: str,
    conflict: Callable[..., Awaitable[None]],
    postgresql_server: Server,
    modelled: model.PostgresServer,
    seen: Seen,
) -> None:
    """Nothing is written then, and whoever wrote is told that the database is busy."""
    address = postgresql_server.new()
    async with await Store.open(address) as real, raising(seen), real.write() as connection:
        await people.user_row_for(connection, 42, THEN)
        await conflict(postgresql_server, address, connection)
    assert await rows_of(address) == 0
    expected, seen[:] = seen[:], []
    async with await Store.open(ADDRESS) as opened, raising(seen), opened.write() as connection:
        await people.user_row_for(connection, 42, THEN)
        modelled.strike = Strike("statement", 1, sqlstate)
        await connection.execute(READ)
    assert seen == expected
    assert [one[-1] for one in expected[1:]] == ["StoreBusy"]
    assert await rows_of(ADDRESS) == 0


async def rows_of(address: str) -> int:
    """How many people a database knows."""
    async with await Store.open(address) as opened, opened.read() as connection:
        return int((await connection.execute(text("SELECT count(*) FROM users"))).scalar_one())


async def test_a_transaction_of_which_a_statement_has_failed(
    postgresql_server: Server, modelled: model.PostgresServer, seen: Seen
) -> None:
    """Later statements fail as well, and a commit says nothing and keeps nothing."""
    known = []
    for address in (postgresql_server.new(), ADDRESS):
        async with await Store.open(address) as opened, opened.write() as connection:
            await people.user_row_for(connection, 42, THEN)
            for statement in ("SELECT * FROM nowhere", READ.text):
                with pytest.raises(Exception, match=r"nowhere|aborted") as error:
                    await connection.execute(text(statement))
            known.append(getattr(getattr(error.value, "orig", None), "sqlstate", None))
        assert await rows_of(address) == 0
    assert known == ["25P02", "25P02"]
    assert not seen


@pytest.mark.parametrize("late", [0.0, 0.2])
@pytest.mark.parametrize("written", [True, False])
async def test_nobody_knows_what_became_of_a_commit_until_it_is_settled(
    modelled: model.PostgresServer, written: bool, late: float
) -> None:
    """As tests/store/test_postgresql.py tests it on a real server."""

    async def write(opened: Store) -> None:
        async with opened.write() as connection:
            await people.user_row_for(connection, 42, THEN)
            modelled.strike = Strike("commit", 1, "lost", written, late)

    async with await Store.open(ADDRESS) as opened:
        with pytest.raises(StoreUnsure):
            await write(opened)
        await opened.settle()
        async with opened.read() as connection:
            assert (await people.user_row(connection, 42) is not None) is written


async def test_a_server_that_refuses_connections(modelled: model.PostgresServer, seen: Seen) -> None:
    """While it isn't there, while it starts, and when others have taken all connections."""
    expected: list[Seen] = []
    with started({"max_connections": "8", "superuser_reserved_connections": "0"}) as server:
        address = server.new()
        async with await Store.open(address) as real:
            server.crash()
            await using(real, seen, "write", nothing)
            expected.append(seen[:])
            server.start()
            seen[:] = []
            await using(real, seen, "write", nothing)
            assert not seen
            server.execute(address, f"SELECT pg_terminate_backend(pid) {OTHERS}")
            await asyncio.sleep(LATER)
            crowd = []
            with suppress(asyncpg.TooManyConnectionsError):
                while True:
                    crowd.append(await asyncpg.connect(host=str(server.folder), user="crux", database="postgres"))
            await using(real, seen, "write", nothing)
            expected.append(seen[:])
            for one in crowd:
                one.terminate()
    for refusal, real_ones in zip((model.refused, model.crowded), expected, strict=True):
        seen[:] = []
        modelled.refusal = None
        async with await Store.open(ADDRESS) as opened:
            modelled.refusal = refusal
            await using(opened, seen, "write", nothing)
            assert seen == real_ones


async def test_a_server_that_starts(modelled: model.PostgresServer, seen: Seen) -> None:
    """It says so to whoever connects, and the store takes it for one that can't be reached."""
    async with await Store.open(ADDRESS) as opened:
        modelled.refusal = model.starting
        await using(opened, seen, "write", nothing)
        modelled.refusal = None
        await using(opened, seen, "write", nothing)
    assert [one[-1] for one in seen[1:]] == ["StoreBusy"]
    assert issubclass(asyncpg.CannotConnectNowError, asyncpg.PostgresError)
    assert asyncpg.CannotConnectNowError.sqlstate == seen[0][2]


async def test_others_are_woken_by_a_commit(modelled: model.PostgresServer) -> None:
    woken = asyncio.Event()
    async with await Store.open(ADDRESS) as opened, await Store.open(ADDRESS) as other:
        listening = asyncio.create_task(opened.listen(woken.set))
        await woken.wait()  # it listens
        woken.clear()
        async with other.write() as connection:
            await other.wake_others(connection)
            assert not woken.is_set()
        await woken.wait()
        listening.cancel()
