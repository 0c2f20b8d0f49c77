"""Parcheesi: every worked example and every ruling of its rules page, and every document and text it refuses."""

import copy
import json
import pickle
import random
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules import GAMES, Ambiguous, IllegalMove, NotLegalHere, Result, Unreadable
from bot.rules.api import fill
from bot.rules.chance import Recorded, Scripted, Sealed
from bot.rules.parcheesi import Happened, Move, Position, game, what_happened
from bot.rules.parcheesi.board import BLUE, COLOURS, GREEN, RED, SQUARES, YELLOW, progress, steps_left, ways
from tests.rules.parcheesi import plain

NO_LUCK = Scripted([])
Document = dict[str, Any]
DEFAULTS = {"first": "seat0", "finish": "first", "triple_doubles": False, "blockade_limit": 0, "max_rolls": 0}


def start(seats: int = 2, *luck: int, **options: Any) -> Position:
    return game.start(seats, options, Scripted(luck))


HUGE = pytest.param(10**5000, id="huge")


def document(*pawns: str, **changes: Any) -> Document:
    """A document: for each seat the squares of its pawns that are not in the nest; options may be given by name."""
    options = DEFAULTS | {name: changes.pop(name) for name in DEFAULTS if name in changes}
    listed = [text.split() for text in pawns]
    return {
        "game": "parcheesi",
        "seats": len(pawns),
        "options": options,
        "phase": "roll",
        "turn": 0,
        "pawns": [plain.in_order([*squares, *["nest"] * (4 - len(squares))]) for squares in listed],
        "dice": None,
        "left": [],
        "bonuses": [],
        "doubles": 0,
        "pairs": [],
        "blockades": [{} for _ in pawns],
        "finished": [seat for seat, squares in enumerate(listed) if squares == ["home"] * 4],
        "rolls": 20,
    } | changes


def at(*pawns: str, **changes: Any) -> Position:
    return game.load(document(*pawns, **changes))


def rolled(state: Position, *dice: int) -> Position:
    return state.play(state.parse("roll"), Scripted(dice))


def after(state: Position, *texts: str) -> Position:
    for text in texts:
        state = state.play(state.parse(text), NO_LUCK)
    return state


def written(state: Position) -> list[str]:
    return [state.notate(move) for move in state.legal()]


def unusable_values(state: Position) -> tuple[int, ...]:
    """The values that are lost whatever the mover plays."""
    return state.wasted(state.legal()[0])


def partners(state: Position) -> tuple[tuple[str, ...], ...]:
    """The squares of the partners of this roll."""
    return tuple(map(tuple, state.dump()["pairs"]))


def happened(state: Position, text: str, *dice: int) -> Happened:
    move = state.parse(text)
    return what_happened(state, move, state.play(move, Scripted(dice)), dice)


def answered(state: Position, text: str) -> str | IllegalMove:
    """The canonical text of what was typed, or why it is refused."""
    try:
        return state.notate(state.parse(text))
    except IllegalMove as refusal:
        return refusal


def changed(doc: Document, **changes: Any) -> Document:
    """The document with some keys replaced; a name such as options__first means a key of an inner object."""
    doc = copy.deepcopy(doc)
    for name, value in changes.items():
        outer, _, inner = name.partition("__")
        (doc[outer] if inner else doc)[inner or outer] = value
    return doc


def test_the_registry_knows_parcheesi_by_its_name() -> None:
    assert GAMES["parcheesi"] is game
    assert (game.key, game.title, game.hidden, game.uses_chance({})) == ("parcheesi", "Parcheesi", False, True)
    assert (game.forces, game.rules_version) == (True, 1)


class TestComponentsAndGeometry:
    def test_squares_are_in_document_order(self) -> None:
        assert list(SQUARES) == plain.ORDER

    @pytest.mark.parametrize(
        ("colour", "entry", "turn_off", "between"),
        [
            (RED, "t5", "t68", ["t1", "t2", "t3", "t4"]),
            (BLUE, "t22", "t17", ["t18", "t19", "t20", "t21"]),
            (YELLOW, "t39", "t34", ["t35", "t36", "t37", "t38"]),
            (GREEN, "t56", "t51", ["t52", "t53", "t54", "t55"]),
        ],
    )
    def test_entry_turn_off_and_progress_of_each_colour(
        self, colour: Any, entry: str, turn_off: str, between: list[str]
    ) -> None:
        assert (SQUARES[colour.entry], SQUARES[colour.turn_off]) == (entry, turn_off)
        by_progress = {progress(colour, square): SQUARES[square] for square in range(1, 77) if progress(colour, square)}
        assert sorted(by_progress) == list(range(1, 73))
        assert (by_progress[1], by_progress[64], by_progress[71], by_progress[72]) == (entry, turn_off, "h7", "home")
        assert [SQUARES[square] for square in range(1, 77) if not progress(colour, square)] == between
        assert progress(colour, SQUARES.index("nest")) == 0

    @pytest.mark.parametrize("colour", COLOURS[4])
    def test_steps_left_are_those_of_the_shortest_way_home(self, colour: Any) -> None:
        entry, turn_off = colour.entry, colour.turn_off
        for square, steps in ((turn_off, 8), (entry, 71), (entry - 1, 72), (turn_off % 68 + 1, 75), (69, 7), (75, 1)):
            assert steps_left(colour, square) == steps
        for square in range(1, 76):
            assert steps_left(colour, square) == plain.steps_home(colour.name, SQUARES[square])

    @pytest.mark.parametrize("colour", COLOURS[4])
    @pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 6, 10, 20])
    def test_the_ways_of_every_pawn(self, colour: Any, steps: int) -> None:
        for square in range(77):
            found = [[SQUARES[each] for each in way] for way in ways(colour, square, steps)]
            assert sorted(found) == sorted(plain.ways(colour.name, SQUARES[square], steps))

    @pytest.mark.parametrize(
        ("seats", "colours"),
        [(2, ("red", "yellow")), (3, ("red", "blue", "yellow")), (4, ("red", "blue", "yellow", "green"))],
    )
    def test_colours(self, seats: int, colours: tuple[str, ...]) -> None:
        assert game.colours(seats, {}) == colours
        assert game.sides(seats, {}) == tuple((seat,) for seat in range(seats))


class TestOptions:
    def test_names_types_and_defaults(self) -> None:
        assert [(option.name, option.type, option.default) for option in game.options] == [
            ("first", str, "seat0"),
            ("finish", str, "first"),
            ("triple_doubles", bool, False),
            ("blockade_limit", int, 0),
            ("max_rolls", int, 0),
        ]
        ranges = [(option.choices, option.min, option.max) for option in game.options]
        assert ranges == [
            (("seat0", "high_roll"), None, None),
            (("first", "all"), None, None),
            ((), None, None),
            ((), 0, 20),
            ((), 0, 10000),
        ]

    @pytest.mark.parametrize("options", [{}, {"finish": "all", "blockade_limit": 20}])
    def test_two_three_or_four_seats_whatever_the_options(self, options: Document) -> None:
        assert game.seats(options) == (2, 3, 4)

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            *(("first", value) for value in ("seat1", "", "Seat0", None, 0, True, "SEAT0")),
            *(("finish", value) for value in ("last", None, 1, False)),
            *(("first", []), ("finish", {})),
            *(("triple_doubles", value) for value in (0, 1, None, "true", 1.0)),
            *(("blockade_limit", value) for value in (-1, 21, True, False, 1.0, "1", None)),
            pytest.param("blockade_limit", 10**5000, id="huge"),
            *(("max_rolls", value) for value in (-1, 10001, True, False, 2.5, "0", None, float("nan"))),
        ],
    )
    def test_a_bad_value_is_refused_by_the_name_of_its_option(self, name: str, value: object) -> None:
        for ask in (lambda o: game.start(2, o, NO_LUCK), game.seats, lambda o: game.colours(2, o)):
            with pytest.raises(ValueError, match=rf"options\.{name}"):
                ask({name: value})

    @pytest.mark.parametrize("name", ["First", "", "maxrolls", 5, None])
    def test_an_unknown_name_is_refused(self, name: Any) -> None:
        with pytest.raises(ValueError, match="options: unknown"):
            game.start(2, {name: 0}, NO_LUCK)

    @pytest.mark.parametrize("seats", [0, 1, 5, -2, True, 2.0, "2", None, [2], HUGE])
    def test_any_other_number_of_seats_is_refused(self, seats: Any) -> None:
        with pytest.raises(ValueError, match="seats"):
            game.start(seats, {}, NO_LUCK)
        with pytest.raises(ValueError, match="seats"):
            game.colours(seats, {})


class TestSetup:
    def test_the_whole_document(self) -> None:
        assert start(3, triple_doubles=True).dump() == {
            "game": "parcheesi",
            "seats": 3,
            "options": DEFAULTS | {"triple_doubles": True},
            "phase": "roll",
            "turn": 0,
            "pawns": [["nest"] * 4] * 3,
            "dice": None,
            "left": [],
            "bonuses": [],
            "doubles": 0,
            "pairs": [],
            "blockades": [{}, {}, {}],
            "finished": [],
            "rolls": 0,
        }

    @pytest.mark.parametrize(
        ("rolls", "first"),
        [([6, 1, 2, 5], 0), ([1, 2, 3, 4], 3), ([4, 2, 4, 1, 3, 5], 2), ([6, 6, 6, 6, 2, 3, 3, 1, 5, 4], 1)],
    )
    def test_high_roll_the_highest_starts_and_only_those_who_share_it_roll_again(
        self, rolls: list[int], first: int
    ) -> None:
        luck = Scripted(rolls)
        state = game.start(4, {"first": "high_roll"}, luck)
        assert (state.to_move, luck.left, state.rolls) == (first, (), 0)

    def test_turns_go_round_in_increasing_seat_order(self) -> None:
        state = start(3, 1, 2, 2, 1, 3, first="high_roll")
        seats = []
        for _ in range(4):
            seats.append(state.to_move)
            state = rolled(state, 6, 3)
        assert seats == [2, 0, 1, 2]

    def test_a_roll_draws_exactly_two_dice_in_order(self) -> None:
        luck = Scripted([2, 6, 1])
        state = start().play(start().legal()[0], luck)
        assert luck.left == (1,)
        assert (state.rolls, state.to_move) == (1, 1)
        assert rolled(at("t20", ""), 6, 1).dump()["dice"] == [6, 1]


