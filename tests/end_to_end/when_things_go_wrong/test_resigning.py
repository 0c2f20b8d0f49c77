"""Resigning, and draws that are offered."""

import re

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says

pytestmark = pytest.mark.slow


async def test_resign_is_asked_again(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    asked = await ben.slash("match resign")
    assert asked.ephemeral
    says(asked.text)
    assert asked.message is not None
    assert [button.label for button in asked.message.buttons] == ["Resign"]
    assert room.house.rows("SELECT status FROM matches WHERE id = ?", match_of(board)) == [("running",)]


async def test_resigned(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    asked = await ben.slash("match resign")
    done = await ben.click(asked.message, "Resign")
    last = await room.board(ada, after=board)
    assert says(await ben.wait_for_words(done, "[Go to the board]"))["link"].endswith(str(last.id))
    assert "Silver resigns." in last.text
    assert "Gold has won" in last.text
    assert not last.has_button("Move")


async def test_resign_needs_the_partner(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says
) -> None:
    table = await room.open_table(ada, seats="4", sides=True)
    for player in (ben, caro, dan):  # red, silver, blue
        await player.click(table, "Join")
        await ada.wait_for(lambda message, who=f"· <@{player.id}>": message.id == table.id and who in message.text)  # type: ignore[misc]  # the text is bound on purpose
    await ada.click(table, "Start")
    board = await room.board(ada)
    asked = await ada.slash("match resign")
    done = await ada.click(asked.message, "Resign")
    board = await room.board(ada, after=board)
    says(await ada.wait_for_words(done, "[Go to the board]"))
    assert board.mentions == (caro.name,)
    assert "would like to resign" in board.text
    await caro.click(board, "Agree")
    last = await room.board(ada, after=board)
    assert "Red and blue have won" in last.text


async def test_resigned_among_several_sides(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben, caro, game="parcheesi", seats="3")
    asked = await ada.slash("match resign")
    assert "A computer takes over your seat" in asked.text
    done = await ada.click(asked.message, "Resign")
    says(await ada.wait_for_words(done, "[Go to the board]"))
    board = await room.board(ben, after=board)
    assert "Red resigns, and a computer takes over." in board.text or "normal computer for" in board.text
    # With the next one only one side is left, which has won.
    asked = await ben.slash("match resign")
    await ben.click(asked.message, "Resign")
    last = await caro.wait_for(lambda message: "has won" in message.text)
    places = r"\*\*1st\*\* .* yellow .*\n\*\*2nd\*\* .* blue .* resigned.*\n\*\*3rd\*\* .* red .* 🤖 .* \(resigned\)"
    assert re.search(places, last.text)


async def test_draw_offered(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    offered = await ada.slash("match draw")
    asking = await room.board(ada, after=board)
    assert says(await ada.wait_for_words(offered, "[Go to the board]"))["link"].endswith(str(asking.id))
    assert asking.mentions == (ben.name,)
    assert "Gold offers a draw." in asking.text
    # Playing on is an answer, too.
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=asking)
    assert board.has_button("Agree")
    await ben.slash("cirondo move", move="B20-C20")
    assert not (await room.board(ada, after=board)).has_button("Agree")


async def test_draw_agreed(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await ada.slash("match draw")
    board = await room.board(ada, after=board)
    agreed = await ben.click(board, "Agree")
    last = await room.board(ada, after=board)
    says(await ben.wait_for_words(agreed, "[Go to the board]"))
    assert "called off by agreement" in last.text or "a draw" in last.text
    assert not last.has_button("Move")
    assert not last.has_button("Agree")


async def test_draw_declined(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await ada.slash("match draw")
    board = await room.board(ada, after=board)
    declined = await ben.click(board, "Decline")
    board = await room.board(ada, after=board)
    says(await ben.wait_for_words(declined, "[Go to the board]"))
    assert "Silver declines the draw." in board.text
    assert board.has_button("Move")
    assert not board.has_button("Agree")


async def test_draw_answered_by_a_stranger(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await ada.slash("match draw")
    board = await room.board(ada, after=board)
    says((await caro.click(board, "Agree")).text)
    says((await caro.click(board, "Decline")).text)
    says((await caro.slash("match draw", match=str(match_of(board)))).text)


async def test_draw_offered_twice(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await ada.slash("match draw")
    await room.board(ada, after=board)
    says((await ada.slash("match draw")).text)


async def test_draw_offered_again(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await ada.slash("match draw")
    board = await room.board(ben, after=board)
    await ben.click(board, "Decline")
    says((await ada.slash("match draw")).text)


async def test_agreeing_with_oneself(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await ada.slash("match draw")
    board = await room.board(ada, after=board)
    says((await ada.click(board, "Agree")).text)
    # What one has offered can be taken back.
    taken_back = await ada.click(board, "Decline")
    assert "You've withdrawn your request. The match goes on." in taken_back.text
