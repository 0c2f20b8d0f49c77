"""The board within Discord: who has opened an Activity is Discord's word alone, here that of a playground."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import HTTPClient, Route

from bot.listening import ActivityDoor, ActivityUnusable, WebDoor
from bot.match import Match, NoSuchMatch
from bot.playground import Playground, endpoints
from bot.playground.storage import Json
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import Click
from cogs.shared.interactions.gatekeeper import Gatekeeper
from cogs.shared.web import activity, limits
from cogs.shared.web import server as serving
from cogs.shared.web.launching import open_entry_point
from cogs.shared.web.opening import open_board
from cogs.shared.web.server import HEADERS, PageServer
from tests.cogs.conftest import ANNE, Asking, Bot, solo, together

SECRET = "the client secret"  # noqa: S105 - of nobody


@dataclass
class House:
    """A bot whose board is an Activity, on a playground, and two people on that."""

    playground: Playground
    server: PageServer
    client: aiohttp.ClientSession

    @property
    def origin(self) -> str:
        return f"https://{self.playground.world.bot_id}.discordsays.com"

    def person(self, name: str) -> int:
        return self.playground.world.people.id_of(name)

    @property
    def channel(self) -> Json:
        return next(one for one in self.playground.world.channels.values() if one["name"] == "games")

    def launched(self, name: str) -> tuple[str, str]:
        """Somebody opens the Activity: its instance, and their frame."""
        return self.playground.interactions.activities.launch(self.person(name), self.channel)

    def code(self, frame: str) -> str:
        """What Discord's client gives a frame whose person agrees."""
        asked = {"client_id": str(self.playground.world.bot_id), "response_type": "code", "scope": ["identify"]}
        code: str = self.playground.interactions.activities.answer(frame, "AUTHORIZE", asked | {"agreed": True})["code"]
        return code

    async def post(self, path: str, body: Any, origin: str | None = None) -> aiohttp.ClientResponse:
        url, headers = f"{self.server.url}/api/activity/{path}", {"Origin": origin or self.origin}
        return await self.client.post(url, json=body, headers=headers)

    async def state(self, instance: str) -> str:
        begun = await (await self.post("start", {"instance": instance})).json()
        assert begun["application"] == str(self.playground.world.bot_id)
        state: str = begun["state"]
        return state

    async def wish(self, name: str) -> dict[str, str]:
        """What the page sends after a launch."""
        instance, frame = self.launched(name)
        return {"instance": instance, "code": self.code(frame), "state": await self.state(instance)}

    async def ask(self, entered: aiohttp.ClientResponse, path: str, method: str = "GET", **options: Any) -> Any:
        window, cookie = (await entered.json())["window"], entered.headers["Set-Cookie"].partition(";")[0]
        headers = {"Origin": self.origin, "Cookie": cookie}
        return await self.client.request(method, f"{self.server.url}/{window}/api/{path}", headers=headers, **options)

    async def sessions(self) -> int:
        browsers = self.server.bot.matches.browsers
        return sum([len(await browsers.of_person(self.person(name))) for name in ("Ada", "Ben")])


