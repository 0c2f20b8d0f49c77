"""What is said when it isn't clear which match is meant."""

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.end_to_end.when_things_go_wrong.provoking import (
    failing,
)

pytestmark = pytest.mark.slow


async def test_no_running_match(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("cirondo move", move="B5-C5")).text)


async def test_no_running_match_of_any_game(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("match draw")).text)


async def test_several_matches(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    first, second = await room.begin(ada, ben), await room.begin(ada, caro)
    asked = await ada.slash("cirondo move", move="B5-C5")
    assert says(asked.text) == {"number": "2"}
    played = await ada.choose(asked.message, "Choose a match", str(match_of(second)))
    assert "Played: Gold's moon moves from B5 to C5." in played.text
    assert room.house.moves_of(match_of(second)) == ["B5-C5"]
    offered = await ada.autocomplete("match draw", "match", "")
    assert {choice.value for choice in offered} == {str(match_of(first)), str(match_of(second))}


async def test_several_matches_to_name(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    await room.begin(ada, ben)
    await room.begin(ada, caro)
    assert says((await ada.slash("match replace", seat="silver", by=caro.name)).text) == {"number": "2"}


async def test_unknown_match_number(room: Room, ada: Player, says: Says) -> None:
    assert says((await ada.slash("cirondo board", match="123456789")).text) == {"match": "123456789"}


async def test_garbage_as_match_number(room: Room, ada: Player, says: Says) -> None:
    for text in ("the second one", "-1", "٣", "1; DROP TABLE matches", "9" * 30, "{x}"):
        says((await ada.slash("match show", match=text)).text)


async def test_match_of_another_server(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await room.house.until(
        lambda: not room.house.rows("SELECT 1 FROM posts WHERE due_at IS NOT NULL"), "the posting of the board"
    )
    room.house.rows("UPDATE matches SET guild_id = 4242 WHERE id = ?", match_of(board))
    for command, more in (("match show", {}), ("cirondo board", {}), ("cirondo move", {"move": "B5-C5"})):
        says((await ada.slash(command, match=str(match_of(board)), **more)).text)


async def test_match_has_not_begun(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.open_table(ada, ben)
    ((number,),) = room.house.rows("SELECT id FROM matches WHERE channel_id = ?", room.channel)
    says((await ada.slash("cirondo move", move="B5-C5", match=str(number))).text)
    says((await ada.slash("match resign", match=str(number))).text)


async def test_match_is_over(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(**failing(f"PATCH /channels/{room.channel}/messages/{board.id}", 403))
    asked = await ada.slash("match resign")
    await ada.click(asked.message, "Resign")
    await room.board(ada, after=board)
    says((await ben.click(board, "Move")).text)
    says((await ada.slash("cirondo move", move="B5-C5", match=str(match_of(board)))).text)
    says((await ada.slash("match draw", match=str(match_of(board)))).text)
