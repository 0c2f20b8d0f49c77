"""docs/when-things-go-wrong.md: what is refused or asked before it is done, what time brings, and records.

Each row is provoked as in test_when_things_go_wrong.py. `make test` holds the same refusals without Discord, in
tests/cogs and tests/match.
"""

import asyncio
import contextlib
import json
import os
import re
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest

from bot.match.decisions.lobby import PEOPLE_ON_A_SEAT
from bot.rules.record import played
from tests.end_to_end.house import DAY, House
from tests.end_to_end.provoking import (
    OPERATOR,
    begin_and_resign,
    both,
    failing,
    in_thread,
    moves_of,
    refusal,
    stale_board,
    two_players,
)
from tests.end_to_end.room import Player, Room, enter, match_of
from tests.end_to_end.situations import Says
from tests.end_to_end.test_parcheesi import position as pawns
from tests.end_to_end.test_southern_cards import begin_match_play, cards, newest_match, position_of, put, solo, to_play
from tests.end_to_end.test_southern_cross import position as counters
from tests.end_to_end.test_whole_match import pick
from tests.messages import Message, Upload
from tests.rules.down_under.positions import BORDER, CASE_1, ENDLESS, LOCKED, SQUARE
from tests.rules.down_under.positions import document as tiles

pytestmark = pytest.mark.slow


# Choosing and playing


