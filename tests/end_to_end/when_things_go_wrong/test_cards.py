"""What is refused about cards, and in games of one's own."""

from typing import Any

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.end_to_end.southern_cards import begin_match_play, cards, newest_match, position_of, put, solo, to_play
from tests.end_to_end.whole_match import pick
from tests.messages import Message

pytestmark = pytest.mark.slow


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
    assert room.house.moves_of(match_of(board)) == []


async def test_order_card_is_due(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben, game="southern-cards", seats=2)
    dealt = position_of(room.house, match_of(board))
    player, seat = (ada, 0) if dealt["to_move"] == 0 else (ben, 1)
    due = dealt["order"][seat]
    other = next(card for card in dealt["hands"][seat] if card != due)
    assert says((await player.slash("southern-cards move", move=f"{other} b2")).text) == {"card": due}
    assert room.house.moves_of(match_of(board)) == []


async def test_centre_is_due(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await of_cards(room, ada, ben, field="8S . . ; . . . ; . . .", hands=("QS", "AH"), eclipse=True)
    assert "After the total eclipse, place a card in the centre: b2." in board.text
    assert says((await ada.slash("southern-cards move", move="qs a1")).text) == {"cells": "b2"}
    assert room.house.moves_of(match_of(board)) == []


async def test_jokers_that_are_not_joined(room: Room, ada: Player, ben: Player, says: Says) -> None:
    field = "5H 2C 7H ; 3S KC 4S ; 9H 9D 2D"
    board = await of_cards(room, ada, ben, field=field, hands=("JK JK 2S", "AH"))
    says((await ada.slash("southern-cards move", move="jk b3 + c1")).text)
    composer = await pick(ada, await pick(ada, await ada.click(board, "My hand"), "2 jokers"), "b3")
    assert composer.message is not None
    assert not [button for button in composer.message.buttons if button.label.endswith(" · c1")]
    assert room.house.moves_of(match_of(board)) == []


async def test_cell_out_of_reach(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await of_cards(room, ada, ben, field=PLAIN, hands=("QS", "AH"), layout="free")
    assert says((await ada.slash("southern-cards move", move="qs (3,0)")).text) == {"cell": "3,0"}
    assert room.house.moves_of(match_of(board)) == []


async def test_unreadable_card(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await of_cards(room, ada, ben, field=PLAIN, hands=("QS", "AH"))
    assert says((await ada.slash("southern-cards move", move="queen")).text) == {"text": "queen"}
    assert room.house.moves_of(match_of(board)) == []


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
    assert len(room.house.moves_of(newest_match(room))) == 1


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
    assert room.house.moves_of(match) == []


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