class TestWorkedExamples:
    def test_1_capture_on_the_way(self) -> None:
        state = rolled(at("t7", "t9"), 2, 2)
        assert (state.left, written(state)) == ((2, 2), ["t7+2>t9"])
        state = after(state, "t7+2>t9")
        assert state.squares(1) == ("nest",) * 4
        assert (state.bonuses, state.left, written(state)) == ((20,), (2,), ["t9+2>t11"])
        state = after(state, "t9+2>t11")
        assert (state.phase, written(state)) == ("bonus", ["t11+20>t31", "skip"])
        for text in written(state):
            assert (after(state, text).to_move, after(state, text).phase) == (0, "roll")

    @pytest.mark.parametrize(
        ("die", "left"), [(2, (2, 2, 5, 5)), (6, (1, 1, 6, 6)), (4, (3, 3, 4, 4)), (5, (2, 2, 5, 5))]
    )
    def test_2_fourteen_on_a_double(self, die: int, left: tuple[int, ...]) -> None:
        assert rolled(at("t7 t8 home home", ""), die, die).left == left

    def test_3_sum_of_five(self) -> None:
        state = rolled(at("", ""), 4, 1)
        assert written(state) == ["enter 1+4"]
        state = after(state, "enter 1+4")
        assert (state.phase, state.to_move, state.squares(0)[-1]) == ("roll", 1, "t5")
        state = rolled(at("t20", ""), 2, 3)
        assert written(state) == ["enter 2+3", "t20+2>t22", "t20+3>t23"]
        assert written(after(state, "t20+2>t22")) == ["t22+3>t25"]

    def test_4_double_five(self) -> None:
        state = rolled(at("", ""), 5, 5)
        assert written(state) == ["enter 5"]
        state = after(state, "enter 5")
        assert written(state) == ["enter 5", "t5+5>t10"]
        state = after(state, "enter 5")
        assert (state.blockades(0), state.to_move, state.phase) == (("t5",), 0, "roll")
        state = after(rolled(at("", "t5"), 5, 5), "enter 5")
        assert (state.squares(1), state.bonuses) == (("nest",) * 4, (20,))
        state = rolled(at("", "t5 t5"), 5, 5)
        assert (state.to_move, state.phase, state.doubles) == (0, "roll", 1)

    def test_5_nothing_playable(self) -> None:
        state = rolled(at("", ""), 6, 3)
        assert (state.to_move, state.phase, state.dice) == (1, "roll", None)

    def test_6_the_lower_die_is_given_up(self) -> None:
        state = rolled(at("t10", "t19 t19"), 3, 6)
        assert written(state) == ["t10+6>t16"]
        state = after(state, "t10+6>t16")
        assert (state.to_move, state.phase) == (1, "roll")

    def test_7_both_if_at_all_possible(self) -> None:
        state = rolled(at("t10", "t16 t16"), 3, 5)
        assert written(state) == ["enter 5", "t10+3>t13"]
        with pytest.raises(NotLegalHere, match="no pawn could use the 3"):
            state.parse("t10+5>t15")

    def test_8_turn_off(self) -> None:
        state = rolled(at("t66 home home home", ""), 4, 1)
        assert written(state) == ["t66+1>t67", "t66+4>t2", "t66+4>h2"]

    def test_9_forced_past_the_home_row(self) -> None:
        state = at("t68 home home home", "")
        assert written(rolled(state, 6, 5)) == ["t68+5>t5", "t68+6>t6"]
        assert rolled(state, 4, 4).left == (3, 3, 4, 4)
        assert written(rolled(state, 4, 4)) == ["t68+3>t3", "t68+4>t4"]

    def test_10_safe_squares(self) -> None:
        assert "t10+2>t12" not in written(rolled(at("t10", "t12"), 2, 6))
        assert written(rolled(at("t2", "t5"), 3, 6)) == ["t2+6>t8"]
        state = rolled(at("t2", "t5"), 3, 5)
        assert "t2+3>t5" not in written(state)
        assert after(state, "enter 5").squares(1) == ("nest",) * 4

    def test_11_partners(self) -> None:
        assert written(after(rolled(at("t10 t10", ""), 3, 3), "t10+3>t13")) == ["t13+3>t16"]
        assert written(after(rolled(at("t10 t10", ""), 4, 2), "t10+4>t14")) == ["t10+2>t12", "t14+2>t16"]

    def test_12_which_of_two_pawns_goes(self) -> None:
        state = rolled(at("t10 t10 t13 home", ""), 3, 3)
        assert state.left == (3, 3, 4, 4)
        state = after(state, "t10+3>t13")
        assert partners(state) == (("t10", "t13"),)
        state = after(state, "t13+4>t17")
        assert partners(state) == (("t10", "t13"),)
        assert written(state) == ["t13+3>t16", "t17+3>t20", "t10+4>t14", "t13+4>t17", "t17+4>t21"]

    def test_13_which_of_two_both_with_partners(self) -> None:
        state = after(rolled(at("t10 t10 t13 t13", "t60"), 3, 3), "t13+4>t17", "t10+3>t13")
        assert partners(state) == (("t10", "t13"), ("t13", "t17"))
        state = after(state, "t13+4>t17")
        assert partners(state) == (("t10", "t17"), ("t13", "t17"))
        ended = after(state, "t17+3>t20")
        assert (ended.phase, partners(ended)) == ("roll", ())
        with_bonus = game.load(state.dump() | {"bonuses": [10]})
        assert partners(after(with_bonus, "t17+3>t20")) == (("t10", "t20"), ("t13", "t17"))

    def test_14_a_chain_of_bonuses(self) -> None:
        state = at("h5 t30 home home", "t40 t60", phase="move", dice=[6, 3], left=[3])
        state = after(state, "h5+3>home")
        assert (state.phase, state.bonuses) == ("bonus", (10,))
        state = after(state, "t30+10>t40")
        assert state.bonuses == (20,)
        state = after(state, "t40+20>t60")
        assert state.bonuses == (20,)
        assert written(state) == ["t60+20>t12", "skip"]
        for text in written(state):
            assert (after(state, text).to_move, after(state, text).phase) == (1, "roll")

    def test_15_a_due_blockade(self) -> None:
        state = at("t10 t10 t20", "", blockade_limit=1, blockades=[{"t10": 1}, {}])
        state = rolled(state, 3, 2)
        assert (state.due, written(state)) == (("t10",), ["t10+2>t12", "t10+3>t13"])
        state = after(state, "t10+2>t12")
        assert (state.due, written(state)) == ((), ["t10+3>t13", "t12+3>t15", "t20+3>t23"])

    def test_16_third_double(self) -> None:
        state = rolled(at("t10 t10 h6", "", triple_doubles=True, doubles=2), 4, 4)
        assert state.squares(0) == ("nest", "nest", "t10", "t10")
        assert (state.to_move, state.phase, state.doubles) == (1, "roll", 0)

    def test_17_result_at_the_cap(self) -> None:
        pawns = ("t5 t68 h7 home", "t18 t21 home", "home")
        state = at(*pawns, max_rolls=20, phase="over", turn=None)
        assert state.result == Result((1, 2, 2), (208, 72, 72))
        last = at(*pawns, max_rolls=21, turn=2)
        assert rolled(last, 6, 3).result == Result((1, 2, 2), (208, 72, 72))

    def test_the_example_of_the_position_document(self) -> None:
        text = """{"game": "parcheesi", "seats": 2,
         "options": {"first": "seat0", "finish": "first", "triple_doubles": false, "blockade_limit": 0, "max_rolls": 0},
         "phase": "move", "turn": 0,
         "pawns": [["nest", "t10", "t14", "h2"], ["nest", "nest", "t50", "home"]],
         "dice": [4, 3], "left": [3], "bonuses": [20], "doubles": 0,
         "pairs": [["t10", "t14"]], "blockades": [{}, {}], "finished": [], "rolls": 57}"""
        state = game.load(json.loads(text))
        assert state.dump() == json.loads(text)
        assert written(state) == ["t10+3>t13", "t14+3>t17", "h2+3>h5"]


class TestOccupationAndBlockades:
    @pytest.mark.parametrize("pawns", ["t14 t14", "t13 t13"])
    def test_nobody_passes_or_lands_on_a_blockade(self, pawns: str) -> None:
        assert "t10+4>t14" not in written(rolled(at("t10", pawns), 4, 1))
        assert "t10+4>t14" not in written(rolled(at(f"t10 {pawns}", ""), 4, 1))

    def test_lone_pawns_are_passed_without_effect(self) -> None:
        state = after(rolled(at("t10", "t12 t13"), 4, 6), "t10+4>t14")
        assert state.squares(1) == ("nest", "nest", "t12", "t13")

    def test_two_pawns_of_a_colour_make_a_blockade(self) -> None:
        assert after(rolled(at("t10 t14", ""), 4, 6), "t10+4>t14").blockades(0) == ("t14",)

    def test_18_a_blockade_in_the_home_row_bars_its_owner_alone(self) -> None:
        state = rolled(at("t67 h2 h2 home", "t33 home home"), 4, 2)
        assert "t67+4>t3" in written(state)
        assert "t67+4>h3" not in written(state)
        state = at("h2 h2 home", "t33", turn=1)
        assert "t33+4>h3" in written(rolled(state, 4, 2))

    def test_18_nest_and_home_are_no_blockade(self) -> None:
        assert "h5+3>home" in written(rolled(at("h5 t20 home home", ""), 3, 1))
        assert at("home home", "home home home").blockades(1) == ()

    def test_4_own_blockade_on_the_entry_bars_the_way_out(self) -> None:
        state = rolled(at("t5 t5", ""), 5, 6)
        assert "enter 5" not in written(state)

    def test_3_a_lone_pawn_of_ones_own_on_the_entry_is_joined(self) -> None:
        assert after(rolled(at("t5", ""), 5, 6), "enter 5").blockades(0) == ("t5",)

    def test_2_two_colours_never_share_a_safe_square(self) -> None:
        assert written(rolled(at("t10", "t12"), 2, 1)) == ["t10+1>t11", "t10+2>t12"][:1]

    @pytest.mark.parametrize("number", range(1, 69))
    def test_1_a_lone_opponent_is_captured_everywhere_but_on_the_twelve_safe_squares(self, number: int) -> None:
        square, before = f"t{number}", f"t{(number - 2) % 68 + 1}"
        legal = written(rolled(at(before, square), 1, 6))
        assert (f"{before}+1>{square}" in legal) == (square not in plain.SAFE)

    def test_3_one_s_own_entry_is_open_to_the_track_once_an_entering_pawn_has_captured_there(self) -> None:
        state = rolled(at("t2", "t5"), 5, 3)
        assert written(state) == ["enter 5", "t2+5>t7"]
        assert "t2+3>t5" in written(after(state, "enter 5"))

    def test_an_entering_pawn_captures_and_earns_twenty(self) -> None:
        state = after(rolled(at("", "t5"), 2, 3), "enter 2+3")
        assert (state.phase, state.bonuses, written(state)) == ("bonus", (20,), ["t5+20>t25", "skip"])


