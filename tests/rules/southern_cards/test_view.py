"""Southern Cross cards: what each seat sees of a position, and who takes hidden cards for which."""

import random

from hypothesis import given
from hypothesis import strategies as st

from bot.rules.chance import Sealed
from bot.rules.southern_cards import game
from bot.rules.southern_cards.cards import CARD_NUMBERS
from tests.rules.southern_cards.positions import EXAMPLE, SETTINGS, fresh, position, some_position


class TestView:
    """Section 10."""

    def test_what_each_seat_sees(self) -> None:
        state = game.load(EXAMPLE)
        open_to_all = {key: value for key, value in EXAMPLE.items() if key not in ("deck", "hands")}
        for seat, hands in (*((0, [EXAMPLE["hands"][0], 3]), (1, [3, EXAMPLE["hands"][1]]), (None, [3, 3])),):
            seen = state.view(seat)
            assert list(seen) == list(EXAMPLE)
            assert (seen["deck"], seen["hands"]) == (15, hands)
            assert {key: seen[key] for key in open_to_all} == open_to_all

    @SETTINGS
    @given(seed=st.integers(0, 2**32))
    def test_a_view_is_the_same_whatever_is_hidden(self, seed: int) -> None:
        state = some_position(random.Random(seed))
        luck = Sealed(seed.to_bytes(32, "big"), "table")
        for seat in range(state.table.seats):
            dealt = state.determinise(seat, luck)
            assert dealt.view(seat) == state.view(seat)
            assert dealt.view(None) == state.view(None)
            assert (dealt.sight(seat), dealt.sight(None)) == (state.sight(seat), state.sight(None))
            assert game.load(dealt.dump()) == dealt

    @SETTINGS
    @given(seed=st.integers(0, 2**32))
    def test_a_sight_scores_placements_as_the_position_does(self, seed: int) -> None:
        state = some_position(random.Random(seed))
        sight = state.sight(state.to_move)
        for move in state.legal():
            assert sight.score_of(sight.placements_of(state.notate(move))) == state.outcome(move)

    def test_the_hidden_is_dealt_anew(self) -> None:
        state = game.load(EXAMPLE)
        luck = Sealed(bytes(32), "table")
        dealt = [state.determinise(0, luck) for _ in range(20)]
        assert len({each.hands[1] for each in dealt}) > 15
        assert len({each.deck for each in dealt}) == 20

    def test_dealing_anew_does_not_depend_on_what_is_hidden(self) -> None:
        state = some_position(random.Random(3), layout="gogo")
        other = state.determinise(0, Sealed(bytes(32), "one"))
        assert state.determinise(0, Sealed(bytes(32), "two")) == other.determinise(0, Sealed(bytes(32), "two"))

    def test_order_cards_stay_where_they_are(self) -> None:
        state = fresh(4, 7)
        for each in range(10):
            dealt = state.determinise(0, Sealed(each.to_bytes(32, "big"), "table"))
            assert dealt.order == state.order
            assert all(card in hand for card, hand in zip(dealt.order, dealt.hands, strict=True))

    def test_jokers_that_are_never_shuffled_are_dealt_to_hands(self) -> None:
        state = fresh(5, 1, wild=True)
        joker = CARD_NUMBERS["JK"]
        for each in range(30):
            dealt = state.determinise(0, Sealed(each.to_bytes(32, "big"), "table"))
            assert dealt.deck.count(joker) <= 2
            assert game.load(dealt.dump()) == dealt

    def test_with_nothing_hidden_nothing_changes(self) -> None:
        state = position("classic", ". " * 9, "AS 2S", seats=2)
        assert state.determinise(0, Sealed(bytes(32), "table")) == state
