"""The database on a PostgreSQL server: how its tables are made, and how it's refused when it can't be used."""

import asyncio
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.exc import DBAPIError

from bot.store import Store, StoreBusy, StoreNotWritable, StoreUnsure, StoreUnusable, migrate, postgresql
from bot.store.postgresql import PostgreSQL
from bot.store.queries import people
from bot.store.schema import metadata
from tests.postgresql import Server, needs_postgresql
from tests.waiting import in_time

pytestmark = needs_postgresql

THEN = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture
def server(postgresql_server: Server) -> Server:
    return postgresql_server


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a server that isn't there."""
    monkeypatch.setattr(postgresql, "TRIES", 1)


async def refusal(address: str) -> str:
    with pytest.raises(StoreUnusable) as error:
        await Store.open(address)
    assert error.value.__suppress_context__ or error.value.__context__ is None
    return str(error.value)


async def add_someone(store: Store) -> int:
    async with store.write() as connection:
        return await people.user_row_for(connection, 42, THEN)


class TestOpening:
    async def test_an_empty_database_gets_all_tables(self, server: Server) -> None:
        async with await Store.open(server.empty()) as store:
            assert await add_someone(store) == 1
            async with store.read() as connection:
                differences = await connection.run_sync(
                    lambda plain: compare_metadata(MigrationContext.configure(plain), metadata)
                )
        assert differences == []

    async def test_what_was_written_is_there_the_next_time(self, server: Server) -> None:
        address = server.new()
        async with await Store.open(address) as store:
            await add_someone(store)
        async with await Store.open(address) as store, store.read() as connection:
            assert await people.user_row(connection, 42) == 1

    @pytest.mark.slow
    async def test_several_processes_may_open_an_empty_database_at_the_same_time(self, server: Server) -> None:
        address = server.empty()
        opening = "import asyncio, sys; from bot.store import Store; asyncio.run(Store.open(sys.argv[1])); print(1)"
        processes = [
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", opening, address), stdout=asyncio.subprocess.PIPE
            )
            for _ in range(3)
        ]
        said = [(await in_time(process.communicate()))[0].strip() for process in processes]
        assert said == [b"1"] * 3

    async def test_a_later_migration_runs_here_as_well(
        self, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        address = server.new()
        today = migrate.script_directory()
        (tmp_path / "versions").mkdir()
        for script in ["env.py", *(f"versions/{file.name}" for file in (today / "versions").glob("0*.py"))]:
            (tmp_path / script).write_text((today / script).read_text())
        newest = max(file.name[:4] for file in (today / "versions").glob("0*.py"))
        (tmp_path / "versions" / "9999_more.py").write_text(
            f"import sqlalchemy as sa\nfrom alembic import op\nrevision, down_revision = '9999', {newest!r}\n"
            "def upgrade():\n    op.add_column('users', sa.Column('nickname', sa.Text()))\n"
        )
        async with await Store.open(address) as store:
            await add_someone(store)
        with monkeypatch.context() as patch:
            patch.setattr(migrate, "script_directory", lambda: tmp_path)
            async with await Store.open(address) as store, store.read() as connection:
                people_of_then = text("SELECT discord_id, nickname FROM users")
                assert (await connection.execute(people_of_then)).all() == [(42, None)]
        assert "newer release" in await refusal(address)


class TestRefusing:
    async def test_a_wrong_password(self, server: Server, caplog: pytest.LogCaptureFixture) -> None:
        server.execute("postgres", "DROP ROLE IF EXISTS guarded; CREATE ROLE guarded LOGIN PASSWORD 'right'")
        sentence = await refusal(server.url("postgres", "guarded:very-secret"))
        assert "refuses the user or the password" in sentence
        assert "very-secret" not in sentence + caplog.text

    async def test_a_database_that_is_not_there(self, server: Server) -> None:
        assert "There is no database nowhere on " in await refusal(server.url("nowhere"))

    @pytest.mark.parametrize("host", ["127.0.0.1:1", "nowhere.invalid"])
    async def test_a_server_that_can_not_be_reached(self, host: str, caplog: pytest.LogCaptureFixture) -> None:
        sentence = await refusal(f"postgresql+asyncpg://crux:very-secret@{host}/crux")
        assert f"crux on {host} can't be reached" in sentence
        assert "very-secret" not in sentence + caplog.text

    async def test_it_is_tried_again_for_a_while(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(postgresql, "TRIES", 3)
        monkeypatch.setattr(postgresql, "PAUSE", 0)
        await refusal("postgresql+asyncpg://crux@127.0.0.1:1/crux")
        assert [record.levelno for record in caplog.records] == [logging.WARNING, logging.WARNING, logging.ERROR]

    async def test_a_server_that_is_lost_meanwhile_is_tried_again(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        address = server.empty()
        monkeypatch.setattr(postgresql, "TRIES", 2)
        monkeypatch.setattr(postgresql, "PAUSE", 0)
        known = PostgreSQL._migrate
        lost: list[str] = []

        def migrate_and_lose(database: PostgreSQL, connection: Connection) -> None:
            known(database, connection)
            if not lost:
                lost.append(address)
                _end_all(server, address)

        monkeypatch.setattr(PostgreSQL, "_migrate", migrate_and_lose)
        async with await Store.open(address) as store:
            assert await add_someone(store) == 1
        assert lost

    @pytest.mark.parametrize("rest", ["very@secret@localhost/crux", "x@localhost:very-secret/crux"])
    async def test_an_address_whose_parts_can_not_be_told_apart(self, rest: str) -> None:
        assert "secret" not in await refusal(f"postgresql+asyncpg://crux:{rest}")

    async def test_another_driver(self) -> None:
        assert "must begin with postgresql+asyncpg://" in await refusal("postgresql://crux:very-secret@localhost/crux")

    async def test_a_driver_that_is_not_installed(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "asyncpg", None)
        assert "needs the package asyncpg" in await refusal(server.url("postgres"))

    async def test_another_programs_tables(self, server: Server) -> None:
        address = server.empty()
        server.execute(address, "CREATE TABLE recipes (name TEXT)")
        assert "another program's tables" in await refusal(address)

    async def test_another_encoding(self, server: Server) -> None:
        assert "has the encoding LATIN1" in await refusal(server.empty("LATIN1"))

    async def test_a_server_that_is_too_old(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(postgresql, "OLDEST", 99)
        assert "needs PostgreSQL 99 or newer" in await refusal(server.url("postgres"))

    async def test_a_database_that_can_only_be_read(self, server: Server) -> None:
        address = server.new()
        name = address.partition("@/")[2].partition("?")[0]
        server.execute("postgres", f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        assert "can only be read" in await refusal(address)

    async def test_a_user_who_may_create_no_tables(self, server: Server) -> None:
        server.execute("postgres", "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN")
        address = server.empty().replace("crux@", "guest@")
        assert "can't create tables" in await refusal(address)

    async def test_a_parameter_that_does_not_exist(self, server: Server) -> None:
        assert "can't be used" in await refusal(server.url("postgres") + "&sslmode=require")


class TestTransactions:
    async def test_whoever_reads_can_not_write(self, server: Server) -> None:
        async with await Store.open(server.new()) as store:
            with pytest.raises(DBAPIError):
                async with store.read() as connection:
                    await people.user_row_for(connection, 42, THEN)
            assert await add_someone(store) == 1

    async def test_a_database_that_becomes_read_only_is_said_to_be(
        self, server: Server, caplog: pytest.LogCaptureFixture
    ) -> None:
        address = server.new()
        name = address.partition("@/")[2].partition("?")[0]
        async with await Store.open(address) as store:
            server.execute("postgres", f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            for _ in range(2):
                with pytest.raises(StoreNotWritable):
                    await add_someone(store)
            with pytest.raises(StoreNotWritable):
                await store.check_writable()
        assert [record.levelno for record in caplog.records] == [logging.ERROR]

    async def test_connections_that_the_server_has_ended_are_replaced(self, server: Server) -> None:
        address = server.new()
        async with await Store.open(address) as store:
            await add_someone(store)
            with pytest.raises(StoreBusy):  # noqa: PT012 - the transaction is what fails
                async with store.write() as connection:
                    _end_all(server, address)
                    await people.user_row(connection, 42)
            await store.check_writable()
            async with store.read() as connection:
                assert await people.user_row(connection, 42) == 1

    async def test_what_was_written_before_the_connection_was_lost_does_not_stand(self, server: Server) -> None:
        address = server.new()
        async with await Store.open(address) as store:
            with pytest.raises(StoreBusy):  # noqa: PT012 - the transaction is what fails
                async with store.write() as connection:
                    await people.user_row_for(connection, 42, THEN)
                    _end_all(server, address)
                    await people.user_row_for(connection, 43, THEN)
            async with store.read() as connection:
                assert await people.user_row(connection, 42) is None

    async def test_reading_from_a_server_that_is_lost(self, server: Server) -> None:
        address = server.new()
        async with await Store.open(address) as store:
            with pytest.raises(StoreBusy):  # noqa: PT012 - the transaction is what fails
                async with store.read() as connection:
                    _end_all(server, address)
                    await people.user_row(connection, 42)

    @pytest.mark.parametrize("is_new", [True, False])
    async def test_a_connection_whose_driver_is_at_a_loss_is_replaced(
        self, server: Server, monkeypatch: pytest.MonkeyPatch, is_new: bool
    ) -> None:
        """asyncpg may find itself in the middle of something else when a server ends between two statements."""

        async def fetch(*_: object, **__: object) -> None:
            raise asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress")

        async with await Store.open(server.new()) as store:
            if not is_new:
                await add_someone(store)
            with monkeypatch.context() as patched:
                patched.setattr("asyncpg.prepared_stmt.PreparedStatement.fetch", fetch)
                for use in (store.read, store.write):
                    with pytest.raises(StoreBusy):
                        async with use() as connection:
                            await people.user_row(connection, 43)
            assert await add_someone(store) == 1

    async def test_a_server_that_is_lost_while_a_connection_is_set_up(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """SQLAlchemy asks the driver for more as soon as it's connected, and passes on its errors as they are."""
        set_up: Any = PGDialect_asyncpg.setup_asyncpg_json_codec

        async def too_late(dialect: PGDialect_asyncpg, connection: Any) -> None:
            connection._connection.terminate()
            await set_up(dialect, connection)

        async with await Store.open(server.new()) as store:
            with monkeypatch.context() as patched:
                patched.setattr(PGDialect_asyncpg, "setup_asyncpg_json_codec", too_late)
                for use in (store.read, store.write):
                    with pytest.raises(StoreBusy):
                        async with use():
                            pytest.fail("there is no connection")
            assert await add_someone(store) == 1

    @pytest.mark.parametrize("written", [True, False])
    async def test_a_server_that_is_lost_during_a_commit(self, server: Server, written: bool) -> None:
        address = server.new()
        async with await Store.open(address) as store:
            with pytest.raises(StoreUnsure):  # noqa: PT012 - the end of the transaction is what fails
                async with store.write() as connection:
                    await people.user_row_for(connection, 42, THEN)
                    if written:
                        await connection.execute(text("COMMIT"))
                    _end_all(server, address)
            await store.settle()
            async with store.read() as connection:
                assert (await people.user_row(connection, 42) is not None) is written

    async def test_a_server_that_stays_away_after_that(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        tries = 0

        async def fails(_: Store) -> None:
            nonlocal tries
            tries += 1
            raise StoreUnsure if tries == 1 else StoreBusy

        async with await Store.open(server.new(), busy_seconds=0.01) as store:
            monkeypatch.setattr(Store, "check_writable", fails)
            with pytest.raises(StoreBusy):
                await store.settle()
        assert tries == 2


class TestListening:
    @pytest.fixture(autouse=True)
    def impatient(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(postgresql, "PAUSE", 0.01)

    async def test_another_process_is_woken_by_what_is_committed(self, server: Server) -> None:
        address, woken = server.new(), asyncio.Event()
        async with await Store.open(address) as store, await Store.open(address) as other:
            listening = asyncio.create_task(store.listen(woken.set))
            await in_time(woken.wait())  # it listens
            woken.clear()
            async with other.write() as connection:
                await other.wake_others(connection)
                assert not woken.is_set()
            await in_time(woken.wait())
            listening.cancel()

    async def test_it_listens_again_on_a_new_connection(self, server: Server) -> None:
        address, woken = server.new(), asyncio.Event()
        async with await Store.open(address) as store:
            listening = asyncio.create_task(store.listen(woken.set))
            for _ in range(3):
                await in_time(woken.wait())
                woken.clear()
                _end_all(server, address)
            listening.cancel()

    async def test_the_connection_that_listened_is_used_for_nothing_else(self, server: Server) -> None:
        address, woken = server.new(), asyncio.Event()
        async with await Store.open(address) as store:
            listening = asyncio.create_task(store.listen(woken.set))
            await in_time(woken.wait())
            listening.cancel()
            await asyncio.wait([listening])
            woken.clear()
            async with store.write() as connection:
                await store.wake_others(connection)
            async with store.read() as connection:
                await people.user_row(connection, 42)
            assert not woken.is_set()


def _end_all(server: Server, address: str) -> None:
    """Ends the server's side of all connections to the database."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    server.execute(address, f"SELECT pg_terminate_backend(pid) {others}")
