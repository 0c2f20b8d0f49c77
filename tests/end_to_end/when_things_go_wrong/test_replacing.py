"""Seats that others take over, and matches that moderators end."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.messages import Message

pytestmark = pytest.mark.slow


async def left_by_ben(room: Room, ada: Player, ben: Player, *others: Player, **options: Any) -> Message:
    """A board of a match in which Ben is to move, who has left the server."""
    board = await room.begin(ada, ben, *others, **options)
    room.refusals_allowed = True
    await room.house.control(leave=ben.name)
    await ada.slash("cirondo move", move="B5-C5")
    return await room.board(ada, after=board)


async def test_somebody_else_asked_to_play(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says
) -> None:
    board = await left_by_ben(room, ada, ben, dan, seats="4", computers="easy", invite=ben.name)
    (seat,) = await ada.autocomplete("match replace", "seat", "red")
    assert seat.name == f"Red · {ben.name} · Cirondo #{match_of(board)}"
    asked = await ada.slash("match replace", seat=seat.value, by=caro.name)
    asking = await room.board(ada, after=board)
    assert says(await ada.wait_for_words(asked, "[Go to the board]"))["colour"] == "red"
    assert caro.name in asking.mentions
    assert f"would like <@{caro.id}> to take over red" in asking.text
    listed = (await caro.slash("match list")).text
    assert "**You're asked to play red** · [board](https://" in listed
    assert f"/{asking.id})" in listed
    done = await caro.click(asking, "Take the seat")
    board = await room.board(ada, after=asking)
    assert "It's yours once the others agree." in await caro.wait_for_words(done, "[Go to the board]")
    await dan.click(board, "Agree")
    board = await room.board(ada, after=board)
    assert f"<@{caro.id}> now plays red." in board.text
    assert board.mentions == (caro.name,)
    assert not board.has_button("Take the seat")
    await room.house.control(join=ben.name)
    assert (await ben.slash("match resign", match=str(match_of(board)))).text.startswith("You aren't playing")


async def test_seat_kept_for_another(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says
) -> None:
    board = await left_by_ben(room, ada, ben, dan, seats="4", computers="easy", invite=ben.name)
    await ada.slash("match replace", seat="red", by=caro.name)
    asking = await room.board(ada, after=board)
    says((await dan.click(asking, "Take the seat")).text)
    await caro.click(asking, "Decline")
    board = await room.board(ada, after=asking)
    assert "The player who was asked declined." in board.text
    assert board.has_button("Computer plays Red")


async def test_nobody_left_to_agree_about_a_seat(
    room: Room, ada: Player, ben: Player, caro: Player, says: Says
) -> None:
    board = await left_by_ben(room, ada, ben)
    assert "`/match replace`" not in board.text
    assert says((await ada.slash("match replace", seat="silver", by=caro.name)).text)["colour"] == "silver"


async def test_seat_for_somebody_who_has_left(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says
) -> None:
    board = await left_by_ben(room, ada, ben, caro, seats="4", computers="easy", invite=ben.name)
    await ada.slash("match replace", seat="red", by=dan.name)
    asking = await room.board(ada, after=board)
    await dan.click(asking, "Take the seat")
    board = await room.board(ada, after=asking)
    assert f"<@{dan.id}> is ready to take over red" in board.text
    await room.house.control(leave=dan.name)
    assert says((await caro.click(board, "Agree")).text)["person"] == f"<@{dan.id}>"
    board = await room.board(ada, after=board)
    assert "The player who was asked has left this server, so nothing changes." in board.text
    assert (board.mentions, board.has_button("Agree")) == ((ada.name,), False)


async def test_seat_is_not_free_to_give(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    await room.begin(ada, ben)
    assert says((await ada.slash("match replace", seat="silver", by=caro.name)).text)["colour"] == "silver"


async def test_replaced_by_a_player(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await left_by_ben(room, ada, ben)
    says((await ada.slash("match replace", seat="silver", by=ada.name)).text)


async def test_replaced_by_a_bot(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben)
    says((await ada.slash("match replace", seat="silver", by="Crux")).text)


async def test_replaced_on_no_seat(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    await room.begin(ada, ben)
    says((await ada.slash("match replace", seat="pink", by=caro.name)).text)


@contextlib.asynccontextmanager
async def moderated(room: Room) -> AsyncIterator[None]:
    """Everyone may manage messages here: on the playground people may what the bot may."""
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_messages"]})
    yield
    await room.house.control(permissions={"channel": str(room.channel)})


async def test_ending_is_asked_again(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    async with moderated(room):
        asked = await caro.slash("end-match", match=str(match_of(board)))
    assert says(asked.text)["id"] == str(match_of(board))
    assert room.house.rows("SELECT status FROM matches WHERE id = ?", match_of(board)) == [("running",)]
    refused = await caro.click(asked.message, "End the match")  # who asked may not do it any more
    assert "to end other people's matches" in refused.text


async def test_ended_by_a_moderator(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    assert await caro.autocomplete("end-match", "match", "") == []
    async with moderated(room):
        (found,) = await caro.autocomplete("end-match", "match", f"#{match_of(board)} ")
        assert "Cirondo" in found.name
        asked = await caro.slash("end-match", match=found.value)
        done = await caro.click(asked.message, "End the match")
        says(await caro.wait_for_words(done, "[Go to the board]"))
        again = await caro.slash("end-match", match=str(match_of(board)))
        assert again.text.startswith("This match is over.")
    last = await room.board(ada, after=board)
    assert "ended by a moderator" in last.text
    assert not last.has_button("Move")
    assert last.has_button("Rematch")
    shown = await ada.click(last, "Replay")
    assert shown.message is not None


async def test_cancelled_by_a_moderator(room: Room, ada: Player, caro: Player, says: Says) -> None:
    table = await room.open_table(ada)
    ((number,),) = room.house.rows("SELECT id FROM matches WHERE channel_id = ?", room.channel)
    async with moderated(room):
        asked = await caro.slash("end-match", match=str(number))
        done = await caro.click(asked.message, "Cancel the table")
    says(done.text)
    await ada.wait_for(lambda message: message.id == table.id and "this table is cancelled" in message.text)


async def test_ending_by_somebody_else(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    says((await caro.slash("end-match", match=str(match_of(board)))).text)


async def test_garbage_as_a_match_to_end(room: Room, ada: Player, says: Says) -> None:
    async with moderated(room):
        says((await ada.slash("end-match", match="all")).text)
        assert (await ada.slash("end-match", match="99999")).text.startswith("There's no match")
