"""Southern Cross: every ruling of its rules page."""

from itertools import permutations

from bot.rules import Result
from bot.rules.southern_cross import game
from tests.rules.southern_cross.positions import EMPTY, TWO_COLUMNS, after, at, board, ending, refused, start, waiting
from tests.rules.trying import written


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
        # Around the four counters about b2 and through the start: it counts as empty, also as nothing to hop over.
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
