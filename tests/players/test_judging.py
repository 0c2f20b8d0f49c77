"""How the judges of the games value small positions: what is counted, what is risked, and how likely that is."""

import random
from collections.abc import Sequence
from itertools import pairwise, product
from math import inf
from typing import Any

import pytest

from bot.players import JUDGES, LEVELS, Budget
from bot.players.budget import Meter
from bot.players.parcheesi.judge import ENTERS, HITS, THROWS
from bot.players.positions import SearchPosition
from bot.players.searching import Search
from bot.players.southern_cards.judge import NEXT
from bot.players.southern_cards.takings import takings, tops_of
from bot.players.southern_cross.judge import DICE_FAIL
from bot.players.tree import SearchLimits
from bot.rules import GAMES, State
from bot.rules.chance import Scripted
from bot.rules.parcheesi.board import SAFE
from bot.rules.southern_cards.cards import CARD_NUMBERS
from bot.rules.southern_cards.scoring import ECLIPSE_POINTS
from bot.rules.southern_cross.actions import Throw
from tests.players.positions import (
    cirondo_with,
    down_under_after,
    parcheesi_moving,
    southern_cards_holding,
    southern_cross_acting,
)
from tests.rules.southern_cards.positions import position

DICE = list(product(range(1, 7), repeat=2))


def evaluate(key: str, state: State[Any]) -> list[float]:
    return list(JUDGES[key].evaluate(state))


def lead(key: str, state: State[Any]) -> float:
    """How far the first seat is ahead of the second."""
    one, other = evaluate(key, state)[:2]
    return one - other


def walking(state: State[Any]) -> SearchPosition:
    """The position on which a search walks on from a state of two seats."""
    limits = SearchLimits(steps=1, noisy=1, samples=1, width=1.0)
    return Search(JUDGES["cirondo"], [(0,), (1,)], 0, limits, Meter(Budget()), 1).at(state)


def rising(values: Sequence[float]) -> bool:
    return all(one < other for one, other in pairwise(values))


class TestThrowsOfTwoDice:
    @pytest.mark.parametrize("distance", range(13))
    def test_how_likely_a_pawn_is_hit(self, distance: int) -> None:
        hits = [throw for throw in DICE if distance in (*throw, sum(throw))]
        assert HITS[distance] == pytest.approx(len(hits) / 36)

    def test_how_likely_a_pawn_leaves_its_nest(self) -> None:
        assert pytest.approx(sum(5 in (*throw, sum(throw)) for throw in DICE) / 36) == ENTERS

    def test_all_throws_together_are_certain(self) -> None:
        assert sum(share for _, share in THROWS) == pytest.approx(1)
        assert [share for throw, share in THROWS if throw == (3, 3)] == [1 / 36]
        assert [share for throw, share in THROWS if throw == (3, 4)] == [2 / 36]


