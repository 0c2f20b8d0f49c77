"""The real bot with the real discord.py against the playground, both processes of their own, over real sockets.

One house (a playground and a bot on it) serves all tests of a worker that don't break it. Each of them has a room to
itself there: a channel and four people whom no other test knows. Tests that kill something build a house of their own.
"""

import asyncio
import contextlib
import json
import os
import re
import signal
import sqlite3
import sys
import time
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.daily.chain import link
from bot.match import Matches
from bot.rules import GAMES
from bot.rules.chance import SEED_BYTES, Sealed
from bot.store import Store
from tests.databases import put_database
from tests.end_to_end.nursery import NURSERY, Born
from tests.end_to_end.situations import ROWS, Says, id_of
from tests.person import Answer, CannotDo, Message, Modal, Person
from tests.postgresql import Server
from tests.waiting import TEST_TIMEOUT, in_time, until

HERE = Path(__file__).parent
DAY = 24 * 60 * 60 * 1000  # milliseconds
LINES_SHOWN = 60  # of the processes' output, with a failed test
PATIENT_TABLES = "from bot.match import clocks; clocks.COUNTDOWN *= 1000"
RESTRICTED = ["settings", "end-match", "operator"]  # what is refused can be tried only where administrators allow that
SECRET_LENGTH = 60  # no word of a log is as long, but every token is

Logged = dict[str, Any]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One event loop for everything here: the processes of the shared house are read on it."""
    for item in items:
        if item.path.is_relative_to(HERE) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With a failed test goes what the processes said last."""
    report = yield
    for house in getattr(item, "funcargs", {}).values():
        if report.failed and isinstance(house, House):
            report.sections.append(("The bot and the playground said", "\n".join(house.output[-LINES_SHOWN:])))
    return report


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
        self._bot: Born | None = None
        self._others: list[Born] = []  # bots beside that one, or before it
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
        self._bot = await self._start("join", self.url, first=f"{PATIENT_TABLES}\n{first}")
        self._readers.append(asyncio.create_task(self._read(self._bot)))
        await self.wait_for_bot(may_die=may_die)

    async def start_another(self, *options: str, first: str = "") -> Born:
        """Start a bot beside the one that runs, with these options of the command line; returns the other one.

        From then on this one is the bot.
        """
        assert self._bot is not None
        self._others.append(self._bot)
        self._bot = await self._start(*options, "join", self.url, first=f"{PATIENT_TABLES}\n{first}")
        self._readers.append(asyncio.create_task(self._read(self._bot)))
        return self._others[-1]

    async def wait_for_bot(self, *, may_die: bool = False) -> None:
        """Until the bot is connected and its commands are there."""
        async with asyncio.timeout(TEST_TIMEOUT), aiohttp.ClientSession() as session:
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    async with session.get(f"{self.url}/web/health") as answer:
                        health = await answer.json()
                        if health["bot"] and health["commands"]:
                            return
                if self._bot is not None and self._bot.returncode is not None:
                    assert may_die, "\n".join(self.output)
                    return
                await asyncio.sleep(0.05)

    async def signal_bot(self, how: signal.Signals) -> None:
        assert self._bot is not None
        self._bot.send_signal(how)

    def children(self) -> list[int]:
        """The processes that the bot has started, by their ids."""
        assert self._bot is not None
        listed = Path(f"/proc/{self._bot.pid}/task/{self._bot.pid}/children")
        return [int(number) for number in listed.read_text().split()]

    async def kill_bot(self, how: signal.Signals = signal.SIGKILL) -> int:
        """The bot's exit code after this signal."""
        assert self._bot is not None
        self._bot.send_signal(how)
        return await in_time(self._bot.wait())

    async def bot_ended(self) -> int:
        """The bot's exit code, as soon as it ends by itself."""
        assert self._bot is not None
        return await self._bot.wait()

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
        for process in (*self._others, self._bot, self._playground):
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


