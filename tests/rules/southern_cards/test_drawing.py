"""Southern Cross cards: drawing, refilling, and the end."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.rules import NotLegalHere, Result
from bot.rules.southern_cards import Move, game
from tests.rules.southern_cards.positions import CELLS, cells_of, document, fresh, last, played, position
from tests.rules.trying import NO_LUCK, Document


class TestDrawingAndRefilling:
    """Section 6.6; Rulings 1 and 2."""

    def test_cards_are_drawn_before_the_field_is_refilled(self) -> None:
        field = "3S 4H 2C ; KD 9C JS ; 2D 6C 8D"
        after = played(position("classic", field, "5C 7C 9H 9S KC", deck="AS 2S"), "5C@c3")
        doc = after.dump()
        assert "AS" in doc["hands"][0]
        assert doc["last"]["refilled"] == ["a3"]
        assert dict(doc["field"])["a3"] == ["2S"]
        assert dict(doc["field"])["b3"] == []
        assert doc["deck"] == []

    def test_on_growing_fields_added_cells_are_refilled_in_the_order_they_were_added(self) -> None:
        field = "3S 4H 2C ; KD 9C JS ; 2D 6C 8D"
        state = position("free", field, "5C 9H 9S KC KH", added="2,-1 6H; 2,1 4D; 2,0 5H", deck="AS 2S 3D 7S 5D 8S 8C")
        turn = last(state, "5C@2,0")
        assert cells_of(turn) == ["2,1 2,0 2,-1"]
        assert turn["refilled"] == ["2,-1", "2,1"]

    def test_while_the_deck_lasts(self) -> None:
        state = position("classic", "3S 4H 2C ; KD 9C JS ; 2D 6C 8D", "5C 7C")
        doc = played(state, "5C@c3").dump()
        assert (doc["hands"], doc["last"]["refilled"]) == ([["7C"]], [])

    def test_seats_without_cards_are_passed_over(self) -> None:
        hands = [["5C", "7C"], [], ["9H"]]
        doc = document("classic", ". . . ; . . . ; . . .", "5C 7C 9H", seats=3, hands=hands)
        state = played(game.load(doc), "5C@c3")
        order = []
        while state.to_move is not None:
            order.append(state.to_move)
            state = state.play(state.legal()[0], NO_LUCK)
        assert order == [2, 0]

    def test_the_same_seat_again_if_no_other_holds_a_card(self) -> None:
        after = played(position("classic", ". . . ; . . . ; . . .", "5C 7C", seats=3), "5C@c3")
        assert after.to_move == 0

    @pytest.mark.parametrize("layout", CELLS)
    @pytest.mark.parametrize("seats", [1, 2, 5])
    def test_play_draws_no_luck_and_keeps_every_card(self, layout: str, seats: int) -> None:
        luck = random.Random(f"{layout} {seats}")
        state = fresh(seats, seats, layout=layout, hand=luck.randint(1, 5), wild=luck.random() < 0.5)
        whole = Counter(every_card(state.dump()))
        while state.to_move is not None:
            state = state.play(luck.choice(state.legal()), NO_LUCK)
            doc = state.dump()
            assert Counter(every_card(doc)) == whole
            assert game.load(doc) == state
        assert doc["deck"] == []
        assert not any(doc["hands"])


def every_card(doc: Document) -> Iterator[str]:
    for held in (doc["deck"], *doc["hands"], *doc["taken"], *(pile for _, pile in doc["field"])):
        yield from held


class TestTheEnd:
    """Section 7."""

    def test_when_no_hand_holds_a_card(self) -> None:
        state = position("classic", ". . . ; . . . ; . . .", "5C", seats=2, scores=[20, 15])
        assert state.result is None
        after = played(state, "5C@c3")
        assert (after.to_move, after.legal(), after.result) == (None, [], Result((1, 2), (20, 15)))

    @pytest.mark.parametrize(
        ("scores", "places"),
        [((10, 20, 15), (3, 1, 2)), ((10, 10, 15), (2, 2, 1)), ((0, 0, 0), (1, 1, 1)), ((5, 5, 0), (1, 1, 3))],
    )
    def test_places_by_points(self, scores: tuple[int, ...], places: tuple[int, ...]) -> None:
        state = position("classic", ". . . ; . . . ; . . .", "", seats=3, scores=list(scores))
        assert state.result == Result(places, scores)

    def test_who_plays_alone_is_first(self) -> None:
        assert position("classic", ". " * 9).result == Result((1,), (0,))

    def test_nothing_is_played_after_it(self) -> None:
        state = position("classic", ". " * 9)
        with pytest.raises(NotLegalHere, match="over"):
            state.play(Move("5C", ("c3",)), NO_LUCK)
        with pytest.raises(NotLegalHere, match="over"):
            state.parse("5C@c3")