class TestParcheesiPawns:
    def at(self, own: str, *others: str, rest: str = "home") -> State[Any]:
        """Red's pawn and those of yellow; red is to move."""
        theirs = [*others, *["home"] * (4 - len(others))]
        return parcheesi_moving([2, 3], [own, rest, "home", "home"], theirs)

    @pytest.mark.parametrize("behind", range(1, 16))
    def test_a_pawn_is_worth_less_the_likelier_it_is_hit(self, behind: int) -> None:
        """Nobody is behind it in the yellow home row; twelve squares are as far as a throw goes."""
        square = 33
        calm = evaluate("parcheesi", self.at(f"t{square}", "h1"))[0]
        loss = calm - evaluate("parcheesi", self.at(f"t{square}", f"t{square - behind}"))[0]
        likely = HITS[behind] if behind <= 12 else 0.0
        assert (loss > 0) == (likely > 0)
        whole = calm - evaluate("parcheesi", self.at("nest", "h1"))[0]
        # Half of what is lost: the pawn may still get away. What the other seat gains by a capture counts as well.
        assert loss == pytest.approx(0.5 * likely * (whole + 14.0))

    def test_who_is_not_on_the_move_is_in_twice_the_danger(self) -> None:
        state = self.at("t33", "t30")
        doc = state.dump()
        calm = [evaluate("parcheesi", GAMES["parcheesi"].load(doc | {"pawns": pawns})) for pawns in self.apart()]
        pair = evaluate("parcheesi", GAMES["parcheesi"].load(doc | {"pawns": self.chased("t33", "t30")}))
        mine = calm[0][0] - pair[0]
        other = evaluate("parcheesi", GAMES["parcheesi"].load(doc | {"pawns": self.chased("t64", "t67")}))
        theirs = calm[1][1] - other[1]
        assert theirs == pytest.approx(2 * mine)  # the same way behind each of them

    def chased(self, own: str, other: str) -> list[list[str]]:
        return [[own, "home", "home", "home"], [other, "home", "home", "home"]]

    def apart(self) -> list[list[list[str]]]:
        return [self.chased("t33", "t48"), self.chased("t20", "t67")]

    @pytest.mark.parametrize("square", sorted(SAFE))
    def test_on_a_safe_square_nothing_can_happen(self, square: int) -> None:
        if square not in (5, 39):
            behind = (square - 4) % 68 or 68
            assert evaluate("parcheesi", self.at(f"t{square}", f"t{behind}"))[0] == pytest.approx(
                evaluate("parcheesi", self.at(f"t{square}", "h1"))[0]
            )

    def test_on_the_square_where_others_enter_only_a_five_does_harm(self) -> None:
        """One of yellow's pawns waits in its nest, or stands in its home row."""
        calm = evaluate("parcheesi", self.at("t39", "h1"))[0]
        loss = calm - evaluate("parcheesi", self.at("t39", "nest"))[0]
        whole = calm - evaluate("parcheesi", self.at("nest", "h1"))[0]
        assert loss == pytest.approx(0.5 * ENTERS * (whole + 14.0))

    def test_no_danger_is_more_than_certain(self) -> None:
        one, four = self.at("t33", "t27"), self.at("t33", "t27", "t28", "t30", "t31")
        whole = evaluate("parcheesi", self.at("t33", "h1"))[0] - evaluate("parcheesi", self.at("nest", "h1"))[0]
        loss = evaluate("parcheesi", one)[0] - evaluate("parcheesi", four)[0]
        assert loss > 0
        calm = evaluate("parcheesi", self.at("t33", "h1"))[0]
        assert calm - evaluate("parcheesi", four)[0] <= 0.5 * (whole + 14.0) + 1e-9

    def test_the_further_a_pawn_has_come_the_better(self) -> None:
        stages = ["nest", "t5", "t6", "t20", "t60", "h1", "h5", "home"]
        assert rising([evaluate("parcheesi", self.at(stage, "h1", rest="h2"))[0] for stage in stages])

    @pytest.mark.parametrize(("behind", "held"), [(1, True), (6, True), (7, False), (12, False)])
    def test_a_blockade_is_worth_more_close_before_others(self, behind: int, held: bool) -> None:
        free = evaluate("parcheesi", self.at("t33", "t60", rest="t33"))[0]
        before = evaluate("parcheesi", self.at("t33", f"t{33 - behind}", rest="t33"))[0]
        assert before - free == pytest.approx(1.5 if held else 0.0)
        alone = [evaluate("parcheesi", self.at("t33", "t60", rest=rest))[0] for rest in ("t32", "t33", "t34")]
        assert alone[1] > (alone[0] + alone[2]) / 2

    def test_a_bonus_to_be_played_counts_for_its_seat(self) -> None:
        doc = self.at("t33", "t60").dump()
        if "bonuses" not in doc:
            pytest.fail("a position names its bonuses")
        more = GAMES["parcheesi"].load(doc | {"bonuses": [20]})
        assert evaluate("parcheesi", more)[0] - evaluate("parcheesi", self.at("t33", "t60"))[0] == pytest.approx(16.0)

    def test_a_beginner_counts_squares(self) -> None:
        judge = JUDGES["parcheesi"]
        near, far = (judge.evaluate_plainly(self.at(square, "t60")) for square in ("t20", "t25"))
        assert far[0] - near[0] == 5
        assert far[1] == near[1]


