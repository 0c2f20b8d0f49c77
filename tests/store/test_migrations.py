"""Databases of earlier revisions: those since the first release are brought up to date, older ones are refused."""

# ruff: noqa: ASYNC240 - nothing else runs in the loop of a test

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import text

from bot.match import Matches
from bot.match.matches import utc_now
from bot.puzzles.runs import RunKind
from bot.store import Store, StoreUnusable, migrate
from bot.store.transfer import address_of
from tests.databases import put_database
from tests.postgresql import Server, needs_postgresql
from tests.store.files import set_revision

FIRST = "0028"
"""The revision of the first release's tables, which databases from before it had as well."""


PRACTICE = "puzzle_runs, exercises, progress, plans, scratch_positions"
"""The tables of what people practise."""


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(migrate.script_directory()).replace("%", "%%"))
    return ScriptDirectory.from_config(config)


def test_the_history_of_the_tables_begins_with_the_first_release() -> None:
    assert scripts().get_base() == FIRST


@pytest.mark.parametrize("revision", ["0001", "0019", "0027"])
async def test_a_database_from_before_the_first_release_is_refused_and_left_alone(
    tmp_path: Path, revision: str
) -> None:
    file = tmp_path / "crux.db"
    put_database(file)
    set_revision(file, revision)
    before = file.read_bytes()
    with pytest.raises(StoreUnusable, match=rf"older than the first release of the bot \({revision}\)"):
        await Store.open(address_of(file))
    assert (file.read_bytes(), [*tmp_path.iterdir()]) == (before, [file])


@pytest.mark.postgres
@needs_postgresql
async def test_one_on_postgresql_is_refused_as_well(postgresql_server: Server) -> None:
    address = postgresql_server.new()
    postgresql_server.execute(address, "UPDATE alembic_version SET version_num = '0027'")
    with pytest.raises(StoreUnusable, match=r"older than the first release of the bot \(0027\)"):
        await Store.open(address)


async def test_a_new_database_has_the_newest_revision(address: str) -> None:
    async with await Store.open(address) as store, store.read() as connection:
        assert await connection.scalar(text("SELECT version_num FROM alembic_version")) >= FIRST


OLDER = (
    "".join(f"DROP TABLE {table};" for table in PRACTICE.split(", "))
    + """
DROP TABLE web_sessions;
DROP TABLE match_addresses;
DROP TABLE personal_blocks;
DROP TABLE digests;
DROP TABLE searches;
DROP TABLE orders;
ALTER TABLE leagues DROP COLUMN orders;
DROP INDEX ix_posts_message_id;
ALTER TABLE reminders DROP COLUMN tried_at;
UPDATE alembic_version SET version_num = '0029';
"""
)
"""Makes an older database of one of this release."""


async def is_complete(address: str) -> None:
    """Uses the tables that were added since."""
    async with await Store.open(address) as store:
        matches = Matches(store)
        opened = await matches.browsers.open(await matches.browsers.link(2**40, None))
        assert await matches.browsers.of_person(2**40) == [opened.browser]
        await matches.browsers.launch(2**40, 12, 2**41)
        assert (await matches.browsers.enter(2**40, 2**41)).match_id == 12
        await matches.personal_blocks.add(2**40, 2**41)
        assert await matches.personal_blocks.of_person(2**40) == [2**41]
        await matches.searches.begin(2**40, "cirondo", guild_id=None, interaction=1)
        assert [one.game for one in await matches.searches.of_person(2**40)] == ["cirondo"]
        assert await matches.orders.to_tell() == []
        await matches.dailies.seeds.prepare()
        run = await matches.puzzle_runs.start(2**40, "cirondo", RunKind.STREAK, utc_now(), guild_id=None)
        assert await matches.puzzle_runs.current(2**40) == run


async def test_an_older_database_gets_the_tables_added_since(tmp_path: Path) -> None:
    file = tmp_path / "crux.db"
    put_database(file)
    with closing(sqlite3.connect(file)) as database, database:
        database.executescript(OLDER)
    await is_complete(address_of(file))


@pytest.mark.postgres
@needs_postgresql
async def test_one_on_postgresql_does_too(postgresql_server: Server) -> None:
    address = postgresql_server.new()
    postgresql_server.execute(address, OLDER)
    await is_complete(address)