class TestPartners:
    def test_a_blockade_formed_in_the_roll_makes_no_partners(self) -> None:
        state = after(rolled(at("t10 t11", ""), 1, 4), "t10+1>t11")
        assert (state.blockades(0), partners(state)) == (("t11",), ())

    def test_passing_over_the_partner_is_allowed(self) -> None:
        state = after(rolled(at("t10 t10", ""), 3, 6), "t10+3>t13")
        assert "t10+6>t16" in written(state)

    def test_home_separates_no_partners_and_drops_their_pair(self) -> None:
        state = after(rolled(at("h7 h7 t20 t30", ""), 1, 6), "h7+1>home")
        assert partners(state) == ()
        state = after(rolled(at("h5 h5 t20 t30", ""), 3, 3), "h5+3>home")
        assert partners(state) == ()
        assert "h5+3>home" in written(state)

    def test_16_the_rule_holds_for_bonus_moves(self) -> None:
        state = at("t10 t30 home home", "", phase="bonus", dice=[6, 3], bonuses=[10, 20], pairs=[["t10", "t30"]])
        assert written(state) == ["t10+10>t20", "t30+10>t40", "t30+20>t50", "skip"]

    def test_both_may_move_if_they_do_not_meet(self) -> None:
        state = after(rolled(at("t10 t10 t40 t41", ""), 3, 3), "t10+3>t13", "t10+4>t14")
        assert partners(state) == (("t13", "t14"),)
        assert "t13+4>t17" in written(state)


class TestCompulsion:
    def test_6_the_values_beneath_bring_nobody_in(self) -> None:
        state = at("t7 t8 t9", "", phase="move", dice=[2, 2], left=[2, 2], doubles=1)
        assert not any("enter" in text for text in written(state))

    def test_7_entering_the_last_pawn_does_not_add_the_values_beneath(self) -> None:
        state = after(rolled(at("t20 t30 t40", ""), 5, 5), "enter 5")
        assert state.left == (5,)

    def test_8_the_dice_may_be_used_in_any_order_and_mixed(self) -> None:
        state = after(rolled(at("t20 t30 t41 t52", ""), 2, 2), "t20+5>t25", "t30+2>t32")
        assert state.left == (2, 5)

    def test_11_entering_is_not_compulsory_in_itself(self) -> None:
        assert {"t20+5>t25", "enter 5"} <= set(written(rolled(at("t20", ""), 5, 2)))

    def test_9_the_sum_counts_as_two_values(self) -> None:
        # Neither die can be used by the pawn on h6 but the 2; entering uses both.
        assert written(rolled(at("h6 home home", ""), 2, 3)) == ["enter 2+3"]

    def test_9_of_four_values_those_with_the_lowest_total_are_given_up(self) -> None:
        # Of 3, 3, 4, 4 only one value fits to h4's 4 steps: the 4, and 11 would be unused otherwise.
        state = rolled(at("h4 home home home", ""), 3, 3)
        assert (state.left, written(state)) == ((3, 3, 4, 4), ["h4+4>home"])
        assert unusable_values(state) == (3, 3, 4)

    def test_12_a_double_is_rolled_again_even_if_nothing_was_playable(self) -> None:
        state = rolled(at("", ""), 3, 3)
        assert (state.to_move, state.phase, state.doubles, state.rolls) == (0, "roll", 1, 21)

    def test_captures_are_carried_along(self) -> None:
        # Entering captures on t5; only then may the pawn on t2 come to t5, where the lone opponent was.
        state = rolled(at("t2", "t5 t8 t8"), 5, 3)
        assert written(state) == ["enter 5"]
        assert written(after(state, "enter 5")) == ["t2+3>t5"]

    def test_what_compulsion_forbids_is_possible_and_wastes_more(self) -> None:
        state = rolled(at("t10", "t16 t16"), 3, 5)
        refused = [move for move in state.possible() if move not in state.legal()]
        assert refused == [Move("walk", "t10", (5,), "t15")]
        assert state.wasted(refused[0]) == (3,)
        assert {state.wasted(move) for move in state.legal()} == {unusable_values(state)} == {()}
        with pytest.raises(ValueError, match="not possible"):
            state.wasted(Move("walk", "t10", (6,), "t16"))


class TestForcedPastTheHomeRow:
    def test_the_forbidden_move_and_what_it_would_waste(self) -> None:
        state = rolled(at("t68 home home home", ""), 6, 5)
        for text, instead, wasted in (("t68+5>t5", "h5", (6,)), ("t68+6>t6", "h6", (5,))):
            found = state.home_row_instead(state.parse(text))
            assert found is not None
            assert (found.target, state.wasted(found)) == (instead, wasted)

    def test_not_if_the_pawn_could_turn_off(self) -> None:
        state = rolled(at("t66 home home home", ""), 4, 1)
        assert state.home_row_instead(state.parse("t66+4>t2")) is None

    def test_not_if_something_else_than_compulsion_forbids_it(self) -> None:
        state = rolled(at("t66 h2 h2 t30", ""), 4, 1)
        assert "t66+4>t2" in written(state)
        assert state.home_row_instead(state.parse("t66+4>t2")) is None
        # A due blockade demands the pawn of t10; the pawn of t66 has nothing to say.
        due = rolled(at("t66 t10 t10 home", "", blockade_limit=1, blockades=[{"t10": 1}, {}]), 4, 1)
        assert all(due.home_row_instead(move) is None for move in due.legal())

    def test_not_for_a_bonus_or_a_pawn_elsewhere(self) -> None:
        bonus = at("t66", "", phase="bonus", dice=[6, 3], bonuses=[10])
        assert written(bonus) == ["t66+10>t8", "t66+10>home", "skip"]
        assert bonus.home_row_instead(bonus.legal()[0]) is None
        state = rolled(at("t20 h3", ""), 4, 1)
        assert all(state.home_row_instead(move) is None for move in state.legal())


class TestDueBlockades:
    def test_a_blockade_grows_older_at_the_end_of_each_of_its_owner_s_turns_up_to_the_limit(self) -> None:
        state = at("t10 t10", "t40 t60", blockade_limit=2, blockades=[{"t10": 1}, {}])
        state = rolled(at("t10 t10 h6", "", blockade_limit=2, blockades=[{"t10": 1}, {}]), 6, 6)
        assert (state.to_move, state.ages[0], state.phase) == (0, ((10, 1),), "move")
        turns = rolled(at("t10 t10 h7", "t9 t9", turn=0, blockade_limit=2, blockades=[{"t10": 2}, {"t9": 1}]), 1, 3)
        assert turns.ages == (((10, 2),), ((9, 1),))

    def test_formed_in_one_turn_it_has_age_1_at_its_end(self) -> None:
        state = after(rolled(at("t10 t14 t30", "", blockade_limit=2), 4, 1), "t10+4>t14", "t30+1>t31")
        assert (state.to_move, state.dump()["blockades"]) == (1, [{"t14": 1}, {}])

    def test_with_limit_2_it_must_be_broken_in_the_third_turn(self) -> None:
        state = at("t10 t14 t30", "t45 t46", blockade_limit=2)
        state = after(rolled(state, 4, 1), "t10+4>t14", "t30+1>t31")
        state = after(rolled(state, 2, 1), "t45+1>t46", "t46+2>t48")
        state = rolled(state, 2, 1)
        assert state.due == ()
        state = after(state, "t31+1>t32", "t32+2>t34")
        assert state.dump()["blockades"][0] == {"t14": 2}
        state = after(rolled(state, 2, 1), "t46+1>t47", "t48+2>t50")
        state = rolled(state, 2, 1)
        assert (state.due, written(state)) == (("t14",), ["t14+1>t15", "t14+2>t16"])

    def test_it_loses_its_age_when_a_pawn_leaves_even_if_another_comes(self) -> None:
        state = rolled(at("t10 t10 t8 t30", "", blockade_limit=1, blockades=[{"t10": 1}, {}]), 2, 2)
        state = after(state, "t10+2>t12", "t8+2>t10")
        assert (state.blockades(0), state.due, state.dump()["blockades"][0]) == (("t10",), (), {})

    def test_it_is_due_in_all_rolls_of_the_turn(self) -> None:
        state = at("t10 t10 t30", "t11 t11", blockade_limit=1, blockades=[{"t10": 1}, {"t11": 1}], doubles=1)
        state = after(rolled(state, 2, 2), "t30+2>t32", "t32+2>t34")
        assert (state.phase, state.to_move, state.due) == ("roll", 0, ("t10",))

    def test_19_it_gives_way_to_compulsion_and_does_not_touch_entering_unless_it_can_be_broken(self) -> None:
        barred = at("t10 t10", "t11 t11", blockade_limit=1, blockades=[{"t10": 1}, {"t11": 1}])
        assert written(rolled(barred, 5, 1)) == ["enter 5"]
        free = at("t10 t10", "", blockade_limit=1, blockades=[{"t10": 1}, {}])
        assert written(rolled(free, 5, 6)) == ["t10+5>t15", "t10+6>t16"]

    def test_19_it_does_not_touch_bonus_moves(self) -> None:
        due = at("t10 t10 t30", "", blockade_limit=1, blockades=[{"t10": 1}, {}])
        state = game.load(due.dump() | {"phase": "bonus", "dice": [6, 3], "bonuses": [10]})
        assert written(state) == ["t10+10>t20", "t30+10>t40", "skip"]
        assert after(state, "t10+10>t20").dump()["blockades"] == [{}, {}]

    def test_it_holds_in_the_home_row(self) -> None:
        state = rolled(at("h2 h2 t30", "", blockade_limit=1, blockades=[{"h2": 1}, {}]), 3, 2)
        assert written(state) == ["h2+2>h4", "h2+3>h5"]

    def test_the_penalty_of_a_third_double_takes_the_age_away(self) -> None:
        options = {"triple_doubles": True, "blockade_limit": 3}
        state = at("t10 t10 t8 t8", "", doubles=2, blockades=[{"t8": 2, "t10": 2}, {}], **options)
        assert rolled(state, 6, 6).dump()["blockades"] == [{"t8": 3}, {}]

    def test_without_a_limit_no_ages_are_kept(self) -> None:
        assert rolled(at("t10 t10 h7", "t11 t11"), 6, 3).dump()["blockades"] == [{}, {}]


