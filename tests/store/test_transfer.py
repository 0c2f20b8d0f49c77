"""Copies of whole databases between SQLite and PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import insert, text

from bot.match import Matches, Place, Status, TableTerms
from bot.store import Store, StoreUnusable, transfer
from bot.store.queries import people
from bot.store.tables import users
from bot.store.transfer import address_of, copy
from tests.databases import put_database
from tests.match.conftest import dump
from tests.store.last_release import NOW, play

THEN = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture
async def old(last_release: Path) -> AsyncIterator[Store]:
    """The last release's database, with matches of all games."""
    async with await Store.open(address_of(last_release)) as store:
        yield store


@pytest.mark.thorough
async def test_everything_comes_back_as_it_was(old: Store, address: str, tmp_path: Path) -> None:
    before = await dump(old)
    async with await Store.open(address) as there, await Store.open(address_of(tmp_path / "back.db")) as back:
        counts = await copy(old, there)
        assert counts == {table: len(rows) for table, rows in before.items()}
        assert await dump(there) == before
        await copy(there, back)
        assert await dump(back) == before


@pytest.mark.thorough
async def test_pages_of_any_length_leave_nothing_out(old: Store, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "AT_A_TIME", 7)
    async with old.write() as connection:
        await connection.execute(text("DELETE FROM events WHERE match_id > 5"))  # the others take long
    async with await Store.open(address) as there:
        await copy(old, there)
        assert await dump(there) == await dump(old)


async def test_new_rows_come_after_those_that_were_copied(old: Store, address: str) -> None:
    async with await Store.open(address) as there:
        counts = await copy(old, there)
        async with there.write() as connection:
            assert await people.user_row_for(connection, 2**50, THEN) == counts["users"] + 1
        match = await Matches(there).tables.open(TableTerms(game="cirondo", seats=2), opener=2**50, place=Place(1, 2))
        assert match.id == counts["matches"] + 1


async def test_a_database_that_holds_anything_is_left_alone(old: Store, address: str) -> None:
    async with await Store.open(address) as there:
        async with there.write() as connection:
            await people.user_row_for(connection, 2**50, THEN)
        before = await dump(there)
        with pytest.raises(StoreUnusable, match="isn't empty: it has users"):
            await copy(old, there)
        assert await dump(there) == before


async def test_a_row_that_can_not_be_copied_is_named_without_what_it_says(address: str, tmp_path: Path) -> None:
    put_database(tmp_path / "source.db")
    async with await Store.open(address_of(tmp_path / "source.db")) as source, await Store.open(address) as target:
        async with source.write() as connection:
            await connection.execute(insert(users).values(discord_id=1, created_at=THEN, locale="secret"))
        async with target.write() as connection:  # a release that has forgotten to add a column
            await connection.execute(text("ALTER TABLE users RENAME COLUMN locale TO language"))
        try:
            with pytest.raises(StoreUnusable, match="A row of users can't be copied") as error:
                await copy(source, target)
        finally:
            async with target.write() as connection:
                await connection.execute(text("ALTER TABLE users RENAME COLUMN language TO locale"))
        assert "secret" not in str(error.value)
        assert not any((await dump(target)).values())


@pytest.mark.slow
async def test_a_backup_made_under_play_has_every_move_acknowledged_before(
    old: Store, new_address: Callable[[], str], tmp_path: Path
) -> None:
    """The drill: play, back up while people play on, restore into an empty database, and look for every move."""
    address, number = new_address(), 1
    async with await Store.open(address) as store:
        await copy(old, store)
        matches = Matches(store, clock=lambda: NOW)
        while (match := await matches.get(number)).status is not Status.RUNNING or match.state is None:
            number += 1
        await play(matches, number, 2, Random(1))
        acknowledged = await matches.records.log(number)
        saving = asyncio.create_task(transfer.back_up(address, tmp_path / "monday.db"))
        await play(matches, number, 2, Random(2))
        await saving
        played = await matches.records.log(number)
    assert (tmp_path / "monday.db").stat().st_mode & 0o077 == 0
    empty = address_of(tmp_path / "restored.db") if address.startswith("sqlite") else new_address()
    await transfer.restore(tmp_path / "monday.db", empty)
    async with await Store.open(empty) as store:
        matches = Matches(store, clock=lambda: NOW)
        restored = await matches.records.log(number)
        assert restored[: len(acknowledged)] == acknowledged
        assert restored == played[: len(restored)]
        assert [problems async for _, problems in matches.records.check_all() if problems] == []


async def test_a_backup_replaces_no_file(address: str, tmp_path: Path) -> None:
    (tmp_path / "monday.db").touch()
    with pytest.raises(StoreUnusable, match="exists already"):
        await transfer.back_up(address, tmp_path / "monday.db")


async def test_a_missing_source_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="There is no database"):
        await transfer.open_existing(address_of(tmp_path / "crux.bd"))
    with pytest.raises(StoreUnusable, match="There is no database"):  # still
        await transfer.open_existing(address_of(tmp_path / "crux.bd"))
