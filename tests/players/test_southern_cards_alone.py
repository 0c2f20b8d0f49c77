"""Southern Cross cards played alone: which crosses can be built, and that they are built, kept and completed."""

import random
from typing import Any

import pytest

from bot.players import JUDGES
from bot.players.luck import Luck
from bot.players.southern_cards.alone import best_prospect, sensible
from bot.players.southern_cards.crosses import NO_RANK, STARS, CrossPlan, average_wait, share_with
from bot.players.southern_cards.takings import tops_of
from bot.rules import GAMES, State
from bot.rules.southern_cards import LAYOUTS
from bot.rules.southern_cards.cards import RANKS
from tests.players.positions import southern_cards_holding
from tests.players.tables import chosen, said, within

EIGHT = RANKS.index("8")
BUILT = {"a3": "7S", "b3": "9H", "c3": "7D", "a2": "9C", "c2": "7C", "a1": "9D", "b1": "7H", "c1": "9S"}
"""Four lines that wait for an eight on b2."""


def alone(hand: str, **changed: str) -> Any:
    """The cross of eights with other cards on some of its cells; b2 shows the king of clubs."""
    tops = BUILT | {"b2": "KC"} | changed
    return southern_cards_holding(hand.split(), " ".join(tops[f"{c}{row}"] for row in "321" for c in "abc"))


def best_move(state: State[Any]) -> str:
    return chosen(GAMES["southern_cards"], 1, {}, state, within("hard", 150)).move


def ranks_on(star: Any, layout: str, shown: dict[str, int]) -> tuple[int, ...]:
    return tuple(shown.get(LAYOUTS[layout].cell_name(cell), NO_RANK) for cell in star.cells)


class TestMoves:
    @pytest.mark.parametrize(
        ("hand", "changed", "best"),
        [
            ("8S 2D JH", {}, "8S@b2"),  # a royal sequence among the four lines: 900 points
            ("8C 2D JH", {}, "8C@b2"),
            ("7C 2D JH", {"c2": "KD"}, "7C@c2"),
            ("9S 2D JH", {"c1": "4C"}, "9S@c1"),
            ("8H 8S 9C", {"a2": "KD"}, "9C@a2"),
        ],
    )
    def test_a_cross_is_built_and_completed(self, hand: str, changed: dict[str, str], best: str) -> None:
        assert best_move(alone(hand, **changed)) == best

    @pytest.mark.parametrize("hand", ["2D JH QS", "5D 5H 3C", "JS 4C KH"])
    @pytest.mark.parametrize("changed", [{"c2": "KD"}, {"a3": "2C"}, {"b1": "QH", "b3": "4D"}])
    def test_a_cross_is_kept(self, hand: str, changed: dict[str, str]) -> None:
        _, cell = best_move(alone(hand, **changed)).split("@")
        assert cell in {"b2", *changed}