class TestBonuses:
    def test_13_they_wait_until_all_dice_are_used(self) -> None:
        state = after(rolled(at("t10 t30", "t14"), 4, 1), "t10+4>t14")
        assert (state.phase, state.bonuses, written(state)) == ("move", (20,), ["t14+1>t15", "t30+1>t31"])

    def test_13_unplayable_ones_wait_while_another_is_playable(self) -> None:
        state = at("t10 t12 home home", "t25 t25", phase="bonus", dice=[6, 3], bonuses=[10, 20])
        assert written(state) == ["t10+10>t20", "t12+10>t22", "skip"]
        assert after(state, "t12+10>t22").to_move == 1  # the 20 is barred still, and lost

    def test_13_unplayable_ones_are_lost(self) -> None:
        state = at("t10", "t14 t20 t20", phase="move", dice=[4, 6], left=[4])
        state = after(state, "t10+4>t14")
        assert (state.to_move, state.phase) == (1, "roll")

    def test_13_skip_gives_all_of_them_up(self) -> None:
        state = after(at("t10 home", "", phase="bonus", dice=[6, 6], doubles=1, bonuses=[10, 20]), "skip")
        assert (state.to_move, state.phase, state.bonuses) == (0, "roll", ())

    def test_15_a_bonus_brings_nobody_out_and_is_one_move(self) -> None:
        state = at("t10", "", phase="bonus", dice=[6, 3], bonuses=[10, 20, 20])
        assert written(state) == ["t10+10>t20", "t10+20>t30", "skip"]

    def test_a_bonus_may_turn_off_and_needs_the_exact_number_for_home(self) -> None:
        assert written(at("t56", "", phase="bonus", dice=[6, 3], bonuses=[20])) == ["t56+20>t8", "t56+20>home", "skip"]
        assert written(at("t58 t20", "", phase="bonus", dice=[6, 3], bonuses=[20])) == [
            "t20+20>t40",
            "t58+20>t10",
            "skip",
        ]


class TestEndOfRollAndTurn:
    def test_the_fourth_pawn_home_ends_the_match(self) -> None:
        state = after(rolled(at("h7 home home home", "t40"), 1, 6), "h7+1>home")
        assert (state.phase, state.to_move, state.finished) == ("over", None, (0,))
        assert state.result == Result((1, 2), (288, 2))
        assert state.legal() == []
        assert state.dump()["dice"] is None

    def test_25_with_finish_all_the_rest_plays_on_and_a_double_is_not_rolled_again(self) -> None:
        state = after(rolled(at("h7 home home home", "t40", "t7", finish="all"), 1, 1), "h7+1>home")
        assert (state.phase, state.to_move, state.finished, state.doubles) == ("roll", 1, (0,), 0)
        assert rolled(state, 6, 1).to_move == 1
        state = after(rolled(state, 6, 1), "t40+1>t41", "t41+6>t47")
        assert state.to_move == 2
        state = after(rolled(state, 6, 1), "t7+1>t8", "t8+6>t14")
        assert state.to_move == 1

    def test_with_finish_all_what_is_left_after_the_fourth_pawn_is_lost(self) -> None:
        state = at("h7 home home home", "t40", "", finish="all", phase="move", dice=[1, 6], left=[1], bonuses=[20])
        state = after(state, "h7+1>home")
        assert (state.phase, state.to_move, state.bonuses) == ("roll", 1, ())

    def test_the_match_ends_when_one_seat_is_left(self) -> None:
        state = at("home home home home", "h7 home home home", "t39", finish="all", turn=1, finished=[0])
        state = after(rolled(state, 1, 6), "h7+1>home")
        assert state.result == Result((1, 2, 3), (288, 288, 1))

    def test_the_finished_have_their_places_in_the_order_they_finished(self) -> None:
        state = at("home home home home", "t39", "home home home home", finish="all", max_rolls=20, **OVER)
        assert game.load(changed(state.dump(), finished=[2, 0])).result == Result((2, 3, 1), (288, 18, 288))

    def test_equal_scores_share_a_place_and_the_next_is_that_many_lower(self) -> None:
        state = at("t5 t5", "t22 t22", "t39", "t56 t57", max_rolls=20, **OVER)
        assert state.result == Result((2, 2, 4, 1), (2, 2, 1, 3))

    def test_10_four_values_must_be_used_even_if_two_would_win(self) -> None:
        state = rolled(at("t68 home home home", ""), 4, 4)
        assert "t68+4>h4" not in written(state)

    def test_the_cap_lets_the_last_roll_be_played_to_its_end(self) -> None:
        state = rolled(at("t10", "t14", max_rolls=21), 4, 4)
        state = after(state, "t10+4>t14", "t14+4>t18")
        assert (state.phase, state.bonuses) == ("bonus", (20,))
        state = after(state, "t18+20>t38")
        assert (state.phase, state.doubles, state.rolls) == ("over", 0, 21)

    def test_the_cap_ends_the_match_after_a_lost_roll(self) -> None:
        assert rolled(at("", "", max_rolls=21), 6, 6).phase == "over"

    def test_22_the_third_double_counts_for_the_cap(self) -> None:
        state = rolled(at("t10", "t5 t5", triple_doubles=True, doubles=2, max_rolls=21, turn=1), 6, 6)
        assert (state.phase, state.squares(1), state.rolls) == ("over", ("nest", "nest", "nest", "t5"), 21)
        assert state.doubles == 0

    def test_no_ages_and_no_turn_are_left_when_the_match_is_over(self) -> None:
        ages = [{"t10": 1}, {"t11": 1}]
        state = rolled(at("t10 t10", "t11 t11", max_rolls=21, blockade_limit=1, blockades=ages), 6, 3)
        assert (state.phase, state.dump()["blockades"], state.due) == ("over", [{}, {}], ())

    def test_21_without_the_option_three_doubles_cost_nothing_and_the_count_starts_anew_each_turn(self) -> None:
        state = rolled(at("t10", "", doubles=2), 6, 6)
        assert (state.phase, state.doubles) == ("move", 3)
        state = after(state, "t10+6>t16", "t16+6>t22")
        state = after(rolled(state, 6, 1), "t22+1>t23", "t23+6>t29")
        assert (state.to_move, state.doubles) == (1, 0)

    def test_21_the_penalty_takes_the_pawn_with_the_fewest_steps_left(self) -> None:
        for pawns, left in (("t1 t68 t30", "t1 t30"), ("t3 t4 t5", "t3 t4"), ("t10 t10 t9", "t9 t10")):
            state = rolled(at(pawns, "", triple_doubles=True, doubles=2), 1, 1)
            assert [square for square in state.squares(0) if square != "nest"] == left.split()
        nobody = rolled(at("home home", "", triple_doubles=True, doubles=2), 1, 1)
        assert (nobody.squares(0), nobody.to_move) == (("nest", "nest", "home", "home"), 1)


OVER: Document = {"phase": "over", "turn": None}


class TestNotation:
    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            *((text, "t66+4>t2") for text in ("t66+4>t2", "T66+4>T2", " t66 + 4 > t2 ", "66+4>2", "t66+4->t2")),
            *((text, "t66+4>t2") for text in ("t66+4→t2", "t66+4 to t2", "66 + 4 TO 2", "t66+4to2", "66+4→t2")),
            *((text, "t66+4>h2") for text in ("t66+4>h2", "66+4 to H2", "T66+4->h2")),
            *((text, "t66+1>t67") for text in ("t66+1", "66+1", " T66 + 1 ", "66+1>67", "t66+1 to 67")),
            *((text, "h6+1>h7") for text in ("h6+1", "H6+1>H7", "h6 + 1 → h7")),
        ],
    )
    def test_spellings_of_a_die_move(self, typed: str, meant: str) -> None:
        state = rolled(at("t66 h6 home", ""), 4, 1)
        assert state.notate(state.parse(typed)) == meant

    @pytest.mark.parametrize("typed", ["h5+3>home", "h5+3>h8", "H5+3 to HOME", "h5+3", "h5+3->H8", "h 5 + 3 → h 8"])
    def test_home_may_be_h8(self, typed: str) -> None:
        state = rolled(at("h5 t20 home", ""), 3, 1)
        assert state.notate(state.parse(typed)) == "h5+3>home"

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            *((text, "t66+10>home") for text in ("t66+10>home", "66+10>h8", "66 + 10 to home")),
            *((text, "t66+10>t8") for text in ("t66+10>t8", "66+10→8")),
            *((text, "t3+10>t13") for text in ("t3+10", "3+10")),
            *((text, "skip") for text in ("skip", "SKIP", " s k i p ")),
        ],
    )
    def test_spellings_of_a_bonus_move(self, typed: str, meant: str) -> None:
        state = at("t66 t3", "", phase="bonus", dice=[6, 3], bonuses=[10])
        assert state.notate(state.parse(typed)) == meant

    @pytest.mark.parametrize(
        ("dice", "typed", "meant"),
        [
            *(((5, 2), text, "enter 5") for text in ("enter 5", "ENTER5", "enter", " Enter  5 ")),
            *(((2, 3), text, "enter 2+3") for text in ("enter 2+3", "enter 3+2", "enter", "ENTER 3 + 2", "enter2+3")),
            *(((4, 1), text, "enter 1+4") for text in ("enter 1+4", "enter 4+1", "enter")),
        ],
    )
    def test_spellings_of_entering(self, dice: tuple[int, int], typed: str, meant: str) -> None:
        state = rolled(at("t20", ""), *dice)
        assert state.notate(state.parse(typed)) == meant

    @pytest.mark.parametrize("typed", ["roll", "ROLL", " r o l l "])
    def test_spellings_of_a_roll(self, typed: str) -> None:
        assert start().notate(start().parse(typed)) == "roll"

    def test_a_target_may_be_left_out_only_if_there_is_one(self) -> None:
        with pytest.raises(Ambiguous, match=r"t66\+4>t2 or t66\+4>h2"):
            rolled(at("t66 home", ""), 4, 1).parse("t66+4")

    def test_a_target_may_be_left_out_if_only_one_of_two_is_legal(self) -> None:
        state = rolled(at("t68 home home home", ""), 6, 5)
        assert state.notate(state.parse("t68+5")) == "t68+5>t5"

    def test_an_equal_move_is_written_in_the_canonical_form(self) -> None:
        assert rolled(at("t10", ""), 1, 4).notate(Move("walk", "t10", (True,), "t11")) == "t10+1>t11"

    @pytest.mark.parametrize("number", [*range(1, 7), 10, 20])
    def test_canonical_forms_are_read_back_from_every_square(self, number: int) -> None:
        for square in plain.ORDER[1:-1]:
            phase = {"phase": "bonus", "bonuses": [number]} if number > 6 else {"phase": "move", "left": [number]}
            dice = [number, number % 6 + 1] if number < 7 else [6, 3]
            doc = document(f"{square} home home home", "", **phase, dice=dice)
            texts = plain.legal(doc)
            if texts in ([], ["skip"]):
                continue  # too near home
            state = game.load(doc)
            assert written(state) == texts
            for text in texts:
                assert state.notate(state.parse(text)) == text

    def test_the_order_of_the_legal_moves(self) -> None:
        state = rolled(at("t66 t3 h1", ""), 4, 1)
        assert written(state) == [
            *("enter 1+4", "t3+1>t4", "t66+1>t67", "h1+1>h2"),
            *("t3+4>t7", "t66+4>t2", "t66+4>h2", "h1+4>h5"),
        ]