async def test_not_your_turn_button(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    answer = await ben.click(board, "Move")
    assert answer.ephemeral
    says(answer.text)


async def test_not_your_turn_typed(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    says((await ben.slash("cirondo move", move="B20-C20")).text)
    assert moves_of(room, match_of(board)) == []


async def test_stranger_clicks_move(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    answer = await caro.click(board, "Move")
    assert answer.ephemeral
    says(answer.text)


async def test_you_have_resigned(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben, caro, game="parcheesi", seats="3")
    asked = await ada.slash("match resign")
    await ada.click(asked.message, "Resign")
    await room.board(ben, after=board)
    number = str(match_of(board))
    says((await ada.slash("parcheesi move", match=number, move="roll")).text)
    says((await ada.slash("match resign", match=number)).text)


async def test_illegal_move(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    assert says((await ada.slash("cirondo move", move="A5-B6")).text) == {"first": "B1-C1", "last": "B16-C16"}
    assert moves_of(room, match_of(board)) == []


async def test_illegal_way(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben)
    await ada.slash("cirondo move", move="B5-C5")
    await ben.slash("cirondo move", move="B20-C20")
    found = says((await ada.slash("cirondo move", move="A4-D4")).text)
    assert (found["target"], found["origin"]) == ("D4", "A4")
    assert found["targets"].startswith("B5, ")


async def test_unreadable_text(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben)
    assert says((await ada.slash("cirondo move", move="hello")).text)["text"] == "hello"


async def test_hostile_text(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    for text in (
        "@everyone @here",
        f"<@{ben.id}> <@&1> <#{room.channel}>",
        "{x} {0} {} {text.__class__} %s %(x)s",
        "**bold** `code` ||spoiler|| [here](https://example.org)",
        "x" * 4000,
        "B5-C5'; DROP TABLE matches; --",
        "line\nbreak\u202e\u0000\u200b",
        "B５-C５",
    ):
        answer = await ada.slash("cirondo move", move=text)
        said = says(answer.text)
        assert len(said["text"]) <= 41
        assert said["text"].rstrip("…") in " ".join(text.split()) or not text.isprintable()
        assert answer.message is not None
        assert answer.message.mentions == ()
        assert not answer.message.raw["mention_everyone"]
        assert await ada.autocomplete("cirondo move", "move", text[:100]) == []
    assert moves_of(room, match_of(board)) == []


async def test_old_board(room: Room, ada: Player, ben: Player, says: Says) -> None:
    old, new = await stale_board(room, ada, ben)
    await ben.wait_for(lambda message: message.id == new.id)
    link = says((await ben.click(old, "Move")).text)["link"]
    assert link.endswith(f"/{room.channel}/{new.id}")


async def test_confirm_twice(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    composer = await ada.click(board, "Move")
    composer = await pick(ada, composer, "B5")
    answers = list(await asyncio.gather(*(ada.click(composer.message, "Confirm") for _ in range(2))))
    new = await room.board(ada, after=board)
    link = says(await refusal(ada, answers))["link"]
    assert link.endswith(str(new.id))
    assert moves_of(room, match_of(board)) == ["B5-C5"]
    assert len(await room.boards()) == 2


async def test_two_composers(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    first, second = await asyncio.gather(*(ada.click(board, "Move") for _ in range(2)))
    assert first.text == second.text
    assert first.message is not None
    assert second.message is not None
    assert first.message.id != second.message.id
    second = await pick(ada, second, "B6")
    first = await pick(ada, first, "B5")
    await ada.click(first.message, "Confirm")
    new = await room.board(ada, after=board)
    assert says(await ada.told(await ada.click(second.message, "Confirm")))["link"].endswith(str(new.id))
    assert moves_of(room, match_of(board)) == ["B5-C5"]


# Turns of several decisions


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
    assert moves_of(room, match_of(board)) == ["roll", "enter 5", "t5+5>t10"]


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
    of_none = await ada.click(board, "Act")
    planned = await pick(ada, await pick(ada, await ada.click(board, "Act"), "Base"), "c6")
    await ada.click(planned.message, "Confirm")
    board = await room.shows(ada, board, "Blue enters on c6.")
    of_one = await ada.click(board, "Act")
    await ada.slash("southern-cross move", move="c6-c5")
    for message in (of_none.message, of_one.message):  # both turn into the current one, and nothing is played
        rebuilt = await ada.click(message, "End turn")
        assert (rebuilt.edited, "Here's your turn as it is now." in rebuilt.text) == (True, True)
    await ada.click((await ada.click(board, "End turn")).message, "End turn")
    new = await room.board(ben, after=board)
    for label in ("End turn", "Undo"):
        assert says(await ada.told(await ada.click(of_one.message, label)))["link"].endswith(f"/{new.id}")
    assert moves_of(room, match_of(board)) == ["base-c6", "c6-c5", "end"]


async def test_move_of_an_older_version(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await parcheesi(room, ada, ben, 1, 2)
    custom_id = board.button("Roll the dice").custom_id or ""
    message = await room.fake(("Shake", custom_id.replace(":roll", ":shake")))
    assert says(await ada.told(await ada.click(message, "Shake")))["link"].endswith(f"/{board.id}")
    assert moves_of(room, match_of(board)) == []


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
    assert moves_of(room, match_of(board)) == ["roll", "enter 5", "enter 5"]


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
    assert moves_of(room, match_of(board)) == ["roll"]


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


# Cards, and games of one's own


async def of_cards(room: Room, *players: Player, field: str, hands: tuple[str, ...], **position: Any) -> Message:
    """A match of Southern Cross cards of these people in such a position, the first of them to place."""
    board = await room.begin(*players, game="southern-cards", seats=len(players), layout=position.get("layout"))
    return await room.prepare(players[0], board, cards(field, *hands, **position))


PLAIN = "3S 9H 5C ; KD 9C JS ; 2D 7C 8D"


async def test_hand_of_somebody_else(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await of_cards(room, ada, ben, field=PLAIN, hands=("QS", "AH"))
    answer = await caro.click(board, "My hand")
    assert answer.message is not None
    assert answer.ephemeral
    assert answer.message.files == ()
    assert says(answer.text) == {"game": "southern-cards"}


async def test_hand_before_ones_turn(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await of_cards(room, ada, ben, field=PLAIN, hands=("QS", "AH"))
    answer = await ben.click(board, "My hand")
    assert answer.message is not None
    assert says(answer.text) == {"colour": "gold"}
    assert [file.alt for file in answer.message.files] == ["Blue's hand: AH."]
    assert answer.message.buttons == ()


async def test_card_is_not_held(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await of_cards(room, ada, ben, field=PLAIN, hands=("QS", "AH"))
    assert says((await ada.slash("southern-cards move", move="ah b2")).text) == {"card": "AH"}
    suggested = [choice.value for choice in await ada.autocomplete("southern-cards move", "move", "")]
    assert len(suggested) == 9
    assert all(str(text).startswith("QS@") for text in suggested)
    assert moves_of(room, match_of(board)) == []


async def test_order_card_is_due(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben, game="southern-cards", seats=2)
    dealt = position_of(room.house, match_of(board))
    player, seat = (ada, 0) if dealt["to_move"] == 0 else (ben, 1)
    due = dealt["order"][seat]
    other = next(card for card in dealt["hands"][seat] if card != due)
    assert says((await player.slash("southern-cards move", move=f"{other} b2")).text) == {"card": due}
    assert moves_of(room, match_of(board)) == []


async def test_centre_is_due(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await of_cards(room, ada, ben, field="8S . . ; . . . ; . . .", hands=("QS", "AH"), eclipse=True)
    assert "After the total eclipse, place a card in the centre: b2." in board.text
    assert says((await ada.slash("southern-cards move", move="qs a1")).text) == {"cells": "b2"}
    assert moves_of(room, match_of(board)) == []


async def test_jokers_that_are_not_joined(room: Room, ada: Player, ben: Player, says: Says) -> None:
    field = "5H 2C 7H ; 3S KC 4S ; 9H 9D 2D"
    board = await of_cards(room, ada, ben, field=field, hands=("JK JK 2S", "AH"))
    says((await ada.slash("southern-cards move", move="jk b3 + c1")).text)
    composer = await pick(ada, await pick(ada, await ada.click(board, "My hand"), "2 jokers"), "b3")
    assert composer.message is not None
    assert not [button for button in composer.message.buttons if button.label.endswith(" · c1")]
    assert moves_of(room, match_of(board)) == []


async def test_cell_out_of_reach(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await of_cards(room, ada, ben, field=PLAIN, hands=("QS", "AH"), layout="free")
    assert says((await ada.slash("southern-cards move", move="qs (3,0)")).text) == {"cell": "3,0"}
    assert moves_of(room, match_of(board)) == []


async def test_unreadable_card(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await of_cards(room, ada, ben, field=PLAIN, hands=("QS", "AH"))
    assert says((await ada.slash("southern-cards move", move="queen")).text) == {"text": "queen"}
    assert moves_of(room, match_of(board)) == []


async def test_private_message_closed(room: Room, ada: Player, says: Says) -> None:
    message = await solo(ada)
    match = newest_match(room)
    await ada.dismiss(message)
    again = await solo(ada)
    assert newest_match(room) == match
    says(again.text.partition("\n")[0])
    assert again.buttons[0].label == message.buttons[0].label


async def test_old_button_of_ones_own_game(room: Room, ada: Player, says: Says) -> None:
    message = await solo(ada)
    label = message.buttons[0].label
    (hand,) = position_of(room.house, newest_match(room))["hands"]
    await ada.slash("southern-cards move", move=f"{hand[0]} b2")
    shown = await ada.click(message, label)
    says(shown.text.partition("\n")[0])
    assert "### Your move" in shown.text
    assert shown.message is not None
    assert shown.message.has_button("Give up")
    assert len(moves_of(room, newest_match(room))) == 1


async def test_giving_up_alone(room: Room, ada: Player, says: Says) -> None:
    message = await solo(ada)
    match = newest_match(room)
    asked = await ada.click(message, "Give up")
    assert says(asked.text) == {"id": str(match)}
    assert room.house.rows("SELECT status FROM matches WHERE id = ?", match) == [("running",)]
    done = await ada.click(asked.message, "Give up")
    assert "You gave up this game" in done.text
    assert room.house.rows("SELECT status FROM matches WHERE id = ?", match) == [("over",)]


async def test_private_game_of_somebody_else(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await solo(ada)
    match = newest_match(room)
    for command, more in (("southern-cards board", {"text": True}), ("southern-cards move", {"move": "qs b2"})):
        assert says((await ben.slash(command, match=str(match), **more)).text) == {"match": str(match)}
    assert moves_of(room, match) == []


async def test_compared_too_early(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board, parts = await begin_match_play(room, ada, ben)
    put(room.house, parts[1], cards(PLAIN, "QS", scores=[250]))
    await to_play(ben, await ben.click(board, "Play"))
    await ben.slash("southern-cards move", move="qs c1")
    board = await ada.wait_for(lambda message: "Match play · 1 of 2 finished" in message.text)
    says((await ada.click(board, "Compare")).text)
    await to_play(ada, await ada.click(board, "Play"))


async def test_match_play_of_others(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board, _ = await begin_match_play(room, ada, ben)
    for label in ("Play", "Compare"):
        answer = await caro.click(board, label)
        assert answer.ephemeral
        assert says(answer.text) == {"game": "southern-cards"}


async def test_nothing_left_to_play(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board, parts = await begin_match_play(room, ada, ben)
    put(room.house, parts[0], cards(PLAIN, "QS", scores=[250]))
    await to_play(ada, await ada.click(board, "Play"))
    done = await ada.slash("southern-cards move", move="qs c1")
    assert "The game is over: 250 points" in done.text
    says((await ada.slash("southern-cards move", move="qs c1")).text)


# Tiles


async def of_tiles(room: Room, *players: Player, laid: tuple[str, ...], **position: Any) -> Message:
    """A match of Down Under of these people in such a position, the first of them to move unless it says otherwise."""
    options = {name: value for name, value in position.items() if name != "turn"}
    board = await room.begin(*players, game="down-under", seats=str(len(players)), **options)
    document = tiles(*laid, seats=len(players), **position)
    return await room.prepare(players[document["turn"]], board, document)


async def tile(player: Player, text: str) -> str:
    """What is answered to a tile that is typed."""
    return (await player.slash("down-under move", move=text)).text


BEGUN = ("Y s 0,0 NS, Y c 0,1 SE, B s 1,-1 EW",)


async def test_size_that_cannot_be(room: Room, ada: Player, says: Says) -> None:
    for size in ("3x3", "7x21", "7 by 9", "huge", "@everyone"):
        assert says((await ada.slash("down-under start", size=size)).text) == {"typed": size}


async def test_options_for_nobody(room: Room, ada: Player, says: Says) -> None:
    for options, problem in (
        (
            {"area": "frame", "size": "20x20"},
            "the frame's tiles are enough for 15 columns and rows in total, and 20x20 has more",
        ),
        (
            {"area": "line", "size": "4x4"},
            "one set of tiles isn't enough for a line across 4x4 (6x8 works, for example)",
        ),
        ({"area": "line", "routes": 2}, "two routes each don't work with a neutral line or frame"),
        (
            {"area": "frame", "size": "recommended2"},
            "the size recommended2 is for three or four players, and the other options are for two",
        ),
    ):
        assert says((await ada.slash("down-under start", **options)).text) == {"problem": problem}


async def test_area_for_other_seats(room: Room, ada: Player, says: Says) -> None:
    found = says((await ada.slash("down-under start", seats="4", area="line")).text)
    assert found == {"allowed": "2 / 3", "seats": "4"}
    found = says((await ada.slash("down-under start", seats="2", size="recommended2")).text)
    assert found == {"allowed": "3 / 4", "seats": "2"}


async def test_route_leads_elsewhere(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BEGUN)
    found = says(await tile(ada, "straight j9 NS"))
    assert (found["colour"], found["cell"], found["ends"]) == ("yellow", "j9", "h7, i9")
    assert found["moves"].startswith("straight h7 NS, curve h7 NW, terminal h7 N, ")


async def test_colours_would_meet(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BEGUN)
    assert says(await tile(ada, "curve h7 NE"))["cell"] == "h7"


async def test_outside_the_border(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BORDER, size="7x9")
    assert "Played: " in await tile(ada, "curve j17 SE")
    assert says(await tile(ben, "straight i10 EW")) == {"cell": "i10", "moves": "terminal i10 E, terminal q10 W"}


async def test_ring_has_to_be_turned(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=(ENDLESS,))
    assert says(await tile(ada, "straight h10 NS"))["moves"].startswith("rotate h8 SE, rotate h8 NW, ")


async def test_nothing_to_turn(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BEGUN)
    says(await tile(ada, "rotate h9 NE"))


async def test_extension_is_due(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await of_tiles(room, ada, ben, caro, laid=(CASE_1,), turn=2)
    assert "Played: " in await tile(caro, "straight h9 EW")
    found = says(await tile(caro, "straight f9 EW"))
    assert (found["pond"], found["cell"]) == ("i9", "j9")
    assert moves_of(room, match_of(board)) == ["straight h9 EW"]


async def offered(room: Room, ada: Player, ben: Player) -> Message:
    """A board on which Ada is offered a billabong."""
    board = await of_tiles(room, ada, ben, laid=LOCKED, size="9x9")
    await tile(ada, "curve k10 NW")
    return await room.shows(
        ben,
        board,
        "You can lay a billabong on **j10**, where both routes are stuck. It would make each of them a ring.",
    )


async def test_billabong_is_to_be_answered(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await offered(room, ada, ben)
    assert says(await tile(ada, "curve j10 NE")) == {"cell": "j10", "moves": "billabong j10, decline"}


async def test_billabong_is_somebody_elses(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await offered(room, ada, ben)
    for label in ("Billabong on j10", "No billabong"):
        assert says((await ben.click(board, label)).text) == {"colour": "yellow"}
    assert moves_of(room, match_of(board)) == ["curve k10 NW"]


async def test_billabong_answered_twice(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await offered(room, ada, ben)
    answers = list(await asyncio.gather(*(ada.click(board, "Billabong on j10") for _ in range(2))))
    told = [await ada.told(answer) for answer in answers]
    refused = next(text for text in told if "billabong" not in text)
    assert re.search(r"/\d+$", says(refused)["link"])
    assert moves_of(room, match_of(board)) == ["curve k10 NW", "billabong j10"]


async def test_no_billabong_on_offer(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BEGUN)
    for text in ("billabong h7", "pond i9", "decline", "pass"):
        says(await tile(ada, text))


async def test_animal_is_left_out(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=("Y s:emu 0,0 NS, B s:emu 1,-2 EW",), animals=True)
    found = says(await tile(ada, "curve h7 NE"))
    assert found["text"] == "curve h7 NE"
    assert found["moves"].endswith(", curve:dingo h7 NE")


async def test_colour_is_played_already(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=(SQUARE,), routes=2)
    await tile(ada, "yellow straight j11 NS")
    await tile(ben, "green straight i9 EW")
    assert says(await tile(ben, "green straight i9 EW"))["colour"] == "green"


async def test_unreadable_tile(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BEGUN)
    for text in ("hello", "straight", "straight h8", "curve h8 NS", "terminal h8 NE", "@everyone"):
        assert says(await tile(ada, text)) == {"text": text}


# The table


async def test_full_table(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    table = await room.open_table(ada)
    answers = await both(room, ben, caro, table)
    says(await refusal(ben, answers[:1], caro, answers[1:]))
    assert (await ada.fresh(table)).button("Join").disabled


async def test_seat_taken(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    table = await room.open_table(ada, seats="4")
    answers = await both(room, ben, caro, table, seat="Silver")
    assert says(await refusal(ben, answers[:1], caro, answers[1:]))["colour"] == "silver"


async def test_seat_crowded(rented_room: tuple[Room, AsyncExitStack], room: Room, ada: Player, says: Says) -> None:
    answer = await ada.slash("cirondo start", **{"shared-seats": True})
    for number in range(PEOPLE_ON_A_SEAT):
        player = await enter(rented_room, f"Guest{number}")
        told = await player.choose(answer.message, "Choose a seat", "Gold")
    assert says(await player.told(told)) == {"people": str(PEOPLE_ON_A_SEAT), "colour": "gold"}


async def test_already_seated(room: Room, ada: Player, says: Says) -> None:
    table = await room.open_table(ada)
    says(await ada.told(await ada.click(table, "Join")))


async def test_not_invited(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    table = await room.open_table(ada, invite=ben.name)
    says(await caro.told(await caro.click(table, "Join")))
    assert f"<@{ben.id}>" in (await ben.click(table, "Join")).text


async def test_computer_on_a_reserved_seat(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada, invite=ben.name)
    says(await ada.told(await ada.choose(table, "Add a computer", "easy")))
    assert f"<@{ben.id}>" in (await ben.click(table, "Join")).text


async def test_leaving_without_a_seat(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada)
    says(await ben.told(await ben.click(table, "Leave")))


async def test_declining_without_an_invitation(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    table = (await ada.slash("cirondo start", invite=ben.name)).message
    assert table is not None
    says(await caro.told(await caro.click(table, "Decline")))
    declined = await ben.click(table, "Decline")
    assert "reserved for" not in declined.text
    assert not (await ada.fresh(table)).has_button("Decline")


async def test_cancel_by_somebody_else(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada, ben)
    says(await ben.told(await ben.click(table, "Cancel")))
    says((await ben.slash("match cancel")).text)
    assert (await ada.fresh(table)).has_button("Start")


async def test_no_computer_to_remove(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada, ben, game="parcheesi", seats="3")
    await ada.choose(table, "Add a computer", "easy")
    table = await room.shows(ada, table, "easy computer")
    answers = await both(room, ada, ben, table, "Remove a computer")
    says(await refusal(ada, answers[:1], ben, answers[1:]))


async def test_start_by_a_stranger(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    table = await room.open_table(ada, ben)
    says(await caro.told(await caro.click(table, "Start")))
    assert await room.boards() == []


async def test_start_with_empty_seats(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada, ben)
    await room.house.control(delay={"match": "PATCH /webhooks", "seconds": 0.6, "times": 1})
    leaving = asyncio.create_task(ben.click(table, "Leave"))
    left = "SELECT 1 FROM events JOIN matches ON id = match_id WHERE kind = 'leave' AND channel_id = ?"
    await room.house.until(lambda: bool(room.house.rows(left, room.channel)), "leaving")
    says(await ada.told(await ada.click(table, "Start")))
    await leaving
    assert (await ada.wait_for(lambda message: message.id == table.id)).button("Start").disabled


async def test_start_while_somebody_sits_down(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada)
    await ada.choose(table, "Add a computer", "easy")
    table = await ada.wait_for(lambda message: message.id == table.id and not message.button("Start").disabled)
    seen = await room.fake(("Start", table.button("Start").custom_id or ""))  # as it still is on a slow phone
    await ben.click(table, "Join")
    says(await ada.told(await ada.click(seen, "Start")))
    await ada.click(await ada.fresh(table), "Start")
    assert f"<@{ben.id}>" in (await room.board(ada)).text


async def test_table_is_closed(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada)
    room.refusals_allowed = True
    await room.house.control(**failing(f"PATCH /channels/{room.channel}/messages/{table.id}", 403))
    await ada.slash("match cancel")
    says(await ben.told(await ben.click(table, "Join")))


async def test_no_open_table(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("match cancel")).text)


async def test_options_that_do_not_fit(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("cirondo start", seats="2", sides=True)).text)
    assert room.house.rows("SELECT 1 FROM matches WHERE channel_id = ?", room.channel) == []


async def test_inviting_a_bot(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("cirondo start", invite="Crux")).text)


async def test_inviting_oneself(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("cirondo start", invite=ada.name)).text)


async def test_inviting_somebody_from_elsewhere(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.house.control(leave=ben.name)
    since = len(room.house.output)
    says((await ada.slash("cirondo start", invite=ben.name)).text)
    assert not room.house.said("ERROR", since=since)
    await room.house.control(join=ben.name)


async def test_too_many_invited(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    invited = {"invite": ben.name, "invite-2": caro.name}
    assert says((await ada.slash("cirondo start", seats="2", **invited)).text) == {"invited": "2", "free": "1"}


async def test_too_many_open_tables(room: Room, ada: Player, says: Says) -> None:
    for _ in range(20):
        assert (await ada.slash("cirondo start")).message is not None
    answer = await ada.slash("cirondo start")
    assert answer.ephemeral
    says(answer.text)


ONE_MATCH_EACH = "import os; os.environ['MATCHES_PER_PERSON'] = '1'"


async def test_too_many_matches(own_house: House, says: Says) -> None:
    async with two_players(own_house, ONE_MATCH_EACH) as (room, ada, ben):
        await room.begin(ada, ben)
        answer = await ada.slash("cirondo start")
        assert answer.ephemeral
        says(answer.text)


async def test_somebody_plays_too_many(own_house: House, says: Says) -> None:
    async with two_players(own_house, ONE_MATCH_EACH) as (room, ada, ben):
        table = await room.open_table(ada, ben)
        own = (await ben.slash("cirondo start", computers="easy")).message
        assert own is not None
        await ben.click(own, "Start")
        await room.board(ben)
        says(await ada.told(await ada.click(table, "Start")))


# Limits and blocks


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


# Which match


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
    assert moves_of(room, match_of(second)) == ["B5-C5"]
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


# Resigning and calling off


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
    assert "You've withdrawn it. The match goes on." in taken_back.text


# Getting along


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
    await ada.slash("match undo")
    asking = await room.board(ada, after=board)
    await ben.slash("cirondo move", move="B20-C20")
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
    assert moves_of(room, match_of(board)) == ["B5-C5"]


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
    await ada.wait_for(lambda message: message.has_button("Give up"))
    says((await ada.slash("match undo")).text)


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
    assert (await ben.slash("match resign", match=str(match_of(board)))).text.startswith("You don't play")


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
    assert "reserved for invited players" in await caro.told(await caro.click(table, "Join"))
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
    table = await ada.wait_for(lambda message: message.has_button("Join") and "Everyone is here" in message.text)
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
    asked = await ada.click(message, "Give up")
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
        "You don't play in this match."
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


# Time


async def late_board(room: Room, ada: Player, ben: Player, then: str) -> tuple[int, Message]:
    """A match in which Ada's time is over, and its board then."""
    options: dict[str, Any] = {"when-time-is-over": then}
    board = await room.begin(ada, ben, **options)
    await room.house.until_posted()
    room.house.run_out(match_of(board))
    return match_of(board), await room.board(ben, after=board)


async def test_time_is_over(room: Room, ada: Player, ben: Player, says: Says) -> None:
    _, board = await late_board(room, ada, ben, "computer")
    board = await room.shows(ben, board, "Silver to move")
    assert board.mentions == (ben.name,)
    (line,) = re.findall(r".* ran out of time.*", board.text)
    assert says(line) == {"colour": "gold"}
    assert f"<@{ada.id}> (missed the last turn)" in board.text


async def test_late_again_and_again(room: Room, ada: Player, ben: Player, says: Says) -> None:
    match, board = await late_board(room, ada, ben, "computer")
    (move, *_) = await ben.autocomplete("cirondo move", "move", "")
    await ben.slash("cirondo move", move=move.value)
    board = await room.board(ada, after=board)
    await room.house.until_posted()
    room.house.run_out(match)
    board = await ben.wait_for(lambda message: message.id > board.id and "missed 2 turns in a row" in message.text)
    (line,) = re.findall(r".*has missed 2 turns in a row.*", board.text)
    assert says(line) == {"colour": "Gold", "number": "2"}
    assert "A computer now plays gold" in (await ben.click(board, "Computer plays Gold")).text


async def test_time_is_over_and_the_others_may_claim(room: Room, ada: Player, ben: Player, says: Says) -> None:
    _, board = await late_board(room, ada, ben, "claim")
    lines = board.text.splitlines()
    assert says("\n".join(lines[1:3])) == {"colour": "Gold"}
    await ada.slash("cirondo move", move="B5-C5")
    assert "Silver to move" in (await room.board(ada, after=board)).text


async def test_somebody_claims(room: Room, ada: Player, ben: Player, says: Says) -> None:
    _, board = await late_board(room, ada, ben, "claim")
    answer = await ben.click(board, "Claim")
    says(await ben.wait_for_words(answer, "[Go to the board]"))
    assert "Silver has won" in (await room.board(ben, after=board)).text


async def test_nothing_to_claim(room: Room, ada: Player, ben: Player, says: Says) -> None:
    match, board = await late_board(room, ada, ben, "claim")
    says((await ada.click(board, "Claim")).text)
    await ada.slash("cirondo move", move="B5-C5")
    late = await room.fake(("Claim", f"b:{match}:99:claim:"))
    says((await ben.click(late, "Claim")).text)


async def test_claiming_in_match_play(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("southern-cards start", mode="parallel", **{"when-time-is-over": "claim"})).text)
    assert room.house.rows("SELECT 1 FROM matches WHERE channel_id = ?", room.channel) == []


async def test_reminder_where_no_direct_messages_are_taken(room: Room, ada: Player, ben: Player, says: Says) -> None:
    room.refusals_allowed = True
    await room.house.control(close_dms=ada.name)
    await ada.slash("match remind", where="dm")
    board = await room.begin(ada, ben)
    await room.house.until_posted()
    room.house.leave_time(match_of(board), timedelta(days=1))
    reminder = await ada.wait_for(lambda message: message.text.startswith("⏳"))
    found = says(reminder.text)
    assert found["person"] == f"<@{ada.id}>"
    assert found["link"].endswith(f"/{board.id}")
    assert reminder.channel_id == room.channel
    assert reminder.mentions == (ada.name,)


async def test_call_where_no_direct_messages_are_taken(room: Room, ada: Player, ben: Player, says: Says) -> None:
    room.refusals_allowed = True
    await room.house.control(close_dms=ada.name)
    await ada.slash("match remind", turns="dm")
    board = await room.begin(ada, ben)
    called = await ada.wait_for(lambda message: "is waiting for you" in message.text)
    found = says(called.text)
    assert (found["person"], found["id"]) == (f"<@{ada.id}>", str(match_of(board)))
    assert found["link"].endswith(f"/{board.id}")
    assert (board.mentions, called.mentions) == ((), (ada.name,))


async def test_no_time_of_day(room: Room, ada: Player, says: Says) -> None:
    assert says((await ada.slash("match remind", **{"quiet-from": "25:00"})).text) == {"typed": "25:00"}


async def test_quiet_hours_that_never_end(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("match remind", **{"quiet-from": "22", "quiet-to": "22:00"})).text)


async def test_unknown_time_zone(room: Room, ada: Player, says: Says) -> None:
    assert says((await ada.slash("match remind", **{"time-zone": "Atlantis"})).text) == {"zone": "Atlantis"}


async def test_vacation_too_long(room: Room, ada: Player, says: Says) -> None:
    await ada.slash("match vacation", days=1)
    now = time.time_ns() // 1_000_000
    room.house.rows(
        "UPDATE vacations SET began_at = ?, ends_at = ? WHERE user_id = (SELECT id FROM users WHERE discord_id = ?)",
        now - 21 * DAY, now - 1, ada.id,
    )  # fmt: skip
    says((await ada.slash("match vacation", days=21)).text)


# Looking back


async def test_nothing_to_replay(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("match replay")).text)


async def test_nothing_was_played(room: Room, ada: Player, says: Says) -> None:
    table = await room.open_table(ada)
    ((number,),) = room.house.rows("SELECT id FROM matches WHERE channel_id = ?", room.channel)
    await ada.click(table, "Cancel")
    says((await ada.slash("match replay", match=str(number))).text)


async def test_hidden_match_still_runs(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben, game="southern-cards")
    says((await ada.slash("match replay")).text)
    answer = await ada.slash("match export")  # what was placed lies open, and nothing else is in the file
    assert answer.message is not None
    record = json.loads(await answer.message.files[0].read())
    assert (record["moves"], record["chance"], record["seal"]["seed"]) == ([], None, None)


async def test_replay_while_others_play(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board, _ = await begin_match_play(room, ada, ben)
    await ada.slash("match resign")
    question = await ada.wait_for(lambda message: message.ephemeral and message.has_button("Give up"))
    await ada.click(question, "Give up")
    await ada.wait_for(lambda message: "Match play · 1 of 2 finished" in message.text)
    for command in ("replay", "export", "verify"):
        says((await ada.slash(f"match {command}", match=str(match_of(board)))).text)


async def test_match_play_of_others_replayed(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    await begin_match_play(room, ada, ben)
    for player in (ada, ben):
        await player.slash("match resign")
        question = await player.wait_for(lambda message: message.ephemeral and message.has_button("Give up"))
        await player.click(question, "Give up")
    ended = await caro.wait_for(lambda message: message.has_button("Replay"))
    says((await caro.click(ended, "Replay")).text)
    assert "at the start" in (await ada.click(ended, "Replay")).text


async def test_match_of_older_rules_replayed(room: Room, ada: Player, ben: Player, says: Says) -> None:
    ended = await begin_and_resign(room, ada, ben)
    change = "UPDATE events SET move = ? WHERE match_id = ? AND move = ?"
    room.house.rows(change, "A1-B1", match_of(ended), "B5-C5")
    for command in ("replay", "export", "verify"):
        says((await ada.slash(f"match {command}", match=str(match_of(ended)))).text)
    room.house.rows(change, "B5-C5", match_of(ended), "A1-B1")
    assert "after turn 1 of 1" in (await ada.click((await ada.click(ended, "Replay")).message, "Last ⏭")).text


async def test_verified_too_early(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben, game="parcheesi", seats="2")
    says((await ada.slash("match verify")).text)


@pytest.mark.slow
async def test_file_is_no_record(room: Room, ada: Player, says: Says) -> None:
    good = played("cirondo", 2, {}, ["B5-C5"], ending="agreed", places=[1, 1])
    for command in ("import", "verify"):
        for data, problem in (
            (b"\x89PNG", "it isn't UTF-8 text"),
            (b"Hello", "it isn't JSON (line 1, column 1)"),
            (b" " * 1_000_001, "it's larger than 1,000,000 bytes"),
            (json.dumps({**good, "game": "chess"}).encode(), "game: there is no game 'chess'"),
        ):
            answer = await ada.slash(f"match {command}", file=Upload("record.json", data))
            assert says(answer.text) == {"problem": problem}
    wrong = json.dumps({**good, "moves": ["B5-C5", "B5-C5"]}).encode()
    answer = await ada.slash("match import", file=Upload("record.json", wrong))
    assert says(answer.text)["problem"].startswith("moves[1]: ")


READERS_HELD = """
import asyncio, bot.client, cogs.shared.records.file_reader as file_reader
bot.client.SHUTDOWN_DEADLINE = 0.1
async def held(self, function, question):
    await asyncio.Event().wait()
file_reader.FileReader._read = held
"""
NO_READERS = """
import os, bot.computers.pool as pool
def refuse(*_):
    raise BlockingIOError(11, os.strerror(11))
pool._start_pool = refuse
"""


async def test_file_is_still_being_read(own_house: House, says: Says) -> None:
    async with two_players(own_house, READERS_HELD) as (_, ada, _ben):
        files = [ada.slash(f"match {command}", file=Upload("a.json", b"{}")) for command in ("import", "verify")]
        done, waiting = await asyncio.wait(map(asyncio.ensure_future, files), return_when=asyncio.FIRST_COMPLETED)
        says(done.pop().result().text)
        for task in waiting:
            task.cancel()


async def test_files_cannot_be_read(own_house: House, says: Says) -> None:
    async with two_players(own_house, NO_READERS) as (_, ada, _ben):
        says((await ada.slash("match import", file=Upload("a.json", b"{}"))).text)


async def test_file_without_luck(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben, game="parcheesi")
    answer = await ada.slash("match export")
    assert answer.message is not None
    data = await answer.message.files[0].read()
    for command in ("import", "verify"):
        says((await ada.slash(f"match {command}", file=Upload("record.json", data))).text)


async def test_file_is_gone(room: Room, ada: Player, says: Says) -> None:
    message = await room.fake(("Forward ▶", "b:0:0:replay:1.forward"), ("Post it here", "b:0:0:gif_post:"))
    for button in ("Forward ▶", "Post it here"):
        says(await ada.told(await ada.click(message, button)))


@pytest.mark.slow
async def test_animation_asked_for_twice(room: Room, ada: Player, says: Says) -> None:
    record = json.dumps(played("cirondo", 2, {}, ["B5-C5"], ending="agreed", places=[1, 1])).encode()
    viewer = (await ada.slash("match import", file=Upload("record.json", record))).message
    answers = await asyncio.gather(*(ada.click(viewer, "GIF") for _ in range(2)))
    says(next(answer.text for answer in answers if "still making" in answer.text))
    made = await ada.wait_for(lambda message: message.has_button("Post it here"))
    assert [file.name for file in made.files] == ["match.gif"]
    await ada.click(made, "Post it here")
    await ada.wait_for(lambda message: not message.ephemeral and f"The match, shared by <@{ada.id}>" in message.text)


async def test_animation_fails(room: Room, ada: Player, ben: Player, says: Says) -> None:
    ended = await begin_and_resign(room, ada, ben)
    viewer = (await ada.click(ended, "Replay")).message
    asked = asyncio.create_task(ada.click(viewer, "Animation"))
    await room.house.until(lambda: bool(room.house.children()), "the making of an animation")
    os.kill(room.house.children()[0], signal.SIGKILL)
    says((await asked).text)
