"""Whole matches while Discord fails, is slow, loses answers and hangs up."""

import asyncio
import random
from functools import partial
from typing import Any

import pytest

from tests.end_to_end.house import House
from tests.end_to_end.playing import Table, assert_all_is_there_once, assert_boards_are_in_order, play_on
from tests.end_to_end.room import Room, enter, match_of, rented
from tests.end_to_end.whole_match import SHORT

LIMIT: dict[str, Any] = {"roll-limit": "30"}


async def trouble(room: Room, choices: random.Random) -> None:
    """Something that goes wrong next, or nothing. One thing at a time, or all would meet the same request."""
    boards = f"(POST|PATCH) /channels/{room.channel}/messages"
    answers = "(PATCH|POST) /webhooks|POST /interactions"
    where = choices.choice([boards, boards, boards, answers])
    switches: list[dict[str, Any]] = [
        {},
        {"fail": {"match": where, "status": choices.choice([500, 502]), "times": choices.randint(1, 2)}},
        {"fail": {"match": boards, "status": 503, "times": choices.randint(1, 2)}},
        {"fail": {"match": boards, "status": choices.choice([500, 503]), "after": True, "times": 2}},
        {"fail": {"match": where, "status": 429, "retry_after": 0.2, "global": choices.choice([True, False])}},
        {"delay": {"match": where, "seconds": choices.uniform(0.1, 0.8)}},
        {"gateway": choices.choice(["drop", "reconnect", "resumable"])},
        choices.choice(
            [
                {"gateway": "invalid"},
                {"fail": {"match": "POST /interactions", "status": 503}},
                {"delay": {"match": "POST /interactions", "seconds": 3.1}},
            ]
        ),
    ]
    await room.house.control(clear_faults=True, **choices.choice(switches))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("moves", "seed"), [(4, 1), pytest.param(None, 2, marks=[pytest.mark.slow, pytest.mark.timeout(1200)])]
)
async def test_a_match_arrives_where_it_would_have_without_trouble(
    own_house: House, moves: int | None, seed: int
) -> None:
    house, choices = own_house, random.Random(seed)
    await house.start_playground()
    await house.start_bot()
    await house.control(hold_clock=False)  # what Discord loses comes to its end there
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
            await ada.slash("southern-cross start", computers="easy")
            third = await room.board(ada, after=second)
            tables.append(Table(match_of(third), "southern_cross", (ada, *[None] * 3)))
        limit = 150 if moves is None else moves  # a match that is over before ends there
        fails = partial(trouble, room, choices)
        await asyncio.gather(*(play_on(house, table, random.Random(seed), limit, trouble=fails) for table in tables))
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
        assert not house.faults()
