"""What is refused about replays and files of matches."""

import asyncio
import json
import os
import signal

import pytest

from bot.rules.record import played
from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.end_to_end.southern_cards import begin_match_play
from tests.end_to_end.when_things_go_wrong.provoking import (
    begin_and_resign,
    two_players,
)
from tests.messages import Upload

pytestmark = pytest.mark.slow


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
