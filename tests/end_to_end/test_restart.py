"""Nothing is lost and nothing happens twice when the bot, the playground or the line between them dies."""

import json
import signal
from pathlib import Path

import pytest

from bot.rules.record import played
from tests.end_to_end.house import ColdHouse, House
from tests.end_to_end.parcheesi import choose, roll
from tests.end_to_end.room import Room, enter, match_of, rented
from tests.end_to_end.southern_cards import LAST_CARD, cards
from tests.end_to_end.whole_match import pick
from tests.messages import Upload

pytestmark = pytest.mark.thorough

SYNCED = "commands to Discord"
ALL_ARE_OLD = """
from datetime import timedelta
import cogs.shared.boards.delivery
cogs.shared.boards.delivery.EDITABLE_FOR = timedelta(0)
"""


def no_board(room: Room, **more: object) -> dict[str, object]:
    """A switch: Discord takes no board here until the faults are cleared."""
    return {"fail": {"match": f"POST /channels/{room.channel}/messages", "status": 503, "times": 10_000, **more}}


async def test_bot_and_playground_start_from_the_command_line(tmp_path: Path) -> None:
    """All other tests fork them from a process that has loaded everything."""
    house = ColdHouse(tmp_path)
    try:
        await house.start_playground()
        await house.start_bot()
        async with rented(house) as (room, stack):
            ada = await enter((room, stack), "Ada")
            assert "open table" in (await room.open_table(ada)).text
        assert await house.kill_bot(signal.SIGTERM) == 0
    finally:
        await house.stop()


