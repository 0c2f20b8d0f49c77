"""Down Under: how moves are typed, and what is answered to one that can't be played."""

import json
import random
import re
from typing import Any

import pytest

from bot.rules import Ambiguous, IllegalMove, NotLegalHere, Unreadable
from bot.rules.chance import Sealed
from bot.rules.down_under import Move, Position, game
from bot.rules.down_under.notation import cell_of, column_name, column_number
from tests.rules.down_under.positions import BORDER, ENDLESS, LOCKED, PASSED_THROUGH, SQUARE, at, start
from tests.rules.down_under.random_matches import TABLES, random_match
from tests.rules.trying import NO_LUCK, Document, after, answered


class TestNotation:
    @pytest.mark.parametrize(
        ("column", "name"),
        [
            *((0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (51, "az"), (52, "ba"), (701, "zz"), (702, "aaa")),
            *((-1, "-a"), (-2, "-b"), (-26, "-z"), (-27, "-aa"), (-702, "-zz"), (-703, "-aaa")),
        ],
    )
    def test_columns_are_counted_by_letters(self, column: int, name: str) -> None:
        assert column_name(column) == name
        assert column_number(name) == column

    @pytest.mark.parametrize(
        ("seats", "options", "first"),
        [
            *((2, {}, "h8"), (3, {}, "i9"), (4, {}, "j10"), (2, {"size": "4x20"}, "u21"), (2, {"size": "20x4"}, "u21")),
            *((2, {"growth": "one_end"}, "j10"), (4, {"growth": "one_end"}, "n14"), (2, {"routes": 2}, "j10")),
            *((2, {"routes": 2, "growth": "one_end"}, "j10"), (4, {"growth": "one_end", "size": "4x20"}, "y25")),
            *((2, {"area": "open"}, "n14"), (4, {"area": "open", "growth": "one_end", "size": "easy"}, "n14")),
            *((2, {"area": "open", "routes": 2}, "n14"), (3, {"area": "line", "size": "6x8"}, "b2")),
            *((2, {"area": "line", "growth": "one_end"}, "b2"), (2, {"area": "frame"}, "c3")),
        ],
    )
    def test_28_where_the_first_cell_is_depends_on_options_and_seats(
        self, seats: int, options: Document, first: str
    ) -> None:
        state = game.start(seats, options, Sealed(bytes(32), "table"))
        assert state.label((0, 0)) == first
        assert cell_of(state.table, first) == (0, 0)

    @pytest.mark.sample(4, rest="thorough")
    @pytest.mark.parametrize(("seats", "options"), TABLES)
    def test_27_a_cell_keeps_its_label_for_the_whole_match(self, seats: int, options: Document) -> None:
        cells = [(x, y) for x in range(-30, 31) for y in range(-30, 31)]
        named = None
        for state in random_match(random.Random(seats), seats, options):
            labels = [state.label(cell) for cell in cells]
            assert named in (None, labels)
            named = labels
        assert named is not None
        assert len(set(named)) == len(cells)
        assert [cell_of(state.table, label) for label in named] == cells

    @pytest.mark.sample(3)
    @pytest.mark.parametrize(("seats", "options"), [one for one in TABLES if one[1].get("area") != "open"])
    def test_28_nothing_is_laid_before_a_and_1_where_there_is_a_border(self, seats: int, options: Document) -> None:
        for salt in range(12):
            for state in random_match(random.Random(salt), seats, options):
                assert all(re.search(r" [a-z]+[1-9][0-9]*( |$)", state.notate(move)) for move in state.legal())

    @pytest.mark.parametrize(
        ("typed", "canonical"),
        [
            *(("straight -a5 ns", "straight -a5 NS"), ("Curve -A 5 es", "curve -a5 SE")),
            *(("terminal-a5s", "terminal -a5 S"), ("end - a 05 S", "terminal -a5 S")),
        ],
    )
    def test_columns_before_a_have_a_dash(self, typed: str, canonical: str) -> None:
        assert answered(at("Y s -14,-10 NS, B s 0,0 NS", area="open"), typed) == canonical

    @pytest.mark.parametrize(("y", "row"), [(-14, "0"), (-15, "-1"), (-100, "-86")])
    def test_rows_below_1(self, y: int, row: str) -> None:
        state = at(f"Y s -15,{y - 1} NS, B s 0,0 NS", area="open")
        assert answered(state, f"curve-b{row}ES") == f"curve -b{row} SE"

    @pytest.mark.parametrize(
        "typed",
        ["curve i8 NW", "curve i8 WN", "CURVE I8 nw", " cur ve i 8 n w ", "yellow curve i8 NW", "Yellowcurvei08wn"],
    )
    def test_a_placement_is_read_however_it_is_typed(self, typed: str) -> None:
        state = at("Y s 0,0 NS, Y c 0,1 SE, Y c 1,1 SW, B s 3,0 NS")
        assert answered(state, typed) == "curve i8 NW"

    @pytest.mark.parametrize(
        ("typed", "canonical"),
        [
            *(("straight h9 SN", "straight h9 NS"), ("end h9 s", "terminal h9 S"), ("END H9 S", "terminal h9 S")),
            *(("curve h9 es", "curve h9 SE"), ("curve h9 ws", "curve h9 SW"), ("yellow end h7 n", "terminal h7 N")),
        ],
    )
    def test_other_spellings(self, typed: str, canonical: str) -> None:
        assert answered(at("Y s 0,0 NS, B s 3,0 NS"), typed) == canonical

    @pytest.mark.parametrize("typed", ["rotate h8 SE", "turn h8 es", "Yellow Rotate H8 SE", "turnh8se"])
    def test_spellings_of_a_rotation(self, typed: str) -> None:
        assert answered(at(ENDLESS), typed) == "rotate h8 SE"

    @pytest.mark.parametrize(
        ("typed", "canonical"),
        [
            ("pond j10", "billabong j10"),
            ("BILLABONG J10", "billabong j10"),
            ("pass", "decline"),
            ("De cline", "decline"),
        ],
    )
    def test_spellings_of_an_answer(self, typed: str, canonical: str) -> None:
        assert answered(after(at(*LOCKED, size="9x9"), "curve k10 NW"), typed) == canonical

    def test_the_animal_may_be_left_out_when_only_one_fits(self) -> None:
        state = at("Y s:platypus 0,0 NS, B s:emu 3,0 NS", animals=True)
        assert answered(state, "curve : dingo h9 SE") == "curve:dingo h9 SE"
        assert answered(state, "curve dingo h9 SE") == "curve:dingo h9 SE"
        with pytest.raises(Ambiguous, match="curve:emu h9 SE"):
            state.parse("curve h9 SE")
        held = "Y c:kangaroo 0,0 NW, Y c:kangaroo 0,1 SE, Y c:emu 1,1 NW, Y c:emu 1,2 SE, Y c:platypus 2,2 NW"
        state = at(
            held, "Y c:platypus 2,3 SE, Y c:rabbit 3,3 NW, Y c:rabbit 3,4 SE, B s:emu 9,9 NS", animals=True, area="open"
        )
        assert answered(state, "curve r18 NW") == "curve:dingo r18 NW"

    def test_the_colour_may_be_left_out_when_only_one_fits(self) -> None:
        state = after(at(SQUARE, routes=2), "yellow straight j11 NS")
        assert answered(state, "straight i9 EW") == "green straight i9 EW"

    @pytest.mark.parametrize(
        "text",
        [
            *("", "hello", "straight", "straight i9", "i9 NS", "straight i9 NE", "curve i9 NS", "terminal i9 NS"),
            *(
                "straight 9i NS",
                "straight i-9- NS",
                "straight --a5 NS",
                "straight i9 NN",
                "rotate i9 N",
                "billabong",
                "billabong i9 NS",
                "decline i9",
            ),
            *("purple straight h9 NS", "straight:koala h9 NS", "rotate:emu h8 SE", "ſtraight h9 NS", "{x}", "h9"),
        ],
    )
    def test_what_is_no_move_at_all(self, text: str) -> None:
        with pytest.raises(Unreadable):
            at("Y s 0,0 NS, B s 3,0 NS").parse(text)

    @pytest.mark.parametrize(
        ("state", "text", "reason"),
        [
            (start(), "terminal h8 N", "begins with a straight or a curve"),
            (start(), "straight h9 NS", "first tile of the match goes to h8"),
            (at("Y s 0,0 NS", turn=1), "straight af15 NS", "next to a tile that a player has laid"),
            (
                at("N s 0,0 EW, Y s 4,6 EW", turn=1, area="line"),
                "straight b3 EW",
                "next to a tile that a player has laid",
            ),
            (at("N s 0,0 EW, Y s 4,6 EW", turn=1, area="line"), "straight a1 EW", "outside the area"),
            (at("Y s 0,0 NS", turn=1), "straight h9 NS", "two colours"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "straight i8 NS", "doesn't lead into i8, but into h7, h9"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "straight k8 NS", "k8 isn't empty"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "straight h9 EW", "enters h9 from S"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "blue straight h9 NS", "isn't your colour"),
            (at("Y s 0,0 NS, B s 0,2 NS"), "straight h9 NS", "two colours"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "straight:emu h9 NS", "animal"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "rotate h8 EW", "only when your route is a ring"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "decline", "You can't lay a billabong now"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "billabong h9", "You can't lay a billabong now"),
            (at(*BORDER, size="7x9"), "straight j17 NS", "straight left. You can play:"),
            (
                at("B s 0,0 EW, B s 1,0 EW, B s 2,0 EW, B s 3,0 EW, Y s 0,1 EW", size="4x4", turn=1),
                "straight d5 EW",
                "outside",
            ),
            (at(ENDLESS), "straight h7 NS", "route is a ring"),
            (at(ENDLESS), "rotate i9 SE", "wouldn't leave your route whole"),
            (at(ENDLESS), "rotate j8 EW", "You have no straight or curve on j8 to turn. You can play:"),
            (at(ENDLESS), "rotate h8 NS", "by a quarter"),
            (game.load(PASSED_THROUGH), "straight f9 EW", "Continue out of the billabong on i9 first, into j9"),
            (game.load(PASSED_THROUGH), "straight j9 NS", "Continue out"),
            (
                after(at(*LOCKED, size="9x9"), "curve k10 NW"),
                "curve k10 NE",
                "Decide about the billabong on j10 first:",
            ),
            (start(2, routes=2), "yellow straight j10 NS", "four terminals in a square"),
            (
                after(start(2, growth="one_end"), "terminal j10 N"),
                "terminal j11 N",
                "Your terminal goes back to back with yellow's. You can play:",
            ),
            (at("Y s 0,0 NS, Y t 0,1 S, Y t 0,-1 N, B s 3,0 NS", turn=1), "yellow straight h7 NS", "isn't your colour"),
            (after(at(SQUARE, routes=2), "yellow straight j11 NS"), "straight i10 EW", "either of your colours"),
        ],
    )
    def test_why_a_move_is_refused(self, state: Position, text: str, reason: str) -> None:
        with pytest.raises(NotLegalHere, match=reason) as refused:
            state.parse(text)
        assert len(str(refused.value)) < 700
        for move in state.legal()[:3]:
            assert state.notate(move) in str(refused.value)

    @pytest.mark.parametrize(
        "move",
        [
            Move("straight", (0, 1), "EW", 0),
            Move("straight", (0, 1), "NS", 1),
            Move("straight", (0, 1), "NS", None),
            Move("straight", (0, 1), "NS", 0, "emu"),
            Move("straight", None, "NS", 0),
            Move("rotate", (0, 0), "EW", 0),
            Move("billabong", (0, 1)),
            Move("decline"),
            Move("decline", (0, 1)),
            Move("straight", (0, 1), "XX", 0),
            ("straight", (0, 1), "NS", 0, None),
        ],
    )
    def test_a_move_that_is_not_legal_is_neither_played_nor_written(self, move: Any) -> None:
        state = at("Y s 0,0 NS, B s 3,0 NS")
        for refused in (lambda: state.play(move, NO_LUCK), lambda: state.notate(move)):
            with pytest.raises(IllegalMove):
                refused()

    def test_an_equal_move_is_played_as_it_is_listed(self) -> None:
        state = at("Y s 0,0 NS, B s 3,0 NS")
        odd = Move("straight", (False, True), "NS", False)
        assert json.dumps(state.play(odd, NO_LUCK).dump()) == json.dumps(after(state, "straight h9 NS").dump())
