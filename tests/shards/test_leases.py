"""Which process works for a shard: leases that are renewed, run out and are waited for."""

import asyncio
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from bot.shards.leases import LeaseEnd, LeasesUnusable
from bot.shards.processes import describe_process
from bot.shards.silence import GRACE, LEASE
from bot.store import StoreBusy
from bot.store.queries import leases
from bot.store.shards import EVERYTHING, NOTHING, Shards
from tests.shards.conftest import ALL_OF_TWO, FIRST, GONE, LOOK, SECOND, SECOND_OF_TWO, World
from tests.waiting import in_time


async def test_a_process_works_for_the_shards_whose_leases_it_has(world: World) -> None:
    first, second = await world.process(FIRST).started(), await world.process(SECOND_OF_TWO).started()
    assert (first.works_for, second.works_for) == (FIRST, SECOND_OF_TWO)
    own, others = 1 << 22, 2 << 22  # servers of shard 1 and shard 0
    assert await second.takes(world.interaction(), own)
    assert not await second.takes(world.interaction(), others)
    assert await first.takes(world.interaction(), others)


async def test_direct_messages_belong_to_the_first_shard(world: World) -> None:
    first, second = await world.process(FIRST).started(), await world.process(SECOND_OF_TWO).started()
    assert [await one.takes(world.interaction()) for one in (first, second)] == [True, False]


async def test_a_living_process_keeps_its_leases_for_ever(world: World) -> None:
    holder = await world.process().started()
    waiting = asyncio.create_task(world.process().leases.take())
    await world.go_by(3 * LEASE, holder)
    assert not waiting.done()
    assert holder.works_for == ALL_OF_TWO
    waiting.cancel()


async def test_leases_last_for_six_seconds_and_are_renewed_every_two(world: World) -> None:
    async def last_until() -> list[float]:
        async with world.store.read() as connection:
            return [(row.until - began).total_seconds() for row in await leases.read(connection)]

    began = world.now
    holder = await world.process().started()
    assert await last_until() == [6, 6]
    await world.go_by(2 * SECOND - SECOND / 2, holder)
    assert await last_until() == [6, 6]
    await world.go_by(SECOND / 2, holder)
    assert await last_until() == [8, 8]
    await world.go_by(2 * SECOND - SECOND / 2, holder)
    assert await last_until() == [8, 8]
    await world.go_by(SECOND / 2, holder)
    assert await last_until() == [10, 10]


def test_nobody_waits_for_more_than_ten_seconds_for_a_dead_process() -> None:
    assert LEASE + GRACE + 2 * LOOK <= 10 * SECOND


