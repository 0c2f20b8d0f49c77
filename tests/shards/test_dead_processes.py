"""Leases of processes that are dead, or were stopped for a while."""

import asyncio
from datetime import timedelta

import pytest

from bot.match.reading.duty import Duty
from bot.shards.leases import AHEAD, LeaseEnd
from bot.shards.silence import LEASE
from bot.store import StoreBusy
from bot.store.queries import leases
from bot.store.shards import NOTHING, Shards
from tests.shards.conftest import ALL_OF_TWO, GONE, SECOND, World
from tests.waiting import in_time


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
        assert holder.leases.ended.result() is LeaseEnd.LOST

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
