"""Southern Cross cards as people play it: hands, order cards, jokers, all fields, alone, in series and side by side."""

import json
import re
from collections.abc import Iterable
from contextlib import AsyncExitStack
from hashlib import sha256
from typing import Any

import pytest

from bot.match import Matches
from bot.rules import GAMES
from bot.rules.chance import Sealed
from bot.store import Store
from bot.text.terms import capitalised
from cogs.southern_cards import SouthernCards
from images import southern_cards as pictures
from images.canvas.canvas import encode
from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, enter, match_of, rented
from tests.end_to_end.test_whole_match import assert_nothing_is_left_to_play, pick
from tests.messages import Answer, Message
from tests.rules.southern_cards.positions import document

GAME = "southern-cards"
RULES = GAMES["southern_cards"]

Document = dict[str, Any]


# Positions.


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


def moves_of(house: House, match: int) -> list[str]:
    query = "SELECT move FROM events WHERE match_id = ? AND kind = 'move' ORDER BY number"
    return [move for (move,) in house.rows(query, match)]


def newest_match(room: Room) -> int:
    ((match,),) = room.house.rows("SELECT max(id) FROM matches WHERE channel_id = ?", room.channel)
    return int(match)


def in_order(room: Room, board: Message, *people: Player) -> tuple[Player, ...]:
    """These people, who sit in this order, as they take their turns, from the dealer on."""
    dealer = position_of(room.house, match_of(board))["dealer"]
    return people[dealer:] + people[:dealer]


# What people do.


async def place(player: Player, composer: Answer, card: str, cell: str) -> Answer:
    """Choose a card and a cell in an open composer, as far as there is a choice, up to the question."""
    composer = await pick(player, composer, capitalised(card))
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
    return await player.wait_for(lambda message: message.id == shown and message.has_button("Give up"))


def has(answer: Answer, label: str) -> bool:
    assert answer.message is not None, answer
    return answer.message.has_button(label)


def alts(answer: Answer) -> list[str]:
    assert answer.message is not None, answer
    return [file.alt for file in answer.message.files]


# Together.


