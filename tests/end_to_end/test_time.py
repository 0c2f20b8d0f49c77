"""Time per move as people meet it: the table, reminders, vacations, lists, and a bot that was away."""

import re
import time
from datetime import timedelta
from typing import Any

import pytest

from tests.end_to_end.house import DAY, House
from tests.end_to_end.room import Player, Room, enter, match_of, rented
from tests.end_to_end.southern_cards import begin_match_play

pytestmark = pytest.mark.thorough


async def test_a_table_says_how_long_a_turn_may_take_and_its_boards_say_until_when(
    room: Room, ada: Player, ben: Player
) -> None:
    options: dict[str, Any] = {"time": "3600", "when-time-is-over": "resign"}
    table = await room.open_table(ada, ben, **options)
    assert "1 hour a turn, then the seat resigns" in table.text
    before = int(time.time())
    await ada.click(table, "Start")
    board = await room.board(ada)
    (deadline,) = re.findall(r"time is up <t:(\d+):R>", board.text)
    assert before <= int(deadline) - 3600 <= time.time()
    assert f"time is up <t:{deadline}:R>" in (await ada.slash("match list")).text
    endless = await room.begin(ada, ben, time="0")
    assert "time is up" not in endless.text
    listed = (await ada.slash("match list")).text
    assert listed.index(f"**{match_of(board)}**") < listed.index(f"**{match_of(endless)}**")
    await room.house.until_posted()
    room.house.run_out(match_of(board))
    over = await room.board(ben, after=endless)
    assert "Gold ran out of time and resigns." in over.text
    assert "Silver has won" in over.text


async def test_reminders_come_where_someone_wants_them(room: Room, ada: Player, ben: Player) -> None:
    shown = await ada.slash("match remind")
    shown = await ada.choose(shown.message, "Quiet from", "22")
    assert "No reminders between **22:00** and **08:00** (UTC" in shown.text
    chosen = await ada.choose(shown.message, "Where to remind you", "dm")
    assert "in the match's channel if you don't accept those" in chosen.text
    await ada.choose(shown.message, "Quiet from", "none")  # whatever the time is while this runs
    suggested = await ada.autocomplete("match remind", "time-zone", "new york")
    assert [one.value for one in suggested] == ["America/New_York"]
    await ada.slash("match remind", **{"time-zone": "new york"})

    board = await room.begin(ada, ben)
    await room.house.until_posted()
    room.house.leave_time(match_of(board), timedelta(days=1))
    direct = await ada.open_direct_messages()
    half = await ada.wait_for(lambda message: message.text.startswith("⏳"), channel=direct)
    assert half.mentions == (ada.name,)
    assert f"/{room.channel}/{board.id})" in half.text
    await ada.slash("match remind", where="channel")
    room.house.leave_time(match_of(board), timedelta(minutes=20))
    nearly = await ben.wait_for(lambda message: "is almost up" in message.text)
    assert nearly.mentions == (ada.name,)
    assert nearly.channel_id == room.channel
    assert not [one for one in await room.boards() if "is thinking" in one.text]  # she has just been reminded


