"""SQLite in the loop: the bot's own statements on a real file, without threads and without waiting in real time.

Each statement takes a moment of virtual time. Whoever finds the database locked tries again until its patience is
over. A process that dies leaves what it hasn't committed.
"""

import random
import re
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Any

from greenlet import getcurrent, greenlet

from simulation.instead import put
from simulation.loop import PROCESS, Died, VirtualLoop

USUAL = 0.0004  # seconds that a statement takes on average
AGAIN = 0.02  # seconds between two tries to get a lock
_PATIENCE = re.compile(r"PRAGMA busy_timeout = (\d+)")

Trouble = Callable[[str], None]
"""Called with each statement; may raise what SQLite raises, or sleep."""


class DiskFault(sqlite3.OperationalError):
    """What SQLite says when something is wrong with the disk."""

    def __init__(self, words: str, code: int) -> None:
        super().__init__(words)
        self.sqlite_errorcode = code


class Disk:
    """What all databases of the simulation have in common."""

    def __init__(self, loop: VirtualLoop, chance: random.Random) -> None:
        self.loop = loop
        self.chance = chance
        self.before: Trouble = _nothing
        self.after: Trouble = _nothing
        self.commits = 0
        self.on_commit: list[Callable[[], None]] = []
        """Called when a process of the bot has committed."""
        self.synchronous = ""
        """What the bot has set, which is what power cuts go by."""

    def delay(self) -> float:
        return self.chance.expovariate(1 / USUAL)


_disk: Disk | None = None


def _nothing(_: str) -> None:
    """No trouble."""


def disk() -> Disk:
    if _disk is None:
        raise RuntimeError("No disk has been put in.")
    return _disk


class SimulatedConnection(sqlite3.Connection):
    """A connection of a process of the simulation, closed when that dies. It never waits for a lock itself."""

    def __init__(self, database: Any, timeout: float = 5.0, **named: Any) -> None:
        self.patience = timeout
        super().__init__(database, 0.0, **named)
        process = PROCESS.get()
        if process is not None:
            process.at_death.append(self._die)

    def _die(self) -> None:
        with suppress(sqlite3.Error):
            super().rollback()
        with suppress(sqlite3.Error):
            super().close()

    def cursor(self, factory: Any = None) -> Any:
        return super().cursor(factory or SimulatedCursor)

    def commit(self) -> None:
        writes = self.in_transaction
        if writes:
            try:
                disk().before("COMMIT")
            except DiskFault:
                super().rollback()  # as SQLite does where a commit fails
                raise
        super().commit()
        if writes:
            disk().commits += 1
            for tell in disk().on_commit:
                tell()
            disk().after("COMMIT")


class SimulatedCursor(sqlite3.Cursor):
    """Has a lock's patience in virtual time."""

    def execute(self, sql: str, parameters: Any = ()) -> "SimulatedCursor":
        connection: Any = self.connection
        if found := _PATIENCE.match(sql):
            connection.patience = int(found[1]) / 1000
            return self
        if sql == "BEGIN" and connection.in_transaction:  # a statement that is tried again
            return self
        try:
            disk().before(sql)
            super().execute(sql, parameters)
        except sqlite3.OperationalError as error:
            setattr(error, "patience", connection.patience)  # noqa: B010 - for `Jobs`
            raise
        return self


class Jobs:
    """In place of a connection's queue and thread: calls what is put in, in order, in the loop."""

    def __init__(self) -> None:
        self._waiting: deque[Any] = deque()
        self._busy = False

    def put_nowait(self, job: Any) -> None:
        if job is not None:
            self._waiting.append([*job, None])
            self._go_on()

    def _go_on(self) -> None:
        if self._waiting and not self._busy:
            self._busy = True
            disk().loop.call_later(disk().delay(), self._do)

    def _do(self) -> None:
        future, function, since = self._waiting[0]
        loop = disk().loop
        result: Any = None
        problem: BaseException | None = None
        try:
            result = function()
        except sqlite3.OperationalError as error:
            since = loop.time() if since is None else since
            self._waiting[0][2] = since
            if _is_busy(error) and loop.time() - since < getattr(error, "patience", 0.0):
                loop.call_later(AGAIN, self._do)
                return
            problem = error
        except Died:
            return
        except BaseException as error:
            problem = error
        self._waiting.popleft()
        if future is not None and not future.done():
            if problem is None:
                future.set_result(result)
            else:
                future.set_exception(problem)
        self._busy = False
        self._go_on()


