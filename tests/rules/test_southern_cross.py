"""Southern Cross: every worked example and every ruling of its rules page, and every document and text it refuses."""

import json
import pickle
import random
from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules import GAMES, IllegalMove, NotLegalHere, Result, Unreadable
from bot.rules.api import fill
from bot.rules.chance import Outcome, Recorded, Scripted, Sealed
from bot.rules.southern_cross import End, Jump, Position, Remove, Roll, Spin, Step, Throw, game
from bot.rules.southern_cross.board import SQUARES, TILES
from bot.rules.southern_cross.special import TOLERANCES, Target, misses
from tests.rules.southern_cross import plain

NO_LUCK = Scripted([])
Document = dict[str, Any]

EMPTY = "....../....../....../....../....../......"
TWO_COLUMNS = "/".join(["B..R.."] * 6)  # of example 8: a winning cluster of blue and one of red


def start(**options: object) -> Position:
    return game.start(4, options, NO_LUCK)


def document(board: str, turn: int = 1, left: int = 3, **options: object) -> Document:
    """A position of phase `act`; rows are separated by a stroke, row 6 first."""
    return {
        "game": "southern_cross",
        "options": options,
        "turn": turn,
        "to_move": (turn - 1) % 4,
        "phase": "act",
        "actions_left": left,
        "board": board.split("/"),
        "special": None,
    }


def at(board: str, turn: int = 1, left: int = 3, **options: object) -> Position:
    return game.load(document(board, turn, left, **options))


def after(state: Position, *texts: str, luck: Sequence[Outcome] = ()) -> Position:
    """The position after these moves, which draw exactly this luck."""
    script = Scripted(luck)
    for text in texts:
        state = state.play(state.parse(text), script)
    assert script.left == ()
    return state


def written(state: Position) -> list[str]:
    return [state.notate(move) for move in state.legal()]


def board(state: Position) -> str:
    return "/".join(state.dump()["board"])


def waiting(state: Position) -> list[int]:
    found: list[int] = state.dump()["special"]["waiting"]
    return found


def refused(state: Position, text: str) -> str:
    """What the player is told."""
    with pytest.raises(IllegalMove) as refusal:
        state.parse(text)
    assert str(refusal.value) == fill(refusal.value.sentence, refusal.value.values)
    return str(refusal.value)


def ending(rows: str, turn: int, **options: object) -> Position:
    """The position after the end of a turn in which no tile is full."""
    return after(at(rows, turn, 0, **options), "end")


def test_the_registry_knows_southern_cross_by_its_name() -> None:
    assert GAMES["southern_cross"] is game
    assert (game.key, game.title) == ("southern_cross", "Southern Cross")
    assert (game.hidden, game.uses_chance({}), game.forces, game.rules_version) == (False, True, True, 1)


class TestComponentsAndGeometry:
    def test_squares_are_in_alphabetical_order(self) -> None:
        assert list(SQUARES) == sorted(SQUARES) == plain.SQUARES

    def test_tiles_are_those_of_the_page(self) -> None:
        assert {tile: " ".join(squares) for tile, squares in TILES.items()} == plain.TILES

    @pytest.mark.parametrize(
        ("letter", "entries", "over"),
        [
            ("B", ["base-c6", "base-d6"], {"c6": "basexc5", "d6": "basexd5"}),
            ("R", ["base-f3", "base-f4"], {"f3": "basexe3", "f4": "basexe4"}),
            ("Y", ["base-c1", "base-d1"], {"c1": "basexc2", "d1": "basexd2"}),
            ("G", ["base-a3", "base-a4"], {"a3": "basexb3", "a4": "basexb4"}),
        ],
    )
    def test_each_base_touches_two_outer_squares(self, letter: str, entries: list[str], over: dict[str, str]) -> None:
        turn = "BRYG".index(letter) + 1
        assert written(at(EMPTY, turn)) == [*entries, "end"]
        other = "Y" if letter == "B" else "B"
        for outer, jump in over.items():
            texts = written(at("/".join(plain.rows_of({outer: other})), turn))
            assert [text for text in texts if text.startswith("base")] == [
                *(entry for entry in entries if outer not in entry),
                jump,
            ]


class TestOptions:
    def test_names_types_and_defaults(self) -> None:
        assert [(option.name, option.type, option.default) for option in game.options] == [
            ("order", str, "BRYG"),
            ("challenge", str, "dice"),
            ("max_turns", int, 0),
        ]
        order, challenge, max_turns = game.options
        assert sorted(order.choices) == sorted("".join(letters) for letters in permutations("BRYG"))
        assert challenge.choices == ("dice", "throw")
        assert (max_turns.min, max_turns.max) == (0, 10000)

    def test_four_seats_play(self) -> None:
        assert game.seats({}) == (4,)
        assert game.seats({"order": "GYRB", "challenge": "throw", "max_turns": 10000}) == (4,)
        assert game.sides(4, {}) == ((0,), (1,), (2,), (3,))

    @pytest.mark.parametrize("seats", [0, 1, 2, 3, 5, True, 4.0, "4", None, [4], pytest.param(10**5000, id="huge")])
    def test_any_other_number_of_seats_is_refused(self, seats: Any) -> None:
        for ask in (lambda: game.start(seats, {}, NO_LUCK), lambda: game.colours(seats, {})):
            with pytest.raises(ValueError, match=r"^seats: "):
                ask()

    @pytest.mark.parametrize(
        ("name", "values"),
        [
            ("order", ["bryg", "BRY", "BRYGB", "BBYG", "", None, 5, True, ["B"], "brYG "]),
            ("challenge", ["Dice", "", "card", None, 1, False, {}]),
            ("max_turns", [-1, 10001, 1.0, True, False, "5", None, []]),
        ],
    )
    def test_a_bad_value_is_refused(self, name: str, values: list[object]) -> None:
        for ask in (lambda options: game.start(4, options, NO_LUCK), game.seats, lambda given: game.colours(4, given)):
            for value in values:
                with pytest.raises(ValueError, match=rf"^options\.{name}: "):
                    ask({name: value})

    @pytest.mark.parametrize("options", [{"orders": "BRYG"}, {"": 1}, {5: True}, {None: False}, {"Order": "BRYG"}])
    def test_an_unknown_name_is_refused(self, options: Any) -> None:
        with pytest.raises(ValueError, match=r"^options: unknown"):
            game.start(4, options, NO_LUCK)


class TestSetup:
    def test_the_whole_document(self) -> None:
        assert start(order="YGBR", max_turns=7).dump() == {
            "game": "southern_cross",
            "options": {"order": "YGBR", "challenge": "dice", "max_turns": 7},
            "turn": 1,
            "to_move": 0,
            "phase": "act",
            "actions_left": 3,
            "board": ["......"] * 6,
            "special": None,
        }

    def test_turns_go_round(self) -> None:
        state = start()
        for turn in range(1, 10):
            assert (state.turn, state.to_move, state.actions_left) == (turn, (turn - 1) % 4, 3)
            state = after(state, "end")