async def test_a_bot_that_is_killed_goes_on_where_it_was(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        rent = (room, stack)
        ada, ben = await enter(rent, "Ada"), await enter(rent, "Ben")
        first = await room.begin(ada, ben)
        table = await room.open_table(ada)
        await house.until_posted()

        # Killed after a move was confirmed and before its board could be posted.
        await house.control(**no_board(room))
        answer = await ada.slash("cirondo move", move="B5-C5")
        assert "Played: Gold's moon moves from B5 to C5." in answer.text
        await house.kill_bot()
        assert house.moves_of(match_of(first)) == ["B5-C5"]
        assert len(await room.boards()) == 1
        await house.control(clear_faults=True)
        await house.start_bot()
        second = await room.board(ada, after=first)
        assert second.mentions == (ben.name,)
        await ben.wait_for(lambda message: message.id == first.id and not message.buttons)

        # Killed while a composer and replays are open and a table waits: their buttons outlive the process.
        composer = await pick(ben, await ben.click(second, "Move"), "B20")
        viewer = await ben.slash("match replay", match=str(match_of(second)))
        record = json.dumps(played("cirondo", 2, {}, ["B5-C5"], ending="agreed", places=[1, 1])).encode()
        brought = await ben.slash("match import", file=Upload("record.json", record))
        await house.kill_bot()
        await house.start_bot()
        assert "at the start" in (await ben.click(viewer.message, "◀ Back")).text
        brought = await ben.click(brought.message, "Forward ▶")
        assert "an imported match · after turn 1 of 1" in brought.text
        done = await ben.click(composer.message, "Confirm")
        assert "Played: Silver's moon moves from B20 to C20." in done.text
        third = await room.board(ada, after=second)
        await ben.click(table, "Join")
        await ada.wait_for(lambda message: message.id == table.id and f"· <@{ben.id}>" in message.text)
        await ben.click(table, "Start")
        other = await room.board(ada, after=third)
        assert match_of(other) != match_of(third)
        composer = await pick(ada, await ada.click(third, "Move"), "B6")
        assert "from B6 to C6" in composer.text

        # Killed after Discord had taken the board and before the bot knew.
        await house.control(**no_board(room, after=True))
        await ada.click(composer.message, "Confirm")
        fourth = await room.board(ada, after=other)
        await house.kill_bot()
        # So long ago that Discord has forgotten the nonce, which is as good as another one.
        house.rows("UPDATE posts SET nonce = nonce || 'x' WHERE due_at IS NOT NULL")
        await house.control(clear_faults=True)
        await house.start_bot()
        await house.until_posted()
        assert [board.id for board in await room.boards()] == [
            board.id for board in (first, second, third, other, fourth)
        ]
        assert house.moves_of(match_of(first)) == ["B5-C5", "B20-C20", "B6-C6"]
        again = await ben.click(fourth, "Move")
        assert "### Your move" in again.text

        assert sum(SYNCED in line for line in house.output) == 1
        log = await house.log()
        assert not [request for request in log["requests"] if request["method"] == "PUT"]


@pytest.mark.parametrize("dies", [True, False])
async def test_a_board_that_was_sent_but_not_noted_is_taken_away_once_overtaken(own_house: House, dies: bool) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        rent = (room, stack)
        ada, ben = await enter(rent, "Ada"), await enter(rent, "Ben")
        first = await room.begin(ada, ben)
        table = (await ada.messages())[0]
        await house.until_posted()
        # Discord takes the board and the bot doesn't learn of it; while it tries again the next move is made.
        await house.control(**no_board(room, after=True))
        await ada.slash("cirondo move", move="B5-C5")
        stray = await room.board(ada, after=first)
        if not dies:
            await house.until(lambda: house.said("Discord answered 503"), "that the bot gives up for now")
        await ben.slash("cirondo move", move="B20-C20")
        if dies:
            await house.kill_bot()
        await house.control(clear_faults=True)
        if dies:
            await house.start_bot()
        await house.until_posted()
        await ada.wait_for(lambda message: "from B20 to C20" in message.text and message.id > stray.id)
        last = (await room.boards())[-1]
        assert "from B20 to C20" in last.text
        assert [board.id for board in await room.boards()] == [first.id, last.id]
        assert table.id in [message.id for message in await ada.messages()]
        await ada.wait_for(lambda message: message.id == first.id and not message.buttons)


@pytest.mark.slow
async def test_a_turn_goes_on_in_its_message_until_that_is_too_old(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        rent = (room, stack)
        ada, ben = await enter(rent, "Ada"), await enter(rent, "Ben")
        board = await room.begin(ada, ben, game="parcheesi")
        composer = await roll(room, ada, board, 5, 5)
        await room.shows(ada, board, "brings a pawn out on t5")

        # Asked to stop in the middle of the turn: the private message and the board's go on.
        assert await house.kill_bot(signal.SIGTERM) == 0
        await house.start_bot()
        composer = await choose(ada, composer, "t5 → t10")
        board = await room.shows(ada, board, "A double: Red rolls again.")

        # Killed after Discord had changed the message and before the bot knew; from then on every message is too old.
        edit = {"match": f"PATCH /channels/{room.channel}/messages/{board.id}", "status": 503, "times": 10_000}
        await house.control(fail=edit | {"after": True})
        await roll(room, ada, board, 5, 5)
        await room.shows(ada, board, "Red rolls **5 and 5**.")
        await house.kill_bot()
        await house.control(clear_faults=True)
        since = len(house.output)
        await house.start_bot(first=ALL_ARE_OLD)
        await house.until_posted()
        assert [found.id for found in await room.boards()] == [board.id]
        assert house.moves_of(match_of(board)) == ["roll", "enter 5", "t5+5>t10", "roll"]

        await choose(ada, await ada.click(board, "Move"), "t10 → t15")
        fresh = await room.board(ada, after=board)
        assert "t10 → t15" in fresh.text
        old = await ada.wait_for(lambda message: message.id == board.id and not message.buttons)
        assert old.text.count("Red rolls **5 and 5**") == 2
        assert [found.id for found in await room.boards()] == [board.id, fresh.id]
        assert not house.said("remove the buttons", since=since)


@pytest.mark.slow
async def test_a_series_goes_on_in_order_when_the_bot_dies_between_two_games(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        rent = (room, stack)
        ada, ben = await enter(rent, "Ada"), await enter(rent, "Ben")
        board = await room.begin(ada, ben, game="southern-cards", seats=2, mode="points")
        board = await room.prepare(ada, board, cards(LAST_CARD, "QS", "", scores=[595, 300]))
        await house.until_posted()
        await house.control(**no_board(room))
        answer = await ada.slash("southern-cards move", move="qs c1")
        assert "Played: 🟡 Gold places **Q♠** on c1." in answer.text
        await house.kill_bot()
        assert (await room.boards())[-1].id == board.id
        await house.control(clear_faults=True)
        await house.start_bot()
        await house.until_posted()
        ended, begun = [one for one in await room.boards() if one.id > board.id]
        assert match_of(ended) == match_of(board)
        assert "Game 1 of the series is over. The next one follows below." in ended.text
        assert match_of(begun) == match_of(board) + 1
        assert "600 points from earlier games" in begun.text
        assert len(begun.mentions) == 1
        assert ended.mentions == ()


async def test_a_bot_that_is_asked_to_stop_leaves_in_good_order(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        rent = (room, stack)
        ada, ben = await enter(rent, "Ada"), await enter(rent, "Ben")
        board = await room.begin(ada, ben)
        await house.control(delay={"match": f"POST /channels/{room.channel}/messages", "seconds": 1.0})
        await ada.slash("cirondo move", move="B5-C5")
        assert await house.kill_bot(signal.SIGTERM) == 0
        assert house.warnings() == []
        assert not house.said("Traceback")
        # What was being sent has been finished; what was not begun stays due.
        due = house.rows("SELECT 1 FROM posts WHERE due_at IS NOT NULL")
        assert len(await room.boards()) + len(due) == 2

        await house.start_bot()
        new = await room.board(ada, after=board)
        assert "from B5 to C5" in new.text
        assert len(await room.boards()) == 2
        assert sum(SYNCED in line for line in house.output) == 1


async def test_a_playground_that_is_killed_and_comes_back_finds_its_bot_again(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        rent = (room, stack)
        ada, ben = await enter(rent, "Ada"), await enter(rent, "Ben")
        board = await room.begin(ada, ben)
        await house.control(**no_board(room))
        await ada.slash("cirondo move", move="B5-C5")
        before = len(house.output)
        room.refusals_allowed = True  # a playground forgets its private messages
        await house.kill_playground()
        await house.start_playground()
        await house.wait_for_bot()

        ada, ben = await enter(rent, "Ada"), await enter(rent, "Ben")  # their pages are opened again
        new = await room.board(ada, after=board)
        assert new.mentions == (ben.name,)
        assert "Played: " in (await ben.slash("cirondo move", move="B20-C20")).text
        last = await room.board(ada, after=new)
        assert [found.id for found in await room.boards()] == [board.id, new.id, last.id]
        assert house.moves_of(match_of(board)) == ["B5-C5", "B20-C20"]
        assert not house.said(SYNCED, since=before)
