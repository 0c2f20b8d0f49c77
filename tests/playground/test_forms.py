"""Requests that no client sends: each is refused with what is wrong, and none makes the playground stumble."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.playground import Playground
from bot.playground.controls import CONTROLS
from bot.playground.forms import LARGEST_ID, Form, InvalidForm, id_in
from tests.playground.conftest import TOKEN, Api

NO_OBJECTS = [b"", b"{", b"\xff", b"null", b"[]", b"5", b'"x"', b"[" * 9000]
ODD: list[Any] = [None, 5, 1.5, True, "", "x", "9" * 40, [], ["x"], [None], {}, {"type": 1}, [{}], "\ud800"]
KEYS = (
    *("as", "channel", "name", "options", "locale", "kind", "target", "focused", "message", "custom_id", "values"),
    *("content", "interaction", "owner", "frame", "command", "args"),
)
THAT_BREAK = {"fail", "delay"}  # they would make the next answers wrong


def routes(playground: Playground) -> list[tuple[str, str]]:
    """Method and path of each route that reads a body, with ids that name nothing."""
    assert playground._runner is not None
    ids = {"guild_id": playground.world.guild["id"], "application_id": playground.world.bot_id}
    found = []
    for route in playground._runner.app.router.routes():
        if route.method not in ("GET", "HEAD", "*") and route.resource is not None:
            info = route.resource.get_info()
            path = str(info.get("path") or info["formatter"])
            found.append((route.method, re.sub(r"{(\w+)}", lambda name: str(ids.get(name[1], 1)), path)))
    return found


@pytest.mark.parametrize("body", NO_OBJECTS)
async def test_a_request_of_the_page_that_is_no_object_is_refused(playground: Playground, body: bytes) -> None:
    async with ClientSession() as session, session.post(f"{playground.url}/web/direct", data=body) as answer:
        assert answer.status == 400
        assert (await answer.json())["error"] in ("The request isn't JSON.", "A JSON object is needed.")


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (lambda form: form.text("none"), "none is a text."),
        (lambda form: form.text("list"), "list is a text."),
        (lambda form: form.number("text"), "text is a number."),
        (lambda form: form.mapping("text"), "text is an object."),
        (lambda form: form.texts("numbers"), "numbers is a list of texts."),
    ],
)
def test_a_value_of_another_kind_is_named(read: Any, words: str) -> None:
    with pytest.raises(InvalidForm, match=f"^{words}$"):
        read(Form({"text": "x", "list": ["x"], "numbers": [5]}))


def test_values_are_read() -> None:
    form = Form({"text": "x", "empty": "", "id": "17", "number": 17, "list": ["a", "b"], "object": {"a": 1}})
    assert form.text("text") == "x"
    assert form.text("empty", "else") == form.text("none", "else") == "else"
    assert form.number("id") == form.number("number") == 17
    assert form.texts("list") == ["a", "b"]
    assert form.texts("text") == ["x"]
    assert form.mapping("object") == {"a": 1}
    assert form.texts("none") == []
    assert form.mapping("none") == {}


def test_an_id_beyond_all_others_names_nothing() -> None:
    assert id_in("9" * 5000, "message") == id_in(str(LARGEST_ID + 1), "message") == LARGEST_ID


async def test_no_query_and_no_id_makes_it_stumble(playground: Playground, api: Api) -> None:
    far = "9" * 40
    async with ClientSession() as session:
        for path in (f"/web/messages/{far}?as=Ada", f"/web/channels/{far}/messages?as=Ada"):
            async with session.get(playground.url + path) as answer:
                assert answer.status == 404
        for query in ("limit=x", "before=x", "limit=-1"):
            async with session.get(f"{playground.url}/web/channels/{api.games}/messages?as=Ada&{query}") as answer:
                assert answer.status == 400
    for query in ("limit=x", "before=x", "after=-1", "limit=0"):
        assert (await api("GET", f"/channels/{{games}}/messages?{query}"))[0] == 400
    assert (await api("GET", f"/channels/{{games}}/messages?before={far}")) == (200, [])
    assert (await api("GET", f"/channels/{{games}}/messages/{far}"))[0] == 404


@pytest.mark.thorough
async def test_no_body_makes_any_route_stumble(playground: Playground, api: Api) -> None:
    usual = {"as": "Ada", "channel": api.games, "name": "none"}
    filled = [json.dumps(usual | {key: odd}).encode() for key in KEYS for odd in ODD]
    requests = [
        (method, path, body)
        for method, path in routes(playground)
        for body in (NO_OBJECTS if path.startswith("/api") else [*NO_OBJECTS, *filled])
    ]
    assert len({path for _, path, _ in requests}) > 30
    requests += [
        ("POST", "/web/control", json.dumps({switch: odd}).encode())
        for switch in sorted(CONTROLS.keys() - THAT_BREAK)
        for odd in ODD
    ]
    stumbled = []
    async with ClientSession(headers={"Authorization": f"Bot {TOKEN}"}) as session:
        for method, path, body in requests:
            async with session.request(method, playground.url + path, data=body) as answer:
                if answer.status >= 500:
                    stumbled.append((method, path, body))
    assert stumbled == []
