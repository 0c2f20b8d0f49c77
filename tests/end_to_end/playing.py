"""Matches that go on whatever happens around them, and what must hold for them in the end."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bot.rules import GAMES, IllegalMove, State
from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, is_board, match_of
from tests.end_to_end.whole_match import play_by_clicks
from tests.messages import CannotDo, Message

CLICKED = 0.3  # of the moves


@dataclass
class Table:
    """One match and the people on its seats, in order; None for a computer."""

    match: int
    game: str
    players: Sequence[Player | None]
    wanted: list[str] = field(default_factory=list)  # the moves to play; without them any

    def position(self, house: House) -> State[Any]:
        ((document,),) = house.rows("SELECT document FROM snapshots WHERE match_id = ?", self.match)
        return GAMES[self.game].load(json.loads(document))

    def version(self, house: House) -> int:
        ((version,),) = house.rows("SELECT version FROM matches WHERE id = ?", self.match)
        return int(version)

    def played(self, house: House) -> int:
        ((played,),) = house.rows("SELECT count(*) FROM events WHERE match_id = ? AND kind = 'move'", self.match)
        return int(played)


def newest_board(player: Player, match: int) -> Message | None:
    """What the player's page shows last of a match."""
    found = [one for one in player.seen.values() if is_board(one) and match_of(one) == match]
    return max(found, key=lambda message: message.id, default=None)


async def play_on(
    house: House,
    table: Table,
    choices: random.Random,
    moves: int | None = None,
    *,
    trouble: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Type or click one move after the other, until the match is over or has this many moves.

    A move that comes to nothing is asked for again. `trouble` is made before each.
    """
    for player in table.players:
        if player is not None:
            player.waits_for_buttons = False  # they are gone where the board is an old one by now
    while moves is None or table.played(house) < moves:
        position = table.position(house)
        if position.to_move is None:
            return
        player = table.players[position.to_move]
        if player is None:
            await asyncio.sleep(0.05)  # a computer's turn
            continue
        if trouble is not None:
            await trouble()
        played = table.played(house)
        move = table.wanted[played] if table.wanted else position.notate(choices.choice(position.legal()))
        board = newest_board(player, table.match)
        clicks = choices.random() < CLICKED
        try:
            if clicks and move == "roll" and board is not None and board.buttons:
                pressed = {"message": str(board.id), "custom_id": board.buttons[0].custom_id}
                await player.act("components", pressed, board)
            elif clicks and table.game == "cirondo" and board is not None and board.has_button("Move"):
                await play_by_clicks(player, board, move)
            else:
                command = table.game.replace("_", "-")
                asked = await player.slash(f"{command} move", match=str(table.match), move=move)
                if asked.message is not None and asked.message.has_button("Yes"):
                    await player.click(asked.message, "Yes")
        except (CannotDo, AssertionError, IllegalMove, TimeoutError):
            continue  # the board is an old one by now, or what was asked for came too late


@dataclass(frozen=True)
class Told:
    """The result of everything that people did, by the ids of interactions."""

    asked: set[int]
    acknowledged: set[int]


def told(players: Sequence[Player]) -> Told:
    asked: set[int] = set()
    last: dict[int, int] = {}  # by message: the newest interaction that it answers
    seen: dict[int, Message] = {}
    for player in players:
        asked |= player.asked
        seen |= player.seen
        for interaction, events in player.happened.items():
            for event in events:
                if event["message"]:
                    message = int(event["message"])
                    last[message] = max(interaction, last.get(message, 0))
    said = {owner for message, owner in last.items() if message in seen and "Played: " in seen[message].text}
    return Told(asked, said)


def assert_all_is_there_once(house: House, players: Sequence[Player]) -> Counter[str]:
    """Every move that someone was told of is on the log, and none that nobody asked for. How many there are."""
    heard = told(players)
    kept = [number for (number,) in house.rows("SELECT interaction_id FROM events WHERE interaction_id IS NOT NULL")]
    assert len(kept) == len(set(kept))
    assert heard.acknowledged <= set(kept)
    assert set(kept) <= heard.asked
    moves = {number for (number,) in house.rows("SELECT interaction_id FROM events WHERE kind = 'move'")} - {None}
    unheard = len(heard.asked) - len(set(kept))
    return Counter(
        acknowledged=len(heard.acknowledged & moves), there=len(moves - heard.acknowledged), not_there=unheard
    )


async def assert_boards_are_in_order(room: Room, tables: Sequence[Table]) -> None:
    """Each board is one message; of each match the newest one shows what is, and only that one has buttons."""
    house, onlooker = room.house, room.players[0]
    await house.until_posted()
    numbers = {table.match for table in tables}
    noted = house.rows("SELECT match_id, message_id, version FROM posts WHERE message_id IS NOT NULL")
    newest = {match: max((v, message) for m, message, v in noted if m == match) for match in numbers}
    for table in tables:
        assert newest[table.match][0] == table.version(house)
    last = {message for _, message in newest.values()}

    def boards() -> list[Message]:
        return [one for one in onlooker.seen.values() if is_board(one) and one.channel_id == room.channel]

    posted = {message for match, message, _ in noted if match in numbers}
    with suppress(TimeoutError):
        await house.until(lambda: {board.id for board in boards()} == posted, "a channel with the noted boards alone")
    assert {board.id for board in boards()} == posted
    await house.until(
        lambda: not [board for board in boards() if board.buttons and board.id not in last],
        "the retirement of older boards",
    )
