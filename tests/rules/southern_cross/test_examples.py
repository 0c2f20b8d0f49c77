"""Southern Cross: every worked example of its rules page."""

import pytest

from bot.rules import Result
from bot.rules.southern_cross import Position
from tests.rules.southern_cross.positions import TWO_COLUMNS, after, at, board, ending, refused, waiting
from tests.rules.trying import written


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