async def test_on_vacation_nobody_is_called_and_the_clock_stands_still(room: Room, ada: Player, ben: Player) -> None:
    assert "You have 21 days of vacation left" in (await ben.slash("match vacation")).text
    going = await ben.slash("match vacation", days=5)
    assert "### You're on vacation until" in going.text
    board = await room.begin(ada, ben)
    assert f"<@{ben.id}> (on vacation until <t:" in board.text
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=board)
    assert "clock paused" in board.text
    assert board.mentions == ()
    until = re.findall(r"vacation until <t:(\d+):D>", board.text)
    await ben.slash("match vacation", days=8)
    shown = board.text
    board = await ben.wait_for(lambda message: message.id == board.id and message.text != shown)
    assert int(re.findall(r"vacation until <t:(\d+):D>", board.text)[0]) - int(until[0]) >= 3 * 24 * 3600
    assert "on vacation until" in (await ada.slash("match list")).text
    waiting = await ben.slash("match next")
    assert f"### Your turn in match {match_of(board)} began <t:" in waiting.text
    assert waiting.message is not None
    assert (waiting.message.button("Go to the board").url or "").endswith(f"/{room.channel}/{board.id}")
    ended = await ben.click(going.message, "End vacation")
    assert "### You're not on vacation" in ended.text
    over = "Silver's vacation is over, so the clock is running again."
    board = await ben.wait_for(lambda message: message.id == board.id and over in message.text)
    call = await ben.wait_for(lambda one: not one.ephemeral and one.id > board.id and f"/{board.id})" in one.text)
    assert call.mentions == (ben.name,)
    composer = await ben.click(waiting.message, "Move")  # right there
    assert "### Your move" in composer.text
    assert "No match is waiting for you right now." in (await ada.slash("match next")).text


async def test_a_computer_plays_late_turns_of_games_that_are_played_apart(room: Room, ada: Player, ben: Player) -> None:
    board, parts = await begin_match_play(room, ada, ben)
    assert "### Your turn in match" in (await ada.slash("match next")).text
    assert "Your turn · time is up <t:" in (await ada.slash("match show")).text
    room.house.leave_time(parts[0], timedelta(days=1))
    reminder = await ada.wait_for(lambda message: "half of your time" in message.text)
    assert f"match {match_of(board)} (Southern Cross cards) is gone" in reminder.text
    room.house.run_out(parts[0])
    played = "SELECT count(*) FROM events WHERE match_id = ? AND kind = 'move' AND data LIKE '%computer%'"
    await room.house.until(lambda: room.house.rows(played, parts[0]) == [(1,)], "a computer's turn")
    assert await room.boards() == []  # nothing of it is posted


async def test_time_in_which_the_bot_was_away_does_not_count(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        ada, ben = await enter((room, stack), "Ada"), await enter((room, stack), "Ben")
        match = match_of(await room.begin(ada, ben, time="3600"))
        await house.until_posted()
        await house.kill_bot()
        # Two days pass.
        past = 2 * DAY
        house.rows("UPDATE beats SET at = at - ?", past)
        house.rows(
            "UPDATE matches SET deadline = deadline - ?, due_at = due_at - ? WHERE id = ?", 2 * DAY, 2 * DAY, match
        )
        back = time.time() * 1000
        await house.start_bot()
        await house.until(lambda: house.said("extended "), "the putting off of clocks")
        ((deadline,),) = house.rows("SELECT deadline FROM matches WHERE id = ?", match)
        assert deadline > back + 3000 * 1000
        assert house.rows("SELECT 1 FROM reminders") == []
        assert house.rows("SELECT 1 FROM events WHERE kind = 'expire'") == []


async def test_calls_by_direct_message_follow_a_deadline_that_moves(room: Room, ada: Player, ben: Player) -> None:
    await ada.slash("match remind", turns="dm")
    direct = await ada.open_direct_messages()
    board = await room.begin(ada, ben, time="3600")
    call = await ada.wait_for(lambda message: f"/{board.id})" in message.text, channel=direct)
    (picture,) = call.files
    await room.house.until_posted()
    room.house.leave_time(match_of(board), timedelta(minutes=40))
    room.house.rows("UPDATE matches SET deadline_moved = 1 WHERE id = ?", match_of(board))

    def is_announced(text: str) -> bool:
        ((deadline,),) = room.house.rows("SELECT deadline FROM matches WHERE id = ?", match_of(board))
        return f"time is up <t:{deadline // 1000}:R>" in text

    later = await ada.wait_for(lambda message: message.id == call.id and message.text != call.text, channel=direct)
    assert is_announced(later.text)
    assert [file.name for file in later.files] == [picture.name]
    assert f"/{board.id})" in later.text
    await ben.wait_for(lambda message: message.id == board.id and is_announced(message.text))
