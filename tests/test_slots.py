"""Slots that many want."""

import asyncio
from collections import defaultdict
from types import SimpleNamespace

import pytest

from bot import slots as module
from bot.slots import FairSlots, came_at, come, cores, lane, lane_of
from tests.waiting import in_time


@pytest.mark.parametrize(
    ("system", "number"),
    [
        ({"sched_getaffinity": {0: {1, 4, 5}}.__getitem__, "cpu_count": lambda: 8}, 3),  # of this process: 0
        ({"cpu_count": lambda: 8}, 8),
        ({"cpu_count": lambda: None}, 1),
    ],
    ids=["some of them", "all", "unknown"],
)
def test_the_cores_are_those_that_this_process_may_use(
    system: dict[str, object], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "os", SimpleNamespace(**system))
    assert cores() == number


async def test_the_lowest_rank_is_next_and_of_equal_ones_the_first() -> None:
    places, order = FairSlots(1), list[str]()

    async def come(name: str, rank: int) -> None:
        async with places.slot(rank):
            order.append(name)
            await asyncio.sleep(0)

    await asyncio.gather(come("a", 5), come("b", 2), come("c", 1), come("d", 2))
    assert order == ["a", "c", "b", "d"]


@pytest.mark.parametrize(
    ("number", "order"),
    [
        (1, ["a1", "b1", "c1", "a2", "b2", "a3", "a4", "a5"]),
        (2, ["a1", "a2", "b1", "c1", "a3", "b2", "a4", "a5"]),
    ],
)
async def test_people_take_turns(number: int, order: list[str]) -> None:
    places, turns, go_on = FairSlots(number), list[str](), defaultdict[str, asyncio.Event](asyncio.Event)

    async def come(name: str) -> None:
        await places.take(0, person=name[0])
        turns.append(name)
        await go_on[name].wait()
        places.give_back(name[0])

    coming = {name: asyncio.create_task(come(name)) for name in ("a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1")}
    await asyncio.sleep(0)
    for turn in range(len(coming)):
        go_on[turns[turn]].set()
        await coming[turns[turn]]
        await asyncio.sleep(0)
    assert turns == order


async def test_a_rank_goes_before_turns_and_what_one_person_waits_for_goes_by_its_time() -> None:
    places, order = FairSlots(1), list[str]()

    async def come(name: str, rank: int, since: int) -> None:
        await places.take(rank, person=name[0], since=since)
        order.append(name)
        await asyncio.sleep(0)
        places.give_back(name[0])

    await asyncio.gather(come("a1", 1, 9), come("a2", 1, 5), come("a3", 1, 2), come("a4", 0, 7), come("b1", 1, 8))
    assert order == ["a1", "a4", "b1", "a3", "a2"]


async def test_no_more_have_one_than_there_are() -> None:
    places, inside, most = FairSlots(3), 0, 0

    async def come() -> None:
        nonlocal inside, most
        async with places.slot(0):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(come() for _ in range(20)))
    assert most == 3


@pytest.mark.parametrize("late", [False, True])
async def test_who_gives_up_waiting_leaves_the_place_to_the_next(late: bool) -> None:
    places = FairSlots(1)
    await places.take(0)
    leaving = asyncio.create_task(places.take(0))
    staying = asyncio.create_task(places.take(1))
    await asyncio.sleep(0)
    if late:  # it has been given the place already, and hasn't noticed yet
        places.give_back()
    leaving.cancel()
    await asyncio.wait({leaving})
    assert leaving.cancelled()
    if not late:
        assert not staying.done()
        places.give_back()
    await in_time(staying)


async def test_an_error_goes_to_all_who_wait_and_a_place_is_still_there_afterwards() -> None:
    places = FairSlots(1)
    await places.take(0)
    waiting = [asyncio.create_task(places.take(0)) for _ in range(3)]
    await asyncio.sleep(0)
    places.refuse(LookupError())
    for task in waiting:
        with pytest.raises(LookupError):
            await task
    places.give_back()
    await places.take(0)


async def test_nothing_is_remembered_of_whoever_has_given_everything_back() -> None:
    places = FairSlots(2)
    await places.take(0, person="a")
    await places.take(0, person="a")
    places.give_back("a")
    assert places._taken == {"a": 1}
    places.give_back("a")
    assert places._taken == {}


def read(places: FairSlots) -> tuple[bool, bool, int]:
    return places.all_taken, places.wanted, places.waiting


async def test_who_waits_and_who_has_given_up_is_counted() -> None:
    places = FairSlots(2)
    seen = [read(places)]
    for _ in range(2):
        await places.take(0, person="a")
        seen.append(read(places))
    coming = [asyncio.create_task(places.take(0, person=one)) for one in "bc"]
    await asyncio.sleep(0)
    seen.append(read(places))
    coming[0].cancel()
    await asyncio.wait({coming[0]})
    seen.append(read(places))
    places.give_back("a")
    await coming[1]
    seen.append(read(places))
    places.give_back("a")
    places.give_back("c")
    seen.append(read(places))
    assert seen == [
        (False, False, 0),
        (False, False, 0),
        (True, False, 0),
        (True, True, 2),
        (True, True, 1),
        (True, False, 0),
        (False, False, 0),
    ]


async def test_a_slot_is_given_back_when_something_goes_wrong_in_it() -> None:
    places = FairSlots(1)

    async def fail() -> None:
        async with places.slot(0):
            assert places.all_taken
            raise LookupError

    with pytest.raises(LookupError):
        await fail()
    assert not places.all_taken


async def test_who_has_waited_but_gave_up_at_the_moment_of_an_error_gives_nothing_back() -> None:
    places = FairSlots(1)
    await places.take(0)
    waiting = asyncio.create_task(places.take(0))
    await asyncio.sleep(0)
    places.refuse(LookupError())
    waiting.cancel()
    await asyncio.wait({waiting})
    assert read(places) == (True, False, 0)
    places.give_back()
    assert read(places) == (False, False, 0)


async def test_of_people_with_as_many_slots_the_one_is_next_whose_turn_is_longest_ago() -> None:
    places, turns = FairSlots(3), list[str]()

    async def come(name: str) -> None:
        await places.take(0, person=name[0])
        turns.append(name)

    for name in ("y0", "z1", "z2"):
        await come(name)
    coming = [asyncio.create_task(come(name)) for name in ("x1", "x2", "y1")]
    await asyncio.sleep(0)
    for expected in (["x1"], ["x1", "y1"]):
        places.give_back("z")
        await asyncio.sleep(0)
        assert turns[3:] == expected
    places.give_back("x")
    await in_time(asyncio.gather(*coming))


async def test_a_lane_is_that_of_a_task_and_of_what_it_starts_until_it_leaves_it() -> None:
    async def seen() -> str:
        return lane()

    assert lane() == ""
    with lane_of("pages"):
        with lane_of("others"):
            assert lane() == "others"
        assert lane() == await asyncio.create_task(seen()) == "pages"
    assert lane() == await asyncio.create_task(seen()) == ""


async def test_a_task_that_does_not_say_when_it_came_comes_now() -> None:
    async def one(came: float) -> float:
        come(came)
        return came_at(9.0)

    assert await asyncio.gather(*(asyncio.create_task(one(came)) for came in (3.0, 0.0))) == [3.0, 0.0]
    assert came_at(9.0) == 9.0
