"""Whether a release would change the tables, asked before it does."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.client import run_bot
from bot.shards.leases import LeasesUnusable
from bot.store.revisions import would_migrate
from tests.databases import put_database
from tests.store.files import revision_of, set_revision, url

Release = Callable[[str | None], None]


async def test_a_database_of_this_release_stays_as_it_is(address: str) -> None:
    assert not await would_migrate(address)


async def test_a_database_of_an_earlier_release_would_be_changed(tmp_path: Path, release: Release) -> None:
    put_database(tmp_path / "crux.db")
    release("ALTER TABLE users ADD COLUMN nickname TEXT")
    assert await would_migrate(url(tmp_path / "crux.db"))


@pytest.mark.parametrize("revision", ["0019", "9999"])
async def test_one_that_this_release_does_not_know_would_not(tmp_path: Path, revision: str) -> None:
    put_database(tmp_path / "crux.db")
    set_revision(tmp_path / "crux.db", revision)
    assert not await would_migrate(url(tmp_path / "crux.db"))


async def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert not await would_migrate(url(tmp_path / "crux.db"))
    assert not (tmp_path / "crux.db").exists()


async def test_something_else_is_left_to_others(tmp_path: Path) -> None:
    (tmp_path / "crux.db").write_bytes(b"This is no database." * 100)
    assert not await would_migrate(url(tmp_path / "crux.db"))


async def test_a_release_that_changes_the_tables_replaces_no_process_that_runs(
    tmp_path: Path, release: Release
) -> None:
    file = tmp_path / "crux.db"
    put_database(file)
    before = revision_of(file)
    release("ALTER TABLE users ADD COLUMN nickname TEXT")
    with pytest.raises(LeasesUnusable, match="start this one without --replace"):
        await run_bot("token", url(file), replace=True)
    assert revision_of(file) == before


async def test_an_address_that_its_driver_does_not_take_is_left_to_others() -> None:
    assert not await would_migrate("postgresql+asyncpg://crux:secret@localhost:1/crux?colour=red")
