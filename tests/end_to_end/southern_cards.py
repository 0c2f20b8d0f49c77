"""Southern Cross cards as the end-to-end tests play it: positions, and what people do in them."""

import json
import re
from typing import Any

from bot.rules import GAMES
from bot.text.terms import capitalise
from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.whole_match import pick
from tests.messages import Answer, Message
from tests.rules.southern_cards.positions import document

GAME = "southern-cards"
RULES = GAMES["southern_cards"]

Document = dict[str, Any]

LAST_CARD = "3S 9H 5C ; KD 9C JS ; 2D 7C 8D"  # QS on c1 makes nothing of it


def cards(field: str, *hands: str, layout: str = "classic", hand: int = 3, wild: bool = False, **more: Any) -> Document:
    """A position of these hands, the first to place unless `more` says otherwise; a deck has to be named."""
    first, *others = hands
    options = {"layout": layout, "hand": hand, "wild": wild}
    return document(
        layout, field, first, seats=len(hands), others=";".join(others), wild=wild, **({"options": options} | more)
    )


def position_of(house: House, match: int) -> Document:
    """What the database has as the position of a match."""
    ((kept,),) = house.rows("SELECT document FROM snapshots WHERE match_id = ?", match)
    found: Document = json.loads(kept)
    return found


def put(house: House, match: int, position: Document) -> None:
    """Put a private match into this position: it is taken over when the match is opened again, see `Room.prepare`."""
    house.rows("UPDATE matches SET rules_version = 0 WHERE id = ?", match)
    house.rows(
        "UPDATE snapshots SET document = ?, before = NULL, trail = NULL WHERE match_id = ?", json.dumps(position), match
    )


def newest_match(room: Room) -> int:
    ((match,),) = room.house.rows("SELECT max(id) FROM matches WHERE channel_id = ?", room.channel)
    return int(match)


async def place(player: Player, composer: Answer, card: str, cell: str) -> Answer:
    """Choose a card and a cell in an open composer, as far as there is a choice, up to the question."""
    message = composer.message
    assert message is not None
    for select in message.selects:
        if (both := f"{capitalise(card)} → {cell}") in select.labels:
            return await player.choose(message, select.custom_id, both)
    composer = await pick(player, composer, capitalise(card))
    message = composer.message
    assert message is not None
    parts = [button.label.split(" · ") for button in message.buttons]
    if any(label[0].isdigit() for label in parts) and not any(cell in label for label in parts):
        number = re.search(rf"\b(\d+) {re.escape(cell)}[,.]", message.files[0].alt)
        assert number is not None, message.files[0].alt
        (label,) = [one.label for one in message.buttons if one.label.split(" · ")[0] == number[1]]
        return await player.click(message, label)
    return await pick(player, composer, cell)


async def put_down(player: Player, board: Message, card: str, cell: str) -> Answer:
    """Place a card from one's hand by clicks and confirm it."""
    composer = await place(player, await player.click(board, "My hand"), card, cell)
    return await player.click(composer.message, "Confirm")


async def solo(player: Player, **options: Any) -> Message:
    """One's own game, as soon as a card can be chosen."""
    answer = await player.slash(f"{GAME} solo", **options)
    return await to_play(player, answer)


async def to_play(player: Player, answer: Answer) -> Message:
    """The private message of this answer, as soon as a card can be chosen in it."""
    assert answer.message is not None, answer
    assert answer.ephemeral
    shown = answer.message.id
    return await player.wait_for(lambda message: message.id == shown and message.has_button("More"))


def has(answer: Answer, label: str) -> bool:
    assert answer.message is not None, answer
    return answer.message.has_button(label)


async def posted(room: Room) -> list[Document]:
    """Whatever the bot asked for in the room's channel during this test, such as messages and their edits."""
    place = f"/channels/{room.channel}/"
    return [request for request in (await room.house.log())["requests"] if request["path"].startswith(place)]


def shown(card: str) -> str:
    """A card in words."""
    return "joker" if card == "JK" else card[:-1] + card[-1].translate(str.maketrans("SHDC", "♠♥♦♣"))


async def begin_match_play(room: Room, *people: Player) -> tuple[Message, list[int]]:
    """A match play of these people: the table's first board, and the number of everyone's own match."""
    table = await room.open_table(*people, game=GAME, seats=len(people), mode="parallel")
    assert "Match play: the same cards for everyone, played alone" in table.text
    await people[0].click(table, "Start")
    board = await host_board(people[0], f"Match play · 0 of {len(people)} finished")
    query = "SELECT id FROM matches WHERE series_id = (SELECT series_id FROM matches WHERE id = ?) AND part > 0"
    return board, [number for (number,) in room.house.rows(f"{query} ORDER BY part", match_of(board))]


async def host_board(player: Player, words: str) -> Message:
    return await player.wait_for(
        lambda message: not message.ephemeral and words in message.text and message.has_button("Rules")
    )
