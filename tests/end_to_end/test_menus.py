"""The commands in the menus of people and of messages, from a challenge to a replay."""

import pytest

from tests.end_to_end.room import Player, Room

pytestmark = pytest.mark.thorough


async def test_a_challenge_becomes_a_match_and_its_boards_have_a_menu(room: Room, ada: Player, ben: Player) -> None:
    asked = await ada.on_person("Challenge to a game…", ben.name)
    assert asked.ephemeral
    await ada.click(asked.message, "Cirondo")
    table = await ben.wait_for(lambda message: message.has_button("Join"))
    assert f"reserved for <@{ben.id}>" in table.text
    await ben.click(table, "Join")
    await ada.wait_for(lambda message: message.id == table.id and f"· <@{ben.id}>" in message.text)
    await ada.click(table, "Start")
    board = await room.board(ada)
    await room.house.until_posted()  # and noted
    for player in (ada, ben):
        told = await player.on_message("Position in words", board)
        assert told.ephemeral
        assert "Gold: 16 planets" in told.text
    replay = await ada.on_message("Replay from here", board)
    assert "at the start" in replay.text
    assert "isn't over yet" in (await ada.on_message("Review", board)).text
    assert "isn't a board" in (await ada.on_message("Review", table)).text
    assert "Profile of" in (await ada.on_person("Profile", ada.name)).text
    assert "You've blocked" in (await ada.on_person("Block", ben.name)).text
    assert "no profile that you can see" in (await ben.on_person("Profile", ada.name)).text


async def test_menus_speak_the_language_of_who_uses_them(room: Room, ada: Player) -> None:
    names = {command["name"]: command.get("name_localizations") for command in (await ada.state())["menus"]["message"]}
    assert {language: names["Replay from here"][language] for language in ("it", "ja", "es-419")} == {
        "it": "Rivedi da qui",
        "ja": "ここからリプレイ",
        "es-419": "Repetir desde aquí",
    }
