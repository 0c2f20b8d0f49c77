"""Southern Cross cards: its fields, and where cards may lie."""

import itertools
from collections import Counter
from typing import Any

import pytest

from bot.rules import NotLegalHere
from bot.rules.chance import Scripted
from bot.rules.southern_cards import LAYOUTS, Move, Position, game
from bot.rules.southern_cards.fields import cell_at
from bot.rules.southern_cards.situation import Situation
from tests.rules.southern_cards import plain
from tests.rules.southern_cards.positions import CELLS, GROWING, cards, cells_of, fresh, last, played, position, stacked
from tests.rules.trying import NO_LUCK, written

FIXED = ("classic", "shishi", "gogo", "zodiac")


# ------------------------------------------------------------------------------------------------------- the field


class TestFields:
    """Section 3."""

    @pytest.mark.parametrize(
        ("layout", "runs"),
        [
            ("classic", {3: 8}),
            ("shishi", {3: 24, 4: 10}),
            ("gogo", {3: 48, 4: 28, 5: 12}),
            ("zodiac", {3: 18, 4: 12, 5: 12}),
        ],
    )
    def test_the_runs_of_a_fixed_layout(self, layout: str, runs: dict[int, int]) -> None:
        field = LAYOUTS[layout]
        found = {run for cell in field.start for line, _ in field.triples(cell) for run in field.runs(line, cell)}
        assert Counter(map(len, found)) == runs
        expected = {cells for _, cells in plain.windows(layout, frozenset(CELLS[layout]))}
        assert {field.names(run) for run in found} == expected

    @pytest.mark.parametrize("layout", CELLS)
    def test_the_cells_and_the_centre(self, layout: str) -> None:
        field = LAYOUTS[layout]
        assert list(field.names(field.start)) == CELLS[layout]
        centre = {"classic": "b2", "shishi": "b3 c3 b2 c2", "gogo": "c3", "zodiac": "z0"}.get(layout, "0,0")
        assert set(field.names(field.centre)) == set(centre.split())

    @pytest.mark.parametrize("x", [-8, -1, 0, 1, 7])
    @pytest.mark.parametrize("y", [-9, -1, 0, 1, 6])
    def test_a_cell_of_a_growing_field_keeps_its_name(self, x: int, y: int) -> None:
        field = LAYOUTS["free"]
        cell = cell_at(x, y)
        assert field.cell_name(cell) == f"{x},{y}"
        assert field.cell_number(f"{x},{y}") == cell
        runs = {run for line, _ in field.triples(cell) for run in field.runs(line, cell)}
        window = [f"{x + dx},{y + dy}" for dx in range(-4, 5) for dy in range(-4, 5)]
        assert {field.names(run) for run in runs} == {
            cells for _, cells in plain.windows("free", frozenset(window)) if f"{x},{y}" in cells
        }

    @pytest.mark.parametrize("layout", GROWING)
    def test_cells_beside_a_growing_field(self, layout: str) -> None:
        state = position(
            layout, ". " * 9 if layout == "free" else "", "2S", added="0,0 5S" if layout == "ultra" else ""
        )
        side = range(-2, 3) if layout == "free" else range(-1, 2)
        expected = [f"2S@{x},{y}" for y in reversed(side) for x in side]
        assert written(state) == expected

    def test_the_first_cell_of_ultra(self) -> None:
        assert written(position("ultra", "", "2S 3S")) == ["2S@0,0", "3S@0,0"]

    def test_a_cell_stays_when_it_becomes_empty(self) -> None:
        state = position("free", ". . . ; . 5S 6S ; . . .", "7S 2C 3D")
        after = played(state, "7S@2,0")
        assert after.dump()["field"][9:] == [["2,0", []]]
        assert played(after, "2C@0,0").parse("3D@3,1") == Move("3D", ("3,1",))

    def test_a_longer_run_than_five_is_no_role(self) -> None:
        state = position("free", ". . . ; 2S 3D 4H ; . . .", "8C", added="2,0 5S; 3,0 6D; 4,0 7H")
        assert cells_of(last(state, "8C@5,0")) == ["1,0 2,0 3,0 4,0 5,0"]


# ------------------------------------------------------------------------------------------------------- placing


def twin_jokers(field: str, hand: str = "JK JK", layout: str = "classic", **more: Any) -> set[str]:
    return {text for text in written(position(layout, field, hand, **more)) if "+" in text}


