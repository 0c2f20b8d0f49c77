"""The bot is killed again and again, at random and at the worst places, while people play."""

import asyncio
import random
from collections.abc import Sequence

import pytest

from tests.end_to_end.deaths import AT_MOST, DIES, PLACES
from tests.end_to_end.house import House
from tests.end_to_end.playing import Table, assert_all_is_there_once, assert_boards_are_in_order, play_on
from tests.end_to_end.room import enter, match_of, rented

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(
    ("kills", "moves"), [(4, 16), pytest.param(60, 500, marks=[pytest.mark.slow, pytest.mark.timeout(1200)])]
)
async def test_an_acknowledged_move_is_on_the_board(own_house: House, kills: int, moves: int) -> None:
    house, choices = own_house, random.Random(moves)
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        room.unanswered_allowed = True
        ada, ben, caro, dan = [await enter((room, stack), name) for name in ("Ada", "Ben", "Caro", "Dan")]
        first = await room.begin(ada, ben)
        second = await room.begin(caro, dan, game="parcheesi")
        tables = [
            Table(match_of(first), "cirondo", (ada, ben)),
            Table(match_of(second), "parcheesi", (caro, dan)),
        ]
        if kills > len(PLACES):
            await ada.slash("southern-cross start", computers="easy")
            third = await room.board(ada, after=second)
            tables.append(Table(match_of(third), "southern_cross", (ada, None, None, None)))
        await house.kill_bot()
        worst = [*PLACES, *[None] * len(PLACES)]
        choices.shuffle(worst)
        for kill in range(kills):
            await one_life(house, tables, choices, worst[kill % len(worst)], moves * (kill + 1) // kills)
        await house.start_bot()
        for table in tables:
            await play_on(house, table, choices, table.played(house) + 2)
        figures = assert_all_is_there_once(house, room.players)
        await assert_boards_are_in_order(room, tables)
        played = sum(table.played(house) for table in tables)
        print(f"\n{kills} deaths, {played} moves on the logs: {dict(figures)}")  # noqa: T201 - figures of a run
        assert not house.faults()


async def test_an_older_board_loses_its_buttons_although_the_bot_died_before_it_took_them_off(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        room.unanswered_allowed = True
        ada, ben = [await enter((room, stack), name) for name in ("Ada", "Ben")]
        first = await room.begin(ada, ben)
        await house.until_posted()
        await house.kill_bot()
        await house.start_bot(first=DIES.format(place="Outbox.note_posted", before=False, times=1))
        playing = asyncio.create_task(ada.slash("cirondo move", move="B5-C5"))
        await house.bot_ended()
        playing.cancel()
        await house.start_bot()
        await ben.wait_for(lambda message: message.id == first.id and not message.buttons)
        assert (await room.board(ben, after=first)).buttons


async def one_life(
    house: House, tables: Sequence[Table], choices: random.Random, place: tuple[str, bool] | None, moves: int
) -> None:
    """People play until the bot dies at this place, or at any moment while this many moves are made."""
    if place is not None:
        times = choices.randint(1, 12)
        await house.start_bot(first=DIES.format(place=place[0], before=place[1], times=times), may_die=True)
    else:
        await house.start_bot()
    playing = [asyncio.create_task(play_on(house, table, random.Random(choices.random()))) for table in tables]
    if place is None:
        await house.until(
            lambda: sum(table.played(house) for table in tables) >= moves or all(one.done() for one in playing),
            f"{moves} moves",
        )
        await asyncio.sleep(choices.uniform(0, 0.4))
        await house.kill_bot()
    else:
        try:
            await asyncio.wait_for(house.bot_ended(), AT_MOST)
        except TimeoutError:
            await house.kill_bot()
    for one in playing:
        one.cancel()
    for problem in await asyncio.gather(*playing, return_exceptions=True):
        assert problem is None or isinstance(problem, asyncio.CancelledError), problem