async def test_a_process_says_once_whom_it_waits_for(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    await world.process().started()
    other = world.process()
    waiting = asyncio.create_task(other.leases.take())
    for _ in range(3):
        other.slept.clear()
        await in_time(other.slept.wait())
    waiting.cancel()
    said = [message for message in caplog.messages if "Waiting" in message]
    assert said == ["Waiting: another process works for shard 0, shard 1"]


async def test_a_process_that_begins_waits_until_the_database_is_there(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def lost(*_: object) -> None:
        raise StoreBusy

    caplog.set_level("INFO")
    process = world.process()
    with monkeypatch.context() as patched:
        patched.setattr(leases, "read", lost)
        waiting = asyncio.create_task(process.leases.take())
        for _ in range(3):
            process.slept.clear()
            await in_time(process.slept.wait())
    await in_time(waiting)
    assert process.works_for == ALL_OF_TWO
    assert [message for message in caplog.messages if "Waiting" in message] == [
        "Waiting: the database can't be reached"
    ]


async def test_the_leases_of_a_dead_process_run_out_and_another_one_takes_them(world: World) -> None:
    await world.process().started()
    other = world.process()
    waiting = asyncio.create_task(other.leases.take())
    await world.go_by(GONE - SECOND)
    await in_time(other.slept.wait())
    assert other.works_for == NOTHING
    world.now += SECOND
    await in_time(waiting)
    assert other.works_for == ALL_OF_TWO


async def test_of_two_that_wait_for_a_dead_process_one_takes_over(world: World) -> None:
    await world.process().started()
    others = [world.process(), world.process()]
    world.now += GONE
    assert sorted(await asyncio.gather(*(other.leases.try_to_take() for other in others))) == [False, True]
    assert sorted(len(other.works_for.numbers) for other in others) == [0, 2]


async def test_a_process_waits_if_another_was_faster_at_the_same_moment(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def take(*_: object) -> None:
        raise IntegrityError("INSERT", None, Exception("such a lease exists"))

    process = world.process()
    with monkeypatch.context() as patched:
        patched.setattr(leases, "take", take)
        assert await process.leases.try_to_take() is False
    assert process.works_for == NOTHING
    assert await process.leases.try_to_take() is True


async def test_a_process_that_stops_leaves_its_leases_to_the_next(world: World) -> None:
    holder = await world.process().started()
    await holder.leases.leave()
    await holder.leases.look()  # it goes on looking until it has ended
    assert (holder.works_for, holder.has_ended) == (NOTHING, False)
    assert not await holder.takes(world.interaction())
    assert await world.process().leases.try_to_take()


async def test_a_process_that_was_silent_for_too_long_stops_if_another_has_taken_over(world: World) -> None:
    holder = await world.process().started()
    world.now += GONE
    await world.process().started()
    await holder.leases.look()
    assert holder.leases.ended.result() is LeaseEnd.LOST
    assert holder.works_for == NOTHING
    assert not await holder.takes(world.interaction())


async def test_a_process_that_was_silent_goes_on_if_nobody_has_taken_over(world: World) -> None:
    holder = await world.process().started()
    world.now += 10 * LEASE
    await holder.leases.look()
    assert not holder.has_ended
    assert holder.works_for == ALL_OF_TWO


async def test_a_single_process_does_not_start_beside_one_that_answers(world: World) -> None:
    before = await world.process(None).started()
    starting = asyncio.create_task(world.process(None).leases.take())
    while not starting.done():
        await world.go_by(SECOND, before)
        await asyncio.sleep(0)
    with pytest.raises(LeasesUnusable) as refusal:
        await starting
    assert str(refusal.value) == (
        f"Crux runs on this database already: {describe_process(before.leases.me)}. Stop that one, or start this one "
        "with --replace to take over from it."
    )
    assert before.works_for == EVERYTHING
    assert not before.has_ended


async def test_a_single_process_takes_the_place_of_one_that_is_silent(world: World) -> None:
    before, after = await world.process(None).started(), world.process(None)
    starting = asyncio.create_task(after.leases.take())
    await in_time(after.slept.wait())
    world.now += GONE - SECOND
    after.slept.clear()
    await in_time(after.slept.wait())
    assert not starting.done()
    world.now += SECOND
    await in_time(starting)
    assert after.works_for == EVERYTHING
    await before.leases.look()
    assert before.leases.ended.result() is LeaseEnd.LOST


@pytest.mark.parametrize("shards", [None, ALL_OF_TWO], ids=["alone", "some shards"])
async def test_nobody_waits_for_a_process_that_is_known_to_be_dead(world: World, shards: Shards | None) -> None:
    before = await world.process(shards).started()
    before.dies()
    assert await world.process(shards).leases.try_to_take()
    await before.leases.look()
    assert before.leases.ended.result() is LeaseEnd.LOST


@pytest.mark.parametrize("known", [None, Shards(3, frozenset({2}))], ids=str)
@pytest.mark.parametrize("replace", [False, True])
async def test_all_processes_have_the_same_number_of_shards(world: World, known: Shards | None, replace: bool) -> None:
    await world.process(known).started()
    with pytest.raises(LeasesUnusable, match="another SHARD_COUNT"):
        await world.process(ALL_OF_TWO, replace=replace).started()
    world.now += GONE
    assert (await world.process(ALL_OF_TWO).started()).works_for == ALL_OF_TWO


async def test_a_process_that_serves_all_shards_does_not_run_beside_one_that_serves_the_only_one(world: World) -> None:
    await world.process(Shards(1, frozenset({0}))).started()
    with pytest.raises(LeasesUnusable, match="another SHARD_COUNT"):
        await world.process(None).started()


async def test_trouble_with_the_database_ends_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    holder = await world.process().started()
    tried = asyncio.Event()

    async def fail() -> None:
        tried.set()
        raise OSError

    with monkeypatch.context() as patched:
        patched.setattr(holder.leases, "look", fail)
        watching = asyncio.create_task(holder.leases.watch())
        await in_time(tried.wait())
        assert not watching.done()
    watching.cancel()
    assert holder.works_for == ALL_OF_TWO


async def test_a_look_waits_for_nobody_who_waits_to_write(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it's late, no click is taken."""
    process, order, renew = world.process(), list[str](), leases.renew
    await process.leases.take()
    world.now += SECOND * 3

    async def noted(*args: Any) -> None:
        order.append("a look")
        await renew(*args)

    async def write() -> None:
        async with world.store.write():
            order.append("others")

    monkeypatch.setattr(leases, "renew", noted)
    async with world.store.write():
        others = [asyncio.create_task(write()) for _ in range(2)]
        await asyncio.sleep(0)
        look = asyncio.create_task(process.leases.look())
        for _ in range(50):
            await asyncio.sleep(0)
    await in_time(asyncio.gather(look, *others))
    assert order == ["a look", "others", "others"]