@pytest.mark.thorough
async def test_three_play_from_the_order_cards_to_the_places(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    table = await room.open_table(ada, ben, caro, game=GAME, seats=3, hand=2)
    assert "Hand: 2" in table.text
    assert "The luck is sealed" in table.text
    await caro.click(table, "Start")
    board = await room.board(ada)

    # The order cards lie open, and the strongest one's seat begins.
    dealt = position_of(room.house, match_of(board))
    shown = [card.translate(str.maketrans("SHDC", "♠♥♦♣")).replace("JK", "joker") for card in dealt["order"]]
    dealer = ("Gold", "Blue", "Silver")[dealt["dealer"]]
    assert (
        f"Order cards: gold {shown[0]}, blue {shown[1]} and silver {shown[2]}. {dealer} deals and begins." in board.text
    )
    assert f"Place your order card **{shown[dealt['dealer']]}** now." in board.text
    assert [button.label for button in board.buttons] == ["My hand", "In words", "Rules", "More"]

    # In the first round nothing but that card goes, by clicks and by typing.
    first, second, third = in_order(room, board, ada, ben, caro)
    assert board.mentions == (first.name,)
    cards_of = dict(zip((ada, ben, caro), zip(dealt["order"], dealt["hands"], strict=True), strict=True))
    composer = await first.click(board, "My hand")
    card = shown[dealt["dealer"]].replace("joker", "Joker")
    assert composer.text.startswith(f"### {card} → ?\nPlace your order card")
    composer = await pick(first, composer, "b2")
    assert "### Play this?" in composer.text
    done = await first.click(composer.message, "Confirm")
    assert "Played: " in done.text
    board = await room.board(second, after=board)
    assert board.mentions == (second.name,)
    assert str(board.id) in await first.wait_for_words(done, "[Go to the board]")
    due, hand = cards_of[second]
    if other := [card for card in hand if card != due]:
        refused = await second.slash(f"{GAME} move", move=f"{other[0]} b1")
        assert f"In the first round you must place your order card, {due}." in refused.text
    suggested = [choice.value for choice in await second.autocomplete(f"{GAME} move", "move", "")]
    assert {str(text).partition("@")[0] for text in suggested} == {due}
    assert len(suggested) == 9
    for player, other_player, cell in ((second, third, "a1"), (third, first, "c1")):
        typed = f"{cards_of[player][0].lower()} {cell.upper()}"
        assert f"** on {cell}." in (await player.slash(f"{GAME} move", move=typed)).text
        board = await room.board(other_player, after=board)

    # Gold takes a double trick by clicks; the others see their hands meanwhile, and a stranger none.
    position = cards(
        "2C 7S 8S ; 5D KC 4D ; 4H AC QH", "6S 9D", "10C JH", "3C KH", hand=2, deck="2D 3S JD 8C 10H 6D 7D"
    )  # fmt: skip
    board = await room.prepare(ada, board, position)
    composer = await ada.click(board, "My hand")
    assert [button.label for button in composer.message.buttons] == ["1 · 6♠", "2 · 9♦", "Hint"]  # type: ignore[union-attr]  # it has text
    assert alts(composer)[1] == "Gold's hand: 6S, 9D. Choices: 1 6S, 2 9D."
    mine = await ben.click(board, "My hand")
    assert mine.ephemeral
    assert mine.text == "Your hand. It's gold's turn, and I'll ping you when it's yours."
    assert alts(mine) == ["Blue's hand: JH, 10C."]
    refused = await dan.click(board, "My hand")
    assert refused.text.startswith("You don't play in this match.")
    assert not refused.message.files  # type: ignore[union-attr]  # it has text
    composer = await place(ada, composer, "6♠", "a3")
    made = "Extra double trick: (royal sequence 40 + sequence 20) × 2 = 120."
    assert f"🟡 Gold places **6♠** on a3. {made}" in composer.text
    done = await ada.click(composer.message, "Confirm")
    assert done.text.startswith(f"Played: 🟡 Gold places **6♠** on a3. {made}")
    board = await room.board(ben, after=board)
    assert board.mentions == (ben.name,)
    assert f"🟡 Gold places **6♠** on a3. {made}" in board.text
    assert "Gold: 120 points" in board.files[0].alt
    assert "Gold placed 6S on a3 for 120 points" in board.files[0].alt

    # Blue makes a reach by typing; the player who has just placed holds another card already.
    told = await ben.slash(f"{GAME} move", move="j♥ B2")
    made = "🔵 Blue places **J♥** on b2. Triple reach on a3, c3 and a1: 15."
    assert told.text.startswith(f"Played: {made}")
    board = await room.board(caro, after=board)
    assert made in board.text
    assert alts(await ben.click(board, "My hand")) == ["Blue's hand: 6D, 10C."]

    # A total eclipse: the next card goes to the centre, and there is no choice left but to confirm.
    position = cards(
        ". . . ; 5S 6D . ; . . .", "KS", "2D", "7H", hand=2, to_move=2, scores=[120, 30, 0], dealer=1
    )  # fmt: skip
    board = await room.prepare(caro, board, position)
    assert "Gold: 120 points" in board.files[0].alt
    assert (await caro.slash(f"{GAME} move", move="7♥ c2")).text.startswith(
        "Played: ⚪️ Silver places **7♥** on c2. Sequence 20; total eclipse 50. 70 points in total."
    )
    board = await room.board(ada, after=board)
    assert "total eclipse 50" in board.text
    assert "After the total eclipse, place a card in the centre: b2." in board.text
    refused = await ada.slash(f"{GAME} move", move="ks a1")
    assert "After a total eclipse the next card must go in the centre: b2." in refused.text
    composer = await ada.click(board, "My hand")
    assert "### Play this?\n🟡 Gold places **K♠** on b2." in composer.text
    await ada.click(composer.message, "Confirm")
    board = await room.board(ben, after=board)
    assert "The centre is due" not in board.text
    await put_down(ben, board, "2♦", "c3")

    last = await room.board(ada, after=board)
    assert "🏆 Gold has won" in last.text
    standings = [line.split(" · ") for line in last.text.splitlines() if re.match(r"\*\*\d", line)]
    assert [(line[0], line[-1]) for line in standings] == [
        ("**1st** 🟡 gold", "120 points"),
        ("**2nd** ⚪️ silver", "70 points"),
        ("**3rd** 🔵 blue", "30 points"),
    ]
    assert last.mentions == ()
    assert not last.has_button("My hand")
    assert "seal opened" in last.text
    await assert_nothing_is_left_to_play(ada, ben, caro)


@pytest.mark.thorough
async def test_two_people_on_one_seat_hold_the_same_hand_and_either_places(
    room: Room, ada: Player, ben: Player, caro: Player
) -> None:
    table = await room.open_table(ada, ben, game=GAME, seats=2, **{"shared-seats": True})
    await caro.choose(table, "Choose a seat", "Gold")
    await ada.click(table, "Start")
    board = await room.board(ada)
    board = await room.prepare(ada, board, cards("2C 7S 8S ; 5D KC 4D ; 4H AC QH", "9H 10C 2S", "JD KS 3H", deck="AD"))
    assert set(board.mentions) <= {ada.name, caro.name}
    of_ada, of_caro = await ada.click(board, "My hand"), await caro.click(board, "My hand")
    assert alts(of_ada)[1].startswith("Gold's hand: 2S, 9H, 10C.")
    assert alts(of_ada) == alts(of_caro)
    of_caro = await place(caro, of_caro, "9♥", "b2")
    of_ada = await place(ada, of_ada, "10♣", "a1")
    await caro.click(of_caro.message, "Confirm")
    board = await room.board(ben, after=board)
    assert board.mentions == (ben.name,)
    told = await ada.told(await ada.click(of_ada.message, "Confirm"))
    assert told.startswith("This board is out of date.")
    assert moves_of(room.house, match_of(board)) == ["9H@b2"]
    seen = [alts(await player.click(board, "My hand")) for player in (ada, caro)]
    assert seen == [["Gold's hand: 2S, AD, 10C."]] * 2
    await ben.slash(f"{GAME} move", move="3h c3")
    board = await room.board(ada, after=board)
    assert set(board.mentions) == {ada.name, caro.name}


# What is hidden.

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


async def posted(room: Room) -> list[Document]:
    """Whatever the bot asked for in the room's channel during this test, such as messages and their edits."""
    place = f"/channels/{room.channel}/"
    return [request for request in (await room.house.log())["requests"] if request["path"].startswith(place)]


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
            own = "You don't play in this match." if other is dan else "turn."
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
    board = await room.board(ada, after=board)
    await caro.click(board, "Decline")
    board = await room.board(ada, after=board)
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
    assert kept.state is not None
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


def shown(card: str) -> str:
    """A card in words."""
    return "joker" if card == "JK" else card[:-1] + card[-1].translate(str.maketrans("SHDC", "♠♥♦♣"))


# Jokers.


@pytest.mark.slow
async def test_two_jokers_are_offered_where_they_may_lie_and_played_in_either_order(
    room: Room, ada: Player, ben: Player
) -> None:
    board = await room.begin(ada, ben, game=GAME, seats=2)
    field = "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C"
    board = await room.prepare(ada, board, cards(field, "JK JK 2S", "8D QC 6S", deck="AS AH AD AC 10S 10H"))
    for order in (("b3", "b1"), ("b1", "b3")):
        composer = await ada.click(board, "My hand")
        assert composer.message is not None
        assert [button.label for button in composer.message.buttons] == ["1 · 2♠", "2 · Joker", "3 · 2 jokers", "Hint"]
        composer = await pick(ada, composer, "2 jokers")
        offered = [button.label.rpartition(" · ")[2] for button in composer.message.buttons[:-1]]  # type: ignore[union-attr]  # it has text
        legal = [move for move in RULES.load(position_of(room.house, match_of(board))).legal() if len(move.cells) == 2]
        assert sorted(offered) == sorted({cell for move in legal for cell in move.cells})
        composer = await pick(ada, composer, order[0])
        composer = await pick(ada, composer, order[1])
        assert "### Play this?" in composer.text
        assert "🟡 Gold places **jokers** on b3 and b1. Triple trick: " in composer.text
    # Two that have nothing to do with each other are refused, and why.
    refused = await ada.slash(f"{GAME} move", move="JK@a3+c2")
    assert "Every joker you place" in refused.text
    await ada.click(composer.message, "Confirm")
    board = await room.board(ben, after=board)
    assert "🟡 Gold places **jokers** on b3 and b1. Triple trick: " in board.text
    assert "= 110." in board.text
    assert moves_of(room.house, match_of(board)) == ["JK@b3+JK@b1"]

    # Where no pair is worth anything, a single joker can be chosen and nothing else.
    board = await room.prepare(ada, board, cards(". . . ; . 5C . ; . . .", "JK JK", "8D QC"))
    composer = await ada.click(board, "My hand")
    assert "### Joker → ?" in composer.text
    assert not has(composer, "2 · 2 jokers")


@pytest.mark.slow
async def test_three_jokers_are_played_together_in_wild_play(room: Room, ada: Player, ben: Player) -> None:
    table = await room.open_table(ada, ben, game=GAME, seats=2, **{"wild-jokers": True})
    assert "With wild jokers" in table.text
    await ada.click(table, "Start")
    board = await room.board(ada)
    assert [len(hand) for hand in position_of(room.house, match_of(board))["hands"]] == [5, 5]
    field = "2C 7S 7H ; 4H 2D 6H ; 5H 5S 9H"
    board = await room.prepare(ada, board, cards(field, "JK JK JK AS KD", "8D QC 6S JK 3C", wild=True, deck="AH AD AC"))
    composer = await ada.click(board, "My hand")
    labels = [button.label for button in composer.message.buttons]  # type: ignore[union-attr]  # it has text
    assert labels == ["1 · A♠", "2 · K♦", "3 · Joker", "4 · 2 jokers", "5 · 3 jokers", "Hint"]
    composer = await pick(ada, composer, "3 jokers")
    for cell in ("c1", "a3", "b2"):
        composer = await pick(ada, composer, cell)
    assert "Gold places **jokers** on a3, b2 and c1." in composer.text
    assert "Octuple trick: " in composer.text
    await ada.click(composer.message, "Confirm")
    board = await room.board(ben, after=board)
    assert "🟡 Gold places **jokers** on a3, b2 and c1. Octuple trick: " in board.text
    assert "= 310." in board.text


# Fields.

SIDES = {"classic": [3] * 3, "shishi": [4] * 4, "gogo": [5] * 5, "zodiac": [5, 5, 3], "free": [5] * 5, "ultra": []}
"""Cells in each row of the composer's buttons at the beginning; on growing fields those beside the field as well."""

PLACES = {
    "classic": ("b2", "c3"), "shishi": ("a4", "d1"), "gogo": ("c3", "e1"), "zodiac": ("z0", "z11"),
    "free": ("2,2", "-2,0"), "ultra": ("0,0", "-1,1"),
}  # fmt: skip


@pytest.mark.parametrize("layout", ["classic", *(pytest.param(one, marks=pytest.mark.slow) for one in list(SIDES)[1:])])
async def test_every_field_is_played_by_clicks(room: Room, ada: Player, ben: Player, layout: str) -> None:
    board = await room.begin(ada, ben, game=GAME, seats=2, layout=layout)
    first, second = in_order(room, board, ada, ben)
    order = position_of(room.house, match_of(board))["order"]
    composer = await first.click(board, "My hand")
    assert composer.message is not None
    rows = [
        len(row["components"])
        for box in composer.message.raw["components"]
        for row in box["components"]
        if row["type"] == 1
    ]
    assert rows == [*SIDES[layout], 1] or layout == "ultra"  # the last one is the hint
    for player, other, cell in ((first, second, PLACES[layout][0]), (second, first, PLACES[layout][1])):
        card = order[0 if player is ada else 1]
        composer = await place(player, await player.click(board, "My hand"), shown(card), cell)
        assert "### Play this?" in composer.text
        done = await player.click(composer.message, "Confirm")
        assert f"places **{shown(card)}** on {cell}." in done.text
        board = await room.board(other, after=board)
        assert f"places **{shown(card)}** on {cell}." in board.text
    # From then on the card can be chosen, too.
    composer = await first.click(board, "My hand")
    assert has(composer, composer.message.buttons[0].label)  # type: ignore[union-attr]  # it has text
    hand = position_of(room.house, match_of(board))["hands"][0 if first is ada else 1]
    composer = await place(first, composer, shown(hand[-1]), PLACES[layout][0])
    await first.click(composer.message, "Confirm")
    board = await room.board(second, after=board)
    assert f"{hand[-1]}@{PLACES[layout][0]}" == moves_of(room.house, match_of(board))[-1]


@pytest.mark.slow
async def test_a_field_that_has_grown_large_is_chosen_from_lists(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben, game=GAME, seats=2, layout="free", hand=2)
    wide = cards(
        "3S 9H 5C ; KD 9C JS ; 2D 7C 8D", "QS AH", "QH 6D", layout="free", hand=2, deck="4H 2S",
        added="2,0 6C; 3,1 2H; 4,2 8S; 5,3 QD",
    )  # fmt: skip
    board = await room.prepare(ada, board, wide)
    composer = await pick(ada, await ada.click(board, "My hand"), "Q♠")
    assert composer.message is not None
    assert [button.label for button in composer.message.buttons] == ["Back"]
    lists = composer.message.selects
    rows = [select.placeholder.partition(" (")[0] for select in lists]
    assert rows == [f"Row {number}" for number in range(4, -3, -1)]
    cells = [label.rpartition(" · ")[2] for select in lists for label in select.labels]
    legal = RULES.load(wide).legal()
    assert cells == list(dict.fromkeys(cell for move in legal for cell in move.cells))
    assert len(cells) > 25
    descriptions = {
        option.label.rpartition(" · ")[2]: option.description for select in lists for option in select.options
    }
    assert descriptions["4,2"] == "+10, onto 8♠"
    assert descriptions["6,4"] == "+10, next to the field"
    composer = await pick(ada, composer, "6,4")
    assert "### Play this?\n🟡 Gold places **Q♠** on 6,4." in composer.text
    await ada.click(composer.message, "Confirm")
    board = await room.board(ben, after=board)
    assert "🟡 Gold places **Q♠** on 6,4." in board.text
    assert "Played: 🔵 Blue places **6♦** on 1,1." in (await ben.slash(f"{GAME} move", move="6♦ (1,1)")).text


# Alone.


@pytest.mark.thorough
async def test_a_game_of_ones_own_stays_private_and_outlives_its_message_and_the_bot(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        rent = (room, stack)
        ada, ben = await enter(rent, "Ada"), await enter(rent, "Ben")
        message = await solo(ada)
        match = newest_match(room)
        first = shown(position_of(house, match)["hands"][0][0])
        assert "### Your move · 0 points" in message.text
        composer = await place(ada, Answer(0, message), first, "b2")
        played = await ada.click(composer.message, "Confirm")
        assert played.text.startswith(f"🟡 Gold places **{first}** on b2.")
        assert "### Your move · " in played.text
        (once,) = moves_of(house, match)
        assert once.endswith("@b2")
        old = await ada.click(played.message, (await ada.fresh(message)).buttons[0].label)

        # It goes on from the command when its message is closed, with nothing lost when the bot dies.
        assert old.message is not None
        again = await solo(ada)
        assert again.text.startswith("Your game continues where you left off.\n### Your move · ")
        await ada.dismiss(again)
        await house.kill_bot()
        await house.start_bot()
        again = await solo(ada)
        assert again.text.startswith("Your game continues where you left off.")
        assert newest_match(room) == match
        hand = position_of(house, match)["hands"][0]
        composer = await place(ada, Answer(0, old.message), shown(hand[0]), "a3")
        assert has(composer, "Confirm")

        # Typed moves belong to it as well; buttons of before are answered kindly, and nothing is played by them.
        suggested = [choice.value for choice in await ada.autocomplete(f"{GAME} move", "move", f"{hand[1]} c1")]
        assert f"{hand[1]}@c1" in suggested
        typed = await ada.slash(f"{GAME} move", move=f"{hand[1]} c1")
        assert typed.ephemeral
        assert f"places **{shown(hand[1])}** on c1." in typed.text
        assert has(typed, "Give up")
        shown_anew = await ada.click(composer.message, "Confirm")
        assert shown_anew.text.startswith("This board is out of date. This is the current position.\n### Your")
        assert has(shown_anew, "Give up")
        assert moves_of(house, match) == [once, f"{hand[1]}@c1"]

        # Nobody else has seen anything of it.
        assert [
            message for message in await ben.messages() if not message.ephemeral or message.author != ben.name
        ] == []
        log = await house.log()
        assert not [one for one in log["requests"] if one["method"] == "POST" and one["path"].startswith("/channels/")]
        assert await ben.autocomplete(f"{GAME} move", "match", "") == []
        assert "You have no matches here." in (await ben.slash("match list")).text
        listed = await ada.slash("match list")
        assert (
            f"**{match}** · Southern Cross cards · alone · your turn · private: open it with `/{GAME} solo`"
            in listed.text
        )


LAST_CARD = "3S 9H 5C ; KD 9C JS ; 2D 7C 8D"  # QS on c1 makes nothing of it


async def finish_alone(room: Room, player: Player, points: int) -> Answer:
    """Let a game of one's own come to its last card with these points, and place it."""
    put(room.house, newest_match(room), cards(LAST_CARD, "QS", scores=[points]))
    message = await solo(player)
    assert f"### Q♠ → ? · {points} points" in message.text
    return await player.slash(f"{GAME} move", move="qs c1")


def seal_of(text: str) -> tuple[bytes, str]:
    """The seed and the salt that a text tells."""
    found = re.search(r"seal opened: seed `([0-9a-f]{64})`, salt `([^`]+)`", text)
    assert found is not None, text
    return bytes.fromhex(found[1]), found[2]


@pytest.mark.slow
async def test_games_alone_are_ranked_and_their_luck_can_be_checked(room: Room, ada: Player) -> None:
    begun = await solo(ada)
    found = re.search(r"All luck was sealed in advance: `([0-9a-f]{64})`", begun.text)
    assert found is not None
    dealt = position_of(room.house, newest_match(room))
    assert "None yet." in (await ada.slash(f"{GAME} best")).text

    # The end tells the points, and the luck with which the cards can be dealt again.
    done = await finish_alone(room, ada, 300)
    assert "### The game is over: 300 points\n**1st** 300 points" in done.text
    seed, salt = seal_of(done.text)
    assert sha256(seed).hexdigest() == found[1]
    assert salt == str(begun.id)
    assert RULES.start(1, dealt["options"], Sealed(seed, salt)).dump() == dealt
    assert [button.label for button in done.message.buttons] == ["New game", "Replay", "In words"]  # type: ignore[union-attr]  # it has text
    assert "Over." in (await ada.click(done.message, "In words")).text

    # A new game has a seal of its own; what it is worth is told among one's own games.
    again = await ada.click(done.message, "New game")
    begun = await to_play(ada, again)
    assert found[1] not in begun.text
    done = await finish_alone(room, ada, 450)
    assert "### The game is over: 450 points, your best of 2" in done.text
    await to_play(ada, await ada.click(done.message, "New game"))
    done = await finish_alone(room, ada, 120)
    assert "### The game is over: 120 points, number 3 of your 3 games" in done.text
    assert [line.split(" · ")[0] for line in done.text.splitlines() if re.match(r"\*\*\d", line)] == [
        "**1st** 450 points", "**2nd** 300 points", "**3rd** 120 points",
    ]  # fmt: skip

    # Giving up is asked once more, and doesn't count.
    begun = await to_play(ada, await ada.click(done.message, "New game"))
    asked = await ada.click(begun, "Give up")
    assert (
        asked.text == f"### Give up match {newest_match(room)}?\nIt ends now and doesn't count among your best games."
    )
    assert "Your game continues where you left off." in (await solo(ada)).text
    given_up = await ada.click(asked.message, "Give up")
    assert given_up.text.startswith("### You gave up this game")
    assert has(given_up, "New game")
    seal_of(given_up.text)
    told = await ada.told(await ada.click(begun, begun.buttons[0].label))
    assert told.startswith("This match is over.")
    best = await ada.slash(f"{GAME} best")
    assert [line.split(" · ")[0] for line in best.text.splitlines()[2:]] == [
        "**1st** 450 points", "**2nd** 300 points", "**3rd** 120 points",
    ]  # fmt: skip

    # Games by other options have a list of their own, and are begun beside each other.
    shishi = await solo(ada, layout="shishi")
    classic = await solo(ada, layout="classic")
    assert "goes on" not in shishi.text + classic.text
    assert "continues where you left off" in (await solo(ada, layout="shishi")).text
    assert "None yet." in (await ada.slash(f"{GAME} best", layout="shishi")).text
    which = await ada.slash(f"{GAME} move", move="ks b2")
    assert which.text.startswith("You have 2 matches here. Choose one from the list.")


@pytest.mark.slow
async def test_a_game_alone_is_played_in_a_thread_where_others_may_watch(room: Room, ada: Player, ben: Player) -> None:
    answer = await ada.slash(f"{GAME} solo", thread=True)
    assert answer.message is not None
    assert not answer.ephemeral
    table = await ada.wait_for(lambda message: message.id == message.thread_id == answer.message.id)  # type: ignore[union-attr]  # it is there
    thread = ada.channel = ben.channel = table.id
    board = await room.board(ben, channel=thread)
    assert board.mentions == (ada.name,)
    assert (await ben.click(board, "My hand")).text.startswith("You don't play in this match.")
    hand = position_of(room.house, match_of(board))["hands"][0]
    goes_on = await put_down(ada, board, shown(hand[0]), "b2")
    assert "### Your move" in goes_on.text
    assert f"🟡 Gold places **{shown(hand[0])}** on b2." in goes_on.text
    board = await room.shows(ben, board, f"🟡 Gold places **{shown(hand[0])}** on b2.")  # in the same message
    board = await room.prepare(ada, board, cards(LAST_CARD, "QS", scores=[200]))
    await ada.slash(f"{GAME} move", move="qs c1")
    await room.shows(ben, board, f"🏆 The game is over: 200 points · <@{ada.id}>")
    assert await room.boards() == []


# Series.


@pytest.mark.slow
async def test_games_follow_each_other_until_someone_has_a_thousand_points(
    room: Room, ada: Player, ben: Player
) -> None:
    table = await room.open_table(ada, ben, game=GAME, seats=2, mode="points")
    assert "To 1,000 points, game after game" in table.text
    seal = re.search(r"`([0-9a-f]{64})`", (await ada.click(table, "How the luck is sealed")).text)
    assert seal is not None
    await ada.click(table, "Start")
    board = await room.board(ada)
    first = match_of(board)
    deals = {first: position_of(room.house, first)}
    assert "Game 1 of a series. The first to reach 1,000 points wins it." in board.text
    board = await room.prepare(ada, board, cards(LAST_CARD, "QS", "", scores=[595, 450], dealer=0))
    await ada.slash(f"{GAME} move", move="qs c1")

    # The last board of the game, and the first one of the next, which begins by itself.
    new = await room.board(ben, after=board)
    await room.house.until_posted()
    ended, new = [one for one in await room.boards() if one.id > board.id]
    second = match_of(new)
    deals[second] = position_of(room.house, second)
    assert match_of(ended) == first != second
    assert "Game 1 of the series is over. The next one follows below." in ended.text
    assert "600 points, 600 in total" in ended.text
    assert "450 points, 450 in total" in ended.text
    assert "Game 2 of a series. The first to reach 1,000 points wins it." in new.text
    assert "600 points from earlier games" in new.text
    assert "450 points from earlier games" in new.text
    assert len(new.mentions) == 1
    for shown_now in (ended, new, await room.board(ada)):
        assert "seal opened" not in shown_now.text

    board = await room.prepare(ada, new, cards(LAST_CARD, "QS", "", scores=[390, 610]))
    assert "600 points from earlier games" in board.text
    await ada.slash(f"{GAME} move", move="qs c1")
    last = await room.board(ben, after=board)
    assert f"### 🏆 Blue has won the series · <@{ben.id}>" in last.text
    assert "610 points, 1060 in total" in last.text
    assert "395 points, 995 in total" in last.text
    await room.house.until_posted()
    assert [match_of(one) for one in await room.boards()][-1] == second

    # One seal for all games, each with a salt of its own.
    seed, salt = seal_of(last.text)
    assert sha256(seed).hexdigest() == seal[1]
    for match, dealt in deals.items():
        ((salt_of,),) = room.house.rows("SELECT salt FROM matches WHERE id = ?", match)
        assert salt_of.startswith(str(table.id))
        assert RULES.start(2, dealt["options"], Sealed(seed, salt_of)).dump() == dealt
    assert salt == f"{table.id}.2"
    await assert_nothing_is_left_to_play(ada, ben)


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


def readable(*messages: Message) -> str:
    """What can be read in these messages, without ids and addresses."""
    return "\n".join(
        part
        for message in messages
        for part in (message.text, *(one.label for one in message.buttons), *(file.alt for file in message.files))
    )


@pytest.mark.thorough
async def test_match_play_compares_when_all_are_through_and_tells_no_points_before(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    board, parts = await begin_match_play(room, ada, ben, caro)
    assert set(board.mentions) == {ada.name, ben.name, caro.name}
    assert len({json.dumps(position_of(room.house, part)) for part in parts}) == 1, "the same cards for all"
    opened = [await to_play(player, await player.click(board, "Play")) for player in (ada, ben, caro)]
    assert len({file.alt.partition(": ")[2] for message in opened for file in message.files[1:]}) == 1
    refusal = "You can see the others' scores once you've finished your own game."
    for player in (ada, ben, caro):
        assert (await player.click(board, "Compare")).text == refusal
    for label in ("Play", "Compare"):
        assert (await dan.click(board, label)).text.startswith("You don't play in this match.")
    apart = "Each of you plays your own game here in private. **Play** under the match's board opens yours."
    for player in (ada, dan):
        assert (await player.slash(f"{GAME} board", text=True, match=str(match_of(board)))).text == apart

    # Ada is through with a number of points that nobody else may read.
    put(room.house, parts[0], cards(LAST_CARD, "QS", scores=[735]))
    done = await ada.slash(f"{GAME} move", move="qs c1")
    assert "### The game is over: 735 points" in done.text
    assert f"<@{ben.id}> · still playing" in done.text
    board = await host_board(dan, "Match play · 1 of 3 finished")
    assert "Gold has finished." in board.text
    assert f"<@{ada.id}> (finished)" in board.text
    for player in (ben, caro):
        assert (await player.click(board, "Compare")).text == refusal
    seen = await ada.click(board, "Compare")
    assert f"<@{ada.id}> · 735 points" in seen.text
    assert f"<@{caro.id}> · still playing" in seen.text
    assert "735 points" in (await ada.click(board, "Play")).text

    # Caro gives up, which is asked once more.
    asked = await caro.slash("match resign")
    assert "you rank behind everyone who finishes theirs" in asked.text
    own = await to_play(caro, await caro.click(board, "Play"))
    asked = await caro.click(own, "Give up")
    await caro.click(asked.message, "Give up")
    board = await host_board(dan, "Match play · 2 of 3 finished")
    assert "Silver gave up." in board.text
    assert f"<@{caro.id}> (given up)" in board.text

    # All that anyone else could read so far, of whatever they asked.
    for player in (ben, dan):
        for command in ("match show", "match list"):
            more = {} if command == "match list" else {"match": str(match_of(board))}
            await player.slash(command, **more)
        await player.slash(f"{GAME} best")
        await player.autocomplete("match show", "match", "")
        answers = [answer.message for answer in player.answers if answer.message]
        assert not re.search(r"\b735\b", readable(*answers, *await player.messages(limit=100)))
    public = [request["body"] for request in await posted(room)]
    assert public
    assert not re.search(r"\b735\b", json.dumps(public))
    assert "seal opened" not in json.dumps(public)

    # Ben is the last one: the table tells places and points, and opens the seal.
    put(room.house, parts[1], cards(LAST_CARD, "QS", scores=[100]))
    await ben.click(board, "Play")
    done = await ben.slash(f"{GAME} move", move="qs c1")
    assert f"<@{ada.id}> · 735 points" in done.text
    last = await host_board(dan, "🏆 Gold has won")
    standings = [line.split(" · ") for line in last.text.splitlines() if re.match(r"\*\*\d", line)]
    assert [(line[0], line[-1]) for line in standings] == [
        ("**1st** 🟡 gold", "735 points"), ("**2nd** 🔵 blue", "100 points"), ("**3rd** ⚪️ silver", "given up"),
    ]  # fmt: skip
    seal_of(last.text)
    assert not last.has_button("Play")
    assert last.mentions == ()
    await assert_nothing_is_left_to_play(ada, ben, caro)


@pytest.mark.thorough
async def test_match_play_is_called_off_for_all_by_agreement(room: Room, ada: Player, ben: Player) -> None:
    board, parts = await begin_match_play(room, ada, ben)
    own = await to_play(ada, await ada.click(board, "Play"))
    label = own.buttons[0].label
    assert "You've offered a draw" in (await ada.slash("match draw")).text
    offered = await ben.wait_for(lambda message: message.has_button("Agree"))
    await ben.click(offered, "Agree")
    last = await host_board(ada, "🤝 The match is over: a draw")
    assert "points" not in last.text
    for part in parts:
        assert room.house.rows("SELECT status FROM matches WHERE id = ?", part) == [("over",)]
    assert (await ada.told(await ada.click(own, label))).startswith("This match is over.")
    stale = await room.fake(("Play", board.button("Play").custom_id or ""))
    assert (await ben.click(stale, "Play")).ephemeral
    await assert_nothing_is_left_to_play(ada, ben)


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
    assert moves_of(room.house, parts[0]) == moves_of(room.house, alone) == []
