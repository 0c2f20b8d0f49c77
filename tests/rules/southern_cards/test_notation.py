"""Southern Cross cards: how moves are typed, and what is answered to one that can't be played."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules import IllegalMove, NotLegalHere, Unreadable
from bot.rules.chance import Sealed
from bot.rules.southern_cards import Move
from tests.rules.southern_cards.positions import CELLS, PACK, SETTINGS, position, some_position
from tests.rules.trying import NO_LUCK, written


class TestNotation:
    """Section 8."""

    @pytest.mark.parametrize(
        ("layout", "typed", "move"),
        [
            *(
                ("classic", typed, "10H@b2")
                for typed in (
                    *("10H@b2", "10h@B2", " 1 0 H @ b 2 ", "TH@b2", "th b2", "10Hb2", "tHb2", "10H:b2", "10h > b2"),
                    *("10♥@b2", "T♥b2", "10 ♥ b2", "10♥\ufe0f@b2", "\t10H\n@b2"),
                )
            ),
            *(("classic", typed, "AS@a3") for typed in ("as a3", "A♠a3", "ASA3", "aS>A3")),
            *(("classic", typed, "KD@c1") for typed in ("K♦c1", "kdc1", "KD C1")),
            *(("classic", typed, "QC@c3") for typed in ("q♣:c3", "QCC3", "qc c3")),
            *(("classic", typed, "JK@c3") for typed in ("jk@c3", "joker c3", "JOKER:c3", "JKC3", "Joker>c3")),
            *(
                ("classic", typed, "JK@a3+JK@c1")
                for typed in (
                    *("JK@a3+JK@c1", "jk@c1+jk@a3", "JK@a3+c1", "joker a3 + c1", "JKc1+a3", "JK:a3 + joker>c1"),
                    *("j k @ a 3 + j k @ c 1", "JK@c1+JKa3"),
                )
            ),
            *(("zodiac", typed, "10H@z10") for typed in ("10HZ10", "th z10", "10♥>z10")),
            *(("zodiac", typed, "KD@z0") for typed in ("kdz0", "KD@Z0")),
            *(
                ("free", typed, "QC@1,-1")
                for typed in ("QC@1,-1", "qc(1,-1)", "QC 1,−1", "Q♣@( 1 , −1 )", "qc>1,-1", "QC:(1,-1)", "qc1,-1")
            ),
            *(("free", typed, "10H@-2,2") for typed in ("10H-2,2", "10h(-2,2)", "T♥@−2,2")),
            *(("free", typed, "JK@-1,1+JK@1,-1") for typed in ("jk@1,-1+jk@-1,1", "JK(−1,1)+(1,−1)", "joker-1,1+1,-1")),
        ],
    )
    def test_however_it_is_typed(self, layout: str, typed: str, move: str) -> None:
        field = {
            "classic": "3C 6H 5H ; JS KH 4H ; 10S 9S 2C",
            "free": "3C 6H 5H ; JS KH 4H ; 10S 9S 2C",
            "zodiac": "3C 6H 5H JS KH 4H 10S 9S 2C 5S 7D 8D 9D",
        }[layout]
        hands = {"classic": ["10H AS KD QC JK", "JK JK"]}.get(layout, ["10H KD QC JK JK"])
        found = []
        for hand in hands:
            state = position(layout, field, hand)
            try:
                found.append(state.notate(state.parse(typed)))
            except NotLegalHere:
                continue
        assert found
        assert set(found) == {move}

    @pytest.mark.parametrize(
        "text",
        [
            *("", "7H", "b2", "@b2", "7@b2", "H@b2", "1H@b2", "11H@b2", "7X@b2", "7H@", "7H@@b2", "7H@b2b2", "7H-b2"),
            *("7H@b2+", "+7H@b2", "JK@", "JK@a3+", "a3+JK@c1", "JK", "JJ@b2", "7H@1,1", "7H@(b2)", "7H@b", "7H@2b"),
            *("7ſ@b2", "７H@b2", "7H@b２", "roll", "{x}", "7H@b2 5C@c3"),
        ],
    )
    def test_what_is_no_move(self, text: str) -> None:
        state = position("classic", ". " * 9, "7H JK JK")
        with pytest.raises(Unreadable):
            state.parse(text)

    @pytest.mark.parametrize(
        "text", ["7H@1", "7H@1,", "7H@,1", "7H@(1,1", "7H@1,1)", "7H@01,1", "7H@-0,1", "7H@b2", "7H@1.5,2"]
    )
    def test_what_is_no_cell_of_a_growing_field(self, text: str) -> None:
        with pytest.raises(Unreadable):
            position("free", ". " * 9, "7H").parse(text)

    @pytest.mark.parametrize(
        ("layout", "cell", "extent"),
        [
            *(("classic", cell, "a1–c3") for cell in ("d1", "a4", "a0", "z1", "a10", "b99")),
            *(
                ("shishi", "e1", "a1–d4"),
                ("gogo", "f5", "a1–e5"),
                ("zodiac", "z13", "z0–z12"),
                ("zodiac", "a1", "z0–z12"),
            ),
        ],
    )
    def test_an_unknown_cell_of_a_fixed_layout(self, layout: str, cell: str, extent: str) -> None:
        state = position(layout, " ".join("." for _ in CELLS[layout]), "7H")
        with pytest.raises(Unreadable, match=f"no cell {cell} here. The field is {extent}"):
            state.parse(f"7H@{cell}")

    @pytest.mark.parametrize("far", ["999999999,0", "-3,0", "0,524288", "1048576,1"])
    def test_a_cell_far_from_a_growing_field(self, far: str) -> None:
        with pytest.raises(IllegalMove, match="far"):
            position("free", ". " * 9, "7H").parse(f"7H@{far}")

    @pytest.mark.parametrize("text", ["JK@a3+JK@a3", "JK@a3+a3", "JK@a3+JK@c1+JK@a3"])
    def test_the_same_cell_twice(self, text: str) -> None:
        with pytest.raises(IllegalMove, match="a3 is named twice"):
            position("classic", ". " * 9, "JK JK").parse(text)

    @pytest.mark.parametrize("text", ["7H@a3+7H@b3", "7H@a3+b3", "JK@a3+7H@b3", "7H@a3+JK@b3"])
    def test_several_cards_of_which_one_is_no_joker(self, text: str) -> None:
        with pytest.raises(IllegalMove, match="7H isn't"):
            position("classic", ". " * 9, "JK JK 7H").parse(text)

    def test_the_cells_of_a_growing_field_are_written_in_reading_order(self) -> None:
        state = position("free", ". 7D . ; 6S . . ; . 7S .", "JK JK")
        assert state.notate(state.parse("JK@-2,-1+JK@-2,1")) == "JK@-2,1+JK@-2,-1"

    @pytest.mark.parametrize(
        "move",
        [
            *(None, "7H@b2", ("7H", ("b2",)), Move("7H", ()), Move("7H", ("d4",)), Move("XX", ("b2",))),
            *(Move("7H", "b2"), Move("7H", (2,)), Move(7, ("b2",)), Move("7H", None), Move([], ("b2",))),  # type: ignore[arg-type]  # what is no move
            *(Move("7H", ([],)), Move("JK", ("a3", "a3")), Move("JK", ("c1", "a3"))),  # type: ignore[arg-type]  # likewise
        ],
    )
    def test_what_is_no_move_is_refused(self, move: Any) -> None:
        state = position("classic", "3C 6H 5H ; JS KH 4H ; 10S 9S 2C", "7H JK JK")
        assert not state.is_legal(move)
        for ask in (state.notate, state.outcome, lambda m: state.play(m, NO_LUCK)):
            with pytest.raises(IllegalMove):
                ask(move)


class TestRefusals:
    """A refusal helps its player and tells nothing about the hands of others."""

    def test_a_card_that_is_not_held(self) -> None:
        state = position("classic", ". " * 9, "7H 8H", seats=2, others="9H KS")
        with pytest.raises(NotLegalHere) as refused:
            state.parse("9H@b2")
        assert str(refused.value) == "You don't hold 9H."

    @pytest.mark.parametrize("held", [0, 1])
    def test_jokers_that_are_not_held(self, held: int) -> None:
        """How many there are is not told."""
        state = position("classic", "3C 6H 5H ; JS KD 4H ; 10S 9S 2C", " ".join(["7H", *["JK"] * held]), seats=2)
        with pytest.raises(NotLegalHere) as refused:
            state.parse("JK@a3+JK@c1")
        assert str(refused.value) == "You don't hold 2 jokers."

    @SETTINGS
    @given(seed=st.integers(0, 2**32), typed=st.sampled_from([*PACK, "JK"]), cells=st.data())
    def test_nothing_hidden_is_revealed(self, seed: int, typed: str, cells: st.DataObject) -> None:
        luck = random.Random(seed)
        state = some_position(luck)
        if state.to_move is None:
            return
        cell = state.layout.cell_name(cells.draw(st.sampled_from(state.places)))
        other = state.determinise(state.to_move, Sealed(seed.to_bytes(32, "big"), "table"))
        answers = []
        for each in (state, other):
            try:
                answers.append(each.notate(each.parse(f"{typed}@{cell}")))
            except IllegalMove as refused:
                answers.append(str(refused))
        assert answers[0] == answers[1]
        assert written(state) == written(other)
