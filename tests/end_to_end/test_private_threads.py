"""Matches in private threads, and people who see the channel but not the thread."""

import pytest

from tests.end_to_end.room import Player, Room, match_of

pytestmark = pytest.mark.thorough


async def test_a_match_in_a_private_thread_is_visible_to_its_members(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    made = await room.house.as_the_bot("POST", f"/channels/{room.channel}/threads", {"name": "Whispers", "type": 12})
    thread = int(made["id"])
    for member in (ada, ben, dan):
        await room.house.as_the_bot("PUT", f"/channels/{thread}/thread-members/{member.id}")
    ada.channel = ben.channel = thread
    board = await room.begin(ada, ben, channel=thread)
    match = match_of(board)
    made_up = await room.fake(("In words", f"b:{match}:99:in_words:"), ("Join", f"b:{match}:1:join:"))

    room.refusals_allowed = True  # Discord says so that Caro is no member
    assert str(board.id) in (await dan.slash("cirondo board")).text
    assert "Silver" in (await dan.click(made_up, "In words")).text
    assert "no running match" in (await caro.slash("cirondo board")).text
    assert "No match has been played here yet" in (await caro.slash("match replay")).text
    nothing = f"There's no match {match}."
    for command in ("cirondo board", "match show", "match replay", "match export", "match verify"):
        assert (await caro.slash(command, match=str(match))).text.startswith(nothing), command
    for button in ("In words", "Join"):
        assert (await caro.told(await caro.click(made_up, button))).startswith(nothing), button

    # Once the thread is closed Discord is asked where it is; its people are told as before.
    await room.house.control(archive={"thread": str(thread)})
    assert (await caro.slash("match show", match=str(match))).text.startswith(nothing)
    assert f"match {match}" in (await dan.slash("match show", match=str(match))).text
    ada.channel = room.channel
    assert f"match {match}" in (await ada.slash("match show", match=str(match))).text

    # Everyone would see it in the channel, so the others have a say.
    assert f"I've asked the others whether match {match} may" in (await ada.slash("match relocate")).text
