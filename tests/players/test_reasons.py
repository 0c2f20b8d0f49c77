"""Why a move is good: which reasons are given, and in which order."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from bot.players import JUDGES, LEVELS, Reason, player_for
from bot.players.luck import Luck
from bot.players.odds import Odds
from bot.rules import GAMES, State
from bot.rules.chance import Scripted, Sealed
from bot.rules.parcheesi.board import SQUARE_NUMBERS
from tests.players.positions import (
    cirondo_with,
    down_under_after,
    parcheesi_moving,
    southern_cards_holding,
    southern_cross_acting,
)
from tests.players.tables import said


def named(state: State[Any], text: str) -> dict[str, tuple[str, ...]]:
    """The places that the reasons for a move name, by the reason."""
    move = state.parse(text)
    reasons = JUDGES[str(state.view(None)["game"])].reasons(state, move, state.play(move, Luck(1)))
    return {str(reason): reason.places for reason in reasons if reason.places}


@pytest.mark.parametrize(
    ("game", "seats", "words"),
    [("cirondo", 2, "the other player does"), ("cirondo", 4, "the others do"), ("southern_cross", 4, "the others do")],
)
def test_a_certain_win_names_as_many_opponents_as_there_are(game: str, seats: int, words: str) -> None:
    state = GAMES[game].start(seats, {}, Scripted([]))
    player = player_for(game, seats, {}, 0, LEVELS["hard"], random.Random(1))
    reasons = player.reasons(state.view(0), state.notate(state.legal()[0]), 4, wins=True)
    assert list(map(str, reasons)) == [f"wins, whatever {words}"]


def test_telling_reasons_rule_most_other_moves_out() -> None:
    state = GAMES["southern_cross"].start(4, {}, Scripted([]))
    player = player_for("southern_cross", 4, {}, 0, LEVELS["hard"], random.Random(1))
    entry = state.notate(state.legal()[0])
    assert any("onto the board" in str(one) for one in player.reasons(state.view(0), entry))
    for move in state.legal():
        for reason in player.telling_reasons(state.view(0), state.notate(move)):
            others = [other for other in state.legal() if other != move]
            alike = [one for one in others if str(reason) in map(str, player.reasons(state.view(0), state.notate(one)))]
            assert len(alike) < len(others) / 2


class TestCirondo:
    def test_a_win_says_it_all(self) -> None:
        state = cirondo_with({"planets": ["A2", "A20"], "moons": ["B9"]}, {"planets": ["D5"]})
        assert said(state, "A2xD5") == ["wins the match"]

    def test_a_capture_comes_first_and_its_price_last(self) -> None:
        state = cirondo_with(
            {"planets": ["A2", "A9", "A10"], "moons": ["B9", "B10"]},
            {"planets": ["H1", "A25", "A26"], "moons": ["D5", "B25"]},
        )
        reasons = said(state, "A2xD5")
        assert reasons[0] == "takes a moon from silver"
        assert reasons[-1] == "but could be taken on D5"

    def test_a_moon_that_arrives(self) -> None:
        state = cirondo_with({"planets": ["A9"], "moons": ["G3"]}, {"planets": ["A25", "A26"]})
        assert said(state, "G3-H3=S")[0] == "turns a moon into a Solar System"

    def test_what_was_in_reach_is_saved(self) -> None:
        """Silver's planet on H1 looks along the arc to D5."""
        state = cirondo_with({"planets": ["D5", "A9"], "moons": ["B9"]}, {"planets": ["H1", "A25"], "moons": ["B25"]})
        assert said(state, "D5-C4")[0] == "saves a planet that could be taken"

    def test_what_stands_in_the_way_of_a_capture_keeps_the_other(self) -> None:
        """The moon's step to C6 comes between the planets on D7 and A4; nobody can take it there."""
        state = cirondo_with({"planets": ["D7", "A12"], "moons": ["B6"]}, {"planets": ["A4", "A25"], "moons": ["B25"]})
        reasons = said(state, "B6-C6")
        assert reasons[0] == "keeps a planet on D7 from being taken"

    def test_a_threat_that_cannot_be_answered_in_kind(self) -> None:
        """A Solar System looks along the radius, a planet doesn't."""
        state = cirondo_with({"solars": ["H20"], "planets": ["A2"]}, {"planets": ["E9", "A26"], "moons": ["B28"]})
        assert said(state, "H20-H9")[0] == "threatens a planet on E9 (silver)"

    def test_the_spaces_that_reasons_name_are_marked(self) -> None:
        state = cirondo_with({"planets": ["D7", "A12"], "moons": ["B6"]}, {"planets": ["A4", "A25"], "moons": ["B25"]})
        assert named(state, "B6-C6")["keeps a planet on D7 from being taken"] == ("D7",)
        state = cirondo_with({"solars": ["H20"], "planets": ["A2"]}, {"planets": ["E9", "A26"], "moons": ["B28"]})
        assert named(state, "H20-H9") == {"threatens a planet on E9 (silver)": ("E9",)}

    def test_a_moon_that_is_stopped(self) -> None:
        state = cirondo_with({"planets": ["C1", "A9"], "moons": ["B9"]}, {"moons": ["E4", "B28"], "planets": ["A26"]})
        assert "stops silver's moon on E4" in said(state, "C1-F4")


