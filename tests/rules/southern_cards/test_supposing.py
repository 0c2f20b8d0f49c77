"""What a seat supposes of cards that it doesn't see: only that, and nothing that it sees changes."""

from collections import Counter

import pytest

from bot.rules.api import BadDocument
from bot.rules.chance import Sealed
from bot.rules.southern_cards import LAYOUTS, Position, game
from bot.rules.southern_cards.cards import JOKER, pack_jokers


def dealt(seats: int = 3, turns: int = 0, **options: object) -> Position:
    luck = Sealed(bytes(32), f"{seats} {options}")
    position = game.start(seats, options, luck)
    for _ in range(turns):
        position = position.play(position.legal()[0], luck)
    return position


def all_cards(position: Position) -> Counter[int]:
    return Counter(card for cards in (*position.hands, position.deck, *position.piles.values()) for card in cards)


@pytest.mark.sample(6, rest="thorough")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("turns", [0, 1, 4])
@pytest.mark.parametrize("wild", [False, True])
def test_each_hidden_card_can_be_each_other_one_and_what_the_seat_sees_stays(
    layout: str, turns: int, wild: bool
) -> None:
    position = dealt(turns=turns, layout=layout, wild=wild)
    for seat in range(3):
        hidden = position.concealed(seat)
        assert {owner for owner, _ in hidden.places.values()} == {None, *range(3)} - {seat}
        for place in list(hidden.places)[:3] + list(hidden.places)[-2:]:
            for item in hidden.items[::7]:
                try:
                    after = position.suppose(seat, place, item)
                except BadDocument:
                    assert "JK" in (item, hidden.places[place][1])
                    continue
                assert after.view(seat) == position.view(seat)
                assert game.load(after.dump()) == after
                owner, before = hidden.places[place]
                held = after.deck if owner is None else after.hands[owner]
                assert item in {one for whose, one in after.concealed(seat).places.values() if whose == owner}, held
                assert all_cards(after) == all_cards(position)
                assert after != position or item == before or owner is not None


def test_order_cards_are_public_and_cannot_be_supposed_otherwise() -> None:
    position = dealt(turns=0)
    for seat in range(3):
        owned = Counter(owner for owner, _ in position.concealed(seat).places.values())
        assert all(owned[other] == len(position.hands[other]) - 1 for other in range(3) if other != seat)
        assert owned[seat] == 0


def test_the_next_card_is_drawn_as_it_is_supposed() -> None:
    position = dealt(turns=3)
    seat = position.to_move or 0
    item = position.concealed(seat).items[5]
    after = position.suppose(seat, "deck.0", item)
    drawn = after.play(after.legal()[0], Sealed(bytes(32), ""))
    assert item in drawn.sight(seat).hand


@pytest.mark.parametrize(("place", "item"), [("deck.99", "AS"), ("", "AS"), ("0.0", "AS"), ("deck.0", "XX"), ("9", "")])
def test_nothing_else_can_be_supposed(place: str, item: str) -> None:
    with pytest.raises(BadDocument, match=r"^(place|item): "):
        dealt().suppose(0, place, item)


def test_a_card_that_the_seat_sees_is_nowhere_else() -> None:
    position = dealt()
    with pytest.raises(BadDocument, match="is nowhere that you can't see"):
        position.suppose(0, "deck.0", next(card for card in position.sight(0).hand if card != "JK"))


def test_the_deck_never_gets_more_jokers_than_are_shuffled() -> None:
    position = dealt(seats=5, wild=True)
    for number in range(len(position.deck)):
        place = f"deck.{number}"
        try:
            position = position.suppose(0, place, "JK")
        except BadDocument:
            break
    assert position.deck.count(JOKER) == pack_jokers("classic")
