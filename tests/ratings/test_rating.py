"""Ratings on their own: numbers, the ledger, and what computers are rated."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.players.levels import LEVELS
from bot.ratings.computers import ANCHOR, FOLDER, fitted, fixed
from bot.ratings.ledger import A_DAY, Ledger, Result
from bot.ratings.rating import NEW, Rating, rated
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
        assert rated([[Rating(*one) for one in side] for side in sides], places) == expected

    def test_whoever_wins_gains_and_a_shared_place_between_equals_changes_no_mu(self) -> None:
        ((winner,), (loser,)) = rated([[NEW], [NEW]], [1, 2])
        assert winner.points > NEW.points > loser.points
        ((one,), (other,)) = rated([[NEW], [NEW]], [1, 1])
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
    @pytest.mark.parametrize("key", GAMES)
    def test_the_file_of_a_game_has_the_ratings_that_follow_from_what_was_measured(self, key: str) -> None:
        document = json.loads((FOLDER / f"{key}.json").read_text("utf-8"))
        assert fixed(key) == fitted(document["measured"], list(LEVELS))
        assert fixed(key).keys() == LEVELS.keys()
        mus = [fixed(key)[level].mu for level in LEVELS]
        assert mus == sorted(mus)
        assert fixed(key)[ANCHOR].mu == NEW.mu

    def test_the_fit_finds_the_strengths_that_shares_of_wins_follow_from(self) -> None:
        """A wins 3 of 4 against the anchor, and that 9 of 10 against B: the odds are 3 and 1/9."""
        measured = [
            {"first": "a", "second": ANCHOR, "won": 300_000, "matches": 400_000, "sides": 2},
            {"first": ANCHOR, "second": "b", "won": 900_000, "matches": 1_000_000, "sides": 2},
        ]
        ratings = fitted(measured, ["a", "b", ANCHOR, "unmeasured"])
        assert ratings.keys() == {"a", "b", ANCHOR}
        for level, chance in (("a", 0.75), ("b", 0.1)):
            model = PlackettLuce()
            mine, anchor = ([model.rating(mu=ratings[one].mu, sigma=1e-9)] for one in (level, ANCHOR))
            # The chance to win by openskill's own update: what the winner gains says how unexpected it was.
            gained = model.rate([mine, anchor], ranks=[1.0, 2.0], tau=1.0)[0][0].mu - mine[0].mu
            lost = model.rate([mine, anchor], ranks=[2.0, 1.0], tau=1.0)[0][0].mu - mine[0].mu
            assert -lost / (gained - lost) == pytest.approx(chance, abs=0.01)

    def test_a_game_that_was_not_measured_has_no_rated_computers(self) -> None:
        assert fixed("race") == {}
