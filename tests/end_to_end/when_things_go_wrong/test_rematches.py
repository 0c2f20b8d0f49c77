"""What is said about rematches."""

import asyncio
import re

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.end_to_end.southern_cards import newest_match, solo
from tests.end_to_end.when_things_go_wrong.provoking import (
    begin_and_resign,
)
from tests.messages import Message

pytestmark = pytest.mark.slow


async def rematch_table(room: Room, ada: Player, ben: Player) -> tuple[Message, Message]:
    """The last board of a match, and the table of its rematch that Ben has opened."""
    last = await begin_and_resign(room, ada, ben)
    await ben.click(last, "Rematch")
    table = await ada.wait_for(lambda message: message.id > last.id and message.has_button("Join"))
    return last, table


async def test_rematch_opened(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    last = await begin_and_resign(room, ada, ben)
    opened = await ben.click(last, "Rematch")
    table = await ada.wait_for(lambda message: message.id > last.id and message.has_button("Join"))
    assert says(opened.text)["link"].endswith(str(table.id))
    assert table.mentions == (ada.name,)
    assert re.search(rf"Gold\*\* · <@{ben.id}>\n.*Silver\*\* · reserved for <@{ada.id}>", table.text)
    assert "no free seat for you" in await caro.told(await caro.click(table, "Join"))
    await ada.click(table, "Join")
    table = await ada.wait_for(lambda message: message.id == table.id and f"· <@{ada.id}>" in message.text)
    await ada.click(table, "Start")
    board = await room.board(ada, after=last)
    assert "Gold to move" in board.text
    assert board.mentions == (ben.name,)
    ((salt,),) = room.house.rows("SELECT salt FROM matches WHERE id = ?", match_of(board))
    assert salt == str(table.id)


async def test_rematch_joined(room: Room, ada: Player, ben: Player, says: Says) -> None:
    last = await begin_and_resign(room, ada, ben)
    answers = await asyncio.gather(*(one.click(last, "Rematch") for one in (ada, ben)))
    texts = [answer.text for answer in answers]
    says(next(text for text in texts if "You've joined the rematch" in text))
    table = await ada.wait_for(lambda message: message.has_button("Join") and "All seats are taken" in message.text)
    assert all(str(table.id) in text for text in texts)
    assert len([one for one in await ada.messages() if one.has_button("Join")]) == 1


async def test_rematch_has_begun(room: Room, ada: Player, ben: Player, says: Says) -> None:
    last, table = await rematch_table(room, ada, ben)
    await ada.click(last, "Rematch")
    await ada.click(table, "Start")
    board = await room.board(ada, after=last)
    assert says((await ada.click(last, "Rematch")).text)["link"].endswith(str(board.id))


async def test_rematch_by_a_stranger(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    last = await begin_and_resign(room, ada, ben)
    says((await caro.click(last, "Rematch")).text)


async def test_rematch_too_early(room: Room, ada: Player, ben: Player, says: Says) -> None:
    match = match_of(await room.begin(ada, ben))
    early = await room.fake(("Rematch", f"b:{match}:3:rematch:"))
    says((await ada.click(early, "Rematch")).text)


async def test_rematch_of_a_private_game(room: Room, ada: Player, says: Says) -> None:
    message = await solo(ada)
    match = newest_match(room)
    more = await ada.click(message, "More")
    asked = await ada.click(more.message, "Give up")
    await ada.click(asked.message, "Give up")
    made_up = await room.fake(("Rematch", f"b:{match}:3:rematch:"))
    says((await ada.click(made_up, "Rematch")).text)


async def test_rematch_where_nothing_is_left(room: Room, ada: Player, ben: Player, says: Says) -> None:
    last = await begin_and_resign(room, ada, ben)
    match = match_of(last)
    ada.channel = (await ada.channels())["general"]
    button = {"type": 2, "style": 2, "label": "Rematch", "custom_id": f"b:{match}:3:rematch:"}
    body = {
        "content": "A board",
        "components": [{"type": 1, "components": [button]}],
        "allowed_mentions": {"parse": []},
    }
    made_up = await room.house.as_the_bot("POST", f"/channels/{ada.channel}/messages", body)
    room.refusals_allowed = True
    await room.house.control(delete_channel=str(room.channel))
    elsewhere = await ada.wait_for(lambda message: message.id == int(made_up["id"]))
    says((await ada.click(elsewhere, "Rematch")).text)
    assert room.house.rows("SELECT status FROM matches WHERE rematch_of = ?", match) == [("cancelled",)]
