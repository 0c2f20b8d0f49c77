"""Southern Cross cards: roles, tricks, combos and what they count."""

import itertools
import random

import pytest

from bot.rules.southern_cards import game, reach_name
from bot.rules.southern_cards.cards import CARD_NUMBERS
from bot.rules.southern_cards.roles import POINTS, kind_of
from tests.rules.southern_cards import plain
from tests.rules.southern_cards.examples import EMPRESS, OCTUPLE, THIRD_ROW, example
from tests.rules.southern_cards.positions import CELLS, cards, cells_of, document, kinds, last, played, position


class TestRoles:
    """Section 6.2, the table; Rulings 27."""

    @pytest.mark.parametrize(
        ("top_cards", "kind"),
        [
            *(("3S 4H 5C", "sequence"), ("5C 4H 3S", "sequence"), ("KS AH 2C", "sequence"), ("2C AH KS", "sequence")),
            *(("QS KH AC", "sequence"), ("3S 5H 4C", None), ("3S 4H 4C", None), ("JS KH QC", None)),
            *(("7S 7H 7D", "set"), ("7S 7H 8D", None), ("3S 4S 5S", "royal_sequence"), ("AS KS QS", "royal_sequence")),
            *(("5H JK 6H", None), ("5H JK 7H", "royal_sequence"), ("5H JK 7C", "sequence"), ("5H JK 5C", "set")),
            *(("JK 5H 6C", "sequence"), ("5H 6H JK", "royal_sequence"), ("JK 5H 7H", None), ("JK 9S 9H", "set")),
            *(("JK JK 2C", "royal_sequence"), ("2C JK JK", "royal_sequence"), ("JK 2C JK", "royal_sequence")),
            *(("JK JK JK", "orion"), ("2S 3H 4D 5C", "hyper_sequence"), ("5C 4S 3H 2D", "hyper_sequence")),
            *(("QS KH AD 2C", "hyper_sequence"), ("2S 3S 4S 5S", "hyper_royal_sequence"), ("2S 3S 4S 6S", None)),
            *(("7S 7H 7D 7C", "four_cards"), ("7S JK JK 7C", "four_cards"), ("7S JK JK 7S", "four_cards")),
            *(("7S JK 9S 10S", "hyper_royal_sequence"), ("JK JK JK 3C", "hyper_royal_sequence")),
            *(("JK JK JK JK", "hyper_royal_sequence"), ("5H JK JK 6H", None), ("5H JK JK 8H", "hyper_royal_sequence")),
            *(("2S 3H 4D 5C 6S", "straight"), ("10S JS QS KS AH", "straight"), ("JK 3H 4D 5C 6S", "straight")),
            *(("7S 7H 7D 7C 7S", "five_cards"), ("7S JK 7D JK 7S", "five_cards"), ("2S 3S 4S 5S 6S", "straight_flush")),
            *(("JS QS KS AS 2S", "straight_flush"), ("10S JS QS KS AS", "royal_straight_flush")),
            *(("AS KS QS JS 10S", "royal_straight_flush"), ("AS JK QS JK JK", "royal_straight_flush")),
            *(("2S JK JK JK JK", "straight_flush"), ("JK JK JK JK JK", "royal_straight_flush")),
            *(
                ("7S JK JK JK JK", "straight_flush"),
                ("10S JK JK JK 10H", "five_cards"),
                ("9S JK JK JK KS", "straight_flush"),
            ),
            *(("10S JK JK JK JK", "royal_straight_flush"), ("JK JK QH JK JK", "royal_straight_flush")),
            *(("2S 3H 4D 5C 7S", None), ("2S 3H 4D 5C 4S", None)),
        ],
    )
    def test_which_role_cards_in_a_row_make(self, top_cards: str, kind: str | None) -> None:
        tops_of_run = [CARD_NUMBERS[card] for card in cards(top_cards)]
        assert kind_of(tops_of_run) == kind
        assert kind_of(tops_of_run[::-1]) == kind
        best = plain.best_role(tuple(cards(top_cards)))
        assert best == (None if kind is None else (kind, POINTS[kind]))

    @pytest.mark.parametrize("length", [4, 5])
    def test_every_part_of_a_longer_role_is_a_role(self, length: int) -> None:
        luck = random.Random(length)
        for _ in range(3000):
            first, step = luck.randrange(13), luck.choice([-1, 0, 1])
            run = [luck.choice([52, (first + step * place) % 13 + 13 * luck.randrange(4)]) for place in range(length)]
            assert kind_of(run) is not None
            assert kind_of(run[1:]) is not None
            assert kind_of(run[:-1]) is not None


