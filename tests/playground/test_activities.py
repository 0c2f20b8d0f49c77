"""Activities on the playground: launches, codes and tokens, the proxy, and all that Discord refuses of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from bot.playground import Playground
from bot.playground.activities import FrameRefused
from bot.playground.answers import Interaction, InteractionType
from bot.playground.forms import InvalidForm
from tests.person import Person
from tests.playground.components import button, row, v2
from tests.playground.conftest import Api

LAUNCH = {"type": 12}


@pytest_asyncio.fixture(loop_scope="session")
async def on(ada: Person) -> AsyncIterator[None]:
    await ada.control(activities=True)
    yield
    await ada.control(activities=False)


@pytest.fixture
def begun(playground: Playground, api: Api) -> Any:
    """Begin an interaction without a bot that would answer it."""
    world = playground.world

    def begin(kind: InteractionType = InteractionType.COMPONENT, person: str = "Ada") -> Interaction:
        channel = world.channel(int(api.games))
        source = playground.messages.post(int(api.games), world.bot_id, v2(row(button("a"))))
        data = {"name": "game", "custom_id": "a"}
        return playground.interactions.start(
            kind, world.people.id_of(person), channel, data, source=source, name="game"
        )

    return begin


def callback(interaction: Interaction) -> str:
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


class TestLaunches:
    @pytest.mark.parametrize("kind", [InteractionType.COMMAND, InteractionType.COMPONENT, InteractionType.MODAL_SUBMIT])
    async def test_they_answer_what_people_do(self, kind: InteractionType, on: None, api: Api, begun: Any) -> None:
        interaction = begun(kind)
        status, answer = await api("POST", callback(interaction) + "?with_response=true", LAUNCH)
        instance = answer["resource"]["activity_instance"]["id"]
        assert (status, answer["interaction"]["activity_instance_id"]) == (200, instance)
        listed = (await api("GET", f"/applications/{{bot}}/activity-instances/{instance}"))[1]
        assert listed["users"] == [str(interaction.user_id)]
        assert listed["location"]["channel_id"] == api.games

    async def test_what_is_refused(self, api: Api, ada: Person, begun: Any, playground: Playground) -> None:
        off = await api("POST", callback(begun()), LAUNCH)
        assert (off[0], off[1]["code"]) == (400, 50035)
        await ada.control(activities=True)
        assert (await api("POST", callback(begun(InteractionType.AUTOCOMPLETE)), LAUNCH))[1]["code"] == 50035
        late = begun()
        playground.interactions.expire(late.id, token_too=False)
        assert (await api("POST", callback(late), LAUNCH))[1]["code"] == 10062
        once = begun()
        assert (await api("POST", callback(once), LAUNCH))[0] == 204
        assert (await api("POST", callback(once), LAUNCH))[1]["code"] == 40060
        channel = playground.world.channel(int(api.games))
        nobody = {"id": str(playground.world.guild_id), "type": 0, "deny": str(1 << 39), "allow": "0"}
        before, channel["permission_overwrites"] = channel["permission_overwrites"], [nobody]
        assert (await api("POST", callback(begun(person="Ben")), LAUNCH))[1]["code"] == 50013
        channel["permission_overwrites"] = before
        await ada.control(activities=False)

    async def test_an_instance_ends_with_its_last_frame(self, on: None, api: Api, playground: Playground) -> None:
        activities, channel = playground.interactions.activities, playground.world.channel(int(api.games))
        ada, ben = [playground.world.people.id_of(name) for name in ("Ada", "Ben")]
        (first, one), (second, other) = activities.launch(ada, channel), activities.launch(ben, channel)
        assert first == second
        activities.leave(one)
        path = f"/applications/{{bot}}/activity-instances/{first}"
        assert (await api("GET", path))[1]["users"] == [str(ben)]
        activities.leave(other)
        assert (await api("GET", path))[0] == 404
        with pytest.raises(InvalidForm):
            activities.describe(one)


class TestCodes:
    async def test_a_code_is_exchanged_once_for_a_token_that_says_who_it_is(
        self, on: None, api: Api, playground: Playground
    ) -> None:
        activities, world = playground.interactions.activities, playground.world
        ada = world.people.id_of("Ada")
        _, frame = activities.launch(ada, world.channel(int(api.games)))
        asked = {"client_id": str(world.bot_id), "response_type": "code", "scope": ["identify"]}
        with pytest.raises(FrameRefused, match="denied"):
            activities.answer(frame, "AUTHORIZE", asked)
        for wrong in ({"client_id": "1"}, {"scope": ["identify", "email"]}, {"response_type": "token"}):
            with pytest.raises(FrameRefused):
                activities.answer(frame, "AUTHORIZE", {**asked, "agreed": True, **wrong})
        code = activities.answer(frame, "AUTHORIZE", {**asked, "agreed": True})["code"]
        good = {"client_id": str(world.bot_id), "client_secret": "s", "grant_type": "authorization_code", "code": code}
        for wrong, error in (
            ({"client_id": "1"}, "invalid_client"),
            ({"client_secret": ""}, "invalid_client"),
            ({"grant_type": "x"}, "unsupported_grant_type"),
            ({"code": "x"}, "invalid_grant"),
        ):
            status, answer = await api("POST", "/oauth2/token", None, token="", data={**good, **wrong})
            assert (status >= 400, answer["error"]) == (True, error)
        token = (await api("POST", "/oauth2/token", None, token="", data=good))[1]["access_token"]
        assert (await api("POST", "/oauth2/token", None, token="", data=good))[1]["error"] == "invalid_grant"
        bearer = {"Authorization": f"Bearer {token}"}
        address = f"{playground.url}/api/v10/users/@me"
        async with api.session.get(address, headers=bearer) as answer:
            assert (await answer.json())["id"] == str(ada)
        async with api.session.get(address, headers={"Authorization": "Bearer x"}) as answer:
            assert answer.status == 401
        async with api.session.get(f"{playground.url}/api/v10/users/@me/guilds", headers=bearer) as answer:
            assert answer.status == 401
        assert activities.answer(frame, "AUTHENTICATE", {"access_token": token})["user"]["id"] == str(ada)
        with pytest.raises(FrameRefused):
            activities.answer(frame, "AUTHENTICATE", {"access_token": "x"})
        with pytest.raises(FrameRefused):
            activities.answer(frame, "START_PURCHASE", {})
        assert code not in str(playground.faults.log.as_json())


async def test_the_proxy_hands_everything_on_with_and_without_its_prefix(
    on: None, ada: Person, api: Api, playground: Playground
) -> None:
    async def echo(request: web.Request) -> web.Response:
        text = f"{request.method} {request.path_qs} {await request.text()} {request.headers.get('Origin')}"
        return web.Response(text=text, headers={"Set-Cookie": "a=b", "Content-Security-Policy": "default-src 'none'"})

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", echo)
    host = f"{playground.world.bot_id}.discordsays.localhost:{playground.port}"
    async with TestServer(app) as server, ClientSession() as session:
        headers = {"Host": host, "Origin": f"http://{host}"}
        assert (await session.get(playground.url + "/x", headers=headers)).status == 404
        await ada.control(activities=str(server.make_url("")))
        for path in ("/api/x?y=1", "/.proxy/api/x?y=1"):
            answer = await session.post(playground.url + path, data="z", headers=headers)
            assert await answer.text() == f"POST /api/x?y=1 z http://{host}"
            assert answer.headers["Set-Cookie"] == "a=b"
            assert len(answer.headers.getall("Content-Security-Policy")) == 2
        others = {"Host": "1.discordsays.localhost"}
        assert (await session.get(playground.url + "/x", headers=others)).status == 404
        assert (await session.get(playground.url + "/x", headers={"Host": "example.org"})).status == 403
        foreign = {"Host": host, "Origin": "https://example.org"}
        assert (await session.post(playground.url + "/x", headers=foreign)).status == 403
