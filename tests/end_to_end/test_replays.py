"""Matches that are looked at afterwards, as people do it: step by step, as animations, as files out and in."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner

from bot.command_line.app import app
from bot.match.records.replay import of_record
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.southern_cards import solo
from tests.messages import Answer, Message, Upload
from tests.records.lines import lines_of

pytestmark = pytest.mark.thorough


async def play_out(room: Room, match: int, *players: Player) -> None:
    """Play whatever is suggested first until the match is over."""
    while room.house.rows("SELECT 1 FROM matches WHERE id = ? AND status = 'running'", match):
        for player in players:
            suggested = await player.autocomplete("parcheesi move", "move", "", match=str(match))
            if suggested:
                await player.slash("parcheesi move", move=suggested[0].value, match=str(match))


async def exported(player: Player, match: int) -> dict[str, Any]:
    """The file that the player is given."""
    answer = await player.slash("match export", match=str(match))
    assert answer.ephemeral
    assert answer.message is not None
    (file,) = answer.message.files
    assert file.name == f"parcheesi-match-{match}.json"
    record = json.loads(await file.read())
    assert isinstance(record, dict)
    return record


def shown(answer: Answer) -> Message:
    assert answer.message is not None, answer
    assert answer.ephemeral
    return answer.message


@pytest.mark.slow
async def test_a_match_is_replayed_animated_exported_and_verified(
    room: Room, ada: Player, ben: Player, caro: Player, tmp_path: Path
) -> None:
    options: dict[str, Any] = {"roll-limit": 6, "first-player": "high_roll"}
    board = await room.begin(ada, ben, game="parcheesi", **options)
    match = match_of(board)
    for player in (ada, ben):
        for choice in await player.autocomplete("parcheesi move", "move", "roll"):
            await player.slash("parcheesi move", move=choice.value)

    # While it runs there is its luck neither in the file nor to verify, but everyone sees what has been played.
    running = await exported(ada, match)
    assert (running["chance"], running["result"], running["seal"]["seed"]) == (None, None, None)
    assert "roll" in running["moves"]
    now = shown(await ben.slash("match replay"))
    assert "This is the current position." in now.text

    await play_out(room, match, ada, ben)
    last = await ada.wait_for(lambda message: message.has_button("Replay"))
    record = await exported(ben, match)
    replay = of_record(record)
    assert record["moves"][: len(running["moves"])] == running["moves"]

    # The viewer, from the last board; who doesn't play may look as well.
    viewer = shown(await caro.click(last, "Replay"))
    assert f"match {match} · at the start" in viewer.text
    assert "The match begins." in viewer.text
    assert "begins.\n" in viewer.text or viewer.text.endswith("begins.")
    assert (viewer.button("⏮ First").disabled, viewer.button("◀ Back").disabled) == (True, True)
    viewer = shown(await caro.click(viewer, "Forward ▶"))
    assert f"after turn 1 of {replay.last}" in viewer.text
    assert " rolls **" in viewer.text
    (picture,) = viewer.files
    assert 0 < len(picture.alt) <= 1024
    assert picture.width in (768, 1024)  # a turn that moves, or a still
    viewer = shown(await caro.click(viewer, "Last ⏭"))
    assert f"after turn {replay.last} of {replay.last}" in viewer.text
    assert "The roll limit (6) has been reached." in viewer.text
    assert (viewer.button("Last ⏭").disabled, viewer.button("Forward ▶").disabled) == (True, True)
    viewer = shown(await caro.click(viewer, "◀ Back"))
    viewer = shown(await caro.click(viewer, "⏮ First"))
    assert "at the start" in viewer.text

    # The animation comes to who asked, and goes into the channel when they say so.
    asked = await caro.click(viewer, "Animation")
    made = await caro.wait_for(lambda message: message.id == shown(asked).id and message.has_button("Post it here"))
    (file,) = made.files
    data = await file.read()
    assert len(data) <= 10_000_000
    assert file.name == f"match-{match}.webp"
    with Image.open(io.BytesIO(data)) as film:
        assert (film.format, film.size[0]) == ("WEBP", 640)
        assert getattr(film, "n_frames", 1) > replay.last
    await caro.click(made, "Post it here")
    posted = await ada.wait_for(lambda message: not message.ephemeral and f"<@{caro.id}>" in message.text)
    assert posted.mentions == ()
    assert await posted.files[0].read() == data
    assert posted.files[0].alt
    await caro.wait_for(lambda message: message.id == made.id and "The animation is in the channel." in message.text)

    # Verified by the bot, by the file, and on the command line.
    verified = await caro.slash("match verify", match=str(match))
    assert "everything checks out" in verified.text
    assert "All luck follows from the seed and the salt" in verified.text
    assert f"/{last.channel_id}/" in verified.text
    path = tmp_path / "match.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 0
    by_file = await ben.slash("match verify", file=Upload("match.json", path.read_bytes()))
    assert f"It's the same as match {match} on this bot, move by move." in by_file.text
    record["chance"][0] = record["chance"][0] % 6 + 1
    path.write_text(json.dumps(record), encoding="utf-8")
    wrong = CliRunner().invoke(app, ["verify", str(path)])
    assert wrong.exit_code == 1
    assert "chance[0] (at the start) is" in wrong.output
    by_file = await ben.slash("match verify", file=Upload("match.json", path.read_bytes()))
    assert "something is wrong" in by_file.text
    assert f"It has the seal of match {match}, but that match was played differently on this bot." in by_file.text


async def test_a_file_is_shown_as_a_replay(room: Room, ada: Player) -> None:
    lines = [line for line in lines_of("southern_cards") if '"seats":2' in line]
    line = min(lines, key=len)
    replay = of_record(json.loads(line))
    answer = await ada.slash("match import", file=Upload("any name.json", line.encode()))
    viewer = shown(answer)
    assert "Southern Cross cards · an imported match · at the start" in viewer.text
    assert {file.name for file in viewer.files} == {"replay.jpg", "record.json"}
    viewer = shown(await ada.choose(viewer, "Jump to a turn", f"After turn {replay.last}"))
    assert f"after turn {replay.last} of {replay.last}" in viewer.text
    assert "🏆" in viewer.text
    assert "'s hand: " in viewer.text  # the whole match is shown
    viewer = shown(await ada.click(viewer, "◀ Back"))
    assert f"after turn {replay.last - 1} of {replay.last}" in viewer.text


async def test_a_private_match_is_replayed_by_its_player_alone(room: Room, ada: Player, ben: Player) -> None:
    more = await ada.click(await solo(ada), "More")
    question = (await ada.click(more.message, "Give up")).message
    ended = await ada.click(question, "Give up")
    viewer = shown(await ada.click(ended.message, "Replay"))
    assert "at the start" in viewer.text
    assert "You gave up this game" in viewer.text or "gave up" in viewer.text
    assert viewer.button("GIF").disabled
    await ben.slash("match replay")  # WhichMatch: there is nothing for anyone else