# What is typed, where, and what the answer says.
BEFORE_A_ROLL = document("t10", "t14")
FOUR_AND_ONE = rolled(at("t10 t66 h5 home", "t14 t11 t40 t40"), 4, 1).dump()
TWENTY = document("t10 t66", "t30 t31", phase="bonus", dice=[6, 3], bonuses=[20])


class TestRefusals:
    @pytest.mark.parametrize(
        "text",
        [
            *("", "move", "t10", "t10>t14", "enter 6+", "enter 7", "enter 5+", "enter+5", "t10-4>t14", "t10+4>>t14"),
            *(
                "t10+4>",
                "rolls",
                "skip it",
                "t10+4+1",
                "+4",
                "ｔ10+4",
                "t１0+4",
                "h+1",
                "roll\x00",
                "ſkip",
                "t10+4=>t14",
            ),
            *(None, 5, b""),
        ],
    )
    def test_what_is_no_move_is_said_to_be_none(self, text: Any) -> None:
        for doc in (BEFORE_A_ROLL, FOUR_AND_ONE, TWENTY):
            with pytest.raises(Unreadable, match="isn't a move"):
                game.load(doc).parse(text)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            *(
                ("t69+1", "no square t69"),
                ("t0+1", "no square t0"),
                ("h9+1", "no square h9"),
                ("t10+4>h0", "square h0"),
            ),
            *(("t10+7", "not by 7"), ("t10+0", "not by 0"), ("t10+15", "not by 15"), ("t10+100>t20", "not by 100")),
        ],
    )
    def test_squares_and_values_that_do_not_exist(self, text: str, message: str) -> None:
        with pytest.raises(Unreadable, match=message):
            game.load(FOUR_AND_ONE).parse(text)

    @pytest.mark.parametrize(
        ("doc", "text", "message"),
        [
            # The phase.
            *((BEFORE_A_ROLL, text, "haven't rolled yet. Play roll") for text in ("t10+4", "enter 5", "enter", "skip")),
            (FOUR_AND_ONE, "roll", "still have 1, 4 to use"),
            (FOUR_AND_ONE, "skip", "You can skip a free move"),
            (FOUR_AND_ONE, "t10+20", "Free moves come after the dice, and you still have 1, 4 to use. You can play:"),
            (TWENTY, "roll", "Play or skip your free move first"),
            (TWENTY, "enter 5", "A free move can't bring a pawn out"),
            (TWENTY, "t10+4", "play your free move of 20"),
            (TWENTY, "t10+10>t20", "no free move of 10, only 20"),
            (document("t10", "t14", max_rolls=20, **OVER), "roll", "The match is over"),
            (document("t10", "t14", max_rolls=20, **OVER), "t10+4", "The match is over"),
            (document("t10", "t14", max_rolls=20, **OVER), "enter", "The match is over"),
            # Entering.
            (FOUR_AND_ONE, "enter 1+4", "You have no pawns in the nest"),
            (
                rolled(at("t20", ""), 1, 4).dump(),
                "enter 5",
                "Neither die shows a 5\\. Use both together to enter a pawn: write enter 1\\+4\\.",
            ),
            (rolled(at("t20", ""), 1, 6).dump(), "enter 5", "no 5 to use, only 1, 6"),
            (rolled(at("t20", ""), 1, 6).dump(), "enter", "no 5 to use, only 1, 6"),
            (rolled(at("t20", ""), 5, 6).dump(), "enter 1+4", "don't show 1, 4. You have 5, 6"),
            (after(rolled(at("t20", ""), 2, 3), "t20+2>t22").dump(), "enter 2+3", "only while neither has been used"),
            (rolled(at("t20", ""), 5, 6).dump(), "enter 6", "with a 5, or with 1 and 4 or 2 and 3"),
            (rolled(at("t20", ""), 5, 6).dump(), "enter 5+1", "with a 5, or with 1 and 4 or 2 and 3"),
            (rolled(at("t20", "t5 t5"), 5, 6).dump(), "enter 5", "blockade on t5 blocks the way out"),
            # Which pawn.
            (FOUR_AND_ONE, "t10+3", "no 3 to use, only 1, 4"),
            (FOUR_AND_ONE, "t12+4", "no pawn on t12"),
            (FOUR_AND_ONE, "h1+4", "no pawn on h1"),
            (FOUR_AND_ONE, "t14+4", "The pawn on t14 is yellow, but it's red's turn"),
            (FOUR_AND_ONE, "home+1", "Pawns never leave home"),
            (FOUR_AND_ONE, "h8+1", "Pawns never leave home"),
            (rolled(at("t20", ""), 1, 4).dump(), "nest+4", "leaves the nest with a 5"),
            (rolled(at("t20", ""), 5, 6).dump(), "nest+5", "leaves the nest with a 5"),
            (rolled(at("t20", ""), 5, 6).dump(), "nest+5>t5", "leaves the nest with a 5"),
            # Its way.
            (FOUR_AND_ONE, "h5+4", "Home is exactly 3 away from h5, so 4 is too many"),
            (FOUR_AND_ONE, "t10+4>t15", "From t10, 4 leads to t14, not to t15"),
            (FOUR_AND_ONE, "t66+4>h3", "From t66, 4 leads to t2, h2, not to h3"),
            (rolled(at("t10", "t12 t12"), 4, 1).dump(), "t10+4", "blockade on t12 blocks the way from t10 to t14"),
            (rolled(at("t10 t12 t12", ""), 4, 1).dump(), "t10+4>t14", "blockade on t12 blocks the way from t10 to t14"),
            (rolled(at("t67 h1 h1", ""), 4, 1).dump(), "t67+4>h3", "blockade on h1 blocks the way"),
            (
                rolled(at("t10", "t12"), 2, 1).dump(),
                "t10+2>t12",
                "t12 is a safe square that an opponent occupies, so you can't land there. You can play:",
            ),
            (
                after(rolled(at("t10 t10", ""), 3, 3), "t10+3>t13").dump(),
                "t10+3>t13",
                "pawns on t10 and t13 were a blockade",
            ),
            (
                document("t10 t10", "t15 t30 t30", phase="bonus", dice=[1, 2], bonuses=[20, 10]),
                "t10+20",
                "blockade on t30",
            ),
            # Compulsion and due blockades.
            (
                rolled(at("t10", "t16 t16"), 3, 5).dump(),
                "t10+5>t15",
                "after t10\\+5>t15 no pawn could use the 3. You can play: enter 5, t10\\+3>t13",
            ),
            (rolled(at("t10", "t19 t19"), 3, 6).dump(), "t10+3", "you must give up the lowest: 3, not 6"),
            (rolled(at("t68 home home home", ""), 6, 5).dump(), "t68+6>h6", "after t68\\+6>h6 no pawn could use the 5"),
            (
                rolled(at("t4 t5 t16", "t6 t6 t17"), 5, 1).dump(),
                "enter 5",
                "after enter 5 no pawn could use the 1. You can play: t4\\+1>t5, t16\\+5>t21",
            ),
            (
                rolled(at("t10 t10 t20", "", blockade_limit=1, blockades=[{"t10": 1}, {}]), 3, 2).dump(),
                "t20+3",
                "blockade on t10 has reached its limit of turns \\(1\\), so you must break it first",
            ),
        ],
    )
    def test_what_is_not_legal_here_is_refused_with_the_reason(self, doc: Document, text: str, message: str) -> None:
        state = game.load(doc)
        with pytest.raises(NotLegalHere, match=message) as refused:
            state.parse(text)
        ways_on = ("You can play: ", "Play roll", "write enter 1+4", "enter 5, enter 1+4, enter 2+3", "match is over")
        assert any(way_on in str(refused.value) for way_on in ways_on)

    @pytest.mark.parametrize(
        "move",
        [
            *(Move("walk", "t10", (4,), "t15"), Move("walk", "t10", (4,), "h1"), Move("bonus", "t10", (20,), "t30")),
            *(Move("roll"), Move("skip"), Move("enter", "nest", (5,), "t5"), Move("enter", "nest", (), "t5")),
            *(Move("enter", "nest", (5,), "t22"), Move("walk", "t66", (4,), "home"), Move("walk", "nest", (4,), "t5")),
        ],
    )
    def test_a_move_that_is_not_legal_is_not_played(self, move: Move) -> None:
        state = game.load(FOUR_AND_ONE)
        for ask in (lambda: state.play(move, NO_LUCK), lambda: state.notate(move)):
            with pytest.raises(NotLegalHere):
                ask()

    @pytest.mark.parametrize(
        "move",
        [
            *(Move("go", "t10", (4,), "t14"), Move("walk", "t10", (4, 1), "t15"), Move("walk", "t99", (4,), "t14")),  # type: ignore[arg-type] # no such kind
            *(Move("walk", "t10", (20,), "t30"), Move("bonus", "t10", (4,), "t14"), Move("roll", "t10")),
            *(Move("walk", [], (4,), {}), Move("walk", "t10", None, "t14"), Move("enter", "nest", (None,), "t5")),  # type: ignore[arg-type] # wrong on purpose
            *(Move(None, "t10", (4,), "t14"), Move("walk", "t10", ("4",), "t14"), Move("walk", "t10", (True,), "t11")),  # type: ignore[arg-type] # wrong on purpose
        ],
    )
    def test_what_is_no_move_of_parcheesi_is_not_played(self, move: Move) -> None:
        state = game.load(changed(FOUR_AND_ONE, left=[4]))
        with pytest.raises(Unreadable, match="isn't a Parcheesi move"):
            state.play(move, NO_LUCK)

    def test_a_pawn_enters_on_its_own_entry_square(self) -> None:
        with pytest.raises(NotLegalHere, match="The red pawns leave the nest onto t5"):
            rolled(at("t20", ""), 5, 6).play(Move("enter", "nest", (5,), "t22"), NO_LUCK)

    @pytest.mark.parametrize("doc", [BEFORE_A_ROLL, FOUR_AND_ONE, TWENTY, document("", "", max_rolls=20, **OVER)])
    def test_every_text_that_can_be_written_is_legal_or_refused_with_a_sentence(self, doc: Document) -> None:
        state = game.load(doc)
        legal = written(state)
        texts = ["roll", "skip", "enter", *(f"enter {one}" for one in "12345"), "enter 1+4", "enter 2+3", "enter 6+6"]
        for origin in plain.ORDER:
            for value in (1, 4, 5, 10, 20):
                texts += [
                    f"{origin}+{value}",
                    *(f"{origin}+{value}>{target}" for target in ("t14", "h2", "home", "nest")),
                ]
        for text in texts:
            answer = answered(state, text)
            if isinstance(answer, IllegalMove):
                assert text not in legal
                assert str(answer) == fill(answer.sentence, answer.values)
                assert "isn't a Parcheesi move" not in str(answer)
            else:
                assert answer in legal


