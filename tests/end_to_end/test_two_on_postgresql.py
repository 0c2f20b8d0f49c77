"""Two bots, each with a part of the shards, on one PostgreSQL server: either of them, the server or connections die."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from time import sleep

import pytest

from tests.end_to_end.conftest import House, Room, enter, match_of, rented
from tests.end_to_end.playing import Table, assert_all_is_there_once, assert_boards_are_in_order, play_on
from tests.end_to_end.test_sudden_death import AT_MOST, DIES, PLACES
from tests.end_to_end.two_houses import two_houses
from tests.postgresql import DURABLE, Server, needs_postgresql, started

pytestmark = [pytest.mark.postgres, needs_postgresql]

DEATHS = {"bot": 3, "bot at its worst": 3, "server": 1, "connections": 2}
MOVES = 3  # at most, between two deaths


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

    async def start_bot(self, first: str = "") -> None:
        """In place of one that is dead, whose lease is over."""
        self.house.rows("UPDATE leases SET until = 0 WHERE name = ?", f"shard {self.house.settings['SHARDS']}")
        await self.house.start_bot(first=first)

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
                assert not side.house.said("Traceback"), "\n".join(side.house.output)
            await houses[0].assert_logs_lead_to_positions()
    print(f"\n{dict(happened)}: {dict(figures)}")  # noqa: T201 - figures of a run


async def one_death(server: Server, side: Side, choices: random.Random, what: str) -> None:
    await side.plays_on(choices.randint(0, MOVES))
    await asyncio.sleep(choices.uniform(0, 0.3))
    if what == "connections":
        server.end_connections(side.house.address, choices)
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
