"""Schedules: everybody meets everybody as equally often as possible, and has each seat (docs/leagues.md)."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from bot.contests.leagues.schedules import GROUPS, LEAST, MOST, PlannedMatch, is_off, ready, schedule


def meetings(matches: list[tuple[int, ...]], people: int) -> list[int]:
    """How often each two people meet."""
    met = Counter(frozenset(pair) for match in matches for pair in combinations(match, 2))
    return [met[frozenset(pair)] for pair in combinations(range(people), 2)]


@pytest.mark.parametrize("people", range(LEAST, MOST))
def test_two_at_a_table_meet_each_other_once_with_the_colours_balanced(people: int) -> None:
    matches = schedule(people, 2)
    assert set(meetings(matches, people)) == {1}
    begins = Counter(first for first, _ in matches)
    assert all(abs(2 * begins[player] - (people - 1)) <= 1 for player in range(people))


@pytest.mark.parametrize(("people", "seats"), GROUPS)
def test_in_groups_everybody_meets_everybody_as_equally_often_as_possible(people: int, seats: int) -> None:
    matches = schedule(people, seats)
    assert all(len(set(match)) == seats for match in matches)
    (each,) = set(Counter(player for match in matches for player in match).values())
    assert each == min(number for number in range(4, 20) if number * people % seats == 0)
    counts = meetings(matches, people)
    assert min(counts) >= 1
    assert max(counts) - min(counts) <= 1
    for seat in range(seats):
        on_it = Counter(match[seat] for match in matches)
        assert {on_it[player] for player in range(people)} <= {each // seats, -(-each // seats)}


@pytest.mark.thorough
@pytest.mark.parametrize(("people", "seats"), [(4, 3), (5, 4), (6, 5), (6, 4), (5, 3)])
def test_no_other_groups_are_more_equal(people: int, seats: int) -> None:
    """Against an exhaustive search over all sets of as many matches."""
    pairs = [frozenset(pair) for pair in combinations(range(people), 2)]
    index = {pair: number for number, pair in enumerate(pairs)}
    tables = [
        (table, [index[frozenset(pair)] for pair in combinations(table, 2)])
        for table in combinations(range(people), seats)
    ]
    ours = schedule(people, seats)
    best = sum(count * count for count in meetings(ours, people))
    each = len(ours) * seats // people
    for chosen in combinations_with_replacement(tables, len(ours)):
        counts, plays = [0] * len(pairs), [0] * people
        for table, met in chosen:
            for player in table:
                plays[player] += 1
            for pair in met:
                counts[pair] += 1
        assert any(number != each for number in plays) or sum(count * count for count in counts) >= best


@pytest.mark.parametrize(("people", "seats"), [(3, 2), (3, 3), (10, 3), (9, 4)])
def test_there_is_no_schedule_for_other_numbers(people: int, seats: int) -> None:
    with pytest.raises(ValueError, match="no schedule"):
        schedule(people, seats)


PLAN = [
    PlannedMatch(number, players) for number, players in enumerate([(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3)])
]


class TestReady:
    """Matches begin as others end."""

    def test_nobody_plays_more_at_once_than_the_league_says(self) -> None:
        assert [one.number for one in ready(PLAN, Counter(), at_once=2)] == [0, 1, 2, 3]
        assert [one.number for one in ready(PLAN, Counter({1: 2}), at_once=2)] == [1, 3, 5]
        assert [one.number for one in ready(PLAN, Counter(), at_once=1)] == [0, 1]

    def test_the_matches_of_somebody_on_vacation_wait(self) -> None:
        assert [one.number for one in ready(PLAN, Counter(), at_once=2, resting=lambda one: one == 4)] == [0, 2, 5]

    def test_who_has_left_plays_no_more(self) -> None:
        assert [one.number for one in ready(PLAN, Counter(), at_once=3, gone={4})] == [0, 2, 5]
        assert [one.number for one in PLAN if is_off(one, {4})] == [1, 3, 4]

    def test_the_others_at_a_table_play_without_who_has_left(self) -> None:
        table = PlannedMatch(0, (1, 2, 3))
        assert ready([table], Counter(), at_once=1, gone={3}) == [table]
        assert ready([table], Counter(), at_once=1, gone={2, 3}) == []
