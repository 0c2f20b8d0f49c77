"""Limits and blocks."""

import json

import pytest

from bot.rules.record import played
from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room
from tests.end_to_end.situations import Says
from tests.end_to_end.when_things_go_wrong.provoking import (
    OPERATOR,
    two_players,
)
from tests.messages import Upload

pytestmark = pytest.mark.slow


def limited(**limits: int) -> str:
    """Python that sets these limits for a bot."""
    return f"import os; os.environ.update({ {name: str(limit) for name, limit in limits.items()} })"


async def test_too_many_actions(own_house: House, says: Says) -> None:
    async with two_players(own_house, limited(ACTIONS_PER_MINUTE=10)) as (_, ada, ben):
        for _ in range(10):
            await ada.slash("match list")
        assert says((await ada.slash("match list")).text)["limit"] == "10"
        assert "limit" not in (await ben.slash("match list")).text


async def test_too_many_hints(own_house: House, says: Says) -> None:
    async with two_players(own_house, limited(HINTS_PER_HOUR=1)) as (room, ada, ben):
        await room.begin(ada, ben)
        assert "A strong computer would play" in (await ada.slash("cirondo hint")).text
        says((await ada.slash("cirondo hint")).text)


async def test_too_many_animations(own_house: House, says: Says) -> None:
    async with two_players(own_house, limited(ANIMATIONS_PER_HOUR=1)) as (_, ada, _ben):
        record = json.dumps(played("cirondo", 2, {}, ["B5-C5"], ending="agreed", places=[1, 1])).encode()
        viewer = (await ada.slash("match import", file=Upload("record.json", record))).message
        made = await ada.click(viewer, "GIF")
        await ada.wait_for(lambda message: message.has_button("Post it here"))
        assert made.message is not None
        says(await ada.told(await ada.click(viewer, "GIF")))


async def test_too_many_files(own_house: House, says: Says) -> None:
    async with two_players(own_house, limited(FILES_PER_HOUR=1)) as (_, ada, _ben):
        await ada.slash("match import", file=Upload("a.json", b"{}"))
        says((await ada.slash("match verify", file=Upload("a.json", b"{}"))).text)


async def test_blocked(room: Room, ben: Player, says: Says) -> None:
    async with Player(room.house.url, OPERATOR, channel=room.channel) as operator:
        await operator.slash("operator block", person=ben.id)
        says((await ben.slash("match list")).text)
        await operator.slash("operator unblock", who=str(ben.id))


async def test_server_blocked(room: Room, ben: Player, says: Says) -> None:
    async with Player(room.house.url, OPERATOR, channel=room.channel) as operator:
        (server, *_) = await operator.autocomplete("operator block", "server", "")
        await operator.slash("operator block", server=server.value)
        try:
            says((await ben.slash("match list")).text)
        finally:
            await operator.slash("operator unblock", who=server.value)


async def test_operator_only(room: Room, ben: Player, says: Says) -> None:
    says((await ben.slash("operator status")).text)
