"""Parcheesi: what is told of each action."""

from typing import Any

import pytest

from bot.rules.chance import Scripted
from bot.rules.parcheesi import Effects, Move, Position, what_happened
from tests.rules.parcheesi.positions import OVER, at, rolled, unusable_values


def happened(state: Position, text: str, *dice: int) -> Effects:
    move = state.parse(text)
    return what_happened(state, move, state.play(move, Scripted(dice)), dice)


class TestTold:
    """What a message about a decision can say."""

    def test_a_roll_and_what_it_gives(self) -> None:
        assert happened(at("t10", ""), "roll", 4, 1) == Effects(0, values=(1, 4))
        assert happened(at("t7 t8 t9 home", ""), "roll", 2, 2) == Effects(0, values=(2, 2, 5, 5))

    def test_a_roll_that_nothing_can_use(self) -> None:
        assert happened(at("", ""), "roll", 6, 3) == Effects(0, (3, 6), lost=(3, 6), needed=(5,))
        assert happened(at("", ""), "roll", 6, 6) == Effects(0, (6, 6), lost=(6, 6), needed=(5,))

    def test_a_third_double(self) -> None:
        state = at("t10 t10 h6", "", triple_doubles=True, doubles=2)
        assert happened(state, "roll", 4, 4) == Effects(0, third_double=True, sent_back="h6")
        nobody = at("", "", triple_doubles=True, doubles=2, max_rolls=21)
        assert happened(nobody, "roll", 4, 4) == Effects(0, third_double=True)

    def test_a_capture_on_the_track_and_by_entering(self) -> None:
        state = rolled(at("t10 t30", "", "t14"), 4, 1)
        assert happened(state, "t10+4>t14") == Effects(0, captured=2)
        state = rolled(at("t10", "t5"), 5, 1)
        assert happened(state, "enter 5") == Effects(0, captured=1)

    def test_a_pawn_home_and_a_value_that_is_lost(self) -> None:
        state = rolled(at("h5 home home home", ""), 3, 6)
        assert unusable_values(state) == (6,)
        told_so = happened(state, "h5+3>home")
        assert told_so == Effects(0, home=True, lost=(6,), lost_bonuses=(10,), finished=True)
        state = rolled(at("t10", "t19 t19"), 3, 6)
        assert happened(state, "t10+6>t16") == Effects(0, lost=(3,))

    def test_bonuses_that_nothing_can_play(self) -> None:
        state = at("t10", "t14 t20 t20", phase="move", dice=[4, 6], left=[4])
        assert happened(state, "t10+4>t14") == Effects(0, captured=1, lost_bonuses=(20,))

    def test_of_a_bonus_nothing_is_told_but_the_move(self) -> None:
        state = at("t10", "", phase="bonus", dice=[6, 6], doubles=1, bonuses=[10, 20])
        assert happened(state, "skip") == Effects(0)
        assert happened(state, "t10+10>t20") == Effects(0)

    def test_a_pawn_forced_past_its_home_row(self) -> None:
        state = rolled(at("t68 home home home", ""), 6, 5)
        assert happened(state, "t68+5>t5") == Effects(0, past=Move("walk", "t68", (5,), "h5"), past_unused=(6,))

    def test_a_seat_that_finishes_and_the_match_goes_on(self) -> None:
        state = rolled(at("h7 home home home", "t40", "t7", finish="all"), 1, 1)
        assert happened(state, "h7+1>home") == Effects(0, home=True, lost=(1, 6, 6), lost_bonuses=(10,), finished=True)

    @pytest.mark.parametrize("drawn", [(), (4,), (4, 1, 1), (["a"], 4)])
    def test_a_roll_can_be_described_only_with_its_dice(self, drawn: Any) -> None:
        state = at("t10", "")
        with pytest.raises(ValueError, match="two dice"):
            what_happened(state, state.legal()[0], rolled(state, 4, 1), drawn)

    def test_nothing_can_happen_in_a_match_that_was_over(self) -> None:
        over = at("", "", max_rolls=20, **OVER)
        with pytest.raises(ValueError, match="over"):
            what_happened(over, Move("roll"), over)
