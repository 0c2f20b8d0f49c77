"""Who plays whom in a division, and on which seats."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

LEAST, MOST = 4, 9
"""How many people a division has. It has nine only where five sit at a table (`bot.contests.leagues.divisions`)."""

GROUPS = {
    (4, 3): "012 123 130 203 012 230 301 321",
    (5, 3): "032 140 213 042 314 103 324 201 421 430",
    (6, 3): "041 152 354 103 240 315 432 520",
    (7, 3): "056 231 204 416 325 105 463 062 541 130 524 653 340 612",
    (8, 3): "041 237 156 076 125 304 462 507 314 653 472 261 520 713 630 745",
    (4, 4): "0213 1032 2301 3120",
    (5, 4): "0231 1403 2314 3042 4120",
    (6, 4): "0541 2305 4213 1024 3150 5432",
    (7, 4): "0625 1240 6514 2163 3051 4306 5432",
    (8, 4): "0312 1746 4235 7560 2074 3157 5621 6403",
    (5, 5): "03421 12043 21304 34210",
    (6, 5): "04215 13402 20534 35021 42153 51340",
    (7, 5): "03524 10643 52461 26035 35106 41250 64312",
    (8, 5): "03742 31564 14026 75603 26475 50231 47150 62317",
    (9, 5): "08216 14037 23785 42563 65471 36804 51320 70658 87142",
}
"""The matches of a division of so many people, so many at a table: who sits on each seat, in order.

Everybody plays equally often, at least four times and as seldom as the numbers allow. How often two people meet differs
by one at most, nobody meets somebody never, and how often somebody has each seat differs by one at most.
"""


def schedule(people: int, seats: int) -> list[tuple[int, ...]]:
    """The matches of a division: the people on the seats in order, as numbers from 0.

    Two at a table meet each other once, and everybody begins as often as not, or once more or less. ValueError for
    numbers that there is no schedule for.
    """
    if seats == 2 and people >= LEAST:
        return [match for matches in round_robin(people) for match in matches]
    if (people, seats) not in GROUPS:
        raise ValueError(f"no schedule for {people} people, {seats} at a table")
    return [tuple(map(int, match)) for match in GROUPS[people, seats].split()]


def round_robin(people: int) -> list[list[tuple[int, int]]]:
    """Everybody against everybody, round by round: the circle method. Of an odd number one sits out each time."""
    places = people + people % 2
    circle, rounds = list(range(1, places)), list[list[tuple[int, int]]]()
    for _ in range(places - 1):
        row, matches = [0, *circle], list[tuple[int, int]]()
        for index in range(places // 2):
            low, high = sorted((row[index], row[-1 - index]))
            if high < people:
                matches.append((low, high) if (low + high) % 2 else (high, low))
        rounds.append(matches)
        circle = [circle[-1], *circle[:-1]]
    return rounds


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match of a season that isn't begun. `players` sit on the seats in order."""

    number: int
    players: tuple[int, ...]


def ready(
    planned: Sequence[PlannedMatch],
    playing: Counter[int],
    *,
    at_once: int,
    gone: Collection[int] = (),
    resting: Callable[[int], bool] = lambda player: False,
) -> list[PlannedMatch]:
    """The matches that begin now, in the order of the schedule.

    Nobody plays more than `at_once` at the same time; `playing` counts the matches that each plays now. Matches of
    somebody who is `resting` wait. Those that people are `gone` from are played by the others, if two are left.
    """
    count, begin = Counter(playing), list[PlannedMatch]()
    for match in planned:
        present = [player for player in match.players if player not in gone]
        if len(present) > 1 and all(count[one] < at_once and not resting(one) for one in present):
            count.update(present)
            begin.append(match)
    return begin


def is_off(match: PlannedMatch, gone: Collection[int]) -> bool:
    """Whether a match isn't played any more, as fewer than two of its people are left."""
    return sum(player not in gone for player in match.players) < 2
