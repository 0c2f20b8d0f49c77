"""Going on from a moment of a replay against a computer, as people meet it."""

import json

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.messages import Upload

CONTINUE = "Continue from here against computers"


@pytest.mark.slow
async def test_a_replay_goes_on_in_private_against_a_computer(room: Room, ada: Player, ben: Player) -> None:
    old = match_of(await room.begin(ada, ben))
    for player, move in ((ada, "B5-C5"), (ben, "B21-C21")):
        await player.told(await player.slash("cirondo move", move=move))
    running = await ben.slash("match replay")
    assert running.message is not None
    assert CONTINUE not in [select.placeholder for select in running.message.selects]
    await ben.click((await ben.slash("match resign")).message, "Resign")
    last = await ben.wait_for(lambda message: message.has_button("Replay"))
    viewer = await ben.click(last, "Replay")
    viewer = await ben.click(viewer.message, "Forward ▶")
    opened = await ben.choose(viewer.message, CONTINUE, "easy")

    assert opened.message is not None
    number = opened.message.id
    chosen = await ben.wait_for(lambda message: message.id == number and message.has_button("Resign"))
    assert chosen.ephemeral
    assert f"after turn 1 of match {old}" in chosen.text
    assert "You're silver, and a computer plays the other seat (level: easy)." in chosen.text

    moved = await ben.slash("cirondo move", move="B20-C20")
    assert moved.message is not None
    number = moved.message.id
    turn = await ben.wait_for(lambda message: message.id == number and message.has_button("Resign"))
    assert "moves from B20 to C20.\nGold" in turn.text
    ((match,),) = room.house.rows("SELECT max(id) FROM matches WHERE private AND game = 'cirondo'")
    assert "There's no match" in await ada.told(await ada.slash("match show", match=str(match)))
    assert "private: open it with `/cirondo board`" in await ben.told(await ben.slash("match list"))

    again = await ben.slash("cirondo board")  # the private message may be closed by then
    assert again.message is not None
    assert again.message.has_button("Resign")
    question = await ben.click(again.message, "Resign")
    ended = await ben.click(question.message, "Resign")
    assert "🏆 Gold has won" in ended.text
    assert ended.message is not None
    assert ended.message.has_button("Review")
    exported = await ben.slash("match export", match=str(match))
    assert exported.message is not None
    (file,) = exported.message.files
    record = json.loads(await file.read())
    assert record["moves"][0] == "B20-C20"
    verified = await ben.slash("match verify", file=Upload("match.json", json.dumps(record).encode()))
    assert f"It's the same as match {match} on this bot, move by move." in verified.text
