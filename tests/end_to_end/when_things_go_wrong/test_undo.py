"""Undo: what is asked, and what can't be taken back."""

import re

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says

pytestmark = pytest.mark.slow


async def test_undo_asked(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=board)
    asked = await ada.slash("match undo")
    asking = await room.board(ada, after=board)
    assert says(await ada.wait_for_words(asked, "[Go to the board]"))["link"].endswith(str(asking.id))
    assert asking.mentions == (ben.name,)
    assert "asks to undo gold's last move" in asking.text
    assert re.search(r"Open until <t:\d+:f>\.", asking.text)
    assert (await ada.slash("match undo")).text.startswith("Your own request is still open.")
    await ben.click(asking, "Agree")
    back = await room.board(ada, after=asking)
    assert "Everyone agrees: Gold's move is undone, and Gold moves again." in back.text
    assert "Gold to move" in back.text
    assert back.mentions == (ada.name,)
    assert not back.has_button("Agree")
    # Declined, the move stands.
    await ada.slash("cirondo move", move="B6-C6")
    board = await room.board(ada, after=back)
    await ada.slash("match undo")
    asking = await room.board(ada, after=board)
    await ben.click(asking, "Decline")
    board = await room.board(ada, after=asking)
    assert "Silver declines." in board.text
    # Playing on is an answer as well.
    await ben.slash("cirondo move", move="B20-C20")
    board = await room.board(ada, after=board)
    await ben.slash("match undo")
    asking = await room.board(ada, after=board)
    await ada.slash("cirondo move", move="B7-C7")
    assert not (await room.board(ada, after=asking)).has_button("Agree")


async def test_undo_answered_too_late(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=board)
    await ada.slash("match undo")
    asking = await room.board(ada, after=board)
    await room.house.until_posted()
    room.house.rows("UPDATE matches SET proposal = json_set(proposal, '$.until', 1) WHERE id = ?", match_of(board))
    says((await ben.click(asking, "Agree")).text)
    assert room.house.moves_of(match_of(board)) == ["B5-C5"]


async def test_nothing_to_undo(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben)
    says((await ben.slash("match undo")).text)


async def test_undo_past_luck(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben, game="parcheesi", seats="2")
    await ada.slash("parcheesi move", move="roll")
    says((await ada.slash("match undo")).text)


async def test_undo_past_other_rules(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await ada.slash("cirondo move", move="B5-C5")
    await room.board(ada, after=board)
    await room.house.until_posted()
    room.house.rows("UPDATE matches SET rules_version = 0 WHERE id = ?", match_of(board))
    says((await ada.slash("match undo")).text)


async def test_undo_of_something_hidden(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben, game="southern-cards", seats="2")
    says((await ada.slash("match undo")).text)


async def test_undo_of_something_hidden_alone(ada: Player, says: Says) -> None:
    await ada.slash("southern-cards solo")
    await ada.wait_for(lambda message: message.has_button("More"))
    says((await ada.slash("match undo")).text)
