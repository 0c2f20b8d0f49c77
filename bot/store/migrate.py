"""Brings a database file up to date before it is used, or says why it can't. `upgrade` does PostgreSQL's as well.

Everything happens in one transaction that locks out other writers. So if two processes open the same file, they take
turns and the second finds nothing left to do. An existing database is copied before it is changed.
"""

import errno
import logging
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, NullPool, create_engine
from sqlalchemy.exc import DatabaseError

from bot.store import connections
from bot.store.errors import StoreOutOfReach, StoreUnusable
from bot.store.schema import metadata

log = logging.getLogger(__name__)

WAIT_SECONDS = 60.0
"""How long to wait for another process that is bringing the same database up to date, or keeps it locked."""

SAID_EVERY = 5.0
"""Seconds after which the log says that this goes on. No single try takes longer because of others."""

PAUSE = 0.1
"""Seconds between two tries."""

NO_ROOM = 64 * 1024
"""Bytes: with less than that SQLite can't write, whatever it says of it."""

DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
"""What the system says of files that can't be written."""

_MAYBE_FULL = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})

PRIVATE = 0o600
"""The mode of the file and its copies. They contain seeds of running matches, so only the bot's user may read them."""

one_at_a_time = threading.Lock()
"""Held while migrations run, because Alembic keeps the current one in a global of its module."""


def bring_up_to_date(path: Path) -> None:
    """Creates the database in this file, or migrates it to this release. Raises StoreUnusable if it can't."""
    patience = Patience(path)
    while True:
        try:
            with one_at_a_time:
                _examine(path)
                _migrate(path)
            return
        except (OSError, sqlite3.DatabaseError, DatabaseError) as error:
            cause = error.orig if isinstance(error, DatabaseError) else error
            if _is_locked(cause) and patience.is_left():
                time.sleep(PAUSE)
                continue
            log.error("Can't use the database %s: %s", path, cause)
            raise _refusal(path, cause) from None


class Patience:
    """How a start waits for somebody else's lock, from now on: for `WAIT_SECONDS`, and the log says so."""

    def __init__(self, name: object) -> None:
        self._name, self._began = name, time.monotonic()
        self._said = self._began

    def is_left(self) -> bool:
        """Whether to try again."""
        now = time.monotonic()
        left = self._began + WAIT_SECONDS - now
        if left > 0 and now - self._said >= SAID_EVERY:
            self._said = now
            log.warning(
                "The database %s is locked by another program. Trying again for another %.0f seconds.", self._name, left
            )
        return left > 0


def script_directory() -> Path:
    """The migrations."""
    return Path(__file__).parent / "migrations"


def is_older(revision: str | None) -> bool:
    """Whether a database of this revision is one of an earlier release that can be brought up to date; None is new."""
    revisions = [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]
    return revision in revisions[1:]


def upgrade(connection: Connection, name: object, prepare: Callable[[str], object] | None = None) -> bool:
    """Makes or migrates the tables of a database in its open transaction; returns whether that changed anything.

    `prepare` gets the revision of a database before its tables change. Raises StoreUnusable for one of a newer release
    or from before the first one.
    """
    config = _config()
    scripts, context = ScriptDirectory.from_config(config), MigrationContext.configure(connection)
    current, head = context.get_current_revision(), scripts.get_current_head()
    if current == head:
        return False
    if current is None:
        metadata.create_all(connection)
        context.stamp(scripts, "head")
        log.info("Created the tables of the database %s.", name)
        return True
    if not is_older(current):
        raise StoreUnusable(_unknown(name, current, scripts.get_base()))
    if prepare is not None:
        prepare(current)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    log.info("Migrated the database %s from %s to %s.", name, current, head)
    return True


def _unknown(name: object, revision: str, first: str | None) -> str:
    """Why a database can't be used of which this release doesn't know the revision. The numbers of revisions grow."""
    if first is not None and revision < first:
        return (
            f"The database {name} is older than the first release of the bot ({revision}) and can't be brought up to "
            "date. Choose another one in DATABASE_URL."
        )
    return (
        f"The database {name} was made by a newer release of the bot ({revision}). Install that release "
        "or a newer one, or restore the copy made before it was upgraded."
    )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(script_directory()).replace("%", "%%"))
    return config