MOVING = document("t10 t14 h2", "t50 home", phase="move", dice=[4, 3], left=[3], bonuses=[20], pairs=[["t10", "t14"]])
PLAYING_BONUS = document("t10", "t50", phase="bonus", dice=[4, 3], bonuses=[20])
DOUBLED = document("t10 t11 t12 t13", "t50", phase="move", dice=[3, 3], left=[3, 4], doubles=1)
AGED = document("t10 t10", "t50 t50", blockade_limit=2, blockades=[{"t10": 1}, {"t50": 2}])
AGED_MOVING = changed(AGED, phase="move", dice=[4, 3], left=[3, 4], pairs=[["t10", "t10"]])
FINISHED = document("home home home home", "t50", finish="first", **OVER)
ONE_OF_THREE = document("home home home home", "t40", "t50", finish="all", turn=1)


class TestPositionDocuments:
    @pytest.mark.parametrize(
        "doc", [MOVING, PLAYING_BONUS, DOUBLED, AGED, AGED_MOVING, FINISHED, ONE_OF_THREE, BEFORE_A_ROLL]
    )
    def test_what_is_dumped_is_loaded_and_seen_by_everyone(self, doc: Document) -> None:
        state = game.load(doc)
        assert state.dump() == doc
        assert game.load(state.dump()) == state
        assert all(state.view(seat) == doc for seat in (None, *range(doc["seats"])))

    def test_the_keys_stand_in_the_order_of_the_page(self) -> None:
        assert list(start().dump()) == [
            *("game", "seats", "options", "phase", "turn", "pawns", "dice", "left", "bonuses"),
            *("doubles", "pairs", "blockades", "finished", "rolls"),
        ]

    def test_lists_are_sorted_on_loading_but_for_dice_and_finished(self) -> None:
        shuffled = changed(
            DOUBLED,
            pawns=[["t13", "t11", "t10", "t12"], ["t50", "nest", "nest", "nest"]],
            left=[4, 3, 4, 3],
            bonuses=[20, 10],
            pairs=[["t13", "t12"], ["t11", "t10"]],
        )
        doc = game.load(shuffled).dump()
        assert doc["pawns"] == [["t10", "t11", "t12", "t13"], ["nest", "nest", "nest", "t50"]]
        assert (doc["left"], doc["bonuses"]) == ([3, 3, 4, 4], [10, 20])
        assert doc["pairs"] == [["t10", "t11"], ["t12", "t13"]]
        assert game.load(MOVING).dump()["dice"] == [4, 3]
        two = changed(ONE_OF_THREE, seats=4, pawns=[["home"] * 4, ["nest"] * 4, ["home"] * 4, ["nest"] * 4])
        two = changed(two, blockades=[{}] * 4, finished=[2, 0])
        assert game.load(two).finished == (2, 0)

    @pytest.mark.parametrize(
        "doc",
        [
            changed(MOVING, bonuses=[20] * 9),
            changed(MOVING, pairs=[]),
            changed(MOVING, rolls=10**30),
            changed(BEFORE_A_ROLL, doubles=20),
            changed(BEFORE_A_ROLL, rolls=0),
            changed(FINISHED, rolls=0),
            changed(DOUBLED, left=[3, 3, 4, 4]),
            changed(AGED, doubles=1, blockades=[{}, {"t50": 2}]),
            changed(AGED_MOVING, blockades=[{}, {"t50": 2}]),
            changed(FINISHED, options__max_rolls=20),
            document("t10", "t10 t10".replace("t10", "h3"), "h3"),
        ],
    )
    def test_other_doubtful_positions_are_accepted(self, doc: Document) -> None:
        assert game.load(doc).dump() == doc

    @pytest.mark.parametrize("doc", [MOVING, AGED, FINISHED])
    def test_1_all_keys_are_required_and_no_others_allowed(self, doc: Document) -> None:
        for key in doc:
            with pytest.raises(ValueError, match=f"^{key}: this key is missing"):
                game.load({name: value for name, value in doc.items() if name != key})
        for key in doc["options"]:
            options = {name: value for name, value in doc["options"].items() if name != key}
            with pytest.raises(ValueError, match=rf"^options\.{key}: this key is missing"):
                game.load(doc | {"options": options})
        for extra in ("comment", "Game", "", 5):
            with pytest.raises(ValueError, match="unknown key"):
                game.load({**doc, extra: 1})  # type: ignore[dict-item] # wrong on purpose
            with pytest.raises(ValueError, match="options: unknown key"):
                game.load(doc | {"options": {**doc["options"], extra: 1}})

    @pytest.mark.parametrize(
        "key",
        [
            *("game", "seats", "options", "phase", "pawns", "left", "bonuses"),
            *("doubles", "pairs", "blockades", "finished", "rolls"),
        ],
    )
    @pytest.mark.parametrize("value", [None, True, 1.5, "", "x", -1, {"a": 1}, [None], [[None]], [True], HUGE])
    def test_1_a_wrong_type_is_refused_by_the_name_of_its_key(self, key: str, value: object) -> None:
        if key == "rolls" and value == 10**5000:
            pytest.skip("so many rolls are doubtful and no more")
        with pytest.raises(ValueError, match=f"^{key}"):
            game.load(changed(MOVING, **{key: value}))

    @pytest.mark.parametrize(
        ("doc", "message"),
        [
            # 1. Types and ranges.
            (changed(MOVING, game="cirondo"), "game"),
            (changed(MOVING, seats=5), "seats"),
            (changed(MOVING, seats=3), "pawns"),
            (changed(MOVING, phase="throw"), "phase"),
            *((changed(MOVING, turn=value), "turn") for value in (2, -1, True, 0.0, "0", [0])),
            *((changed(MOVING, options__first=value), r"options\.first") for value in ("seat1", None, 0)),
            *((changed(MOVING, options__finish=value), r"options\.finish") for value in ("last", True)),
            *((changed(MOVING, options__triple_doubles=value), r"options\.triple_doubles") for value in (0, 1, None)),
            *((changed(MOVING, options__blockade_limit=n), r"options\.blockade_limit") for n in (-1, 21, True, 1.0)),
            *((changed(MOVING, options__max_rolls=n), r"options\.max_rolls") for n in (-1, 10001, False, "9")),
            *(
                (changed(MOVING, pawns=[["nest", "t10", "t14", square], ["nest"] * 4]), r"pawns\[0\]")
                for square in ("t0", "t69", "h0", "h8", "T3", "t03", "3", "", "Home", None, 7, True, "t3 ")
            ),
            (changed(MOVING, dice=[4]), "dice"),
            *((changed(MOVING, dice=[4, value]), "dice") for value in (0, 7, True, 3.0, "3", None)),
            (changed(MOVING, dice=[4, 3, 1]), "dice"),
            (changed(MOVING, dice="43"), "dice"),
            *((changed(MOVING, left=[value]), r"left\[0\]") for value in (0, 7, True, 3.0, "3", None)),
            *((changed(MOVING, bonuses=[value]), r"bonuses\[0\]") for value in (0, 15, 5, True, 20.0, "20", None)),
            *((changed(MOVING, doubles=value), "doubles") for value in (-1, True, 0.0)),
            *((changed(MOVING, rolls=value), "rolls") for value in (-1, True, 57.0, "57")),
            (changed(MOVING, pairs=[["t10"]]), r"pairs\[0\]"),
            (changed(MOVING, pairs=[["t10", "t14", "t14"]]), r"pairs\[0\]"),
            (changed(MOVING, pairs=[["t10", "x14"]]), r"pairs\[0\]\[1\]"),
            (changed(MOVING, pairs=["t10 t14"]), r"pairs\[0\]"),
            (changed(AGED, blockades=[{"t10": 1}]), "blockades"),
            (changed(AGED, blockades=[{"t10": 1}, []]), r"blockades\[1\]"),
            (changed(AGED, blockades=[{"x": 1}, {"t50": 2}]), r"blockades\[0\]"),
            (changed(AGED, blockades=[{5: 1}, {"t50": 2}]), r"blockades\[0\]"),
            *(
                (changed(AGED, blockades=[{"t10": age}, {"t50": 2}]), r"blockades\[0\]")
                for age in (True, "1", None, 1.0)
            ),
            (changed(ONE_OF_THREE, finished=[0, 3]), "finished"),
            (changed(ONE_OF_THREE, finished=[False]), "finished"),
            # 2. The pawns.
            (changed(MOVING, pawns=[["nest", "t10", "t14", "h2"]]), "pawns"),
            (changed(MOVING, pawns=[["nest", "t10", "t14"], ["nest"] * 4]), r"pawns\[0\]"),
            (changed(MOVING, pawns=[["nest", "t10", "t14", "h2", "home"], ["nest"] * 4]), r"pawns\[0\]"),
            (changed(MOVING, pawns=[["nest", "t10", "t14", "h2"], ["t50", "t50", "t50", "nest"]]), r"pawns\[1\]"),
            (changed(MOVING, pawns=[["nest", "t10", "t14", "h2"], ["h5", "h5", "h5", "nest"]]), r"pawns\[1\]"),
            (changed(MOVING, pawns=[["nest", "t10", "t14", "h2"], ["t10", "nest", "nest", "nest"]]), "pawns"),
            (changed(MOVING, pawns=[["nest", "t12", "t14", "h2"], ["t12", "nest", "nest", "nest"]]), "pawns"),
            # 3. Finished.
            (changed(MOVING, finished=[0]), "finished"),
            (changed(FINISHED, finished=[]), "finished"),
            (changed(FINISHED, finished=[1]), "finished"),
            (changed(ONE_OF_THREE, finished=[0, 0]), "finished"),
            (changed(FINISHED, pawns=[["home"] * 4, ["home"] * 4], finished=[0, 1]), "finished"),
            (changed(ONE_OF_THREE, pawns=[["home"] * 4] * 3, finished=[0, 1, 2], **OVER), "finished"),
            (
                changed(ONE_OF_THREE, options__finish="first", pawns=[["home"] * 4, ["home"] * 4, ["nest"] * 4])
                | {"finished": [0, 1], **OVER},
                "finished",
            ),
            # 4. Phase and turn.
            (changed(FINISHED, turn=1), "turn.*phase"),
            (changed(BEFORE_A_ROLL, turn=None), "turn.*phase"),
            (changed(MOVING, turn=None), "turn.*phase"),
            (changed(ONE_OF_THREE, turn=0), "turn.*phase"),
            (changed(BEFORE_A_ROLL, **OVER), "phase.*turn"),
            (changed(BEFORE_A_ROLL, options__max_rolls=21, **OVER), "phase.*turn"),
            (changed(ONE_OF_THREE, **OVER), "phase.*turn"),
            (changed(FINISHED, phase="roll", turn=1), "phase.*turn"),
            (changed(ONE_OF_THREE, pawns=[["home"] * 4, ["home"] * 4, ["nest"] * 4], finished=[1, 0], turn=2), "phase"),
            # 5. Rolls.
            (changed(BEFORE_A_ROLL, options__max_rolls=19), "rolls"),
            (changed(FINISHED, options__max_rolls=19), "rolls"),
            (changed(BEFORE_A_ROLL, options__max_rolls=20), "rolls"),
            (changed(MOVING, rolls=0), "rolls"),
            (changed(PLAYING_BONUS, rolls=0), "rolls"),
            # 6. Dice.
            (changed(BEFORE_A_ROLL, dice=[4, 3]), "dice"),
            (changed(FINISHED, dice=[4, 3]), "dice"),
            (changed(MOVING, dice=None), "dice"),
            (changed(PLAYING_BONUS, dice=None), "dice"),
            # 7. Doubles.
            (changed(BEFORE_A_ROLL, doubles=21), "doubles"),
            (changed(FINISHED, doubles=1), "doubles"),
            (changed(DOUBLED, doubles=0), "doubles"),
            (changed(PLAYING_BONUS, dice=[3, 3]), "doubles"),
            (changed(MOVING, doubles=20), "doubles"),
            (changed(PLAYING_BONUS, doubles=1, rolls=1), "doubles"),
            (changed(DOUBLED, doubles=3, options__triple_doubles=True), "doubles"),
            (changed(BEFORE_A_ROLL, doubles=3, options__triple_doubles=True), "doubles"),
            # 8. What is left of the roll.
            (changed(BEFORE_A_ROLL, left=[3]), "left"),
            (changed(PLAYING_BONUS, left=[3]), "left"),
            (changed(FINISHED, left=[3]), "left"),
            (changed(MOVING, left=[]), "left"),
            (changed(MOVING, left=[5]), "left"),
            (changed(MOVING, left=[3, 3]), "left"),
            (changed(MOVING, left=[3, 4, 4]), "left"),
            (changed(DOUBLED, left=[3, 3, 3]), "left"),
            (changed(DOUBLED, pawns=[["nest", "t11", "t12", "t13"], ["nest"] * 4]), "left"),
            (document("", "", phase="move", dice=[6, 3], left=[3, 6]), "left"),
            (document("h5", "", phase="move", dice=[6, 3], left=[6]), "left"),
            # 9. Bonuses.
            (changed(BEFORE_A_ROLL, bonuses=[20]), "bonuses"),
            (changed(FINISHED, bonuses=[20]), "bonuses"),
            (changed(PLAYING_BONUS, bonuses=[]), "bonuses"),
            (changed(PLAYING_BONUS, pawns=[["nest", "nest", "nest", "h3"], ["nest"] * 4]), "bonuses"),
            (
                changed(PLAYING_BONUS, pawns=[["nest", "nest", "nest", "t10"], ["nest", "nest", "t20", "t20"]]),
                "bonuses",
            ),
            # 10. Partners.
            (changed(BEFORE_A_ROLL, pairs=[["t10", "t10"]]), "pairs"),
            (changed(FINISHED, pairs=[["t50", "t50"]]), "pairs"),
            (changed(MOVING, pairs=[["t10", "t10"]]), "pairs"),
            (changed(MOVING, pairs=[["t10", "t14"], ["t10", "h2"]]), "pairs"),
            (changed(MOVING, pairs=[["t10", "t11"]]), "pairs"),
            (changed(MOVING, pairs=[["t10", "t50"]]), "pairs"),
            (changed(MOVING, pairs=[["nest", "t14"]]), "pairs"),
            (changed(MOVING, pairs=[["t14", "home"]]), "pairs"),
            # 11. Ages.
            (changed(AGED, options__blockade_limit=0), "blockades"),
            (changed(AGED, options__max_rolls=20, **OVER), "blockades"),
            (changed(AGED, blockades=[{"t10": 1, "t11": 1}, {"t50": 2}]), r"blockades\[0\]"),
            (changed(AGED, blockades=[{"t10": 1, "nest": 1}, {"t50": 2}]), r"blockades\[0\]"),
            (changed(AGED, blockades=[{"t10": 1, "t50": 1}, {"t50": 2}]), r"blockades\[0\]"),
            *((changed(AGED, blockades=[{"t10": age}, {"t50": 2}]), r"blockades\[0\]") for age in (0, 3, -1)),
            (changed(AGED, blockades=[{}, {"t50": 2}]), r"blockades\[0\]"),
            (changed(AGED, blockades=[{"t10": 1}, {}]), r"blockades\[1\]"),
            (changed(AGED, doubles=1, blockades=[{"t10": 1}, {}]), r"blockades\[1\]"),
            (changed(AGED_MOVING, blockades=[{}, {}]), r"blockades\[1\]"),
        ],
    )
    def test_1_to_11_impossible_positions_are_refused(self, doc: Document, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}") as refused:
            game.load(doc)
        assert len(str(refused.value)) < 300