class TestPlacing:
    """Section 6.1."""

    def test_one_card_onto_any_cell(self) -> None:
        state = position("classic", "2S . 3S ; . KD . ; . . 9H", "2C AS AC JK")
        assert written(state)[:36] == [f"{card}@{cell}" for card in cards("AS AC 2C JK") for cell in CELLS["classic"]]

    def test_a_card_held_twice_is_listed_once(self) -> None:
        state = position("gogo", ". " * 25, "2C 2C 3C")
        assert len(state.legal()) == 50

    def test_the_order_of_joint_moves(self) -> None:
        listed = [
            text for text in written(position("classic", "2C 7S 8S ; 9D KC 4S ; 9H AC 5S", "JK JK 2S")) if "+" in text
        ]
        places = [[CELLS["classic"].index(part.partition("@")[2]) for part in text.split("+")] for text in listed]
        assert listed
        assert places == sorted(places)

    @pytest.mark.parametrize(
        ("layout", "wild", "most"),
        [
            *((layout, False, 2) for layout in CELLS),
            *(("classic", True, 4), ("shishi", True, 3), ("gogo", True, 3), ("zodiac", True, 3)),
            *(("free", True, 2), ("ultra", True, 2)),
        ],
    )
    def test_how_many_jokers_together(self, layout: str, wild: bool, most: int) -> None:
        filler = iter(cards("5S 6D 9C 10H KS 3D 4C 7H QS 2D 8C JH 5C 6H 9S 10D KC 3H 4S 7D QC 2H 8S JD 5H"))
        field = " ".join(itertools.islice(filler, len(CELLS[layout])))
        added = ";".join(f"{x},0 {next(filler)}" for x in range(5)) if layout == "ultra" else ""
        jokers = 2 if layout != "gogo" and not wild else 4
        state = position(layout, field, " ".join(["JK"] * jokers), wild=wild, added=added)
        assert max(len(move.cells) for move in state.legal()) == most
        if jokers > most:
            cells = [state.layout.cell_name(cell) for cell in state.places[: most + 1]]
            with pytest.raises(NotLegalHere, match="at most"):
                state.parse("+".join(f"JK@{cell}" for cell in cells))

    def test_one_role_is_not_enough(self) -> None:
        assert twin_jokers("2C . . ; . . . ; . . .") == set()
        with pytest.raises(NotLegalHere, match="only one role, a3, b3, c3"):
            position("classic", "2C . . ; . . . ; . . .", "JK JK").parse("JK@b3+JK@c3")

    def test_an_orion_alone_is_enough(self) -> None:
        assert twin_jokers("JK . . ; . . . ; . . .", wild=True) == {
            *("JK@b3+JK@c3", "JK@b2+JK@c1", "JK@a2+JK@a1"),
        }

    def test_roles_may_be_connected_by_a_third(self) -> None:
        assert "JK@b3+JK@b1" in twin_jokers("5H 2C 7H ; 3S KC 4S ; 9H 2D 9C")
        assert "JK@b3+JK@b1" not in twin_jokers("5H 2C 7H ; 3S . 4S ; 9H 2D 9C")

    def test_every_joker_has_to_be_of_use(self) -> None:
        with pytest.raises(NotLegalHere, match="The one on c1 isn't"):
            position("classic", "2C 7S 8S ; 9D . . ; 9H . .", "JK JK").parse("JK@a3+JK@c1")

    def test_jokers_that_complete_nothing(self) -> None:
        with pytest.raises(NotLegalHere, match="nothing"):
            position("classic", ". . . ; . . . ; . . .", "JK JK").parse("JK@a3+JK@c1")

    def test_beside_a_growing_field_each_joker_touches_the_field_as_it_was(self) -> None:
        state = position("free", ". 7D . ; 6S . . ; . 7S .", "JK JK")
        assert "JK@-2,1+JK@-2,-1" in written(state)
        with pytest.raises(NotLegalHere, match="-3,2 is too far away"):
            state.parse("JK@-2,1+JK@-3,2")

    def test_new_cells_are_added_in_reading_order(self) -> None:
        field = ". 7D . ; 6S . . ; . 7S ."
        state = position("free", field, "JK JK")
        outside = [text for text in written(state) if text.count("-2,") == 2]
        assert outside
        for text in outside:
            added = [cell for cell, _ in played(state, text).dump()["field"][9:]]
            assert added == [part.partition("@")[2] for part in text.split("+")] == plain.in_reading_order(added)