class TestCirondoMaterial:
    def lead(self, gold: dict[str, list[str]], silver: dict[str, list[str]]) -> float:
        return lead("cirondo", cirondo_with(gold, silver))

    def test_the_same_stellar_are_worth_the_same(self) -> None:
        own = {"planets": ["A2"], "moons": ["B9"]}
        assert self.lead(own, {"planets": ["A20"], "moons": ["B25"]}) == pytest.approx(0)

    def test_what_is_more_is_better_in_this_order(self) -> None:
        rival = {"planets": ["A20", "A21"]}
        more = [
            {"planets": ["A2"]},
            {"planets": ["A2"], "moons": ["B9"]},
            {"planets": ["A2"], "moons": ["D9"]},
            {"planets": ["A2", "A3"]},
            {"planets": ["A2", "C3"]},
            {"planets": ["A2"], "moons": ["F9"]},
            {"planets": ["A2", "A3"], "moons": ["B9"]},
            {"planets": ["A2"], "moons": ["G9"]},
            {"planets": ["A2"], "solars": ["H9"]},
        ]
        assert rising([self.lead(own, rival) for own in more])

    def test_with_the_upper_hand_an_exchange_is_welcome(self) -> None:
        before = self.lead({"planets": ["A2", "A3", "A4"]}, {"planets": ["A20", "A21"]})
        after = self.lead({"planets": ["A2", "A3"]}, {"planets": ["A20"]})
        assert after > before > 0

    def test_a_capture_gains_what_it_changes_in_the_lead(self) -> None:
        """What is promised of a noisy move is what the positions before and after it differ by."""
        for gold, silver, text in (
            ({"planets": ["A2", "A9"], "moons": ["B9"]}, {"planets": ["D5", "A25", "A27"]}, "A2xD5"),
            ({"planets": ["A2", "A9"], "moons": ["B9"]}, {"planets": ["A25", "A27"], "moons": ["D5"]}, "A2xD5"),
            ({"planets": ["A9", "A11"], "moons": ["G3"]}, {"planets": ["A25", "A26", "A27"]}, "G3-H3=S"),
        ):
            state = cirondo_with(gold, silver)
            position, move = walking(state), state.parse(text)
            gained = lead("cirondo", state.play(move, Scripted([]))) - lead("cirondo", state)
            assert position.gain(position.encode(move)) == pytest.approx(gained)
            assert position.encode(move) in position.noisy()

    def test_what_may_end_the_match_gains_more_than_can_be_said(self) -> None:
        state = cirondo_with({"planets": ["A2", "A9"], "moons": ["B9"]}, {"planets": ["D5", "A25"]})
        position = walking(state)
        assert all(position.gain(move) == inf for move in position.moves())

    def test_no_quiet_step_brings_more_than_the_margin(self) -> None:
        for ring in "BCDEF":
            state = cirondo_with({"planets": ["A2", "A4"], "moons": [f"{ring}9"]}, {"planets": ["A25", "A26", "A27"]})
            position = walking(state)
            assert position.quiet()
            for move in state.legal():
                if (code := position.encode(move)) in position.quiet():
                    gained = lead("cirondo", state.play(move, Scripted([]))) - lead("cirondo", state)
                    assert gained <= position.margin() + 1e-9
                    assert position.gain(code) == pytest.approx(gained)

    @pytest.mark.parametrize(
        ("stellar", "passes"), [(["A2", "A3", "A4"], False), (["A2", "A3", "A4", "A5"], True)], ids=["three", "four"]
    )
    def test_with_few_stellar_passing_is_no_measure(self, stellar: list[str], passes: bool) -> None:
        position = walking(cirondo_with({"planets": stellar}, {"planets": ["A25", "A26"]}))
        assert position.make_pass() == passes
        assert position.to_move == int(passes)

    def test_who_captures_much_by_little_is_tried_first(self) -> None:
        state = cirondo_with(
            {"planets": ["A2", "A9"], "moons": ["B9", "G20"]}, {"planets": ["D5", "A25"], "moons": ["B25", "D12"]}
        )
        position = walking(state)
        named = {position.encode(move): state.notate(move) for move in state.legal()}
        assert [named[code] for code in position.noisy()] == ["A2xD5", "G20-H20=S", "A9xD12"]

    def test_a_beginner_counts_stellar_and_rings(self) -> None:
        judge = JUDGES["cirondo"]
        rival = {"planets": ["A20", "A21"]}
        mine = [
            judge.evaluate_plainly(cirondo_with(gold, rival))[0]
            for gold in (
                {"moons": ["B9"]},
                {"moons": ["C9"]},
                {"moons": ["D9"]},
                {"planets": ["A2"]},
                {"solars": ["H2"]},
            )
        ]
        assert rising(mine)
        assert mine[2] - mine[1] == pytest.approx(mine[1] - mine[0])
        assert [round(mine[3] / mine[0]), round(mine[4] / mine[0])] == [3, 8]


