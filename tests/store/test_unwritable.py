"""A database that can't be written: on a full disk, or in a file that may only be read."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.store import Store, StoreNotWritable, StoreUnusable, sqlite
from tests.store.files import make_read_only, put_something


async def test_a_file_that_can_only_be_read_is_refused_at_the_start(file: Path) -> None:
    make_read_only(file)
    with pytest.raises(StoreUnusable, match=r"can't be written\. Allow the bot to write the file"):
        await Store.open(f"sqlite+aiosqlite:///{file}")


async def test_opening_changes_nothing_that_stands_in_the_file(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 7")
    async with await Store.open(f"sqlite+aiosqlite:///{file}"):
        pass
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (7,)


async def test_a_full_disk_is_logged_when_it_begins_and_when_it_is_over(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    prepare = sqlite._prepare

    def small(connection: Any, record: Any) -> None:
        prepare(connection, record)
        cursor = connection.cursor()
        cursor.execute("PRAGMA max_page_count = 1")  # no more than there are
        cursor.close()

    monkeypatch.setattr(sqlite, "_prepare", small)
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as opened:
        for _ in range(3):
            with pytest.raises(StoreNotWritable):
                await put_something(opened, 100_000)
        async with opened.read() as connection:  # what stands there is still read
            tables = text("SELECT count(*) FROM sqlite_master WHERE name = 'things'")
            assert (await connection.execute(tables)).scalar_one() == 0
        async with opened.write() as connection:
            await connection.execute(text("PRAGMA max_page_count = 1000000"))
        await put_something(opened)
    said = [(record.levelno, record.getMessage()) for record in caplog.records if "database" in record.getMessage()]
    assert [level for level, _ in said] == [logging.ERROR, logging.WARNING]
    assert "database or disk is full" in said[0][1]
    assert not [record for record in caplog.records if record.exc_info]