class Player(Person):
    """A person who remembers every answer, and waits for it until the bot has finished.

    `waits_for_buttons`: a button that isn't there yet is waited for, since a slow machine may have to draw it first.
    """

    def __init__(self, url: str, name: str, *, channel: int) -> None:
        super().__init__(
            url, name, channel=channel, timeout=TEST_TIMEOUT, settle=TEST_TIMEOUT, after_others=TEST_TIMEOUT
        )
        self.waits_for_buttons = True
        self.answers: list[Answer] = []
        self.asked: set[int] = set()  # the ids of all interactions
        self.posting: set[asyncio.Task[dict[str, Any]]] = set()  # what is on its way to the playground

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        async def post() -> dict[str, Any]:
            done = await super(Player, self)._post(path, body)
            if "interaction" in done:
                self.asked.add(int(done["interaction"]))
            return done

        # Whoever no longer waits for an answer has asked all the same.
        posting = asyncio.create_task(post())
        self.posting.add(posting)
        posting.add_done_callback(self.posting.discard)
        return await asyncio.shield(posting)

    async def slash(self, command: str, **options: Any) -> Answer:
        self.answers.append(await super().slash(command, **options))
        return self.answers[-1]

    async def click(self, message: Message | None, button: str) -> Answer:
        try:
            answer = await super().click(message, button)
        except CannotDo:
            if message is None or not self.waits_for_buttons:
                raise
            await self.wait_for(lambda now: now.id == message.id and now.has_button(button))
            answer = await super().click(message, button)
        self.answers.append(answer)
        return answer

    async def choose(self, message: Message | None, select: str, *values: str) -> Answer:
        self.answers.append(await super().choose(message, select, *values))
        return self.answers[-1]

    async def submit(self, modal: Modal | None, values: Mapping[str, Any]) -> Answer:
        self.answers.append(await super().submit(modal, values))
        return self.answers[-1]

    async def _answer(self, interaction: int, source: Message | None, before: Any) -> Answer:
        """As the playground's own, but a message that came for another reason is not taken for the answer."""
        answer = await super()._answer(interaction, source, before)
        if answer.message is None or source is None or answer.message.id != source.id:
            return answer
        async with self._watching(None, "the bot did not finish"):
            while len(self._happened[interaction]) == 1 and interaction not in self._finished:
                await self._changed.wait()
        event = self._happened[interaction][-1]
        message = await self.fresh(Message({"id": event["message"] or event["original"]}, self._session))
        return Answer(interaction, message, ephemeral=message.ephemeral, edited=message.id == source.id)

    async def told(self, answer: Answer) -> str:
        """What this person alone was told about a click, in a message of its own."""
        wanted = str(answer.interaction)
        shown = await self.wait_for(
            lambda message: (
                message.ephemeral
                and not message.thinking
                and (message.raw.get("interaction_metadata") or {}).get("id") == wanted
            )
        )
        return shown.text

    async def wait_for_words(self, answer: Answer, words: str) -> str:
        """The text of a private answer once it contains these words."""
        assert answer.message is not None, answer
        shown = await self.wait_for(lambda message: message.id == answer.message.id and words in message.text)  # type: ignore[union-attr]  # asserted above
        return shown.text


