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


def listed(moves: str) -> list[str]:
    """The moves of a match that is written down in lines."""
    return moves.split()


# One of the shortest matches there are for two: silver runs into gold's planets until nothing is left of it.
SHORT = listed("""
    B16-C16 B17-C17 A1xB32 A17-C15 B32xA31 B31-C31 A31xB30 B18-C18 B30xA29 A32-F27 A16xC18 C17-D17 C18xB19 A30-G4
    B19xA20 A18-H25 B14xC15 G4-C32 B1xC32 H25-D21 A29xB28 A19-C17 B28xA27 B29-C29 A27xB26 F27-G26 A20xB21 A28-D31
    B26xA25 D21-G24 C16xD17 G24-H25 A25xB24 H25-C20 A15xC17 B23-C23 B24xC23 A24-D21 C23xB22 G26-C22 C32xD31 C20-H15
    B22xA21 H15-C10 B11xC10 D21-C20 B21xA22 C22-B23 A22xB23 C20-E18 D17xE18 A23-E19 C17xE19 B25-C25 A21xB20 C25-D25
    B23xD25 A26-C24 D25xB27 C24-A26 B27xA26 C29-D29 A26xD29
""")
