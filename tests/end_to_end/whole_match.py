"""Playing a match by clicks to its end."""

import re

from tests.end_to_end.room import Player
from tests.messages import Answer, Message


def tells(text: str, move: str) -> bool:
    """Whether a text tells this move of Cirondo in words."""
    origin, target = re.findall(r"[A-H]\d+", move)
    return re.search(rf"from {origin} to {target}\.|on {origin} takes .+ on {target}\.", text) is not None


async def play_by_clicks(player: Player, board: Message, move: str, *, go_back: bool = False) -> Answer:
    """Choose a move in the composer as a person does, and confirm it."""
    origin, target = re.findall(r"[A-H]\d+", move)
    composer = await player.click(board, "Move")
    assert composer.ephemeral
    composer = await pick(player, composer, origin)
    if go_back:
        composer = await player.click(composer.message, "Back")
        assert not composer.message or not composer.message.has_button("Confirm")
        composer = await pick(player, composer, origin)
    composer = await pick(player, composer, target)
    assert "### Play this?" in composer.text
    assert tells(composer.text, move)
    return await player.click(composer.message, "Confirm")


async def pick(player: Player, composer: Answer, place: str) -> Answer:
    """Choose a space, by button or from a list; a choice without alternative has been taken already."""
    message = composer.message
    assert message is not None
    for button in message.buttons:
        if place in button.label.split(" · "):
            return await player.click(message, button.label)
    for select in message.selects:
        for label in select.labels:
            if label.split(" · ")[-1] == place:
                return await player.choose(message, select.custom_id, label)
    assert place in composer.text, f"{place} can't be chosen: {message}"
    return composer


async def assert_nothing_is_left_to_play(*players: Player) -> None:
    for player in players:
        listed = await player.slash("match list")
        assert "You have no matches here." in listed.text