class TestWorkedExamples:
    def test_1_entering_and_jumping(self) -> None:
        state = at("..B.../....../..G.../...G../....B./......")
        texts = written(state)
        assert len(texts) == 18
        assert {"base-d6", "basexc5", "basexc5xc3", "basexc5xc3xe3", "basexc5xc3xe3xe1"} <= set(texts)
        assert [text for text in texts if text.startswith("spin C")] == ["spin C 90", "spin C 270"]
        assert "change nothing" in refused(state, "spin C 180")
        assert board(after(state, "base-d6", "d6-e6", "e6-e5")).startswith("..B.../....B./")
        assert board(after(state, "basee1", "e1-f1")).endswith("/....B./.....B")

    def test_2_a_spin_then_a_jump(self) -> None:
        state = after(at("....../...Y../..RR../..B.../....../......", 5), "spin N 270")
        assert board(state) == "...Y../....../..RR../..B.../....../......"
        state = after(state, "basexd5xd3")
        assert board(state) == "...Y../....../..RR../..BB../....../......"
        ended = after(state, "end")
        assert (ended.phase, ended.to_move, waiting(ended), ended.turn) == ("roll", 0, [1], 5)
        assert ended.dump()["special"]["tile"] == "C"
        ended = after(state, "d3-e3", "end")
        assert (ended.phase, ended.to_move, ended.special, ended.turn) == ("act", 1, None, 6)

    def test_3_a_cluster_in_a_constellation(self) -> None:
        state = after(at(".GG.YY/GGGRR./.GBR../..BR../Y..RRY/B....B", 2, 0), "end")
        assert (state.to_move, waiting(state)) == (1, [0])
        stayed = after(state, "roll", luck=[3, 4])
        assert (stayed.to_move, waiting(stayed)) == (0, [])
        failed = after(stayed, "roll", luck=[1, 5])
        assert (failed.phase, failed.to_move, written(failed)) == ("remove", 0, ["remove c3", "remove c4"])
        over = after(failed, "remove c4")
        assert (over.phase, over.to_move, over.result) == ("over", None, Result((4, 1, 3, 2)))

    def test_3_had_red_failed(self) -> None:
        state = after(at(".GG.YY/GGGRR./.GBR../..BR../Y..RRY/B....B", 2, 0), "end", "roll", luck=[2, 6])
        assert (state.to_move, written(state)) == (1, ["remove d3", "remove d4"])
        state = after(state, "remove d3")
        assert (state.phase, state.to_move) == ("roll", 0)
        state = after(state, "roll", luck=[3, 4])
        assert (state.phase, state.turn, state.to_move) == ("act", 3, 2)

    def test_4_a_special_round_after_yellows_turn(self) -> None:
        state = after(at("....RR/....GR/....../....../....../......", 3), "end")
        assert (state.to_move, waiting(state)) == (3, [1])
        state = after(state, "roll", luck=[4])
        assert (state.phase, state.to_move) == ("roll", 1)
        state = after(state, "roll", luck=[6, 2, 3])
        assert state.dump()["special"]["failed"] == 2
        assert written(state) == ["remove e6 f5", "remove e6 f6", "remove f5 f6"]
        state = after(state, "remove e6 f5")
        assert board(state) == ".....R/....G./....../....../....../......"
        assert (state.turn, state.to_move, state.actions_left, state.special) == (4, 3, 3, None)

    def test_5_two_full_tiles(self) -> None:
        rows = "....../....../GG..../RB..../R.B.../YY...."
        one_left, two_left = at(rows, 5, 1), at(rows, 5, 2)
        assert "b3-b2" in written(one_left)
        assert "c2-b2" not in written(one_left)
        assert "SW" in refused(one_left, "c2-b2")
        assert "c2-b2" in written(two_left)
        assert written(after(two_left, "c2-b2")) == ["b2-c2", "b3-c3", "b3xb5"]

    def test_6_one_jump_per_destination(self) -> None:
        state = at("....../.R..../Y.Y.../BY..../....../......")
        assert [text for text in written(state) if "x" in text] == ["a3xa5", "a3xc3", "a3xa5xc5"]
        canonical = state.parse("a3xa5xc5")
        for text in ("a3xc3xc5", "a3>c5", "a3xa5xc5xc3xa3xc3xc5"):
            assert state.parse(text) == canonical
        assert state.notate(state.parse("a3xa5xc5xc3")) == "a3xc3"
        assert "can't end where it started" in refused(state, "a3xa5xc5xc3xa3")

    def test_7_throws(self) -> None:
        def aims(state: Position) -> list[dict[str, int]]:
            found: list[dict[str, int]] = state.dump()["special"]["throws"]
            return found

        state = after(at("..RY../..BG../....../....../....../......", 1, 0, challenge="throw"), "end", luck=[31, 16])
        assert (state.phase, state.to_move, waiting(state)) == ("throw", 0, [1, 2, 3])
        assert aims(state) == [{"target": 50, "wind": 5}]
        state = after(state, "throw 57", luck=[16, 62, 1])
        assert (state.to_move, aims(state)) == (1, [{"target": 81, "wind": -10}])
        state = after(state, "throw 100", luck=[19, 1, 11])
        assert (state.to_move, aims(state)) == (2, [{"target": 20, "wind": 0}])
        assert board(state).startswith("..RY../..BG../")
        state = after(state, "throw 33", luck=[16, 10, 11])
        assert board(state).startswith("..R.../..BG../")
        assert (state.to_move, aims(state)) == (3, [{"target": 29, "wind": 0}])

    def test_8_two_winning_clusters(self) -> None:
        assert ending(TWO_COLUMNS, 7).result == Result((1, 2, 3, 3))
        assert ending(TWO_COLUMNS, 6).result == Result((2, 1, 3, 3))

    @pytest.mark.parametrize(
        ("amount", "turned"), [(90, "..GB../..YR.."), (180, "..YG../..RB.."), (270, "..RY../..BG..")]
    )
    def test_9_a_spin(self, amount: int, turned: str) -> None:
        state = at("..BR../..GY../....../....../....../......")
        assert board(after(state, f"spin N {amount}")) == f"{turned}/....../....../....../......"


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
    # Red's entry on f4 fills E while NE is full, and nothing of red can leave E right away: a spin has to prepare it.
    PREPARED = "....GB/....YB/..RGB./....BB/....BG/......"
    # Blue's entry on c6 fills N while C is full, and blue has no way to open one of them in two actions.
    NEVER = "YG.RYB/Y.GY.B/..GRB./G.GRB./....../....Y."

    def test_what_fills_a_second_tile_is_legal_if_it_can_be_opened_in_time(self) -> None:
        assert "base-f4" in written(at(self.PREPARED, 2, 3))
        assert "base-f4" not in written(at(self.PREPARED, 2, 2))
        assert "base-f4" not in written(at(self.PREPARED, 2, 1))

    def test_a_spin_may_be_needed_as_preparation(self) -> None:
        state = after(at(self.PREPARED, 2, 3), "base-f4")
        assert written(state) == ["spin E 90", "spin E 180", "spin C 180", "spin C 270"]
        for text in written(state):
            assert written(after(state, text))

    def test_what_can_never_be_opened_in_time_is_not_legal(self) -> None:
        state = at(self.NEVER)
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

    def test_max_turns(self) -> None:
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
        aim = Target(50, 5)
        assert sum(not misses(45, aim, number, Scripted([roll])) for roll in range(1, 32)) == hits

    @pytest.mark.parametrize("number", TOLERANCES)
    def test_so_far_off_and_no_farther(self, number: int) -> None:
        tolerance = {1: 12, 2: 9, 3: 6, 4: 4}[number]
        for off in range(-15, 16):
            assert misses(50, Target(50, 0), number, Scripted([16 + off])) == (abs(off) > tolerance)

    @pytest.mark.parametrize(("power", "roll", "target"), [(0, 1, 20), (100, 31, 81)])
    def test_a_throw_may_land_off_the_scale(self, power: int, roll: int, target: int) -> None:
        wind = -10 if power == 0 else 10
        assert misses(power, Target(target, wind), 1, Scripted([roll]))

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


