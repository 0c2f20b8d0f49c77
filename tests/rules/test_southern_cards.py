"""Southern Cross cards, rule by rule, in the order of its rules page."""

import copy
import itertools
import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.rules import IllegalMove, NotLegalHere, Result, Unreadable
from bot.rules.chance import Recorded, Scripted, Sealed
from bot.rules.southern_cards import LAYOUTS, Move, Position, game, reach_name
from bot.rules.southern_cards.fields import cell_at
from bot.rules.southern_cards.scoring import POINTS, kind_of
from bot.rules.southern_cards.cards import CARD_NUMBERS
from tests.rules import plain_southern_cards as plain
from tests.rules.southern_cards_positions import CELLS, PACK, Document, document, position, tops

NO_LUCK = Scripted([])
SETTINGS = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
FIXED = ("classic", "shishi", "gogo", "zodiac")
GROWING = ("free", "ultra")

EXAMPLE: Document = json.loads("""
{"game": "southern_cards", "options": {"layout": "classic", "hand": 3, "wild": false}, "seats": 2, "dealer": 1,
 "to_move": 0,
 "field": [["a3", ["9C", "AS"]], ["b3", ["8H"]], ["c3", ["JH"]], ["a2", ["9H"]], ["b2", ["9D", "QS"]],
           ["c2", ["JK", "7C"]], ["a1", ["3D"]], ["b1", ["KC"]], ["c1", ["3S"]]],
 "deck": ["2H", "4S", "6H", "10D", "JC", "2S", "5S", "6S", "10S", "5D", "KH", "8C", "7S", "7H", "3H"],
 "hands": [["AH", "5H", "5C"], ["KS", "6D", "8D"]], "order": [null, null],
 "taken": [["9S", "4H", "QH", "4D", "JD", "QD", "4C", "10C", "QC"],
           ["8S", "JS", "10H", "AD", "2D", "7D", "KD", "AC", "2C", "3C", "6C", "JK"]],
 "scores": [85, 140], "eclipse": false,
 "last": {"seat": 1, "move": "QS@b2", "roles": [], "trick": null, "multiplier": 1, "combo": [], "reach": ["b3", "a1"],
          "eclipse": false, "points": 10, "refilled": []}}
""")


def cards(text: str) -> list[str]:
    return text.split()


def played(state: Position, text: str) -> Position:
    return state.play(state.parse(text), NO_LUCK)


def last(state: Position, text: str) -> Document:
    """What the document tells about a move after it has been played."""
    turn: Document = played(state, text).dump()["last"]
    return turn


def kinds(turn: Document) -> list[str]:
    return [role["kind"] for role in turn["roles"]]


def cells_of(turn: Document) -> list[str]:
    return [" ".join(role["cells"]) for role in turn["roles"]]


def texts(state: Position) -> list[str]:
    return [state.notate(move) for move in state.legal()]


def fresh(seats: int = 2, number: int = 0, **options: Any) -> Position:
    return game.start(seats, options, Sealed(number.to_bytes(32, "big"), "table"))


# --------------------------------------------------------------------------------------------------- worked examples

SHISHI_CROSS = "9H QS {} 2S ; 4S 2C 6D 7C ; 3H QD 7H KD ; 10C QC 8S 6H"
OCTUPLE = "10D . 8D . 8S ; . 9C 8S 8C . ; 10H 9H 2C 9H 10H ; . 9D 9S 9S . ; 10S . 10D . 10C"
EMPRESS = "QH . AS . AD ; . QD KS KC . ; 10S JS 2C KS AS ; . JH JS QC . ; 10D . 10S . QH"
THIRD_ROW = ". . . . . ; . . . . . ; {} ; . . . . . ; . . . . ."
ROW_AND_COLUMN = ". . 6D . . ; . . 7S . . ; 8D 8S 2C 8C 8S ; . . 9C . . ; . . 10D . ."
PLANE = ". . . ; . . . ; . . ."

