"""What the board in the browser answers, and to whom: nothing of what somebody may not know, and nothing twice."""

import asyncio
import gzip
import json
import logging
import re
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.match import Match
from bot.match.decisions import turns
from bot.rules import GAMES
from bot.slots import lane
from cogs.shared.boards.board import board_content
from cogs.shared.interactions.gatekeeper import Gatekeeper
from cogs.shared.presentation.registry import cog_for
from cogs.shared.web import choices, limits, live, opening
from cogs.shared.web.server import HEADERS, PAGE, PageServer
from cogs.web import Web
from tests.cogs.conftest import ANNE, BERT, CLEO, Asking, Bot, played_out, together
from tests.cogs.servers import VIEW
from tests.cogs.web.conftest import Person, advanced, begun, on_server, wish_of
from tests.cogs.web.described import OPENAPI, checked
from tests.waiting import until

SIZE = 60 * 1024


def test_every_address_is_described(server: PageServer) -> None:
    there = {
        (resource.canonical, route.method.lower())
        for resource in server.app().router.resources()
        for route in resource
        if re.search("/api/|^/m/", resource.canonical) and route.method != "HEAD"
    } - {("/api/openapi.json", "get"), ("/m/{address}", "get")}
    assert {(path, method) for path, methods in OPENAPI["paths"].items() for method in methods} == there


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("key", GAMES)
async def test_what_is_answered_is_as_described_and_moves_are_played(
    key: str, bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await advanced(bot, await begun(bot, key, [ANNE, BERT]), 6)
    anne = await Person(server, client, ANNE).enter(match.id)
    checked(await anne.get("me"), "Me")
    assert [one["id"] for one in checked(await anne.get("matches"), "List")["matches"]] == [match.id]
    document = checked(await anne.get(f"matches/{match.id}"), "Match")
    assert document["turn"]
    for picture in document["pictures"]:
        answer = await anne.ask(picture["address"].removeprefix("api/"))
        assert (answer.status, answer.content_type.partition("/")[0]) == (200, "image")
        assert (await anne.ask(picture["address"].removeprefix("api/") + "&still=1")).status == 200
    checked(await anne.get(f"matches/{match.id}/choice?plan="), "Choice")
    checked(await anne.get(f"matches/{match.id}/words"), "Words")
    rules = checked(await anne.get(f"rules/{key}"), "Rules")["pages"]
    for number, page in enumerate(rules):
        assert (await anne.ask(f"rules/{key}/{number}/picture")).status == (200 if page["picture"] else 404)
    wish = await wish_of(anne, match)
    assert (await anne.ask(f"matches/{match.id}/pictures/0?plan={wish['plan']}")).status == 200
    done = checked(await (await anne.act(match.id, **wish)).json(), "Done")
    assert done["match"]["version"] > match.version
    assert (await bot.matches.get(match.id)).version == done["match"]["version"]


async def test_a_replay_is_shown_step_by_step(bot: Bot, server: PageServer, client: aiohttp.ClientSession) -> None:
    match = await played_out(bot, (await together(bot, ANNE, BERT)).id)
    anne = await Person(server, client, ANNE).enter()
    last = checked(await anne.get(f"matches/{match.id}/replay/9999"), "ReplayStep")
    assert last["step"] == last["last"] > 3
    assert (await anne.ask(f"matches/{match.id}/replay/{last['last']}/picture")).status == 200
    assert (await anne.get(f"matches/{match.id}"))["replay"]


async def test_an_act_that_is_sent_again_is_carried_out_once(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await together(bot, ANNE, BERT)
    mover = match.to_move_people()[0]
    person = await Person(server, client, mover).enter(match.id)
    wish = await wish_of(person, match)
    first = await (await person.act(match.id, **wish)).json()
    again = await person.act(match.id, **wish)
    assert (again.status, (await again.json())["match"]["version"]) == (200, first["match"]["version"])
    together_ = await asyncio.gather(*(person.act(match.id, **wish) for _ in range(3)))
    assert [answer.status for answer in together_] == [200] * 3
    assert (await bot.matches.get(match.id)).version == first["match"]["version"]


async def test_the_same_key_of_another_person_is_another_act(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await together(bot, ANNE, BERT)
    for _ in range(2):
        match = await bot.matches.get(match.id)
        person = await Person(server, client, match.to_move_people()[0]).enter(match.id)
        assert (await person.act(match.id, **await wish_of(person, match))).status == 200
    assert (await bot.matches.get(match.id)).version == match.version + 1


async def test_a_bad_old_or_foreign_request_gets_a_sentence_and_changes_nothing(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await together(bot, ANNE, BERT)
    mover = match.to_move_people()[0]
    person = await Person(server, client, mover).enter(match.id)
    other = await Person(server, client, ({ANNE, BERT} - {mover}).pop()).enter(match.id)
    good, at = {"key": "k" * 32, **await wish_of(person, match)}, f"matches/{match.id}/acts"
    bodies: list[tuple[dict[str, Any], int]] = [
        ({"json": {**good, "do": "cheat"}}, 400),
        ({"json": {**good, "do": ["play"]}}, 400),
        ({"json": {**good, "key": "short"}}, 400),
        ({"json": {**good, "key": 7}}, 400),
        ({"json": {**good, "key": "\ud800" * 32}}, 400),
        ({"json": {**good, "note": "\udfff"}}, 400),
        ({"json": {**good, "version": "1"}}, 400),
        ({"json": {**good, "version": True}}, 400),
        ({"json": {**good, "version": 2**40}}, 400),
        ({"json": {**good, "plan": 3}}, 400),
        ({"json": {**good, "plan": "", "check": "e3b0c44298fc1c14"}}, 400),
        ({"json": [good]}, 400),
        ({"data": "{", "headers": {"Content-Type": "application/json"}}, 400),
        ({"data": "[" * 4000, "headers": {"Content-Type": "application/json"}}, 400),
        ({"data": json.dumps(good)}, 400),
        ({"data": b"\xff{}", "headers": {"Content-Type": "application/json; charset=none"}}, 400),
        ({"data": b"{}", "headers": {"Content-Type": "application/json", "Content-Encoding": "gzip"}}, 400),
        ({"json": {**good, "plan": "9.9.9"}}, 409),
        ({"json": {**good, "plan": "x"}}, 409),
        ({"json": {**good, "check": "0" * 16}}, 409),
        ({"json": {**good, "direct": "end"}}, 409),
        ({"json": {**good, "version": 0}}, 409),
        ({"json": {**good, "note": "x" * 9000}}, 413),
        ({"json": good, "headers": {"Origin": "https://example.org"}}, 403),
        ({"json": good, "headers": {"Origin": "null"}}, 403),
    ]
    for body, status in bodies:
        answer = await person.ask(at, "POST", **body)
        assert answer.status == status, (body, await answer.text())
        assert (await answer.json())["error"]
    assert (await other.ask(at, "POST", json=good)).status == 422  # it isn't their turn
    headers = {"Cookie": f"crux={person.cookie}"}
    without = await client.post(f"{server.url}/{person.window}/api/{at}", json=good, headers=headers)
    assert without.status == 403
    for token in ("\ud800" * 43, "x" * 19, 7, None):
        entered = await client.post(f"{server.url}/api/session", json={"token": token}, headers={"Origin": server.url})
        assert entered.status == 400
    assert (await bot.matches.get(match.id)).version == match.version
    assert (await person.ask("matches/999999")).status == 404
    assert (await person.ask(f"matches/{match.id}/choice?plan=abc")).status == 400
    assert (await person.ask("../../assets/../server.py")).status == 404


async def test_what_else_people_can_do(bot: Bot, server: PageServer, client: aiohttp.ClientSession) -> None:
    match = await begun(bot, "cirondo", [ANNE, BERT])
    anne, bert = [await Person(server, client, user).enter(match.id) for user in (ANNE, BERT)]
    labels = {one["do"]: one for one in (await anne.get(f"matches/{match.id}"))["actions"]}
    assert labels["resign"]["question"].startswith("### Resign match")
    assert {"draw", "resign"} <= labels.keys()
    assert (await anne.act(match.id, do="draw", version=match.version)).status == 200
    offered = await bert.get(f"matches/{match.id}")
    assert {"agree", "decline"} <= {one["do"] for one in offered["actions"]}
    assert "offers a draw" in offered["happened"]
    assert (await bert.act(match.id, do="decline", version=offered["version"])).status == 200
    assert (await bert.act(match.id, do="resign", key="x" * 32, version=offered["version"] + 1)).status == 200
    assert (await anne.get(f"matches/{match.id}"))["status"] == "over"


async def test_blocked_people_and_servers_are_refused(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await together(bot, ANNE, BERT)
    anne, bert = [await Person(server, client, user).enter(match.id) for user in (ANNE, BERT)]
    await bot.matches.service.block_person(ANNE)
    await Gatekeeper.of(bot).refresh()
    assert (await anne.ask("matches")).status == 403
    assert (await bert.ask(f"matches/{match.id}")).status == 200
    await bot.matches.service.block_server(1)
    await Gatekeeper.of(bot).refresh()
    assert (await bert.ask(f"matches/{match.id}")).status == 403


async def test_persons_and_addresses_have_limits(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "READS", (5, 60.0))
    monkeypatch.setattr(limits, "LINKS", (5, 60.0))
    anne = await Person(server, client, ANNE).enter()
    answers = [await anne.ask("matches") for _ in range(7)]
    assert [answer.status for answer in answers] == [200] * 5 + [429] * 2
    assert int(answers[-1].headers["Retry-After"]) <= 61
    nobody = Person(server, client, ANNE)
    statuses = [
        (
            await client.post(f"{server.url}/api/session", json={"token": "x" * 43}, headers={"Origin": server.url})
        ).status
        for _ in range(3)
    ]
    assert statuses == [422] * 3
    assert [(await nobody.ask("matches")).status for _ in range(3)] == [401, 429, 429]


async def test_clicks_here_count_as_clicks_on_discord(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await together(bot, ANNE, BERT)
    anne = await Person(server, client, ANNE).enter()
    most = bot.matches.limits.actions_per_minute
    statuses = [(await anne.act(match.id, do="decline", version=match.version)).status for _ in range(most + 1)]
    assert statuses == [422] * most + [429]


async def test_who_waits_at_a_page_waits_for_no_other_work(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne, lanes, settings = await Person(server, client, ANNE).enter(), set[str](), bot.matches.reminders.settings

    async def noted(user: int) -> Any:
        lanes.add(lane())
        return await settings(user)

    monkeypatch.setattr(bot.matches.reminders, "settings", noted)
    await anne.get("me")
    assert lanes == {"pages"}


async def test_a_session_is_a_cookie_of_its_window_that_scripts_cannot_read(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    token = await bot.matches.browsers.link(ANNE, None)
    headers = {"Origin": server.url}
    answer = await client.post(f"{server.url}/api/session", json={"token": token}, headers=headers)
    window = (await answer.json())["window"]
    cookie = answer.headers["Set-Cookie"]
    assert f"Path=/{window}/" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie  # on this machine only
    server.url = "https://crux.example.org"
    token = await bot.matches.browsers.link(ANNE, None)
    port = answer.url.port
    answer = await client.post(
        f"http://127.0.0.1:{port}/api/session", json={"token": token}, headers={"Origin": server.url}
    )
    assert "Secure" in answer.headers["Set-Cookie"]
    assert answer.headers["Strict-Transport-Security"]


async def test_logging_out_ends_the_session(bot: Bot, server: PageServer, client: aiohttp.ClientSession) -> None:
    anne = await Person(server, client, ANNE).enter()
    assert (await anne.ask("session", "DELETE")).status == 200
    assert (await anne.ask("matches")).status == 401


async def test_an_open_page_hears_of_changes_until_its_session_ends(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_server(bot, monkeypatch, **{f"u{CLEO}": VIEW})
    match = await together(bot, ANNE, BERT)
    people = [await Person(server, client, user).enter() for user in (ANNE, CLEO)]
    streams = [await one.ask(f"events?match={match.id}") for one in people]
    for stream in streams:
        assert "event: hello" in await told(stream)
    mover = match.to_move_people()[0]
    assert match.state is not None
    match = await bot.matches.act(match.id, turns.play(mover, match.state.notate(match.state.legal()[0])))
    for stream in streams:
        assert f'"version": {match.version}' in await told(stream)
    await bot.matches.browsers.end(CLEO)
    server.live.tell(match.id, frozenset())
    assert "event: over" in await told(streams[1])


async def told(stream: aiohttp.ClientResponse) -> str:
    """The next event."""
    return (await stream.content.readuntil(b"\r\n\r\n")).decode()


async def test_changes_of_other_processes_are_noticed(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await together(bot, ANNE, BERT)
    anne = await Person(server, client, ANNE).enter()
    stream = await anne.ask(f"events?match={match.id}")
    await told(stream)
    await server.live.look(bot.matches)
    other = Bot(bot.store)
    assert match.state is not None
    mover = match.to_move_people()[0]
    match = await other.matches.act(match.id, turns.play(mover, match.state.notate(match.state.legal()[0])))
    await server.live.look(bot.matches)
    assert f'"version": {match.version}' in await told(stream)


async def test_a_person_has_only_so_many_open_pages_and_closed_ones_do_not_count(
    server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "STREAMS", 2)
    anne = await Person(server, client, ANNE).enter()
    streams = [await anne.ask("events") for _ in range(3)]
    assert [stream.status for stream in streams] == [200, 200, 429]
    streams[0].close()

    async def is_let_in() -> bool:
        return (await anne.ask("events")).status == 200

    await until(is_let_in)
    assert not await is_let_in()


async def test_every_answer_has_the_headers_of_a_page_that_trusts_nobody(
    server: PageServer, client: aiohttp.ClientSession
) -> None:
    for path in ("/", "/enter", "/AAAAAAAAAAAA/", "/assets/page.js", "/assets/none", "/none", "/AAAAAAAAAAAA/api/me"):
        answer = await client.get(server.url + path)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, path


def test_the_page_is_small_and_asks_nobody_else() -> None:
    files = {file.name: file.read_text() for file in PAGE.iterdir()}
    assert sum(len(text.encode()) for text in files.values()) <= SIZE
    for name, text in files.items():
        assert not re.search(r"(?:src|href|import|from|url)[\s=(\"']+(?:https?:)?//", text), name
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function", text), name
        assert not any(key in text or game.title in text for key, game in GAMES.items()), name
    html = files["index.html"]
    assert not re.search(r"<script(?![^>]* src=)|<style| style=| on\w+=", html)


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("key", GAMES)
async def test_all_paths_of_a_position_are_a_small_document(
    key: str, bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await advanced(bot, await begun(bot, key, [ANNE, BERT]), 30)
    anne = await Person(server, client, ANNE).enter()
    text = await (await anne.ask(f"matches/{match.id}")).text()
    assert len(gzip.compress(text.encode())) < 20_000


async def test_many_paths_are_asked_for_one_by_one(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choices, "MOST_PATHS", 3)
    match = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 12)
    anne = await Person(server, client, ANNE).enter()
    tree = (await anne.get(f"matches/{match.id}"))["choice"]["tree"]
    assert {branches for _, branches in tree} == {choices.ASK}
    further = await anne.get(f"matches/{match.id}/choice?plan=0")
    assert further["complete"] or further["plan"] == "0"


def labels_of(bot: Bot, match: Match) -> list[str]:
    return [name for _, _, name, _ in board_content(cog_for(bot, match.game), match).buttons]


async def test_without_an_address_no_port_is_opened_and_no_button_shown(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    assert "open_board" not in labels_of(bot, match)
    cog = Web(bot)  # type: ignore[arg-type]  # what takes the bot's place in tests
    await cog.cog_load()
    assert cog.server is None
    await cog.cog_unload()


async def test_the_button_gives_a_private_link_that_is_in_no_log(
    bot: Bot,
    server: PageServer,
    client: aiohttp.ClientSession,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.DEBUG)
    match = await together(bot, ANNE, BERT)
    assert "open_board" in labels_of(bot, match)
    urls: list[str] = []

    class Looking(Asking):
        async def edit_original_response(self, view: Any, **named: Any) -> Any:
            urls.extend(item.url for item in view.walk_children() if isinstance(item, discord.ui.Button) and item.url)
            return await super().edit_original_response(view)

    asking = Looking(bot, BERT)
    assert "works once" in await asking.click(opening.open_board, match.id)
    (url,) = urls
    address, _, token = url.partition("#")
    assert address == f"{server.url}/enter"
    answer = await client.post(f"{server.url}/api/session", json={"token": token}, headers={"Origin": server.url})
    assert (await answer.json())["match"] == match.id
    assert token not in caplog.text
    assert str(BERT) not in caplog.text


async def test_an_error_is_logged_without_saying_who_asked_and_for_what(
    bot: Bot,
    server: PageServer,
    client: aiohttp.ClientSession,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = await together(bot, ANNE, BERT)
    anne = await Person(server, client, ANNE).enter()

    async def fail(*_: object) -> None:
        raise RuntimeError("7H")

    monkeypatch.setattr(bot.matches, "get", fail)
    answer = await anne.ask(f"matches/{match.id}")
    assert answer.status == 500
    assert "tell the operator this reference" in (await answer.json())["error"]
    assert "the page's /{window}/api/matches/{match}" in caplog.text
    assert not re.search(f"{anne.window}|{anne.cookie}|{ANNE}|7H", caplog.text)


def test_the_address_of_a_visitor_is_the_proxys_word_only_if_there_is_a_proxy() -> None:
    def asked(remote: str, forwarded: str) -> str:
        request: Any = SimpleNamespace(remote=remote, headers={"X-Forwarded-For": forwarded} if forwarded else {})
        return limits.address_of(request)

    assert asked("127.0.0.1", "198.51.100.7, 203.0.113.9") == "203.0.113.9"
    assert asked("172.18.0.2", "203.0.113.9") == "203.0.113.9"
    assert asked("8.8.8.8", "203.0.113.9") == "8.8.8.8"
    assert asked("127.0.0.1", "") == "127.0.0.1"
