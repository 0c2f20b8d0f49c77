"""A process is killed again and again while it plays. Nothing it has confirmed is lost, nothing is half there."""

import asyncio
import json
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.match import ComputerLevel, Matches, SeriesKind, TableTerms
from bot.match.decisions import lobby
from bot.store import Store
from bot.store import tables as in_the_database
from bot.store.queries import matches as queries
from tests.match.conftest import HERE
from tests.match.mortal import GAMES, Ask
from tests.match.toy import PLAYERS

ANNE, BERT = PLAYERS[:2]
LONGEST_SPEECH = 30  # lines until death: two for each move
ONE_MOVE = 0.03  # seconds
RATED = 8  # short matches, which end and are rated
EARLY = 15  # deaths after which everything is looked at for the first time


@dataclass
class Lives:
    """What was heard from a process through all its lives."""

    confirmed: list[Ask] = field(default_factory=list)
    unheard: list[Ask] = field(default_factory=list)  # begun, and then came death
    refused: list[Ask] = field(default_factory=list)  # of people
    last: Ask | None = None  # of those, what nothing has followed yet
    asked_again: int = 0

    def next(self, seed: int, choices: random.Random) -> dict[str, object]:
        """How the next life begins: for every second time, with what a person was not answered."""
        again = self.last if self.last and self.last["by"] and choices.random() < 0.5 else None
        self.asked_again += again is not None
        return {"seed": seed, "number": 1 + 1000 * seed, "again": again}

    def heard(self, lines: list[bytes]) -> None:
        for line in lines:
            told = json.loads(line)
            assert "fault" not in told, told["fault"]
            if "ask" in told:
                if self.last is not None and self.last != told["ask"]:
                    self.unheard.append(self.last)
                self.last = told["ask"]
                continue
            assert self.last in told.values()
            if "done" in told:
                self.confirmed.append(told["done"])
                self.last = None
            elif "refused" in told and told["refused"]["by"] is not None:
                self.refused.append(told["refused"])
                self.last = None


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


async def tables(matches: Matches) -> None:
    """Games with and without luck and moves that follow by themselves, computers, and one match after another."""
    for game, seats, computers, series, options in (
        ("cirondo", 2, None, None, {}),
        ("parcheesi", 3, ComputerLevel.EASY, None, {}),
        ("race", 3, ComputerLevel.EASY, None, {"goal": 1000}),
        ("hike", 2, None, None, {}),
        ("harvest", 2, None, SeriesKind.POINTS, {"rounds": 3}),
        *[("race", 2, None, None, {"goal": 5})] * RATED,
    ):
        terms = TableTerms(game, seats, options, series=series, target=10_000_000, rated=True)
        match = await matches.tables.open(terms, opener=ANNE, place=HERE, computers=computers)
        await matches.tables.note_posted(match.id, 7000 + match.id)
        await matches.act(match.id, lobby.join(BERT))
        await matches.act(match.id, lobby.begin(ANNE))


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


async def assert_everything_is_whole(address: str, lives: Lives) -> int:
    """How many moves are on the log that nobody was told of."""
    async with await Store.open(address) as store:
        matches = Matches(store, games=GAMES)
        async with store.read() as connection:
            numbers = list(await connection.scalars(select(in_the_database.matches.c.id)))
        found = [await matches.get(number) for number in numbers]
        assert await matches.ledger.check() == []
        rated = [match for match in found if match.terms.rated and match.ending is not None and match.series is None]
        assert all(match.counts is not None or match.early for match in rated)
        due = {post.match_id: post.version for post in await matches.outbox.due(limit=len(found) + 1)}
        log: list[Ask] = []
        for match in found:
            assert await matches.records.check(match.id) == []
            async with store.read() as connection:
                rows = await queries.log(connection, match.id)
            assert [row.number for row in rows] == list(range(1, match.version + 1))
            assert due[match.id] == match.version, "a move without its board"
            log += [
                {"match": match.id, "move": row.move, "interaction": row.interaction_id, "number": row.number}
                for row in rows
                if row.kind == "move"
            ]
    by_interaction = Counter(row["interaction"] for row in log if row["interaction"] is not None)
    assert not by_interaction or max(by_interaction.values()) == 1
    kept = {row["interaction"]: (row["match"], row["move"]) for row in log if row["interaction"] is not None}
    places = {(row["match"], row["number"]): row["move"] for row in log}
    unheard = [*lives.unheard, *([lives.last] if lives.last else [])]
    assert not kept.keys() & {ask["interaction"] for ask in lives.refused}
    for done in lives.confirmed:
        if done["interaction"] is not None:
            number, move = kept[done["interaction"]]
            # Another process may have moved since this one looked, so that what was a capture isn't one any more.
            assert (number, move.replace("x", "-")) == (done["match"], done["move"].replace("x", "-"))
        else:  # a computer's move has no interaction, but it knows what it decided on
            assert places[done["match"], done["seen"] + 1] == done["move"]
    asked = {done["interaction"] for done in (*lives.confirmed, *unheard)}
    assert kept.keys() <= asked
    return len(kept.keys() - {done["interaction"] for done in lives.confirmed})
