"""Ratings on their own: numbers, the ledger, and what computers are rated."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from itertools import pairwise, permutations, product
from math import fsum, log, log10
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.command_line.ratings import computers_ratings
from bot.players.ladder import RatingEstimate
from bot.ratings import computers
from bot.ratings.computers import fixed_ratings, on_openskills_scale, write_fixed_ratings
from bot.ratings.ledger import A_DAY, Ledger, RatedResult, Standing, Uncounted, Worth, day_of
from bot.ratings.rating import NEW, Rating, rate
from bot.rules import GAMES

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def result(
    number: int, *sides: tuple[int | str, ...], at: datetime = NOON, places: tuple[int, ...] = ()
) -> RatedResult:
    return RatedResult(
        number, number, "race", at, sides, places or tuple(range(1, len(sides) + 1)), {"hard": Rating(30.0, 2.0)}
    )


PLAYERS = st.lists(st.tuples(st.floats(-20, 60), st.floats(0.5, 9)), min_size=1, max_size=3)


class TestNumbers:
    @pytest.mark.parametrize(
        ("rating", "shown", "provisional"),
        [
            (NEW, 1500, True),
            (Rating(25.0, 6.5), 1500, False),
            (Rating(25.0, 6.51), 1500, True),
            (Rating(31.2, 1.1), 1748, False),
            (Rating(10.0, 6.6), 900, True),
        ],
    )
    def test_a_rating_is_shown_as_1500_and_40_for_each_point_of_mu_above_25_uncertain_above_a_sigma_of_6_and_a_half(
        self, rating: Rating, shown: int, provisional: bool
    ) -> None:
        assert (rating.shown, rating.is_provisional) == (shown, provisional)


def weak_orders(sides: int) -> list[tuple[int, ...]]:
    """All results of so many sides as places, shared ones included: 1 1 3, 1 2 2, ..."""
    return sorted(
        {
            tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
            for ranks in product(range(sides), repeat=sides)
        }
    )


def by_openskill(sides: Sequence[Sequence[tuple[float, float]]], order: Sequence[int]) -> list[list[Rating]]:
    """What openskill makes of a result without shared places: `order` has the sides, the best first."""
    model = PlackettLuce()
    teams = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in side] for side in sides]
    ranks = [float(order.index(side)) for side in range(len(sides))]
    return [[Rating(one.mu, one.sigma) for one in team] for team in model.rate(teams, ranks=ranks)]


class TestAResult:
    @given(st.lists(PLAYERS, min_size=2, max_size=5), st.randoms())
    def test_without_shared_places_is_worth_what_openskill_says(
        self, sides: list[list[tuple[float, float]]], luck: Random
    ) -> None:
        order = luck.sample(range(len(sides)), len(sides))
        places = [1 + order.index(side) for side in range(len(sides))]
        assert rate([[Rating(*one) for one in side] for side in sides], places) == by_openskill(sides, order)

    @settings(max_examples=20)
    @given(st.lists(PLAYERS, min_size=2, max_size=5), st.data())
    def test_with_shared_places_is_worth_the_mean_of_all_orders_it_could_have_been(
        self, sides: list[list[tuple[float, float]]], data: st.DataObject
    ) -> None:
        places = data.draw(st.sampled_from(weak_orders(len(sides))))
        orders = [
            order
            for order in permutations(range(len(sides)))
            if all(places[one] <= places[other] for one, other in pairwise(order))
        ]
        outcomes = [by_openskill(sides, order) for order in orders]
        assert rate([[Rating(*one) for one in side] for side in sides], places) == [
            [
                Rating(*(fsum(one[side][player][part] for one in outcomes) / len(outcomes) for part in (0, 1)))
                for player in range(len(sides[side]))
            ]
            for side in range(len(sides))
        ]

    @pytest.mark.parametrize("sides", [2, 3, 4, 5])
    @pytest.mark.parametrize(
        "side", [[NEW], [Rating(31.0, 2.0)], [NEW, Rating(18.0, 3.0)]], ids=["new", "known", "a pair"]
    )
    def test_between_equals_who_is_placed_better_gains_more_and_who_shares_a_place_the_same(
        self, side: list[Rating], sides: int
    ) -> None:
        for places in weak_orders(sides):
            after = rate([side] * sides, places)
            for one, other in permutations(range(sides), 2):
                for mine, others in zip(after[one], after[other], strict=True):
                    if places[one] < places[other]:
                        assert mine.mu > others.mu + 1e-9, places
                    if places[one] == places[other]:
                        assert mine == others, places

    @settings(max_examples=10)
    @given(st.lists(PLAYERS, min_size=2, max_size=4))
    def test_nobody_gains_less_by_a_better_place_behind_or_beside_the_same_others(
        self, numbers: list[list[tuple[float, float]]]
    ) -> None:
        """Whatever the sides were rated before."""
        sides = [[Rating(*one) for one in side] for side in numbers]
        orders = weak_orders(len(sides))
        mine = {places: rate(sides, places)[0] for places in orders}
        for better, worse in permutations(orders, 2):
            others = [_comparisons(places[1:]) for places in (better, worse)]
            ahead = [[sign(place - places[0]) for place in places[1:]] for places in (better, worse)]
            if others[0] == others[1] and all(one >= other for one, other in zip(*ahead, strict=True)):
                for one, other in zip(mine[better], mine[worse], strict=True):
                    assert one.mu >= other.mu - 1e-9, (better, worse)

    @settings(max_examples=20)
    @given(st.lists(PLAYERS, min_size=2, max_size=4), st.data())
    def test_does_not_depend_on_the_order_of_the_sides(
        self, numbers: list[list[tuple[float, float]]], data: st.DataObject
    ) -> None:
        sides = [[Rating(*one) for one in side] for side in numbers]
        places = data.draw(st.sampled_from(weak_orders(len(sides))))
        order = data.draw(st.permutations(range(len(sides))))
        after = rate(sides, places)
        assert rate([sides[side] for side in order], [places[side] for side in order]) == [
            after[side] for side in order
        ]

    @pytest.mark.parametrize(("sides", "least", "most"), [(2, 9, 12), (5, 16, 19)])
    def test_a_rating_is_certain_after_some_ten_matches_of_two_or_sixteen_of_five(
        self, sides: int, least: int, most: int
    ) -> None:
        for seed in range(10):
            luck, ratings, matches = Random(seed), [NEW] * sides, 0
            while any(one.is_provisional for one in ratings):
                after = rate([[one] for one in ratings], luck.sample(range(1, sides + 1), sides))
                ratings, matches = [one for (one,) in after], matches + 1
            assert least <= matches <= most

    def test_winners_gain_and_a_draw_between_equals_changes_no_mu(self) -> None:
        ((winner,), (loser,)) = rate([[NEW], [NEW]], [1, 2])
        assert winner.mu > NEW.mu > loser.mu
        ((one,), (other,)) = rate([[NEW], [NEW]], [1, 1])
        assert one == other
        assert (one.mu, one.sigma < NEW.sigma) == (NEW.mu, True)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _comparisons(places: tuple[int, ...]) -> list[int]:
    return [sign(one - other) for one, other in product(places, repeat=2)]


class TestTheLedger:
    def test_a_computers_rating_never_changes(self) -> None:
        value = Ledger().enter(result(1, (3, "hard"), (8,)))
        assert value is not None
        assert value.before[0][1] == value.after[0][1] == Rating(30.0, 2.0)
        assert value.after[0][0].mu > NEW.mu

    def test_three_results_a_day_count_between_the_same_people(self) -> None:
        ledger = Ledger()
        pairs = [((3,), (8,)), ((8,), (3,))] * 3
        values = [ledger.enter(result(number, *pair)) for number, pair in enumerate(pairs)]
        assert [value is not None for value in values] == [True] * A_DAY + [False] * 3
        assert ledger.enter(result(6, (3,), (8,), (9,))) is not None  # others than those two
        assert ledger.enter(result(7, (3,), (8,), at=NOON + timedelta(hours=12))) is not None  # the next day

    def test_what_had_hardly_begun_does_not_count_nor_as_one_of_the_three(self) -> None:
        ledger = Ledger()
        early = [replace(result(number, (3,), (8,)), early=True) for number in range(A_DAY)]
        assert [ledger.judge(one) for one in early] == [Uncounted.EARLY] * A_DAY
        assert ledger.enter(early[0]) is None
        assert all(ledger.enter(result(number, (3,), (8,))) is not None for number in range(A_DAY))
        assert ledger.judge(result(9, (3,), (8,))) is Uncounted.OFTEN

    def test_a_record_says_when_the_newest_match_that_counts_ended(self) -> None:
        ledger = Ledger()
        for number in range(A_DAY + 1):
            ledger.enter(result(number, (3,), (8,), at=NOON + timedelta(minutes=number)))
        assert ledger.standings["race"][3].played_at == NOON + timedelta(minutes=A_DAY - 1)

    @given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda two: two[0] != two[1]), max_size=12))
    def test_streaks_and_wins_are_counted(self, pairs: list[tuple[int, int]]) -> None:
        ledger, won = Ledger(), {person: list[bool]() for person in range(5)}
        for day, (winner, loser) in enumerate(pairs):
            ledger.enter(result(day, (winner,), (loser,), at=NOON + timedelta(days=day)))
            won[winner].append(True)
            won[loser].append(False)
        for person, standing in ledger.standings["race"].items():
            runs = "".join("x" if one else " " for one in won[person])
            assert standing.matches == len(runs)
            assert standing.wins == runs.count("x")
            assert standing.streak == len(runs) - len(runs.rstrip("x"))
            assert standing.longest_streak == max(map(len, runs.split(" ")))

    def test_sides_that_share_the_first_place_have_not_won(self) -> None:
        ledger = Ledger()
        ledger.enter(result(1, (3,), (8,), (9,), places=(1, 1, 3)))
        assert [ledger.standings["race"][person].wins for person in (3, 8, 9)] == [0, 0, 0]

    def test_the_day_of_a_moment_is_that_of_utc(self) -> None:
        begins, ends = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
        last = timedelta(microseconds=1)
        assert [day_of(one) for one in (begins, NOON, ends - last)] == [(begins, ends)] * 3
        assert day_of(begins - last) == (begins - timedelta(days=1), begins)
        assert day_of(datetime(2026, 3, 2, 1, tzinfo=timezone(timedelta(hours=2)))) == (begins, ends)

    def test_results_are_between_all_people_who_played_whoever_won(self) -> None:
        one = result(1, (30, "hard"), (8, 4), ("hard",))
        assert (one.people, one.between, one.winners) == ([4, 8, 30], "4,8,30", (30, "hard"))
        assert result(1, (3,), (8,), places=(2, 1)).winners == (8,)
        assert result(1, (3,), (8,), places=(1, 1)).winners == ()

    def test_each_side_has_a_place(self) -> None:
        with pytest.raises(ValueError, match="shorter"):
            _ = result(1, (3,), (8,), places=(1,)).winners

    def test_results_are_entered_one_after_the_other(self) -> None:
        results = [result(number, (3,), (8,)) for number in range(A_DAY + 1)]
        ledger = Ledger()
        values = [(result, ledger.enter(result)) for result in results]
        assert [one for one, _ in values] == results
        assert [value is None for _, value in values] == [False] * A_DAY + [True]
        worths = [value for _, value in values if value is not None]
        assert [[list(side) for side in one.before] for one in worths[1:]] == [
            [list(side) for side in one.after] for one in worths[:-1]
        ]
        assert worths[0].before == [[NEW], [NEW]]
        assert {person: one.matches for person, one in worths[-1].standings.items()} == {3: A_DAY, 8: A_DAY}


def standings_of(*ratings: Rating) -> dict[int, Standing]:
    return {person: Standing(rating) for person, rating in enumerate(ratings, start=1)}


class TestExpectedWins:
    """They'd raise somebody certain who is rated more than 800 points above everyone on the other sides."""

    @pytest.mark.parametrize(
        ("one", "other", "places", "expected"),
        [
            (Rating(45.01, 4.0), Rating(25.0, 4.0), (1, 2), True),
            (Rating(45.0, 4.0), Rating(25.0, 4.0), (1, 2), False),
            (Rating(45.01, 4.0), Rating(25.0, 9.0), (1, 2), True),  # a newcomer is no exception
            (Rating(45.01, 6.5), Rating(25.0, 4.0), (1, 2), True),
            (Rating(45.01, 6.51), Rating(25.0, 4.0), (1, 2), False),  # still uncertain
            (Rating(45.01, 4.0), Rating(25.0, 4.0), (1, 1), False),  # a draw costs points
            (Rating(45.01, 4.0), Rating(25.0, 4.0), (2, 1), False),
        ],
    )
    def test_they_do_not_count(self, one: Rating, other: Rating, places: tuple[int, ...], expected: bool) -> None:
        for entry in (result(1, (1,), (2,), places=places), result(1, (2,), (1,), places=places[::-1])):
            ledger = Ledger()
            ledger.standings["race"] |= standings_of(one, other)
            value = ledger.judge(entry)
            assert (value is Uncounted.EXPECTED) is expected
            assert (ledger.standings["race"] == standings_of(one, other)) is expected

    @pytest.mark.parametrize("sides", [((1,), (2,), (3,)), ((1, 4), (2, 3)), ((1, 4), (3, 2))])
    def test_one_strong_opponent_is_enough(self, sides: tuple[tuple[int, ...], ...]) -> None:
        for best, expected in ((25.0, True), (25.1, False)):
            ledger = Ledger()
            ledger.standings["race"] |= standings_of(*[Rating(mu, 4.0) for mu in (45.1, 20.0, best, 20.0)])
            assert (ledger.judge(result(1, *sides)) is Uncounted.EXPECTED) is expected

    def test_a_partner_is_no_opponent_and_a_computer_is_one(self) -> None:
        for sides, expected in ((((1, 3), (2, 4)), True), (((1, 2), (3, "hard")), False)):
            ledger = Ledger()
            ledger.standings["race"] |= standings_of(*[Rating(mu, 4.0) for mu in (46.0, 20.0, 40.0, 25.0)])
            assert (ledger.judge(result(1, *sides)) is Uncounted.EXPECTED) is expected

    def test_they_are_not_among_the_three_of_a_day(self) -> None:
        ledger = Ledger()
        ledger.standings["race"] |= standings_of(Rating(46.0, 4.0), Rating(20.0, 4.0))
        values = [ledger.judge(result(number, (1,), (2,), places=(1, 2))) for number in range(A_DAY + 1)]
        values += [ledger.judge(result(number, (1,), (2,), places=(2, 1))) for number in range(A_DAY + 1)]
        assert values[: A_DAY + 1] == [Uncounted.EXPECTED] * (A_DAY + 1)
        assert [isinstance(value, Worth) for value in values[A_DAY + 1 :]] == [True] * A_DAY + [False]


