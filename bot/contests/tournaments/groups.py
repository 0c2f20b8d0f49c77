"""Tables of three to five: people with about as many points, and as few as possible who have met before."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, permutations
from random import Random

from bot.contests.tournaments.meetings import Field, NoPairing

STARTS = 20
"""From how many arrangements people are exchanged."""

Cost = tuple[int, int]
"""How much people meet again at tables, and how far apart their points are."""


def table_sizes(people: int, sizes: Sequence[int]) -> list[int]:
    """How many sit at each table, the full ones first; the rest have a bye.

    As few as possible have one, and as few tables as possible aren't full.
    """
    full, short = sizes[0], sizes[-1]
    options = [
        (people - count * full - shorts * short, shorts, count)
        for count in range(people // full + 1)
        for shorts in range((people - count * full) // short + 1)
    ]
    _, shorts, count = min(options)
    return [full] * count + [short] * shorts


def tables(field: Field, points: Counter[int]) -> list[tuple[int, ...]]:
    """The tables of the next round with their people in the order of seats; somebody alone has a bye.

    A bye goes to those with the fewest of them, and among these to those with the fewest points, last drawn first.
    Tables are then formed by `points`, and people exchanged until nobody could meet fewer whom they have met before.
    Everybody gets the seats that they have had least. NoPairing for too few people.
    """
    ranking = sorted(field.present, key=lambda player: (-points[player], field.order.index(player)))
    sizes = table_sizes(len(ranking), field.sizes)
    if not sizes:
        raise NoPairing
    byes = Counter(one.players[0] for one in field.meetings if len(one.players) == 1)
    last_first = sorted(ranking, key=lambda player: (byes[player], -ranking.index(player)))
    resting = last_first[: len(ranking) - sum(sizes)]
    playing = [player for player in ranking if player not in resting]
    met = Counter(frozenset(pair) for one in field.meetings for pair in combinations(one.players, 2))
    seating = best_tables(playing, sizes, met, points)
    sat = Counter((player, seat) for one in field.meetings for seat, player in enumerate(one.players))
    return [*(_best_seats(table, sat) for table in seating), *((player,) for player in resting)]


def best_tables(
    playing: Sequence[int], sizes: Sequence[int], met: Counter[frozenset[int]], points: Counter[int]
) -> list[list[int]]:
    """The best tables that exchanging people leads to: from those by points, and from some that mix people.

    For up to ten people, tests compare them with all tables that are possible.
    """

    def cost(table: Iterable[int]) -> Cost:
        pairs = list(combinations(table, 2))
        again = sum(met[frozenset(pair)] ** 2 * 2 + met[frozenset(pair)] for pair in pairs)
        return again, sum(abs(points[one] - points[other]) for one, other in pairs)

    options: list[tuple[Cost, list[list[int]]]] = []
    for start in range(STARTS):
        people = iter(Random(start).sample(playing, len(playing)) if start else playing)  # noqa: S311  # repeatable
        seating = [[next(people) for _ in range(size)] for size in sizes]
        _exchange(seating, cost)
        again, apart = _sum(*map(cost, seating))
        options.append(((again, apart), seating))
        if not again:  # nobody meets anybody again
            break
    return min(options, key=lambda one: one[0])[1]


def _exchange(seating: list[list[int]], cost: Callable[[Iterable[int]], Cost]) -> None:
    """Exchange people of two tables as long as that helps."""
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(seating)), 2):
            for left, right in ((i, j) for i in range(len(seating[one])) for j in range(len(seating[other]))):
                before = _sum(cost(seating[one]), cost(seating[other]))
                _swap(seating, (one, left), (other, right))
                if _sum(cost(seating[one]), cost(seating[other])) < before:
                    better = True
                else:
                    _swap(seating, (one, left), (other, right))


def _sum(*costs: Cost) -> Cost:
    return sum(again for again, _ in costs), sum(apart for _, apart in costs)


def _swap(seating: list[list[int]], one: tuple[int, int], other: tuple[int, int]) -> None:
    (table, left), (opposite, right) = one, other
    seating[table][left], seating[opposite][right] = seating[opposite][right], seating[table][left]


def _best_seats(table: Sequence[int], sat: Counter[tuple[int, int]]) -> tuple[int, ...]:
    return min(permutations(table), key=lambda order: sum((sat[who, seat] + 1) ** 2 for seat, who in enumerate(order)))