@pytest.fixture
async def house(
    bot: Bot, client: aiohttp.ClientSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[House]:
    sdk = tmp_path / "discord.js"
    sdk.write_text("export class DiscordSDK {}")
    for module in (activity, serving):
        monkeypatch.setattr(module, "SDK", sdk)
    monkeypatch.setattr(activity, "PAUSE", 0)
    async with Playground() as playground:
        playground.interactions.activities.secret = SECRET
        monkeypatch.setattr(Route, "BASE", endpoints(playground.url).api)
        bot.application_id = playground.world.bot_id
        bot.http = HTTPClient(asyncio.get_running_loop())
        await bot.http.static_login("playground")
        server = PageServer(bot, WebDoor("", "127.0.0.1", 0, activity=ActivityDoor(SECRET)))
        await server.start()
        playground.interactions.activities.switch(server.url)
        bot.web_url, bot.has_activity = server.url, True
        yield House(playground, server, client)
        await server.stop()
        await bot.http.close()


async def test_who_has_opened_an_activity_gets_a_session_for_discords_frames_alone(house: House, bot: Bot) -> None:
    await bot.matches.browsers.launch(house.person("Ada"), 12, house.playground.world.guild_id)
    entered = await house.post("session", await house.wish("Ada"))
    assert entered.status == 200, await entered.text()
    document, cookie = await entered.json(), entered.headers["Set-Cookie"]
    assert str(house.person("Ada")) not in str(document) + str(entered.headers)
    assert document["match"] == 12
    host = house.origin.removeprefix("https://")
    assert re.fullmatch(
        rf"crux=[\w-]{{43}}; Max-Age=86400; Path=/{document['window']}/; HttpOnly; "
        rf"Domain={re.escape(host)}; Secure; SameSite=None; Partitioned",
        cookie,
    )
    (session,) = await bot.matches.browsers.of_person(house.person("Ada"))
    assert session.place == house.playground.world.guild_id
    assert (await house.ask(entered, "matches")).status == 200
    assert (await house.ask(entered, "session", "DELETE")).status == 200
    assert (await house.ask(entered, "matches")).status == 401


async def test_a_bad_old_foreign_or_repeated_code_gets_a_sentence_and_changes_nothing(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "cogs")
    good = await house.wish("Ada")
    elsewhere = house.playground.interactions.activities.launch(
        house.person("Ben"), next(one for one in house.playground.world.channels.values() if one["name"] == "general")
    )[0]
    bens = await house.wish("Ben")
    house.playground.interactions.activities.exchange(
        {"client_id": str(house.playground.world.bot_id), "client_secret": SECRET, "code": bens["code"]}
        | {"grant_type": "authorization_code"}
    )
    left, frame = house.launched("Ben")
    code_of_one_who_left = house.code(frame)
    for name in [*house.playground.interactions.activities._instances[left].frames]:
        if house.playground.interactions.activities._instances[left].frames[name] == house.person("Ben"):
            house.playground.interactions.activities.leave(name)
    instance = good["instance"]
    bodies: list[tuple[Any, int]] = [
        ({}, 400),
        ([good], 400),
        ({**good, "code": 7}, 400),
        ({**good, "code": "x" * 300}, 400),
        ({**good, "code": "a b"}, 400),
        ({**good, "instance": "../../users"}, 400),
        ({**good, "state": "short"}, 400),
        ({**good, "state": "x" * 43}, 422),  # never given
        ({**good, "state": await house.state(elsewhere)}, 422),  # for another Activity
        ({**good, "state": await house.state(instance), "code": "unknown"}, 422),
        ({**good, "state": await house.state(instance), "code": bens["code"]}, 422),  # used before
        ({**good, "state": await house.state(instance), "code": code_of_one_who_left}, 422),
        ({"instance": "i-1-gc-1-1", "code": good["code"], "state": await house.state("i-1-gc-1-1")}, 422),
    ]
    for body, status in bodies:
        answer = await house.post("session", body)
        assert answer.status == status, (body, await answer.text())
        assert (await answer.json())["error"]
        assert "Set-Cookie" not in answer.headers
    for path in ("start", "session"):
        for origin in ("https://example.org", "null", house.server.url, "https://1.discordsays.com"):
            assert (await house.post(path, good, origin)).status == 403
    assert await house.sessions() == 0
    fresh = await house.wish("Ada")
    assert (await house.post("session", fresh)).status == 200
    assert (await house.post("session", fresh)).status == 422
    again = {**fresh, "state": await house.state(fresh["instance"])}
    assert (await house.post("session", again)).status == 422
    assert await house.sessions() == 1
    for secret in (SECRET, good["code"], fresh["code"], fresh["state"], str(house.person("Ada"))):
        assert secret not in caplog.text


async def test_somebody_who_agrees_too_late_is_asked_to_begin_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity, "BEGUN_LASTS", 0.0)
    server = PageServer(house.server.bot, house.server.door)
    assert server.activity is not None
    house.server.activity = server.activity
    answer = await house.post("session", await house.wish("Ada"))
    assert answer.status == 422
    assert "press **Open the board** again" in (await answer.json())["error"]


async def test_while_discord_is_away_nobody_gets_in(house: House) -> None:
    wish = await house.wish("Ada")
    for path in ("oauth2/token", "users/@me"):
        await _control(house, fail={"match": path, "status": 500})
        answer = await house.post("session", wish)
        assert answer.status == 503
        assert (await answer.json())["error"] == serving.DISCORD_AWAY
        wish = await house.wish("Ada")
    assert await house.sessions() == 0
    assert (await house.post("session", wish)).status == 200


async def _control(house: House, **switches: Any) -> None:
    async with house.client.post(f"{house.playground.url}/web/control", json=switches) as answer:
        assert answer.status == 200


