"""How long transactions wait for each other, and how many there are at a time."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.metrics import REGISTRY
from bot.slots import come, lane_of
from bot.store import StoreBusy
from bot.store import store as module
from bot.store.sqlite import REBUILD_CACHE, SQLite, plenty_of_memory
from bot.store.store import READERS, Store, database_of
from tests.databases import open_new
from tests.waiting import in_time

CONNECTIONS = 10


async def pragma(store: Store, name: str) -> int:
    async with store.read() as connection:
        return int((await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one())


@pytest.mark.parametrize(
    ("seconds", "milliseconds"),
    [(0, 0), (0.05, 50), (0.9994, 999), (1, 1000), (1.1, 1000), (2, 1000), (2.5, 2000), (10, 9000)],
)
async def test_a_transaction_waits_for_whole_seconds_if_for_more_than_one(
    file: Path, seconds: float, milliseconds: int
) -> None:
    async with Store(database_of(f"sqlite+aiosqlite:///{file}"), seconds) as store:
        assert await pragma(store, "busy_timeout") == milliseconds


async def test_a_writer_whose_patience_is_over_does_not_wait(file: Path) -> None:
    database = SQLite(file)
    engine = database.engine(10)
    for patience, milliseconds in [(-1, 0), (0, 0), (0.001, 1)]:
        async with engine.connect() as connection:
            await database.begin_writing(connection, patience)
            assert (await connection.exec_driver_sql("PRAGMA busy_timeout")).scalar_one() == milliseconds
            await connection.rollback()
    await engine.dispose()


@pytest.mark.parametrize(("name", "at_a_time"), [("", READERS), ("pages", CONNECTIONS)])
async def test_only_so_many_transactions_read_at_a_time_and_the_next_one_waits(
    address: str, name: str, at_a_time: int
) -> None:
    async with open_new(address) as store, AsyncExitStack() as others, AsyncExitStack() as first:
        first.enter_context(lane_of(name))

        async def one_more() -> None:
            async with store.read():
                pass

        await in_time(first.enter_async_context(store.read()))
        for _ in range(at_a_time - 1):
            await in_time(others.enter_async_context(store.read()))
        waiting = asyncio.create_task(one_more())
        for _ in range(50):
            await asyncio.sleep(0)
        assert not waiting.done()
        await first.aclose()
        await in_time(waiting)


async def test_who_has_a_lane_reads_though_all_turns_to_read_are_taken(address: str) -> None:
    async with open_new(address) as store, AsyncExitStack() as others:
        for _ in range(READERS):
            await in_time(others.enter_async_context(store.read()))
        with lane_of("pages"):
            await in_time(others.enter_async_context(store.read()))


async def test_lanes_take_turns_to_write_and_in_each_of_them_who_came_first_is_first(address: str) -> None:
    order = list[str]()

    async def write(store: Store, name: str, came: float, where: str) -> None:
        come(came)
        with lane_of(where):
            async with store.write():
                order.append(name)

    async with open_new(address) as store:
        async with store.write():
            waiting = [
                asyncio.create_task(write(store, name, came, where))
                for name, came, where in (
                    ("third", 3, ""),
                    ("first", 1, ""),
                    ("second", 2, ""),
                    ("page 2", 12, "pages"),
                    ("page 1", 11, "pages"),
                )
            ]
            for _ in range(50):
                await asyncio.sleep(0)
        await in_time(asyncio.gather(*waiting))
    assert order == ["page 1", "first", "page 2", "second", "third"]


async def test_who_has_waited_too_long_for_a_turn_to_read_is_told_so(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_WAIT", 0.0)
    async with open_new(address) as store, AsyncExitStack() as others:
        for _ in range(READERS):
            await others.enter_async_context(store.read())
        with pytest.raises(StoreBusy):
            await in_time(others.enter_async_context(store.read()))


@pytest.mark.parametrize("kind", ["read", "write"])
async def test_each_transaction_is_measured(address: str, kind: str) -> None:
    """Also one that fails."""

    def measured() -> float:
        return REGISTRY.get_sample_value("crux_transaction_seconds_count", {"kind": kind}) or 0.0

    async with open_new(address) as store:
        begin, before = {"read": store.read, "write": store.write}[kind], measured()
        async with begin():
            pass
        with pytest.raises(LookupError):
            async with begin():
                raise LookupError
        assert measured() == before + 2


async def test_much_memory_is_given_back(file: Path) -> None:
    async with open_new(f"sqlite+aiosqlite:///{file}") as store, store.write() as connection:

        async def cache() -> int:
            return int((await connection.exec_driver_sql("PRAGMA cache_size")).scalar_one())

        usual = await cache()
        async with plenty_of_memory(connection):
            assert await cache() == REBUILD_CACHE
        assert await cache() == usual