def _migrate(path: Path) -> None:
    # No pool, and no transactions by the driver: foreign keys can be switched off only outside a transaction.
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=NullPool,
        connect_args={"isolation_level": None, "timeout": SAID_EVERY},
        hide_parameters=True,
    )
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql(f"PRAGMA synchronous = {connections.SYNCHRONOUS}")
        connection.commit()
        with connection.begin():
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            if not upgrade(connection, path, lambda revision: _copy(path, revision)):
                _write_nothing(connection)
                return
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            if broken:
                raise StoreUnusable(
                    f"The database {path} can't be migrated: rows that would point to nothing: {len(broken)}. "
                    "It's unchanged. Please report this with the bot's version."
                )


def _write_nothing(connection: Connection) -> None:
    """Writes a value that is already there. Otherwise SQLite begins transactions even in a file it can't write."""
    version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    connection.exec_driver_sql(f"PRAGMA user_version = {version}")


def _copy(path: Path, revision: str) -> None:
    """Copies the file to the same folder, under a name with its revision and the time."""
    copy = path.with_name(f"{path.name}.{revision}.{datetime.now(UTC):%Y%m%dT%H%M%SZ}.backup")
    copy_to(copy, path)
    log.info("Backed up the database to %s before migrating it.", copy)


def copy_to(copy: Path, path: Path) -> None:
    """Copies the database in `path` as it is at one moment; the copy appears under its name when it is whole."""
    unfinished = copy.with_name(copy.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=PRIVATE, exist_ok=False)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    unfinished.rename(copy)


def examine(connection: sqlite3.Connection, path: Path) -> bool:
    """Checks that the file is sound and the bot's own; returns whether it is empty. Raises StoreUnusable."""
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        log.error("The database %s is damaged: %s", path, verdict)
        raise StoreUnusable(_damage_message(path))
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and "alembic_version" not in tables:
        raise StoreUnusable(f"The file {path} is another program's database. Choose another file for the bot.")
    return not tables


def _examine(path: Path) -> None:
    """Checks that the file is new, or sound and the bot's own, and switches it permanently to write-ahead logging."""
    if not path.exists():
        path.touch(mode=PRIVATE)
    deadline = time.monotonic() + SAID_EVERY
    with closing(sqlite3.connect(path, timeout=SAID_EVERY)) as connection:
        examine(connection, path)
        while True:
            try:
                mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
                break
            except sqlite3.OperationalError as error:
                # SQLite doesn't wait by itself when another process switches at the same moment.
                if not _is_locked(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
        if mode != "wal":
            raise StoreUnusable(
                f"The file system of {path} can't keep a write-ahead log. Put the database on a local disk."
            )


def _damage_message(path: Path) -> str:
    return (
        f"The file {path} is damaged or isn't a database. Restore a copy (copies end in .backup), "
        "or move it away to start with an empty one."
    )


def _is_locked(cause: BaseException | None) -> bool:
    return _kind(cause) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _kind(cause: BaseException | None) -> int:
    """SQLite's code without its details; 0 for other errors."""
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF


def _refusal(path: Path, cause: BaseException | None) -> StoreUnusable:
    kind, number = _kind(cause), getattr(cause, "errno", None)
    if kind in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return StoreUnusable(_damage_message(path))
    if _is_locked(cause):
        return StoreOutOfReach(f"The database {path} is locked by another program. Stop that program and start again.")
    if kind == sqlite3.SQLITE_FULL or number in DISK_FULL or (kind in _MAYBE_FULL and _has_no_room(path)):
        return StoreUnusable(f"The disk with the database {path} is full. Free some space and start again.")
    if kind == sqlite3.SQLITE_READONLY or number in READ_ONLY:
        return StoreUnusable(f"The database {path} can't be written. Allow the bot to write the file and its folder.")
    return StoreUnusable(
        f"The database {path} can't be opened ({cause}). Check that it is a file the bot may read and write."
    )


def _has_no_room(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < NO_ROOM
    except OSError:
        return False