class TestDownUnderRoutes:
    def lead(self, *texts: str) -> float:
        return lead("down_under", down_under_after(*texts))

    def test_equal_routes_are_worth_the_same(self) -> None:
        assert self.lead("straight h8 NS", "straight i9 NS") == pytest.approx(0)

    def after(self, text: str) -> float:
        """What yellow's route on h8 is worth with one more tile."""
        return evaluate("down_under", down_under_after("straight h8 NS", "straight i9 EW", text))[0]

    def test_a_tile_more_counts_one(self) -> None:
        short = evaluate("down_under", down_under_after("straight h8 NS", "straight i9 EW"))[0]
        assert self.after("straight h9 NS") - short == self.after("straight h7 NS") - short == 1

    def test_a_closed_end_costs_what_an_open_one_is_worth(self) -> None:
        assert self.after("straight h7 NS") - self.after("terminal h7 N") == 3


class TestSouthernCrossDice:
    @pytest.mark.parametrize("counters", [1, 2, 3, 4])
    def test_how_many_dice_fail(self, counters: int) -> None:
        """As many dice are thrown as counters; each has to be higher than their number."""
        throws = list(product(range(1, 7), repeat=counters))
        fallen = sum(sum(die <= counters for die in throw) for throw in throws) / len(throws)
        assert DICE_FAIL[counters] == pytest.approx(fallen)

    def test_without_counters_nothing_is_risked(self) -> None:
        assert DICE_FAIL[0] == 0.0


