"""Two processes play on one PostgreSQL server, and either of them, the server, or a connection dies again and again."""

import asyncio
import json
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Self

import pytest

from bot.match import Matches
from bot.store import Store
from tests.match.engine.deaths import Lives, assert_everything_is_whole, tables
from tests.match.mortal import GAMES
from tests.postgresql import DURABLE, Server, needs_postgresql, started
from tests.waiting import in_time

pytestmark = [pytest.mark.postgres, needs_postgresql]

LINES = 8  # at most, that a process says between two deaths: two for each move
ONE_MOVE = 0.03  # seconds
# What dies, and how often. What is at a place of its own dies there, before, during or after a commit.
DEATHS = {"process": 5, "connections": 3, "server": 1, "process at its worst": 3, "connection at its worst": 4}
DEATHS |= {"server at its worst": 1}
PLACES = ("before", "during", "after")


class Line:
    """One of the two processes, through all its lives."""

    def __init__(self, address: str, number: int) -> None:
        self.lives = Lives()
        self.life = 0  # the process that lives now
        self._address = address
        self._seed = number
        self._said = 0
        self._more = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._process: Process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.match.mortal", self._address),
            stdin=PIPE,
            stdout=PIPE,
            cwd=Path(__file__).parents[3],
            start_new_session=True,
        )
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        if self._reading.done():
            self._reading.result()
        await self._reading

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            told = json.loads(line)
            if "alive" in told:
                self.life = told["alive"]
            elif "dead" in told:
                self.life = 0
            elif "away" not in told:
                self.lives.heard([line])
            self._said += 1
            self._more.set()

    async def _until_more(self) -> None:
        self._more.clear()
        saying = asyncio.create_task(self._more.wait())
        await asyncio.wait([saying, self._reading], return_when=asyncio.FIRST_COMPLETED)
        saying.cancel()
        if self._reading.done():
            self._reading.result()
            raise AssertionError("a process ended by itself")

    async def begin(self, choices: random.Random, worst: dict[str, object] | None = None) -> None:
        """The next life, in which this happens."""
        assert self._process.stdin is not None
        self._seed += 2
        begins = self.lives.next(self._seed, choices) | {"number": 10_000 * self._seed, "worst": worst}
        self._process.stdin.write(json.dumps(begins).encode() + b"\n")
        while not self.life:
            await in_time(self._until_more())

    async def says(self, lines: int) -> None:
        """Waits until it has said so many more lines, or is dead."""
        wanted = self._said + lines
        while self._said < wanted and self.life:
            await in_time(self._until_more())

    async def ends(self) -> None:
        while self.life:
            await in_time(self._until_more())

    async def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.life, signal.SIGKILL)
        await self.ends()


@pytest.mark.parametrize("deaths", [50, pytest.param(2000, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])])
async def test_a_move_is_there_once_whichever_process_connection_or_server_dies(deaths: int) -> None:
    choices, happened = random.Random(deaths), Counter[str]()
    with started(DURABLE) as server:
        address = server.new()
        async with await Store.open(address) as store:
            await tables(Matches(store, games=GAMES))
        async with AsyncExitStack() as stack:
            both = [await stack.enter_async_context(Line(address, number)) for number in (0, 1)]
            for line in both:
                await line.begin(choices)
            for _ in range(deaths):
                (what,) = choices.choices(list(DEATHS), list(DEATHS.values()))
                await one_death(server, address, both, choices, what)
                happened[what] += 1
            for line in both:
                await line.kill()
        lives = Lives()
        for line in both:
            lives.confirmed += line.lives.confirmed
            lives.refused += line.lives.refused
            lives.unheard += [*line.lives.unheard, *([line.lives.last] if line.lives.last else [])]
            lives.asked_again += line.lives.asked_again
        there = await assert_everything_is_whole(address, lives)
    assert lives.confirmed
    print(  # noqa: T201 - figures of a run
        f"\n{dict(happened)}: {len(lives.confirmed)} moves confirmed, {len(lives.refused)} refused, "
        f"{len(lives.unheard)} unheard; of those {there} are there, {lives.asked_again} were asked for again"
    )


async def one_death(server: Server, address: str, both: list[Line], choices: random.Random, what: str) -> None:
    """Lets something die while both play, and sees to it that both play again."""
    one = choices.choice(both)
    if what.endswith("at its worst"):
        victim = {"process": 0, "server": server.postmaster}.get(what.split()[0])
        times = choices.randint(1, LINES // 2)
        await one.kill()
        await one.begin(choices, {"place": choices.choice(PLACES), "times": times, "victim": victim})
        await one.says(2 * times + LINES)
    else:
        await one.says(choices.randint(0, LINES))
        await asyncio.sleep(choices.uniform(0, ONE_MOVE))
    if what == "process":
        await one.kill()
    elif what == "connections":
        server.end_connections(address, choices)
    elif what.startswith("server"):
        server.die()
        await asyncio.to_thread(server.revive)
    for line in both:
        if not line.life:
            await line.begin(choices)
