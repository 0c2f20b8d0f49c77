"""Parcheesi: every ruling of its rules page about moves, bonuses and the end of a turn."""

import pytest

from bot.rules import Result
from bot.rules.parcheesi import Move, game
from tests.rules.parcheesi import plain
from tests.rules.parcheesi.positions import OVER, at, partners, rolled, unusable_values
from tests.rules.trying import after, changed, written


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
        assert state.wasted_values(refused[0]) == (3,)
        assert {state.wasted_values(move) for move in state.legal()} == {unusable_values(state)} == {()}
        with pytest.raises(ValueError, match="not possible"):
            state.wasted_values(Move("walk", "t10", (6,), "t16"))


class TestForcedPastTheHomeRow:
    def test_the_forbidden_move_and_what_it_would_waste(self) -> None:
        state = rolled(at("t68 home home home", ""), 6, 5)
        for text, instead, wasted in (("t68+5>t5", "h5", (6,)), ("t68+6>t6", "h6", (5,))):
            found = state.home_row_instead(state.parse(text))
            assert found is not None
            assert (found.target, state.wasted_values(found)) == (instead, wasted)

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

    def test_a_blockade_in_the_home_row_is_due_as_well(self) -> None:
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
