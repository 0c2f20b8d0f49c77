"""Parcheesi: every worked example of its rules page."""

import json

import pytest

from bot.rules import NotLegalHere, Result
from bot.rules.parcheesi import game
from tests.rules.parcheesi.positions import at, partners, rolled
from tests.rules.trying import after, written


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