class TestDownUnder:
    def test_growth_is_said_only_where_another_tile_brings_less(self) -> None:
        state = down_under_after("straight h8 NS", "curve g7 NW")
        assert said(state, "curve h7 NW")[0] == "lengthens yellow's route by 2"
        assert not any("grows" in reason for reason in said(state, "curve h9 SE"))

    def test_what_is_true_of_every_tile_is_not_said(self) -> None:
        state = down_under_after("straight h8 NS", "straight i9 EW")
        assert said(state, "curve h7 NW") == []
        assert said(state, "curve h7 NW", steps=4) == ["looks best 4 turns ahead"]

    def test_where_nothing_else_can_be_said_trial_games_are_counted(self) -> None:
        state = down_under_after("straight h8 NS", "straight i9 EW")
        better, no_better = (said(state, "curve h7 NW", 4, Odds(n, 55, tried=True)) for n in (61, 55))
        assert better == ["wins about 61% of trial games (the next best move 55%)"]
        assert no_better == ["wins about 55% of trial games, as does the next best move"]

    def test_a_single_reason_is_followed_by_trial_games_that_are_clear(self) -> None:
        state = down_under_after("straight h8 NS", "straight i9 EW")
        room = "leaves yellow more room to grow than most moves"
        assert said(state, "straight h7 NS", 4, Odds(61, 55, tried=True)) == [
            room,
            "wins about 61% of trial games (the next best move 55%)",
        ]
        assert said(state, "straight h7 NS", 4, Odds(55, 55, tried=True)) == [room]
        state = down_under_after("straight h8 NS", "curve g7 NW")
        assert not any("trial" in reason for reason in said(state, "curve h7 NW", 4, Odds(61, 55, tried=True)))

    def test_what_a_route_can_reach_next_is_said_where_most_moves_leave_it_less(self) -> None:
        state = down_under_after("straight h8 NS", "curve i8 NE")
        assert said(state, "curve h7 NE") == ["lets yellow's route grow by up to 3 next turn"]
        after = [said(state, state.notate(move)) for move in state.legal()]
        assert sum("lets yellow's route grow by up to 3 next turn" in reasons for reasons in after) == 1

    def test_room_that_is_taken_from_the_other_route_is_said(self) -> None:
        state = down_under_after("straight h8 NS", "curve i8 NE")
        assert said(state, "curve h9 SW") == ["takes room from blue's route"]
        assert named(state, "curve h9 SW") == {"takes room from blue's route": ("i8", "i8")}

    def test_ways_that_others_lose_are_said(self) -> None:
        state = down_under_after("straight h8 NS", "curve i8 NE")
        assert said(state, "curve h9 SE") == ["leaves blue fewer ways to grow"]
        assert "leaves blue fewer ways to grow" not in said(state, "straight h9 NS")
        assert named(state, "curve h9 SE") == {"leaves blue fewer ways to grow": ("i8", "i8")}

    def test_a_way_over_the_border_is_distinguished_from_one_inside(self) -> None:
        """Four rows are full."""
        upwards = ("straight e5 NS", "straight f6 NS", "straight e6 NS", "straight f7 NS", "straight e7 NS")
        state = GAMES["down_under"].start(2, {"size": "4x4"}, Scripted([]))
        for text in (*upwards, "straight f8 NS"):
            state = state.play(state.parse(text), Scripted([]))
        assert said(state, "straight e8 NS") == []
        assert said(state, "curve e8 SW") == [
            "keeps yellow's route inside the border",
            "leaves yellow more ways to grow than most moves",
        ]
        assert said(state, "terminal e4 N") == ["but closes one end of yellow for good"]

    def test_with_two_routes_a_tile_is_compared_with_those_of_its_colour(self) -> None:
        state: Any = GAMES["down_under"].start(2, {"routes": 2}, Scripted([]))
        for _ in range(7):
            state = state.play(state.legal()[0], Scripted([]))
        colours = {move.colour for move in state.legal()}
        assert len(colours) == 2
        for move in state.legal():
            alone = [other for other in state.legal() if other.colour == move.colour and other.kind != "terminal"]
            grown = [state.play(other, Scripted([])).score(move.colour) for other in alone]
            if len(set(grown)) == 1:
                assert not any(
                    "grows by" in reason for reason in said(state, state.notate(move)) if "also" not in reason
                )

    def test_what_helps_others_comes_last(self) -> None:
        state = down_under_after("straight h8 NS", "straight i9 EW")
        assert said(state, "straight h9 NS")[-1] == "but blue's route also grows by 1"

    def test_an_end_that_is_given_up_is_said_after_what_is_gained(self) -> None:
        state = down_under_after("straight h8 NS", "straight i9 EW")
        assert said(state, "terminal h7 N") == ["but closes one end of yellow for good"]


