"""Standings: points and how ties are broken (docs/leagues.md)."""

from collections.abc import Sequence

import pytest

from bot.contests.leagues.standings import FinishedMatch, LeagueLine, standings

LOTS = {player: f"{player:02}" for player in range(10)}


def table(players: str, *matches: str, gone: Sequence[int] = ()) -> list[LeagueLine]:
    """Of matches such as "1>2", "1=2" and "3>1=2"."""
    played = []
    for match in matches:
        places, at = dict[int, int](), 1
        for group in match.split(">"):
            tied = [int(one) for one in group.split("=")]
            places |= dict.fromkeys(tied, at)
            at += len(tied)
        played.append(FinishedMatch(tuple(places), tuple(places.values())))
    return standings([int(one) for one in players], played, gone=gone, lots=LOTS)


def order(lines: list[LeagueLine]) -> str:
    return "".join(str(line.player) for line in lines)


def test_each_person_you_place_ahead_of_is_a_point_and_a_shared_place_half() -> None:
    lines = {line.player: line for line in table("1234", "1>2", "1=3", "4>1=2>3")}
    assert {player: line.half_points for player, line in lines.items()} == {1: 6, 2: 3, 3: 1, 4: 6}
    assert lines[1].against == {2: 3, 3: 3, 4: 0}
    assert [lines[player].played for player in (1, 2, 3, 4)] == [3, 2, 2, 1]


@pytest.mark.parametrize(
    ("matches", "expected"),
    [
        (["3>2", "2>1", "1=4", "3=4"], "342"),  # the points
        (["2>1", "1>3", "2=4", "1=4", "3>4", "3=2"], "2134"),  # 1 and 3: the result against each other
        (["2>1", "1>3", "3>4", "3>5"], "321"),  # the same before Sonneborn and Berger, by which 1 would be ahead of 2
        (["1>3", "2>4", "4=5"], "21"),  # Sonneborn and Berger: 2 has beaten somebody who has more
        (["1>4", "2>3", "3=4"], "12"),  # all the same: the lot
    ],
)
def test_ties(matches: list[str], expected: str) -> None:
    assert order(table("12345", *matches)).startswith(expected)


# Some with equal points, nothing from each other and an equal Sonneborn and Berger; the lot prefers smaller numbers.
@pytest.mark.parametrize(
    ("players", "matches", "tied"),
    [
        ("123456", ["3>1>4", "5>1>6", "2>4=6"], "21"),  # a first place and two second ones
        ("1234567", ["2=3=4", "5>1>6", "6>7"], "2341"),  # a shared first place is one too
        ("123456789", ["3>2>4", "5>2>4", "7>8>1>9", "6>8>1>9"], "21"),  # two second places, and two third ones
        ("12345678", ["3>4>1>5>6", "7>8>2>5>6", "3>4>7>8>2"], "21"),  # a third place, and a fifth one as well
    ],
)
def test_first_places_decide_before_the_lot(players: str, matches: list[str], tied: str) -> None:
    assert "".join(one for one in order(table(players, *matches)) if one in tied) == tied


def test_what_somebody_played_who_has_left_does_not_count() -> None:
    lines = table("1234", "1>4", "2>1", "4>3", "1>4>2", gone=[1])
    assert [(line.player, line.half_points, line.played, line.against, line.gone) for line in lines] == [
        (4, 4, 2, {3: 2, 2: 2}, False),
        (2, 0, 1, {4: 0}, False),
        (3, 0, 1, {4: 0}, False),
        (1, 0, 0, {}, True),
    ]


def test_who_was_behind_somebody_that_has_left_was_first() -> None:
    lines = table("123456", "6>2>3", "4>1>5", gone=[6])
    assert [(line.player, line.half_points) for line in lines] == [(4, 4), (2, 2), (1, 2), (3, 0), (5, 0), (6, 0)]


def test_a_match_has_a_place_for_each_of_its_people() -> None:
    with pytest.raises(ValueError, match="shorter"):
        standings([1, 2], [FinishedMatch((1, 2), (1,))], gone=(), lots=LOTS)


def test_each_place_is_held_once() -> None:
    assert [line.place for line in table("1234")] == [1, 2, 3, 4]