class TestRulings:
    def test_2_and_3_any_order_of_colours(self) -> None:
        names = {"B": "blue", "R": "red", "Y": "yellow", "G": "green"}
        for letters in permutations("BRYG"):
            order = "".join(letters)
            assert game.colours(4, {"order": order}) == tuple(names[letter] for letter in order)
            first = written(start(order=order))[0]
            assert first == {"B": "base-c6", "R": "base-f3", "Y": "base-c1", "G": "base-a3"}[order[0]]

    def test_4_the_end_is_a_decision_of_its_own(self) -> None:
        state = after(start(), "base-c6", "c6-b6", "b6-a6")
        assert (state.to_move, written(state)) == (0, ["end"])

    def test_5_a_turn_may_have_no_action(self) -> None:
        assert after(start(), "end").to_move == 1

    def test_6_only_own_counters_go_and_any_counter_is_jumped(self) -> None:
        for other in "BRYG":
            state = at(f"....../....../....../B{other}..../....../......")
            assert "a3xc3" in written(state)
        assert "red" in refused(at("....../....../....../BR..../....../......"), "b3-b2")

    def test_7_from_the_base_straight_inward_only(self) -> None:
        state = at("..R.../....../....../....../....../......")
        assert [text for text in written(state) if text.startswith("base")] == ["base-d6", "basexc5"]
        for text in ("base b6", "base e6", "base d5", "base-e5"):
            assert "can't go to" in refused(state, text)

    def test_8_nothing_goes_back_to_a_base_by_choice(self) -> None:
        assert "back to its base" in refused(at("..B.../....../....../....../....../......"), "c6-base")

    def test_9_the_jumper_does_not_block_itself(self) -> None:
        # Round the four counters about b2 and through the start: it counts as empty, also as nothing to hop over.
        state = at("....../....../....../.Y..../Y.Y.../BY....")
        assert state.notate(state.parse("a1xa3xc3xc1xa1xa3")) == "a1xa3"
        assert "can't end where it started" in refused(state, "a1xa3xc3xc1xa1")
        state = at("....../....../....../....../....../RB.Y..")
        assert "b1xd1" not in written(state)

    def test_11_and_12_the_amounts_that_change_something(self) -> None:
        amounts = {
            "..../": [],
            "BBBB/": [],
            "B.../": [90, 180, 270],
            "BR../": [90, 180, 270],
            "B..B/": [90, 270],
            ".RR./": [90, 270],
            "BRRB/": [90, 270],
            "BRYG/": [90, 180, 270],
        }
        for tile, expected in amounts.items():
            state = at(f"....../....../..{tile[:2]}../..{tile[2:4]}../....../......")
            assert [text for text in written(state) if text.startswith("spin C")] == [
                f"spin C {amount}" for amount in expected
            ]

    def test_13_a_dial_with_only_other_counters_may_be_spun(self) -> None:
        assert "spin C 90" in written(at("....../....../..R.../....../....../......"))

    def test_14_and_15_a_new_constellation_may_take_the_place_of_the_old_one(self) -> None:
        state = at("....../....../GG..../RB..../R.B.../YY....", 5, 3)
        assert after(state, "end").dump()["special"]["tile"] == "W"
        assert after(state, "b3-b2", "end").dump()["special"]["tile"] == "SW"

    def test_17_the_seat_that_ended_its_turn_is_first(self) -> None:
        rows = "..BR../..YG../....../....../....../......"
        for turn in range(1, 5):
            state = after(at(rows, turn), "end")
            active = (turn - 1) % 4
            assert (state.to_move, waiting(state)) == (active, [(active + later) % 4 for later in (1, 2, 3)])

    def test_18_later_participants_roll_when_the_tile_has_been_opened(self) -> None:
        state = after(at("..BR../..YG../....../....../....../......", 1), "end", "roll", luck=[1])
        assert board(state).startswith("...R")
        assert (state.phase, state.to_move, waiting(state)) == ("roll", 1, [2, 3])

    def test_20_a_constellation_that_stays_full_is_challenged_after_the_next_turn(self) -> None:
        state = after(at("..BR../..YG../....../....../....../......", 1), "end", *["roll"] * 4, luck=[6] * 4)
        assert (state.phase, state.turn, state.to_move) == ("act", 2, 1)
        state = after(state, "end")
        assert (state.phase, state.to_move, waiting(state)) == ("roll", 1, [2, 3, 0])

    def test_21_only_the_own_home_tile_spoils_a_cluster(self) -> None:
        assert ending("RRRR../R.R.../....../....../....../......", 1).result == Result((2, 1, 2, 2))
        assert ending("BBBB../B.B.../....../....../....../......", 1).result is None

    def test_22_a_cluster_during_a_turn_does_not_count(self) -> None:
        state = at("B...../B...../B...../B...../B.B.../......", 1, 3)
        state = after(state, "c2-b2")
        assert (state.phase, state.result) == ("act", None)
        assert after(state, "end").result == Result((1, 2, 2, 2))
        assert after(state, "b2-c2", "end").phase == "act"

    def test_22_a_cluster_that_a_special_round_breaks_does_not_count(self) -> None:
        rows = "BB..../BB..../BB..../....../....../......"
        state = after(at(rows, 1, 2), "end")
        assert (state.phase, state.result) == ("roll", None)
        assert after(state, "roll", luck=[5, 6, 5, 6]).result == Result((1, 2, 2, 2))
        broken = after(state, "roll", "remove a6", luck=[4, 6, 6, 6])
        assert (broken.phase, broken.turn) == ("act", 2)

    def test_23_a_cluster_completed_by_another_players_spin_wins(self) -> None:
        state = after(at("....../BB..../.B..../.B..../.B..../...B..", 2), "spin S 180", "end")
        assert (state.turn, state.result) == (2, Result((1, 2, 2, 2)))

    def test_24_two_simultaneous_winning_clusters(self) -> None:
        for turn, places in ((1, (1, 2, 3, 3)), (2, (2, 1, 3, 3)), (3, (1, 2, 3, 3)), (4, (1, 2, 3, 3))):
            assert ending(TWO_COLUMNS, turn).result == Result(places)

    def test_26_max_turns_are_off_by_default(self) -> None:
        assert ending(EMPTY, 10_000).turn == 10_001

    def test_30_the_same_position_may_come_again_and_again(self) -> None:
        state = start()
        for _ in range(400):
            state = after(state, "end")
        assert (state.phase, state.turn) == ("act", 401)


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