BY_DICE = "where no other can reach it with one throw's dice"
OUT_OF_REACH = f"keeps the pawn {BY_DICE}"


def after_any_throw(state: Any) -> Iterator[Any]:
    """All positions that the dice of the next seat's throw lead to, without its free moves."""
    for dice in product(range(1, 7), repeat=2):
        open_ = [state.play(state.parse("roll"), Scripted(dice))]
        while open_:
            now = open_.pop()
            yield now
            if now.phase == "move" and now.to_move == state.to_move:
                open_ += [now.play(move, Scripted([])) for move in now.legal()]


class TestParcheesi:
    def test_a_capture_comes_before_where_the_pawn_stands(self) -> None:
        state = parcheesi_moving([2, 6], ["t7", "t40", "home", "home"], ["t9", "nest", "nest", "nest"])
        reasons = said(state, "t7+2>t9")
        assert reasons[0] == "sends one of yellow's pawns back to the nest"

    def test_a_hint_leaves_out_what_most_other_moves_do_as_well(self) -> None:
        alone = (["t21", "home", "home", "home"], ["nest", "nest", "nest", "nest"])
        state = parcheesi_moving([2, 5], *alone)
        assert said(state, "t21+2>t23") == [OUT_OF_REACH]
        assert said(state, "t21+2>t23", steps=3) == ["looks best 3 turns ahead"]

    def test_a_blockade_and_the_danger_that_was_left(self) -> None:
        state = parcheesi_moving([2, 3], ["t7", "t9", "home", "home"], ["t4", "nest", "nest", "nest"])
        assert said(state, "t7+2>t9") == ["makes a blockade on t9"]
        assert said(state, "t9+2>t11")[-1] != "but breaks the blockade on t9"

    def test_a_blockade_that_stays_and_one_that_breaks(self) -> None:
        state = parcheesi_moving([1, 2], ["t30", "t30", "t50", "home"], ["t28", "nest", "nest", "nest"])
        assert said(state, "t50+1>t51") == ["brings a pawn to safety on t51"]
        assert said(state, "t30+2>t32")[-1] == "but breaks the blockade on t30"
        last = state.play(state.parse("t50+1>t51"), Scripted([]))
        assert said(last, "t51+2>t53")[0] == "keeps the blockade on t30"
        assert named(last, "t51+2>t53") == {"keeps the blockade on t30": ("t30",)}

    def test_a_blockade_that_the_rest_of_the_throw_may_break_is_not_said_to_stay(self) -> None:
        state = parcheesi_moving([1, 2], ["t30", "t30", "t50", "home"], ["t28", "nest", "nest", "nest"])
        assert said(state, "t50+2>t52") == [OUT_OF_REACH]
        assert not any("keeps the blockade" in reason for reason in said(state, "t50+2>t52", steps=2))

    @pytest.mark.parametrize(
        ("others", "is_said"),
        [
            (["t8", "home", "home", "home"], True),  # 15 behind
            (["t9", "home", "home", "home"], False),  # 14: a double six takes a pawn so far, if none is in the nest
            (["t9", "nest", "nest", "nest"], True),
            (["t11", "nest", "nest", "nest"], False),  # 12
            (["nest"] * 4, True),
        ],
    )
    def test_a_pawn_is_said_to_be_out_of_reach_only_of_whatever_the_dice_show(
        self, others: list[str], is_said: bool
    ) -> None:
        """A free move or the next throw after a double may reach it all the same, so it isn't said to be safe."""
        state = parcheesi_moving([2, 5], ["t21", "home", "home", "home"], others)
        reasons = said(state, "t21+2>t23")
        assert any(reason.endswith(BY_DICE) for reason in reasons) is is_said
        assert not any("safe" in reason or "escapes" in reason for reason in reasons)

    @pytest.mark.thorough
    def test_what_is_said_to_be_out_of_reach_is_captured_by_no_dice(self) -> None:
        """Of any next throw, played in any way; free moves and second throws aside."""
        judge, choice, checked = JUDGES["parcheesi"], random.Random(7), 0
        while checked < 12:
            seats = choice.choice((2, 4))
            state: Any = GAMES["parcheesi"].start(seats, {}, Scripted([]))
            luck = Sealed(choice.randbytes(32), "reach")
            for _ in range(choice.randrange(60, 400)):
                if state.to_move is None:
                    break
                before, move = state, choice.choice(state.legal())
                state = state.play(move, luck)
                if move.kind in ("roll", "skip") or state.to_move in (None, before.to_move) or state.phase != "roll":
                    continue
                reasons = [reason.sentence for reason in judge.reasons(before, move, state)]
                if (
                    any(reason.endswith(BY_DICE) for reason in reasons)
                    or "brings a pawn to safety on {square}" in reasons
                ):
                    target = SQUARE_NUMBERS[move.target]
                    assert all(target in after.pawns[before.to_move] for after in after_any_throw(state)), str(before)
                    checked += 1
                    break

    def test_a_pawn_that_a_five_brings_out_can_go_on_with_the_other_die(self) -> None:
        state = parcheesi_moving([1, 5], ["t39", "home", "home", "home"], ["nest", "home", "home", "home"])
        assert OUT_OF_REACH not in said(state, "t39+1>t40")
        state = parcheesi_moving([1, 5], ["t45", "home", "home", "home"], ["nest", "home", "home", "home"])
        assert OUT_OF_REACH not in said(state, "t45+1>t46")  # a safe square: nobody ever takes it
        assert said(state, "t45+1>t46")[0] == "brings a pawn to safety on t46"

    def test_a_pawn_is_said_to_be_safe_only_where_it_can_never_be_captured(self) -> None:
        """Where another colour comes out, it's captured by a five, also if there is nobody in the nest yet."""
        for nest in (["nest"] * 4, ["t60", "t60", "t1", "h3"]):
            state = parcheesi_moving([1, 5], ["t38", "home", "home", "home"], nest)
            assert not any("safe" in reason for reason in said(state, "t38+1>t39"))
        state = parcheesi_moving([1, 5], ["t21", "home", "home", "home"], ["nest"] * 4)
        assert said(state, "t21+1>t22") == ["brings a pawn to safety on t22"]  # blue's, who doesn't play

    def test_what_comes_within_reach_is_named(self) -> None:
        state = parcheesi_moving([1, 2], ["t6", "h3", "home", "home"], ["t20", "nest", "nest", "nest"])
        assert "threatens yellow on t20" in said(state, "t6+2>t8")
        assert named(state, "t6+2>t8")["threatens yellow on t20"] == ("t20",)


