"""A house of the end-to-end tests: a playground and a bot on it, and what is asked of both."""

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import sys
import time
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp

from bot.daily.chain import link
from bot.match import Matches
from bot.rules.chance import SEED_BYTES, Sealed
from bot.store import Store
from tests.databases import put_database
from tests.end_to_end.nursery import NURSERY, Born
from tests.postgresql import Server
from tests.waiting import TEST_TIMEOUT, in_time, until

DAY = 24 * 60 * 60 * 1000  # milliseconds
LINES_SHOWN = 60  # of the processes' output, with a failed test
PATIENT_TABLES = "from bot.match.decisions import clocks; clocks.COUNTDOWN *= 1000"
RESTRICTED = ["settings", "end-match", "operator"]  # what is refused can be tried only where administrators allow that
SECRET_LENGTH = 60  # no word of a log is as long, but every token is

Logged = dict[str, Any]


class House:
    """A playground and a bot on it. Either can be killed and started again.

    The playground's clock is held: an answer is too late only when a test says so, however slow the machine is.
    """

    HOLDS_CLOCK = True

    def __init__(self, folder: Path, *, server: Server | None = None) -> None:
        self.folder = folder
        self._server = server  # of PostgreSQL; otherwise the database is a file
        self.address = f"sqlite+aiosqlite:///{self.database}" if server is None else server.new()
        self.url = ""
        self.port = 0
        self.output: list[str] = []
        self.rooms = count(1)
        self.foreseen: set[int] = set()  # matches whose luck was sealed anew by `foresee`
        self._playground: Born | None = None
        self.settings: dict[str, str] = {}  # of bots that are started from now on
        self.bot: Born | None = None
        self.others: list[Born] = []  # bots beside that one, or before it
        self._readers: list[asyncio.Task[None]] = []
        self._session: aiohttp.ClientSession | None = None  # with the playground that runs

    @property
    def session(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession()
        return self._session

    async def _hang_up(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    @property
    def metrics_url(self) -> str:
        """Where the bot that runs now shows its figures."""
        return [found[1] for line in self.output if (found := re.search(r"Metrics are at (\S+)/metrics", line))][-1]

    @property
    def database(self) -> Path:
        return self.folder / "crux.db"

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DATABASE_URL": self.address,
            "DISCORD_TOKEN": "",
            "COMPUTER_PAUSE": "0",
            "COMPUTER_SECONDS": "0.05",
            "METRICS_PORT": "0",
            "ACTIONS_PER_MINUTE": "100000",  # tests are faster than people
            "ANIMATIONS_PER_HOUR": "1000",
            "FILES_PER_HOUR": "1000",
            "HINTS_PER_HOUR": "1000",
            **self.settings,
        }

    async def _start(self, *words: str, first: str = "") -> Born:
        # In a folder of its own, where no .env of the person running the tests is read.
        return await NURSERY.bear(*words, folder=self.folder, environment=self.environment, first=first)

    async def _read(self, process: Born) -> None:
        async for line in process.stdout:
            self.output.append(line.decode(errors="replace").rstrip())

    async def start_playground(self) -> None:
        process = await self._start("playground", "--port", str(self.port), "--data", str(self.folder / "discord.db"))
        self._playground = process
        async with asyncio.timeout(TEST_TIMEOUT):
            while True:
                line = (await process.stdout.readline()).decode(errors="replace")
                assert line, "the playground ended: " + "\n".join(self.output)
                self.output.append(line.rstrip())
                found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
                if found:
                    break
        self.url, self.port = found.group(0), int(found.group(1))
        self._readers.append(asyncio.create_task(self._read(process)))
        await self.control(hold_clock=self.HOLDS_CLOCK, allow_commands=RESTRICTED)

    async def start_bot(self, *, first: str = "", may_die: bool = False) -> None:
        """Start the bot; `first` is Python that its process runs before anything of the bot's own.

        Returns when it is connected, or has died already if it `may_die`.

        A full table waits for its Start, however slow the machine is. A new database is a copy of one.
        """
        if self._server is None and not self.database.exists():
            put_database(self.database)
        self.bot = await self._start("join", self.url, first=f"{PATIENT_TABLES}\n{first}")
        self._readers.append(asyncio.create_task(self._read(self.bot)))
        await self.wait_for_bot(may_die=may_die)

    async def start_another(self, *options: str, first: str = "") -> Born:
        """Start a bot beside the one that runs, with these options of the command line; returns the other one.

        From then on this one is the bot.
        """
        assert self.bot is not None
        self.others.append(self.bot)
        self.bot = await self._start(*options, "join", self.url, first=f"{PATIENT_TABLES}\n{first}")
        self._readers.append(asyncio.create_task(self._read(self.bot)))
        return self.others[-1]

    async def wait_for_bot(self, *, may_die: bool = False) -> None:
        """Until the bot is connected and its commands are there."""
        async with asyncio.timeout(TEST_TIMEOUT), aiohttp.ClientSession() as session:
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    async with session.get(f"{self.url}/web/health") as answer:
                        health = await answer.json()
                        if health["bot"] and health["commands"]:
                            return
                if self.bot is not None and self.bot.returncode is not None:
                    assert may_die, "\n".join(self.output)
                    return
                await asyncio.sleep(0.05)

    async def signal_bot(self, how: signal.Signals) -> None:
        assert self.bot is not None
        self.bot.send_signal(how)

    def children(self) -> list[int]:
        """The processes that the bot has started, by their ids."""
        assert self.bot is not None
        listed = Path(f"/proc/{self.bot.pid}/task/{self.bot.pid}/children")
        return [int(number) for number in listed.read_text().split()]

    async def kill_bot(self, how: signal.Signals = signal.SIGKILL) -> int:
        """The bot's exit code after this signal."""
        assert self.bot is not None
        self.bot.send_signal(how)
        return await in_time(self.bot.wait())

    async def bot_ended(self) -> int:
        """The bot's exit code, as soon as it ends by itself."""
        assert self.bot is not None
        return await self.bot.wait()

    @property
    def playground_process(self) -> int:
        assert self._playground is not None
        return self._playground.pid

    async def kill_playground(self) -> None:
        assert self._playground is not None
        await self._hang_up()
        self._playground.kill()
        await self._playground.wait()

    async def stop(self) -> None:
        await self._hang_up()
        for process in (*self.others, self.bot, self._playground):
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()
        for reader in self._readers:
            reader.cancel()

    async def control(self, **switches: object) -> dict[str, str]:
        """Turn switches of the playground: `bot.playground.controls.CONTROLS`. The ids of what they have added."""
        async with self.session.post(f"{self.url}/web/control", json=switches) as answer:
            assert answer.status == 200, await answer.text()
            added: dict[str, str] = await answer.json()
            return added

    async def as_the_bot(self, method: str, path: str, body: object = None) -> Any:
        """Ask the playground for something with the bot's rights, beside the bot."""
        headers = {"Authorization": "Bot playground"}
        async with self.session.request(method, f"{self.url}/api/v10{path}", json=body, headers=headers) as answer:
            assert answer.status < 300, await answer.text()
            return await answer.json() if answer.status != 204 else None

    async def log(self) -> Logged:
        """Everything that the bot asked of the playground: see `Person.log`."""
        async with self.session.get(f"{self.url}/web/control/log") as answer:
            found: Logged = await answer.json()
            return found

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What the bot's database says, read or changed beside the bot."""
        if self._server is not None:
            numbers = count(1)
            return self._server.rows(self.address, re.sub(r"\?", lambda _: f"${next(numbers)}", query), *values)
        with contextlib.closing(sqlite3.connect(self.database, timeout=TEST_TIMEOUT)) as connection, connection:
            return list(connection.execute(query, values))

    def moves_of(self, match: int) -> list[str]:
        """The moves that stand in the log of a match."""
        query = "SELECT move FROM events WHERE match_id = ? AND kind = 'move' ORDER BY number"
        return [move for (move,) in self.rows(query, match)]

    async def until_posted(self) -> None:
        """Until no board is waiting to be posted."""
        await self.until(
            lambda: not self.rows("SELECT 1 FROM posts WHERE due_at IS NOT NULL"), "the posting of all boards"
        )

    def foresee(self, match: int, *rolls: int | tuple[int, int]) -> None:
        """Seal the luck of a match anew so that these come next: dice, or (sides, outcome)."""
        ((salt, drawn),) = self.rows("SELECT salt, drawn FROM matches WHERE id = ?", match)
        wanted = [(6, roll) if isinstance(roll, int) else roll for roll in rolls]
        for number in count():
            seed = number.to_bytes(SEED_BYTES, "big")
            luck = Sealed(seed, salt, drawn=drawn)
            if all(luck.roll(sides) == outcome for sides, outcome in wanted):
                break
        self.foreseen.add(match)
        self.rows("UPDATE seeds SET seed = ? WHERE match_id = ?", seed, match)
        self.rows("UPDATE matches SET commitment = ? WHERE id = ?", sha256(seed).hexdigest(), match)

    def leave_time(self, match: int, left: timedelta) -> None:
        """Have so much time left for the turn that goes on in a match, with nobody reminded yet."""
        now = time.time_ns() // 1_000_000
        self.rows(
            "UPDATE matches SET deadline = ?, due_at = ?, clock = json_set(clock, '$.stage', 0) WHERE id = ?",
            now + left // timedelta(milliseconds=1), now, match,
        )  # fmt: skip

    def run_out(self, match: int) -> None:
        """Have the time of the turn that goes on in a match be over, long after its people were reminded."""
        now = time.time_ns() // 1_000_000
        self.rows("UPDATE reminders SET due_at = NULL, done_at = ? WHERE match_id = ?", now - DAY, match)
        self.rows(
            "UPDATE matches SET deadline = ?, due_at = ?, clock = json_set(clock, '$.stage', 2) WHERE id = ?",
            now - 1, now, match,
        )  # fmt: skip

    async def until(self, happened: Callable[[], bool], what: str, *, within: float = TEST_TIMEOUT) -> None:
        """Wait for something that no message tells."""
        await until(happened, what, within=within)

    def said(self, words: str, *, since: int = 0) -> bool:
        """Whether a line of the processes' output contains these words."""
        return any(words in line for line in self.output[since:])

    def warnings(self, *, since: int = 0) -> list[str]:
        """The lines of warnings and errors, besides those that say only how busy the machine is."""
        lines = (line for line in self.output[since:] if "WARNING" in line or "ERROR" in line)
        return [line for line in lines if "bot.lag" not in line]

    def faults(self) -> list[str]:
        """What the processes' output says of errors that nobody expects: a lost database is one that tests cause.

        Each with the lines that follow, which say where it was.
        """
        wrong = re.compile(r"Traceback|\.py:\d+ > (?![\w.-]+/|(Store)?(Busy|Unsure|NotWritable)\b)")
        output = list(self.output)
        return ["\n".join(output[place : place + 40]) for place, line in enumerate(output) if wrong.search(line)]

    async def assert_logs_lead_to_positions(self) -> None:
        """Each match's log, played again, gives the position and the turns that are kept beside it."""
        store = await Store.open(self.address)
        try:
            matches = Matches(store)
            wrong = {number: await matches.records.check(number) for (number,) in self.rows("SELECT id FROM matches")}
        finally:
            await store.close()
        for number in self.foreseen:
            wrong[number] = [problem for problem in wrong[number] if not problem.startswith("The outcomes of event")]
        assert not {number: problems for number, problems in wrong.items() if problems}

    def assert_no_secrets_in_the_output(self) -> None:
        text = "\n".join(self.output)
        for (seed,) in self.rows("SELECT seed FROM seeds"):
            assert seed.hex() not in text
            assert repr(seed) not in text
        for last_link, links in self.rows("SELECT last_link, links FROM daily_chains"):
            assert last_link.hex() not in text
            text = text.replace(link(last_link, 0, links).hex(), "the published first link")
        assert not re.search(r"Bot playground|Authorization", text)
        assert not re.search(rf"[\w-]{{{SECRET_LENGTH},}}", text), "something as long as a token"


class ColdHouse(House):
    """A house whose processes are started as everyone starts them, and where time passes as it does for everyone."""

    HOLDS_CLOCK = False

    async def _start(self, *words: str, first: str = "") -> Born:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *words), cwd=self.folder, env=self.environment, stdout=PIPE, stderr=STDOUT
        )
        assert process.stdout is not None
        born = Born(process.pid)
        born.stdout = process.stdout
        self._readers.append(asyncio.create_task(self._wait(process, born)))
        return born

    @staticmethod
    async def _wait(process: Process, born: Born) -> None:
        born.ended.set_result(await process.wait())


@contextlib.asynccontextmanager
async def lived_in(house: House) -> AsyncIterator[House]:
    """The house while a playground and a bot run in it, whose databases and logs are looked at in the end."""
    try:
        await house.start_playground()
        await house.start_bot()
        yield house
        await house.assert_logs_lead_to_positions()
        house.assert_no_secrets_in_the_output()
    finally:
        await house.stop()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
