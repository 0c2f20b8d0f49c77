"""A playground of its own for each test, the real discord.py client connected to it, and people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
import yarl
from aiohttp import ClientSession
from playwright.async_api import Browser, FloatRect, Locator, Page, expect

from bot.playground import Playground, endpoints
from bot.playground.interactions import FIRST_ANSWER_SECONDS
from tests.chromium import open_page, started
from tests.person import Person
from tests.playground.small_bot import SmallBot
from tests.waiting import TEST_TIMEOUT, until

TOKEN = "a-token-of-the-tests"  # noqa: S105 - not a secret: it opens nothing but the test's own playground

Meet = Callable[[str], Awaitable[Person]]
Start = Callable[..., Awaitable[SmallBot]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them share an event loop, so that they can share a browser."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    async with Playground(tmp_path / "playground.db", token=TOKEN) as started:
        started.interactions.clock.hold()
        yield started
    assert not [request for request in started.faults.log.requests if request["code"] == -1], "the playground stumbled"


async def let_the_time_run_out(playground: Playground) -> None:
    """Wait until someone has used a command, button or form, and let three seconds pass without an answer."""
    await until(lambda: playground.interactions.list_unanswered(), "that somebody does something")
    playground.interactions.clock.advance(FIRST_ANSWER_SECONDS)


def point_at(url: str) -> None:
    """Let discord.py of this process talk to the playground at `url`."""
    here = endpoints(url)
    discord.http.Route.BASE = here.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(here.gateway)
    discord.asset.Asset.BASE = here.cdn


@pytest_asyncio.fixture(loop_scope="session")
async def start_bot(playground: Playground) -> AsyncIterator[Start]:
    """Connect a bot; keyword arguments go to `SmallBot`. It is ready when the call returns."""
    running: list[tuple[SmallBot, asyncio.Task[None]]] = []

    async def start(**options: Any) -> SmallBot:
        point_at(playground.url)
        bot = SmallBot(**options)
        task = asyncio.create_task(bot.start(TOKEN))
        running.append((bot, task))
        await bot.login_finished(task)
        return bot

    yield start
    for bot, task in running:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest_asyncio.fixture(loop_scope="session")
async def bot(start_bot: Start) -> SmallBot:
    return await start_bot()


@pytest_asyncio.fixture(loop_scope="session")
async def meet(playground: Playground) -> AsyncIterator[Meet]:
    """Let a person join by name; all leave at the end of the test."""
    async with AsyncExitStack() as stack:

        async def join(name: str) -> Person:
            person = Person(playground.url, name, timeout=TEST_TIMEOUT, settle=TEST_TIMEOUT, after_others=TEST_TIMEOUT)
            return await stack.enter_async_context(person)

        yield join


@pytest_asyncio.fixture(loop_scope="session")
async def ada(meet: Meet) -> Person:
    return await meet("Ada")


@pytest_asyncio.fixture(loop_scope="session")
async def ben(meet: Meet) -> Person:
    return await meet("Ben")


class Api:
    """The REST API without a client's help, to send what discord.py would not."""

    def __init__(self, playground: Playground, session: ClientSession) -> None:
        self.playground = playground
        self.session = session

    @property
    def games(self) -> str:
        """The id of #games."""
        return next(str(c["id"]) for c in self.playground.world.channels.values() if c.get("name") == "games")

    async def __call__(
        self, method: str, path: str, body: Any = None, *, token: str = TOKEN, **more: Any
    ) -> tuple[int, Any]:
        """`path` may say {games} and {bot}; the answer is (status, JSON)."""
        filled = path.replace("{games}", self.games).replace("{bot}", str(self.playground.world.bot_id))
        headers = {"Authorization": f"Bot {token}"} if token else {}
        address = endpoints(self.playground.url).api + filled
        async with self.session.request(method, address, json=body, headers=headers, **more) as response:
            return response.status, await response.json() if response.status != 204 else None


@pytest_asyncio.fixture(loop_scope="session")
async def api(playground: Playground) -> AsyncIterator[Api]:
    async with ClientSession() as session:
        yield Api(playground, session)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with started() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """No test finds a page or a stored mark of another one."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, playground: Playground) -> AsyncIterator[Page]:
    """Ada's page, already loaded; no script may stumble on it."""
    stumbles: list[str] = []
    opened = await open_page(browser, viewport={"width": 1280, "height": 900})
    opened.on("pageerror", lambda error: stumbles.append(str(error)))
    await opened.goto(f"{playground.url}/?as=Ada")
    await expect(opened.get_by_role("heading", level=1)).to_have_text("#games")
    yield opened
    assert stumbles == []


async def box(of: Locator) -> FloatRect:
    """Where something stands on the page, in pixels."""
    found = await of.bounding_box()
    assert found is not None
    return found


async def say(bot: SmallBot, words: str) -> None:
    await bot.channel("games").send(words)