@dataclass
class Room:
    """A channel and people of its own in a house.

    `unanswered_allowed` and `refusals_allowed` are set by tests that provoke them: 400 to 499 as answers to the bot.
    """

    house: House
    number: int
    channel: int
    players: list[Player]
    refusals_allowed: bool = False
    unanswered_allowed: bool = False

    async def boards(self, channel: int | None = None) -> list[Message]:
        """The boards that were posted here, oldest first."""
        found = await self.players[0].messages(channel or self.channel, limit=100)
        return [message for message in found if not message.ephemeral and is_board(message)]

    async def board(self, player: Player, *, after: Message | None = None, channel: int | None = None) -> Message:
        """The newest board here (or in a thread), as soon as it is there and newer than the one given."""
        place, oldest = channel or self.channel, after.id if after is not None else 0
        return await player.wait_for(lambda message: is_board(message) and message.id > oldest, channel=place)

    async def open_table(self, opener: Player, *others: Player, game: str = "cirondo", **options: Any) -> Message:
        """A table at which these people sit, in this order. It is unrated, and dice are rolled by hand, unless
        `options` say otherwise.
        """
        by_hand = {"auto-rolls": False} if GAMES[game.replace("-", "_")].rolls else {}
        answer = await opener.slash(f"{game} start", **({"rated": False} | by_hand | options))
        table = answer.message
        assert table is not None, answer
        for other in others:
            await other.click(table, "Join")
            seated = f"· <@{other.id}>"
            await opener.wait_for(lambda message, seated=seated: message.id == table.id and seated in message.text)  # type: ignore[misc]  # the table is there
        return await opener.fresh(table)

    async def noted_table(self) -> int:
        """The id of the newest table's message, once the bot has noted it: people see the table a moment before."""
        query = "SELECT table_message_id FROM matches WHERE channel_id = ? ORDER BY id DESC LIMIT 1"
        await self.house.until(
            lambda: self.house.rows(query, self.channel)[0][0] is not None, "the noting of the table"
        )
        ((message_id,),) = self.house.rows(query, self.channel)
        return int(message_id)

    async def noted_settings(self, settings: Mapping[str, object]) -> None:
        """Set this for the server, which all rooms share, in place of all that was set."""
        channel = await self.house.as_the_bot("GET", f"/channels/{self.channel}")
        self.house.rows(
            "INSERT OR REPLACE INTO guild_settings (guild_id, settings, updated_at) VALUES (?, ?, '2026-01-01')",
            int(channel["guild_id"]), json.dumps(settings),
        )  # fmt: skip

    def usual_settings(self) -> None:
        """Take back what `noted_settings` or a person has set for the server."""
        self.house.rows("DELETE FROM guild_settings")

    async def begin(self, opener: Player, *others: Player, channel: int | None = None, **options: Any) -> Message:
        """A match of these people, perhaps in a thread: its first board."""
        table = await self.open_table(opener, *others, **options)
        before = (await self.boards(channel))[-1:]
        await opener.click(table, "Start")
        return await self.board(opener, after=before[0] if before else None, channel=channel)

    async def prepare(
        self, player: Player, board: Message, position: Mapping[str, Any], *rolls: int | tuple[int, int]
    ) -> Message:
        """Put a match into this position, with this luck to come, and let the player ask for the board.

        It is as if older rules had led there: the bot takes the position over as it does after an update.
        """
        match, house = match_of(board), self.house
        await house.until_posted()
        house.rows("UPDATE matches SET rules_version = 0 WHERE id = ?", match)
        house.rows(
            "UPDATE snapshots SET document = ?, before = NULL, trail = NULL WHERE match_id = ?",
            json.dumps(position), match,
        )  # fmt: skip
        if rolls:
            house.foresee(match, *rolls)
        await player.slash(f"{position['game'].replace('_', '-')} board", match=str(match))
        return await self.board(player, after=board, channel=board.channel_id)

    async def shows(self, player: Player, board: Message, words: str) -> Message:
        """The board's message as soon as it contains these words: it is edited while a turn goes on."""
        return await player.wait_for(
            lambda message: message.id == board.id and words in message.text, channel=board.channel_id
        )

    async def fake(self, *buttons: tuple[str, str]) -> Message:
        """A message of the bot with such buttons (label, custom id), as an older version may have left it."""
        components = [
            {"type": 1, "components": [{"type": 2, "style": 2, "label": label, "custom_id": custom_id}]}
            for label, custom_id in buttons
        ]
        body = {"content": "An old message", "components": components, "allowed_mentions": {"parse": []}}
        sent = await self.house.as_the_bot("POST", f"/channels/{self.channel}/messages", body)
        return await self.players[0].wait_for(lambda message: message.id == int(sent["id"]))


def is_board(message: Message) -> bool:
    """Whether this is the board of a match, not the composer's picture."""
    return not message.ephemeral and any(file.name in ("board.webp", "board.jpg") for file in message.files)


def match_of(board: Message) -> int:
    """The number of the match that a board belongs to."""
    found = re.search(r"match (\d+)", board.text)
    assert found is not None, board.text
    return int(found[1])


@pytest_asyncio.fixture(scope="session", loop_scope="session", autouse=True)
async def nursery() -> AsyncIterator[None]:
    yield
    await NURSERY.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """The house that all gentle tests of a worker share."""
    async with lived_in(House(tmp_path_factory.mktemp("house"))) as house:
        yield house


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


