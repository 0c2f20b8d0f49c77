"""A PostgreSQL server of the tests' own, made from the system's programs in a temporary folder, reached by a socket."""

import asyncio
import os
import pwd
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import URL, make_url

from bot.store.postgresql import PostgreSQL
from bot.store.schema import metadata

try:
    import asyncpg
except ImportError:
    asyncpg = None

T = TypeVar("T")

_FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
INITDB = shutil.which("initdb", path=os.pathsep.join([os.environ.get("PATH", ""), *map(str, reversed(_FOLDERS))]))
IS_INSTALLED = INITDB is not None and asyncpg is not None
INSTALL = "apt-get install postgresql"

needs_postgresql = pytest.mark.skipif(not IS_INSTALLED, reason=f"no PostgreSQL is installed: {INSTALL}")

NOBODY = pwd.getpwnam("nobody")
"""Who runs the server if the tests run as root, since PostgreSQL refuses to."""

UP_TO_DATE: set[URL] = set()
"""Databases of this release: whoever opens one needn't look first whether it is."""

GUARDED = ("guarded",)
"""The users who need a password, once a test has made them."""

SETTINGS = {
    "listen_addresses": "''",
    "fsync": "off",  # processes die in tests, machines don't
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "200",
    "autovacuum": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}


DURABLE = {"synchronous_commit": "on"}
"""Settings of a server that dies in a test, after which what was committed is there."""

TRIES = 500
"""How often a server is started whose children may still be there."""


LOST = (OSError, asyncpg.CannotConnectNowError, asyncpg.PostgresConnectionError, asyncpg.InternalClientError)
"""How a server looks to the driver that is starting, or has ended."""


def is_server(process: int) -> bool:
    """Whether a server's process is still there: another program's may have its number by now."""
    try:
        return Path(f"/proc/{process}/comm").read_text().strip() == "postgres"
    except FileNotFoundError:
        return False


