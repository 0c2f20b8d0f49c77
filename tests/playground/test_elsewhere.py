"""Places where the bot isn't a member: what it can do there, and what the playground refuses."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio

from bot.playground import Playground
from bot.playground.answers import Interaction, InteractionType
from bot.playground.commands import let_people_install, usable
from bot.playground.elsewhere import DIRECT, FOLLOW_UPS, GROUP, TEXT, is_elsewhere
from bot.playground.payloads import creation_of
from bot.playground.storage import Json
from tests.playground.conftest import Api

KINDS = {"between two": DIRECT, "group": GROUP, "server": TEXT}
CONTEXTS = {"between two": 2, "group": 2, "server": 0}


def command(name: str, *kinds: int, **more: object) -> Json:
    return {"name": name, "description": "x", "integration_types": list(kinds), "contexts": [0, 1, 2], **more}


@pytest_asyncio.fixture(loop_scope="session")
async def places(playground: Playground, api: Api) -> dict[str, Json]:
    """The places, once a command is for people."""
    body = [command("anywhere", 0, 1), command("servers", 0), command("rights", 0, 1, default_member_permissions=32)]
    assert (await api("PUT", "/applications/{bot}/commands", body))[0] == 200
    channels = playground.world.channels.values()
    outside = [channel for channel in channels if is_elsewhere(channel)]
    return {name: next(one for one in outside if one["type"] == kind) for name, kind in KINDS.items()}


@pytest.mark.parametrize("place", KINDS)
class TestEachPlace:
    async def test_offers_what_is_for_people(self, playground: Playground, places: Any, place: str) -> None:
        ada = playground.world.people.id_of("Ada")
        names = [one["name"] for one in usable(playground.world, places[place], ada)]
        # Permissions are a server's: there is none among people, and Ada has no such one on that of others.
        assert names == (["anywhere"] if place == "server" else ["anywhere", "rights"])

    async def test_is_told_with_whom_has_installed_the_bot(
        self, playground: Playground, places: Any, place: str
    ) -> None:
        world = playground.world
        interaction, channel = _begun(playground, places[place]), places[place]
        payload = creation_of(world, interaction, channel, "en-US")
        assert payload["context"] == CONTEXTS[place]
        assert payload["authorizing_integration_owners"] == {"1": str(interaction.user_id)}
        assert payload.get("guild_id") == channel.get("guild_id") != str(world.guild_id)

    async def test_takes_no_messages_of_the_bot_itself(self, api: Api, places: Any, place: str) -> None:
        for method, path in (("GET", ""), ("POST", "/messages"), ("POST", "/typing"), ("GET", "/messages")):
            status, answer = await api(method, f"/channels/{places[place]['id']}{path}", {"content": "x"})
            assert (status, answer["code"]) == (403, 50001), path

    async def test_takes_five_messages_after_an_answer(
        self, playground: Playground, api: Api, places: Any, place: str
    ) -> None:
        interaction = _begun(playground, places[place])
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        assert (await api("POST", path, {"type": 4, "data": {"content": "x"}}))[0] == 204
        follow = f"/webhooks/{{bot}}/{interaction.token}"
        for _ in range(FOLLOW_UPS):
            assert (await api("POST", follow, {"content": "x"}))[0] == 200
        status, answer = await api("POST", follow, {"content": "x"})
        assert (status, answer["code"]) == (400, 40094)

    async def test_may_keep_answers_private(self, playground: Playground, api: Api, places: Any, place: str) -> None:
        places[place]["hushed"] = True
        interaction = _begun(playground, places[place])
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        body = {"type": 4, "data": {"content": "x"}}
        _, answer = await api("POST", path, body, params={"with_response": "1"})
        assert answer["interaction"]["response_message_ephemeral"]


async def test_commands_for_people_are_refused_where_they_cannot_install_it(playground: Playground, api: Api) -> None:
    let_people_install(playground.world, may=False)
    status, answer = await api("PUT", "/applications/{bot}/commands", [command("anywhere", 0, 1)])
    assert (status, answer["code"]) == (400, 50035)
    assert (await api("PUT", "/applications/{bot}/commands", [command("servers", 0)]))[0] == 200
    assert not any(map(is_elsewhere, playground.world.channels.values()))


def _begun(playground: Playground, channel: Json) -> Interaction:
    return playground.interactions.start(
        InteractionType.COMMAND, playground.world.people.id_of("Ada"), channel, {"name": "anywhere"}, name="anywhere"
    )
