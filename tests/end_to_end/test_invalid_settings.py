"""`python -m bot`, really started with settings that can't be right: one sentence, no secret, and status 78.

A service manager doesn't restart the bot then (docs/hosting.md). tests/test_config.py and tests/store have more cases
without a start.
"""

import os
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.command_line.setup import CANNOT_START
from tests.databases import put_database
from tests.end_to_end.house import House
from tests.end_to_end.nursery import NURSERY
from tests.postgresql import Server, needs_postgresql
from tests.waiting import in_time

SECRET = "very-secret"  # noqa: S105 - a value to look for, no secret
NOWHERE = "http://127.0.0.1:9"

Settings = dict[str, str]


def newer_schema(folder: Path, revision: str = "9999") -> Settings:
    put_database(folder / "crux.db")
    with closing(sqlite3.connect(folder / "crux.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    return {"DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'crux.db'}"}


def too_old_schema(folder: Path) -> Settings:
    return newer_schema(folder, "0027")


def file_in_place_of_the_folder(folder: Path) -> Settings:
    (folder / "data").touch()
    return {"DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'data' / 'crux.db'}"}


def unwritable_folder(folder: Path) -> Settings:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    folder.chmod(0o500)
    return {"DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'crux.db'}"}


CASES: list[tuple[Settings | Callable[[Path], Settings], str]] = [
    ({"DATABASE_URL": SECRET}, "The address of the database can't be read."),
    ({"DATABASE_URL": f"postgresql://crux:{SECRET}@localhost/crux"}, "must begin with postgresql+asyncpg://"),
    ({"DATABASE_URL": f"postgresql+asyncpg://crux:{SECRET}@@localhost/crux"}, "Write %40 for each @"),
    ({"DATABASE_URL": f"postgresql+asyncpg://crux:{SECRET}@localhost:0/crux?colour=red"}, "a port up to 65535"),
    ({"DATABASE_URL": f"postgresql+asyncpg://crux:{SECRET}@localhost:1/crux?colour=red"}, "Check DATABASE_URL."),
    (newer_schema, "was made by a newer release"),
    (too_old_schema, "is older than the first release of the bot"),
    (file_in_place_of_the_folder, "can't be created"),
    (unwritable_folder, "can't be opened"),
    ({"METRICS_PORT": "taken"}, "METRICS_PORT is wrong"),
    ({"METRICS_PORT": "0", "METRICS_HOST": "256.1.1.1"}, "METRICS_PORT can't be used"),
    ({"REQUESTS_PER_SECOND": "nan"}, "REQUESTS_PER_SECOND is wrong"),
    ({"SHARD_COUNT": "4", "SHARDS": "2-4"}, "SHARDS is wrong"),
    ({"SENTRY_DSN": SECRET}, "SENTRY_DSN isn't the address of a project on Sentry."),
    ({"LOG_FORMAT": "xml"}, "LOG_FORMAT is wrong"),
    ({"SOURCE_URL": "our copy"}, "SOURCE_URL is wrong"),
]


async def refusal(folder: Path, settings: Settings) -> str:
    """The sentence with which the bot ends."""
    environment = {**House(folder).environment, "METRICS_PORT": "", **settings}
    process = await NURSERY.bear("join", NOWHERE, folder=folder, environment=environment)
    text = (await in_time(process.stdout.read())).decode()
    assert await process.wait() == CANNOT_START, text
    assert SECRET not in text
    assert "Traceback" not in text
    return text.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize(("settings", "said"), CASES, ids=lambda given: given if isinstance(given, str) else "")
async def test_one_sentence_says_what_is_wrong(
    tmp_path: Path, settings: Settings | Callable[[Path], Settings], said: str
) -> None:
    assert said in await refusal(tmp_path, settings if isinstance(settings, dict) else settings(tmp_path))


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


@pytest.mark.slow
async def test_a_port_for_metrics_that_is_taken(tmp_path: Path, taken_port: int) -> None:
    assert "METRICS_PORT can't be used" in await refusal(tmp_path, {"METRICS_PORT": str(taken_port)})


@pytest.mark.slow
@pytest.mark.postgres
@needs_postgresql
class TestOnPostgreSQL:
    @pytest.mark.parametrize(
        ("change", "said"),
        [
            (lambda server: server.url("nothing"), "Create it, or correct DATABASE_URL."),
            (lambda server: server.new().replace("crux@", f"nobody:{SECRET}@"), "refuses the user or the password"),
            (lambda server: server.empty("LATIN1"), "Create it again with ENCODING 'UTF8'."),
        ],
        ids=["no database", "no user", "another encoding"],
    )
    async def test_one_sentence_says_what_is_wrong(
        self, tmp_path: Path, postgresql_server: Server, change: Callable[[Server], str], said: str
    ) -> None:
        assert said in await refusal(tmp_path, {"DATABASE_URL": change(postgresql_server)})

    @pytest.mark.parametrize(
        ("revision", "said"), [("9999", "was made by a newer release"), ("0027", "is older than the first release")]
    )
    async def test_a_schema_of_another_release(
        self, tmp_path: Path, postgresql_server: Server, revision: str, said: str
    ) -> None:
        address = postgresql_server.new()
        postgresql_server.execute(address, f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608
        assert said in await refusal(tmp_path, {"DATABASE_URL": address})
