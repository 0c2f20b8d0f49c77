"""Places that many want."""

import asyncio

import pytest

from bot.places import Places
from tests.waiting import in_time


async def test_the_lowest_rank_is_next_and_of_equal_ones_the_first() -> None:
    places, order = Places(1), list[str]()

    async def come(name: str, rank: int) -> None:
        async with places.taken(rank):
            order.append(name)
            await asyncio.sleep(0)

    await asyncio.gather(come("a", 5), come("b", 2), come("c", 1), come("d", 2))
    assert order == ["a", "c", "b", "d"]


async def test_no_more_have_one_than_there_are() -> None:
    places, inside, most = Places(3), 0, 0

    async def come() -> None:
        nonlocal inside, most
        async with places.taken(0):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(come() for _ in range(20)))
    assert most == 3


@pytest.mark.parametrize("late", [False, True])
async def test_who_gives_up_waiting_leaves_the_place_to_the_next(late: bool) -> None:
    places = Places(1)
    await places.take(0)
    leaving = asyncio.create_task(places.take(0))
    staying = asyncio.create_task(places.take(1))
    await asyncio.sleep(0)
    if late:  # it has been given the place already, and hasn't noticed yet
        places.give_back()
    leaving.cancel()
    await asyncio.wait({leaving})
    if not late:
        assert not staying.done()
        places.give_back()
    await in_time(staying)


async def test_an_error_goes_to_all_who_wait_and_a_place_is_still_there_afterwards() -> None:
    places = Places(1)
    await places.take(0)
    waiting = [asyncio.create_task(places.take(0)) for _ in range(3)]
    await asyncio.sleep(0)
    places.refuse(LookupError())
    for task in waiting:
        with pytest.raises(LookupError):
            await task
    places.give_back()
    await places.take(0)
