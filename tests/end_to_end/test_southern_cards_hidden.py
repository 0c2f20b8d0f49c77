"""What is hidden in Southern Cross cards stays so from everyone whom it is hidden from."""

import json
import re
from collections.abc import Iterable
from contextlib import AsyncExitStack

import pytest

from bot.match import Matches
from bot.rules.southern_cards import Position
from bot.store import Store
from cogs.southern_cards import SouthernCards
from images import southern_cards as pictures
from images.canvas.canvas import encode
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.southern_cards import (
    GAME,
    Document,
    begin_match_play,
    cards,
    newest_match,
    place,
    position_of,
    posted,
    shown,
    solo,
)
from tests.messages import Message

NAMED = re.compile(r"(?<![A-Za-z0-9])(10|[A2-9JQK])([SHDC♠♥♦♣])(?![A-Za-z0-9])")
JOKER = re.compile(r"(?<![A-Za-z])(JK|joker)(?![A-Za-z])")


def named(text: str) -> set[str]:
    """The cards that a text names, as signs or letters."""
    letters = str.maketrans("♠♥♦♣", "SHDC")
    found = {rank + suit.translate(letters) for rank, suit in NAMED.findall(text)}
    return found | ({"JK"} if JOKER.search(text) else set())


def written(message: Message) -> str:
    """All of a message that can be read: texts, labels, custom ids, alt texts, names of files."""
    return json.dumps(message.raw, ensure_ascii=False)


def secrets_from(position: Document, seat: int | None) -> set[str]:
    """The cards of which no copy may be known to a seat (None: to those who only watch)."""
    hands: list[list[str]] = position["hands"]
    others = [card for number, hand in enumerate(hands) if number != seat for card in hand]
    open_: Iterable[str] = [card for _, pile in position["field"] for card in pile]
    taken = [card for pile in position["taken"] for card in pile]
    own = hands[seat] if seat is not None else []
    order = [card for card in position["order"] if card]
    return {*others, *position["deck"]} - {*open_, *taken, *own, *order}


class Secrets:
    """Compares what everyone was shown with what they may know just now, by the database's position."""

    def __init__(self, room: Room, match: int, seated: dict[Player, int], *watching: Player) -> None:
        self.room, self.match = room, match
        self.seats: dict[Player, int | None] = {**seated, **dict.fromkeys(watching)}
        self.read = dict.fromkeys(self.seats, 0)  # how many of each one's answers have been compared
        self.until = 0.0
        self.oldest = 0  # messages before this one tell of another position
        self.compared = 0

    async def begin_anew(self, board: Message) -> None:
        """Compare what comes from this board on: before it, cards were where they can't have come from."""
        self.oldest = board.id
        self.read = {player: len(player.answers) for player in self.seats}
        await self.compare()

    async def compare(self) -> None:
        """To be called after each move: fails if anything that was sent names a card that is a secret still."""
        position = position_of(self.room.house, self.match)
        for request in await posted(self.room):
            of_older = re.search(r"/messages/(\d+)$", request["path"])
            if of_older is not None and int(of_older[1]) < self.oldest:
                continue
            if request["at"] > self.until:
                sent = json.dumps([request["body"], request["files"]], ensure_ascii=False)
                assert not named(sent) & secrets_from(position, None), f"everybody could read {sent}"
                self.until = request["at"]
                self.compared += 1
        for player, seat in self.seats.items():
            answers = [answer.message for answer in player.answers[self.read[player] :] if answer.message]
            self.read[player] = len(player.answers)
            now = [message for message in await player.messages(limit=100) if message.id >= self.oldest]
            for message in [*now, *answers]:
                found = named(written(message)) & secrets_from(position, seat)
                assert not found, f"{player.name} could read of {found}: {written(message)}"
                self.compared += 1