class TestWhichRolesAreTaken:
    """Section 6.2; Rulings 8 to 10."""

    def test_a_dealt_role_that_is_lengthened_counts(self) -> None:
        field = "5S 6H 7C 2D ; . . . . ; . . . . ; . . . ."
        assert kinds(last(position("shishi", field, "8S"), "8S@d4")) == ["hyper_sequence"]

    def test_a_longer_role_beats_a_part_of_it(self) -> None:
        field = "5S 2C 7C 8D ; . . . . ; . . . . ; . . . ."
        assert cells_of(last(position("shishi", field, "6S"), "6S@b4")) == ["a4 b4 c4 d4"]

    def test_what_scores_more_is_taken(self) -> None:
        # 5 6 7 8 for 40, or 8 8 8 for 30.
        field = THIRD_ROW.format("5S 6D 7H 2C 8D")
        assert cells_of(last(position("gogo", field, "8S"), "8S@d3")) == ["a3 b3 c3 d3"]

    def test_equal_points_and_roles_are_decided_by_more_cards(self) -> None:
        # A royal sequence of three or a hyper sequence of four: 40 points each.
        field = "5S 2C 7S 8D ; . . . . ; . . . . ; . . . ."
        for card in ("6S", "JK"):
            assert cells_of(last(position("shishi", field, card), f"{card}@b4")) == ["a4 b4 c4 d4"]

    def test_equal_in_everything_the_first_in_reading_order_is_taken(self) -> None:
        # 6 5 4 or 5 6 7, which share the 5.
        assert cells_of(last(position("zodiac", "6H 5S 2C 7D KC . . . . . . . .", "JK"), "JK@z3")) == ["z1 z2 z3"]
        assert cells_of(last(position("zodiac", "5S 2C 7D KC . . . . . . . 6H .", "JK"), "JK@z2")) == ["z1 z2 z3"]

    def test_what_can_be_taken_must_be_taken(self) -> None:
        # Without the diagonal, which holds a joker, the other two would count double: 140.
        turn = last(position("classic", "2C 7S 8S ; 6D 5C 4D ; 6H AC JK", "6S"), "6S@a3")
        assert (turn["trick"], turn["points"]) == ("triple", 40 + 30 + 20)

    def test_a_line_of_its_own_never_excludes(self) -> None:
        assert len(last(position("gogo", OCTUPLE, "8H"), "8H@c3")["roles"]) == 8

    def test_a_placed_card_may_be_in_two_roles_of_a_line(self) -> None:
        turn = last(position("gogo", THIRD_ROW.format("10D JS 2C KS AS"), "QS"), "QS@c3")
        assert cells_of(turn) == ["a3 b3 c3", "c3 d3 e3"]


class TestPegasus:
    """Section 6.2, Pegasus; Rulings 7."""

    def test_a_middle_line_counts_besides(self) -> None:
        field = "2C 7S 2D ; 9D 9C 9S ; 2H QC 2S"
        turn = last(position("classic", field, "JK JK JK JK", wild=True), "JK@a3+JK@c3+JK@a1+JK@c1")
        assert kinds(turn) == ["pegasus"]
        turn = last(position("classic", "2C 7S JK ; 9D KC 9S ; JK QC JK", "JK JK", wild=True, seats=2), "JK@a3+JK@b2")
        assert (kinds(turn), turn["points"], turn["trick"]) == (["pegasus", "set"], 430, "pegasus")

    def test_its_cells_are_all_nine_in_reading_order(self) -> None:
        [role] = last(example(42), "JK@a1")["roles"]
        assert role == {
            "kind": "pegasus",
            "cells": CELLS["classic"],
            "cards": cards("JK 7S JK 9D KC 4S JK QC JK"),
            "points": 400,
        }

    @pytest.mark.parametrize(
        ("field", "move"),
        [
            ("JK 7S JK ; 9D KC 4S ; 2H . JK", "JK@a1"),  # an empty cell
            ("JK 7S JK ; 9D KC 4S ; JK QC JK", "JK@b2"),  # no corner was placed
            ("JK 7S JK ; 9D KC 4S ; 2H QC 2S", "JK@a1"),  # three corners
        ],
    )
    def test_what_is_no_pegasus(self, field: str, move: str) -> None:
        assert "pegasus" not in kinds(last(position("classic", field, "JK", wild=True, seats=2), move))

    def test_a_plain_card_on_a_corner_makes_none(self) -> None:
        field = "JK 7S JK ; 9D KC 4S ; JK QC JK"
        assert "pegasus" not in kinds(last(position("classic", field, "2H", wild=True, seats=2), "2H@a1"))

    def test_only_on_classic(self) -> None:
        field = "JK 7S JK 2C ; 9D KC 4S 3D ; 2H QC JK 5H ; 6S 8D 10C QD"
        assert "pegasus" not in kinds(last(position("shishi", field, "JK", wild=True), "JK@a2"))
        assert "pegasus" not in kinds(
            last(position("free", "JK 7S JK ; 9D KC 4S ; 2H QC JK", "JK", wild=True), "JK@-1,-1")
        )