class TestStates:
    def test_equal_positions_are_equal_and_hash_alike(self) -> None:
        one, other = rolled(at("t10 t30", ""), 4, 1), rolled(at("t30 t10", ""), 4, 1)
        assert one == other
        other.legal()
        assert hash(one) == hash(other)
        for change in ({"dice": [1, 4]}, {"rolls": 30}, {"bonuses": [10]}, {"options__first": "high_roll"}):
            assert game.load(changed(one.dump(), **change)) != one
        assert cast("object", one) != one.dump()

    def test_a_position_may_go_to_another_process_and_come_back(self) -> None:
        state = after(rolled(at("t10 t10 t13 home", ""), 3, 3), "t10+3>t13")
        again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
        assert (again, again.legal()) == (state, state.legal())
        assert copy.deepcopy(state) == state

    @pytest.mark.parametrize("name", ["to_move", "pawns", "left", "phase", "pairs", "anything"])
    def test_nothing_can_be_set(self, name: str) -> None:
        with pytest.raises(AttributeError):
            setattr(start(), name, 1)

    def test_a_turn_lasts_as_long_as_its_seat_is_on_the_move(self) -> None:
        begun = at("t10", "t40")
        states = [begun, rolled(begun, 6, 6)]
        states += [after(states[-1], "t10+6>t16")]
        states += [after(states[-1], "t16+6>t22")]
        states += [rolled(states[-1], 2, 1)]
        states += [after(states[-1], "t22+1>t23")]
        assert [state.phase for state in states] == ["roll", "move", "move", "roll", "move", "move"]
        for before, following in pairwise(states):
            assert following.same_turn(before)
            assert following.may_take_back(before)
        passed = after(states[-1], "t23+2>t25")
        assert not passed.same_turn(states[-1])
        assert not passed.may_take_back(states[-1])

    def test_a_turn_that_ends_the_match_is_finished(self) -> None:
        before = rolled(at("h7 home home home", ""), 1, 6)
        assert not after(before, "h7+1>home").same_turn(before)

    def test_the_only_use_of_the_dice_is_forced_and_nothing_else(self) -> None:
        state = at("t10", "t14 t15 t15")
        assert state.forced() is None  # a roll is asked for
        state = rolled(state, 4, 6)
        assert state.forced() == Move("walk", "t10", (4,), "t14")
        bonus = at("t10", "", phase="bonus", dice=[6, 3], bonuses=[10])
        assert (len(bonus.legal()), bonus.forced()) == (2, None)
        assert rolled(at("t10 t20", ""), 4, 6).forced() is None
        assert at("", "", max_rolls=20, **OVER).forced() is None

    def test_what_can_be_asked_of_a_position(self) -> None:
        state = rolled(at("t10 t10 h3", "t50 t51", triple_doubles=True), 2, 1)
        assert state.table.triple_doubles
        assert (state.colour.name, state.squares(1)) == ("red", ("nest", "nest", "t50", "t51"))
        assert (state.blockades(0), partners(state), state.scores) == (("t10",), (("t10", "t10"),), (79, 25))
        assert state.possible() == state.legal()
        assert start().possible() == []
        assert repr(start()).startswith("<Parcheesi {")
        with pytest.raises(ValueError, match="over"):
            _ = at("", "", max_rolls=20, **OVER).colour


