"""Matches in positions in which rows of docs/when-things-go-wrong.md come about."""

from typing import Any

from tests.end_to_end.room import Player, Room
from tests.messages import Message
from tests.rules.down_under.positions import LOCKED
from tests.rules.down_under.positions import document as tiles


async def of_tiles(room: Room, *players: Player, laid: tuple[str, ...], **position: Any) -> Message:
    """A match of Down Under of these people in such a position, the first of them to move unless it says otherwise."""
    options = {name: value for name, value in position.items() if name != "turn"}
    board = await room.begin(*players, game="down-under", seats=str(len(players)), **options)
    document = tiles(*laid, seats=len(players), **position)
    return await room.prepare(players[document["turn"]], board, document)


async def tile(player: Player, text: str) -> str:
    """What is answered to a tile that is typed."""
    return (await player.slash("down-under move", move=text)).text


async def offered(room: Room, ada: Player, ben: Player) -> Message:
    """A board on which Ada is offered a billabong."""
    board = await of_tiles(room, ada, ben, laid=LOCKED, size="9x9")
    await tile(ada, "curve k10 NW")
    return await room.shows(
        ben,
        board,
        "You can lay a billabong on **j10**, where both routes are stuck. It would make each of them a ring.",
    )
