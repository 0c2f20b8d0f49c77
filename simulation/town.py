"""The simulated Discord and the bots on it: the playground's server over connections in memory, and run_bot."""

import asyncio
import hashlib
import json
import logging
import sqlite3
from collections import deque
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import Any

from bot.client import connect_to, run_bot
from bot.match import Matches
from bot.playground import Playground, endpoints
from bot.playground.answers import Interaction
from bot.playground.faults import Log
from simulation.chance import ChanceStreams
from simulation.loop import PROCESS, Process, VirtualLoop
from simulation.machine import HEARTBEATS, Machine
from simulation.postgresql import ADDRESS, PostgresServer

HOST, PORT = "127.0.0.1", 1
JUST = 20  # steps
KEPT = 50
"""Events in words that are kept for whoever asks what happened last."""


class Broken(Exception):
    """A promise was broken: which one, and how."""


class Story:
    """What has happened: the last of it in words, and a fingerprint of all requests."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self._all = hashlib.sha256()
        self.last: deque[str] = deque(maxlen=KEPT)
        self.tell: Callable[[str], None] | None = None
        self.trace: Callable[[str], None] | None = None
        """Called with all that the fingerprint is made of."""

    def add(self, words: str) -> None:
        """Something has happened."""
        line = f"{self._loop.steps:>9} {_when(self._loop.time())} {words}"
        self.last.append(line)
        self._take(line)
        if self.tell is not None:
            self.tell(line)

    def note(self, *facts: Any) -> None:
        """Facts that are part of the fingerprint and not worth a line."""
        self._take(repr((self._loop.steps, *facts)))

    def _take(self, text: str) -> None:
        self._all.update(text.encode())
        if self.trace is not None:
            self.trace(text)

    @property
    def fingerprint(self) -> str:
        return self._all.hexdigest()


def _when(seconds: float) -> str:
    days, rest = divmod(seconds, 86400)
    hours, rest = divmod(rest, 3600)
    minutes, rest = divmod(rest, 60)
    return f"{int(days):>3}d {int(hours):02}:{int(minutes):02}:{rest:06.3f}"


Watch = Callable[[str, str, int, Any, list[str]], None]
"""Called with each request of the bots: method, path, status, body, and names of files."""


class Watched(Log):
    """The playground's log, watched."""

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch

    def add(self, method: str, path: str, status: int, code: int | None, body: Any, files: list[str]) -> None:
        super().add(method, path, status, code, body, files)
        self._watch(method, path, status, body, files)


