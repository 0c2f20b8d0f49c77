"""Whole matches while Discord fails, is slow, loses answers and hangs up."""

import asyncio
import random
from typing import Any

import pytest

from tests.end_to_end.conftest import House, Room, enter, match_of, rented
from tests.end_to_end.playing import Table, assert_all_is_there_once, assert_boards_are_in_order, play_on
from tests.end_to_end.test_whole_match import SHORT

LIMIT: dict[str, Any] = {"throw-limit": "30"}
PAUSE = 0.25  # seconds between two faults, on average


async def trouble(room: Room, choices: random.Random) -> None:
    """One fault after the other."""
    await asyncio.sleep(PAUSE)
    boards = f"(POST|PATCH) /channels/{room.channel}/messages"
    answers = "(PATCH|POST) /webhooks|POST /interactions"
    while True:
        where = choices.choice([boards, boards, boards, answers])
        switch = choices.choice(
            [
                {"fail": {"match": where, "status": choices.choice([500, 502]), "times": choices.randint(1, 2)}},
                {"fail": {"match": where, "status": 503}},
                {"fail": {"match": boards, "status": choices.choice([500, 503]), "after": True, "times": 2}},
                {"fail": {"match": where, "status": 429, "retry_after": 0.2}},
                {"fail": {"match": where, "status": 429, "retry_after": 0.2, "global": True}},
                {"delay": {"match": where, "seconds": choices.uniform(0.1, 0.8)}},
                {"delay": {"match": "POST /interactions", "seconds": 3.1}},
                {"gateway": choices.choice(["drop", "reconnect", "resumable", "invalid"])},
            ]
        )
        await room.house.control(clear_faults=True, **switch)  # else they would pile up while people think
        await asyncio.sleep(choices.expovariate(1 / PAUSE))


@pytest.mark.parametrize(
    ("moves", "seed"), [(12, 1), pytest.param(None, 2, marks=[pytest.mark.slow, pytest.mark.timeout(1200)])]
)
async def test_a_match_arrives_where_it_would_have_without_trouble(
    own_house: House, moves: int | None, seed: int
) -> None:
    house, choices = own_house, random.Random(seed)
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        room.unanswered_allowed = room.refusals_allowed = True  # 429, and what comes too late
        ada, ben, caro, dan = [await enter((room, stack), name) for name in ("Ada", "Ben", "Caro", "Dan")]
        first = await room.begin(ada, ben)
        second = await room.begin(caro, dan, game="parcheesi", **LIMIT)
        tables = [
            Table(match_of(first), "cirondo", (ada, ben), SHORT),
            Table(match_of(second), "parcheesi", (caro, dan)),
        ]
        if moves is None:
            third = await room.begin(ada, game="southern-cross", computers="easy")
            tables.append(Table(match_of(third), "southern_cross", (ada, *[None] * 3)))
        failing = asyncio.create_task(trouble(room, choices))
        limit = 150 if moves is None else moves  # a match that is over before ends there
        await asyncio.gather(*(play_on(house, table, random.Random(seed), limit) for table in tables))
        failing.cancel()
        await house.control(clear_faults=True)
        await house.wait_for_bot()
        figures = assert_all_is_there_once(house, room.players)
        await assert_boards_are_in_order(room, tables)
        assert [move for (move,) in house.rows(
            "SELECT move FROM events WHERE match_id = ? AND kind = 'move' ORDER BY number", tables[0].match
        )] == SHORT[: tables[0].played(house)]  # fmt: skip
        statuses = (await house.log())["statuses"]
        played = sum(table.played(house) for table in tables)
        print(f"\n{played} moves, {dict(figures)}, answers of Discord {statuses}")  # noqa: T201 - figures of a run
        assert not house.said("Traceback")
