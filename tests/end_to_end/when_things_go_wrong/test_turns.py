"""What is refused in turns of several decisions: dice, pawns, actions, throws."""

import asyncio
from typing import Any

import pytest

from tests.end_to_end.parcheesi import position as pawns
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.end_to_end.southern_cross import position as counters
from tests.end_to_end.when_things_go_wrong.provoking import (
    failing,
    in_thread,
)
from tests.end_to_end.whole_match import pick
from tests.messages import Message

pytestmark = pytest.mark.slow


async def parcheesi(room: Room, ada: Player, ben: Player, *dice: int, **position: Any) -> Message:
    """A match of Parcheesi in which Ada is to roll, with these dice to come, perhaps in another position."""
    board = await room.begin(ada, ben, game="parcheesi")
    if position:
        return await room.prepare(ada, board, pawns(**position), *dice)
    room.house.foresee(match_of(board), *dice)
    return board


async def cross(room: Room, *players: Player, **position: Any) -> Message:
    """A match of Southern Cross of these people, perhaps in a position in which the first of them is to move."""
    board = await room.begin(*players, game="southern-cross")
    return await room.prepare(players[0], board, counters(**position)) if position else board


async def test_roll_by_another_seat(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 5, 5)
    assert says((await ben.click(board, "Roll the dice")).text) == {"colour": "red"}
    composer = await ada.click(board, "Roll the dice")
    await ada.click((await pick(ada, composer, "t5 → t10")).message, "Confirm")
    board = await room.shows(ben, board, "rolls again")
    says((await ben.click(board, "Undo")).text)
    says((await ben.click(board, "Roll again")).text)
    assert room.house.moves_of(match_of(board)) == ["roll", "enter 5", "t5+5>t10"]


async def test_roll_by_a_stranger(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 5, 5)
    assert says((await caro.click(board, "Roll the dice")).text) == {"game": "parcheesi"}
    await ada.click(board, "Roll the dice")
    await ada.slash("parcheesi move", move="enter")
    board = await room.shows(caro, board, "rolls again")
    says((await caro.click(board, "Undo")).text)


async def test_roll_twice(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 5, 5)
    answers = list(await asyncio.gather(*(ada.click(board, "Roll the dice") for _ in range(2))))
    told = [await ada.told(answer) for answer in answers]
    refused = next(text for text in told if "Red rolls" not in text)
    assert says(refused)["link"].endswith(f"/{board.id}")
    rolled = next(text for text in told if text != refused)
    assert rolled.startswith("🔴 Red rolls **5 and 5**")
    assert room.house.rows("SELECT drawn FROM matches WHERE id = ?", match_of(board)) == [(2,)]


async def test_old_button_of_a_turn(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says
) -> None:
    board = await cross(room, ada, ben, caro, dan)
    of_none = await ada.click(board, "Plan my turn")
    planned = await pick(ada, await pick(ada, await ada.click(board, "Plan my turn"), "Base"), "c6")
    await ada.click(planned.message, "Confirm")
    board = await room.shows(ada, board, "Blue enters on c6.")
    of_one = await ada.click(board, "Plan my turn")
    await ada.slash("southern-cross move", move="c6-c5")
    for message in (of_none.message, of_one.message):  # both turn into the current one, and nothing is played
        rebuilt = await ada.click(message, "End turn")
        assert (rebuilt.edited, "Here's your turn as it is now." in rebuilt.text) == (True, True)
    await ada.click((await ada.click(board, "End turn")).message, "End turn")
    new = await room.board(ben, after=board)
    for label in ("End turn", "Undo"):
        assert says(await ada.told(await ada.click(of_one.message, label)))["link"].endswith(f"/{new.id}")
    assert room.house.moves_of(match_of(board)) == ["base-c6", "c6-c5", "end"]


async def test_move_of_an_older_version(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 1, 2)
    custom_id = board.button("Roll the dice").custom_id or ""
    message = await room.fake(("Shake", custom_id.replace(":roll", ":shake")))
    assert says(await ada.told(await ada.click(message, "Shake")))["link"].endswith(f"/{board.id}")
    assert room.house.moves_of(match_of(board)) == []


