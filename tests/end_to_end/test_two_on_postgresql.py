"""Two bots, each with a part of the shards, on one PostgreSQL server: either of them, the server or connections die."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import sleep

import pytest

from tests.end_to_end.deaths import AT_MOST, DIES, PLACES
from tests.end_to_end.house import House
from tests.end_to_end.playing import Table, assert_all_is_there_once, assert_boards_are_in_order, play_on
from tests.end_to_end.room import Room, enter, match_of, rented
from tests.end_to_end.two_houses import two_houses
from tests.postgresql import DURABLE, Server, needs_postgresql, started

pytestmark = [pytest.mark.postgres, needs_postgresql]

DEATHS = {"bot": 2, "bot at its worst": 3, "bot or its successor": 2, "server": 1, "connections": 2}
MOVES = 3  # at most, between two deaths
ASKED_AGAIN = 10.0  # seconds after which people don't wait for an answer any more
HANDING_OVER = 4.0  # seconds that a successor takes at most, unless the machine is busy


@dataclass
class Side:
    """One of the bots, and who plays there."""

    house: House
    room: Room
    table: Table
    playing: asyncio.Task[None] | None = None

    def play(self, choices: random.Random) -> None:
        self.playing = asyncio.create_task(play_on(self.house, self.table, random.Random(choices.random())))

    async def stop(self) -> None:
        assert self.playing is not None
        self.playing.cancel()
        (problem,) = await asyncio.gather(self.playing, return_exceptions=True)
        assert problem is None or isinstance(problem, asyncio.CancelledError), problem
        if posting := {one for player in self.room.players for one in player.posting}:
            await asyncio.wait(posting)

    async def start_bot(self, first: str = "") -> None:
        """In place of one that is dead."""
        await self.house.start_bot(first=first, may_die=bool(first))

    async def lose_one_of_two(self, choices: random.Random) -> None:
        """Lets another bot take over, and kills one of them while both are there."""
        house = self.house
        old = await house.start_another("--replace")
        new = house.bot
        assert new is not None
        await asyncio.sleep(choices.uniform(0, HANDING_OVER))
        dead, house.bot = (old, new) if choices.random() < 0.5 else (new, old)
        house.others.remove(old)
        dead.kill()
        await dead.wait()
        await self.stop()
        wanted = self.table.played(house) + 1
        while self.table.played(house) < wanted:
            if house.bot.returncode is not None:  # it had left everything to the other one
                await self.start_bot()
            self.play(choices)  # again and again, since neither of them may have taken what was asked in between
            with suppress(TimeoutError):
                await house.until(lambda: self.table.played(house) >= wanted, "a move", within=ASKED_AGAIN)
            await self.stop()
        self.play(choices)

    async def plays_on(self, moves: int) -> None:
        wanted = self.table.played(self.house) + moves
        await self.house.until(
            lambda: self.table.played(self.house) >= wanted or self.playing is None or self.playing.done(), "moves"
        )


@pytest.mark.parametrize("deaths", [10, pytest.param(100, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])])
async def test_an_acknowledged_move_is_on_the_board_once(tmp_path: Path, deaths: int) -> None:
    choices, happened = random.Random(deaths), Counter[str]()
    with started(DURABLE) as server:
        async with (
            two_houses(House(tmp_path / "first", server=server), House(tmp_path / "second", server=server)) as houses,
            rented(houses[0]) as one,
            rented(houses[1]) as other,
        ):
            sides = []
            for house, rent in zip(houses, (one, other), strict=True):
                rent[0].unanswered_allowed = True
                rent[0].refusals_allowed = True  # a successor responds to what a dead bot may have responded to
                ada, ben = [await enter(rent, name) for name in ("Ada", "Ben")]
                board = await rent[0].begin(ada, ben)
                sides.append(Side(house, rent[0], Table(match_of(board), "cirondo", (ada, ben))))
            for side in sides:
                side.play(choices)
            for _ in range(deaths):
                (what,) = choices.choices(list(DEATHS), list(DEATHS.values()))
                await one_death(server, choices.choice(sides), choices, what)
                happened[what] += 1
            for side in sides:
                await side.plays_on(2)
                await side.stop()
            players = [player for side in sides for player in side.room.players]
            figures = assert_all_is_there_once(houses[0], players)
            for side in sides:
                await assert_boards_are_in_order(side.room, [side.table])
                assert not side.house.faults()
            await houses[0].assert_logs_lead_to_positions()
    print(f"\n{dict(happened)}: {dict(figures)}")  # noqa: T201 - figures of a run


async def one_death(server: Server, side: Side, choices: random.Random, what: str) -> None:
    await side.plays_on(choices.randint(0, MOVES))
    await asyncio.sleep(choices.uniform(0, 0.3))
    if what == "connections":
        server.end_connections(side.house.address, choices)
    elif what == "bot or its successor":
        await side.lose_one_of_two(choices)
    elif what == "server":
        await asyncio.to_thread(_restart, server, choices.uniform(0, 1))
    else:
        if what == "bot at its worst":
            await side.stop()
            await side.house.kill_bot()
            place, before = choices.choice(PLACES)
            await side.start_bot(DIES.format(place=place, before=before, times=choices.randint(1, 6)))
            side.play(choices)
            try:
                await asyncio.wait_for(side.house.bot_ended(), AT_MOST)
            except TimeoutError:
                await side.house.kill_bot()
        else:
            await side.house.kill_bot()
        await side.stop()
        await side.start_bot()
        side.play(choices)


def _restart(server: Server, away: float) -> None:
    server.die()
    sleep(away)
    server.revive()
