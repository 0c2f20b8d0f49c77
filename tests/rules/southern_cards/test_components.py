"""Southern Cross cards: its options, and how a match begins."""

from typing import Any

import pytest

from bot.rules.chance import Recorded, Scripted, Sealed
from bot.rules.southern_cards import game
from tests.rules.southern_cards.positions import CELLS, PACK, cards, fresh, stacked
from tests.rules.trying import NO_LUCK, Document

BAD_OPTIONS: dict[str, list[Any]] = {
    "layout": ["Classic", "", None, 3, True, [], {}],
    "hand": [0, 6, -1, True, 3.0, "3", None],
    "wild": [0, 1, None, "true", []],
}


class TestOptions:
    """Section 4."""

    def test_what_the_game_offers(self) -> None:
        assert (game.key, game.title, game.hidden, game.uses_chance({})) == (
            *("southern_cards", "Southern Cross cards", True, True),
        )
        assert [(option.name, option.type, option.default) for option in game.options] == [
            ("layout", str, "classic"),
            ("hand", int, 3),
            ("wild", bool, False),
        ]
        layout, hand, _ = game.options
        assert layout.choices == ("classic", "shishi", "gogo", "free", "ultra", "zodiac")
        assert (hand.min, hand.max) == (1, 5)

    @pytest.mark.parametrize("options", [{}, {"layout": "gogo", "hand": 5, "wild": True}])
    def test_one_to_five_seats_whatever_the_options(self, options: Document) -> None:
        assert game.seats(options) == (1, 2, 3, 4, 5)
        for seats in game.seats(options):
            colours = game.colours(seats, options)
            assert len(set(colours)) == seats
            assert {"gold", "yellow"} - set(colours)
            assert game.start(seats, options, Sealed(bytes(32), "table")).to_move is not None

    @pytest.mark.parametrize(
        ("name", "value"), [(name, value) for name, values in BAD_OPTIONS.items() for value in values]
    )
    def test_a_bad_value_is_refused_by_the_name_of_its_option(self, name: str, value: object) -> None:
        for ask in (lambda o: game.start(2, o, NO_LUCK), game.seats, lambda o: game.colours(2, o)):
            with pytest.raises(ValueError, match=rf"options\.{name}"):
                ask({name: value})

    def test_a_huge_number_is_refused_without_being_written_out(self) -> None:
        with pytest.raises(ValueError, match=r"options\.hand: this number"):
            game.seats({"hand": 10**5000})

    @pytest.mark.parametrize("seats", [0, 6, -1, True, 2.0, "2", None, [2]])
    def test_any_other_number_of_seats_is_refused(self, seats: Any) -> None:
        for ask in (lambda: game.start(seats, {}, NO_LUCK), lambda: game.colours(seats, {})):
            with pytest.raises(ValueError, match="seats"):
                ask()


class TestSetup:
    """Section 5."""

    @pytest.mark.parametrize("layout", CELLS)
    def test_the_pack_that_is_shuffled(self, layout: str) -> None:
        shuffled: list[list[str]] = []

        class Watching(Sealed):
            def shuffle(self, items: Any) -> list[str]:
                shuffled.append(list(items))
                return super().shuffle(items)

        game.start(1, {"layout": layout, "wild": True}, Watching(bytes(32), "table"))
        expected = [*PACK * 2, *["JK"] * 4] if layout == "gogo" else [*PACK, "JK", "JK"]
        assert shuffled == [expected]

    @pytest.mark.parametrize("layout", CELLS)
    def test_one_card_on_each_starting_cell(self, layout: str) -> None:
        luck = Recorded(Sealed(bytes(32), "table"))
        doc = game.start(1, {"layout": layout}, luck).dump()
        [shuffled] = luck.outcomes
        assert isinstance(shuffled, list)
        assert doc["field"] == [[cell, [card]] for cell, card in zip(CELLS[layout], shuffled, strict=False)]
        assert doc["deck"] == shuffled[len(CELLS[layout]) + 3 :]

    def test_alone_there_is_no_order_card(self) -> None:
        doc = fresh(1, hand=2).dump()
        assert (doc["dealer"], doc["to_move"], doc["order"], len(doc["hands"][0])) == (0, 0, [None], 2)

    @pytest.mark.parametrize(
        ("drawn", "dealer"),
        [
            ("2S JK AS", 1),
            ("KS AC 10S", 1),
            ("AD AC AH", 2),
            ("AS AH AD", 0),
            ("9S 10C 9H", 1),
            ("2C 2D 2H", 2),
            ("5S 5H 4S", 0),
        ],
    )
    def test_the_strongest_order_card_deals(self, drawn: str, dealer: int) -> None:
        doc = game.start(3, {}, Scripted([stacked(9, drawn)])).dump()
        assert (doc["dealer"], doc["to_move"], doc["order"]) == (dealer, dealer, cards(drawn))

    def test_two_jokers_go_back(self) -> None:
        luck = Scripted([stacked(9, "JK JK AS"), stacked(9, "2S 3S 2H")])
        assert game.start(3, {}, luck).dump()["order"] == ["2S", "3S", "2H"]
        assert luck.left == ()

    @pytest.mark.parametrize(("drawn", "again"), [("KS KS 2H", True), ("2H 2H KS", False), ("KS KH 2H", False)])
    def test_on_gogo_identical_cards_go_back_if_they_are_the_strongest(self, drawn: str, again: bool) -> None:
        luck = Scripted([stacked(25, drawn, decks=2), stacked(25, "2S 3S 2H", decks=2)])
        assert game.start(3, {"layout": "gogo"}, luck).dump()["order"] == cards("2S 3S 2H" if again else drawn)
        assert len(luck.left) == (not again)

    def test_with_a_hand_of_one_nothing_more_is_dealt(self) -> None:
        doc = game.start(3, {"hand": 1}, Scripted([stacked(9, "2S 3S 2H")])).dump()
        assert doc["hands"] == [["2S"], ["3S"], ["2H"]]

    def test_with_wild_each_hand_gets_two_jokers_more(self) -> None:
        doc = game.start(2, {"wild": True}, Scripted([stacked(9, "2S JK")])).dump()
        assert [hand.count("JK") for hand in doc["hands"]] == [2, 3]
        assert [len(hand) for hand in doc["hands"]] == [5, 5]
