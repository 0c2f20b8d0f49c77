"""Down Under: what is told of each action."""

import pytest

from bot.rules.down_under import Changed, Effects, Owed, Pond, what_happened
from tests.rules.down_under.positions import CASE_1, LOCKED, at, happened
from tests.rules.trying import after


class TestTelling:
    def test_a_tile_that_lengthens_a_route(self) -> None:
        state = at("Y s 0,0 NS, B s 3,0 NS")
        assert happened(state, "straight h9 NS") == Effects(0, changed=(Changed(0, 1, 2),))

    def test_a_route_that_ends(self) -> None:
        note = happened(at("Y s 0,0 NS, Y t 0,1 S, B s 3,0 NS"), "terminal h7 N")
        assert note.changed == (Changed(0, 2, 3, ended=True),)

    def test_the_border(self) -> None:
        state = at("B s 0,0 EW, B s 1,0 EW, B s 2,0 EW, Y s 0,1 EW", size="4x4", turn=1)
        note = happened(state, "straight h5 EW")
        assert (note.columns, note.rows) == ((0, 3), None)

    def test_a_billabong_with_its_extension(self) -> None:
        note = happened(at(CASE_1, seats=3, turn=2), "straight h9 EW")
        assert note.ponds == (Pond((0, 0), through=(2,), stopped=(0, 1)),)
        assert after(at(CASE_1, seats=3, turn=2), "straight h9 EW").pending == (Owed((0, 0), 2),)
        assert [change.ended for change in note.changed] == [False, False, False]

    def test_an_offer(self) -> None:
        state = after(at(*LOCKED, size="9x9"), "curve k10 NW")
        assert (state.offer, state.to_move) == (((0, 0),), 0)

    def test_nobody_is_passed_over_while_a_turn_goes_on(self) -> None:
        assert happened(at(*LOCKED, size="9x9"), "curve k10 NW").passed == ()

    def test_the_end_is_told_and_nothing_after_it(self) -> None:
        state = at("Y s 0,0 NS, Y t 0,1 S, B s 3,0 NS, B t 3,1 S, B t 3,-1 N")
        note = happened(state, "terminal h7 N")
        assert note.over
        with pytest.raises(ValueError, match="over"):
            what_happened(after(state, "terminal h7 N"), state.legal()[0], state)