class TestTricks:
    """Section 6.3; Rulings 11 to 14."""

    @pytest.mark.parametrize(
        ("layout", "field", "move", "trick", "multiplier"),
        [
            ("classic", "7S 8S 9S ; 7H 2C 9H ; 7D 9D 9C", "8H@b2", "extra_triple", 3),
            ("classic", "7S 8S 9S ; 7H 2C 9H ; 7D 8D 9C", "8H@b2", "ultimate_grand_cross", 9),
            ("classic", "7S 8D 9C ; 7D 2C 9H ; 7C 8C 9D", "8H@b2", "grand_cross", 9),
            ("classic", "7S 8S 9S ; 7H 2C JK ; 7D 8D 9C", "8H@b2", "southern_cross", 1),
            ("classic", "9S KD 5S ; 3H 2C 5H ; 5D KH 9H", "JK@b2", "southern_cross", 1),
            ("shishi", "6S 6D 6C 2D ; 6H 2C 8C 9S ; 8H 8D 8S QD ; 5C 9C KC 9D", "7H@b3", "grand_cross", 9),
            ("zodiac", "7H 8S 7S 9S 7C KH 9H 8D 9D 7D JK 2S 2C", "8H@z0", "quintuple", 1),
            ("zodiac", "7H 8S 7S 9S KS KH 9H 8D 9D 7D 2S 3S 2C", "8H@z0", "extra_quadruple", 4),
            ("free", "7S 8S 9S ; 7H 2C 9H ; 7D 8D 9D", "8H@0,0", "extra_quadruple", 4),
        ],
    )
    def test_the_name_and_the_multiplier(self, layout: str, field: str, move: str, trick: str, multiplier: int) -> None:
        turn = last(position(layout, field, move.partition("@")[0]), move)
        assert (turn["trick"], turn["multiplier"]) == (trick, multiplier)
        assert turn["points"] == multiplier * sum(role["points"] for role in turn["roles"]) + 50 * turn["eclipse"]

    def test_nirvana(self) -> None:
        field = EMPRESS.replace("10S JS 2C KS AS", "10S JH 2C KS AS")
        turn = last(position("gogo", field, "QS"), "QS@c3")
        assert (turn["trick"], turn["multiplier"], turn["points"]) == ("nirvana", 25, 25 * (200 + 120 + 80 + 80))

    def test_more_than_eight_roles(self) -> None:
        suits = {rank: itertools.cycle("SHDC") for rank in plain.RANKS}
        ranks = [[plain.RANKS[column + row] for column in range(5)] for row in range(5)]
        field = ";".join(" ".join(rank + next(suits[rank]) for rank in row) for row in ranks)
        turn = last(position("gogo", field, "JK JK JK", wild=True), "JK@b4+JK@c3+JK@d2")
        assert len(turn["roles"]) > 8
        assert (turn["trick"], turn["multiplier"]) == ("multiple", 1)


class TestCombos:
    """Section 6.4; Rulings 15."""

    def test_only_cards_that_were_laid_open_make_a_combo(self) -> None:
        # The dealt sequence in the lowest row is not touched by anything that changes.
        turn = last(position("classic", "KC>5S 6D 2C ; . . . ; 2S 3S 4S", "7H"), "7H@c3")
        assert turn["combo"] == []

    def test_on_one_line_two_roles_share_no_cell(self) -> None:
        # Below the row of fives lie 10 J Q K A of mixed suits: a straight, and not two arms.
        field = THIRD_ROW.format("10D>8D JS>8S 2C KS>8C AS>8H")
        doc = document("gogo", field.replace("2C", "QS>2C"), "8H")
        turn = last(game.load(doc), "8H@c3")
        assert kinds(turn) == ["five_cards"]
        assert turn["combo"] == []
        field = THIRD_ROW.format("10D>8D JS>8S QS KS>8C AS>8H")
        turn = last(position("gogo", field, "8H"), "8H@c3")
        assert [[role["kind"] for role in step] for step in turn["combo"]] == [["straight"]]
        assert turn["points"] == 120 + 80 + 50

    def test_several_steps_are_added_plainly(self) -> None:
        field = "2S>6D>5S 3H>7S>6C KC ; . . . ; . . ."
        turn = last(position("classic", field.replace("KC", "4D>8C"), "7H"), "7H@c3")
        assert [[role["points"] for role in step] for step in turn["combo"]] == [[20]] * (len(turn["combo"]))
        assert len(turn["combo"]) == 2
        assert (turn["points"], turn["eclipse"]) == (20 + 20 + 20 + 50, True)


