"""Southern Cross cards as people play it together: hands, order cards, jokers, every field."""

import re

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.southern_cards import GAME, RULES, cards, has, place, position_of, put_down, shown
from tests.end_to_end.whole_match import assert_nothing_is_left_to_play, pick
from tests.messages import Answer, Message

pytestmark = pytest.mark.thorough


def in_order(room: Room, board: Message, *people: Player) -> tuple[Player, ...]:
    """These people, who sit in this order, as they take their turns, from the dealer on."""
    dealer = position_of(room.house, match_of(board))["dealer"]
    return people[dealer:] + people[:dealer]


def alts(answer: Answer) -> list[str]:
    assert answer.message is not None, answer
    return [file.alt for file in answer.message.files]


def lists(answer: Answer) -> list[str]:
    assert answer.message is not None, answer
    return [select.placeholder for select in answer.message.selects]


# Together.


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
    assert lists(composer) == ["Place 6♠", "Place 9♦"]
    assert alts(composer)[0].startswith("Gold's hand: 6S, 9D.")
    mine = await ben.click(board, "My hand")
    assert mine.ephemeral
    assert mine.text == "Your hand. It's gold's turn, and I'll ping you when it's yours."
    assert alts(mine) == ["Blue's hand: JH, 10C."]
    refused = await dan.click(board, "My hand")
    assert refused.text.startswith("You aren't playing in this match.")
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
    made_plainly = "Extra double trick: (royal sequence 40 + sequence 20) × 2 = 120."
    assert f"Gold places 6♠ on a3. {made_plainly}" in board.files[0].alt

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
    assert alts(of_ada)[0].startswith("Gold's hand: 2S, 9H, 10C.")
    assert alts(of_ada) == alts(of_caro)
    of_caro = await place(caro, of_caro, "9♥", "b2")
    of_ada = await place(ada, of_ada, "10♣", "a1")
    await caro.click(of_caro.message, "Confirm")
    board = await room.board(ben, after=board)
    assert board.mentions == (ben.name,)
    told = await ada.told(await ada.click(of_ada.message, "Confirm"))
    assert told.startswith("This board is out of date.")
    assert room.house.moves_of(match_of(board)) == ["9H@b2"]
    seen = [alts(await player.click(board, "My hand")) for player in (ada, caro)]
    assert seen == [["Gold's hand: 2S, AD, 10C."]] * 2
    await ben.slash(f"{GAME} move", move="3h c3")
    board = await room.board(ada, after=board)
    assert set(board.mentions) == {ada.name, caro.name}


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
        assert lists(composer) == ["Place 2♠", "Place joker"]
        assert [button.label for button in composer.message.buttons] == ["2 jokers", "Hint"]
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
    assert room.house.moves_of(match_of(board)) == ["JK@b3+JK@b1"]

    # Where no pair is worth anything, a single joker can be chosen and nothing else.
    board = await room.prepare(ada, board, cards(". . . ; . 5C . ; . . .", "JK JK", "8D QC"))
    composer = await ada.click(board, "My hand")
    assert "### Joker → ?" in composer.text
    assert not has(composer, "2 jokers")


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
    assert lists(composer) == ["Place A♠", "Place K♦", "Place joker", "Several jokers together"]
    assert labels == ["Hint"]
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
    assert f"{hand[-1]}@{PLACES[layout][0]}" == room.house.moves_of(match_of(board))[-1]


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
