"""Standing orders as people meet them: planning by clicks, what the others see, and what becomes of a plan."""

import json

import pytest

from tests.end_to_end.house import House
from tests.end_to_end.planning import plan
from tests.end_to_end.room import Player, Room, enter, match_of, rented
from tests.messages import Message

pytestmark = pytest.mark.thorough


def is_decided(house: House, match: int) -> bool:
    return bool(house.rows("SELECT 1 FROM orders WHERE match_id = ? AND due_at IS NOT NULL", match))


def let_it_be_due(house: House, match: int) -> None:
    """What waits is due now: as little later as a database can say."""
    house.rows(
        "UPDATE orders SET due_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000 + 500 "
        "WHERE match_id = ? AND due_at IS NOT NULL",
        match,
    )


async def test_a_line_answers_while_its_person_is_away_and_nobody_else_sees_it(
    room: Room, ada: Player, ben: Player
) -> None:
    board = await room.begin(ada, ben)
    match = match_of(board)
    shown = await plan(ben, board, ("B5", "C5"), ("B21", "C21"), ("B6", "C6"), ("B22", "C22"))
    assert "1. B5-C5 → **B21-C21** → B6-C6 → **B22-C22**" in shown.text
    own = await ben.slash("match plan")
    assert "B22-C22" in own.text
    theirs = await ada.slash("match plan")
    assert "B21" not in theirs.text

    await ada.slash("cirondo move", move="B5-C5")
    called = await room.board(ben, after=board)
    assert called.mentions == (ben.name,), "he is called as always, since a missing call would tell"
    assert "B21" not in called.text
    assert is_decided(room.house, match)
    assert "About to be played: `B21-C21`" in (await ben.slash("match plan")).text
    let_it_be_due(room.house, match)
    answered = await room.board(ada, after=called)
    assert "C21" in answered.text

    await ada.slash("cirondo move", move="B6-C6")
    called = await room.board(ben, after=answered)
    let_it_be_due(room.house, match)
    await room.board(ada, after=called)
    read = (await ben.slash("match plan")).text
    assert read.count("was played as you planned") == 2
    assert "After `B6-C6`, `B22-C22` was played as you planned." in read

    exported = [await player.slash("privacy export") for player in (ada, ben)]
    files = [json.loads(await answer.message.files[0].read()) for answer in exported if answer.message is not None]
    assert [len(file["orders"]) for file in files] == [0, 1]


async def test_a_plan_that_is_overtaken_is_cancelled_with_a_word(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben)
    match = match_of(board)
    await plan(ben, board, ("B5", "C5"), ("B21", "C21"), ("B6", "C6"), ("B22", "C22"))
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ben, after=board)
    by_hand = await ben.slash("cirondo move", move="B23-C23")
    assert "Your plan is cancelled because you've moved yourself." in by_hand.text
    board = await room.board(ada, after=board)
    assert not is_decided(room.house, match)

    await plan(ben, board, ("B6", "C6"), ("B21", "C21"))
    direct = await ben.open_direct_messages()
    await ada.slash("cirondo move", move="B6-C6")
    board = await room.board(ben, after=board)
    await ada.slash("match undo", match=str(match))
    board = await ben.wait_for(lambda message: message.id >= board.id and message.has_button("Agree"))
    let_it_be_due(room.house, match)
    await ben.click(board, "Agree")
    word = await ben.wait_for(lambda message: "Your plan is cancelled" in message.text, channel=direct)
    assert "because a move was undone" in word.text
    assert not is_decided(room.house, match)


async def test_a_kill_while_an_order_waits_loses_nothing(own_house: House) -> None:
    await own_house.start_playground()
    await own_house.start_bot()
    async with rented(own_house) as rent:
        room = rent[0]
        ada, ben = [await enter(rent, name) for name in ("Ada", "Ben")]
        board = await room.begin(ada, ben)
        match = match_of(board)
        await plan(ben, board, ("B5", "C5"), ("B21", "C21"))
        await ada.slash("cirondo move", move="B5-C5")
        board = await room.board(ben, after=board)
        await own_house.until_posted()
        await own_house.kill_bot()
        own_house.rows("UPDATE orders SET due_at = 1 WHERE match_id = ?", match)
        await own_house.start_bot()
        due = "SELECT 1 FROM orders WHERE match_id = ? AND due_at = 1"
        await own_house.until(lambda: not own_house.rows(due, match), "another time for the order")
        assert own_house.rows("SELECT version FROM snapshots WHERE match_id = ?", match) == [(match_version(board),)]
        let_it_be_due(own_house, match)
        answered = await room.board(ada, after=board)
        assert "C21" in answered.text


def match_version(board: Message) -> int:
    return next(int((one.custom_id or "::").split(":")[2]) for one in board.buttons)