class TestSouthernCross:
    def test_a_counter_goes_home_from_where_it_keeps_the_others_together(self) -> None:
        """Blue has c4, c6, d5, d6 and e5: c6 is the farthest from the others."""
        rows = ("..BB..", ".GGBBR", "GGB.RR", "..RRY.", ".YY.Y.", "..Y...")
        removing = {"phase": "remove", "turn": 16, "to_move": 0, "board": list(rows), "actions_left": 0}
        special = {"tile": "N", "waiting": [], "failed": 1, "throws": []}
        options = {"order": "BRYG", "challenge": "dice", "max_turns": 0}
        begun = GAMES["southern_cross"].start(4, options, Scripted([])).dump()
        state = GAMES["southern_cross"].load(begun | removing | {"special": special})
        closest = "keeps your counters as close together as possible"
        assert {state.notate(move): closest in said(state, state.notate(move)) for move in state.legal()} == {
            "remove c6": True,
            "remove d5": False,
            "remove d6": False,
        }

    def test_a_cluster_that_grows_comes_first(self) -> None:
        state = southern_cross_acting("......", "......", "B.B...", "......", "......", "......")
        assert said(state, "a4-b4")[0] == "brings 2 counters together"
        assert named(state, "a4-b4") == {"brings 2 counters together": ("b4", "c4")}

    @pytest.mark.parametrize(
        ("rows", "entry", "where", "places"),
        [
            (["......"] * 6, "base-c6", "brings your first counter onto the board", None),
            (["......"] * 3 + ["...B.."], "base-c6", ", 4 squares from yours on d3", ("d3",)),
            (["......"] * 3 + ["...BB."], "base-c6", ", 4 squares from your cluster of 2", ("d3", "e3")),
            (["..B...", "......"], "base-d6", ", beside yours on c6", ("c6",)),
            (["..BB..", "......"], "basexd5", ", beside yours on d6", ("d6",)),  # no cluster on the home tile
            (["B.....", "BB...."], "base-d6", ", 3 squares from your cluster of 3", ("a5", "a6", "b5")),
        ],
    )
    def test_an_entry_says_how_near_it_is_to_the_cluster(
        self, rows: list[str], entry: str, where: str, places: tuple[str, ...] | None
    ) -> None:
        state = southern_cross_acting(*rows, *["......"] * (6 - len(rows)))
        words = f"brings a counter onto the board{where}" if where.startswith(",") else where
        assert words in said(state, entry)
        assert named(state, entry).get(words) == places

    def test_what_is_done_to_others_is_said(self) -> None:
        state = southern_cross_acting("...RR.", "......", "......", "......", "....B.", "......")
        assert said(state, "spin N 180") == ["breaks up red's cluster"]
        assert named(state, "spin N 180") == {"breaks up red's cluster": ("d6", "e6")}

    def test_what_the_next_seat_can_win_is_said(self) -> None:
        """Red needs three moves along column a; after c1 and d1 have changed places with c2 and d2, one more."""
        state = southern_cross_acting("......", "R.....", "......", "......", "......", "RRRRR.")
        assert said(state, "spin S 180") == ["keeps red from winning next turn", "breaks up red's cluster"]
        assert named(state, "spin S 180")["keeps red from winning next turn"] == ("a1", "a5", "b1", "c1", "d1", "e1")
        state = southern_cross_acting("R.....", "......", ".B....", "......", "......", "RRRRR.")
        assert said(state, "b4-a4") == ["but lets red win next turn"]  # which can hop over a4 now
        assert "but lets red win next turn" not in said(state, "b4-b3")

    def test_what_the_turn_can_still_win_is_said(self) -> None:
        state = southern_cross_acting("......", "B.....", "......", "......", "......", "BBBBB.")
        why = "lets you bring all six counters together this turn"
        assert said(state, "a5-a4") == [why, "brings your counters closer together"]
        assert named(state, "a5-a4")[why] == ("a1", "a4", "b1", "c1", "d1", "e1")
        assert why not in said(state, "a5-b5")
        assert why not in said(
            southern_cross_acting("......", "B.....", "......", "......", "......", "BBBBB.", left=2), "a5-a4"
        )

    def test_what_an_action_is_for_comes_before_its_price(self) -> None:
        doc = {"turn": 15, "to_move": 2, "board": ["B..B..", "..B.B.", "YY....", ".G....", "..Y...", "...Y.."]}
        state = GAMES["southern_cross"].load(southern_cross_acting(*["......"] * 6, left=2).dump() | doc)
        assert said(state, "b4-b5") == ["lets you bring 3 counters together this turn", "but splits your cluster"]

    def test_counters_at_risk_speak_for_a_move_only_if_they_are_of_others(self) -> None:
        theirs, yours = (
            "fills a tile and puts 3 of the others' counters at risk",
            "but fills a tile and puts 1 of your counters at risk",
        )
        state = southern_cross_acting("......", "......", "..RR..", "..G...", "...B..", "......", left=1)
        assert said(state, "d2-d3") == [theirs, yours]
        assert named(state, "d2-d3") == {theirs: ("c3", "c4", "d4"), yours: ("d3",)}

    def test_an_end_with_actions_left_says_that_none_helps(self) -> None:
        begun = southern_cross_acting(".BBBR.", "GB.RRR", "YYBRG.", "G..G..", "YY..R.", ".YYG..", left=2)
        assert said(begun, "end") == ["keeps everything as it is"]
        state = GAMES["southern_cross"].load(begun.dump() | {"turn": 18, "to_move": 1})
        (why,) = said(state, "end")
        assert why == "keeps everything as it is, because no action brings your counters closer together"

    def test_a_throw_tells_its_target_and_the_wind(self) -> None:
        doc = GAMES["southern_cross"].start(4, {"challenge": "throw"}, Scripted([])).dump() | {
            "phase": "throw",
            "actions_left": 0,
            "board": ["..BR..", "..YG..", "......", "......", "......", "......"],
            "special": {"tile": "N", "waiting": [1, 2, 3], "failed": 0, "throws": [{"target": 40, "wind": -3}]},
        }
        assert said(GAMES["southern_cross"].load(doc), "throw 43") == ["aims at 40 with a wind of -3"]


