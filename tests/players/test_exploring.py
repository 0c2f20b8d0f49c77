"""Exploring finds the best moves of small matches, for each side's own good, and stops when the budget ends."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import pytest

from bot.players.budget import Budget, Meter, OutOfBudget
from bot.players.exploring import CURIOSITY, FIRST_LOOK, OUTRIGHT, Explorer, Node
from bot.players.judging import Judge
from bot.players.luck import Luck
from bot.players.state_position import StatePosition
from bot.rules.api import Chance, Result, State
from tests.players.toy_games import MOVES, Toy, ToyJudge

SIDES = ((0,), (1,))
DECISIONS = 5  # of a small match


def judge_of(kind: type[Judge[Any, Any]] = ToyJudge) -> Judge[Any, Any]:
    judge = kind()
    judge.tries, judge.scale = 2, 5.0
    return judge


def explorer_for(
    state: State[Any],
    judge: Judge[Any, Any],
    sides: Sequence[Sequence[int]] = SIDES,
    positions: int | None = None,
    seed: int = 3,
) -> Explorer:
    meter = Meter(Budget(positions=positions))
    return Explorer(judge, StatePosition(judge, state, sides, meter, 1), sides, meter, seed)


def outcome(state: Toy) -> int:
    """1 where the first seat wins if both play their best, -1 where it loses."""
    if state.to_move is None:
        return (state.lead > 0) - (state.lead < 0)
    outcomes = [outcome(state.play(move, Luck(0))) for move in state.legal()]
    return max(outcomes) if state.to_move == 0 else min(outcomes)


@pytest.mark.parametrize("length", [0, 1])
@pytest.mark.parametrize("seed", range(8))
def test_the_move_that_wins_comes_first(seed: int, length: int) -> None:
    state = Toy(seed, length=length, last=length + DECISIONS)
    ranked = explorer_for(state, judge_of()).explore(MOVES, 500).ranked
    sign = 1 if state.to_move == 0 else -1
    best = sign * outcome(state)
    lead, first = ranked[0]
    assert sign * outcome(state.play(first, Luck(0))) == best
    assert sorted(move for _, move in ranked) == sorted(MOVES)
    if best:
        assert best * lead > 0  # what leads for the side that is to move, whichever it is


@dataclass(frozen=True, slots=True)
class Auction(State[str]):
    """Three seats play one decision each: two points more for oneself, or three less for the leader of the others."""

    points: tuple[int, int, int]
    to_move: int | None = 0

    @property
    def result(self) -> Result | None:
        if self.to_move is not None:
            return None
        return Result(tuple(1 + sum(other > own for other in self.points) for own in self.points))

    def legal(self) -> list[str]:
        return [] if self.to_move is None else ["take", "harm"]

    def play(self, move: str, chance: Chance) -> Self:
        seat = self.to_move
        assert seat is not None
        points = list(self.points)
        if move == "take":
            points[seat] += 2
        else:
            points[max((other for other in range(3) if other != seat), key=points.__getitem__)] -= 3
        first, second, third = points
        return replace(self, points=(first, second, third), to_move=seat + 1 if seat < 2 else None)

    def same_turn(self, before: "Auction") -> bool:
        return False

    def notate(self, move: str) -> str:
        return move

    def parse(self, text: str) -> str:
        return text

    def view(self, seat: int | None) -> dict[str, Any]:
        return {}

    def dump(self) -> dict[str, Any]:
        return {}


class AuctionJudge(Judge[Auction, str]):
    def evaluate(self, state: Auction) -> Sequence[float]:
        return [float(points) for points in state.points]


@pytest.mark.parametrize(
    ("points", "to_move", "best"),
    [
        ((3, 3, 2), 2, "take"),  # a win by a point
        ((7, 0, 5), 2, "harm"),  # two points more would only share the first place
        ((0, 2, 1), 1, "harm"),  # the last seat can't win any more then, and takes
        ((2, 2, 0), 1, "take"),  # the last seat is better off by taking, too, and otherwise would win by harming
    ],
)
def test_each_of_three_sides_is_out_for_itself(points: tuple[int, int, int], to_move: int, best: str) -> None:
    state = Auction(points, to_move)
    sides = ((0,), (1,), (2,))
    ranked = explorer_for(state, judge_of(AuctionJudge), sides).explore(["take", "harm"], 400).ranked
    assert ranked[0][1] == best


@pytest.mark.parametrize("positions", [0, 1, 2, 3, 7, 30])
def test_where_the_budget_ends_every_move_is_there_and_the_position_is_where_it_was(positions: int) -> None:
    state = Toy(4, last=9)
    judge, meter = judge_of(), Meter(Budget(positions=positions))
    position = StatePosition(judge, state, SIDES, meter, 1)
    explored = Explorer(judge, position, SIDES, meter, 3).explore(MOVES, 1000)
    ranked, steps = explored.ranked, explored.steps
    assert sorted(move for _, move in ranked) == sorted(MOVES)
    assert position.state is state
    assert meter.positions == positions
    assert steps == 0 if positions < len(MOVES) else steps > 0


@pytest.mark.parametrize("positions", [None, 0, 1, 5])
def test_a_playout_leaves_the_position_where_it_was(positions: int | None) -> None:
    state, meter = Toy(4, last=9), Meter(Budget(positions=positions))
    position = StatePosition(judge_of(), state, SIDES, meter, 1)
    draw = random.Random(2).random
    try:
        ahead, line = position.play_out(draw, 2, {0: 0, 1: 1}, lambda: (position.to_move, position.lead(0)))
    except OutOfBudget:
        assert positions is not None
    else:
        assert positions is None
        for side, move in line:
            assert state.to_move == side
            state = state.play(move, Luck(0))
        assert (state.to_move, state.lead) == ahead
    assert position.state == Toy(4, last=9)


def test_the_best_of_all_moves_is_drawn_if_tried_often() -> None:
    position = StatePosition(judge_of(), Toy(4, last=9), SIDES, Meter(Budget()), 1)
    best = max(MOVES, key=lambda move: position.glance(move, 0))
    assert position.best_of(random.Random(1).random, 200, 0) == best
    assert {position.best_of(random.Random(seed).random, 1, 0) for seed in range(40)} == set(MOVES)


@pytest.mark.parametrize(("lead", "wins"), [(-40, True), (40, False)])
def test_only_a_win_that_is_certain_is_called_one(lead: int, wins: bool) -> None:
    """The second seat decides, and is that far behind the first one or ahead of it."""
    state = Toy(4, length=1, lead=lead, last=2)
    assert explorer_for(state, judge_of()).explore(MOVES, 40).wins == wins
    assert not explorer_for(replace(state, last=40), judge_of()).explore(MOVES, 5).wins


@pytest.mark.parametrize(("turn", "turns"), [(1, 3), (2, 2), (3, 1)])
def test_a_turn_of_several_decisions_is_one_turn_ahead(turn: int, turns: int) -> None:
    state = Toy(2, turn=turn, last=3)
    assert explorer_for(state, judge_of()).explore(MOVES, 300).steps == turns


def test_the_same_seed_explores_the_same() -> None:
    state = Toy(4, last=12)
    once, again, other = (
        explorer_for(state, judge_of(), positions=900, seed=seed).explore(MOVES, 99) for seed in (3, 3, 4)
    )
    assert once == again
    assert once != other


class TestNode:
    def test_the_first_look_counts_for_some_rounds(self) -> None:
        node = Node(0, ["a", "b"], [0.25, 0.75])
        assert node.counts == [FIRST_LOOK, FIRST_LOOK]
        assert [total / count for total, count in zip(node.totals, node.counts, strict=True)] == [0.25, 0.75]
        assert node.most_promising() == 1

    @pytest.mark.parametrize(("tries", "chosen"), [(3, 0), (1000, 1)])
    def test_what_was_tried_rarely_gets_its_chance(self, tries: int, chosen: int) -> None:
        node = Node(0, ["a", "b"], [0.6, 0.5])
        node.counts[0] += tries
        node.totals[0] += 0.6 * tries
        assert node.most_promising() == chosen

    def test_one_that_looks_no_better_waits(self) -> None:
        """The bonus is CURIOSITY * sqrt(log(all rounds) / rounds of the move)."""
        node = Node(0, ["a", "b"], [0.9, 0.9 - 2 * CURIOSITY])
        assert node.most_promising() == 0
        node.counts[0] += 8
        node.totals[0] += 0.9 * 8
        assert node.most_promising() == 0

    def test_a_move_that_came_later_counts_for_the_side_to_move_alone(self) -> None:
        node = Node(1, ["a", "b", "c"], [0.5, 0.5, 0.5])
        node.count_later({"b", "elsewhere"}, [0.2, 0.8])
        assert node.amaf_counts == [FIRST_LOOK, FIRST_LOOK + 1, FIRST_LOOK]
        assert node.amaf_totals == pytest.approx([1.0, 1.8, 1.0])
        assert node.counts == [FIRST_LOOK] * 3
        assert node.most_promising() == 1

    @pytest.mark.parametrize(("rounds", "chosen"), [(0, 1), (20, 1), (400, 0)])
    def test_what_came_later_counts_less_the_more_rounds_there_are(self, rounds: int, chosen: int) -> None:
        node = Node(0, ["a", "b"], [0.6, 0.5])
        for number, share in enumerate((0.6, 0.5)):
            node.counts[number] += rounds
            node.totals[number] += share * rounds
        for _ in range(40):
            node.count_later({"a"}, [0.2])
            node.count_later({"b"}, [0.9])
        assert node.most_promising() == chosen

    def test_what_is_certain_is_not_tried_again(self) -> None:
        node = Node(0, ["a", "b"], [0.5, 0.5])
        node.settle(0, [0.6, 0.4])
        for _ in range(9):
            node.count_later({"a"}, [1.0])
        assert node.most_promising() == 1

    def test_the_most_tried_is_trusted_most(self) -> None:
        node = Node(0, ["a", "b", "c"], [0.9, 0.1, 0.5])
        node.counts[1] += 5
        assert node.ranking() == [1, 0, 2]


class TestShares:
    """What a position counts for a side: winning above all, and by how much."""

    def share(self, lead: int, *, over: bool, side: int = 0) -> float:
        state = Toy(1, length=2, lead=lead, last=2 if over else 9)
        return explorer_for(state, judge_of())._share(side)

    @pytest.mark.parametrize("over", [True, False])
    def test_both_sides_have_all_of_it_together(self, over: bool) -> None:
        for lead in (-7, 0, 3):
            assert self.share(lead, over=over) + self.share(lead, over=over, side=1) == pytest.approx(1)

    def test_a_win_counts_for_most_of_it(self) -> None:
        assert self.share(1, over=True) > OUTRIGHT > 1 - OUTRIGHT > self.share(-1, over=True)
        assert self.share(0, over=True) == pytest.approx(0.5)

    def test_the_higher_the_better(self) -> None:
        assert self.share(9, over=True) > self.share(1, over=True) > self.share(9, over=False)
        assert self.share(9, over=False) > self.share(1, over=False) > 0.5 > self.share(-1, over=False)

    def test_the_scale_is_a_lead_that_wins_about_three_of_four(self) -> None:
        assert self.share(5, over=False) == pytest.approx(0.73, abs=0.01)

    @pytest.mark.parametrize("lead", [-8.0, 0.0, 3.0])
    def test_a_share_is_converted_to_its_lead(self, lead: float) -> None:
        explorer = explorer_for(Toy(1), judge_of())
        assert explorer._lead(self.share(int(lead), over=False)) == pytest.approx(lead)
        assert explorer._lead(0.0) == pytest.approx(-explorer._lead(1.0))
        assert explorer._lead(1.0) > explorer._lead(0.99)