JUMPING = "....../.R..../Y.Y.../BY..../....../......"  # of example 6


class TestNotation:
    @pytest.mark.parametrize(
        "text",
        [
            *("a3-a2", "A3-A2", "a3a2", " a 3 - a 2 ", "a3xa2", "a3>a2", "a3->a2", "a3 to a2", "a3,a2", "move a3 a2"),
            *("jump a3-a2", "MOVE A3 TO A2", "a3–a2", "a3—a2", "a3−a2", "a3×a2", "a3 –> a2", "a3\t-\xa0a2\u2003"),
        ],
    )
    def test_a_move(self, text: str) -> None:
        assert at(JUMPING).parse(text) == Step("a3", "a2")

    @pytest.mark.parametrize("text", ["base-c6", "base c6", "BASEC6", "home-c6", "home to c6", "move base to c6"])
    def test_an_entry(self, text: str) -> None:
        assert start().parse(text) == Step("base", "c6")

    @pytest.mark.parametrize(
        "text",
        [
            *("a3xa5xc5", "a3c5", "a3-c5", "a3xc5", "a3>c5", "a3 to c5", "jump a3 c5", "move a3,a5,c5", "a3xc3xc5"),
            *("a3 -> a5 -> c5", "A3×A5×C5", "a3 to a5 to c5", "a3a5c5", "a3xa5-c5", "a3xa5xc5xc3xa3xc3xc5"),
        ],
    )
    def test_a_jump(self, text: str) -> None:
        state = at(JUMPING)
        assert state.parse(text) == Jump("a3", ("a5", "c5"))
        assert state.notate(state.parse(text)) == "a3xa5xc5"

    def test_a_jump_from_the_base(self) -> None:
        state = at("...Y../....../..RR../..B.../....../......")
        for text in ("basexd5xd3", "base d3", "home > d5 > d3", "jump base d5 d3"):
            assert state.notate(state.parse(text)) == "basexd5xd3"

    @pytest.mark.parametrize(
        ("text", "canonical"),
        [
            *((f"{word}{dial}{amount}", f"spin C {amount}")
              for word in ("spin ", "") for dial in ("C", "c", "centre", "Center") for amount in (90, 180, 270)),
            *((f"{word}90", f"spin {word[0].upper()} 90") for word in ("north", "EAST", "South", "West")),
            *(("c-90", "spin C 270"), ("spin C - 180", "spin C 180"), ("C −270°", "spin C 90"), ("c–90", "spin C 270")),
            *(("c90ccw", "spin C 270"), ("c 180 CCW", "spin C 180"), ("spin centre 270 ccw", "spin C 90")),
            *(("c90cw", "spin C 90"), ("spin w 270° cw", "spin W 270"), ("w 90 cw", "spin W 90")),
            *(("s p i n n 9 0", "spin N 90"), ("SPIN E 270", "spin E 270"), ("E 180", "spin E 180")),
        ],
    )  # fmt: skip
    def test_a_spin(self, text: str, canonical: str) -> None:
        state = at("..BR../....../BRBRBR/....../..BR../......")
        assert state.notate(state.parse(text)) == canonical

    @pytest.mark.parametrize("text", ["end", "END", " e n d ", "endturn", "End turn", "done", "pass", "PASS"])
    def test_an_end(self, text: str) -> None:
        assert start().parse(text) == End()

    @pytest.mark.parametrize("text", ["roll", "ROLL", " r oll", "rolldice", "Roll dice"])
    def test_a_roll(self, text: str) -> None:
        state = after(at("..BR../..YG../....../....../....../......"), "end")
        assert state.parse(text) == Roll()

    @pytest.mark.parametrize(
        ("text", "power"),
        [
            *(("throw 55", 55), ("55", 55), ("THROW55", 55), ("t h r o w 5 5", 55), ("055", 55), ("throw 0", 0)),
            *(("000", 0), ("0", 0), ("100", 100), ("throw 100", 100), ("007", 7), ("throw 07", 7), ("55°", 55)),
        ],
    )
    def test_a_throw(self, text: str, power: int) -> None:
        state = at("..BR../..YG../....../....../....../......", 1, 0, challenge="throw")
        assert after(state, "end", luck=[1, 1]).parse(text) == Throw(power)

    @pytest.mark.parametrize(
        "text",
        [
            *(
                "remove c6 d5",
                "c6 d5",
                "c6d5",
                "d5c6",
                "d5, c6",
                "D5 + C6",
                "remove d5 and c6",
                "REMOVEC6D5",
                "c6andd5",
            ),
            *("remove c6,d5", "c 6 d 5"),
        ],
    )
    def test_a_removal(self, text: str) -> None:
        state = after(at("..BB../..BB../....../....../....../......"), "end", "roll", luck=[1, 1, 6, 6])
        assert state.parse(text) == Remove(("c6", "d5"))
        assert state.notate(state.parse(text)) == "remove c6 d5"

    @pytest.mark.parametrize(
        "text",
        [
            *(
                "",
                " ",
                "a3",
                "base",
                "a3-",
                "-a2",
                "a3--a2",
                "a3-xa2",
                "a3=a2",
                "a3>>a2",
                "a3 and a2",
                "a3+a2",
                "a3.a2",
            ),
            *("g3-g2", "a0-a2", "a7-a2", "a33-a2", "3a-2a", "aa3a2", "a3→a2", "movea3", "movejumpa3a2", "a3a2move"),
            *("basec", "spin", "spin nw 90", "ne 90", "spin c", "c 45", "c 360", "c +90", "c 0", "90"),
            *("c -90 ccw", "c -90 cw", "ccw 90", "c ccw 90", "c 90 ccw ccw", "spin c3 90", "middle 90", "c090"),
            *("ends", "end end", "turn", "null", "0", "55", "{}", "{text}", "a3-a２", "а3-а2", "a3-a2\x00", "\ud800"),
            *("\u200ba3-a2", "pas\u017f", "x" * 1_000_000, "a3" * 3 + "g9", "c3c3c3c3c3!" * 10_000),
        ],
    )
    def test_anything_else_is_no_move(self, text: str) -> None:
        with pytest.raises(Unreadable) as refusal:
            at(JUMPING).parse(text)
        assert len(str(refusal.value)) < 300
        assert str(refusal.value).isprintable()

    @pytest.mark.parametrize("text", [None, 5, b"a3-a2", ["a3-a2"], Step("a3", "a2"), float("nan"), {}])
    def test_what_is_no_text_is_no_move(self, text: Any) -> None:
        with pytest.raises(Unreadable):
            at(JUMPING).parse(text)

    @pytest.mark.parametrize(
        "text", ["throw", "101", "throw 101", "999", "0055", "-5", "5.5", "throw +5", "5x", "٥", "５"]
    )
    def test_what_is_no_power(self, text: str) -> None:
        state = at("..BR../..YG../....../....../....../......", 1, 0, challenge="throw")
        assert "0 to 100" in refused(after(state, "end", luck=[1, 1]), text)