class TestSouthernCrossCounters:
    def worth(self, *rows: str) -> float:
        """What blue, the first seat, has of a grid without others."""
        return evaluate("southern_cross", southern_cross_acting(*rows))[0]

    def test_the_closer_together_the_better(self) -> None:
        empty = ["......"] * 3
        assert rising(
            [
                self.worth("......", "......", "......", *empty),
                self.worth("..B...", "......", "......", *empty),  # at home
                self.worth("......", "......", "B.....", *empty),
                self.worth("......", "......", "B....B", *empty),
                self.worth("......", "......", "B..B..", *empty),
                self.worth("......", "......", "BB....", *empty),
                self.worth("......", "......", "BBB...", *empty),
            ]
        )

    def test_a_full_tile_is_a_risk_for_who_stands_in_it(self) -> None:
        free = self.worth("......", "......", "BB....", "R.....", "......", "......")
        full = self.worth("......", "......", "BB....", "RR....", "......", "......")
        assert free - full == pytest.approx(7.0 * DICE_FAIL[2])

    def test_a_throw_is_aimed_against_the_wind(self) -> None:
        judge = JUDGES["southern_cross"]
        for target, wind, power in ((50, 4, 46), (40, -3, 43), (81, -5, 86)):
            state = self.throwing(target, wind)
            assert [move.power for move in judge.candidates(state, state.legal())] == [power]

    def throwing(self, target: int, wind: int) -> State[Any]:
        game = GAMES["southern_cross"]
        return game.load(
            game.start(4, {"challenge": "throw"}, Scripted([])).dump()
            | {
                "phase": "throw",
                "actions_left": 0,
                "board": ["..BR..", "..YG..", "......", "......", "......", "......"],
                "special": {
                    "tile": "N",
                    "waiting": [1, 2, 3],
                    "failed": 0,
                    "throws": [{"target": target, "wind": wind}],
                },
            }
        )

    def test_a_hand_misses_within_what_can_be_thrown(self) -> None:
        judge, state = JUDGES["southern_cross"], self.throwing(50, 4)
        source = random.Random(3)
        powers = [judge.slip(state, Throw(1), 1.0, source).power for _ in range(200)]
        assert min(powers) == 0
        assert 10 < max(powers) < 40
        assert sum(power > 1 for power in powers) > 60


class TestSouthernCardsTakings:
    def test_two_roles_of_one_card_count_double(self) -> None:
        state: Any = southern_cards_holding(["6S", "KD", "QD"], "2C 7S 8S 5D KC 4D 4H AC QH")
        most, where = takings(state, tops_of(state), state.places)
        outcome = state.outcome(state.parse("6S@a3"))
        assert len(outcome.roles) == 2
        assert most[CARD_NUMBERS["6S"]] == outcome.points
        assert state.layout.cell_name(where[CARD_NUMBERS["6S"]]) == "a3"

    @pytest.mark.parametrize("seed", range(12))
    def test_a_card_takes_something_where_one_of_its_moves_does(self, seed: int) -> None:
        low = [f"{rank}{suit}" for rank in (2, 3, 4, 5) for suit in "CHD"]
        hand = ["6S", "KD", "QD"]
        state: Any = southern_cards_holding(hand, " ".join(random.Random(seed).sample(low, 9)))
        most, where = takings(state, tops_of(state), state.places)
        for card in hand:
            takes = any(state.outcome(move).points for move in state.legal() if move.card == card)
            assert takes == (most[CARD_NUMBERS[card]] > 0) == (where[CARD_NUMBERS[card]] >= 0)