class TestSouthernCards:
    def test_roles_come_first_with_their_points(self) -> None:
        state = southern_cards_holding(["6S", "KD", "QD"], "2C 7S 8S 5D KC 4D 4H AC QH")
        assert said(state, "6S@a3")[0] == "completes 2 roles for 120 points"
        assert set(named(state, "6S@a3")["completes 2 roles for 120 points"]) == {"a3", "b3", "c3", "a2", "a1"}

    def test_alone_what_is_prepared_is_said(self) -> None:
        state = southern_cards_holding(["7S", "8S", "KD"], "2C 4H QS AD JC 3H 10D AC 6H")
        assert said(state, "7S@c2")[0] == "sets up 20 points for 8♠"
        assert named(state, "7S@c2")["sets up 20 points for 8♠"] == ("c3",)

    def test_a_joker_is_kept_for_better(self) -> None:
        state = southern_cards_holding(["JK", "KD", "QD"], "2C 7S 8S 5D KC 4D 4H AH QS", seats=2)
        assert "keeps the joker" in said(state, "KD@c2")
        assert said(state, "JK@b3")[-1] == "but gives a joker away"

    def test_only_what_the_seat_can_see_is_said(self) -> None:
        """What the drawn card or the other hand would be good for is nobody's reason."""
        state = southern_cards_holding(["6S", "KD", "QD"], "2C 7S 8S 5D KC 4D 4H AC QH", seats=2)
        for move in state.legal():
            text = state.notate(move)
            dealt = [state.determinise(0, Luck(seed)) for seed in range(5)]
            assert len({tuple(said(one, text)) for one in dealt}) == 1
            assert all(named(one, text) == named(dealt[0], text) for one in dealt)


