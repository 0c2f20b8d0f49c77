"""What may stand in DATABASE_URL, and what the bot says of everything else."""

from pathlib import Path

import pytest

from bot.store import StoreUnusable
from bot.store.sqlite import SQLite
from bot.store.store import EXAMPLE, database_of

OTHER_PORT = f"DATABASE_URL needs the name of a database, and a port up to 65535. {EXAMPLE}"


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("postgresql+asyncpg://crux:secret@localhost/crux", "crux on localhost"),
        ("postgresql+asyncpg://crux:secret@db.example:1/crux", "crux on db.example:1"),
        ("postgresql+asyncpg://crux:secret@db.example:65535/crux", "crux on db.example:65535"),
        ("postgresql+asyncpg:///crux", "crux on localhost"),
        ("postgresql+asyncpg:///crux?host=/run/postgresql", "crux on /run/postgresql"),
        ("sqlite+aiosqlite:///data/crux.db", "data/crux.db"),
        ("sqlite+aiosqlite:////var/lib/crux.db", "/var/lib/crux.db"),
        ("sqlite:///crux.db", "crux.db"),
    ],
)
def test_a_database_is_named_without_its_password(address: str, name: str) -> None:
    assert database_of(address).name == name


def test_an_address_of_sqlite_is_that_of_a_file() -> None:
    database = database_of("sqlite+aiosqlite:///data/crux.db")
    assert isinstance(database, SQLite)
    assert database.path == Path("data/crux.db")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("crux.db", f"The address of the database can't be read. {EXAMPLE}"),
        ("postgresql+asyncpg://crux@localhost:many/crux", f"The address of the database can't be read. {EXAMPLE}"),
        ("postgresql+asyncpg://crux@localhost", OTHER_PORT),
        ("postgresql+asyncpg://crux@localhost:0/crux", OTHER_PORT),
        ("postgresql+asyncpg://crux@localhost:65536/crux", OTHER_PORT),
        (
            "postgresql+asyncpg://crux:a@b@localhost/crux",
            "Write %40 for each @ of the password in DATABASE_URL.",
        ),
        *(
            (
                f"{kind}://crux@localhost/crux",
                "PostgreSQL's address must begin with postgresql+asyncpg:// in DATABASE_URL.",
            )
            for kind in ("postgresql", "postgres", "postgresql+psycopg")
        ),
        (
            "mysql://crux@localhost/crux",
            f"The database can't be of the kind mysql; only SQLite and PostgreSQL are. {EXAMPLE}",
        ),
        *(
            (
                f"sqlite+aiosqlite://{rest}",
                f"The database must be a file, or nothing would be left after a restart. {EXAMPLE}",
            )
            for rest in ("", "/:memory:", "/file:crux.db")
        ),
        *(
            (
                f"sqlite+aiosqlite://{rest}",
                f"The path of SQLite's file comes after three slashes in DATABASE_URL. {EXAMPLE}",
            )
            for rest in ("data/crux.db", "crux@/crux.db")
        ),
    ],
)
def test_any_other_address_is_refused_with_what_to_write(address: str, sentence: str) -> None:
    with pytest.raises(StoreUnusable) as refusal:
        database_of(address)
    assert str(refusal.value) == sentence
