"""A server of the board in the browser with all games, and people who have opened it."""

from collections.abc import AsyncIterator, Sequence
from http.cookies import SimpleCookie
from random import Random
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.listening import WebDoor
from bot.match import Match, TableTerms
from bot.match.decisions import lobby, turns
from bot.rules import GAMES
from cogs.shared.presentation.registry import cog_for, register
from cogs.shared.web.server import PageServer
from tests.cogs.conftest import ANNE, HERE, Bot
from tests.cogs.games import screen_of
from tests.cogs.servers import Member

JSON = {"Content-Type": "application/json"}


class Person:
    """Somebody's browser: what it asks goes to its window, with its cookie."""

    def __init__(self, server: PageServer, client: aiohttp.ClientSession, user: int) -> None:
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

    async def enter_within_discord(self, place: int) -> "Person":
        """As an Activity, which Discord has vouched for."""
        opened = await self.server.bot.matches.browsers.enter(self.user, place)
        self.window, self.cookie = opened.browser.window, opened.secret
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
async def server(bot: Bot) -> AsyncIterator[PageServer]:
    for key in GAMES:
        screen = screen_of(key)
        screen.bot = bot
        register(screen)
    made = PageServer(bot, WebDoor("", "127.0.0.1", 0))
    await made.start()
    bot.web_url = made.url
    yield made
    await made.stop()


@pytest.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        yield session


async def begun(
    bot: Bot, key: str, people: Sequence[int] = (ANNE,), *, private: bool = False, coached: bool = False, **options: Any
) -> Match:
    """A match of this game in which these people play by turns, as many seats as it needs."""
    seats = next(number for number in GAMES[key].seats(options) if number >= len(people))
    terms = TableTerms(key, options=options, seats=seats, private=private, rolls=False, coached=coached)
    match = await bot.matches.tables.open(terms, opener=people[0], place=HERE)
    await bot.matches.tables.note_posted(match.id, 900 + match.id)
    for number in range(1, seats):
        await bot.matches.act(
            match.id, lobby.join(people[number % len(people)] if number < len(people) else 7000 + number)
        )
    return await bot.matches.act(match.id, lobby.begin(people[0]))


async def advanced(bot: Bot, match: Match, moves: int, *, to: int = ANNE) -> Match:
    """The match after some moves of chance, when this person has a choice."""
    picks, cog = Random(match.game), cog_for(bot, match.game)
    while (state := match.state) is not None and state.to_move is not None:
        mover = match.seats[state.to_move].people[0]
        if moves <= 0 and mover == to and len(cog.paths(state)) > 1:
            break
        move = state.notate(picks.choice(state.legal()))
        match, moves = await bot.matches.act(match.id, turns.play(mover, move)), moves - 1
    return match


async def wish_of(person: Person, match: Match) -> dict[str, Any]:
    """A move as the page sends it: the first choice at each step."""
    choice = (await person.get(f"matches/{match.id}"))["choice"]
    while not choice["complete"] and not choice["confirms"]:
        level, numbers = choice["tree"], []
        while isinstance(level, list):
            numbers.append("0")
            level = level[0][1]
        joined = "." if choice["plan"] and not choice["plan"].endswith("_") else ""
        choice = await person.get(f"matches/{match.id}/choice?plan={choice['plan']}{joined}{'.'.join(numbers)}")
    return {"do": "play", "version": match.version, "plan": choice["chosen"], "check": choice["check"]}


def on_server(bot: Bot, monkeypatch: pytest.MonkeyPatch, **members: discord.Permissions) -> None:
    """Makes these people, by their ids, members of the server with these rights in the match's channel."""
    people = {int(name[1:]): Member(int(name[1:]), held) for name, held in members.items()}

    async def fetch_member(user: int) -> Member:
        if user not in people:
            answer: Any = SimpleNamespace(status=404, reason="")
            raise discord.NotFound(answer, {"code": 10007, "message": ""})
        return people[user]

    channel = SimpleNamespace(
        id=HERE.channel_id, type=discord.ChannelType.text, permissions_for=lambda member: member.held
    )
    guild = SimpleNamespace(
        id=1,
        me=Member(77, discord.Permissions.all()),
        channels=[channel],
        fetch_member=fetch_member,
        get_channel=lambda number: channel if number == HERE.channel_id else None,
    )
    monkeypatch.setattr(bot, "get_guild", lambda _: guild)