ROLLING = after(at("..BB../..RY../....../....../....../......"), "end")
REMOVING = after(ROLLING, "roll", luck=[1, 6])
THROWING = after(at("..BR../..YG../....../....../....../......", 1, 0, challenge="throw"), "end", luck=[31, 16])
OVER = ending(TWO_COLUMNS, 7)
TWO_FULL = after(at("....../....../GG..../RB..../R.B.../YY....", 5, 2), "c2-b2")
CROWDED = at("....../....../GG..../RB..../R.B.../YY....", 5, 1)
FULL_BASE = at("B...../B...../B...../B...../B...../.B....")


class TestRefusals:
    @pytest.mark.parametrize(
        ("state", "text", "reason"),
        [
            (OVER, "end", "The match is over."),
            (OVER, "nonsense", "The match is over."),
            (after(start(), "base-c6", "c6-c5", "c5-c4"), "c4-c3", "You've used all three actions of this turn"),
            (after(start(), "base-c6", "c6-c5", "c5-c4"), "spin c 90", "all three actions"),
            (at(JUMPING), "a3-a4", "a3 can't go to a4, which is occupied. From a3 it can go to: a2, a5, c3, c5."),
            (at(JUMPING), "a3-a3", "The counter is already on a3. From a3 it can go to: a2, a5, c3, c5."),
            (at(JUMPING), "a3-b2", "a3 can't go to b2: they only touch at a corner."),
            (at(JUMPING), "a3-a1", "a3 can't jump to a1: there's no counter on a2 to hop over."),
            (
                at(JUMPING),
                "a3-f6",
                "a3 can't go to f6: it isn't a neighbour, and no chain of hops leads there. From a3 it can go to:",
            ),
            (at(JUMPING), "b2-b1", "There's no counter on b2. The blue counters are on: base, a3."),
            (FULL_BASE, "b2-b1", "The blue counters are on: a2, a3, a4, a5, a6, b1."),
            (at(JUMPING), "b3-b2", "The counter on b3 is yellow, but it's blue's turn."),
            (FULL_BASE, "base-c6", "All six blue counters are on the board, so the base is empty."),
            (start(), "base-b6", "A counter leaves its base onto c6 or d6, or jumps over a counter there"),
            (start(), "base-c6-c5", "A jump from the base starts over c6 to c5 or over d6 to d5."),
            (start(), "base-c5-c3", "There's no counter on c6 to hop over from base to c5."),
            (
                at(JUMPING),
                "a3-a2-a1",
                "a3 and a2 are neighbours. Several single steps aren't one move, so play them one by one.",
            ),
            (at(JUMPING), "a3-c5-c3", "You can't hop from a3 to c5. A hop goes straight over one counter"),
            (at(JUMPING), "a3-a5-a3-a1", "There's no counter on a2 to hop over from a3 to a1."),
            (
                at("....../....../....../BYR.../....../......"),
                "a3c3e3",
                "c3 is occupied, and the hop from a3 over b3 needs an empty square.",
            ),
            (at("....../....../....../BY..../....../......"), "a3c3a3e3", "You can't hop from a3 to e3"),
            (
                at("....../....../....../BY..../....../......"),
                "spin c 90",
                "C is empty, so turning it would change nothing.",
            ),
            (at("....../....../..BB../..BB../....../......"), "c 180", "C holds four blue counters"),
            (at("....../....../..BR../..RB../....../......"), "c 180", "Opposite squares of C are the same"),
            (at(JUMPING), "spin sw 90", "Tile SW has no dial. Only N, E, S, W and C can be turned."),
            (at(JUMPING), "spin c", "How far should C turn?"),
            (at(JUMPING), "c 100", "A dial turns by 90, 180 or 270 degrees, not by 100"),
            (at(JUMPING), "c -90 ccw", "gives the direction twice"),
            (at(JUMPING), "a7-a6", "a7 isn't a square. Columns are a to f, rows are 1 to 6."),
            (at(JUMPING), "a3", "Where should a3 go? Write start and target, such as c3-c4."),
            (at(JUMPING), "a3-base", "You can't move a counter back to its base"),
            (at(JUMPING), "home base c6", "You can't move a counter back to its base"),
            (
                at(JUMPING),
                "hello",
                "“hello” isn't a move. Write, for example, base-c6, c3-c4, c3xc5xe5, spin N 90 or end.",
            ),
            (at(JUMPING), "roll", "“roll” is only for special rounds, which begin when a turn ends with a full tile."),
            (at(JUMPING), "throw 5", "is only for special rounds"),
            (at(JUMPING), "remove a3", "is only for special rounds"),
            (CROWDED, "c2-b2", "c2-b2 would leave W, SW full, and a turn can end with one full tile at most."),
            (TWO_FULL, "b2-b3", "which is occupied"),
            (TWO_FULL, "base-c6", "You can play: b2-c2, b3-c3, b3xb5."),
            (at(TestAtMostOneFullTile.NEVER), "base c6", "and the actions left after it (2) aren't enough"),
            (at(TestAtMostOneFullTile.NEVER, left=2), "base c6", "and the actions left after it (1) aren't enough"),
            (ROLLING, "c6-b6", "“c6-b6” isn't possible now: blue must roll in the special round on N. Write"),
            (ROLLING, "end", "” isn't possible now: blue must roll in the special round on"),
            (ROLLING, "hello", "“hello” isn't a move. In the special round on N, blue must roll. Write roll."),
            (THROWING, "hello", "“hello” isn't a throw. Write throw and a power from 0 to 100"),
            (
                REMOVING,
                "hello",
                "“hello” doesn't name counters. 1 of the 2 blue counters on N go home. Write, for example,",
            ),
            (
                THROWING,
                "roll",
                "blue must throw at 50 with wind 5 in the special round on N. Write throw and a power from 0 to 100",
            ),
            (THROWING, "throw 101", "A throw's power is 0 to 100, and 101 is too high."),
            (REMOVING, "end", "” isn't possible now: blue must choose which counters go home from"),
            (REMOVING, "c6 d6", "1 of the 2 blue counters on N must go home, not 2. Choose from c6, d6."),
            (REMOVING, "c6 c6", "c6 is named twice"),
            (REMOVING, "c5", "c5 has no blue counter on N. Choose from c6, d6."),
            (REMOVING, "a1", "a1 has no blue counter on N."),
        ],
    )
    def test_a_refusal_says_what_was_wrong_and_what_would_be_right(
        self, state: Position, text: str, reason: str
    ) -> None:
        before = state.dump()
        assert reason in refused(state, text)
        assert state.dump() == before

    @pytest.mark.parametrize("state", [start(), at(JUMPING), ROLLING, THROWING, REMOVING, OVER])
    @pytest.mark.parametrize(
        "move",
        [
            *(None, "end", 5, (), ("a3", "a2"), object(), float("nan"), Step("a3", "c3"), Step("a3", "a3")),
            *(Step("Z9", "a2"), Step("a3", "Z9"), Step("base", "Z9"), Jump("a3", ()), Jump("a3", ("c3", "c5"))),
            *(Jump("a3", ("a2",)), Jump("Z9", ("c3",)), Spin("C", 0), Spin("NW", 90), Spin("Z", 90), Spin("C", 45)),
            *(Throw(-1), Throw(101), Remove(()), Remove(("Z9",)), Remove(("d6", "c6")), Remove(("a1",))),
        ],
    )
    def test_only_legal_moves_are_played_and_written(self, state: Position, move: Any) -> None:
        before = state.dump()
        for use in (state.notate, lambda move: state.play(move, NO_LUCK)):
            with pytest.raises(IllegalMove):
                use(move)
        assert state.dump() == before

    @pytest.mark.parametrize("state", [at(JUMPING), ROLLING, THROWING, REMOVING])
    @pytest.mark.parametrize(
        "fields", [([], "a2"), ("a3", []), (5, -6), (None, None), ("a3", {}), (float("nan"), "a2"), ({}, (5,))]
    )
    def test_moves_of_what_is_no_square_are_refused(self, state: Position, fields: tuple[Any, Any]) -> None:
        one, other = fields
        for move in (Step(one, other), Jump(one, other), Spin(one, other), Remove(one), Remove(other), Throw(other)):
            with pytest.raises(IllegalMove):
                state.play(move, NO_LUCK)

    def test_what_cannot_be_read_is_distinguished_from_what_is_not_legal_now(self) -> None:
        for state in (start(), ROLLING, THROWING, REMOVING):
            with pytest.raises(Unreadable):
                state.parse("hello")
        for state, text in ((start(), "roll"), (ROLLING, "c6-b6"), (THROWING, "spin n 90"), (REMOVING, "throw 5")):
            with pytest.raises(NotLegalHere):
                state.parse(text)

    @pytest.mark.parametrize(
        ("state", "move", "reason"),
        [
            (
                TWO_FULL,
                End(),
                "are full, and a turn can end with one full tile at most. Open one of them first: b2-c2, b3-c3, b3xb5.",
            ),
            (start(), Roll(), "“roll” is only for special rounds"),
            (start(), Throw(5), "“throw 5” is only for special rounds"),
            (start(), Remove(("c6",)), "“remove c6” is only for special rounds"),
            (start(), Spin("NW", 90), "Tile NW has no dial"),
            (start(), Spin("N", 45), "A dial turns by 90, 180 or 270 degrees, not by 45. Write, for example, spin"),
            (at(JUMPING), Step("a3", "f6"), "a3 can't go to f6"),
            (at(JUMPING), Step("a3", "a5"), "Play this as a3xa5."),
            (at(JUMPING), Jump("a3", ("a2",)), "Play this as a3-a2."),
            (ROLLING, Jump("a3", ("a5",)), "“a3xa5” isn't possible now"),
            (REMOVING, Remove(("d6", "c6")), "1 of the 2 blue counters on N must go home, not 2."),
            (THROWING, Throw(101), "Write throw and a power from 0 to 100, such as throw 55."),
        ],
    )
    def test_a_move_that_is_not_legal_is_answered_like_its_text(self, state: Position, move: Any, reason: str) -> None:
        with pytest.raises(IllegalMove) as refusal:
            state.play(move, NO_LUCK)
        assert reason in str(refusal.value)

    def test_a_jump_on_another_path_is_answered_with_the_canonical_one(self) -> None:
        with pytest.raises(NotLegalHere, match="Play this as a3xa5xc5"):
            at(JUMPING).play(Jump("a3", ("c3", "c5")), NO_LUCK)

    def test_a_move_given_in_other_words_is_the_legal_one(self) -> None:
        anything: Any = 57.0
        assert THROWING.play(Throw(anything), Scripted([16, 1, 1])) == after(THROWING, "57", luck=[16, 1, 1])


