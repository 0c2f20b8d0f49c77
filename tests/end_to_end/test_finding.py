"""`/match find`: people of any servers are brought together and play in direct messages."""

import re

import pytest

from tests.end_to_end.planning import look, told
from tests.end_to_end.room import Player, Room, is_board
from tests.messages import Message

pytestmark = pytest.mark.thorough


async def play_first(player: Player, match: str) -> bool:
    """Plays the first move that is suggested to this person; whether it was their turn."""
    found = await player.autocomplete("cirondo move", "move", "", match=match)
    if not found:
        return False
    answer = await player.slash("cirondo move", move=found[0].value, match=match)
    return not answer.failed


async def newest_board(player: Player, words: str) -> Message:
    """The only board that this person has in direct messages, once it says this."""
    shown = await player.wait_for(lambda message: is_board(message) and words in message.text)
    assert [one.id for one in await player.messages(player.channel, limit=50) if is_board(one)] == [shown.id]
    return shown


async def test_two_who_look_for_an_opponent_play_in_direct_messages(room: Room, ada: Player, ben: Player) -> None:
    for player in (ada, ben):
        await look(player, "Cirondo")
    found = [await told(player, "Found: Cirondo") for player in (ada, ben)]
    assert ben.name in found[0].text
    assert ada.name in found[1].text
    match = re.search(r"Match (\d+)", found[0].text)[1]  # type: ignore[index]  # the message says it
    await play_first(ada, match)  # unless it's Ben who begins
    assert await play_first(ben, match)
    await room.house.until_posted()
    for player in (ada, ben):
        board = await newest_board(player, "to move")
        assert "<@" not in board.text, "somebody who shares no server would be a number"
    offered = await ben.slash("match draw", match=match)
    assert "You've offered a draw" in offered.text
    asked = await ada.wait_for(lambda message: is_board(message) and message.has_button("Agree"))
    await ada.click(asked, "Agree")
    await room.house.until_posted()
    for player in (ada, ben):
        over = await newest_board(player, "draw")
        assert over.has_button("Replay")
        assert not over.has_button("Rematch")
    assert room.house.rows("SELECT count(*) FROM posts WHERE problem IS NOT NULL") == [(0,)]
    assert room.house.rows("SELECT count(*) FROM searches") == [(0,)]


async def test_who_stops_looking_isnt_found(room: Room, ada: Player) -> None:
    await look(ada, "Parcheesi")
    looking = await told(ada, "as soon as somebody is found")
    assert "the luck is sealed" in looking.text
    assert "stopped looking" in (await ada.click(looking, "Stop looking")).text
    assert "You aren't looking" in (await ada.click(looking, "Stop looking")).text


async def test_who_looks_in_two_games_from_the_same_second_on_is_told_of_both(room: Room, ada: Player) -> None:
    for game in ("Cirondo", "Parcheesi"):
        await look(ada, game)
    room.house.rows("UPDATE searches SET began_at = 1")  # so both are over
    for game in ("Cirondo", "Parcheesi"):
        await told(ada, f"Nobody was found for {game}")


async def test_a_server_that_takes_no_part_says_so(room: Room, ada: Player) -> None:
    refused = await ada.slash("match find", game="Cirondo")
    assert "doesn't let its members look for opponents" in refused.text
    await room.noted_settings({"finding": True})
    offered = await ada.slash("match find", game="Cirondo")
    assert [one.label for one in offered.message.buttons] == ["Cirondo"]  # type: ignore[union-attr]  # it has answered
    room.usual_settings()
