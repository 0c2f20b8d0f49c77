"""Which process works for a shard: leases that are renewed, run out, are waited for and handed over."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from sqlalchemy import RowMapping
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.reading.duty import Duty
from bot.shards.leases import AHEAD, LOOKED_EVERY, ON_THE_WAY, End, LeasesUnusable
from bot.shards.processes import described
from bot.shards.silence import GRACE, LEASE, STARTING
from bot.store import StoreBusy
from bot.store.queries import leases
from bot.store.shards import EVERYTHING, NOTHING, Shards
from tests.shards.conftest import ALL_OF_TWO, FIRST, GONE, SECOND, SECOND_OF_TWO, World
from tests.waiting import in_time

LOOK = timedelta(seconds=LOOKED_EVERY)


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
            return [(row["until"] - began).total_seconds() for row in await leases.read(connection)]

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
    assert sorted(await asyncio.gather(*(other.leases._try_to_take() for other in others))) == [False, True]
    assert sorted(len(other.works_for.numbers) for other in others) == [0, 2]


async def test_a_process_waits_if_another_was_faster_at_the_same_moment(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def take(*_: object) -> None:
        raise IntegrityError("INSERT", None, Exception("such a lease exists"))

    process = world.process()
    with monkeypatch.context() as patched:
        patched.setattr(leases, "take", take)
        assert await process.leases._try_to_take() is False
    assert process.works_for == NOTHING
    assert await process.leases._try_to_take() is True


async def test_a_process_that_stops_leaves_its_leases_to_the_next(world: World) -> None:
    holder = await world.process().started()
    await holder.leases.leave()
    await holder.leases.look()  # it goes on looking until it has ended
    assert (holder.works_for, holder.has_ended) == (NOTHING, False)
    assert not await holder.takes(world.interaction())
    assert await world.process().leases._try_to_take()


async def test_a_process_that_was_silent_for_too_long_stops_if_another_has_taken_over(world: World) -> None:
    holder = await world.process().started()
    world.now += GONE
    await world.process().started()
    await holder.leases.look()
    assert holder.leases.ended.result() is End.LOST
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
        f"Crux runs on this database already: {described(before.leases._me)}. Stop that one, or start this one "
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
    assert before.leases.ended.result() is End.LOST


@pytest.mark.parametrize("shards", [None, ALL_OF_TWO], ids=["alone", "some shards"])
async def test_nobody_waits_for_a_process_that_is_known_to_be_dead(world: World, shards: Shards | None) -> None:
    before = await world.process(shards).started()
    before.dies()
    assert await world.process(shards).leases._try_to_take()
    await before.leases.look()
    assert before.leases.ended.result() is End.LOST


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
    assert await world.process(SECOND_OF_TWO).leases._try_to_take() is False


async def test_one_process_may_replace_two(world: World) -> None:
    first, second = await world.process(FIRST).started(), await world.process(SECOND_OF_TWO).started()
    both = await world.process(replace=True).ready()
    await world.go_by(AHEAD + ON_THE_WAY + LOOK, first, second, both)
    for one in (first, second):
        assert one.leases.ended.result() is End.REPLACED
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

    async def read_too_early(connection: AsyncConnection) -> list[RowMapping]:
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
    assert holder.leases.ended.result() is End.REPLACED
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
    assert await world.process().leases._try_to_take() is False


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
    assert successor.leases.ended.result() is End.LOST
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
    assert holder.leases.ended.result() is End.REPLACED


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
        assert process.leases.ended.result() is End.REPLACED
        await process.leases.leave()
        await successor.leases.look()
        assert (process.works_for, successor.works_for) == (NOTHING, ALL_OF_TWO)
        process = successor


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


class TestWhoIsDead:
    """As far as another process can tell."""

    @pytest.mark.parametrize("replace", [False, True], ids=["waits", "replaces"])
    async def test_nobody_waits_for_a_process_that_is_known_to_be_dead(self, world: World, replace: bool) -> None:
        holder = await world.process().started()
        holder.dies()
        assert (await world.process(replace=replace).started()).works_for == ALL_OF_TWO

    async def test_a_process_with_another_number_of_shards_that_is_known_to_be_dead_is_in_nobodys_way(
        self, world: World
    ) -> None:
        (await world.process(Shards(3, frozenset({2}))).started()).dies()
        assert (await world.process().started()).works_for == ALL_OF_TWO

    async def test_a_successor_goes_on_at_once_for_a_holder_that_is_known_to_have_died(self, world: World) -> None:
        holder, successor = await world.process().started(), await world.process(replace=True).ready()
        kept = asyncio.create_task(successor.takes(world.interaction()))
        await asyncio.sleep(0)
        holder.dies()
        await successor.leases.look()
        assert await in_time(kept)
        assert successor.works_for == ALL_OF_TWO

    async def test_a_holder_takes_back_what_it_has_told_a_successor_that_is_known_to_have_died(
        self, world: World
    ) -> None:
        holder, successor = await world.process().started(), await world.process(replace=True).ready()
        await holder.leases.look()
        later = world.interaction(2 * AHEAD)
        assert not await holder.takes(later)
        successor.dies()
        await holder.leases.look()
        assert await holder.takes(later)
        assert (await world.process(replace=True).ready()).works_for == NOTHING  # as the next one

    async def test_another_successor_may_follow_one_that_is_known_to_have_died(self, world: World) -> None:
        await world.process().started()
        (await world.process(replace=True).started()).dies()
        await world.process(replace=True).started()

    @pytest.mark.parametrize("wrong", [timedelta(hours=1), timedelta(days=-1)], ids=["ahead", "behind"])
    async def test_a_dead_process_whose_clock_was_wrong_is_waited_for_no_longer(
        self, world: World, wrong: timedelta
    ) -> None:
        await world.process(wrong=wrong).started()
        other = world.process()
        waiting = asyncio.create_task(other.leases.take())
        if wrong > timedelta():
            await in_time(other.slept.wait())  # it has seen what the other one says
            world.now += GONE
        await in_time(waiting)

    async def test_a_living_process_whose_clock_is_behind_by_some_seconds_keeps_its_leases(self, world: World) -> None:
        holder = await world.process(wrong=-5 * SECOND).started()
        other = world.process()
        waiting = asyncio.create_task(other.leases.take())
        for _ in range(10):
            other.slept.clear()
            await in_time(other.slept.wait())
            await world.go_by(2 * SECOND, holder)
        assert not waiting.done()
        waiting.cancel()


class TestAProcessThatWasStopped:
    """For so long that its leases may have run out, as by SIGSTOP or with its virtual machine."""

    async def test_is_not_sure_of_its_leases_until_it_has_looked(self, world: World) -> None:
        holder = await world.process().started()
        assert holder.leases.hold()
        world.now += LEASE
        assert not holder.leases.hold()
        await holder.leases.look()
        assert holder.leases.hold()

    async def test_ends_before_anyone_else_begins(self, world: World) -> None:
        holder = await world.process().started()
        other = world.process()
        waiting = asyncio.create_task(other.leases.take())
        while not waiting.done():
            assert holder.leases.hold() or other.works_for == NOTHING
            other.slept.clear()
            world.now += SECOND / 4
            await asyncio.wait([waiting, asyncio.create_task(other.slept.wait())], return_when="FIRST_COMPLETED")
        assert not holder.leases.hold()

    async def test_takes_no_click_that_another_process_takes(self, world: World) -> None:
        holder = await world.process().started()
        world.now += GONE
        other = await world.process().started()
        click = world.interaction()
        assert (await holder.takes(click), await other.takes(click)) == (False, True)
        assert holder.leases.ended.result() is End.LOST

    async def test_takes_its_clicks_if_nobody_has_taken_over(self, world: World) -> None:
        holder = await world.process().started()
        world.now += 10 * GONE
        assert await holder.takes(world.interaction())

    async def test_answers_while_the_database_is_away_as_nobody_can_have_taken_over(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def lost(*_: object) -> None:
            raise StoreBusy

        holder = await world.process().started()
        world.now += 10 * GONE
        with monkeypatch.context() as patched:
            patched.setattr(leases, "renew", lost)
            assert await holder.takes(world.interaction())
        assert not holder.leases.hold()

    async def test_does_nothing_without_a_click_meanwhile(self, world: World) -> None:
        holder = await world.process().started()
        duty = Duty()
        duty.shards, duty.is_sure = holder.works_for, holder.leases.hold
        assert (duty.shards, duty.has_begun, duty.is_general) == (ALL_OF_TWO, True, True)
        world.now += LEASE
        assert (duty.shards, duty.has_begun, duty.is_general) == (NOTHING, False, False)
