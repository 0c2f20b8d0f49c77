"""Databases that take little time: tests make very many."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store import connections, migrate
from bot.store.migrate import bring_up_to_date


@cache
def _new() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "crux.db"
        bring_up_to_date(file)
        return file.read_bytes()


def put_database(file: Path) -> None:
    """A database of this release in which nothing has happened yet."""
    file.write_bytes(_new())


@contextmanager
def quick_databases() -> Iterator[None]:
    """Databases of this process don't wait for the disk, and share what is the same for all of them.

    Processes die in tests, machines don't: what SQLite has written is there whether or not the disk has it yet. Each
    test has an engine for its own database. The first one puts a statement together, which takes longer than asking
    it; the others have it from there. The migrations are read once.
    """
    read = ScriptDirectory.from_config
    statements: dict[str, Any] = {}
    scripts: dict[str | None, ScriptDirectory] = {}
    ours = str(migrate.script_directory()).replace("%", "%%")

    def made(*given: Any, **named: Any) -> AsyncEngine:
        engine = create_async_engine(*given, **named)
        statements.setdefault("kept", engine.sync_engine._compiled_cache)
        engine.sync_engine._compiled_cache = statements["kept"]
        return engine

    def known(config: Config) -> ScriptDirectory:
        place = config.get_main_option("script_location")
        if place != ours:
            return read(config)
        if place not in scripts:
            scripts[place] = read(config)
        return scripts[place]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "SYNCHRONOUS", "OFF")
        patch.setattr("bot.store.store.create_async_engine", made)
        patch.setattr(ScriptDirectory, "from_config", known)
        # Statements are kept for a dialect: one that is set up like another has the same.
        patch.setattr(SQLiteDialect_aiosqlite, "__eq__", lambda self, other: type(self) is type(other))
        patch.setattr(SQLiteDialect_aiosqlite, "__hash__", lambda self: hash(type(self)))
        yield
