"""Places, permissions and people that are gone."""

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.end_to_end.southern_cards import newest_match
from tests.end_to_end.when_things_go_wrong.provoking import (
    in_thread,
)
from tests.messages import Message

pytestmark = pytest.mark.thorough


async def test_missing_permissions_at_start(room: Room, ada: Player, says: Says) -> None:
    for denied, named in (
        ("attach_files", "Attach Files"),
        ("send_messages", "Send Messages"),
        ("view_channel", "View Channel, Send Messages, Attach Files"),
    ):
        await room.house.control(permissions={"channel": str(room.channel), "deny": [denied]})
        answer = await ada.slash("cirondo start")
        assert answer.ephemeral
        assert says(answer.text)["permissions"] == named
    await room.house.control(permissions={"channel": str(room.channel), "deny": ["create_public_threads"]})
    assert says((await ada.slash("cirondo start", thread=True)).text)["permissions"] == "Create Public Threads"
    await room.house.control(permissions={"channel": str(room.channel)})
    assert room.house.rows("SELECT 1 FROM matches WHERE channel_id = ?", room.channel) == []


async def test_thread_in_a_thread(room: Room, ada: Player, says: Says) -> None:
    await in_thread(room, ada)
    says((await ada.slash("cirondo start", thread=True)).text)


