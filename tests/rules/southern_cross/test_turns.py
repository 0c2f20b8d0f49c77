"""Southern Cross: actions, the end of a turn, throws, the result, and taking back."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules import Result
from bot.rules.chance import Scripted
from bot.rules.southern_cross import End, Jump, Spin, Step, game
from bot.rules.southern_cross.board import TILES
from bot.rules.southern_cross.special import TOLERANCES, ThrowConditions, misses
from tests.rules.southern_cross import plain
from tests.rules.southern_cross.positions import (
    EMPTY,
    NEVER,
    OVER,
    PREPARED,
    REMOVING,
    ROLLING,
    THROWING,
    TWO_COLUMNS,
    after,
    at,
    board,
    ending,
    refused,
    start,
    waiting,
    weird_position,
)
from tests.rules.trying import written


class TestActions:
    def test_moves_then_jumps_then_spins_then_end(self) -> None:
        state = at("..B.../....../..G.../...G../....B./......")
        assert written(state) == [
            *("base-d6", "c6-b6", "c6-c5", "c6-d6", "e2-d2", "e2-e1", "e2-e3", "e2-f2"),
            *("basexc5xc3", "basexc5", "basexc5xc3xe3xe1", "basexc5xc3xe3"),
            *("spin N 90", "spin N 180", "spin N 270", "spin C 90", "spin C 270", "end"),
        ]

    def test_the_kinds_of_moves(self) -> None:
        state = at("..B.../....../..G.../...G../....B./......")
        moves = state.legal()
        assert moves[0] == Step("base", "d6")
        assert moves[8] == Jump("base", ("c5", "c3"))
        assert moves[-2:] == [Spin("C", 270), End()]

    def test_an_action_takes_one_of_three(self) -> None:
        state = start()
        for left, text in ((2, "base-c6"), (1, "c6-b6"), (0, "base-c6")):
            state = after(state, text)
            assert (state.actions_left, state.turn, state.to_move, state.phase) == (left, 1, 0, "act")
        assert written(state) == ["end"]

    @pytest.mark.parametrize(
        ("dial", "before", "turned"),
        [
            ("N", "..BR../..GY../....../....../....../......", "..GB../..YR../....../....../....../......"),
            ("E", "....../....../....BR/....GY/....../......", "....../....../....GB/....YR/....../......"),
            ("S", "....../....../....../....../..BR../..GY..", "....../....../....../....../..GB../..YR.."),
            ("W", "....../....../BR..../GY..../....../......", "....../....../GB..../YR..../....../......"),
            ("C", "....../....../..B.../....../....../......", "....../....../...B../....../....../......"),
            ("C", "....../....../....../...B../....../......", "....../....../....../..B.../....../......"),
        ],
    )
    def test_every_dial_turns_clockwise(self, dial: str, before: str, turned: str) -> None:
        assert board(after(at(before), f"spin {dial} 90")) == turned
        for amount in (180, 270):
            assert board(after(at(before), f"spin {dial} {amount}")) == board(
                after(at(before), *[f"spin {dial} 90"] * (amount // 90))
            )

    @pytest.mark.parametrize("amounts", [[90, 270], [270, 90], [180, 180]])
    def test_a_spin_back_brings_everything_back(self, amounts: list[int]) -> None:
        rows = "....../....../..BR../..G.../....../......"
        assert board(after(at(rows), *(f"spin C {amount}" for amount in amounts))) == rows

    def test_a_hop_goes_over_one_counter_to_the_empty_square_behind_it(self) -> None:
        state = at("....../....../....../BY.R../R...../......")
        assert [text for text in written(state) if text.startswith("a3")] == ["a3-a4", "a3xa1", "a3xc3", "a3xc3xe3"]
        assert "there's no counter on a4 to hop over" in refused(state, "a3-a5")

    def test_jumped_counters_stay(self) -> None:
        assert board(after(at("....../....../....../BY.R../....../......"), "a3xe3")) == (
            "....../....../....../.Y.RB./....../......"
        )

    @pytest.mark.parametrize("row", ["BYY...", "....BY", "B.Y...", "B....."])
    def test_no_hop_goes_over_two_counters_over_the_edge_or_over_nothing(self, row: str) -> None:
        assert not [text for text in written(at(f"....../....../....../{row}/....../......")) if "x" in text]


class TestAtMostOneFullTile:
    def test_what_fills_a_second_tile_is_legal_if_it_can_be_opened_in_time(self) -> None:
        assert "base-f4" in written(at(PREPARED, 2, 3))
        assert "base-f4" not in written(at(PREPARED, 2, 2))
        assert "base-f4" not in written(at(PREPARED, 2, 1))

    def test_a_spin_may_be_needed_as_preparation(self) -> None:
        state = after(at(PREPARED, 2, 3), "base-f4")
        assert written(state) == ["spin E 90", "spin E 180", "spin C 180", "spin C 270"]
        for text in written(state):
            assert written(after(state, text))

    def test_what_can_never_be_opened_in_time_is_not_legal(self) -> None:
        state = at(NEVER)
        assert "base-c6" not in written(state)
        assert "actions left after it (2)" in refused(state, "base-c6")

    def test_the_squares_a_jump_passes_through_fill_nothing(self) -> None:
        state = at("....YY/....RR/..GG../BY.G../....../......", 1, 1)
        jumps = [text for text in written(state) if text.startswith("a3x")]
        assert jumps == ["a3xc3xc5", "a3xc3xe3"]
        assert "C" in refused(state, "a3xc3")

    def test_what_came_from_the_grid_may_fill_a_tile_if_an_action_is_left_to_go_back(self) -> None:
        state = at("....YY/....RR/..GG../BY.G../....../......", 1, 2)
        assert "a3xc3" in written(state)
        assert "c3xa3" in written(after(state, "a3xc3"))

    def test_ending_with_two_full_tiles_is_refused(self) -> None:
        state = after(at("....../....../GG..../RB..../R.B.../YY....", 5, 2), "c2-b2")
        assert refused(state, "end") == (
            "W, SW are full, and a turn can end with one full tile at most. Open one of them first: b2-c2, "
            "b3-c3, b3xb5."
        )

    @given(seed=st.integers(0, 2**32))
    @settings(max_examples=30, deadline=None)
    def test_every_turn_can_be_ended(self, seed: int) -> None:
        luck = random.Random(seed)
        doc = weird_position(luck)
        if doc is None:
            return
        state = game.load(doc)
        while "end" not in written(state):
            assert state.legal()
            state = after(state, luck.choice(written(state)))
        assert len(plain.full(plain.grid_of(state.dump()))) <= 1


class TestTheEndOfATurn:
    @pytest.mark.parametrize("tile", TILES)
    def test_every_tile_can_be_a_constellation(self, tile: str) -> None:
        grid = dict(zip(TILES[tile], "BRYG", strict=True))
        state = after(at("/".join(plain.rows_of(grid)), 3), "end")
        assert (state.phase, state.to_move, waiting(state)) == ("roll", 2, [3, 0, 1])
        assert state.dump()["special"] == {"tile": tile, "waiting": [3, 0, 1], "failed": 0, "throws": []}

    def test_all_fail_without_a_choice(self) -> None:
        state = after(at("..BB../..BR../....../....../....../......", 1), "end", "roll", luck=[3, 1, 2])
        assert board(state) == "....../...R../....../....../....../......"
        assert (state.phase, state.to_move) == ("roll", 1)

    @pytest.mark.parametrize(("die", "stays"), [(1, False), (2, True), (6, True)])
    def test_one_die_must_beat_one(self, die: int, stays: bool) -> None:
        state = after(at("..BR../..YG../....../....../....../......", 1), "end", "roll", luck=[die])
        assert board(state).startswith("..BR" if stays else "...R")

    @pytest.mark.parametrize(("number", "lowest"), [(1, 2), (2, 3), (3, 4), (4, 5)])
    def test_each_die_must_be_higher_than_the_number_of_counters(self, number: int, lowest: int) -> None:
        rows = ["..B" + "BR"[number < 2] + "..", ".." + "BR"[number < 3] + "BR"[number < 4] + ".."]
        state = after(at("/".join([*rows, *["......"] * 4]), 1), "end")
        assert board(after(state, "roll", luck=[lowest] * number)).startswith("/".join(rows))
        assert "B" not in board(after(state, "roll", luck=[lowest - 1] * number))

    @pytest.mark.parametrize("failed", [1, 2, 3])
    def test_one_counter_goes_home_for_each_failed_die(self, failed: int) -> None:
        state = after(at("..BB../..BB../....../....../....../......", 1), "end")
        state = after(state, "roll", luck=[4] * failed + [5] * (4 - failed))
        texts = written(state)
        assert texts == sorted(texts)
        assert len(texts) == {1: 4, 2: 6, 3: 4}[failed]
        assert after(state, texts[0]).cells.count(b"B") == 4 - failed

    def test_a_match_ends_after_its_last_turn(self) -> None:
        state = after(start(max_turns=2), "base-c6", "end", "base-f4", "end")
        assert (state.phase, state.turn, state.to_move, state.actions_left) == ("over", 2, None, 0)
        # Blue's counter and red's stand on their own home tiles.
        assert state.result == Result((1, 1, 3, 3))
        assert state.legal() == []

    def test_max_turns_come_after_the_special_round(self) -> None:
        state = after(at("..BR../..YG../....../....../....../......", 1, max_turns=1), "end")
        assert (state.phase, state.turn) == ("roll", 1)
        state = after(state, *["roll"] * 4, luck=[6, 6, 6, 6])
        assert (state.phase, state.turn) == ("over", 1)


class TestThrows:
    @pytest.mark.parametrize(("number", "hits"), [(1, 25), (2, 19), (3, 13), (4, 9)])
    def test_a_perfect_aim_hits_as_often_as_the_page_says(self, number: int, hits: int) -> None:
        aim = ThrowConditions(50, 5)
        assert sum(not misses(45, aim, number, Scripted([roll])) for roll in range(1, 32)) == hits

    @pytest.mark.parametrize("number", TOLERANCES)
    def test_a_throw_may_be_as_far_off_as_its_number_allows(self, number: int) -> None:
        tolerance = {1: 12, 2: 9, 3: 6, 4: 4}[number]
        for off in range(-15, 16):
            assert misses(50, ThrowConditions(50, 0), number, Scripted([16 + off])) == (abs(off) > tolerance)

    @pytest.mark.parametrize(("power", "roll", "target"), [(0, 1, 20), (100, 31, 81)])
    def test_a_throw_may_land_off_the_scale(self, power: int, roll: int, target: int) -> None:
        wind = -10 if power == 0 else 10
        assert misses(power, ThrowConditions(target, wind), 1, Scripted([roll]))

    def test_all_targets_are_drawn_first_target_before_wind(self) -> None:
        state = at("..BB../..BB../....../....../....../......", 1, challenge="throw")
        state = after(state, "end", luck=[1, 1, 62, 21, 31, 11, 2, 3])
        assert [tuple(throw) for throw in state.dump()["special"]["throws"]] == [("target", "wind")] * 4
        assert [tuple(throw.values()) for throw in state.dump()["special"]["throws"]] == [
            *((20, -10), (81, 10), (50, 0), (21, -8))
        ]
        assert written(state) == [f"throw {power}" for power in range(101)]

    def test_all_throws_are_made_whatever_the_earlier_ones_brought(self) -> None:
        state = at("..BB../..RR../....../....../....../......", 1, challenge="throw")
        state = after(state, "end", luck=[31, 11, 31, 11])
        state = after(state, "throw 0", luck=[16])
        assert (state.phase, state.to_move) == ("throw", 0)
        assert state.dump()["special"] == {
            "tile": "N",
            "waiting": [1],
            "failed": 1,
            "throws": [{"target": 50, "wind": 0}],
        }
        once = after(state, "throw 50", luck=[16])
        assert (once.phase, written(once)) == ("remove", ["remove c6", "remove d6"])
        # Red's targets are drawn inside the choice, or inside the throw where no choice is needed.
        chosen = after(once, "remove d6", luck=[1, 2, 3, 4])
        assert (chosen.phase, chosen.to_move, board(chosen)[:13]) == ("throw", 1, "..B.../..RR..")
        twice = after(state, "throw 0", luck=[16, 1, 2, 3, 4])
        assert (twice.phase, twice.to_move, board(twice)[:13]) == ("throw", 1, "....../..RR..")
        assert chosen.dump()["special"] == twice.dump()["special"]


class TestResult:
    @pytest.mark.parametrize(
        ("rows", "places"),
        [
            (EMPTY, (1, 1, 1, 1)),
            ("....../....../....../....../R.R.../BB....", (1, 2, 3, 3)),  # a cluster of two against two counters
            ("..BB../..B.../....../....../R...../......", (2, 1, 3, 3)),  # on the home tile they make no cluster
            ("..B.../....../....../....../....../......", (1, 2, 2, 2)),  # but they are on the grid
            ("..B.../.BBB../....../....BB/RR.RR./...YYY", (1, 2, 3, 4)),  # nor do they connect
            ("BB.GG./....../....../....../RR..../.....Y", (1, 1, 4, 1)),
        ],
    )
    def test_places_are_by_cluster_off_home_then_counters_on_the_grid(
        self, rows: str, places: tuple[int, int, int, int]
    ) -> None:
        state = ending(rows, 5, max_turns=5)
        assert (state.phase, state.result) == ("over", Result(places, None))

    def test_home_tiles_of_the_page_are_left_out(self) -> None:
        for letter, tile in plain.HOME.items():
            grid = dict.fromkeys(TILES[tile][:2], letter) | dict.fromkeys(("a1", "f1"), "B" if letter != "B" else "R")
            state = ending("/".join(plain.rows_of(grid)), 1, max_turns=1)
            assert state.result is not None
            assert state.result.places["BRYG".index(letter)] == 2

    def test_a_cluster_wins_on_the_turn_of_any_seat(self) -> None:
        rows = "B...../B...../B...../B...../BB..../......"
        for turn in range(1, 5):
            state = ending(rows, turn)
            assert (state.phase, state.turn) == ("over", turn)
            assert state.result == Result((1, 2, 2, 2))

    @pytest.mark.parametrize(
        "rows",
        [
            "B...../B...../B...../B...../B...../......",  # five
            "B...../B...../B...../B...../B...../.B....",  # a corner does not connect
            "..B.../BBBBB./....../....../....../......",  # on the home tile
            "....../....../BBB.../...BBB/....../......",  # two groups of three
        ],
    )
    def test_what_is_no_winning_cluster(self, rows: str) -> None:
        assert ending(rows, 1).phase == "act"


class TestTurnsAndUndo:
    def test_actions_and_the_special_round_belong_to_one_turn(self) -> None:
        states = [at("..B.../..RY../....../....../....../......", 1)]
        for text, luck in (("base-d6", []), ("end", []), ("roll", [1, 6]), ("remove c6", []), ("roll", [6])):
            states.append(after(states[-1], text, luck=luck))
            assert states[-1].same_turn(states[-2])
        states.append(after(states[-1], "roll", luck=[6]))
        assert not states[-1].same_turn(states[-2])
        taken_back = [now.may_take_back(before) for before, now in pairwise(states)]
        assert taken_back == [True, False, False, False, False, False]

    def test_the_end_of_the_match_ends_the_turn(self) -> None:
        before = at(TWO_COLUMNS, 7, 0)
        assert not after(before, "end").same_turn(before)
        assert not after(before, "end").may_take_back(before)

    def test_the_end_of_a_turn_stands(self) -> None:
        state = start()
        assert not after(state, "end").may_take_back(state)
        assert after(state, "base-c6").may_take_back(state)

    def test_only_a_roll_is_forced(self) -> None:
        assert ROLLING.forced() == ROLLING.parse("roll")
        one_way = at("....../....../GG..../RB..../R.B.../YY....", 5, 0)  # nothing but to end the turn
        for state in (start(), one_way, THROWING, REMOVING, OVER):
            assert state.forced() is None