def _is_busy(error: sqlite3.OperationalError) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class ThreadInLoop(greenlet):
    """In place of a thread: goes on in the loop, which goes on with others while this one sleeps."""

    def __init__(self, target: Callable[..., Any], args: tuple[Any, ...] = (), **_: Any) -> None:
        super().__init__(partial(target, *args))
        self.gr_context = copy_context()

    def start(self) -> None:
        process = PROCESS.get()
        if process is not None:
            process.at_death.append(self._die)
        self._go_on()

    def sleep(self, seconds: float) -> None:
        """Lets the loop go on until then."""
        disk().loop.call_later(seconds, self._go_on, context=self.gr_context)
        self.parent.switch()

    def _go_on(self) -> None:
        self.parent = getcurrent()
        self.switch()

    def _die(self) -> None:
        if self.gr_frame is not None:  # it sleeps
            self.parent = getcurrent()
            self.throw()


class ThreadOfConnection:
    """In place of a connection's thread, whose work `Jobs` does."""

    def __init__(self, **_: Any) -> None:
        """Has nothing to do."""

    def start(self) -> None:
        """Does nothing."""


def sleep(seconds: float) -> None:
    """In place of `time.sleep`."""
    current = getcurrent()
    if isinstance(current, ThreadInLoop):
        current.sleep(seconds)
    else:
        disk().loop.clock.sleep(seconds)


def _same_for_all(_: object) -> int:
    return 1


def put_in(loop: VirtualLoop, chance: random.Random) -> Disk:
    """Makes all databases of this process work like that, for good."""
    global _disk
    from alembic.script import ScriptDirectory
    from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
    from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

    from bot.store import connections, sqlite, store

    _disk = Disk(loop, chance)
    _disk.synchronous = connections.SYNCHRONOUS
    put(connections, SimpleQueue=Jobs, Thread=ThreadOfConnection, SYNCHRONOUS="OFF")  # see simulation.power
    put(store, Thread=ThreadInLoop)
    connect: Any = sqlite3.connect

    def connect_here(*given: Any, **named: Any) -> Any:
        if PROCESS.get() is not None:
            named.setdefault("factory", SimulatedConnection)
        return connect(*given, **named)

    put(sqlite3, connect=connect_here)
    put(sqlite3.dbapi2, connect=connect_here)
    setattr(time, "sleep", sleep)  # noqa: B010 - mypy allows no assignment
    # What is the same for all lives of the bot is worked out once: how statements are put together, and which
    # migrations there are.
    statements: dict[type, Any] = {}

    def engine_of(*given: Any, **named: Any) -> AsyncEngine:
        engine = create_async_engine(*given, **named)
        kept: Any = engine.sync_engine
        kept._compiled_cache = statements.setdefault(type(engine.dialect), kept._compiled_cache)
        return engine

    put(sqlite, create_async_engine=engine_of)
    dialect: Any = SQLiteDialect_aiosqlite
    dialect.__eq__ = lambda self, other: type(self) is type(other)
    dialect.__hash__ = _same_for_all
    read = ScriptDirectory.from_config
    scripts: dict[str | None, ScriptDirectory] = {}

    def script_of(config: Any) -> ScriptDirectory:
        place = config.get_main_option("script_location")
        if place not in scripts:
            scripts[place] = read(config)
        return scripts[place]

    put(ScriptDirectory, from_config=script_of)
    return _disk