async def test_permission_taken_away(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(permissions={"channel": str(room.channel), "deny": ["attach_files"]})
    played = await ada.slash("cirondo move", move="B5-C5")
    said = says(await ada.wait_for_words(played, "It went through"))
    assert said["permissions"] == "Attach Files"
    assert room.house.moves_of(match_of(board)) == ["B5-C5"]

    await room.house.control(permissions={"channel": str(room.channel)})
    await ben.slash("cirondo board")
    new = await room.board(ben, after=board)
    assert "C5" in new.text
    await ben.wait_for(lambda message: message.id == board.id and not message.buttons)
    assert len(await room.boards()) == 2


async def test_channel_deleted(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(delete_channel=str(room.channel))
    elsewhere = ada.channel = ben.channel = (await ada.channels())["general"]
    played = await ada.slash("cirondo move", move="B5-C5")
    says(await ada.wait_for_words(played, "is gone"))

    moved = await ben.slash("cirondo board")
    new = await room.board(ben, after=board, channel=elsewhere)
    assert str(new.id) in await ben.wait_for_words(moved, "[Go to the board]")
    await ben.slash("cirondo move", move="B20-C20")
    await room.board(ada, after=new, channel=elsewhere)


async def test_channel_deleted_after_resigning(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben, caro, game="parcheesi", seats=3)
    await caro.click((await caro.slash("match resign")).message, "Resign")
    room.refusals_allowed = True
    await room.house.control(delete_channel=str(room.channel))
    caro.channel = (await caro.channels())["general"]
    says((await caro.slash("parcheesi board", match=str(match_of(board)))).text)


async def test_thread_closed(room: Room, ada: Player, ben: Player, says: Says) -> None:
    thread = await in_thread(room, ada, ben)
    board = await room.begin(ada, ben, channel=thread)
    room.refusals_allowed = True
    await room.house.control(archive={"thread": str(thread)})
    played = await ada.slash("cirondo move", move="B5-C5")
    new = await room.board(ada, after=board, channel=thread)
    assert says(await ada.wait_for_words(played, "[Go to the board]"))["link"].endswith(str(new.id))


async def test_thread_locked(room: Room, ada: Player, ben: Player, says: Says) -> None:
    thread = await in_thread(room, ada, ben)
    board = await room.begin(ada, ben, channel=thread)
    room.refusals_allowed = True
    await room.house.control(archive={"thread": str(thread), "locked": True})
    ada.channel = ben.channel = room.channel
    played = await ada.slash("cirondo move", move="B5-C5", match=str(match_of(board)))
    assert says(await ada.wait_for_words(played, "is locked"))["channel"] == str(thread)
    await room.house.control(archive={"thread": str(thread), "archived": False, "locked": False})
    await ben.slash("cirondo board", match=str(match_of(board)))
    assert "from B5 to C5" in (await room.board(ben, after=board, channel=thread)).text


async def test_table_deleted(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await ada.slash("cirondo start")
    number = newest_match(room)
    table = await room.noted_table()
    room.refusals_allowed = True  # how the bot notices
    await room.house.control(delete_message=str(table))
    said = says((await ada.slash("cirondo board", match=str(number))).text)
    new = await ben.wait_for(lambda message: said["link"].endswith(f"/{message.id}"))
    assert new.id != table
    await ben.click(new, "Join")
    new = await ada.wait_for(lambda message: message.id == new.id and "All seats are taken" in message.text)
    await ada.click(new, "Start")
    assert match_of(await room.board(ada)) == number


async def test_table_whose_channel_is_deleted(room: Room, ada: Player, says: Says) -> None:
    await ada.slash("cirondo start")
    number = newest_match(room)
    await room.noted_table()
    room.refusals_allowed = True
    await room.house.control(delete_channel=str(room.channel))
    ada.channel = (await ada.channels())["general"]
    says((await ada.slash("cirondo board", match=str(number))).text)


async def test_thread_deleted(room: Room, ada: Player, ben: Player, says: Says) -> None:
    thread = await in_thread(room, ada, ben)
    board = await room.begin(ada, ben, channel=thread)
    room.refusals_allowed = True
    await room.house.control(delete_channel=str(thread))
    ada.channel = ben.channel = room.channel
    played = await ada.slash("cirondo move", move="B5-C5")
    says(await ada.wait_for_words(played, "is gone"))
    await ada.slash("cirondo board")
    new = await room.board(ada)
    assert match_of(new) == match_of(board)
    assert "from B5 to C5" in new.text


async def test_player_left(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True  # how the bot learns of it
    await room.house.control(leave=ben.name)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=board)
    assert says(next(line for line in board.text.splitlines() if "left" in line))["colour"] == "Silver"

    await room.house.control(join=ben.name)
    await ben.slash("cirondo move", move="B20-C20")  # playing counts as being back
    board = await room.board(ada, after=board)
    assert "left this server" not in board.text


async def test_computer_takes_over(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(leave=ben.name)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=board)
    done = await ada.click(board, "Computer plays Silver")
    assert says(await ada.wait_for_words(done, "[Go to the board]"))["colour"] == "silver"
    board = await room.shows(ada, board, "Gold to move")
    assert "normal computer for" in board.text


async def stood_in_for(room: Room, ada: Player, ben: Player) -> Message:
    """A board of a match in which a computer plays for Ben."""
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(leave=ben.name)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=board)
    await ada.click(board, "Computer plays Silver")
    board = await room.shows(ada, board, "Gold to move")
    await room.house.control(join=ben.name)
    return board


async def test_back_again(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await stood_in_for(room, ada, ben)
    done = await ben.click(board, "I'm back")
    says(await ben.wait_for_words(done, "[Go to the board]"))
    await ada.slash("cirondo move", move="B6-C6")
    board = await ben.wait_for(lambda message: ben.name in message.mentions and "Silver to move" in message.text)
    assert "🤖" not in board.text
    assert not board.has_button("I'm back")


async def test_back_without_having_left(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await stood_in_for(room, ada, ben)
    says((await ada.click(board, "I'm back")).text)


async def test_computer_takes_over_too_late(room: Room, ada: Player, ben: Player, says: Says) -> None:
    match = match_of(await room.begin(ada, ben))
    late = await room.fake(("Computer plays Silver", f"b:{match}:2:take_over:1"))
    assert says((await ada.click(late, "Computer plays Silver")).text)["colour"] == "silver"


async def test_player_left_and_a_draw(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(leave=ben.name)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=board)
    done = await ada.slash("match draw")
    last = await room.board(ada, after=board)
    says(await ada.wait_for_words(done, "[Go to the board]"))
    assert "a draw" in last.text or "called off" in last.text
    await room.house.control(join=ben.name)