def changed(doc: Document, path: str, value: Any) -> Document:
    """The document with one value put in; a list index is written as a number, and "-" takes a key away."""
    doc = json.loads(json.dumps(doc))
    inner: Any = doc
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for each in parents:
        inner = inner[each]
    if value == "-":
        del inner[last]
    else:
        inner[last] = value
    return doc


ACTING_DOCUMENT = document("..B.../....../..G.../...G../....B./......", order="BRYG", challenge="dice", max_turns=0)
THROWING_DOCUMENT: Document = {
    "game": "southern_cross",
    "options": {"order": "BRYG", "challenge": "throw", "max_turns": 0},
    "turn": 5,
    "to_move": 0,
    "phase": "throw",
    "actions_left": 0,
    "board": ["......", "......", "..RG..", "..BB..", "....Y.", "......"],
    "special": {"tile": "C", "waiting": [1, 3], "failed": 1, "throws": [{"target": 20, "wind": -10}]},
}
ROLLING_DOCUMENT = ROLLING.dump()
REMOVING_DOCUMENT = REMOVING.dump()
OVER_DOCUMENT = OVER.dump()
TWO_FULL_DOCUMENT = document("....../....../GG..../RB..../RBB.../YY....", 5, 1)
PREPARED_DOCUMENT = document("....GB/....YB/..RGBR/....BB/....BG/......", 2, 2)  # red needs both actions
LIMIT_DOCUMENT = ending(EMPTY, 9, max_turns=9).dump()
OPENED_DOCUMENT = after(ROLLING, "roll", luck=[1, 1]).dump()  # blue has lost both its counters in N; red rolls
NOT_NUMBERS: tuple[Any, ...] = (True, 1.0, "1", [], {})


def each(doc: Document, path: str, values: Sequence[Any], message: str) -> list[tuple[Document, str, Any, str]]:
    """One row for each of these values, all refused with the same words."""
    return [(doc, path, value, message) for value in values]


