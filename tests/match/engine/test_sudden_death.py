"""A process is killed again and again while it plays. Nothing it has confirmed is lost, nothing is half there."""

import asyncio
import json
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest

from bot.match import Matches
from bot.store import Store
from tests.match.engine.deaths import Lives, assert_everything_is_whole, tables
from tests.match.mortal import GAMES

LONGEST_SPEECH = 30  # lines until death: two for each move
ONE_MOVE = 0.03  # seconds
EARLY = 15  # deaths after which everything is looked at for the first time


async def one_life(process: Process, begins: dict[str, object], lines: int, seconds: float) -> list[bytes]:
    """What a life says that is killed some seconds after it has said this many lines, whatever it is doing then."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(begins).encode() + b"\n")
    born = json.loads(await process.stdout.readline())
    said = [await process.stdout.readline() for _ in range(lines)]
    await asyncio.sleep(seconds)
    os.kill(born["alive"], signal.SIGKILL)
    while not (line := await process.stdout.readline()).endswith(b'{"dead": true}\n'):
        assert line, "a life ended by itself"
        said.append(line)
    return said


@pytest.mark.thorough
@pytest.mark.parametrize("moves", [60, pytest.param(5000, marks=pytest.mark.slow)])
async def test_a_process_that_is_killed_at_any_moment_has_lost_nothing_and_doubled_nothing(
    address: str, moves: int
) -> None:
    choices = random.Random(moves)
    async with await Store.open(address) as store:
        await tables(Matches(store, games=GAMES))

    lives, seed = Lives(), 0
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.match.mortal", address),
        stdin=PIPE,
        stdout=PIPE,
        cwd=Path(__file__).parents[3],
        start_new_session=True,
    )
    try:
        while len(lives.confirmed) < moves:
            seed += 1
            lines, seconds = choices.randint(0, LONGEST_SPEECH), choices.uniform(0, ONE_MOVE)
            lives.heard(await one_life(process, lives.next(seed, choices), lines, seconds))
            if seed == EARLY:  # otherwise the next life is the first to see what death has left
                await assert_everything_is_whole(address, lives)
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # and a life that goes on
        await process.wait()
    there = await assert_everything_is_whole(address, lives)
    print(  # noqa: T201 - figures of a run
        f"\n{seed} deaths, {len(lives.confirmed)} moves confirmed, {len(lives.unheard)} not; "
        f"of those {there} are there, {lives.asked_again} were asked for again"
    )