class Server:
    """A running server. Its databases are made quickly: copies of one that has the tables already."""

    TEMPLATE = "template_crux"

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self.folder = folder
        self._settings = settings
        self._databases = 0
        self._has_template = False
        self._reused: str | None = None
        # What it asks itself runs on a loop in a thread of its own, since the caller may have a loop.
        self._thread = ThreadPoolExecutor(1)
        self._loop = asyncio.new_event_loop()
        self._clearing: Any = None

    def _await(self, asked: Coroutine[Any, Any, T]) -> T:
        return self._thread.submit(self._loop.run_until_complete, asked).result()

    def make(self) -> None:
        """Makes what the server needs in its folder."""
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY.pw_uid, NOBODY.pw_gid)
        self._program("initdb", "-U", "crux", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        rules = self.folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all {','.join(GUARDED)} scram-sha-256\n{rules.read_text()}")

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        self._program(*self._starting)

    def crash(self) -> None:
        """Ends the server as a power cut would, except that what it has written is there."""
        self._program("pg_ctl", "-m", "immediate", "stop")

    @property
    def postmaster(self) -> int:
        """The process that is the server: the others are its children."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def die(self) -> None:
        """Kills the postmaster, if that hasn't happened. What its children are doing they do to the end."""
        if is_server(self.postmaster):
            os.kill(self.postmaster, signal.SIGKILL)

    def revive(self) -> None:
        """Starts a server whose postmaster was killed, as soon as its children are gone."""
        for _ in range(TRIES):
            if self._program(*self._starting, check=False):
                return
            time.sleep(0.02)
        raise RuntimeError("The server doesn't start again.")

    def end_connections(self, database: str, choices: random.Random) -> None:
        """Ends the server's side of some connections to a database, by address, whatever they are doing."""
        query = "SELECT pid FROM pg_stat_activity WHERE application_name = 'crux'"
        for (pid,) in self.rows(database, query):
            if choices.random() < 0.5:
                self.rows(database, "SELECT pg_terminate_backend($1)", pid)

    @property
    def _starting(self) -> list[str]:
        options = " ".join([f"-k {self.folder}", *(f"-c {name}={value}" for name, value in self._settings.items())])
        return ["pg_ctl", "-l", str(self.folder / "log"), "-w", "-o", options, "start"]

    def _program(self, name: str, *arguments: str, check: bool = True) -> bool:
        """Runs a program of PostgreSQL; returns whether it succeeded, unless it must."""
        if INITDB is None:
            raise RuntimeError("No PostgreSQL is installed.")
        user: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = {"user": NOBODY.pw_uid, "group": NOBODY.pw_gid, "extra_groups": []}
        command = [str(Path(INITDB).resolve().with_name(name)), "-D", str(self.folder / "data"), *arguments]
        out = None if check else subprocess.DEVNULL
        done = subprocess.run(command, check=check, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=out, **user)
        return done.returncode == 0

    def url(self, database: str, user: str = "crux") -> str:
        """The address of a database on this server. All users but those in `GUARDED` may come in."""
        return f"postgresql+asyncpg://{user}@/{database}?host={self.folder}"

    def empty(self, encoding: str = "UTF8") -> str:
        """The address of a new database without any tables."""
        return self._new(f"template0 ENCODING '{encoding}'")

    def new(self) -> str:
        """The address of a new database of this release in which nothing has happened yet."""
        self._prepare()
        return self._new(self.TEMPLATE)

    def cleared(self) -> str:
        """The address of a database in which nothing has happened yet: each time the same one, cleared.

        Whoever had it before must have closed it.
        """
        if self._reused is None:
            self._reused = self.new()
            UP_TO_DATE.add(make_url(self._reused))
        else:
            self._await(self._clear(make_url(self._reused).database))
        return self._reused

    async def _clear(self, database: str | None) -> None:
        """On a connection that stays open, since a new one has to learn first what all the tables are."""
        try:
            if self._clearing is None:
                self._clearing = await asyncpg.connect(host=str(self.folder), user="crux", database=database)
            await self._clearing.execute("SELECT clear_all()")
        except (OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError):  # a test has ended it
            self._clearing = await asyncpg.connect(host=str(self.folder), user="crux", database=database)
            await self._clearing.execute("SELECT clear_all()")

    def execute(self, database: str, statements: str) -> None:
        """Runs statements in one of the databases, given by name or address."""
        database = make_url(database).database or "" if "://" in database else database

        async def go() -> None:
            connection = await asyncpg.connect(host=str(self.folder), user="crux", database=database)
            try:
                await connection.execute(statements)
            finally:
                await connection.close()

        self._await(go())

    def rows(self, address: str, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What a query of a database returns, whose parameters are $1, $2, ... It is tried again if the server is lost.

        So it may be a change as well, if making it twice is like making it once.
        """

        async def once() -> list[tuple[Any, ...]]:
            connection = await asyncpg.connect(host=str(self.folder), user="crux", database=make_url(address).database)
            try:
                return [tuple(row) for row in await connection.fetch(query, *values)]
            finally:
                connection.terminate()

        async def go() -> list[tuple[Any, ...]]:
            while True:
                try:
                    return await once()
                except LOST:
                    await asyncio.sleep(0.02)

        return self._await(go())

    def _prepare(self) -> None:
        if not self._has_template:
            self._has_template = True
            self.execute("postgres", f"CREATE DATABASE {self.TEMPLATE} TEMPLATE template0")
            self._thread.submit(PostgreSQL(make_url(self.url(self.TEMPLATE))).bring_up_to_date).result()
            self.execute(self.TEMPLATE, _clearing())

    def _new(self, template: str) -> str:
        self._databases += 1
        name = f"test_{self._databases}"
        self.execute("postgres", f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)


def _clearing() -> str:
    """A function of the database that empties all tables. Most are empty, and asking is cheaper than deleting."""
    tables = [table.name for table in reversed(metadata.sorted_tables)]
    numbered = [table.name for table in metadata.sorted_tables if table.autoincrement_column is not None]
    steps = [f"IF EXISTS (SELECT FROM {table}) THEN DELETE FROM {table}; END IF;" for table in tables]  # noqa: S608 - our own names
    steps += [f"PERFORM setval('{table}_id_seq', 1, false);" for table in numbered]
    return f"CREATE FUNCTION clear_all() RETURNS void LANGUAGE plpgsql AS $$ BEGIN {' '.join(steps)} END $$"


@contextmanager
def started(other_settings: Mapping[str, str] | None = None) -> Iterator[Server]:
    """A server that runs while the context lasts."""
    folder = Path(tempfile.mkdtemp(prefix="crux-postgresql-"))  # a short path: sockets allow no long ones
    server = Server(folder, {**SETTINGS, **(other_settings or {})})
    try:
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.crash()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
