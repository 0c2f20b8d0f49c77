"""Copies of a database file, made while others use it. `bot.store.transfer` copies databases on servers."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.errors import StoreUnusable
from bot.store.migrate import bring_up_to_date, copy_to, examine


def back_up(path: Path, target: Path) -> None:
    """Copies a database in use to a new file that only this user may read. Raises StoreUnusable."""
    if not path.exists():
        raise StoreUnusable(f"There is no database {path} to copy.")
    place_for(target)
    try:
        copy_to(target, path)
    except (OSError, sqlite3.DatabaseError) as error:
        raise StoreUnusable(f"{path} can't be copied to {target} ({error}).") from None


def restore(copy: Path, path: Path) -> None:
    """Makes the database from a copy, of this release or an earlier one, and migrates it. Raises StoreUnusable.

    The copy stays as it is. A database that exists already is never replaced.
    """
    if not copy.exists():
        raise StoreUnusable(f"There is no copy {copy}.")
    place_for(path)
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            if examine(connection, copy):
                raise StoreUnusable(f"{copy} holds no database.")
        copy_to(path, copy)
    except (OSError, sqlite3.DatabaseError) as error:
        raise StoreUnusable(f"{copy} can't be restored to {path} ({error}).") from None
    bring_up_to_date(path)


def place_for(target: Path) -> None:
    """Makes the folder of a file that is to be written. Raises StoreUnusable if the file is there, or half of it."""
    # SQLite would take what an earlier database of that name left in its log for a part of the new one.
    for file in (target, target.with_name(f"{target.name}-wal"), target.with_name(f"{target.name}-shm")):
        if file.exists():
            raise StoreUnusable(f"{file} exists already. Move it away, or choose another name.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnusable(f"The folder {target.parent} can't be created ({error.strerror}).") from None
