"""Southern Cross cards: every worked example of its rules page."""

from collections import Counter

import pytest

from bot.rules import NotLegalHere
from bot.rules.chance import Scripted
from bot.rules.southern_cards import Move, game
from tests.rules.southern_cards.examples import OCTUPLE, SCORED, example
from tests.rules.southern_cards.positions import (
    CELLS,
    EXAMPLE,
    PACK,
    cards,
    cells_of,
    kinds,
    last,
    played,
    position,
    tops,
)
from tests.rules.trying import written


class TestWorkedExamples:
    """Section 11."""

    @pytest.mark.parametrize("number", SCORED)
    def test_what_a_placement_scores(self, number: int) -> None:
        _, _, move, roles, trick, multiplier, points = SCORED[number]
        state = example(number)
        turn = last(state, move)
        assert (" ".join(kinds(turn)), turn["trick"], turn["multiplier"], turn["points"]) == (
            *(roles, trick, multiplier, points),
        )
        assert played(state, move).scores == (points,)
        outcome = state.outcome(state.parse(move))
        assert (outcome.points, outcome.trick, outcome.multiplier) == (points, trick, multiplier)

    def test_1_what_lies_beneath_stays(self) -> None:
        after = played(example(1), "5C@c3")
        assert tops(after)["c3"] == "2C"
        assert not {"a3", "b3"} & set(tops(after))

    @pytest.mark.parametrize(("number", "roles"), [(6, ["a3 b3 c3"]), (11, ["a3 b3 c3", "a3 a2 a1", "a3 b2 c1"])])
    def test_which_cells_each_role_has(self, number: int, roles: list[str]) -> None:
        assert cells_of(last(example(number), SCORED[number][2])) == roles

    def test_13_two_roles_that_are_not_connected(self) -> None:
        state = position("classic", "5H 2C 7H ; 3S KC 4S ; 9H 9D 2D", "JK JK")
        with pytest.raises(NotLegalHere, match="connected"):
            state.parse("JK@b3+JK@c1")
        assert not state.is_legal(Move("JK", ("b3", "c1")))

    def test_17_a_grand_cross_leaves_what_was_beneath(self) -> None:
        assert tops(played(example(17), "8H@b2")) == {"b2": "2C"}

    def test_22_next_only_the_centre(self) -> None:
        state = played(position("classic", ". . . ; 5S 6D . ; . . .", "7H 2C"), "7H@c2")
        assert state.dump()["eclipse"] is state.dump()["last"]["eclipse"] is True
        assert written(state) == ["2C@b2"]

    def test_23_a_combo(self) -> None:
        turn = last(example(23), "5C@c3")
        assert cells_of(turn) == ["a3 b3 c3"]
        assert turn["combo"] == [
            [{"kind": "sequence", "cells": ["a3", "b3", "c3"], "cards": ["6D", "7S", "8C"], "points": 20}]
        ]

    def test_24_a_combo_step_of_two_roles(self) -> None:
        [step] = last(example(24), "6S@a3")["combo"]
        assert [(role["kind"], role["points"]) for role in step] == [("sequence", 20), ("set", 30)]

    @pytest.mark.parametrize(
        ("card", "trick", "multiplier", "points"), [("8H", "extra_octuple", 8, 1760), ("JK", "octuple", 1, 220)]
    )
    def test_30_and_31_an_octuple(self, card: str, trick: str, multiplier: int, points: int) -> None:
        turn = last(position("gogo", OCTUPLE, card), f"{card}@c3")
        assert (turn["trick"], turn["multiplier"], turn["points"]) == (trick, multiplier, points)
        assert sorted(role["points"] for role in turn["roles"]) == [20] * 4 + [30] * 2 + [40] * 2

    @pytest.mark.parametrize(
        ("field", "move", "reach"),
        [
            ("JS 9D 5H ; 5D 8C 3S ; 9S 5S 7D", "QH@b3", "c3"),
            ("JS 9D 5H ; 4D 8C 3S ; 9S 5S 7D", "KH@c3", "b3"),
            ("3S 4D 2S ; 7S 3H KD ; KS 9S QD", "8H@b2", "b3 c2"),
            ("3S 4D 2S ; 7S 3H KD ; 8S 9S QD", "8H@b2", "b3 c3 c2"),
            ("9D 4D 2S ; 7S 3H KD ; 8S 9S QD", "8H@b2", "b3 c3 c2 c1"),
            ("7S 9S 9D ; 7C 3H 7H ; 8S 9C 8D", "8H@b2", "a3 b3 c3 a2 c2 a1 b1 c1"),
        ],
        ids=range(44, 50),
    )
    def test_44_to_49_reaches(self, field: str, move: str, reach: str) -> None:
        state = position("classic", field, move.partition("@")[0], seats=2)
        turn = last(state, move)
        assert turn["reach"] == reach.split()
        assert turn["points"] == 5 * len(reach.split())
        alone = last(position("classic", field, move.partition("@")[0]), move)
        assert (alone["reach"], alone["points"]) == ([], 0)

    def test_50_beside_a_growing_field(self) -> None:
        after = played(position("free", "3S 4H 5C ; KD 9C JS ; 2D 7C 8D", "6C"), "6C@2,1")
        turn = after.dump()["last"]
        assert (kinds(turn), turn["points"]) == (["hyper_sequence"], 40)
        assert after.dump()["field"][9:] == [["2,1", []]]

    def test_51_ultra_is_never_cleared(self) -> None:
        state = position("ultra", "", "7H 2C", added="0,0 5S; 1,0 6D")
        with pytest.raises(NotLegalHere, match="clear the field"):
            state.parse("7H@2,0")
        assert last(position("ultra", "", "7H", added="0,0 KC>5S; 1,0 6D"), "7H@2,0")["points"] == 20

    def test_how_cards_are_laid_and_dealt(self) -> None:
        begins = cards("AS 2H 3D 4C 5S 6H 7D 8C 9S 10H KC KD 2C 3C 4D 5C 6C 7C")
        rest = list((Counter([*PACK, "JK", "JK"]) - Counter(begins)).elements())
        doc = game.start(3, {}, Scripted([begins + rest])).dump()
        assert doc["field"] == [[cell, [card]] for cell, card in zip(CELLS["classic"], begins[:9], strict=True)]
        assert (doc["order"], doc["dealer"], doc["to_move"]) == (["10H", "KC", "KD"], 2, 2)
        assert [set(hand) for hand in doc["hands"]] == [{"10H", "3C", "6C"}, {"KC", "4D", "7C"}, {"KD", "2C", "5C"}]
        assert doc["deck"] == rest

    def test_drawing_and_refilling(self) -> None:
        field = "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C"
        doc = played(position("classic", field, "JK JK 3C 3D 3H", deck="AS AH AD AC 10S 10H"), "JK@b3+JK@b1").dump()
        assert doc["hands"] == [cards("AS AH 3H 3D 3C")]
        shown = dict(zip(CELLS["classic"], cards("AD 2C AC 3S 10S 4S 10H 2D"), strict=False))
        assert tops(game.load(doc)) == shown
        assert doc["last"]["refilled"] == ["a3", "c3", "b2", "a1"]
        assert doc["deck"] == []

    def test_the_example_of_a_document(self) -> None:
        assert game.load(EXAMPLE).dump() == EXAMPLE
