"""Parcheesi as the end-to-end tests play it: positions, and what people do in them."""

from typing import Any

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.whole_match import pick
from tests.messages import Answer, Message


def position(red: str, yellow: str, **changes: Any) -> dict[str, Any]:
    """A position of two seats, red to roll; pawns that aren't named are in the nest."""
    options = {"first": "seat0", "finish": "first", "triple_doubles": False, "blockade_limit": 0, "max_rolls": 0}
    pawns = [[*["nest"] * (4 - len(own.split())), *own.split()] for own in (red, yellow)]
    document: dict[str, Any] = {"game": "parcheesi", "seats": 2, "options": options, "phase": "roll", "turn": 0}
    document |= {"pawns": pawns, "dice": None, "left": [], "bonuses": [], "doubles": 0, "pairs": []}
    return document | {"blockades": [{}, {}], "finished": [], "rolls": 9} | changes


async def roll(room: Room, player: Player, board: Message, *dice: int) -> Answer:
    """Roll these dice with the button."""
    room.house.foresee(match_of(board), *dice)
    label = "Roll the dice" if board.has_button("Roll the dice") else "Roll again"
    return await player.click(board, label)


async def choose(player: Player, composer: Answer, move: str) -> Answer:
    """Choose a move in an open composer and confirm it."""
    composer = await pick(player, composer, move)
    return await player.click(composer.message, "Confirm")