class TestDocuments:
    def test_the_example_of_the_page(self) -> None:
        state = game.load(THROWING_DOCUMENT)
        assert state.dump() == THROWING_DOCUMENT
        hit = after(state, "throw 30", luck=[16])
        assert (hit.phase, written(hit)) == ("remove", ["remove c3", "remove d3"])

    @pytest.mark.parametrize(
        "doc",
        [
            *(ACTING_DOCUMENT, THROWING_DOCUMENT, ROLLING_DOCUMENT, REMOVING_DOCUMENT, OVER_DOCUMENT, LIMIT_DOCUMENT),
            OPENED_DOCUMENT,
        ],
    )
    def test_a_document_is_read_and_written_again_and_is_what_everyone_sees(self, doc: Document) -> None:
        state = game.load(doc)
        assert list(state.dump()) == ["game", "options", "turn", "to_move", "phase", "actions_left", "board", "special"]
        assert state.dump() == doc
        for seat in (None, 0, 1, 2, 3):
            assert state.view(seat) == doc
        assert state.determinise(0, NO_LUCK) == state

    def test_options_left_out_are_filled_in(self) -> None:
        state = game.load(document(EMPTY))
        assert state.dump()["options"] == {"order": "BRYG", "challenge": "dice", "max_turns": 0}

    def test_load_keeps_nothing_of_the_document(self) -> None:
        doc = json.loads(json.dumps(THROWING_DOCUMENT))
        state = game.load(doc)
        doc["special"]["waiting"].clear()
        doc["board"].clear()
        assert state.dump() == THROWING_DOCUMENT
        state.dump()["special"]["throws"].clear()
        assert state.dump() == THROWING_DOCUMENT

    @pytest.mark.parametrize(
        ("doc", "path", "value", "message"),
        [
            # 1. Keys and values.
            *((ACTING_DOCUMENT, key, "-", f"{key}: this key is missing") for key in ACTING_DOCUMENT),
            *(
                (THROWING_DOCUMENT, f"special.{key}", "-", rf"special\.{key}: this key is missing")
                for key in ("tile", "waiting", "failed", "throws")
            ),
            *(
                (
                    THROWING_DOCUMENT,
                    f"special.throws.0.{key}",
                    "-",
                    rf"special\.throws\[0\]\.{key}: this key is missing",
                )
                for key in ("target", "wind")
            ),
            (ACTING_DOCUMENT, "more", 1, "the document: unknown key 'more'"),
            (THROWING_DOCUMENT, "special.more", 1, "special: unknown key 'more'"),
            (THROWING_DOCUMENT, "special.throws.0.more", 1, r"special\.throws\[0\]: unknown key 'more'"),
            (ACTING_DOCUMENT, "options.more", 1, "options: unknown option 'more'"),
            *each(ACTING_DOCUMENT, "game", ("cirondo", None, 5, []), "game: "),
            *each(ACTING_DOCUMENT, "options", (None, [], "BRYG"), "options: "),
            *each(ACTING_DOCUMENT, "options.order", ("bryg", None, 1, "BRYB"), r"options\.order: "),
            *each(ACTING_DOCUMENT, "options.challenge", ("DICE", None, 1), r"options\.challenge: "),
            *each(ACTING_DOCUMENT, "options.max_turns", (*NOT_NUMBERS, None, -1, 10001), r"options\.max_turns: "),
            *each(ACTING_DOCUMENT, "turn", (*NOT_NUMBERS, None), "turn: "),
            *each(ACTING_DOCUMENT, "to_move", (False, 0.0, "0", [], -1, 4), "to_move: "),
            *each(ACTING_DOCUMENT, "phase", ("Act", "", None, 1, [], "end"), "phase: "),
            *each(ACTING_DOCUMENT, "actions_left", (*NOT_NUMBERS, None, -1, 4), "actions_left: "),
            *each(ACTING_DOCUMENT, "board", (None, "......", {}, [], ["......"] * 7), "board: "),
            *each(
                ACTING_DOCUMENT,
                "board.2",
                (None, 5, "", ".....", ".......", "..g...", "..P...", "     .", ["."] * 6, ".....²"),
                r"board\[2\]: ",
            ),
            *each(THROWING_DOCUMENT, "special", ([], "C", 5, False), "special: "),
            *each(THROWING_DOCUMENT, "special.tile", ("c", "", None, 5, "X", []), r"special\.tile: "),
            *each(THROWING_DOCUMENT, "special.waiting", (None, {}, "13", 1), r"special\.waiting: "),
            *each(THROWING_DOCUMENT, "special.waiting.1", (*NOT_NUMBERS, None, -1, 4), r"special\.waiting\[1\]: "),
            *each(THROWING_DOCUMENT, "special.failed", (*NOT_NUMBERS, None, -1), r"special\.failed: "),
            *each(THROWING_DOCUMENT, "special.throws", (None, {}, "1", 1), r"special\.throws: "),
            *each(THROWING_DOCUMENT, "special.throws.0", (None, [20], 5), r"special\.throws\[0\]: "),
            *each(
                THROWING_DOCUMENT,
                "special.throws.0.target",
                (*NOT_NUMBERS, None, 19, 82),
                r"special\.throws\[0\]\.target: ",
            ),
            *each(
                THROWING_DOCUMENT,
                "special.throws.0.wind",
                (*NOT_NUMBERS, None, -11, 11),
                r"special\.throws\[0\]\.wind: ",
            ),
            # 2. More than six counters of a colour.
            (ACTING_DOCUMENT, "board.0", "BBBBBB", "board: 7 blue counters"),
            # 3. The turn.
            *each(ACTING_DOCUMENT, "turn", (0, -1), "turn: "),
            (LIMIT_DOCUMENT, "turn", 10, "turn: 10 is above"),
            (LIMIT_DOCUMENT, "turn", 10**20, "turn: "),
            # 4. Who decides.
            (OVER_DOCUMENT, "to_move", 0, "to_move: 0, but the match is over"),
            *each(ACTING_DOCUMENT, "to_move", (1, 2, 3, None), "to_move: "),
            *((doc, "to_move", None, "to_move: null") for doc in (ROLLING_DOCUMENT, THROWING_DOCUMENT)),
            # 5. Actions and special round.
            *(
                (doc, "actions_left", 1, "actions_left: ")
                for doc in (ROLLING_DOCUMENT, THROWING_DOCUMENT, REMOVING_DOCUMENT, OVER_DOCUMENT)
            ),
            *((doc, "special", THROWING_DOCUMENT["special"], "special: ") for doc in (ACTING_DOCUMENT, OVER_DOCUMENT)),
            *((doc, "special", None, "special: ") for doc in (ROLLING_DOCUMENT, THROWING_DOCUMENT, REMOVING_DOCUMENT)),
            # 6. Phase act.
            (TWO_FULL_DOCUMENT, "actions_left", 3, "board: W, SW can't all be full with 3 actions left"),
            (TWO_FULL_DOCUMENT, "actions_left", 0, "actions_left: 0 are too few"),
            (
                document("GGRR../GGRR../BB..../BB..../Y...../......", 5, 1),
                "actions_left",
                2,
                "board: NW, N, W can't all",
            ),
            (PREPARED_DOCUMENT, "actions_left", 1, "actions_left: 1 are too few to come down to one full tile"),
            (document(TWO_COLUMNS, 3, 2), "actions_left", 3, "board: blue had a winning cluster"),
            # 7. Phase over.
            (LIMIT_DOCUMENT, "board", ["GGGG..", "RRRR..", *["......"] * 4], "board: "),
            (LIMIT_DOCUMENT, "turn", 8, "phase: over, but"),
            (OVER_DOCUMENT, "board.0", "......", "phase: over, but"),
            # 8. The special round.
            (ROLLING_DOCUMENT, "special.tile", "C", r"special\.tile: C, but N is full"),
            (THROWING_DOCUMENT, "to_move", 2, "to_move: seat 2 has no counter in C"),
            (changed(ROLLING_DOCUMENT, "board.1", "..R..."), "turn", 1, r"special\.tile: 1 squares of N are empty"),
            (changed(OPENED_DOCUMENT, "board.5", "BBBBBB"), "turn", 1, r"special\.tile: 2 squares of N are empty"),
            *each(
                THROWING_DOCUMENT,
                "special.waiting",
                ([], [1], [3, 1], [1, 2, 3], [0, 1, 3], [1, 3, 3]),
                r"special\.waiting: it must be \[1, 3\]",
            ),
            # 9. The challenge.
            (ROLLING_DOCUMENT, "options.challenge", "throw", "phase: roll does not fit"),
            (THROWING_DOCUMENT, "options.challenge", "dice", "phase: throw does not fit"),
            (ROLLING_DOCUMENT, "special.failed", 1, r"special\.failed: "),
            *each(REMOVING_DOCUMENT, "special.failed", (0, 2, 3), r"special\.failed: "),
            (THROWING_DOCUMENT, "special.failed", 2, r"special\.failed: 2, but only 1 throws have been made"),
            *(
                (THROWING_DOCUMENT, "special.throws", [{"target": 20, "wind": 0}] * number, r"special\.throws: 1 to 2")
                for number in (0, 3)
            ),
            *(
                (doc, "special.throws", [{"target": 20, "wind": 0}], r"special\.throws: it must be empty")
                for doc in (ROLLING_DOCUMENT, REMOVING_DOCUMENT)
            ),
        ],
    )
    def test_a_bad_document_is_refused(self, doc: Document, path: str, value: Any, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}") as refusal:
            game.load(changed(doc, path, value))
        assert len(str(refusal.value)) < 300

    @pytest.mark.parametrize(
        ("doc", "path", "value"),
        [
            (ACTING_DOCUMENT, "turn", 10**30 * 4 + 1),
            (LIMIT_DOCUMENT, "options.max_turns", 9),
            (REMOVING_DOCUMENT, "options.challenge", "throw"),
            (changed(THROWING_DOCUMENT, "special.throws", [{"target": 81, "wind": 10}] * 2), "special.failed", 0),
            (THROWING_DOCUMENT, "special.failed", 0),
            (TWO_FULL_DOCUMENT, "actions_left", 2),
            (PREPARED_DOCUMENT, "turn", 6),
            (document(TWO_COLUMNS, 3, 2), "actions_left", 0),
            (OVER_DOCUMENT, "turn", 99),
        ],
    )
    def test_nothing_else_is_examined(self, doc: Document, path: str, value: Any) -> None:
        doc = changed(doc, path, value)
        assert game.load(doc).dump()[path.split(".")[0]] == doc[path.split(".")[0]]


