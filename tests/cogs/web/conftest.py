"""A server of the board in the browser with all games, and people who have opened it."""

from collections.abc import AsyncIterator, Sequence
from http.cookies import SimpleCookie
from typing import Any

import aiohttp
import pytest

from bot.listening import WebDoor
from bot.match import Match, TableTerms
from bot.match.decisions import lobby
from bot.rules import GAMES
from cogs.shared.presentation.registry import register
from cogs.shared.web.server import Server
from tests.cogs.choosing.test_composer import screen_of
from tests.cogs.conftest import ANNE, HERE, Bot

JSON = {"Content-Type": "application/json"}


class Person:
    """Somebody's browser: what it asks goes to its window, with its cookie."""

    def __init__(self, server: Server, client: aiohttp.ClientSession, user: int) -> None:
        self.server, self.client, self.user = server, client, user
        self.window, self.cookie = "AAAAAAAAAAAA", ""

    async def enter(self, match: int | None = None) -> "Person":
        token = await self.server.bot.matches.browsers.link(self.user, match)
        answer = await self.client.post(
            f"{self.server.url}/api/session", json={"token": token}, headers={"Origin": self.server.url}
        )
        assert answer.status == 200
        self.window = (await answer.json())["window"]
        self.cookie = SimpleCookie(answer.headers["Set-Cookie"])["crux"].value
        return self

    async def ask(self, path: str, method: str = "GET", **options: Any) -> aiohttp.ClientResponse:
        headers = options.pop("headers", {})
        if self.cookie:
            headers["Cookie"] = f"crux={self.cookie}"
        if method != "GET":
            headers.setdefault("Origin", self.server.url)
        return await self.client.request(
            method, f"{self.server.url}/{self.window}/api/{path}", headers=headers, **options
        )

    async def get(self, path: str) -> Any:
        answer = await self.ask(path)
        assert answer.status == 200, await answer.text()
        return await answer.json()

    async def act(self, match: int, **wish: Any) -> aiohttp.ClientResponse:
        return await self.ask(f"matches/{match}/acts", "POST", json={"key": "k" * 32, **wish})


@pytest.fixture
async def server(bot: Bot) -> AsyncIterator[Server]:
    for key in GAMES:
        screen = screen_of(key)
        screen.bot = bot  # type: ignore[assignment]  # what stands in for it
        register(screen)
    made = Server(bot, WebDoor("", "127.0.0.1", 0))
    await made.start()
    bot.web_url = made.url
    yield made
    await made.stop()


@pytest.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        yield session


async def begun(bot: Bot, key: str, people: Sequence[int] = (ANNE,), *, private: bool = False, **options: Any) -> Match:
    """A match of this game in which these people play by turns, as many seats as it needs."""
    seats = next(number for number in GAMES[key].seats(options) if number >= len(people))
    terms = TableTerms(key, options=options, seats=seats, private=private, rolls=False)
    match = await bot.matches.tables.open(terms, opener=people[0], place=HERE)
    await bot.matches.tables.note_posted(match.id, 900 + match.id)
    for number in range(1, seats):
        await bot.matches.act(
            match.id, lobby.join(people[number % len(people)] if number < len(people) else 7000 + number)
        )
    return await bot.matches.act(match.id, lobby.begin(people[0]))
