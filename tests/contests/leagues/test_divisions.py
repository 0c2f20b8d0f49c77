"""Divisions: who plays where (docs/leagues.md)."""

import random
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.contests.leagues.divisions import SIZES, LastSeason, assign_divisions, least, quarter, sizes
from bot.contests.leagues.schedules import LEAST, MOST, schedule

SEED = bytes(32)


@given(people=st.integers(4, 200), wanted=st.sampled_from(SIZES), seats=st.integers(2, 5))
def test_every_division_can_play_and_all_are_about_equal(people: int, wanted: int, seats: int) -> None:
    wanted = max(wanted, seats)
    if people < least(seats):
        return
    divisions = sizes(people, wanted, seats)
    assert sum(divisions) == people
    assert max(divisions) - min(divisions) <= 1
    assert min(divisions) >= least(seats)
    for size in divisions:
        assert schedule(size, seats)


@pytest.mark.parametrize(
    ("people", "wanted", "seats", "divisions"),
    [(64, 8, 2, [8] * 8), (9, 8, 2, [5, 4]), (7, 4, 2, [7]), (11, 4, 2, [6, 5]), (9, 6, 5, [9]), (4, 8, 3, [4])],
)
def test_numbers_of_people(people: int, wanted: int, seats: int, divisions: list[int]) -> None:
    assert sizes(people, wanted, seats) == divisions


def test_divisions_have_four_to_nine_people_and_nine_only_where_five_sit_at_a_table() -> None:
    """docs/leagues.md: a league wants four to eight."""
    assert [*SIZES] == [4, 5, 6, 7, 8]
    found = {
        seats: {size for people in range(least(seats), 70) for wanted in SIZES for size in sizes(people, wanted, seats)}
        for seats in range(2, 6)
    }
    assert {seats: (min(each), max(each)) for seats, each in found.items()} == {
        2: (4, 8),
        3: (4, 8),
        4: (4, 8),
        5: (5, 9),
    }
    assert (min(map(min, found.values())), max(map(max, found.values()))) == (LEAST, MOST)


def test_too_few_people_play_no_season() -> None:
    with pytest.raises(ValueError, match="too few"):
        sizes(4, 8, 5)


@pytest.mark.parametrize("people", range(4, 17))
def test_in_groups_of_four_everybody_plays_equally_often_and_meets_everybody(people: int) -> None:
    for division in assign_divisions(range(people), wanted=8, seats=4, seed=SEED, last={}, ratings={}):
        matches = [{division[seat] for seat in match} for match in schedule(len(division), 4)]
        assert len({sum(player in match for match in matches) for player in division}) == 1
        assert all(set(division) == set().union(*(match for match in matches if one in match)) for one in division)


@pytest.mark.parametrize(
    ("division", "place", "people", "target"),
    [
        (2, 1, 4, 1),
        (2, 2, 4, 2),
        (2, 4, 4, 3),
        (1, 1, 8, 1),
        (3, 2, 8, 2),
        (3, 6, 8, 3),
        (3, 7, 8, 4),
        (2, 7, 7, 3),
        (2, 2, 7, 2),
        (2, 5, 6, 2),
        (2, 7, 9, 2),
    ],
)
def test_the_top_quarter_goes_up_and_the_bottom_quarter_down(
    division: int, place: int, people: int, target: int
) -> None:
    assert LastSeason(division, place, people).target == target