class Town:
    """A playground and the bots on it. `folder` has the bots' database."""

    def __init__(self, loop: VirtualLoop, machine: Machine, chance: ChanceStreams, folder: Path) -> None:
        self.loop = loop
        self.machine = machine
        self.chance = chance
        self.folder = folder
        self.story = Story(loop)
        self.playground = Playground(host=HOST, port=PORT)
        self.bots: dict[Process, asyncio.Task[None]] = {}
        self.secret = chance.stream("secret")
        self.is_hurried = self.is_leisurely = False
        self.server: PostgresServer | None = None
        """The model of PostgreSQL, if the bots use one."""
        self.deaths = 0
        self.ended_by: list[BaseException] = []
        """What has ended bots that nobody has killed."""
        self.left: list[str] = []
        """Tasks that went on when a bot had ended in order."""
        self.watchers: list[Watch] = []
        self.on_start: list[Callable[[Process], None]] = []
        self.on_interaction: list[Callable[[Interaction, str], None]] = []
        self.alone = asyncio.Event()  # set when no bot runs any more
        self.people: list[int] = []
        self._ended_at = -JUST
        self._games: dict[int, str] = {}
        self._reading: sqlite3.Connection | None = None
        self.gone_since: float | None = None
        """Since when nobody runs, in seconds since 1970."""
        self.lives = 0
        """How many processes have been started."""
        self.eyes: Any = None
        self.overheard = Overheard(self.story)

    @property
    def database(self) -> Path:
        return self.folder / "crux.db"

    async def open(self) -> None:
        """Opens the simulated Discord."""
        await self.playground.start()
        at = endpoints(self.playground.url)
        connect_to(at.api, at.gateway, at.cdn)
        self.playground.gateway.heartbeat_ms = round(HEARTBEATS * 1000)
        self.playground.faults.log = Watched(self._note)

    def _note(self, method: str, path: str, status: int, body: Any, files: list[str]) -> None:
        """Has a request of a bot become a part of the story."""
        self.story.note(method, path, status, json.dumps(body, sort_keys=True), files)
        for watch in self.watchers:
            watch(method, path, status, body, files)

    def start_bot(self, *, replace: bool = False) -> Process:
        """Starts a process of the bot."""
        process = self.machine.begin("bot")
        self.lives += 1
        context = copy_context()
        context.run(PROCESS.set, process)
        process.context = context
        running = run_bot(
            "playground",
            f"sqlite+aiosqlite:///{self.database}" if self.server is None else ADDRESS,
            matches_of=partial(Matches, secret=self.secret.randbytes),
            replace=replace,
        )
        self.story.add(f"{process} starts")
        for tell in self.on_start:
            tell(process)
        task = self.loop.create_task(running, name=process.name, context=context)
        self.bots[process] = task
        task.add_done_callback(partial(self._ended, process), context=copy_context())
        return process

    def _ended(self, process: Process, task: "asyncio.Task[None]") -> None:
        """A process of the bot has ended by itself."""
        self._gone(process)
        self._ended_at = self.loop.steps
        error = None if task.cancelled() else task.exception()
        self.story.add(f"{process} ends{'' if error is None else f': {error!r}'}")
        if error is not None:
            self.ended_by.append(error)
        else:
            self.left += [f"{left.get_name()} of {process}" for left in process.tasks if not left.done()]
        self.loop.call_soon(self.machine.end, process)

    @property
    def is_up(self) -> bool:
        """Whether a bot is connected."""
        return bool(self.bots) and self.playground.gateway.connected

    def rows(self, query: str, *given: Any) -> list[Any]:
        """What the bots' database says."""
        if self._reading is None:
            if not self.database.exists():
                return []
            self._reading = sqlite3.connect(
                f"file:{self.database}?mode=ro", uri=True, isolation_level=None, factory=sqlite3.Connection
            )  # no process's own, whoever asks first
        return list(self._reading.execute(query, given))

    def let_go_of_rows(self) -> None:
        """Closes what `rows` has opened."""
        if self._reading is not None:
            self._reading.close()
            self._reading = None

    def breaks(self, words: str) -> None:
        """A promise is broken: ends the simulation, also where the playground would answer an exception."""
        self.loop.call_exception_handler({"message": words, "exception": Broken(words)})

    def game_of(self, match: int) -> str | None:
        """The game of a match, as everyone sees on its board."""
        if match not in self._games:
            self._games |= dict(self.rows("SELECT id, game FROM matches WHERE id = ?", match))
        return self._games.get(match)

    @property
    def has_just_ended(self) -> bool:
        """Whether a process has just ended by itself, and isn't buried yet."""
        return self.loop.steps - self._ended_at < JUST

    def asked(self, name: str, words: str) -> None:
        """Somebody does something."""
        self.story.add(f"{name} {words}")

    def note_interaction(self, asked: Interaction, locale: str) -> None:
        """What somebody does is on its way to the bot."""
        for tell in self.on_interaction:
            tell(asked, locale)

    def ask_to_stop(self, process: Process) -> None:
        """Sends SIGTERM."""
        self.story.add(f"{process} is asked to stop")
        if not process.on_signal:  # it doesn't listen yet
            self.kill(process)
        for call in process.on_signal.values():
            process.context.run(call)

    def kill(self, process: Process) -> None:
        """Kills a process of the bot, wherever it is."""
        self.deaths += 1
        self.story.add(f"{process} dies")
        self.machine.end(process)
        self._gone(process)

    def _gone(self, process: Process) -> None:
        self.bots.pop(process, None)
        if not self.bots:
            self.alone.set()
            self.gone_since = self.loop.clock.wall() if self.gone_since is None else self.gone_since

    async def ready(self) -> None:
        """Waits until a bot is connected and has registered its commands, which nobody is told of."""
        while not (self.playground.gateway.connected and self.playground.world.commands):  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.5)

    async def close(self) -> None:
        """Ends everything."""
        for process in list(self.bots):
            self.bots.pop(process)
            self.machine.end(process)
        await self.playground.stop()


class Overheard(logging.Handler):
    """What the bots say in their logs from `level` on."""

    def __init__(self, story: Story, level: int = logging.WARNING) -> None:
        super().__init__(level)
        self._story = story
        self.errors = 0
        self.on_error: Callable[[str, str], None] | None = None
        """Called with the name of the logger and what it says."""

    def emit(self, record: logging.LogRecord) -> None:
        process = PROCESS.get()
        if process is not None and not process.alive:
            return
        words = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            words += f" ({record.exc_info[1]!r})"
        self._story.add(f"log {record.levelname} {record.name}: {words}")
        if record.levelno >= logging.ERROR:
            self.errors += 1
            if self.on_error is not None:
                self.on_error(record.name, words)
