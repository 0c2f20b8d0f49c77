"""A database in trouble is logged once when that begins and once when it's over, whoever meets it how often."""

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store import (
    Announced,
    Store,
    StoreBusy,
    StoreGone,
    StoreNotWritable,
    StoreUnsure,
    has_written,
    log_failure,
    watch_writing,
)
from bot.store.outages import Outages
from tests.databases import put_database
from tests.store.files import put_something


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Store]:
    put_database(tmp_path / "crux.db")
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}", busy_seconds=0.05) as store:
        yield store


async def test_a_locked_database_is_logged_when_it_begins_and_when_it_is_over(
    opened: Store, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(opened.name, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            with pytest.raises(StoreBusy):
                await put_something(opened)
            async with opened.read() as connection:  # which proves nothing about writing
                await connection.execute(text("SELECT 1"))
        other.execute("ROLLBACK")
    for _ in range(2):
        await put_something(opened)
    said = [(record.levelno, record.getMessage()) for record in caplog.records]
    assert [level for level, _ in said] == [logging.WARNING, logging.WARNING]
    assert "can't be reached, or others keep it locked (database is locked)" in said[0][1]
    assert "answers again, after 0 s" in said[1][1]


def test_a_transaction_from_before_a_trouble_does_not_end_it(caplog: pytest.LogCaptureFixture) -> None:
    outages = Outages("crux.db")
    before = outages.begun
    outages.begin(StoreBusy, "Connection refused", writing=False)
    outages.end(before, writing=True)
    assert [record.getMessage()[:32] for record in caplog.records] == ["The database crux.db can't be re"]
    outages.end(outages.begun, writing=False)
    assert "answers again" in caplog.records[-1].getMessage()


async def test_a_database_that_is_closed_is_no_outage(
    opened: Store, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put_something(opened)
    await opened.close()
    for engine in ("_engine", "_readers"):
        monkeypatch.setattr(opened, engine, None)  # whatever is left of it fails
    for use in (opened.read, opened.write):
        with pytest.raises(StoreBusy):
            async with use():
                raise AssertionError("it is closed")
    assert caplog.text == ""


async def test_nothing_is_written_into_a_file_that_was_moved_away(
    opened: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await put_something(opened)
    moved = f"{opened.name}.moved"
    Path(opened.name).rename(moved)  # noqa: ASYNC240 - a test may wait
    for _ in range(2):
        with pytest.raises(StoreGone):
            await put_something(opened)
    with closing(sqlite3.connect(f"file:{moved}?immutable=1", uri=True)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'things'").fetchone() <= (1,)
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 1
    assert "its files were moved or deleted" in said[0]
    Path(moved).rename(opened.name)  # noqa: ASYNC240 - as above
    await put_something(opened)
    assert "is writable again" in caplog.records[-1].getMessage()


@pytest.mark.parametrize(
    ("error", "level"),
    [*((kind(), logging.DEBUG) for kind in (StoreBusy, StoreGone, StoreNotWritable, StoreUnsure, Announced)),
     (ValueError(), logging.ERROR)],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_what_follows_from_something_logged_is_not_logged_as_an_error(
    caplog: pytest.LogCaptureFixture, error: Exception, level: int
) -> None:
    caplog.set_level(logging.DEBUG)
    log_failure(logging.getLogger("anything"), error, "Couldn't do %d things: %s", 3, type(error).__name__)
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (level, f"Couldn't do 3 things: {type(error).__name__}")


async def test_whoever_is_watched_may_know_whether_anything_was_written(opened: Store) -> None:
    assert has_written()  # nobody has watched
    watch_writing()
    async with opened.read() as connection:
        await connection.execute(text("SELECT 1"))
    with pytest.raises(ValueError, match="no"):
        async with opened.write():
            raise ValueError("no")
    assert not has_written()
    await put_something(opened)
    assert has_written()
    watch_writing()
    assert not has_written()
