"""The database file: how it is made, opened, changed by migrations, and refused when it can't be used."""

# ruff: noqa: ASYNC220, ASYNC240 - the files are small and nothing else runs in the loop of a test

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, nullcontext
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import TypeDecorator, insert, select, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.match import Matches, Place, TableTerms
from bot.store import Store, StoreBusy, StoreUnusable, connections, migrate
from bot.store.connections import SYNCHRONOUS
from bot.store.postgresql import AsText
from bot.store.queries import command_syncs, people
from bot.store.schema import metadata
from bot.store.service_tables import command_syncs as synced
from bot.store.tables import seats, users
from tests.databases import put_database
from tests.store.files import url

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "crux.db"


async def made(file: Path) -> None:
    async with await Store.open(url(file)) as store, store.write() as connection:
        await people.user_row_for(connection, 42, NOW)


async def refusal(address: str) -> str:
    with pytest.raises(StoreUnusable) as error:
        await Store.open(address)
    assert error.value.__cause__ is None
    assert error.value.__suppress_context__ or error.value.__context__ is None
    return str(error.value)


class TestOpening:
    async def test_the_folder_and_the_file_are_made(self, tmp_path: Path) -> None:
        file = tmp_path / "new folder" / "50% of it" / "crux.db"
        await made(file)
        assert file.is_file()

    async def test_nobody_else_may_read_the_file(self, file: Path) -> None:
        await made(file)
        assert file.stat().st_mode & 0o077 == 0

    async def test_what_was_written_is_there_the_next_time(self, file: Path) -> None:
        await made(file)
        async with await Store.open(url(file)) as store, store.read() as connection:
            assert await people.user_row(connection, 42) == 1

    @pytest.mark.parametrize(("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)])
    async def test_every_connection_is_set_up(
        self, file: Path, pragma: str, value: object, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connections, "SYNCHRONOUS", SYNCHRONOUS)  # other tests don't wait for the disk
        async with await Store.open(url(file)) as store:
            for transaction in (store.read, store.write):
                async with transaction() as connection:
                    assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar() == value

    @pytest.mark.slow
    async def test_two_processes_may_open_a_new_file_at_the_same_time(self, file: Path) -> None:
        opening = (
            "import asyncio, sys; from bot.store import Store; "
            "store = asyncio.run(Store.open(sys.argv[1])); print('open')"
        )
        processes = [
            subprocess.Popen([sys.executable, "-c", opening, url(file)], stdout=subprocess.PIPE, text=True)
            for _ in range(4)
        ]
        assert [process.communicate()[0].strip() for process in processes] == ["open"] * 4

    async def test_two_stores_of_one_process_may_open_a_new_file_at_the_same_time(self, file: Path) -> None:
        for store in await asyncio.gather(*(Store.open(url(file)) for _ in range(4))):
            await store.close()

    @pytest.mark.parametrize(
        ("code", "waits"),
        [(sqlite3.SQLITE_BUSY, True), (sqlite3.SQLITE_BUSY_RECOVERY, True), (sqlite3.SQLITE_IOERR, False)],
    )
    def test_a_file_is_waited_for_while_another_process_switches_it(
        self, file: Path, monkeypatch: pytest.MonkeyPatch, code: int, waits: bool
    ) -> None:
        refused = 0

        class Switching(sqlite3.Connection):
            def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
                nonlocal refused
                if "journal_mode" in sql and not refused:
                    refused += 1
                    error = sqlite3.OperationalError("not now")
                    error.sqlite_errorcode = code
                    raise error
                return super().execute(sql, *more)

        put_database(file)
        monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Switching))
        with nullcontext() if waits else pytest.raises(StoreUnusable):
            migrate.bring_up_to_date(file)
        assert refused == 1