Plan = Sequence[tuple[tuple[int, ...], tuple[int, ...]]]
"""The results of a day: who plays, and their places."""


def highest(plan: Plan, days: int) -> int:
    """The most that anybody is shown after so many such days."""
    ledger, number, most = Ledger(), 0, NEW.shown
    for day in range(days):
        for people, places in plan:
            number += 1
            sides = [(person,) for person in people]
            ledger.enter(result(number, *sides, at=NOON + timedelta(days=day), places=places))
        most = max(most, *(standing.rating.shown for standing in ledger.standings["race"].values()))
    return most


class TestTrading:
    """What people who only ever play each other can win."""

    @pytest.mark.parametrize(
        ("plan", "bound"),
        [
            ([((1, 2), (1, 1))], 1500),
            ([((1, 2), (1, 2))], 2046),
            ([((1, 2), (1, 2)), ((1, 2), (1, 2)), ((1, 2), (2, 1))], 1700),
            ([((1, 2), (1, 1)), ((1, 2), (1, 2))], 2000),
            ([((1, 2), (1, 2)), ((1, 3), (1, 2)), ((2, 3), (1, 2)), ((1, 2, 3), (1, 2, 3))], 2400),
            ([((1, 2, 3), (1, 2, 3))], 2500),
            ([((1, 2, 3), (1, 2, 2))], 2450),
            ([((2, 3), (1, 2)), ((1, 2), (1, 2)), ((1, 3), (1, 1))], 2400),
        ],
        ids=["draws", "wins", "two of three", "draws and wins", "a chain", "tables", "a win for one", "a ladder"],
    )
    def test_is_bounded(self, plan: Plan, bound: int) -> None:
        """After three months they've won all that they can, however long they go on."""
        most = highest(list(plan) * A_DAY, 90)
        assert most <= bound
        assert highest(list(plan) * A_DAY, 120) == most

    @settings(max_examples=15)
    @given(st.lists(st.sampled_from([(1, 2), (2, 1), (1, 1)]), min_size=1, max_size=12))
    def test_is_bounded_for_two_whatever_they_agree_on(self, agreed: list[tuple[int, int]]) -> None:
        plan = [((1, 2), places) for places in agreed]
        ledger = Ledger()
        for number in range(120):
            _, places = plan[number % len(plan)]
            ledger.enter(result(number, (1,), (2,), at=NOON + timedelta(days=number // A_DAY), places=places))
            one, other = (ledger.standings["race"][person].rating for person in (1, 2))
            assert max(one.shown, other.shown) <= 2046
            assert one.mu + other.mu == pytest.approx(2 * NEW.mu)  # what one wins, the other loses


class TestComputers:
    def test_the_file_of_each_game_has_the_ratings_that_follow_from_its_ladder(self) -> None:
        """If this fails, more was measured: run `python -m bot ratings computers`."""
        assert [key for key in GAMES if fixed_ratings(key) and fixed_ratings(key) != computers_ratings(key)] == []

    @pytest.mark.parametrize(("sides", "chance"), [(2, 0.9), (4, 0.75)])
    def test_openskill_expects_the_share_of_wins_that_the_ladder_does(self, sides: int, chance: float) -> None:
        above = 400 * log10(chance / (1 - chance))
        ladder = [
            RatingEstimate("strong", 1500 + above, 1400 + above, 1600 + above),
            RatingEstimate("anchor", 1500, 1500, 1500),
        ]
        levels = ["strong", "anchor", "unmeasured"]
        ratings = on_openskills_scale(ladder, levels, anchor="anchor", points=400, sides=sides)
        assert ratings.keys() == {"strong", "anchor"}
        assert ratings["anchor"].mu == NEW.mu
        assert ratings["strong"].sigma == ratings["anchor"].sigma > 0
        # By openskill's own update: what a winner gains says how unexpected that was.
        model = PlackettLuce()
        mus = [ratings["strong"].mu, ratings["anchor"].mu, *[-1000.0] * (sides - 2)]
        teams = [[model.rating(mu=mu, sigma=1e-9)] for mu in mus]
        rest = [float(3 + index) for index in range(sides - 2)]
        gained, lost = (
            model.rate(teams, ranks=[first, 3 - first, *rest], tau=1.0)[0][0].mu - mus[0] for first in (1.0, 2.0)
        )
        assert -lost / (gained - lost) == pytest.approx(chance, abs=0.01)

    def test_what_levels_are_rated(self) -> None:
        """Twice the scale for four sides; sigma is that of the interval of 95 %, the anchor's the least of all."""
        ladder = [
            RatingEstimate("a", 1000, 990, 1010),
            RatingEstimate("b", 1400, 1361, 1439),
            RatingEstimate("c", 600, 404, 796),
        ]
        beta = PlackettLuce().beta
        for sides, points in ((1, 400), (4, 800)):
            assert on_openskills_scale(ladder, ["c", "a", "b"], anchor="a", points=points, sides=sides) == {
                "c": Rating(round(25 - beta * log(10), 3), round(beta * log(10) / 4, 3)),
                "a": Rating(25.0, round(beta * log(10) * 39 / 400 / 1.96, 3)),
                "b": Rating(round(25 + beta * log(10), 3), round(beta * log(10) * 39 / 400 / 1.96, 3)),
            }

    def test_a_level_alone_on_its_ladder_is_rated_like_somebody_new(self) -> None:
        ratings = on_openskills_scale([RatingEstimate("a", 1, 0, 2)], ["a"], anchor="a", points=400, sides=2)
        assert ratings == {"a": Rating(25.0, round(NEW.sigma, 3))}

    def test_what_is_written_is_read_again(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(computers, "FOLDER", tmp_path)
        monkeypatch.setattr(computers, "fixed_ratings", cache(fixed_ratings.__wrapped__))
        assert computers.fixed_ratings("race") == {}
        write_fixed_ratings("race", {"easy": Rating(20.5, 1.25), "hard": Rating(31.0, 2.0)})
        written = (tmp_path / "race.json").read_text("utf-8")
        assert written == '{\n  "easy": [20.5, 1.25],\n  "hard": [31.0, 2.0]\n}\n'
        assert computers.fixed_ratings("race") == {"easy": Rating(20.5, 1.25), "hard": Rating(31.0, 2.0)}

    def test_without_the_anchor_nothing_is_known(self) -> None:
        assert on_openskills_scale([RatingEstimate("a", 1, 0, 2)], ["a"], anchor="b", points=400, sides=2) == {}

    def test_a_game_that_was_not_measured_has_no_rated_computers(self) -> None:
        assert fixed_ratings("race") == {}