class TestTheFirstRound:
    """Section 6.1, First round; Rulings 3 and 24."""

    @pytest.mark.parametrize("layout", CELLS)
    def test_each_seat_places_its_order_card_alone(self, layout: str) -> None:
        state = fresh(3, 5, layout=layout, wild=True)
        order = state.dump()["order"]
        for seat in (0, 1, 2):
            mover = (state.dealer + seat) % 3
            assert state.to_move == mover
            assert {move.card for move in state.legal()} == {order[mover]}
            assert all(len(move.cells) == 1 for move in state.legal())
            assert len(state.legal()) == len(state.places)
            state = state.play(state.legal()[0], NO_LUCK)
        assert state.dump()["order"] == [None, None, None]
        assert len({move.card for move in state.legal()}) > 1

    def test_an_order_card_that_is_a_joker(self) -> None:
        state = game.start(2, {"wild": True}, Scripted([stacked(9, "JK 2S")]))
        assert set(written(state)) == {f"JK@{cell}" for cell in CELLS["classic"]}
        with pytest.raises(NotLegalHere, match="order card"):
            state.parse("JK@a3+JK@c3")

    def test_another_card_is_refused(self) -> None:
        state = game.start(2, {}, Scripted([stacked(9, "KS 2S QH QD")]))
        with pytest.raises(NotLegalHere, match="order card, KS"):
            state.parse("QH@a3")


class TestAfterATotalEclipse:
    """Section 6.1 and 6.5; Rulings 16 to 18."""

    @pytest.mark.parametrize("layout", FIXED)
    def test_the_next_placement_uses_a_centre_cell(self, layout: str) -> None:
        field = " ".join("." for _ in CELLS[layout])
        state = position(layout, field, "2S 3D", eclipse=True)
        centre = plain.CENTRES[layout]
        assert set(written(state)) == {f"{card}@{cell}" for card in ("2S", "3D") for cell in centre}
        with pytest.raises(NotLegalHere, match=f"centre: {', '.join(centre)}"):
            state.parse(f"2S@{CELLS[layout][0]}")
        assert played(state, f"2S@{centre[0]}").eclipse is False

    def test_on_a_growing_field_it_is_the_cell_in_the_middle(self) -> None:
        assert written(position("free", ". " * 9, "2S", eclipse=True)) == ["2S@0,0"]

    def test_of_several_jokers_one_on_the_centre_is_enough(self) -> None:
        field = "3C 9S 4D ; 5H KD 7H ; 4S 9D 2C"
        due = {text for text in written(position("classic", field, "JK JK", eclipse=True)) if "+" in text}
        assert due == {text for text in twin_jokers(field) if "b2" in text}
        assert due
        assert "JK@a3+JK@c1" in twin_jokers(field)

    def test_also_when_the_field_has_been_refilled(self) -> None:
        field, deck = "7S 8S 9S ; AC>7H 2C 3C>9H ; 7D 8D 9D", "KH 2S 3S 9C JH KC 5H 4H 2D 8C 10H 10S"
        after = played(position("classic", field, "8H 4C 5C 6C 7C", deck=deck), "8H@b2")
        turn = after.dump()["last"]
        assert (turn["eclipse"], turn["points"]) == (True, 990 + 40 + 50)
        assert turn["refilled"] == CELLS["classic"]
        assert set(written(after)) == {f"{card}@b2" for card in cards("KH 4C 5C 6C 7C")}

    def test_it_is_due_for_the_next_seat_too(self) -> None:
        state = position("classic", ". . . ; 5S 6D . ; . . .", "7H", seats=2, others="2C 3C")
        after = played(state, "7H@c2")
        assert (after.to_move, after.eclipse) == (1, True)
        assert set(written(after)) == {"2C@b2", "3C@b2"}


class TestUltra:
    """Section 6.1, `ultra`; Rulings 19."""

    def test_a_combo_may_clear_the_field_as_well(self) -> None:
        # The sequence 5 6 7 lays open 9 9 9, which would clear it all.
        state = position("ultra", "", "7H 2C", added="0,0 9S>5S; 1,0 9D>6D; 2,0 9H")
        assert "7H@2,0" not in written(state)
        assert "7H@3,0" in written(state)
        assert not state.is_legal(Move("7H", ("2,0",)))

    def test_if_every_placement_clears_it_all_are_legal_and_no_eclipse_is_scored(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        state = position("ultra", "", "7H", added="0,0 5S; 1,0 6D")
        others = written(state)
        # No such position is known, so the question whether the field is cleared is answered with yes for all.
        monkeypatch.setattr(Position, "clears", lambda state, placing: True)
        monkeypatch.setattr(f"{Situation.__module__}.completing", lambda layout, tops, cell, cards: set(cards))
        everything = position("ultra", "", "7H", added="0,0 5S; 1,0 6D")
        assert set(written(everything)) - set(others) == {"7H@2,0"}
        turn = last(everything, "7H@2,0")
        assert (turn["points"], turn["eclipse"]) == (20, False)
