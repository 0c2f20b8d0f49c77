"""Ratings on their own: numbers, the ledger, and what computers are rated."""

from datetime import UTC, datetime, timedelta
from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.command_line.ratings import computers_ratings
from bot.players.ladder import Rating as Step
from bot.ratings.computers import fixed_ratings, on_openskills_scale
from bot.ratings.ledger import A_DAY, Ledger, Result
from bot.ratings.rating import NEW, Rating, rate
from bot.rules import GAMES

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def result(number: int, *sides: tuple[int | str, ...], at: datetime = NOON, places: tuple[int, ...] = ()) -> Result:
    return Result(
        number, number, "race", at, sides, places or tuple(range(1, len(sides) + 1)), {"hard": Rating(30.0, 2.0)}
    )


PLAYERS = st.lists(st.tuples(st.floats(-20, 60), st.floats(0.5, 9)), min_size=1, max_size=3)


class TestNumbers:
    @pytest.mark.parametrize(
        ("rating", "shown", "provisional"),
        [(NEW, 1000, True), (Rating(25.0, 5.0), 1400, False), (Rating(31.2, 1.1), 2116, False)],
    )
    def test_a_rating_is_shown_as_1000_and_40_for_each_point_of_mu_less_3_sigma(
        self, rating: Rating, shown: int, provisional: bool
    ) -> None:
        assert (rating.shown, rating.is_provisional) == (shown, provisional)

    @given(
        st.lists(
            st.lists(st.tuples(st.floats(-20, 60), st.floats(0.5, 9)), min_size=1, max_size=3), min_size=2, max_size=5
        ),
        st.data(),
    )
    def test_a_result_is_worth_what_openskill_says(
        self, sides: list[list[tuple[float, float]]], data: st.DataObject
    ) -> None:
        places = data.draw(st.lists(st.integers(1, 5), min_size=len(sides), max_size=len(sides)))
        model = PlackettLuce()
        teams = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in side] for side in sides]
        expected = [[(one.mu, one.sigma) for one in team] for team in model.rate(teams, ranks=[*map(float, places)])]
        assert rate([[Rating(*one) for one in side] for side in sides], places) == expected

    def test_winners_gain_and_a_shared_place_between_equals_changes_no_mu(self) -> None:
        ((winner,), (loser,)) = rate([[NEW], [NEW]], [1, 2])
        assert winner.points > NEW.points > loser.points
        ((one,), (other,)) = rate([[NEW], [NEW]], [1, 1])
        assert one.mu == other.mu == pytest.approx(NEW.mu)


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


class TestComputers:
    def test_the_file_of_each_game_has_the_ratings_that_follow_from_its_ladder(self) -> None:
        """If this fails, more was measured: run `python -m bot ratings computers`."""
        assert [key for key in GAMES if fixed_ratings(key) and fixed_ratings(key) != computers_ratings(key)] == []

    @pytest.mark.parametrize(("sides", "chance"), [(2, 0.9), (4, 0.75)])
    def test_openskill_expects_the_share_of_wins_that_the_ladder_does(self, sides: int, chance: float) -> None:
        above = 400 * log10(chance / (1 - chance))
        ladder = [Step("strong", 1500 + above, 1400 + above, 1600 + above), Step("anchor", 1500, 1500, 1500)]
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

    def test_without_the_anchor_nothing_is_known(self) -> None:
        assert on_openskills_scale([Step("a", 1, 0, 2)], ["a"], anchor="b", points=400, sides=2) == {}

    def test_a_game_that_was_not_measured_has_no_rated_computers(self) -> None:
        assert fixed_ratings("race") == {}