class TestWhereNothingElseCanBeSaid:
    def state(self) -> State[Any]:
        return cirondo_with({"planets": ["G5", "A9"], "moons": ["B9"]}, {"planets": ["A25", "A26"], "moons": ["B28"]})

    def test_a_choice_is_said_to_look_best_as_far_as_it_was_seen(self) -> None:
        assert said(self.state(), "G5-H6") == []
        assert said(self.state(), "G5-H6", 4) == ["looks best 4 turns ahead"]
        assert said(self.state(), "G5-H6", 1) == ["looks best for now"]

    def test_what_speaks_against_a_move_is_never_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        against = Reason("but gives {n} away", {"n": 1})
        monkeypatch.setattr(
            type(JUDGES["cirondo"]), "reasons", lambda _self, _before, move, _after: [against] * (move.target == "H6")
        )
        assert said(self.state(), "G5-H6", 3) == ["looks best 3 turns ahead", "but gives 1 away"]
        assert against.against
        assert not Reason("butters").against

    def test_the_only_move_is_called_that(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(JUDGES["cirondo"]), "reasons", lambda *_: [])
        state = cirondo_with({"moons": ["B9", "C9"]}, {"planets": ["A25", "A26"], "moons": ["B28"]})
        assert said(state, "C9-D9", 0) == ["is the only move"]
