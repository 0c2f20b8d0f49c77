"""`make run` leaves nothing behind, however it ends; and what was left behind doesn't keep it from starting."""

import asyncio
import os
import signal
import sys
import urllib.error
import urllib.request
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from tests.end_to_end.house import House, free_port
from tests.waiting import in_time, until

pytestmark = [pytest.mark.thorough, pytest.mark.long]

JOINED = "Ready on 1 server"


def answers(port: int) -> bool:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(f"http://127.0.0.1:{port}/web/health", timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False


@asynccontextmanager
async def running(folder: Path, port: int, *words: str) -> AsyncIterator[Process]:
    """`python -m bot` with the playground at this port. Ends it, if it hasn't ended."""
    environment = House(folder).environment | {"PLAYGROUND_PORT": str(port), "METRICS_PORT": ""}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *words), cwd=folder, env=environment, stdin=PIPE, stdout=PIPE, stderr=STDOUT
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def hears(process: Process, words: str) -> str:
    """Reads what the process says until these words come."""
    assert process.stdout is not None
    said = b""
    while words.encode() not in said:
        line = await in_time(process.stdout.readline())
        assert line, said.decode()
        said += line
    return said.decode()


async def nothing_answers(port: int) -> None:
    await until(lambda: not answers(port), "the playground's end")


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGKILL, signal.SIGTERM])
async def test_the_playground_ends_with_the_bot(tmp_path: Path, number: signal.Signals) -> None:
    port = free_port()
    async with running(tmp_path, port) as bot:
        await hears(bot, JOINED)
        bot.send_signal(number)
        assert await in_time(bot.wait()) == (-number if number is signal.SIGKILL else 0)
        await nothing_answers(port)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
async def test_it_ends_with_a_bot_that_was_still_starting(tmp_path: Path, number: signal.Signals) -> None:
    port = free_port()
    async with running(tmp_path, port) as bot:
        await until(lambda: answers(port), "the playground")
        bot.send_signal(number)
        await in_time(bot.wait())
        await nothing_answers(port)


async def test_a_start_after_a_death_has_a_playground_again(tmp_path: Path) -> None:
    port = free_port()
    async with running(tmp_path, port) as bot:
        await hears(bot, JOINED)
        bot.kill()
        await bot.wait()
        async with running(tmp_path, port) as again:
            await hears(again, JOINED)
            again.send_signal(signal.SIGINT)
            assert await in_time(again.wait()) == 0


async def test_a_playground_that_was_left_running_is_taken_over(tmp_path: Path) -> None:
    port = free_port()
    async with running(tmp_path, port, "playground") as left:
        await until(lambda: answers(port), "the playground")
        async with running(tmp_path, port) as bot:
            said = await hears(bot, JOINED)
            assert "A playground was left running" in said
            assert f"`kill {left.pid}` ends the playground" in said
            bot.send_signal(signal.SIGINT)
            assert await in_time(bot.wait()) == 0
        os.kill(left.pid, signal.SIGTERM)
        await in_time(left.wait())
