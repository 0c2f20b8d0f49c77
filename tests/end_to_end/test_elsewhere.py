"""Crux where it isn't a member: in direct messages between people, in groups, on servers that haven't added it."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from tests.end_to_end.house import House, lived_in
from tests.end_to_end.room import Player

PLACES = ("between two", "group", "server")
WHO = dict(zip(PLACES, ("Ada", "Caro", "Dan"), strict=True))
KINDS = {1: PLACES[0], 3: PLACES[1], 0: PLACES[2]}  # by kind of channel

pytestmark = pytest.mark.thorough


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def installed(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A house whose people may install the bot for themselves."""
    house = House(tmp_path_factory.mktemp("installed"))
    house.settings["PEOPLE_INSTALL"] = "true"
    async with lived_in(house):
        yield house


async def enter(house: House, stack: AsyncExitStack, place: str, name: str = "Ada") -> Player:
    """Somebody in this place."""
    anywhere = await stack.enter_async_context(Player(house.url, name, channel=0))
    state = await anywhere.state()
    found = {KINDS[one["type"]]: int(one["id"]) for one in state["channels"] if "elsewhere" in one}
    there = await stack.enter_async_context(Player(house.url, name, channel=found[place]))
    assert isinstance(there, Player)
    return there


async def refused(house: House) -> list[str]:
    """What the playground has refused the bot."""
    log = await house.log()
    return [json.dumps(request)[:400] for request in log["requests"] if 400 <= request["status"] < 500]


@pytest.mark.parametrize("place", PLACES)
async def test_what_is_private_is_there_as_in_direct_messages(installed: House, place: str) -> None:
    await installed.control(clear_log=True)
    async with AsyncExitStack() as stack:
        ada = await enter(installed, stack, place, WHO[place])
        offered = await ada.state()
        (here,) = [one for one in offered["channels"] if int(one["id"]) == ada.channel]
        assert {"crux", "daily", "puzzle", "match", "profile", "privacy"} <= set(here["commands"])
        assert not {"league", "tournament", "settings", "end-match", "operator"} & set(here["commands"])
        home = await ada.slash("crux")
        assert home.ephemeral
        lesson = await ada.click((await ada.click(home.message, "Learn")).message, "b:0:0:learn:parcheesi")
        assert "step 1 of" in lesson.text
        assert lesson.ephemeral
        puzzle = await ada.slash("puzzle", game="cirondo")
        assert puzzle.message is not None
        assert puzzle.message.files
        daily = await ada.click((await ada.slash("daily play")).message, "Play today's")
        assert daily.message is not None
        assert daily.message.files
        assert (await ada.slash("match list")).ephemeral
        assert (await ada.slash("profile")).ephemeral
        assert not [answer for answer in ada.answers if answer.failed]
    assert not await refused(installed)


async def test_nothing_of_a_server_without_the_bot_is_stored(installed: House) -> None:
    async with AsyncExitStack() as stack:
        ada = await enter(installed, stack, "server")
        (here,) = [one for one in (await ada.state())["channels"] if int(one["id"]) == ada.channel]
        await ada.slash("crux")
        await ada.slash("daily play")
    dump = "".join(map(str, installed.rows("SELECT * FROM matches"))) + "".join(
        map(str, installed.rows("SELECT * FROM guild_settings"))
    )
    assert here["guild_id"] not in dump


async def test_without_the_permission_of_the_portal_servers_are_served_as_before(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.settings["PEOPLE_INSTALL"] = "true"
    try:
        await house.start_playground()
        await house.control(people_install=False)
        await house.start_bot()
        assert not await refused(house)
        assert any("Tick User Install under Installation" in line for line in house.output)
        async with Player(house.url, "Ada", channel=0) as ada:
            state = await ada.state()
        assert "crux" in {command["name"] for command in state["commands"]}
        assert not [channel for channel in state["channels"] if "elsewhere" in channel]
    finally:
        await house.stop()
