"""What errors of the databases mean: to the bot while it runs, and to the host when it starts."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from bot.store import StoreBusy, StoreNotWritable, StoreUnusable, migrate
from bot.store.migrate import bring_up_to_date
from bot.store.postgresql import PostgreSQL
from bot.store.sqlite import SQLite

SERVER = PostgreSQL(make_url("postgresql+asyncpg://crux:secret@db.example/crux"))


def of_sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("as SQLite says")
    error.sqlite_errorcode = code
    return error


class ServerError(Exception):
    """As PostgreSQL's driver raises it."""

    def __init__(self, code: str, words: str = "as the server says\nDETAIL: secret") -> None:
        super().__init__(words)
        self.sqlstate = code


def wrapped(error: Exception, *, lost: bool = False) -> DBAPIError:
    """As SQLAlchemy raises it."""
    return DBAPIError("SELECT", {}, error, connection_invalidated=lost)


@pytest.mark.parametrize(
    ("code", "meaning"),
    [
        (sqlite3.SQLITE_BUSY, StoreBusy),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StoreBusy),
        (sqlite3.SQLITE_LOCKED, StoreBusy),
        (sqlite3.SQLITE_FULL, StoreNotWritable),
        (sqlite3.SQLITE_READONLY, StoreNotWritable),
        (sqlite3.SQLITE_READONLY_DBMOVED, StoreNotWritable),
        (sqlite3.SQLITE_IOERR_FSYNC, StoreNotWritable),
        (sqlite3.SQLITE_CANTOPEN, StoreNotWritable),
        (sqlite3.SQLITE_PERM, StoreNotWritable),
        (sqlite3.SQLITE_ERROR, None),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, None),
        (sqlite3.SQLITE_CORRUPT, None),
    ],
)
def test_what_sqlite_means_is_in_the_lower_bits_of_its_code(code: int, meaning: type[Exception] | None) -> None:
    assert SQLite(Path("crux.db")).trouble(wrapped(of_sqlite(code))) is meaning


def test_an_error_that_is_none_of_sqlite_means_nothing_of_the_file() -> None:
    assert SQLite(Path("crux.db")).trouble(OSError("busy")) is None


SERVER_CODES: list[tuple[str, type[Exception] | None, str]] = [
    ("55P03", StoreBusy, "The database crux on db.example is locked by another process. Stop it and start again."),
    *(
        (
            code,
            StoreBusy,
            "crux on db.example can't be reached (as the server says). "
            "Check DATABASE_URL, and that PostgreSQL runs there.",
        )
        for code in ("08006", "57P01", "57P03", "53300")
    ),
    *(
        (
            code,
            StoreBusy,
            "The database crux on db.example can't be used (as the server says). Check DATABASE_URL.",
        )
        for code in ("40001", "40P01", "57014")
    ),
    (
        "25006",
        StoreNotWritable,
        "The database crux on db.example can only be read. Point DATABASE_URL to the primary server.",
    ),
    (
        "42501",
        StoreNotWritable,
        "The user of DATABASE_URL can't create tables in crux on db.example. Make it the owner of the database.",
    ),
    *(
        (
            code,
            StoreNotWritable,
            "The database crux on db.example can't be used (as the server says). Check DATABASE_URL.",
        )
        for code in ("53100", "58030")
    ),
    *(
        (
            code,
            None,
            "PostgreSQL refuses the user or the password for crux on db.example. Check both in DATABASE_URL.",
        )
        for code in ("28P01", "28000")
    ),
    ("3D000", None, "There is no database crux on db.example. Create it, or correct DATABASE_URL."),
    *(
        (code, None, "The database crux on db.example can't be used (as the server says). Check DATABASE_URL.")
        for code in ("23505", "")
    ),
]


def refusal_of(error: Exception, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the operator reads if bringing the server's database up to date ends like this."""

    async def fail(_: PostgreSQL) -> None:
        raise error

    monkeypatch.setattr(PostgreSQL, "_bring_up_to_date", fail)
    with pytest.raises(StoreUnusable) as refusal:
        SERVER.bring_up_to_date()
    return str(refusal.value)


@pytest.mark.parametrize(("code", "meaning", "sentence"), SERVER_CODES)
@pytest.mark.parametrize("as_raised", [wrapped, lambda error: error], ids=["by SQLAlchemy", "by the driver"])
def test_what_a_servers_code_means(
    code: str,
    meaning: type[Exception] | None,
    sentence: str,
    as_raised: Callable[[Exception], Exception],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    error = as_raised(ServerError(code))
    assert SERVER.trouble(error) is meaning
    assert refusal_of(error, monkeypatch) == sentence


@pytest.mark.parametrize(
    ("error", "meaning", "reason"),
    [
        (wrapped(ServerError("", "gone"), lost=True), StoreBusy, "can't be reached (gone)"),
        (ConnectionRefusedError("refused"), StoreBusy, "can't be reached (refused)"),
        (TimeoutError(), StoreBusy, "can't be reached (TimeoutError)"),
        (ValueError("odd"), None, "can't be used (odd)"),
    ],
)
def test_a_lost_server_is_one_that_may_come_back(
    error: Exception, meaning: type[Exception] | None, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert SERVER.trouble(error) is meaning
    assert f"crux on db.example {reason}" in refusal_of(error, monkeypatch)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        *(
            (
                code,
                "The file {file} is damaged or isn't a database. Restore a copy (copies end in .backup), "
                "or move it away to start with an empty one.",
            )
            for code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CORRUPT_INDEX)
        ),
        *(
            (code, "The database {file} is locked by another program. Stop that program and start again.")
            for code in (sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_BUSY_RECOVERY)
        ),
        (sqlite3.SQLITE_FULL, "The disk with the database {file} is full. Free some space and start again."),
        *(
            (code, "The database {file} can't be written. Allow the bot to write the file and its folder.")
            for code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_READONLY_DIRECTORY)
        ),
        (
            sqlite3.SQLITE_IOERR,
            "The database {file} can't be opened (as SQLite says). Check that it is a file the bot may read and write.",
        ),
    ],
)
def test_a_file_that_can_not_be_used_is_refused_with_what_to_do(
    code: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bool:
        raise of_sqlite(code)

    monkeypatch.setattr(migrate, "examine", fail)
    monkeypatch.setattr(migrate, "WAIT_SECONDS", 0)
    with pytest.raises(StoreUnusable) as refusal:
        bring_up_to_date(tmp_path / "crux.db")
    assert str(refusal.value) == sentence.format(file=tmp_path / "crux.db")
