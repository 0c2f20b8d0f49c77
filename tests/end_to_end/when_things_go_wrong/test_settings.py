"""What ratings and the settings of a server keep people from."""

import contextlib
from collections.abc import AsyncIterator

import pytest

from tests.end_to_end.room import Player, Room
from tests.end_to_end.situations import Says

pytestmark = pytest.mark.slow


async def test_rated_move_stands(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben, rated=True)
    await ada.slash("cirondo move", move="B5-C5")
    await room.board(ada, after=board)
    says((await ada.slash("match undo")).text)


async def test_rated_without_hints(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("cirondo start", rated=True, hints=True)).text)


async def test_profile_hidden(room: Room, ada: Player, ben: Player, says: Says) -> None:
    assert says((await ada.slash("profile", person=ben.name)).text)["person"] == f"<@{ben.id}>"


@contextlib.asynccontextmanager
async def setting(room: Room, **settings: object) -> AsyncIterator[None]:
    """The server, which all rooms share, has these settings for a while."""
    await room.noted_settings(settings)
    try:
        yield
    finally:
        room.usual_settings()


async def test_wrong_channel(room: Room, ada: Player, says: Says) -> None:
    elsewhere = (await room.house.control(add_channel=f"elsewhere-{room.number}"))["add_channel"]
    async with setting(room, channels=[int(elsewhere)]):
        assert says((await ada.slash("cirondo start")).text)["channels"] == f"<#{elsewhere}>"


async def test_computers_off(room: Room, ada: Player, says: Says) -> None:
    async with setting(room, computers=False):
        says((await ada.slash("cirondo start", computers="easy")).text)


async def test_not_a_manager(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("settings")).text)


async def test_no_hints(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben, hints=False)
    says((await ada.slash("cirondo hint")).text)
