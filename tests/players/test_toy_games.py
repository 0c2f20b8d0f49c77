"""The search on games small enough to try everything: its shortcuts find what trying everything finds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise, product
from typing import Any, Self

import pytest

from bot.players.budget import Budget, Meter
from bot.players.luck import Luck
from bot.players.searching import Search
from bot.players.tree import WON, SearchLimits
from bot.rules.api import Chance, Result
from tests.players.toy_games import MOVES, NOISY, Coin, Toy, ToyJudge

SEEDS = range(8)


def search_for(judge: ToyJudge, steps: int, *, seat: int = 0, noisy: int = 0, positions: int | None = None) -> Search:
    limits = SearchLimits(steps=steps, noisy=noisy, samples=2, width=1.0)
    return Search(judge, [(0,), (1,)], seat, limits, Meter(Budget(positions=positions)), 7)


def tried(search: Search, state: Toy, seat: int, steps: int, noisy: int = 0, ply: int = 0) -> float:
    """The value of a position for a seat by trying everything this many steps ahead, and then noisy moves alone.

    A seat needn't make a noisy move. A coin counts for the average of its sides.
    """
    mover = state.to_move
    if mover is None or (steps == 0 and noisy == 0):
        return search.worth(state, ply)
    values = [] if steps else [search.worth(state, ply)]
    for move in state.legal() if steps else MOVES[-1:]:
        sides = [state.play(move, Coin(side)) for side in ((1, 2) if state.lucky and move == "a" else (1,))]
        of_sides = []
        for made in sides:
            left = steps if steps and made.same_turn(state) and len(sides) == 1 else max(steps - 1, 0)
            of_sides.append(tried(search, made, seat, left, noisy if steps else noisy - 1, ply + 1))
        values.append(sum(of_sides) / len(of_sides))
    return max(values) if mover == seat else min(values)


ENDLESS: tuple[Mapping[str, int], ...] = ({}, {"turn": 2})
ENDING: tuple[Mapping[str, int], ...] = ({"last": 4}, {"last": 3, "turn": 2})
SHORTCUTS: list[tuple[Mapping[str, Any], Mapping[str, int]]] = [
    *product(({}, {"orders_by_evaluation": False}, {"orders_by_evaluation": False, "silent": True}), ENDLESS + ENDING),
    # What quiet moves can add at most holds where none of them ends the match.
    *product([{"orders_by_evaluation": False, "bounded": True}], ENDLESS),
]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("settings", "shape"), SHORTCUTS, ids=str)
def test_the_best_value_is_that_of_trying_everything(
    settings: Mapping[str, Any], shape: Mapping[str, Any], seed: int
) -> None:
    for start in (Toy(seed, **shape), Toy(seed, **shape).play("a", Coin(1)).play("b", Coin(1))):
        seat = start.to_move
        assert seat is not None
        search = search_for(ToyJudge(**settings), 4 if start.turn == 1 else 2, seat=seat)
        ranked, steps = search.rank(start, start.legal())
        assert ranked[0][0] == pytest.approx(tried(search, start, seat, steps), abs=0.01)
        assert {move for _, move in ranked} == set(MOVES)
        best = {move: tried(search, start.play(move, Coin(1)), seat, steps - (start.turn == 1), 0, 1) for move in MOVES}
        if start.turn == 1:
            assert best[ranked[0][1]] == pytest.approx(max(best.values()), abs=0.01)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("noisy", [1, 2, 3])
@pytest.mark.parametrize(
    ("settings", "last"),
    [
        ({}, 99),
        ({"orders_by_evaluation": False}, 99),
        ({"bounded": True}, 99),
        ({}, 2),
        ({}, 3),
        ({"orders_by_evaluation": False}, 3),
    ],
    ids=str,
)
def test_loud_moves_are_followed_to_the_end_that_their_movers_choose(
    settings: Mapping[str, Any], last: int, noisy: int, seed: int
) -> None:
    """Also where the match ends on the way."""
    state = Toy(seed, last=last)
    search = search_for(ToyJudge(**settings), 1, noisy=noisy)
    # With bounds, what lies below is only known to lie below: compared is what is best.
    assert search.rank(state, state.legal())[0][0][0] == pytest.approx(tried(search, state, 0, 1, noisy), abs=0.01)
    search.at(state)
    for move in MOVES:
        assert search.glance(move, noisy) == tried(search, state.play(move, Coin(1)), 0, 0, noisy, 1)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("orders_by_evaluation", [True, False])
def test_shortcuts_save_positions(orders_by_evaluation: bool, seed: int) -> None:
    """Trying everything five steps ahead makes 363 positions."""
    state = Toy(seed)
    judge = ToyJudge(orders_by_evaluation=orders_by_evaluation, silent=True)
    judge.depths = (5,)
    search = search_for(judge, 5)
    search.rank(state, state.legal())
    assert search.meter.positions < 240


@pytest.mark.parametrize("seed", SEEDS)
def test_a_coin_counts_for_the_average_of_its_sides(seed: int) -> None:
    state = Toy(seed, lucky=True)
    ranked = search_for(ToyJudge(named=True), 1).rank_over_worlds(lambda _: state, MOVES, 1)
    for value, move in ranked:
        assert value == sum(state.play(move, Coin(side)).lead for side in (1, 2)) / 2


def test_luck_without_names_is_drawn_as_often_as_the_limits_say() -> None:
    state = Toy(3, lucky=True)
    for samples in (1, 4):
        search = Search(
            ToyJudge(), [(0,), (1,)], 0, SearchLimits(steps=1, noisy=0, samples=samples, width=1.0), Meter(Budget()), 7
        )
        search.rank(state, ["a"])
        assert search.meter.positions == samples  # the first one is the look at it


def test_moves_that_are_compared_meet_the_same_luck() -> None:
    """Two names for one move: whatever the coins show, they are worth the same."""

    class Twins(Toy):
        def play(self, move: str, chance: Chance) -> Self:
            return super().play("a", chance)

    for seed in SEEDS:
        state = Twins(seed, lucky=True)
        search = search_for(ToyJudge(), 1)
        search.at(state)
        looks = search._evaluate_moves(["a", "b"], 0)
        assert looks[0][0] == looks[1][0]


class TestPassing:
    """Who stands well enough even without a move is not asked for one."""

    def asked(self, state: Toy, alpha: float, beta: float, **settings: Any) -> bool:
        judge = ToyJudge(orders_by_evaluation=False, **{"null_move_allowed": True, **settings})
        search = search_for(judge, 3)
        search.at(state)
        return search._null_move_cuts(2, beta if state.to_move == 0 else -alpha, 0)

    @pytest.mark.parametrize(
        ("lead", "alpha", "beta", "cut"),
        [
            (40, -5.0, 5.0, True),  # far above what is needed
            (4, -5.0, 5.0, False),  # below it already
            (40, -5.0, WON, False),  # passing never wins
        ],
    )
    def test_passing_cuts_where_the_own_seat_is_ahead_enough(
        self, lead: int, alpha: float, beta: float, cut: bool
    ) -> None:
        assert self.asked(Toy(2, lead=lead), alpha, beta) == cut

    @pytest.mark.parametrize("steps", [2, 3])
    @pytest.mark.parametrize("seed", SEEDS)
    def test_the_answer_to_it_is_looked_at_two_steps_less_deep(self, seed: int, steps: int) -> None:
        """Nothing is cut if the other seat, now to move, brings the lead below what is needed."""
        for seat in (0, 1):
            for lead in range(-12, 13):
                state = Toy(seed, length=seat, lead=lead)
                search = search_for(ToyJudge(orders_by_evaluation=False, null_move_allowed=True, silent=True), 4)
                search.at(state)
                cut = search._null_move_cuts(steps, 1.0, 0)
                answer = tried(search, replace(state, length=seat + 1), 0, steps - 2)
                stands, stays = (lead >= 1, answer >= 1) if seat == 0 else (lead <= -1, answer <= -1)
                assert cut == (stands and stays)

    @pytest.mark.parametrize(
        ("lead", "alpha", "beta", "cut"),
        [(-40, -5.0, 5.0, True), (-4, -5.0, 5.0, False), (-40, -WON, 5.0, False), (40, -5.0, 5.0, False)],
    )
    def test_passing_cuts_where_the_other_seat_is_ahead_enough(
        self, lead: int, alpha: float, beta: float, cut: bool
    ) -> None:
        assert self.asked(Toy(2, length=1, lead=lead), alpha, beta) == cut

    def test_never_where_the_game_does_not_let_it(self) -> None:
        assert not self.asked(Toy(2, lead=40), -5.0, 5.0, null_move_allowed=False)

    def test_nobody_passes_twice_in_a_row(self) -> None:
        passes: list[int] = []

        class Noting(ToyJudge):
            def null_move(self, state: Toy) -> Toy | None:
                passes.append(state.length)
                return replace(state, length=state.length + 1, lead=state.lead)

        search = search_for(Noting(orders_by_evaluation=False), 4)
        state = Toy(2, lead=40)
        search.at(state)
        search._alpha_beta(1, -5.0, 5.0, 0)
        assert passes == [0]

    @pytest.mark.parametrize("seed", SEEDS)
    def test_it_saves_positions_and_keeps_the_best_move(self, seed: int) -> None:
        state = Toy(seed)
        plain, passing = (
            search_for(ToyJudge(orders_by_evaluation=False, null_move_allowed=one), 5) for one in (False, True)
        )
        best, other = (search.rank(state, state.legal())[0][0][0] for search in (plain, passing))
        assert passing.meter.positions != plain.meter.positions
        assert abs(best - other) <= NOISY


class TestLateMoves:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_what_looks_better_less_deep_is_asked_again_in_full(self, seed: int) -> None:
        """Two steps ahead a late move is first looked at one step: better than the rest there means asked again."""
        state = Toy(seed, length=1)
        search = search_for(ToyJudge(orders_by_evaluation=False, late_moves_from=1, silent=True), 4)
        search.at(state)
        value = -search._alpha_beta(2, -2 * WON, 2 * WON, 1)  # the other seat's view is the opposite
        first = min(tried(search, state.play(move, Coin(1)), 0, 1, 0, 2) for move in MOVES[:1])
        assert tried(search, state, 0, 2, 0, 1) - 0.01 <= value <= first + 0.01

    def test_they_save_positions(self) -> None:
        made = []
        for late in (0, 1):
            made.append(0)
            for seed in SEEDS:
                search = search_for(ToyJudge(orders_by_evaluation=False, late_moves_from=late, silent=True), 5)
                search.rank(Toy(seed), MOVES)
                made[-1] += search.meter.positions
        assert made[1] < made[0]


class TestABudgetThatEnds:
    @pytest.mark.parametrize("seed", SEEDS)
    @pytest.mark.parametrize("orders_by_evaluation", [True, False])
    def test_every_move_is_rated_once_however_early(self, orders_by_evaluation: bool, seed: int) -> None:
        state, deep = Toy(seed), 0
        for positions in (*range(1, 40), *range(40, 120, 5)):
            search = search_for(ToyJudge(orders_by_evaluation=orders_by_evaluation), 4, positions=positions)
            ranked, steps = search.rank(state, state.legal())
            assert sorted(move for _, move in ranked) == list(MOVES)
            assert search.meter.positions <= positions
            assert steps >= deep  # more positions never see less
            deep = steps
        assert deep >= 2

    def test_what_was_found_better_before_the_end_comes_first(self) -> None:
        """The first look says one move, the second step another one; that one is kept when the budget ends."""
        for seed in range(60):
            state = Toy(seed)
            searches = [search_for(ToyJudge(), steps) for steps in (1, 2)]
            (one, *_), (two, *_) = (search.rank(state, state.legal())[0] for search in searches)
            if one[1] != two[1]:
                break
        most = searches[1].meter.positions
        firsts = [
            search_for(ToyJudge(), 2, positions=positions).rank(state, state.legal())[0][0][1]
            for positions in range(4, most + 1)
        ]
        assert firsts[0] == one[1]
        assert firsts[-1] == two[1]
        changes = sum(before != after for before, after in pairwise(firsts))
        assert changes <= 2


class TestWorlds:
    """A game that hides things: each world is one of these positions."""

    def worlds(self, number: int) -> Toy:
        return Toy(50 + number)

    def test_a_move_counts_for_its_average_over_worlds(self) -> None:
        for most in (1, 2, 5):
            search = search_for(ToyJudge(), 1)
            for value, move in search.rank_over_worlds(self.worlds, MOVES, most):
                leads = [self.worlds(number).play(move, Coin(1)).lead for number in range(most)]
                assert value == pytest.approx(sum(leads) / most)

    def test_the_best_on_average_comes_first(self) -> None:
        values = [value for value, _ in search_for(ToyJudge(), 1).rank_over_worlds(self.worlds, MOVES, 5)]
        assert values == sorted(values, reverse=True)

    def test_what_is_not_followed_stays_behind_all_that_is(self) -> None:
        search = search_for(ToyJudge(widths=(2,)), 1)
        ranked = search.rank_over_worlds(self.worlds, MOVES, 4)
        seen = {move: self.worlds(0).play(move, Coin(1)).lead for move in MOVES}
        assert [move for _, move in ranked[2:]] == sorted(MOVES, key=lambda move: -seen[move])[2:]
        assert ranked[1][0] > ranked[2][0]

    def test_only_worlds_that_were_completed_count(self) -> None:
        search = search_for(ToyJudge(), 1, positions=3 * len(MOVES) - 1)  # the third world isn't completed
        whole = search_for(ToyJudge(), 1).rank_over_worlds(self.worlds, MOVES, 2)
        assert search.rank_over_worlds(self.worlds, MOVES, 50) == whole

    def test_no_world_at_all_leaves_every_move(self) -> None:
        ranked = search_for(ToyJudge(), 1, positions=2).rank_over_worlds(self.worlds, MOVES, 5)
        assert [move for _, move in ranked] == list(MOVES)

    @pytest.mark.parametrize(("steps", "most", "seen"), [(1, 2, 1), (5, 2, 2), (5, 4, 4), (3, 4, 3)])
    def test_it_looks_no_further_than_both_limits(self, steps: int, most: int, seen: int) -> None:
        assert search_for(ToyJudge(steps_in_a_world=most), steps).steps_in_a_world == seen


@pytest.mark.parametrize("turn", [1, 2])
def test_nothing_is_said_to_be_seen_beyond_the_end_of_the_match(turn: int) -> None:
    for seed in range(40):
        _, steps = search_for(ToyJudge(), 30).rank(Toy(seed, turn=turn, last=4), MOVES)
        assert steps <= 4 // turn


@dataclass(frozen=True)
class Over(Toy):
    """A match of some seats that is over, or not, with these leads."""

    places: tuple[int, ...] = ()
    leads: tuple[float, ...] = ()

    @property
    def result(self) -> Result | None:
        return Result(self.places) if self.places else None


class LeadsJudge(ToyJudge):
    def evaluate(self, state: Toy) -> Sequence[float]:
        assert isinstance(state, Over)
        return state.leads


class TestWorth:
    def worth(self, sides: Sequence[Sequence[int]], seat: int, state: Over, ply: int = 0) -> float:
        limits = SearchLimits(steps=1, noisy=0, samples=1, width=1.0)
        return Search(LeadsJudge(), sides, seat, limits, Meter(Budget()), 1).worth(state, ply)

    @pytest.mark.parametrize(
        ("sides", "seat", "leads", "worth"),
        [
            ([(0,)], 0, (7.0,), 7.0),
            ([(0,), (1,)], 0, (7.0, 4.0), 3.0),
            ([(0,), (1,)], 1, (7.0, 4.0), -3.0),
            ([(0, 2), (1, 3)], 0, (6.0, 1.0, 8.0, 3.0), 5.0),  # partners count for their average
            ([(0,), (1,), (2,)], 0, (9.0, 4.0, 2.0), 5.5),  # half of it the best of the others, half their average
            ([(0,), (1,), (2,)], 2, (9.0, 5.0, 2.0), -6.0),
        ],
    )
    def test_a_lead_is_what_lies_between_the_own_side_and_the_others(
        self, sides: Sequence[Sequence[int]], seat: int, leads: tuple[float, ...], worth: float
    ) -> None:
        assert self.worth(sides, seat, Over(1, leads=leads)) == pytest.approx(worth)

    @pytest.mark.parametrize(
        ("places", "seat", "share"),
        [
            ((1, 2), 0, 1.0),
            ((1, 2), 1, -1.0),
            ((1, 2, 3), 0, 1.0),
            ((1, 2, 3), 2, -1.0),
            ((1, 2, 2), 1, -0.5),
            ((1, 1, 3), 0, 0.5),
            ((2, 1, 3, 4), 0, 1 / 3),
        ],
    )
    def test_a_match_that_is_over_counts_by_the_sides_that_are_beaten(
        self, places: tuple[int, ...], seat: int, share: float
    ) -> None:
        sides, leads = [(one,) for one in range(len(places))], (0.0,) * len(places)
        assert self.worth(sides, seat, Over(1, places=places, leads=leads)) == pytest.approx(share * WON)

    @pytest.mark.parametrize(("places", "seat"), [((1, 1), 0), ((1, 2, 3), 1)])
    def test_as_many_in_front_as_behind_are_worth_nothing(self, places: tuple[int, ...], seat: int) -> None:
        sides = [(one,) for one in range(len(places))]
        assert self.worth(sides, seat, Over(1, places=places, leads=(5.0,) * len(places)), 3) == 0.0

    def test_a_win_is_better_the_sooner_and_a_defeat_the_later(self) -> None:
        sides = [(0,), (1,)]
        won, lost = (Over(1, places=places, leads=(0.0, 0.0)) for places in ((1, 2), (2, 1)))
        assert self.worth(sides, 0, won, 2) > self.worth(sides, 0, won, 3)
        assert self.worth(sides, 0, lost, 2) < self.worth(sides, 0, lost, 3)

    def test_partners_share_their_places(self) -> None:
        state = Over(1, places=(1, 2, 1, 2), leads=(0.0,) * 4)
        assert self.worth([(0, 2), (1, 3)], 2, state) == WON
        assert self.worth([(0, 2), (1, 3)], 3, state) == -WON

    def test_alone_only_the_lead_counts(self) -> None:
        assert self.worth([(0,)], 0, Over(1, places=(1,), leads=(12.0,)), 5) == 12.0

    def test_a_beginner_counts_otherwise(self) -> None:
        limits = SearchLimits(steps=1, noisy=0, samples=1, width=1.0)
        search = Search(ToyJudge(), [(0,), (1,)], 0, limits, Meter(Budget()), 1, plain=True)
        assert search.worth(Toy(1, lead=3), 0) == -3.0


@pytest.mark.parametrize(
    ("widths", "factor", "ply", "followed"),
    [
        ((), 1.0, 0, 30),  # all of them
        ((8, 4), 1.0, 0, 8),
        ((8, 4), 1.0, 1, 4),
        ((8, 4), 1.0, 7, 4),  # the last one holds for all that come later
        ((8, 4), 0.5, 0, 4),
        ((8, 1), 0.25, 1, 1),  # never none
    ],
)
def test_the_given_number_of_moves_is_followed(widths: tuple[int, ...], factor: float, ply: int, followed: int) -> None:
    limits = SearchLimits(steps=1, noisy=0, samples=1, width=factor)
    search = Search(ToyJudge(widths=widths), [(0,), (1,)], 0, limits, Meter(Budget()), 1)
    assert search.width(ply, 30) == followed


class TestLuck:
    def test_it_notes_whether_any_was_drawn(self) -> None:
        luck = Luck(5)
        assert not luck.drawn
        luck.roll()
        assert luck.drawn

    def test_every_side_comes_up_and_no_other(self) -> None:
        luck = Luck(5)
        assert {luck.roll() for _ in range(300)} == {1, 2, 3, 4, 5, 6}
        assert {luck.roll(3) for _ in range(100)} == {1, 2, 3}

    def test_shuffling_keeps_all(self) -> None:
        items = [str(number) for number in range(30)]
        shuffled = Luck(5).shuffle(items)
        assert sorted(shuffled) == sorted(items) != shuffled

    def test_the_same_seed_draws_the_same(self) -> None:
        one, same, other = ([luck.roll() for _ in range(20)] for luck in (Luck(5), Luck(5), Luck(6)))
        assert one == same != other


def test_the_clock_is_looked_at_now_and_then_only() -> None:
    looks = count()
    meter = Meter(Budget(seconds=9.0, patience=None), core=lambda: next(looks) * 0.0)
    for _ in range(33):
        meter.spend()
    assert next(looks) == 1 + 3  # at the beginning, and before the positions 0, 16 and 32


def test_the_time_is_over_when_it_is_reached() -> None:
    times = iter([10.0, 11.9, 12.0])
    meter = Meter(Budget(seconds=2.0, patience=None), core=lambda: next(times))
    for _ in range(16):
        meter.spend()
    with pytest.raises(Exception, match=r"^$"):
        meter.spend()