class TestStates:
    def test_equal_positions_are_equal_and_hash_alike(self) -> None:
        one = after(start(), "base-c6", "c6-b6", "base-d6")
        other = after(start(), "base-d6", "base-c6", "c6-b6")
        assert one == other
        assert hash(one) == hash(other)
        assert one != after(start(order="BRGY"), "base-c6", "c6-b6", "base-d6")
        assert cast("object", one) != one.dump()

    @pytest.mark.parametrize("state", [start(), ROLLING, THROWING, REMOVING, OVER])
    def test_a_position_may_go_to_another_process_and_come_back(self, state: Position) -> None:
        again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
        assert again == state
        assert again.legal() == state.legal()

    @pytest.mark.parametrize("name", ["to_move", "turn", "phase", "cells", "special", "options", "anything"])
    def test_nothing_can_be_set(self, name: str) -> None:
        with pytest.raises(AttributeError):
            setattr(start(), name, 1)

    def test_a_list_of_moves_belongs_to_who_asked_for_it(self) -> None:
        state = start()
        state.legal().clear()
        assert written(state) == ["base-c6", "base-d6", "end"]


def weird_position(luck: random.Random) -> Document | None:
    """A position of phase `act` such as no match may ever reach, some tiles of it full; None if it is refused."""
    letters = [letter for letter in "BRYG" for _ in range(luck.choice((0, 1, 3, 5, 6, 6)))]
    luck.shuffle(letters)
    fill = luck.sample(list(plain.TILES), luck.choice((0, 1, 1, 2, 2, 2, 3)))
    squares = [square for tile in fill for square in plain.TILES[tile].split()]
    others = luck.sample(plain.SQUARES, len(plain.SQUARES))
    if luck.random() < 0.3:
        others.sort(key=lambda square: square[0])  # as dense as can be
    squares += [square for square in others if square not in squares]
    turn = luck.randint(1, 9)
    options: dict[str, Any] = {
        "order": "".join(luck.sample("BRYG", 4)),
        "challenge": luck.choice(("dice", "throw")),
        "max_turns": luck.choice((0, 0, turn, turn + 2)),
    }
    grid = dict(zip(squares, letters, strict=False))
    doc = document("/".join(plain.rows_of(grid)), turn, luck.randint(0, 3), **options)
    left, full = doc["actions_left"], len(plain.full(grid))
    impossible = (
        (left == 3 and (full > 1 or any(plain.winning(grid, letter) for letter in "BRYG")))
        or (left == 2 and full > 2)
        or not plain.can_be_ended(grid, options["order"][doc["to_move"]], left)
    )
    if impossible:
        with pytest.raises(ValueError, match=r"^(board|actions_left): "):
            game.load(doc)
        return None
    return doc


class TestAgainstThePlainRules:
    """The engine and `plain`, which was written from the same page without tables, agree everywhere."""

    def follow(self, doc: Document, luck: random.Random, moves: int) -> set[str]:
        """Plays on from a document in both; the phases that came up."""
        state = game.load(doc)
        phases: set[str] = set()
        for _ in range(moves):
            phases.add(state.phase)
            assert state.dump() == doc
            texts = written(state)
            assert texts == plain.legal(doc)
            if state.result is not None:
                assert list(state.result.places) == plain.places(doc)
                break
            text = "end" if "end" in texts and luck.random() < 0.3 else luck.choice(texts)
            rolled = Recorded(Sealed(luck.randbytes(32), "table"))
            state = state.play(state.parse(text), rolled)
            script = Scripted(rolled.outcomes)
            doc = plain.play(doc, text, script.roll)
            assert script.left == ()
        return phases

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("seed", range(3))
    def test_weird_positions(self, seed: int) -> None:
        luck = random.Random(seed)
        docs = [doc for doc in (weird_position(luck) for _ in range(250)) if doc is not None]
        assert sum(len(plain.full(plain.grid_of(doc))) == 2 for doc in docs) > 20
        phases = set[str]().union(*(self.follow(doc, luck, luck.choice((2, 5, 10))) for doc in docs))
        assert phases == {"act", "roll", "throw", "remove", "over"}

    @pytest.mark.parametrize("challenge", ["dice", "throw"])
    def test_from_the_start(self, challenge: str) -> None:
        self.follow(start(challenge=challenge, order="GRBY", max_turns=60).dump(), random.Random(3), 500)

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(100, 105))
    def test_many_weird_positions(self, seed: int) -> None:
        luck = random.Random(seed)
        for _ in range(4000):
            doc = weird_position(luck)
            if doc is not None:
                self.follow(doc, luck, 40)


@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_counters_come_from_the_base_and_go_home_after_failed_challenges_only(data: st.DataObject) -> None:
    challenge = data.draw(st.sampled_from(("dice", "throw")))
    state = start(challenge=challenge, order=data.draw(st.sampled_from(game.options[0].choices)))
    luck = random.Random(data.draw(st.integers(0, 2**32)))
    chance = Sealed(luck.randbytes(32), "table")
    for _ in range(data.draw(st.integers(0, 400))):
        if state.to_move is None:
            break
        move = luck.choice(state.legal())
        text, before, letter = state.notate(move), state, state.letter(state.to_move)
        state = state.play(move, chance)
        assert len(plain.full(plain.grid_of(state.dump()))) <= (1 if state.actions_left in (0, 3) else 2)
        for colour in b"BRYG":
            old, new = before.cells.count(colour), state.cells.count(colour)
            assert 0 <= new <= 6
            if text.startswith("base"):
                assert new - old == (colour == letter)
            elif text.startswith("remove"):
                assert old - new == (colour == letter) * len(text.split()[1:])
            elif text == "roll" or text.startswith("throw"):
                assert new <= old
                assert new == old or colour == letter
            else:
                assert new == old