class TestTotalEclipse:
    """Section 6.5."""

    def test_clearing_by_a_combo_counts(self) -> None:
        turn = last(position("classic", "6D>5S 7S>6C 8D ; . . . ; . . .", "7H"), "7H@c3")
        assert (turn["eclipse"], turn["points"]) == (True, 20 + 20 + 50)

    def test_a_card_left_anywhere_and_there_is_none(self) -> None:
        after = played(position("classic", "5S 6C . ; . . . ; . . 2C", "7H 2S"), "7H@c3")
        assert (after.eclipse, after.scores) == (False, (20,))

    def test_an_empty_field_without_roles_is_none(self) -> None:
        after = played(position("classic", ". . . ; . . . ; . . .", "7H 2S"), "7H@c3")
        assert (after.eclipse, after.scores) == (False, (0,))

    def test_it_may_follow_on_a_total_eclipse(self) -> None:
        state = position("classic", ". . . ; 5S . 7S ; . . .", "6H 2S", eclipse=True)
        assert played(state, "6H@b2").eclipse is True


class TestReach:
    """Section 6.5; Rulings 20 to 22."""

    @pytest.mark.parametrize(
        ("layout", "field", "move", "reach"),
        [
            ("classic", "JK . . ; . . . ; . . .", "5S@b3", ""),  # a joker on the field
            ("classic", "5H . . ; . . . ; . . .", "JK@b3", ""),  # a joker placed
            ("classic", "5H . . ; . . . ; . . .", "6S@b3", "c3"),  # next to each other
            ("classic", "5H . . ; . . . ; . . .", "7S@b3", ""),  # two ranks apart, next to each other
            ("classic", "5H . . ; . . . ; . . .", "7S@c3", "b3"),
            ("classic", "5H . . ; . . . ; . . .", "6S@c3", ""),
            ("classic", "KH . . ; . . . ; . . .", "2S@c3", "b3"),  # around the corner
            ("classic", "KH . . ; . . . ; . . .", "AS@b3", "c3"),
            ("classic", "5H . . ; . . . ; . . .", "5S@c3", "b3"),  # equal ranks at any distance
            ("classic", "5H . . ; . . . ; . . .", "6S@b2", "c1"),
            ("shishi", "5H . . . ; . . . . ; . . . . ; . . . .", "5S@d4", ""),  # runs of four do not matter
            ("shishi", "5H . . . ; . . . . ; . . . . ; . . . .", "5S@b4", "c4"),
            ("shishi", ". 5H . . ; . . . . ; . . . . ; . . . .", "5S@c4", "a4 d4"),
            ("gogo", THIRD_ROW.format(". 5H . . ."), "6H@c3", "a3 d3"),
            ("zodiac", "5H . . . . . . . . . . . .", "5S@z12", "z2 z11"),
            ("zodiac", "5H . . . . . . . . . . . .", "6S@z0", "z7"),
            ("zodiac", "5H . . . . . . . . . . . .", "7S@z7", "z0"),
            ("free", "5H . . ; . . . ; . . .", "6S@0,1", "-2,1 1,1"),  # also outside the field
            ("free", "5H . . ; . . . ; . . .", "7S@-3,3", "-2,2"),
            ("ultra", "", "7S@2,0", "1,0"),
        ],
    )
    def test_which_cells_are_in_reach(self, layout: str, field: str, move: str, reach: str) -> None:
        added = "-2,2 ." if layout == "free" else "0,0 5H; 1,0 ." if layout == "ultra" else ""
        state = position(layout, field, move.partition("@")[0], seats=2, added=added)
        turn = last(state, move)
        assert turn["reach"] == reach.split()
        assert turn["points"] == 5 * len(reach.split())

    def test_none_along_with_a_role(self) -> None:
        turn = last(position("classic", "5H 6S . ; . 2C . ; 7S . .", "7H", seats=2), "7H@c3")
        assert (turn["reach"], turn["points"]) == ([], 20)

    def test_points_are_given_for_eight_at_most(self) -> None:
        field = ". . . . . ; . 7S 9S 7H . ; . 9H 2C 9D . ; . 7D 9C 7C . ; . . . . ."
        turn = last(position("gogo", field, "8H", seats=2), "8H@c3")
        assert len(turn["reach"]) == 16
        assert turn["points"] == 40

    @pytest.mark.parametrize(
        ("number", "name"),
        [(1, "normal"), (2, "double"), (3, "triple"), (4, "super"), (6, "super"), (7, "rainbow")],
    )
    def test_reaches_have_names(self, number: int, name: str) -> None:
        assert reach_name(number) == name
        assert reach_name(number + 8) == "southern_cross"
        assert reach_name(8) == "southern_cross"