@pytest.mark.thorough
async def test_no_card_of_a_hand_or_of_the_deck_is_ever_revealed_to_others(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    said_before = len(room.house.output)
    board = await room.begin(ada, ben, caro, game=GAME, seats=3)
    match = match_of(board)
    secrets = Secrets(room, match, {ada: 0, ben: 1, caro: 2}, dan)
    await secrets.compare()
    people = (ada, ben, caro)

    async def turn(board: Message, number: int) -> Message:
        """The player to move places a card by clicks or by typing; the others try what they can to learn something."""
        position = position_of(room.house, match)
        player = people[position["to_move"]]
        others = [other for other in people if other is not player]
        composer = await player.click(board, "My hand")
        assert secrets_from(position, None) & named(written(composer.message)), "the hand names no secret"  # type: ignore[arg-type]  # it has text
        held = (position["order"][position["to_move"]] or position["hands"][position["to_move"]][0]) + "@b2"
        choices = await player.autocomplete(f"{GAME} move", "move", held)
        assert [choice.value for choice in choices] == [held]
        for other in (*others, dan):
            for more in ({}, {"match": str(match)}):
                assert await other.autocomplete(f"{GAME} move", "move", held[:-1], **more) == []
            refused = await other.slash(f"{GAME} move", move="b2", match=str(match))
            own = "You aren't playing in this match." if other is dan else "turn."
            assert own in refused.text
            if number % 2:
                in_words = await other.slash(f"{GAME} board", text=True, match=str(match))
            else:
                in_words = await other.click(board, "In words")
            assert in_words.text.count("in hand") == 2 + (other is dan)
            await other.click(board, "My hand")
        await dan.slash("match show", match=str(match))
        matches = await others[0].autocomplete("match show", "match", "")
        assert not named(" ".join(choice.name for choice in matches))
        await secrets.compare()
        if number % 2:
            composer = await place(player, composer, shown(held.partition("@")[0]), "b2")
            await player.click(composer.message, "Confirm")
        else:
            await player.slash(f"{GAME} move", move=held)
        board = await room.board(player, after=board)
        await room.house.until_posted()
        await secrets.compare()
        return board

    for number in range(3):
        board = await turn(board, number)
    # An offer, a refusal and another board in between.
    await ben.slash("match draw")
    board = await ada.wait_for(lambda message: message.id == board.id and message.has_button("Decline"))
    await caro.click(board, "Decline")
    board = await ada.wait_for(lambda message: message.id == board.id and not message.has_button("Decline"))
    await room.house.until_posted()
    await secrets.compare()
    # Towards the end, with other cards.
    late = cards("2C 7S 8S ; 5D KC 4D ; 4H AC QH", "6S 9D", "JH 6H", "3C 6C", hand=2, deck="2D 3S JD 8C 10H")
    board = await room.prepare(ada, board, late)
    await room.house.until_posted()
    await secrets.begin_anew(board)
    for number in range(2):
        board = await turn(board, number)

    # The picture that everyone sees is made of what everyone may know.
    store = await Store.open(f"sqlite+aiosqlite:///{room.house.database}")
    try:
        kept = await Matches(store).get(match)
    finally:
        await store.close()
    assert isinstance(kept.state, Position)
    drawn = pictures.draw(kept.state.sight(None), SouthernCards.__new__(SouthernCards).marks(kept))
    assert await board.files[0].read() == encode(drawn, quickly=True).data
    # Nothing of it stands in the log.
    assert not [line for line in room.house.output[said_before:] if named(line)]

    # All this would have noticed a card that someone could read.
    assert secrets.compared > 100
    (secret, *_) = sorted(secrets_from(position_of(room.house, match), 0) - {"JK"})
    await room.house.as_the_bot(
        "POST", f"/channels/{room.channel}/messages", {"content": shown(secret), "allowed_mentions": {"parse": []}}
    )
    with pytest.raises(AssertionError, match="could read"):
        await secrets.compare()


@pytest.mark.thorough
async def test_the_number_of_someone_elses_private_match_leads_nowhere(
    rented_room: tuple[Room, AsyncExitStack], room: Room, ada: Player, ben: Player, caro: Player
) -> None:
    _, parts = await begin_match_play(room, ada, ben)
    await solo(ada, layout="shishi")
    alone = newest_match(room)
    for player in (ben, caro):
        for number in (parts[0], alone, alone + 1000):
            refusal = f"There's no match {number}. See your matches with `/match list`."
            for command, more in (
                (f"{GAME} move", {"move": "ks b2"}),
                (f"{GAME} board", {}),
                (f"{GAME} board", {"text": True}),
                ("match show", {}),
                ("match resign", {}),
                ("match draw", {}),
                ("match cancel", {}),
            ):
                assert (await player.slash(command, match=str(number), **more)).text == refusal, command
            assert await player.autocomplete(f"{GAME} move", "move", "", match=str(number)) == []
        for command in (f"{GAME} board", "match show"):
            offered = {choice.value for choice in await player.autocomplete(command, "match", "")}
            assert not offered & {str(parts[0]), str(alone)}
    assert room.house.moves_of(parts[0]) == room.house.moves_of(alone) == []
