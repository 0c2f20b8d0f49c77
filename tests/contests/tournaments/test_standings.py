"""Points and ties (docs/tournaments.md)."""

from dataclasses import replace

import pytest

from bot.contests.tournaments.meetings import Field, Format, Meeting
from bot.contests.tournaments.standings import TournamentLine, points, table


def field(kind: Format, meetings: list[Meeting], *, people: int = 4, gone: frozenset[int] = frozenset()) -> Field:
    order = range(1, people + 1)
    return Field(kind, (2,), 9, order, gone, meetings, {player: f"{9 - player}" for player in order})


def line(lines: list[TournamentLine], player: int) -> TournamentLine:
    return next(one for one in lines if one.player == player)


def test_a_swiss_bye_is_a_win_and_counts_as_somebody_equal() -> None:
    now = field(Format.SWISS, [Meeting(1, 1, (1, 2), (1, 2)), Meeting(1, 2, (3,), (1,))], people=3)
    assert points(now) == {1: 2, 2: 0, 3: 2}
    resting = line(table(now), 3)
    assert (resting.buchholz, resting.berger, resting.results) == (2, 4, {1: (2, ())})


def test_a_round_robin_bye_is_worth_nothing() -> None:
    now = field(Format.ROUND_ROBIN, [Meeting(1, 1, (1, 2), (1, 1)), Meeting(1, 2, (3,), (1,))], people=3)
    assert points(now) == {1: 1, 2: 1, 3: 0}
    assert line(table(now), 3).buchholz == 0


def test_whoever_is_missing_at_a_table_counts_as_a_shared_place() -> None:
    meetings = [
        Meeting(1, 1, (1, 2, 3, 4), (1, 2, 3, 4)),
        Meeting(1, 2, (5, 6, 7), (1, 2, 2)),
        Meeting(1, 3, (8,), (1,)),
    ]
    assert points(replace(field(Format.GROUPS, meetings, people=8), sizes=(4, 3))) == {
        1: 6,
        2: 4,
        3: 2,
        4: 0,
        5: 5,
        6: 2,
        7: 2,
        8: 3,
    }


def test_a_table_has_a_place_for_each_of_its_people() -> None:
    with pytest.raises(ValueError, match="shorter"):
        points(field(Format.SWISS, [Meeting(1, 1, (1, 2), (1,))]))


def test_a_table_that_is_still_played_is_worth_nothing_yet() -> None:
    now = field(Format.SWISS, [Meeting(1, 1, (1, 2))])
    assert points(now) == {}
    assert [one.results for one in table(now)] == [{}] * 4


def test_while_a_round_is_played_equal_points_share_a_place_and_who_lost_stands_above_nobody() -> None:
    meetings = [Meeting(1, 1, (3, 4), (1, 2)), Meeting(1, 2, (1, 2)), Meeting(1, 3, (5,), (1,))]
    lines = table(field(Format.SWISS, meetings, people=6, gone=frozenset({6})))
    assert [(one.place, one.player) for one in lines] == [(1, 3), (1, 5), (3, 1), (3, 2), (3, 4), (6, 6)]
    finished = table(field(Format.SWISS, [*meetings[:1], Meeting(1, 2, (1, 2), (1, 2)), meetings[2]], people=6))
    assert [one.place for one in finished] == [1, 2, 3, 4, 5, 6]


def test_buchholz_comes_first_among_equals() -> None:
    meetings = [
        Meeting(1, 1, (1, 3), (1, 2)),
        Meeting(1, 2, (2, 4), (1, 2)),
        Meeting(2, 1, (3, 4), (1, 2)),
    ]
    lines = table(field(Format.SWISS, meetings))
    assert [one.player for one in lines[:3]] == [1, 3, 2]
    assert [(one.half_points, one.buchholz) for one in lines] == [(2, 2), (2, 2), (2, 0), (0, 4)]


def test_then_sonneborn_and_berger() -> None:
    """1 has drawn with 4, who has three half points, and with 3; 2 has beaten 3 and lost to 4."""
    meetings = [
        Meeting(1, 1, (2, 3), (1, 2)),
        Meeting(1, 2, (1, 4), (1, 1)),
        Meeting(2, 1, (1, 3), (1, 1)),
        Meeting(2, 2, (2, 4), (2, 1)),
    ]
    lines = table(field(Format.SWISS, meetings))
    assert [(one.place, one.player, one.half_points, one.buchholz, one.berger) for one in lines] == [
        (1, 4, 3, 4, 6),
        (2, 1, 2, 4, 4),
        (3, 2, 2, 4, 2),
        (4, 3, 1, 4, 2),
    ]


def test_then_the_points_from_each_other_if_all_have_met() -> None:
    meetings = [
        Meeting(1, 1, (2, 1), (2, 1)),
        Meeting(1, 2, (3, 4), (1, 1)),
        Meeting(2, 1, (2, 3), (1, 2)),
        Meeting(2, 2, (1, 4), (2, 1)),
        Meeting(3, 1, (2, 4), (1, 1)),
        Meeting(3, 2, (1, 3), (1, 1)),
    ]
    lines = table(field(Format.SWISS, meetings))
    tied = [one for one in lines if one.half_points == 3]
    assert {one.player for one in tied} == {1, 2}
    assert len({(one.buchholz, one.berger) for one in tied}) == 1
    assert [one.player for one in tied] == [1, 2]  # the lot prefers 2


def test_points_from_each_other_do_not_count_where_some_of_the_tied_have_not_met() -> None:
    """2 has drawn with 4 and with 6, who haven't met."""
    pairs = [[(2, 3), (1, 6), (4, 5)], [(3, 5), (2, 6), (1, 4)], [(1, 3), (2, 4), (5, 6)]]
    won = {(3, 5): (2, 1), (1, 3): (2, 1)}
    meetings = [
        Meeting(round_, number, pair, won.get(pair, (1, 1)))
        for round_, tables in enumerate(pairs, 1)
        for number, pair in enumerate(tables, 1)
    ]
    lines = table(field(Format.SWISS, meetings, people=6))
    assert len({(one.half_points, one.buchholz, one.berger) for one in lines[1:4]}) == 1
    assert [one.player for one in lines] == [5, 6, 4, 2, 3, 1]


def test_last_the_lot() -> None:
    lines = table(field(Format.SWISS, [Meeting(1, 1, (1, 2), (1, 1)), Meeting(1, 2, (3, 4), (1, 1))]))
    assert [one.player for one in lines] == [4, 3, 2, 1]


def test_who_has_left_comes_last_and_what_they_played_counts() -> None:
    meetings = [Meeting(1, 1, (1, 2), (1, 2)), Meeting(1, 2, (3, 4), (1, 2))]
    lines = table(field(Format.SWISS, meetings, gone=frozenset({1})))
    assert [(one.player, one.half_points, one.gone) for one in lines] == [
        (3, 2, False),
        (4, 0, False),
        (2, 0, False),
        (1, 2, True),
    ]
    assert line(lines, 2).buchholz == 2