class TestRefusing:
    @pytest.mark.parametrize(
        "address",
        [
            "crux.db",
            "",
            "sqlite+aiosqlite://",
            "sqlite+aiosqlite:///:memory:",
            "sqlite+aiosqlite:///file:crux.db?mode=memory&uri=true",
            "mysql+asyncmy://crux:very-secret@localhost/crux",
            "sqlite+aiosqlite://data/crux.db",  # it would be crux.db beside data/
            "postgresql+asyncpg://crux:very-secret@localhost",
            "postgresql+asyncpg://crux:very-secret@localhost/",
            "postgresql+asyncpg://crux:very-secret@localhost:65536/crux",
        ],
    )
    async def test_an_address_that_is_none_of_a_database(self, address: str) -> None:
        sentence = await refusal(address)
        assert "sqlite+aiosqlite:///data/crux.db" in sentence
        assert "secret" not in sentence

    async def test_a_file_that_is_no_database(self, file: Path) -> None:
        file.write_bytes(b"Dear diary, " * 500)
        assert "damaged" in await refusal(url(file))
        assert file.read_bytes() == b"Dear diary, " * 500

    async def test_a_damaged_database(self, file: Path) -> None:
        await made(file)
        whole = file.read_bytes()
        file.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[4096 + 8192 :])
        assert "damaged" in await refusal(url(file))

    async def test_a_database_that_was_cut_off(self, file: Path) -> None:
        await made(file)
        whole = file.read_bytes()
        file.write_bytes(whole[: len(whole) // 2])
        assert "damaged" in await refusal(url(file))

    async def test_a_database_of_something_else(self, file: Path) -> None:
        with closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
        before = file.read_bytes()
        assert "another program" in await refusal(url(file))
        assert file.read_bytes() == before

    async def test_a_database_of_a_newer_release(self, file: Path) -> None:
        await made(file)
        with closing(sqlite3.connect(file)) as later:
            later.execute("UPDATE alembic_version SET version_num = '9999'")
            later.commit()
        assert "newer release" in await refusal(url(file))

    async def test_a_folder_in_place_of_the_file(self, tmp_path: Path) -> None:
        assert "can't be opened" in await refusal(url(tmp_path))

    async def test_a_file_in_place_of_the_folder(self, file: Path) -> None:
        file.write_text("")
        assert "can't be created" in await refusal(url(file / "crux.db"))

    async def test_an_empty_file_is_a_new_database(self, file: Path) -> None:
        file.write_bytes(b"")
        await made(file)


def structure(file: Path) -> dict[str, dict[str, Any]]:
    """For each table its columns (type, NOT NULL, place in the primary key), what they point to, and its indexes."""
    with closing(sqlite3.connect(file)) as connection:

        def rows(statement: str, *values: str) -> list[tuple[Any, ...]]:
            return connection.execute(statement, values).fetchall()

        names = [name for (name,) in rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: {
                "columns": {
                    column: (kind, required, key)
                    for _, column, kind, required, _, key in rows("SELECT * FROM pragma_table_info(?)", name)
                },
                "foreign keys": sorted(row[2:] for row in rows("SELECT * FROM pragma_foreign_key_list(?)", name)),
                "indexes": sorted(
                    (
                        *(
                            unique,
                            origin,
                            [column for (column,) in rows("SELECT name FROM pragma_index_info(?)", index)],
                        ),
                        "".join(
                            sql.partition(" WHERE ")[2]
                            for (sql,) in rows(
                                "SELECT sql FROM sqlite_master WHERE name = ? AND sql IS NOT NULL", index
                            )
                        ),
                    )
                    for _, index, unique, origin, _ in rows("SELECT * FROM pragma_index_list(?)", name)
                ),
            }
            for name in names
        }


class TestMigrating:
    async def test_the_migrations_make_what_the_tables_say(self, last_release: Path) -> None:
        async with await Store.open(url(last_release)) as store, store.read() as connection:
            differences = await connection.run_sync(
                lambda plain: compare_metadata(MigrationContext.configure(plain), metadata)
            )
        assert differences == []

    async def test_the_migrations_make_the_same_columns_keys_and_indexes(self, file: Path, last_release: Path) -> None:
        """Also those that Alembic doesn't compare."""
        put_database(file)
        assert structure(last_release) == structure(file)

    async def test_a_new_file_needs_no_copy(self, file: Path) -> None:
        await made(file)
        await made(file)
        assert list(file.parent.glob("*.backup*")) == []

    async def test_an_older_database_is_copied_and_changed(
        self, file: Path, release: Callable[[str | None], None]
    ) -> None:
        await made(file)
        release("ALTER TABLE users ADD COLUMN nickname TEXT")
        async with await Store.open(url(file)) as store, store.read() as connection:
            assert (await connection.execute(text("SELECT discord_id, nickname FROM users"))).all() == [(42, None)]
        (copy,) = file.parent.glob("crux.db.0*.backup")
        with closing(sqlite3.connect(copy)) as old:
            assert old.execute("SELECT version_num FROM alembic_version").fetchall() == [(copy.name.split(".")[2],)]
            assert old.execute("SELECT discord_id FROM users").fetchall() == [(42,)]

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
    async def test_nobody_else_may_read_the_copy(self, file: Path, release: Callable[[str | None], None]) -> None:
        await made(file)
        release("ALTER TABLE users ADD COLUMN nickname TEXT")
        usual = os.umask(0)
        try:
            await (await Store.open(url(file))).close()
        finally:
            os.umask(usual)
        (copy,) = file.parent.glob("*.backup")
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600

    async def test_a_table_that_others_point_to_can_be_made_anew(
        self, file: Path, release: Callable[[str | None], None]
    ) -> None:
        await self.with_a_match(file)
        release(
            "CREATE TABLE fresh (id INTEGER PRIMARY KEY, discord_id BIGINT)\n"
            "INSERT INTO fresh SELECT id, discord_id FROM users\n"
            "DROP TABLE users\n"
            "ALTER TABLE fresh RENAME TO users"
        )
        async with await Store.open(url(file)) as store, store.read() as connection:
            assert (await connection.execute(text("SELECT game FROM matches, users WHERE users.id = opener_id"))).all()

    @pytest.mark.parametrize(
        ("step", "complaint"),
        [("DROP TABLE series\nSELECT nonsense", "can't be opened"), ("DELETE FROM users", "point to nothing")],
    )
    async def test_a_migration_that_fails_leaves_the_database_as_it_was(
        self, file: Path, release: Callable[[str | None], None], step: str, complaint: str
    ) -> None:
        await self.with_a_match(file)
        release(step)
        assert complaint in await refusal(url(file))
        release(None)
        async with await Store.open(url(file)) as store, store.read() as connection:
            counted = text("SELECT count(*) FROM users, matches, alembic_version")
            assert (await connection.execute(counted)).scalar() == 1
            assert (await connection.execute(text("SELECT count(*) FROM series"))).scalar() == 0

    async def with_a_match(self, file: Path) -> None:
        await made(file)
        async with await Store.open(url(file)) as store:
            await Matches(store).tables.open(TableTerms("cirondo", 2), opener=42, place=Place(1, 20))

    def test_the_tables_are_such_as_postgresql_takes(self) -> None:
        dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy gives it no types
        for table in metadata.sorted_tables:
            statement = str(CreateTable(table).compile(dialect=dialect))
            assert "CREATE TABLE" in statement
            assert "WITHOUT TIME ZONE" not in statement
            for index in table.indexes:
                # PostgreSQL cuts names off at 63 characters.
                assert index.name is not None
                assert len(index.name) <= 63
                assert "INDEX" in str(CreateIndex(index).compile(dialect=dialect))
                conditions = [index.dialect_options[one]["where"] for one in ("sqlite", "postgresql")]
                assert conditions[0] is conditions[1]

    def test_statements_with_our_own_types_and_functions_are_put_together_once(self) -> None:
        types = {type(column.type) for table in metadata.sorted_tables for column in table.columns}
        assert {one for one in types if issubclass(one, TypeDecorator) and not one.cache_ok} == set()
        assert AsText(users.c.id)._generate_cache_key() is not None


class TestTransactions:
    async def test_an_exception_undoes_everything(self, address: str) -> None:
        async with await Store.open(address) as store:

            async def failing() -> None:
                async with store.write() as connection:
                    await people.user_row_for(connection, 1, NOW)
                    raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await failing()
            async with store.read() as connection:
                assert await people.user_row(connection, 1) is None

    async def test_a_reader_sees_one_moment_and_waits_for_nobody(self, address: str) -> None:
        async with await Store.open(address) as store, store.read() as reading:
            assert await people.user_row(reading, 1) is None
            async with store.write() as writing:
                await people.user_row_for(writing, 1, NOW)
            assert await people.user_row(reading, 1) is None

    async def test_a_writer_keeps_other_writers_out_from_its_beginning(self, address: str) -> None:
        async with await Store.open(address) as one, await Store.open(address, busy_seconds=0.05) as other:
            async with one.write():
                with pytest.raises(StoreBusy):
                    async with other.write():
                        raise AssertionError("two writers at once")
            async with other.write() as connection:
                await people.user_row_for(connection, 1, NOW)

    async def test_writers_of_one_process_take_turns(self, address: str) -> None:
        async with await Store.open(address) as store:

            async def count() -> None:
                async with store.write() as connection:
                    counted = await command_syncs.fingerprint(connection, 1, "discord")
                    await asyncio.sleep(0)
                    await command_syncs.note(connection, 1, "discord", f"{int(counted or 0) + 1}", NOW)

            await asyncio.gather(*(count() for _ in range(30)))
            assert await store.synced_commands(1, "discord") == "30"

    async def test_a_writer_does_not_queue_for_ever(self, address: str) -> None:
        async with await Store.open(address, busy_seconds=0.05) as store:
            async with store.write():
                with pytest.raises(StoreBusy):
                    async with store.write():
                        raise AssertionError("two writers at once")
            async with store.write() as connection:
                await people.user_row_for(connection, 1, NOW)

    async def test_waiting_in_the_queue_counts_as_waiting_for_the_lock(self, file: Path) -> None:
        patience = text("PRAGMA busy_timeout")  # milliseconds
        async with await Store.open(url(file), busy_seconds=10) as store:

            async def patience_of_the_next() -> int:
                async with store.write() as connection:
                    return int((await connection.execute(patience)).scalar_one())

            async with store.write():
                waiting = asyncio.create_task(patience_of_the_next())
                await asyncio.sleep(0.1)
            assert 0 < await waiting <= 9950
            async with store.read() as connection:
                assert (await connection.execute(patience)).scalar() == 9000

    async def test_rows_can_not_point_to_nothing(self, address: str) -> None:
        async with await Store.open(address) as store:
            with pytest.raises(IntegrityError):
                async with store.write() as connection:
                    await connection.execute(insert(seats).values(match_id=7, number=0, colour="red"))

    async def test_errors_do_not_show_the_values(self, address: str) -> None:
        async with await Store.open(address) as store:
            row = {"discord_id": 8675309, "created_at": NOW}
            with pytest.raises(IntegrityError) as error:
                async with store.write() as connection:
                    await connection.execute(insert(users), [row, row])
            assert "8675309" not in str(error.value)


class TestMoments:
    async def test_a_moment_comes_back_in_utc(self, address: str) -> None:
        there = datetime(2026, 1, 2, 5, 4, 5, 678, tzinfo=timezone(timedelta(hours=2)))
        async with await Store.open(address) as store, store.write() as connection:
            await command_syncs.note(connection, 1, "discord", "a", there)
            back = await connection.scalar(select(synced.c.synced_at))
        assert back == there
        assert back is not None
        assert back.tzinfo is UTC

    async def test_a_moment_without_a_zone_is_refused(self, address: str) -> None:
        async with await Store.open(address) as store:
            with pytest.raises(Exception, match="time zone"):
                async with store.write() as connection:
                    await command_syncs.note(connection, 1, "discord", "a", datetime(2026, 1, 1))  # noqa: DTZ001 - what is tested


class TestCommandSyncs:
    async def test_the_newest_fingerprint_is_kept_for_each_host(self, address: str) -> None:
        async with await Store.open(address) as store:
            assert await store.synced_commands(1, "discord") is None
            for fingerprint in ("a", "b"):
                await store.note_synced_commands(1, "discord", fingerprint)
            await store.note_synced_commands(1, "playground", "c")
            assert await store.synced_commands(1, "discord") == "b"
            assert await store.synced_commands(1, "playground") == "c"
            async with store.read() as connection:
                assert len((await connection.execute(select(synced))).all()) == 2