# number: layout, field, move, roles, trick, multiplier, points
SCORED: dict[int, tuple[str, str, str, str, str | None, int, int]] = {
    1: ("classic", "3S 4H 2C ; KD 9C JS ; 2D 6C 8D", "5C@c3", "sequence", None, 1, 20),
    2: ("classic", "KS AH 9C ; 6D 9D JS ; 3D 6C 8D", "2C@c3", "sequence", None, 1, 20),
    3: ("classic", "3S 9H 4C ; KD QC JS ; 2D 6C 8D", "5D@b3", "", None, 1, 0),
    4: ("classic", "JK 9H 2C ; 6S QH 4S ; 3D AC 8S", "JK@c3", "royal_sequence", None, 1, 40),
    5: ("classic", "5H 6S 7C ; 9S QH 4S ; 3D AC 8S", "2C@a1", "", None, 1, 0),
    6: ("classic", "5H 6S 7C ; 9S QH 4S ; 3D AC 8S", "7D@c3", "sequence", None, 1, 20),
    7: ("classic", "2C 7S 8S ; 9D KC 4S ; 9H AC 5S", "JK@a3", "royal_sequence set", "double", 1, 70),
    8: ("classic", "2C 7S 8S ; 5D KC 4D ; 4H AC QH", "6S@a3", "royal_sequence sequence", "extra_double", 2, 120),
    9: ("classic", "2C 7S 8S ; 6D KC 4D ; 6H AC QH", "6S@a3", "royal_sequence set", "extra_double", 2, 140),
    10: ("classic", "2C 7S JK ; 6D KC 4D ; 6H AC QH", "6S@a3", "royal_sequence set", "double", 1, 70),
    11: ("classic", "2C 7S 8S ; 9D KC 4S ; 9H AC QH", "JK@a3", "royal_sequence set sequence", "triple", 1, 90),
    12: (
        *("classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK@b3+JK@b1"),
        *("royal_sequence royal_sequence set", "triple", 1, 110),
    ),
    14: ("classic", "2C 7S 8S ; 6D 5C 4S ; 6H AC 4H", "6S@a3", "royal_sequence set sequence", "extra_triple", 3, 270),
    15: ("classic", "2C 7S 8D ; 6D 5C 4S ; 6H AC 4H", "6S@a3", "sequence set sequence", "extra_triple", 3, 210),
    16: (
        *("classic", "9S KD 5S ; 3H 2C 5H ; 5D KH 9H", "JK@b2"),
        *("set set set royal_sequence", "southern_cross", 1, 130),
    ),
    17: (
        *("classic", "7S 8S 9S ; 7H 2C 9H ; 7D 8D 9D", "8H@b2"),
        *("sequence set sequence royal_sequence", "ultimate_grand_cross", 9, 990),
    ),
    18: (
        *("classic", "7S 8S 9S ; 7H . 9H ; 7D 8D 9D", "8H@b2"),
        *("sequence set sequence royal_sequence", "ultimate_grand_cross", 9, 1040),
    ),
    19: (
        *("classic", "3C 5S 5H ; 9S KD 5D ; 9H 9D 4C", "JK@a3+JK@c1"),
        *("set set royal_sequence set set", "saturn", 1, 160),
    ),
    20: (
        *("classic", "3C 6H 5H ; JS KD 4H ; 10S 9S 2C", "JK@a3+JK@c1"),
        *(" ".join(["royal_sequence"] * 5), "saturn", 1, 200),
    ),
    21: (
        *("classic", "3C 9S 4D ; 5H KD 7H ; 4S 9D 2C", "JK@a3+JK@b2"),
        *("sequence royal_sequence set set royal_sequence", "saturn", 1, 160),
    ),
    22: ("classic", ". . . ; 5S 6D . ; . . .", "7H@c2", "sequence", None, 1, 70),
    23: ("classic", "6D>3S 7S>4H 8C ; KC . . ; QH . 2D", "5C@c3", "sequence", None, 1, 40),
    24: (
        *("classic", "5S 4D>7S 3H>8H ; 5D>6H QC 4S ; 5H>6C AC QH", "6S@a3"),
        *("sequence set", "extra_double", 2, 150),
    ),
    25: (
        *("shishi", SHISHI_CROSS.format("5S"), "JK@b3"),
        *("hyper_royal_sequence four_cards sequence hyper_sequence", "southern_cross", 1, 200),
    ),
    26: (
        *("shishi", SHISHI_CROSS.format("5H"), "JK@b3"),
        *("hyper_royal_sequence four_cards royal_sequence hyper_sequence", "southern_cross", 1, 220),
    ),
    27: ("shishi", "5S 9C 5H 6H ; 2S 3C JD KD ; 9D QC 7S 8C ; KS 10C 3H QS", "JK@b4", "royal_sequence", None, 1, 40),
    28: ("shishi", "5S 9C 7H 8D ; 2S 3C JD KD ; 9D QC 7S 8C ; KS 10C 3H QS", "6C@b4", "hyper_sequence", None, 1, 40),
    29: (
        *("shishi", "5S 2C 3C 9D ; . . . . ; . . . . ; . . . .", "JK@b4+JK@c4"),
        *("royal_sequence royal_sequence", "double", 1, 80),
    ),
    32: (
        *("gogo", EMPRESS, "QS@c3"),
        *("five_cards royal_straight_flush straight royal_straight_flush", "queen_of_empire", 25, 15000),
    ),
    33: ("gogo", THIRD_ROW.format("10D JS 2C KS AS"), "QS@c3", "sequence royal_sequence", "extra_double", 2, 120),
    34: ("gogo", THIRD_ROW.format("8D 8S 2C 8C 8S"), "8H@c3", "five_cards", None, 1, 120),
    35: ("gogo", ROW_AND_COLUMN, "8H@c3", "sequence five_cards sequence", "extra_triple", 3, 480),
    36: (
        *("zodiac", "2H 5S 9D 3C 6H KH 4H 7S JD 5C 6S KS 2C", "JK@z0"),
        *(" ".join(["royal_sequence"] * 4 + ["set"] * 2), "zodiac_cross", 1, 220),
    ),
    37: (
        *("zodiac", "7H 8S 7S 9S 7C KH 9H 8D 9D 7D 9C 2S 2C", "8H@z0"),
        *("royal_sequence set sequence sequence sequence", "supernova", 10, 1300),
    ),
    38: ("zodiac", "2C . . . . . . . . . 5S 6D .", "7H@z1", "sequence", None, 1, 20),
    39: (
        *("wild classic", "3S 9H JD ; 2C 9D 2H ; 5D 7C KD", "JK@a2+JK@b2+JK@c2"),
        *("sequence sequence royal_sequence orion", "quadruple", 1, 130),
    ),
    40: (
        *("wild classic", "2C 7S 7H ; 4H 2D 6H ; 5H 5S 9H", "JK@a3+JK@b2+JK@c1"),
        *(" ".join(["set royal_sequence orion", *["royal_sequence"] * 4, "set"]), "octuple", 1, 310),
    ),
    41: ("wild classic", "2C 7S 2D ; 9D KC 4S ; 2H QC 2S", "JK@a3+JK@c3+JK@a1+JK@c1", "pegasus", "pegasus", 1, 400),
    42: ("wild classic", "JK 7S JK ; 9D KC 4S ; 2H QC JK", "JK@a1", "pegasus", "pegasus", 1, 400),
    43: ("wild classic", "2C 7S KD ; . . . ; . . .", "JK@a3+JK@b3+JK@c3", "orion", None, 1, 50),
}


def example(number: int) -> Position:
    """The position of one of the examples in `SCORED`."""
    layout, field, move, *_ = SCORED[number]
    card = move.partition("@")[0]
    hand = " ".join([card] * move.count("@"))
    return position(layout.split()[-1], field, hand, wild=layout.startswith("wild"))


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
    def test_the_lines(self, number: int, roles: list[str]) -> None:
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
        assert texts(state) == ["2C@b2"]

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
        with pytest.raises(NotLegalHere, match="no card on the field"):
            state.parse("7H@2,0")
        assert last(position("ultra", "", "7H", added="0,0 KC>5S; 1,0 6D"), "7H@2,0")["points"] == 20

    def test_setup(self) -> None:
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