@pytest_asyncio.fixture(loop_scope="session")
async def own_house(tmp_path: Path) -> AsyncIterator[House]:
    """A house for a test that breaks it; not started yet."""
    house = House(tmp_path)
    try:
        yield house
        if house.database.exists():
            await house.assert_logs_lead_to_positions()
            house.assert_no_secrets_in_the_output()
    finally:
        await house.stop()


@contextlib.asynccontextmanager
async def rented(house: House) -> AsyncIterator[tuple[Room, AsyncExitStack]]:
    """A new room of a house, and the stack that its people are in."""
    number = next(house.rooms)
    added = await house.control(add_channel=f"room-{number}", clear_log=True)
    async with AsyncExitStack() as stack:
        room = Room(house, number, int(added["add_channel"]), [])
        yield room, stack
        await house.control(clear_faults=True)
        await assert_well_behaved(room)


def is_from_before(request: Logged, room: Room) -> bool:
    """Whether a request answers what was asked in an earlier room: the second try of an answer may come that late.

    Only such a try, when Discord has the answer and its reply was lost, asks for the message.
    """
    if request["method"] == "GET" and request["path"].endswith("/messages/@original"):
        return True
    asked = re.search(r"/interactions/(\d+)/", request["path"])
    return asked is not None and int(asked[1]) < room.channel


async def assert_well_behaved(room: Room) -> None:
    """What holds of everything the bot did during a test, whatever the test was about."""
    log = await room.house.log()
    for request in log["requests"]:
        sent = request["body"]
        if not isinstance(sent, dict):
            continue
        is_answer = "/callback" in request["path"]
        message = sent.get("data") or {} if is_answer else sent
        says_something = sent.get("type") in (4, 7) if is_answer else is_message(request["path"])
        if says_something and request["method"] in ("POST", "PATCH"):
            assert "allowed_mentions" in message, f"anybody could be called by {request}"
            assert not set(message["allowed_mentions"].get("parse") or ()), f"everybody would be called by {request}"
    if not room.refusals_allowed:
        refused = [request for request in log["requests"] if 400 <= request["status"] < 500]
        assert not [request for request in refused if not is_from_before(request, room)]
    if not room.unanswered_allowed:
        silent = [answer for player in room.players for answer in player.answers if answer.failed]
        assert not silent, "the bot left somebody without an answer"


def is_message(path: str) -> bool:
    """Whether a request to this path posts or edits a message."""
    return re.search(r"/messages(/[^/]+)?$|^/webhooks/\d+/[^/]+$", path) is not None


@pytest_asyncio.fixture(loop_scope="session")
async def rented_room(house: House) -> AsyncIterator[tuple[Room, AsyncExitStack]]:
    async with rented(house) as (room, stack):
        yield room, stack


@pytest.fixture
def room(rented_room: tuple[Room, AsyncExitStack]) -> Room:
    return rented_room[0]


async def enter(rent: tuple[Room, AsyncExitStack], name: str) -> Player:
    """Someone comes into the room, for the first time or again."""
    room, stack = rent
    called = f"{name}{room.number}"
    if called not in {player.name for player in room.players}:
        await room.house.control(add_person=called)
    player = await stack.enter_async_context(Player(room.house.url, called, channel=room.channel))
    assert isinstance(player, Player)
    room.players.append(player)
    return player


@pytest_asyncio.fixture(loop_scope="session")
async def ada(rented_room: tuple[Room, AsyncExitStack]) -> Player:
    return await enter(rented_room, "Ada")


@pytest_asyncio.fixture(loop_scope="session")
async def ben(rented_room: tuple[Room, AsyncExitStack], ada: Player) -> Player:
    return await enter(rented_room, "Ben")


@pytest_asyncio.fixture(loop_scope="session")
async def caro(rented_room: tuple[Room, AsyncExitStack], ben: Player) -> Player:
    return await enter(rented_room, "Caro")


@pytest_asyncio.fixture(loop_scope="session")
async def dan(rented_room: tuple[Room, AsyncExitStack], caro: Player) -> Player:
    return await enter(rented_room, "Dan")


@pytest.fixture
def says(request: pytest.FixtureRequest) -> Iterator[Says]:
    """Compares what was read with the row of docs/when-things-go-wrong.md that the test is named after."""
    says = Says(ROWS[id_of(request.node.originalname)])
    yield says
    assert says.asked, "what was read has not been compared"
