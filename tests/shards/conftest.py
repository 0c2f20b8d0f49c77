"""Processes of one bot, as far as their leases go: they share a database and a clock that is held."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.shards.leases import LOOKED_EVERY, SINCE_2015, Leases
from bot.shards.silence import GRACE, LEASE, Silence
from bot.store import Store
from bot.store.shards import EVERYTHING, Shards
from tests.databases import open_new

SECOND = timedelta(seconds=1)
LOOK = timedelta(seconds=LOOKED_EVERY)
GONE = LEASE + GRACE  # how long a process is silent that counts as dead
ALL_OF_TWO = Shards(2, frozenset({0, 1}))
FIRST, SECOND_OF_TWO = Shards(2, frozenset({0})), Shards(2, frozenset({1}))


class World:
    """A database and the time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
        self.dead: set[str] = set()  # processes that are known to be

    def elapsed(self) -> float:
        return self.now.timestamp()

    def process(
        self, shards: Shards | None = ALL_OF_TWO, *, replace: bool = False, wrong: timedelta = timedelta()
    ) -> "Process":
        """A process whose clock is `wrong` by so much."""
        return Process(self, shards, replace=replace, wrong=wrong)

    def interaction(self, later: timedelta = timedelta()) -> int:
        """The id of an interaction that happens now, or so much later."""
        return int((self.now + later - SINCE_2015) / timedelta(milliseconds=1)) << 22 | 1

    async def go_by(self, span: timedelta, *processes: "Process") -> None:
        """Lets time pass, with these processes alive."""
        end = self.now + span
        while self.now < end:
            self.now = min(end, self.now + SECOND / 2)
            for process in processes:
                await process.leases.look()


class Process:
    """The leases of a process, and what it works for."""

    def __init__(self, world: World, shards: Shards | None, *, replace: bool, wrong: timedelta = timedelta()) -> None:
        self.world = world
        self.works_for = EVERYTHING  # as matches do unless they are told otherwise
        self.leases = Leases(
            world.store,
            shards,
            self._change,
            replace=replace,
            clock=lambda: world.now + wrong,
            silence=Silence(world.elapsed, world.dead.__contains__),
            sleep=self._sleep,
        )
        self.slept = asyncio.Event()

    def _change(self, shards: Shards) -> None:
        self.works_for = shards

    async def _sleep(self, _: float) -> None:
        self.slept.set()
        await asyncio.sleep(0)

    def dies(self) -> None:
        """It dies where others can tell."""
        self.world.dead.add(self.leases.me)

    async def started(self) -> "Process":
        await self.leases.take()
        return self

    async def ready(self) -> "Process":
        """Started and connected."""
        await self.leases.take()
        self.leases.note_ready()
        await self.leases.look()
        return self

    @property
    def has_ended(self) -> bool:
        return self.leases.ended.done()

    async def takes(self, interaction: int, guild: int | None = None) -> bool:
        return await self.leases.takes(guild, interaction)


@pytest.fixture
async def world(address: str) -> AsyncIterator[World]:
    async with open_new(address) as store:
        yield World(store)
