"""The real bot with the real discord.py against the playground, both processes of their own, over real sockets.

One house (a playground and a bot on it) serves all tests of a worker that don't break it. Each of them has a room to
itself there: a channel and four people whom no other test knows. Tests that kill something build a house of their own.
"""

from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.chromium import started
from tests.end_to_end.house import LINES_SHOWN, House, lived_in
from tests.end_to_end.nursery import NURSERY
from tests.end_to_end.room import Player, Room, enter, rented
from tests.end_to_end.situations import ROWS, Says, id_of

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One event loop for everything here: the processes of the shared house are read on it."""
    for item in items:
        if item.path.is_relative_to(HERE) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With a failed test goes what the processes said last."""
    report = yield
    for house in getattr(item, "funcargs", {}).values():
        if report.failed and isinstance(house, House):
            report.sections.append(("The bot and the playground said", "\n".join(house.output[-LINES_SHOWN:])))
    return report


@pytest_asyncio.fixture(scope="session", loop_scope="session", autouse=True)
async def nursery() -> AsyncIterator[None]:
    yield
    await NURSERY.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """The house that all gentle tests of a worker share."""
    async with lived_in(House(tmp_path_factory.mktemp("house"))) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="session")
async def own_house(tmp_path: Path) -> AsyncIterator[House]:
    """A house for a test that breaks it; not started yet."""
    house = House(tmp_path)
    try:
        yield house
        if house.database.exists():
            await house.assert_logs_lead_to_positions()
            house.assert_no_secrets_in_the_output()
    finally:
        await house.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def rented_room(house: House) -> AsyncIterator[tuple[Room, AsyncExitStack]]:
    async with rented(house) as (room, stack):
        yield room, stack


@pytest.fixture
def room(rented_room: tuple[Room, AsyncExitStack]) -> Room:
    return rented_room[0]


@pytest_asyncio.fixture(loop_scope="session")
async def ada(rented_room: tuple[Room, AsyncExitStack]) -> Player:
    return await enter(rented_room, "Ada")


@pytest_asyncio.fixture(loop_scope="session")
async def ben(rented_room: tuple[Room, AsyncExitStack], ada: Player) -> Player:
    return await enter(rented_room, "Ben")


@pytest_asyncio.fixture(loop_scope="session")
async def caro(rented_room: tuple[Room, AsyncExitStack], ben: Player) -> Player:
    return await enter(rented_room, "Caro")


@pytest_asyncio.fixture(loop_scope="session")
async def dan(rented_room: tuple[Room, AsyncExitStack], caro: Player) -> Player:
    return await enter(rented_room, "Dan")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with started() as browser:
        yield browser


@pytest.fixture
def says(request: pytest.FixtureRequest) -> Iterator[Says]:
    """Compares what was read with the row of docs/when-things-go-wrong.md that the test is named after."""
    says = Says(ROWS[id_of(request.node.originalname)])
    yield says
    assert says.asked, "what was read has not been compared"