def test_last_seasons_places_come_first_and_newcomers_follow_by_rating() -> None:
    last = {number: LastSeason(1 + (number - 1) // 4, 1 + (number - 1) % 4, 4) for number in range(1, 9)}
    divisions = assign_divisions(
        [*range(1, 9), 11, 12, 13, 14], wanted=4, seats=2, seed=SEED, last=last, ratings={12: 20.0, 11: 5.0}
    )
    assert [set(division) for division in divisions] == [{1, 2, 3, 5}, {4, 6, 7, 8}, {11, 12, 13, 14}]


def test_places_of_those_who_left_the_league_are_filled_from_below() -> None:
    last = {number: LastSeason(1, number, 4) for number in range(1, 5)}
    divisions = assign_divisions(
        [1, 2, 3, 21, 22, 23, 24, 25], wanted=4, seats=2, seed=SEED, last=last, ratings={24: 9.0, 25: 1.0}
    )
    assert set(divisions[0]) == {1, 2, 3, 24}


def test_the_same_seed_gives_the_same_divisions_and_another_one_others() -> None:
    def drawn(seed: bytes) -> list[list[int]]:
        return assign_divisions(range(20), wanted=5, seats=2, seed=seed, last={}, ratings={})

    assert drawn(SEED) == drawn(SEED)
    assert drawn(SEED) != drawn(b"another" + bytes(25))


@pytest.mark.parametrize("newcomers", [0, 1, 2, 3, 6])
def test_the_winner_of_a_division_goes_up_whoever_joins(newcomers: int) -> None:
    last = {6 * division + place: LastSeason(1 + division, place, 6) for division in range(2) for place in range(1, 7)}
    divisions = assign_divisions(
        range(1, 13 + newcomers), wanted=6, seats=2, seed=SEED, last=last, ratings={13: 40.0, 14: 39.0}
    )
    assert {1, 2, 3, 4, 7} <= set(divisions[0])


def test_of_a_division_that_shrinks_the_last_go_down_and_the_best_of_the_one_below_come_up() -> None:
    """12 people in two divisions become 13 in three, of 5, 4 and 4."""
    last = {6 * division + place: LastSeason(1 + division, place, 6) for division in range(2) for place in range(1, 7)}
    divisions = assign_divisions(range(1, 14), wanted=6, seats=2, seed=SEED, last=last, ratings={})
    assert [set(division) for division in divisions] == [{1, 2, 3, 4, 7}, {5, 6, 8, 9}, {10, 11, 12, 13}]


@pytest.mark.sample(5, rest="thorough")
@pytest.mark.parametrize("case", range(20))
def test_the_top_quarter_of_every_lower_division_rises(case: int) -> None:
    """A hundred leagues per case, each over three seasons in which people come, leave and come back."""
    chosen = random.Random(case)
    for _ in range(100):
        seats, wanted = chosen.choice([2, 2, 3, 4, 5]), chosen.choice(SIZES)
        wanted, numbers = max(wanted, seats), count(1)
        people = [next(numbers) for _ in range(chosen.randrange(least(seats), 60))]
        away, last = set[int](), dict[int, LastSeason]()
        for _ in range(3):
            ratings = {one: chosen.uniform(0, 40) for one in people if chosen.random() < 0.5}
            divisions = assign_divisions(
                people, wanted=wanted, seats=seats, seed=chosen.randbytes(32), last=last, ratings=ratings
            )
            assert sorted(one for division in divisions for one in division) == sorted(people)
            assert [len(division) for division in divisions] == sizes(len(people), wanted, seats)
            playing_in = {one: number for number, division in enumerate(divisions, start=1) for one in division}
            before = {one: last[one] for one in people if one in last}
            for one, was in before.items():
                if was.division > 1 and was.place <= quarter(was.people):
                    assert playing_in[one] < was.division
            for one, other in pairwise(sorted(before, key=lambda one: (before[one].division, before[one].place))):
                if before[one].division == before[other].division:  # nobody is sent below those who came behind
                    assert playing_in[one] <= playing_in[other]
            last = {}
            for number, division in enumerate(divisions, start=1):
                table = chosen.sample(division, len(division))
                last |= {one: LastSeason(number, place, len(table)) for place, one in enumerate(table, start=1)}
            leaving = {one for one in people if chosen.random() < chosen.choice([0, 0.1, 0.5])}
            coming = {one for one in away if chosen.random() < 0.5}
            new = [next(numbers) for _ in range(chosen.choice([0, 1, 2, 3, 20]))]
            people = [one for one in people if one not in leaving] + [*coming, *new]
            away = (away | leaving) - coming
            people += [next(numbers) for _ in range(least(seats) - len(people))]
            last = {one: place for one, place in last.items() if one not in leaving}