class TestTold:
    """What a message about a decision can say."""

    def test_a_roll_and_what_it_gives(self) -> None:
        assert happened(at("t10", ""), "roll", 4, 1) == Happened(0, values=(1, 4))
        assert happened(at("t7 t8 t9 home", ""), "roll", 2, 2) == Happened(0, values=(2, 2, 5, 5))

    def test_a_roll_that_nothing_can_use(self) -> None:
        assert happened(at("", ""), "roll", 6, 3) == Happened(0, (3, 6), lost=(3, 6), needed=(5,))
        assert happened(at("", ""), "roll", 6, 6) == Happened(0, (6, 6), lost=(6, 6), needed=(5,))

    def test_a_third_double(self) -> None:
        state = at("t10 t10 h6", "", triple_doubles=True, doubles=2)
        assert happened(state, "roll", 4, 4) == Happened(0, third_double=True, sent_back="h6")
        nobody = at("", "", triple_doubles=True, doubles=2, max_rolls=21)
        assert happened(nobody, "roll", 4, 4) == Happened(0, third_double=True)

    def test_a_capture_on_the_track_and_by_entering(self) -> None:
        state = rolled(at("t10 t30", "", "t14"), 4, 1)
        assert happened(state, "t10+4>t14") == Happened(0, captured=2)
        state = rolled(at("t10", "t5"), 5, 1)
        assert happened(state, "enter 5") == Happened(0, captured=1)

    def test_a_pawn_home_and_a_value_that_is_lost(self) -> None:
        state = rolled(at("h5 home home home", ""), 3, 6)
        assert unusable_values(state) == (6,)
        told_so = happened(state, "h5+3>home")
        assert told_so == Happened(0, home=True, lost=(6,), lost_bonuses=(10,), finished=True)
        state = rolled(at("t10", "t19 t19"), 3, 6)
        assert happened(state, "t10+6>t16") == Happened(0, lost=(3,))

    def test_bonuses_that_nothing_can_play(self) -> None:
        state = at("t10", "t14 t20 t20", phase="move", dice=[4, 6], left=[4])
        assert happened(state, "t10+4>t14") == Happened(0, captured=1, lost_bonuses=(20,))

    def test_bonuses(self) -> None:
        state = at("t10", "", phase="bonus", dice=[6, 6], doubles=1, bonuses=[10, 20])
        assert happened(state, "skip") == Happened(0)
        assert happened(state, "t10+10>t20") == Happened(0)

    def test_a_pawn_forced_past_its_home_row(self) -> None:
        state = rolled(at("t68 home home home", ""), 6, 5)
        assert happened(state, "t68+5>t5") == Happened(0, past=Move("walk", "t68", (5,), "h5"), past_unused=(6,))

    def test_a_seat_that_finishes_and_the_match_goes_on(self) -> None:
        state = rolled(at("h7 home home home", "t40", "t7", finish="all"), 1, 1)
        assert happened(state, "h7+1>home") == Happened(0, home=True, lost=(1, 6, 6), lost_bonuses=(10,), finished=True)

    @pytest.mark.parametrize("drawn", [(), (4,), (4, 1, 1), (["a"], 4)])
    def test_a_roll_can_be_described_only_with_its_dice(self, drawn: Any) -> None:
        state = at("t10", "")
        with pytest.raises(ValueError, match="two dice"):
            what_happened(state, state.legal()[0], rolled(state, 4, 1), drawn)

    def test_nothing_can_happen_in_a_match_that_was_over(self) -> None:
        over = at("", "", max_rolls=20, **OVER)
        with pytest.raises(ValueError, match="over"):
            what_happened(over, Move("roll"), over)


def random_position(luck: random.Random) -> Document:
    """A position such as no match may ever reach: crowded stretches, many blockades, full home rows."""
    seats, rolls = luck.choice((2, 3, 4)), luck.randint(5, 50)
    first, width = luck.randrange(68), luck.choice((6, 12, 20, 68))
    stretch = [plain.TRACK[(first + n) % 68] for n in range(width)]
    entries = [plain.ENTRY[colour] for colour in plain.COLOURS[seats]]
    owner: dict[str, int] = {}
    pawns: list[list[str]] = []
    for seat in range(seats):
        own: list[str] = []
        while len(own) < 4:
            places = [["nest"], ["home"], plain.ROW, stretch, entries, own or stretch]
            square = luck.choice(luck.choices(places, [15, 15, 15, 30, 5, 20])[0])
            if square not in ("nest", "home") and own.count(square) == 2:
                continue
            if square in plain.TRACK and owner.setdefault(square, seat) != seat:
                continue
            own.append(square)
        pawns.append(plain.in_order(["nest", *own[1:]] if own == ["home"] * 4 else own))
    limit = luck.choice((0, 0, 1, 2, 3))
    ages = [{square: luck.randint(1, limit) for square in plain.standing(own)} if limit else {} for own in pawns]
    return document(
        *[""] * seats,
        pawns=pawns,
        turn=luck.randrange(seats),
        blockades=ages,
        rolls=rolls,
        finish=luck.choice(("first", "all")),
        triple_doubles=luck.random() < 0.3,
        blockade_limit=limit,
        max_rolls=rolls + luck.randint(1, 6) if luck.random() < 0.2 else 0,
    )


class TestAgainstThePlainRules:
    """The engine and `plain`, which tries every sequence pawn by pawn, agree everywhere."""

    def follow(self, doc: Document, luck: random.Random, moves: int) -> int:
        """Plays on from a document in both; how many decisions were compared."""
        state = game.load(doc)
        for number in range(moves):
            assert state.dump() == doc
            assert written(state) == plain.legal(doc)
            assert list(state.scores) == plain.scores(doc)
            if state.result is not None:
                assert list(state.result.places) == plain.places(doc)
                return number
            text = luck.choice(written(state))
            dice = [luck.randint(1, 6)]
            dice.append(dice[0] if luck.random() < 0.4 else luck.randint(1, 6))
            doc = plain.play(doc, text, dice)
            state = state.play(state.parse(text), Scripted(dice))
        return moves

    @pytest.mark.thorough
    @pytest.mark.sample(1)
    @pytest.mark.parametrize("seed", range(2))
    def test_weird_positions(self, seed: int) -> None:
        luck = random.Random(seed)
        followed = sum(self.follow(random_position(luck), luck, luck.choice((5, 12))) for _ in range(90))
        assert followed > 500

    @pytest.mark.thorough
    @pytest.mark.sample(3)
    @pytest.mark.parametrize("seats", [2, 3, 4])
    @pytest.mark.parametrize("options", [{}, {"finish": "all", "triple_doubles": True, "blockade_limit": 2}])
    def test_whole_matches(self, seats: int, options: Document) -> None:
        luck = random.Random(seats)
        self.follow(start(seats, **options).dump(), luck, 400)

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(100, 110))
    def test_many_weird_positions(self, seed: int) -> None:
        luck = random.Random(seed)
        for _ in range(250):
            self.follow(random_position(luck), luck, luck.choice((5, 12, 60)))


@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_no_pawn_is_lost_and_no_square_is_overfull(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from((2, 3, 4)))
    options = {
        "finish": data.draw(st.sampled_from(("first", "all"))),
        "triple_doubles": data.draw(st.booleans()),
        "blockade_limit": data.draw(st.sampled_from((0, 1, 2))),
        "max_rolls": data.draw(st.sampled_from((0, 100))),
    }
    picks = random.Random(data.draw(st.integers(0, 2**32)))
    luck = Recorded(Sealed(data.draw(st.binary(min_size=32, max_size=32)), "table"))
    state = game.start(seats, options, luck)
    for _ in range(data.draw(st.integers(0, 400))):
        if state.to_move is None:
            break
        move = picks.choice(state.legal())
        drawn = len(luck.outcomes)
        before, state = state, state.play(move, luck)
        assert len(luck.outcomes) - drawn == (2 if move.kind == "roll" else 0)
        standing = [(seat, square) for seat in range(seats) for square in state.squares(seat)]
        assert len(standing) == 4 * seats
        for seat, square in standing:
            if square.startswith("t"):
                assert {other for other, taken in standing if taken == square} == {seat}
            assert square in ("nest", "home") or standing.count((seat, square)) <= 2
        assert all(0 <= score <= 288 for score in state.scores)
        assert sum(len(pair) for pair in partners(state)) <= 4
        note = what_happened(before, move, state, luck.outcomes[drawn:])
        assert (note.captured is not None) == any(
            state.squares(seat).count("nest") > before.squares(seat).count("nest")
            for seat in range(seats)
            if seat != before.to_move
        )


@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_every_legal_move_begins_a_best_sequence(data: st.DataObject) -> None:
    """However a roll is played, the same number of values and the same total are used."""
    luck = random.Random(data.draw(st.integers(0, 2**32)))
    die = luck.randint(1, 6)
    state = rolled(game.load(random_position(luck)), die, die if luck.random() < 0.6 else luck.randint(1, 6))
    if state.phase != "move":
        return
    unusable = unusable_values(state)
    while state.phase == "move":
        assert unusable_values(state) == unusable
        assert all(state.wasted(move) == unusable for move in state.legal())
        before, move = state, luck.choice(state.legal())
        state = state.play(move, NO_LUCK)
    assert what_happened(before, move, state).lost == unusable