class TestPlans:
    def test_what_is_missing(self) -> None:
        (star,) = STARS["classic"]
        shown = {cell: RANKS.index(card[:-1]) for cell, card in BUILT.items()}
        best = star.plans(ranks_on(star, "classic", shown))[EIGHT][0]
        assert (best.points, best.missing, best.needs) == (720, 0, ((EIGHT, 1),))
        del shown["a3"], shown["b3"]
        least = min(
            star.plans(ranks_on(star, "classic", shown))[EIGHT], key=lambda plan: (-len(plan.patterns), plan.missing)
        )
        assert (least.points, least.missing) == (720, 2)
        assert least.needs == ((EIGHT - 1, 1), (EIGHT, 1), (EIGHT + 1, 1))

    @pytest.mark.parametrize(
        ("layout", "lines", "points"),
        [("classic", 4, 9 * 90), ("classic", 3, 3 * 70), ("shishi", 4, 9 * 80), ("zodiac", 5, 10 * 110)],
    )
    def test_many_lines_count_many_times(self, layout: str, lines: int, points: int) -> None:
        best = max(
            (plan for plans in STARS[layout][0].plans((NO_RANK,) * len(STARS[layout][0].cells)) for plan in plans),
            key=lambda plan: plan.points if len(plan.patterns) == lines else 0,
        )
        assert best.points >= points

    def test_whole_lines_of_five_count_twenty_five_times(self) -> None:
        star = STARS["gogo"][0]
        plans = [plan for plans in star.plans((NO_RANK,) * len(star.cells)) for plan in plans]
        assert max(plan.points for plan in plans) == 25 * (3 * 80 + 120)

    @pytest.mark.parametrize("layout", ["gogo", "free", "ultra"])
    def test_an_arm_lies_on_one_side_of_the_centre(self, layout: str) -> None:
        star = STARS[layout][-1]
        (centre,) = LAYOUTS[layout].centre
        arms = {
            frozenset(cell for cell in run if cell != centre)
            for line in dict(LAYOUTS[layout].triples(centre))
            for run in LAYOUTS[layout].runs(line, centre)
            if len(run) == 3 and run[1] != centre
        }
        assert len(arms) == 8
        plans = [plan for plans in star.plans((NO_RANK,) * len(star.cells)) for plan in plans]
        built = {frozenset(star.cells[at] for at, _ in pattern.cells) for plan in plans for pattern in plan.patterns}
        assert built <= arms

    @pytest.mark.parametrize("layout", LAYOUTS)
    def test_nothing_is_completed_while_a_cross_is_built(self, layout: str) -> None:
        source = random.Random(3)
        for star in STARS[layout]:
            shown = tuple(source.randrange(len(RANKS)) for _ in star.cells)
            for plans in star.plans(shown):
                for plan in plans:
                    assert not self.completed_early(layout, star.cells, plan)

    def completed_early(self, layout: str, cells: tuple[int, ...], plan: CrossPlan) -> bool:
        """Whether three neighbours in a line, the centre not among them, have equal steps or steps in sequence."""
        steps = {cells[at]: step for at, step in plan.steps.items()}
        for cell in steps:
            for _, run in LAYOUTS[layout].triples(cell):
                if all(each in steps for each in run):
                    one, two, three = (steps[each] for each in run)
                    if two - one == three - two and two - one in (-1, 0, 1):
                        return True
        return False

    def test_how_likely_cards_come(self) -> None:
        assert share_with(1, 1, 0.5) == pytest.approx(0.5)
        assert share_with(2, 3, 0.5) == pytest.approx(0.5)
        assert share_with(1, 4, 0.25) == pytest.approx(1 - 0.75**4)
        assert average_wait(((1, 1),)) == pytest.approx(1 / 2, abs=0.01)
        assert average_wait(((1, 3),)) == pytest.approx(1 / 4, abs=0.01)
        assert average_wait(((4, 4),)) == pytest.approx(4 / 5, abs=0.01)
        assert average_wait(((1, 1), (1, 1))) == pytest.approx(2 / 3, abs=0.01)


class TestProspect:
    def test_a_cross_for_which_cards_are_lacking_is_given_up(self) -> None:
        state = alone("2D JH QS", c2="KD")
        cross = best_prospect(state, tops_of(state))
        assert cross is not None
        assert (cross.key, cross.plan.missing) == (EIGHT, 1)
        buried = alone("2D JH QS", c2="KD", b2="7C")  # the last seven
        cross = best_prospect(buried, tops_of(buried))
        assert cross is None or (cross.key, cross.plan.points) != (EIGHT, 720)

    def test_the_order_of_the_deck_says_nothing(self) -> None:
        judge, state = JUDGES["southern_cards"], alone("2D JH QS", c2="KD")
        worths = {tuple(judge.evaluate(state.determinise(0, Luck(seed)))) for seed in range(5)}
        assert len(worths) == 1

    def test_fitting_cards_are_never_covered(self) -> None:
        state = alone("2D JH QS", c2="KD")
        assert {move.cells for move in sensible(state, state.legal())} == {("b2",), ("c2",)}

    def test_nearer_is_better(self) -> None:
        judge = JUDGES["southern_cards"]
        states: list[State[Any]] = [alone("2D JH QS", c2="KD", a3="5C"), alone("2D JH QS", c2="KD"), alone("2D JH QS")]
        worths = [judge.evaluate(state)[0] for state in states]
        assert worths == sorted(worths)
        assert len(set(worths)) == 3


class TestReasons:
    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            ("7C@c2", "builds the cross on b2 for rank 8"),
            ("2D@b2", "keeps the cross on b2 for rank 8"),
            ("2D@a3", "but breaks the cross on b2"),
        ],
    )
    def test_the_effect_on_the_cross_is_described(self, move: str, reason: str) -> None:
        assert reason in said(alone("7C 2D JH", c2="KD"), move)

    def test_completing_it_needs_no_more_words(self) -> None:
        assert said(alone("8S 2D JH"), "8S@b2")[0] == "completes 4 roles for 900 points"
        assert not [reason for reason in said(alone("8S 2D JH"), "8S@b2") if "cross" in reason]
