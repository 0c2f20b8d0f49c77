"""What time brings: matches that are late, claims, reminders, vacations."""

import re
import time
from datetime import timedelta
from typing import Any

import pytest

from bot.text.own_words import in_markdown
from tests.end_to_end.house import DAY
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.messages import Message

pytestmark = pytest.mark.slow


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
    assert says((await ada.slash("match remind", **{"quiet-from": "25:00"})).text) == {"typed": in_markdown("25:00")}


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
