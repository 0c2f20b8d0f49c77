"""Leases that a process hands over to its successor."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.shards.leases import AHEAD, ON_THE_WAY, LeaseEnd, LeasesUnusable
from bot.shards.silence import GRACE, LEASE, STARTING
from bot.store.lease_tables import LeaseRow
from bot.store.queries import leases
from bot.store.shards import NOTHING, Shards
from tests.shards.conftest import ALL_OF_TWO, FIRST, GONE, LOOK, SECOND, SECOND_OF_TWO, World
from tests.waiting import in_time


async def test_a_successor_takes_over_all_shards_of_a_process(world: World) -> None:
    await world.process(ALL_OF_TWO).started()
    with pytest.raises(LeasesUnusable, match="Add the other shards to SHARDS"):
        await world.process(FIRST, replace=True).started()


async def test_a_process_has_one_successor(world: World) -> None:
    await world.process().started()
    await world.process(replace=True).started()
    with pytest.raises(LeasesUnusable, match="Start only one"):
        await world.process(replace=True).started()
    world.now += GONE
    assert (await world.process(replace=True).started()).works_for == ALL_OF_TWO  # both have died


async def test_where_nobody_is_to_be_replaced_a_successor_begins(world: World) -> None:
    assert (await world.process(replace=True).started()).works_for == ALL_OF_TWO
    assert await world.process(SECOND_OF_TWO).leases.try_to_take() is False


async def test_one_process_may_replace_two(world: World) -> None:
    first, second = await world.process(FIRST).started(), await world.process(SECOND_OF_TWO).started()
    both = await world.process(replace=True).ready()
    await world.go_by(AHEAD + ON_THE_WAY + LOOK, first, second, both)
    for one in (first, second):
        assert one.leases.ended.result() is LeaseEnd.REPLACED
        await one.leases.leave()
        await both.leases.look()
    assert both.works_for == ALL_OF_TWO


@pytest.mark.parametrize("shards", [ALL_OF_TWO, None], ids=["several", "alone"])
async def test_a_successor_takes_what_happens_after_the_moment_it_is_told(world: World, shards: Shards | None) -> None:
    holder = await world.process(shards).started()
    successor = await world.process(shards, replace=True).started()
    await holder.leases.look()
    assert await holder.takes(world.interaction(2 * AHEAD))  # the successor isn't ready yet
    successor.leases.note_ready()
    await world.go_by(3 * AHEAD, successor)
    await holder.leases.look()
    await successor.leases.look()
    before, after = world.interaction(), world.interaction(AHEAD + SECOND)
    assert (await holder.takes(before), await successor.takes(before)) == (True, False)
    assert (await holder.takes(after), await successor.takes(after)) == (False, True)


async def test_what_comes_before_the_successor_knows_is_kept_for_the_one_whose_it_is(world: World) -> None:
    holder = await world.process().started()
    successor = await world.process(replace=True).ready()
    ids = [world.interaction(), world.interaction(2 * AHEAD)]
    kept = [asyncio.create_task(successor.takes(one)) for one in ids]
    await asyncio.sleep(0)
    assert not any(task.done() for task in kept)
    await holder.leases.look()
    await successor.leases.look()
    assert await in_time(asyncio.gather(*kept)) == [False, True]


async def test_a_successor_says_once_that_it_is_ready(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    holder, successor = await world.process().ready(), await world.process(replace=True).ready()
    for process in (holder, successor) * 2:
        await process.leases.look()
    assert caplog.messages.count("Ready to take over") == 1


async def test_leases_that_were_missing_for_a_moment_stay_with_the_process_that_has_taken_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder, successor = await world.process().started(), await world.process(replace=True).ready()
    read, missing = leases.read, [True]

    async def read_too_early(connection: AsyncConnection) -> list[LeaseRow]:
        return [] if missing and missing.pop() else await read(connection)

    monkeypatch.setattr(leases, "read", read_too_early)
    await successor.leases.look()
    assert not missing
    assert (successor.has_ended, successor.works_for, holder.works_for) == (False, NOTHING, ALL_OF_TWO)
    await holder.leases.look()
    assert not holder.has_ended


async def test_the_holder_works_until_everything_on_the_way_has_arrived(world: World) -> None:
    holder, successor = await world.process().started(), await world.process(replace=True).ready()
    await holder.leases.look()
    await world.go_by(AHEAD + ON_THE_WAY - LOOK, holder, successor)
    assert (holder.has_ended, holder.works_for, successor.works_for) == (False, ALL_OF_TWO, NOTHING)
    await world.go_by(LOOK, holder, successor)
    assert holder.leases.ended.result() is LeaseEnd.REPLACED
    assert (holder.works_for, successor.works_for) == (ALL_OF_TWO, NOTHING)  # it finishes its work first
    await holder.leases.leave()
    await successor.leases.look()
    assert (holder.works_for, successor.works_for) == (NOTHING, ALL_OF_TWO)


async def test_a_successor_that_was_slow_takes_nothing_that_the_holder_has_taken(world: World) -> None:
    holder, successor = await world.process().started(), await world.process(replace=True).ready()
    await holder.leases.look()
    before, after = world.interaction(), world.interaction(AHEAD + SECOND)
    await world.go_by(AHEAD + ON_THE_WAY + LOOK, holder)
    await holder.leases.leave()
    await successor.leases.look()
    assert successor.works_for == ALL_OF_TWO
    assert [await successor.takes(one) for one in (before, after)] == [False, True]


async def test_interactions_from_the_future_of_a_slow_clock_are_taken_once(world: World) -> None:
    holder, successor = await world.process().started(), await world.process(replace=True).ready()
    ahead = world.interaction(timedelta(minutes=1))
    assert await holder.takes(ahead)
    await holder.leases.look()
    await successor.leases.look()
    assert not await successor.takes(ahead)
    assert await successor.takes(ahead + 1)
    assert not await holder.takes(ahead + 1)


async def test_a_successor_of_a_dead_process_takes_what_it_has_kept(world: World) -> None:
    await world.process().started()
    world.now += GONE - SECOND
    successor = await world.process(replace=True).ready()
    kept = asyncio.create_task(successor.takes(world.interaction()))
    await asyncio.sleep(0)
    await world.go_by(SECOND, successor)
    assert await in_time(kept)
    assert successor.works_for == ALL_OF_TWO


async def test_a_holder_that_stops_without_knowing_its_successor_leaves_it_everything(world: World) -> None:
    holder, successor = await world.process().started(), await world.process(replace=True).ready()
    await holder.leases.leave()
    await successor.leases.look()
    assert successor.works_for == ALL_OF_TWO
    assert await successor.takes(world.interaction())
    assert await world.process().leases.try_to_take() is False


async def test_a_holder_goes_on_if_its_successor_dies(world: World) -> None:
    holder, successor = await world.process().started(), await world.process(replace=True).started()
    await world.go_by(STARTING + GRACE + LOOK, holder)
    assert not holder.has_ended
    assert await holder.takes(world.interaction())
    await successor.leases.look()  # it was only slow
    successor.leases.note_ready()
    await world.go_by(AHEAD + ON_THE_WAY + LOOK, successor, holder)
    assert holder.has_ended


async def test_a_holder_that_has_told_when_it_ends_goes_on_if_its_successor_dies(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.shards.leases.ON_THE_WAY", 2 * GONE)
    holder, successor = await world.process().started(), await world.process(replace=True).ready()
    await holder.leases.look()
    after = world.interaction(2 * AHEAD)
    assert not await holder.takes(after)
    await world.go_by(GONE + LOOK, holder)
    assert await holder.takes(world.interaction())
    await successor.leases.look()
    assert successor.leases.ended.result() is LeaseEnd.LOST
    following = await world.process(replace=True).ready()
    await holder.leases.look()
    await following.leases.look()
    after = world.interaction(2 * AHEAD)
    assert [await one.takes(after) for one in (holder, following)] == [False, True]


async def test_after_a_hand_over_that_failed_the_holder_takes_everything_until_the_next_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder, successor = await world.process().started(), await world.process(replace=True).ready()
    after = world.interaction(2 * AHEAD)

    def fail() -> None:
        raise ConnectionError

    with monkeypatch.context() as patched:
        patched.setattr(world.store, "write", fail)
        with pytest.raises(ConnectionError):
            await holder.leases.look()
    assert await holder.takes(after)
    await holder.leases.look()
    await successor.leases.look()
    assert [await one.takes(after + (1 << 22)) for one in (holder, successor)] == [False, True]


async def test_after_a_hand_over_that_seemed_to_fail_the_first_word_counts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder, successor = await world.process().started(), await world.process(replace=True).ready()
    write = world.store.write

    @asynccontextmanager
    async def fail_afterwards() -> AsyncIterator[AsyncConnection]:
        async with write() as connection:
            yield connection
        raise ConnectionError

    with monkeypatch.context() as patched:
        patched.setattr(world.store, "write", fail_afterwards)
        with pytest.raises(ConnectionError):
            await holder.leases.look()
    await successor.leases.look()
    told = world.interaction(AHEAD)
    world.now += SECOND
    await holder.leases.look()
    for one in (told - (1 << 22), told):
        assert [await process.takes(one) for process in (holder, successor)].count(True) == 1
    await world.go_by(AHEAD + ON_THE_WAY + LOOK, successor, holder)
    assert holder.has_ended


async def test_asked_to_stop_a_process_without_a_successor_may(world: World) -> None:
    holder = await world.process().started()
    await in_time(holder.leases.may_stop())


async def test_asked_to_stop_a_process_waits_for_the_successor_that_is_being_started(world: World) -> None:
    holder, successor = await world.process().started(), await world.process(replace=True).started()
    stopping = asyncio.create_task(holder.leases.may_stop())
    await world.go_by(LEASE, holder, successor)
    assert not stopping.done()
    successor.leases.note_ready()
    await world.go_by(AHEAD + ON_THE_WAY + 2 * LOOK, successor, holder)
    await in_time(stopping)
    assert holder.leases.ended.result() is LeaseEnd.REPLACED


async def test_asked_to_stop_a_process_waits_no_longer_for_a_successor_that_dies(world: World) -> None:
    holder = await world.process().started()
    await world.process(replace=True).started()
    stopping = asyncio.create_task(holder.leases.may_stop())
    await world.go_by(STARTING + GRACE - LOOK, holder)
    assert not stopping.done()
    await world.go_by(LOOK, holder)
    await in_time(stopping)
    assert not holder.has_ended


async def test_the_chain_of_updates_goes_on(world: World) -> None:
    process = await world.process().started()
    for _ in range(3):
        successor = await world.process(replace=True).ready()
        await world.go_by(AHEAD + ON_THE_WAY + LOOK, process, successor)
        assert process.leases.ended.result() is LeaseEnd.REPLACED
        await process.leases.leave()
        await successor.leases.look()
        assert (process.works_for, successor.works_for) == (NOTHING, ALL_OF_TWO)
        process = successor