class TestLevels:
    @pytest.mark.parametrize(
        ("level", "seconds"), [("beginner", 1.0), ("easy", 1.0), ("normal", 0.25), ("hard", 2.0), ("expert", 8.0)]
    )
    def test_a_decision_ends_with_its_seconds(self, level: str, seconds: float) -> None:
        assert LEVELS[level].budget.seconds == seconds

    def test_who_looks_ahead_has_more_time_where_a_hard_player_has(self) -> None:
        paced = {name: level.with_pace(0.5).budget.seconds for name, level in LEVELS.items()}
        assert paced == {"beginner": 1.0, "easy": 1.0, "normal": 0.0625, "hard": 0.5, "expert": 2.0}

    def test_each_one_sees_more_than_the_one_before(self) -> None:
        beginner, easy, normal, hard, expert = LEVELS.values()
        assert beginner.limits is None
        assert beginner.plain
        assert easy.limits is not None
        assert easy.limits.steps == 1
        assert normal.limits == hard.limits == expert.limits
        assert beginner.worlds < easy.worlds < normal.worlds == hard.worlds < expert.worlds
        assert beginner.rounds == easy.rounds == 0 < normal.rounds == hard.rounds < expert.rounds
        assert beginner.unsteady > easy.unsteady > normal.unsteady > hard.unsteady == expert.unsteady == 0

    @pytest.mark.parametrize("key", GAMES)
    def test_a_game_changes_how_far_how_long_and_how_often_levels_beside_hard_look_ahead(self, key: str) -> None:
        judge = JUDGES[key]
        for level in LEVELS.values():
            playing = level.playing(judge)
            before = level.limits.steps if level.limits else 0
            assert (playing.limits.steps if playing.limits else 0) == judge.steps.get(level.name, before)
            assert playing.budget.seconds == (level.budget.seconds or 0) * judge.paces.get(level.name, 1)
            assert playing.budget.positions == level.budget.positions
            assert playing.careful == judge.careful.get(level.name, level.careful)
        assert "hard" not in {*judge.steps, *judge.paces, *judge.careful}
        assert "expert" not in {*judge.steps, *judge.careful}
        hard, expert = (LEVELS[name].playing(judge).budget.seconds or 0.0 for name in ("hard", "expert"))
        assert 0 < hard < expert

    def test_a_limit_of_positions_is_not_paced(self) -> None:
        level = LEVELS["normal"].within(Budget(positions=50))
        assert level.playing(JUDGES["cirondo"]).budget == level.budget

    @pytest.mark.parametrize("key", GAMES)
    def test_only_levels_below_hard_overlook_moves(self, key: str) -> None:
        blindness = JUDGES[key].blindness
        assert blindness.keys() == {"beginner", "easy", "normal"}
        assert all(0 <= share < 0.95 for share in blindness.values())


class TestFourRolesOfCards:
    """On the small fields four roles together count nine times, elsewhere four times, as they do for the rules."""

    @pytest.mark.parametrize(
        ("layout", "field", "cell", "times"),
        [
            ("classic", "7S 8S 9S ; 7H . 9H ; 7D 8D 9D", "b2", 9),
            ("shishi", "7S 8S 9S . ; 7H . 9H . ; 7D 8D 9D . ; . . . .", "b3", 9),
            ("gogo", ". . . . . ; . 7S 8S 9S . ; . 7H . 9H . ; . 7D 8D 9D . ; . . . . .", "c3", 4),
        ],
    )
    def test_the_points_of_four_roles_are_multiplied(self, layout: str, field: str, cell: str, times: int) -> None:
        state = position(layout, field, "8H 2C", seats=2, others="3C 4C")
        most, where = takings(state, tops_of(state), state.places)
        card = CARD_NUMBERS["8H"]
        assert most[card] == times * (20 + 30 + 20 + 40)
        outcome = state.outcome(state.parse(f"8H@{cell}"))
        assert most[card] == outcome.points - ECLIPSE_POINTS * outcome.eclipse
        assert state.layout.cell_name(where[card]) == cell


class TestCardsBeforeTheFirstMove:
    FIELD = "7S . 9S ; 2C 3D 5H ; QC KH 4D"

    def at(self, hand: str, others: str) -> list[float]:
        state = position("classic", self.FIELD, hand, seats=2, others=others)
        assert state.last is None
        return evaluate("southern_cards", state)

    def test_the_seat_to_move_knows_its_own_hand(self) -> None:
        ready, waiting = self.at("8S 10C", "JC 2D"), self.at("10S 10C", "JC 2D")
        assert ready[0] - waiting[0] == pytest.approx(NEXT * 40)  # the royal sequence that only 8S completes

    def test_it_does_not_know_the_hand_of_the_other(self) -> None:
        """8S is as likely in the other's hand whether it is there or still in the deck."""
        field, hand, others = self.FIELD.replace(".", "AH"), "10S 10C 10D 10H KS", "2D 2H 2S 3C"
        held = position("classic", field, hand, seats=2, others=f"8S {others}", deck="JC 6D")
        drawn = position("classic", field, hand, seats=2, others=f"JC {others}", deck="8S 6D")
        assert evaluate("southern_cards", held) == pytest.approx(evaluate("southern_cards", drawn))
        assert evaluate("southern_cards", held)[1] > 0
