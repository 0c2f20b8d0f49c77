"""Whether a release would change the tables, asked before it does."""

from pathlib import Path

import pytest

from bot.client import run_bot
from bot.shards.leases import LeasesUnusable
from bot.store.revisions import would_migrate
from tests.store.test_migrations import current, to_revision, url


async def test_a_database_of_this_release_stays_as_it_is(address: str) -> None:
    assert not await would_migrate(address)


async def test_a_database_of_an_earlier_release_would_be_changed(tmp_path: Path) -> None:
    to_revision(tmp_path / "crux.db", "0019")
    assert await would_migrate(url(tmp_path / "crux.db"))


async def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert not await would_migrate(url(tmp_path / "crux.db"))
    assert not (tmp_path / "crux.db").exists()


async def test_something_else_is_left_to_others(tmp_path: Path) -> None:
    (tmp_path / "crux.db").write_bytes(b"This is no database." * 100)
    assert not await would_migrate(url(tmp_path / "crux.db"))


async def test_a_release_that_changes_the_tables_replaces_no_process_that_runs(tmp_path: Path) -> None:
    to_revision(tmp_path / "crux.db", "0019")
    with pytest.raises(LeasesUnusable, match="start this one without --replace"):
        await run_bot("token", url(tmp_path / "crux.db"), replace=True)
    assert current(tmp_path / "crux.db") == "0019"