async def test_blocked_people_and_those_who_ask_too_much_are_refused(
    house: House, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.matches.service.block_person(house.person("Ben"))
    await Gatekeeper.of(bot).refresh()
    assert (await house.post("session", await house.wish("Ben"))).status == 403
    monkeypatch.setattr(limits, "ENTRIES", (2, 60.0))
    assert [(await house.post("session", await house.wish("Ada"))).status for _ in range(3)] == [200, 200, 429]
    monkeypatch.setattr(limits, "LAUNCHES", (3, 60.0))
    house.server._limits._launches.clear()
    assert [(await house.post("start", {"instance": "i-1"})).status for _ in range(4)] == [200, 200, 200, 429]
    assert (await house.post("session", {})).status == 429
    assert await house.sessions() == 2


FRAMED = "/?frame_id=1&instance_id=i-1"


async def test_only_discord_may_embed_the_page_and_only_as_an_activity(house: House) -> None:
    door_of_browsers = HEADERS["Content-Security-Policy"]
    assert door_of_browsers.endswith("frame-ancestors 'none'")
    for path in (FRAMED, "/AAAAAAAAAAAA/?frame_id=1&instance_id=i-1"):
        answer = await house.client.get(house.server.url + path)
        others = {name: value for name, value in HEADERS.items() if name != "Content-Security-Policy"}
        assert {name: answer.headers.get(name) for name in others} == others
        assert answer.headers.getall("Content-Security-Policy") == [
            door_of_browsers.replace(
                "frame-ancestors 'none'", f"frame-ancestors https://discord.com https://*.discord.com {house.origin}"
            )
        ]
        assert "/assets/activity.js" in await answer.text()
    for path in (
        "/",
        "/enter",
        "/?frame_id=1",
        "/assets/activity.js",
        "/assets/discord.js",
        "/none?frame_id=1&instance_id=1",
    ):
        answer = await house.client.get(house.server.url + path)
        assert answer.headers.getall("Content-Security-Policy") == [door_of_browsers], path
    assert "DiscordSDK" in await (await house.client.get(house.server.url + "/assets/discord.js")).text()


async def test_without_a_client_secret_there_is_no_activity(server: PageServer, client: aiohttp.ClientSession) -> None:
    answer = await client.get(server.url + FRAMED)
    assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
    assert "/assets/page.js" in await answer.text()
    assert (await client.get(server.url + "/assets/discord.js")).status == 404
    for path in ("start", "session"):
        headers = {"Origin": server.url}
        assert (await client.post(f"{server.url}/api/activity/{path}", json={}, headers=headers)).status == 404


def test_a_host_is_told_to_make_discords_sdk(bot: Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(activity, "SDK", tmp_path / "discord.js")
    with pytest.raises(ActivityUnusable, match="make activity"):
        PageServer(bot, WebDoor("", "127.0.0.1", 0, activity=ActivityDoor(SECRET)))


async def test_an_activity_lists_what_is_played_where_it_runs(house: House, bot: Bot) -> None:
    match = await together(bot, ANNE, 7)
    guild = match.place.guild_id
    assert guild is not None
    for place, listed in ((guild, [match.id]), (guild + 1, [])):
        opened = await bot.matches.browsers.enter(ANNE, place)
        url = f"{house.server.url}/{opened.browser.window}/api/matches"
        found = await (await house.client.get(url, headers={"Cookie": f"crux={opened.secret}"})).json()
        assert [one["id"] for one in found["matches"]] == listed


class Launching(Asking):
    """An interaction that Discord may refuse to answer with an Activity."""

    launched = 0

    def __init__(self, bot: Bot, user: int, refusal: int | None = None) -> None:
        super().__init__(bot, user)
        self.refusal = refusal

    async def launch_activity(self) -> None:
        if self.refusal is not None:
            response: Any = SimpleNamespace(status=400, reason="")
            raise discord.HTTPException(response, {"code": self.refusal, "message": ""})
        self.launched += 1
        self.type = discord.InteractionResponseType.launch_activity


async def clicked(asking: Launching, match: Match) -> None:
    await open_board(Click(asking, match.id, match.version, "", ()))


async def test_open_the_board_launches_it_at_the_match(house: House, bot: Bot) -> None:
    match = await together(bot, ANNE, 7)
    asking = Launching(bot, ANNE)
    await clicked(asking, match)
    assert (asking.launched, asking.heard) == (1, [])
    assert match.place.guild_id is not None
    assert (await bot.matches.browsers.enter(ANNE, match.place.guild_id)).match_id == match.id


async def test_where_discord_launches_nothing_the_button_gives_a_link(house: House, bot: Bot) -> None:
    match = await together(bot, ANNE, 7)
    refused = Launching(bot, ANNE, refusal=50035)
    not_allowed = Launching(bot, ANNE)
    not_allowed.permissions = discord.Permissions(use_embedded_activities=False)
    late = Launching(bot, ANNE)
    await late.defer()
    for asking in (refused, not_allowed, late):
        await clicked(asking, match)
        assert asking.launched == 0
        assert "The link is yours alone." in asking.heard[-1]
    bot.has_activity = False
    off = Launching(bot, ANNE)
    await clicked(off, match)
    assert (off.launched, len(off.heard)) == (0, 1)


async def test_nobody_launches_a_match_that_they_may_not_see(house: House, bot: Bot) -> None:
    match = await solo(bot, ANNE)
    asking = Launching(bot, 9)
    with pytest.raises(NoSuchMatch):
        await clicked(asking, match)
    assert asking.launched == 0
    assert match.place.guild_id is not None
    assert (await bot.matches.browsers.enter(9, match.place.guild_id)).match_id is None


async def test_the_entry_point_command_opens_the_list(house: House, bot: Bot) -> None:
    asking = Launching(bot, ANNE)
    await open_entry_point(asking)
    assert (asking.launched, asking.heard) == (1, [])
    bot.has_activity = False
    with pytest.raises(ScreenRefusal):
        await open_entry_point(Launching(bot, ANNE))