async def test_partner_was_faster(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    table = await room.open_table(ada, ben, game="parcheesi", **{"shared-seats": True})
    await caro.choose(table, "Choose a seat", "Red")
    await ada.click(table, "Start")
    board = await room.board(ada)
    assert set(board.mentions) == {ada.name, caro.name}
    room.house.foresee(match_of(board), 5, 5)
    of_ada = await pick(ada, await ada.click(board, "Roll the dice"), "t5 → t10")
    await room.shows(caro, board, "brings a pawn out on t5")
    of_caro = await pick(caro, await caro.click(board, "Move"), "bring a pawn out on t5")
    await caro.click(of_caro.message, "Confirm")
    says((await ada.click(of_ada.message, "Confirm")).text.splitlines()[0])
    assert room.house.moves_of(match_of(board)) == ["roll", "enter 5", "enter 5"]


async def test_taken_back(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 5, 5)
    await ada.click(board, "Roll the dice")
    await ada.slash("parcheesi move", move="enter")
    board = await room.shows(ada, board, "rolls again")
    answer = await ada.click(board, "Undo")
    says(answer.text.splitlines()[0])
    await room.shows(ben, board, "Red undoes the last decision.")


async def test_nothing_to_take_back(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 5, 5)
    await ada.click(board, "Roll the dice")
    await ada.slash("parcheesi move", move="enter")
    board = await room.shows(ada, board, "rolls again")
    await room.house.until_posted()
    room.house.rows("UPDATE matches SET rules_version = 0 WHERE id = ?", match_of(board))
    says((await ada.click(board, "Undo")).text)
    room.house.foresee(match_of(board), 6, 5)
    assert "🔴 Red rolls **6 and 5**" in (await ada.click(board, "Roll again")).text


async def test_not_rolled_yet(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await parcheesi(room, ada, ben)
    says((await ada.slash("parcheesi move", move="enter 5")).text)


async def test_rolled_already(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 2, 3, red="t20", yellow="t30")
    await ada.click(board, "Roll the dice")
    found = says((await ada.slash("parcheesi move", move="roll")).text)
    assert found == {"left": "2, 3", "moves": "enter 2+3, t20+2>t22, t20+3>t23"}


async def test_dice_must_be_used(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 3, 5, red="t10", yellow="t16 t16")
    await ada.click(board, "Roll the dice")
    found = says((await ada.slash("parcheesi move", move="t10+5")).text)
    assert found == {"move": "t10+5>t15", "lost": "3", "moves": "enter 5, t10+3>t13"}


async def test_pawn_is_barred(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 3, 6, red="t16 t30", yellow="t19 t19")
    await ada.click(board, "Roll the dice")
    found = says((await ada.slash("parcheesi move", move="t16+3")).text)
    assert found == {"square": "t19", "origin": "t16", "target": "t19", "moves": "t30+3>t33, t30+6>t36"}


async def test_dice_are_not_skipped(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 2, 3, red="t20", yellow="t30")
    await ada.click(board, "Roll the dice")
    says((await ada.slash("parcheesi move", move="skip")).text)
    assert room.house.moves_of(match_of(board)) == ["roll"]


async def test_no_action_left(room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says) -> None:
    await cross(room, ada, ben, caro, dan, board="B...../....../....../....../....../......", actions_left=0)
    says((await ada.slash("southern-cross move", move="base-c6")).text)


async def test_too_many_full_tiles(room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says) -> None:
    rows = "....../....../GG..../RB..../R.B.../YY...."
    board = await cross(room, ada, ben, caro, dan, board=rows, turn=5, actions_left=2)
    await ada.slash("southern-cross move", move="c2-b2")
    board = await room.shows(ada, board, "W and SW are full. You can't end your turn until only one of them is.")
    assert not board.has_button("End turn")
    found = says((await ada.slash("southern-cross move", move="end")).text)
    assert found == {"tiles": "W, SW", "moves": "b2-c2, b3-c3, b3xb5"}


async def test_counter_cannot_go_there(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says
) -> None:
    await cross(room, ada, ben, caro, dan, board="B...../....../....../....../....../......")
    found = says((await ada.slash("southern-cross move", move="a6-b5")).text)
    assert found == {"start": "a6", "target": "b5", "targets": "a5, b6"}


async def test_no_special_round(room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says) -> None:
    await cross(room, ada, ben, caro, dan)
    for text in ("roll", "throw 55", "remove c3"):
        assert says((await ada.slash("southern-cross move", move=text)).text) == {"text": text}


async def test_special_round_is_going_on(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says
) -> None:
    table = await room.open_table(ada, ben, caro, dan, game="southern-cross", **{"auto-moves": False})
    await ada.click(table, "Start")
    full = counters(board="..BB../..BB../....../....../....../......", actions_left=0)
    board = await room.prepare(ada, await room.board(ada), full)
    await ada.click(board, "End turn")
    found = says((await ada.slash("southern-cross move", move="c5-b5")).text)
    assert found == {"text": "c5-b5", "tile": "N", "colour": "blue"}


async def test_unreadable_action(room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says) -> None:
    await cross(room, ada, ben, caro, dan)
    assert says((await ada.slash("southern-cross move", move="hello")).text) == {"text": "hello"}


async def test_board_of_a_turn_deleted(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 5, 5)
    await ada.click(board, "Roll the dice")
    await room.shows(ada, board, "brings a pawn out on t5")
    await room.house.until_posted()
    room.refusals_allowed = True  # how the bot notices
    await room.house.control(delete_message=str(board.id))
    played = await ada.slash("parcheesi move", move="enter")
    new = await room.board(ada, after=board)
    assert says(await ada.wait_for_words(played, "[Go to the board]"))["link"].endswith(f"/{new.id}")
    assert new.has_button("Roll again")


async def test_thread_closed_within_a_turn(room: Room, ada: Player, ben: Player, says: Says) -> None:
    thread = await in_thread(room, ada, ben)
    board = await room.begin(ada, ben, game="parcheesi", channel=thread)
    room.house.foresee(match_of(board), 5, 5)
    await ada.click(board, "Roll the dice")
    await room.shows(ada, board, "brings a pawn out on t5")
    await room.house.until_posted()
    room.refusals_allowed = True  # how the bot notices
    await room.house.control(archive={"thread": str(thread)})
    played = await ada.slash("parcheesi move", move="enter")
    new = await room.board(ada, after=board, channel=thread)
    assert says(await ada.wait_for_words(played, "[Go to the board]"))["link"].endswith(f"/{new.id}")


async def test_edit_fails_for_a_while(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 5, 5)
    await ada.click(board, "Roll the dice")
    await room.shows(ada, board, "brings a pawn out on t5")
    await room.house.until_posted()
    await room.house.control(**failing(f"PATCH /channels/{room.channel}/messages/{board.id}"))
    played = await ada.slash("parcheesi move", move="enter")
    assert says(await ada.wait_for_words(played, "[Go to the board]"))["link"].endswith(f"/{board.id}")
    assert (await ada.fresh(board)).has_button("Roll again")
    assert len(await room.boards()) == 1
