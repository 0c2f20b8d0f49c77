"""Down Under: every worked example of its rules page."""

from collections import Counter

from bot.rules import Result
from bot.rules.down_under import Box, Owed
from tests.rules.down_under.positions import (
    ALL_CURVES,
    BORDER,
    CASE_1,
    ENDLESS,
    LOCKED,
    PASSED_THROUGH,
    SQUARE,
    at,
    lengths,
    open_ends,
    start,
)
from tests.rules.trying import NO_LUCK, after, written


class TestWorkedExamples:
    def test_1_the_border(self) -> None:
        state = at(*BORDER, size="7x9")
        assert sorted(written(state)) == sorted(
            ["curve j9 NE", "curve j9 NW", "terminal j9 N", "curve j17 SE", "curve j17 SW", "terminal j17 S"]
        )
        assert (state.columns, state.rows, state.border) == (None, None, None)
        state = after(state, "curve j17 SE")
        assert (state.columns, state.rows, state.border) == ((0, 6), None, None)
        assert sorted(written(state)) == ["terminal i10 E", "terminal q10 W"]
        state = after(state, "terminal q10 W")
        assert sorted(written(state)) == sorted(
            ["curve j9 NE", "curve j9 NW", "terminal j9 N", "curve k17 NW", "curve k17 SW", "terminal k17 W"]
        )
        decided = after(state, "curve j9 NE")
        assert decided.border == Box(0, -1, 6, 7)
        assert decided.zones == (Box(0, -1, 6, 7),)

    def test_2_a_terminal_as_the_only_way(self) -> None:
        state = at(ALL_CURVES, "B s 4,6 NS", area="open")
        assert sorted(written(state)) == ["straight m14 EW", "terminal m14 E", "terminal r19 S"]
        state = after(state, "terminal r19 S")
        assert lengths(state) == [10, 2]
        assert open_ends(state, 1) == [[4, 6, "N"]]
        assert {move.cell for move in state.legal()} == {(4, 7)}

    def test_3_two_terminals_facing_away(self) -> None:
        state = after(at("Y s 0,0 NS, B s 0,3 NS"), "terminal h9 S", "terminal h10 N")
        assert lengths(state) == [2, 2]
        assert open_ends(state, 0) == [[0, 0, "S"]]
        assert open_ends(state, 1) == [[0, 3, "N"]]

    def test_4_half_grey(self) -> None:
        state = at("Y s 0,0 EW, Y t 1,0 W, B s 3,0 EW", turn=1)
        state = after(state, "straight j8 EW")
        assert lengths(state)[1] == 3
        assert open_ends(state, 1) == [[3, 0, "E"]]

    def test_5_twice_on_one_tile(self) -> None:
        state = at("Y s 0,0 NS, Y c 0,1 SE, Y c 1,1 SW, Y c 1,0 NW, B s 3,0 NS")
        assert lengths(state)[0] == 5
        assert open_ends(state, 0) == [[0, 0, "S"], [0, 0, "W"]]
        assert [piece.cell for piece in state.routes[0].pieces].count((0, 0)) == 2
        state = after(state, "terminal h7 N", "straight k7 NS", "terminal g8 E")
        assert lengths(state)[0] == 7
        assert state.routes[0].ended
        assert state.to_move == 1
        for _ in range(2):
            state = state.play(next(move for move in state.legal() if move.kind == "straight"), NO_LUCK)
            assert state.to_move == 1

    def test_6_endless(self) -> None:
        state = at(ENDLESS)
        assert state.routes[0].endless
        assert sorted(written(state)) == sorted(
            ["rotate h8 SE", "rotate h8 NW", "rotate i8 NE", "rotate i8 SW", "rotate h9 NE", "rotate h9 SW"]
        )
        state = after(state, "rotate h8 SE")
        assert lengths(state)[0] == 5
        assert open_ends(state, 0) == [[0, 0, "S"], [0, 0, "W"]]
        assert state.to_move == 1

    def test_7_billabong_case_1(self) -> None:
        state = after(at(CASE_1, seats=3, turn=2), "straight h9 EW")
        assert state.dump() == PASSED_THROUGH
        assert sorted(written(state)) == ["curve j9 NW", "curve j9 SW", "straight j9 EW", "terminal j9 W"]
        assert lengths(state) == [2, 2, 3]
        assert state.extension == ((1, 0), 3)
        assert after(state, "terminal j9 W").to_move == 0

    def test_8_case_1_the_mover_is_a_stranger(self) -> None:
        state = after(at(CASE_1, "G s -1,-1 NS", seats=4, turn=3), "straight i10 NS")
        assert state.dump()["ponds"] == [{"x": 0, "y": 0, "joins": []}]
        assert (state.pending, state.to_move) == ((), 0)

    def test_9_case_2(self) -> None:
        laid = "Y s 1,-2 NS, G s 2,-1 EW, R c 0,-1 SW, R c -1,-1 NE, R c -1,0 SE, B c 0,1 SE, B c 1,1 SW, B c 1,0 NE"
        state = after(at(laid, seats=4), "curve k9 SW")
        assert state.dump()["ponds"] == [{"x": 0, "y": 0, "joins": []}]
        assert lengths(state) == [4, 4, 4, 4]
        assert (state.pending, state.to_move) == ((), 1)

    def test_10_two_billabongs(self) -> None:
        laid = "Y c 0,-1 NE, Y c 1,-1 NW, B c 0,1 SE, B c 1,1 SW, R s -2,0 EW"
        state = after(at(laid, seats=3, turn=2), "straight h9 EW")
        assert state.dump()["ponds"] == [{"x": 0, "y": 0, "joins": ["EW"]}, {"x": 1, "y": 0, "joins": ["EW"]}]
        assert state.pending == (Owed((1, 0), 2),)
        assert {move.cell for move in state.legal()} == {(2, 0)}

    def test_11_case_3(self) -> None:
        state = after(at(*LOCKED, size="9x9"), "curve k10 NW")
        assert state.offer == ((0, 0),)
        assert (state.to_move, state.used) == (0, (0,))
        assert written(state) == ["billabong j10", "decline"]
        assert state.forced() is None

        accepted = after(state, "billabong j10")
        assert accepted.dump()["ponds"] == [{"x": 0, "y": 0, "joins": ["NE", "SW"]}]
        assert lengths(accepted) == [4, 14]
        assert all(route.endless for route in accepted.routes)
        assert accepted.to_move == 1
        assert len(accepted.legal()) == 18
        assert all(move.kind == "rotate" for move in accepted.legal())

        declined = after(state, "decline")
        assert declined.to_move == 0
        assert written(declined) == ["curve j10 NE"]

    def test_12_one_end(self) -> None:
        state = after(start(4, growth="one_end"), "terminal n14 N")
        assert written(state) == ["terminal n13 S"]
        state = after(state, "terminal n13 S")
        assert len(state.legal()) == 32
        assert "terminal o14 W" in written(state)
        assert "terminal n15 N" not in written(state)
        assert "terminal o14 E" not in written(state)
        assert written(after(state, "terminal o14 W")) == ["terminal p14 E"]

    def test_13_two_routes(self) -> None:
        state = at(SQUARE, routes=2)
        assert state.opening
        assert len(state.legal()) == 6
        state = after(state, "yellow straight j11 NS")
        assert state.to_move == 1
        state = after(state, "green terminal i9 E")
        assert (state.to_move, state.used) == (1, (3,))
        assert after(state, "blue straight l9 EW").to_move == 0

    def test_14_a_foreign_dingo(self) -> None:
        state = at(
            "Y t -1,0 E, Y s:emu 0,0 EW, Y s:emu 2,-1 NS, Y t 2,-2 N, B s:rabbit 1,0 NS, B c:dingo 2,0 NE",
            "B c:emu 1,1 SE, B c:emu 2,1 SW, B t 1,-1 N, B t 3,0 W",
            animals=True,
            turn=None,
        )
        assert state.routes[0].animals == Counter(rabbit=1, dingo=1)
        assert state.scores == (6, 6)
        assert state.result == Result((2, 1), (6, 6))
