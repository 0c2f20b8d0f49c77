"""The real bot with the real discord.py against the playground, both processes of their own, over real sockets."""

import asyncio
import contextlib
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.playground.person import Person

ROOT = Path(__file__).parents[2]
PATIENCE = 40.0


class House:
    """A playground and a bot on it. Either can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = ""
        self.port = 0
        self.output: list[str] = []
        self._playground: Process | None = None
        self._bot: Process | None = None
        self._readers: list[asyncio.Task[None]] = []

    async def _start(self, *words: str) -> Process:
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.folder / 'crux.db'}",
            "DISCORD_TOKEN": "",
            "PYTHONUNBUFFERED": "1",
        }
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", *words, cwd=ROOT, env=environment, stdout=PIPE, stderr=STDOUT
        )

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.output.append(line.decode(errors="replace").rstrip())

    async def start_playground(self) -> None:
        process = await self._start("playground", "--port", str(self.port), "--data", str(self.folder / "discord.db"))
        self._playground = process
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while True:
                line = (await process.stdout.readline()).decode(errors="replace")
                assert line, "the playground ended: " + "\n".join(self.output)
                self.output.append(line.rstrip())
                found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
                if found:
                    break
        self.url, self.port = found.group(0), int(found.group(1))
        self._readers.append(asyncio.create_task(self._read(process)))

    async def start_bot(self) -> None:
        self._bot = await self._start("join", self.url)
        self._readers.append(asyncio.create_task(self._read(self._bot)))
        await self.wait_for_bot()

    async def wait_for_bot(self) -> None:
        async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as session:
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    async with session.get(f"{self.url}/web/health") as answer:
                        health = await answer.json()
                        if health["bot"] and health["commands"]:
                            return
                assert self._bot is None or self._bot.returncode is None, "\n".join(self.output)
                await asyncio.sleep(0.05)

    async def kill_bot(self, how: signal.Signals = signal.SIGKILL) -> int:
        """The bot's exit code after this signal."""
        assert self._bot is not None
        self._bot.send_signal(how)
        return await asyncio.wait_for(self._bot.wait(), 20)

    async def kill_playground(self) -> None:
        assert self._playground is not None
        self._playground.kill()
        await self._playground.wait()

    async def stop(self) -> None:
        for process in (self._bot, self._playground):
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()
        for reader in self._readers:
            reader.cancel()

    async def control(self, path: str, **body: object) -> object:
        """Turn one of the playground's switches."""
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{self.url}/web/control/{path}", json=body) as answer,
        ):
            assert answer.status == 200, await answer.text()
            return await answer.json()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(tmp_path)
    try:
        await house.start_playground()
        await house.start_bot()
        yield house
    finally:
        await house.stop()


@pytest.fixture
async def ada(house: House) -> AsyncIterator[Person]:
    async with Person(house.url, "Ada") as person:
        yield person


@pytest.fixture
async def ben(house: House) -> AsyncIterator[Person]:
    async with Person(house.url, "Ben") as person:
        yield person


@pytest.fixture
async def caro(house: House) -> AsyncIterator[Person]:
    async with Person(house.url, "Caro") as person:
        yield person
