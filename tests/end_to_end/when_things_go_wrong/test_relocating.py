"""Matches that go on in another place."""

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.end_to_end.southern_cards import newest_match, solo
from tests.end_to_end.when_things_go_wrong.provoking import (
    in_thread,
)

pytestmark = pytest.mark.slow


async def test_match_moved(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    thread = await in_thread(room, ada)
    moved = await ada.slash("match relocate")
    new = await room.board(ada, after=board, channel=thread)
    assert says(await ada.wait_for_words(moved, "[Go to the board]"))["link"].endswith(str(new.id))
    assert match_of(new) == match_of(board)
    left = await ben.wait_for(lambda message: message.id == board.id and not message.buttons)
    assert f"has moved to <#{thread}>: [go to the board](" in left.text
    assert left.text.index(f"/{thread}/{new.id})") < left.text.index("The match begins.")
    caro.channel = thread
    assert (await caro.slash("match relocate", match=str(match_of(board)))).text.startswith(
        "You aren't playing in this match."
    )
    # The thread is gone: the match goes on where its players want it.
    room.refusals_allowed = True
    await room.house.control(delete_channel=str(thread))
    await ben.slash("match relocate")
    new = await room.board(ben, after=board)
    assert match_of(new) == match_of(board)
    waits = (
        "SELECT 1 FROM posts WHERE posted_at IS NOT NULL AND stripped_at IS NULL AND message_id != ? AND match_id = ?"
    )
    await room.house.until(
        lambda: not room.house.rows(waits, new.id, match_of(board)), "giving up the board that is gone"
    )


async def test_relocation_asked(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    added = await room.house.control(add_channel=f"room-{room.number}-aside")
    ada.channel = aside = int(added["add_channel"])
    asked = await ada.slash("match relocate")
    board = await room.board(ben, after=board)
    assert says(await ada.wait_for_words(asked, "[Go to the board]"))["link"].endswith(str(board.id))
    assert f"<@{ada.id}> would like to continue this match in <#{aside}>." in board.text
    assert board.mentions == (ben.name,)
    await ben.click(board, "Agree")
    new = await room.board(ada, channel=aside)
    assert "The match continues here, as everyone agreed." in new.text
    assert new.mentions == (ada.name,)
    left = await ben.wait_for(lambda message: message.id == board.id and not message.buttons)
    assert f"has moved to <#{aside}>: [go to the board](" in left.text


async def test_match_is_here_already(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    says((await ada.slash("match relocate", match=str(match_of(board)))).text)


async def test_nothing_to_move_here(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben)
    says((await ada.slash("match relocate")).text)


async def test_several_to_move_here(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben)
    await room.begin(ada, ben)
    await in_thread(room, ada)
    assert says((await ada.slash("match relocate")).text)["number"] == "2"


async def test_private_game_moved(room: Room, ada: Player, says: Says) -> None:
    await solo(ada)
    says((await ada.slash("match relocate", match=str(newest_match(room)))).text)
