"""Tables of three to five: people with about as many points, and as few as possible who have met before."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from bot.tournaments.meetings import Field, Meeting, NoPairing


def table_sizes(people: int, sizes: Sequence[int]) -> list[int]:
    """How many sit at each table, the full ones first; the rest have a bye.

    As few as possible have one, and as few tables as possible aren't full.
    """
    full, short = sizes[0], sizes[-1]
    options = [
        (people - count * full - shorts * short, shorts, count)
        for count in range(people // full + 1)
        for shorts in range((people - count * full) // short + 1 if short < full else 1)
    ]
    _, shorts, count = min(options)
    return [full] * count + [short] * shorts


def tables(field: Field, points: Counter[int]) -> list[tuple[int, ...]]:
    """The tables of the next round with their people in the order of seats; somebody alone has a bye.

    A bye goes to those with the fewest of them, and among these to those with the fewest points, last drawn first.
    Tables are then formed by `points`, and people exchanged until nobody could meet fewer whom they have met before.
    Everybody gets the seats that they have had least. NoPairing for too few people.
    """
    ranked = sorted(field.present, key=lambda player: (-points[player], field.order.index(player)))
    sizes = table_sizes(len(ranked), field.sizes)
    if not sizes:
        raise NoPairing
    byes = Counter(one.players[0] for one in field.meetings if len(one.players) == 1)
    last_first = sorted(ranked, key=lambda player: (byes[player], -ranked.index(player)))
    resting = last_first[: len(ranked) - sum(sizes)]
    playing = iter([player for player in ranked if player not in resting])
    formed = [[next(playing) for _ in range(size)] for size in sizes]
    _exchange(formed, _met(field.meetings), points)
    sat = Counter((player, seat) for one in field.meetings for seat, player in enumerate(one.players))
    return [*(_seated(table, sat) for table in formed), *((player,) for player in resting)]


def _met(meetings: Iterable[Meeting]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for one in meetings for pair in combinations(one.players, 2))


def _exchange(formed: list[list[int]], met: Counter[frozenset[int]], points: Counter[int]) -> None:
    """Exchange people of two tables as long as that helps."""

    def cost(table: Iterable[int]) -> tuple[int, int]:
        pairs = list(combinations(table, 2))
        again = sum(met[frozenset(pair)] ** 2 * 2 + met[frozenset(pair)] for pair in pairs)
        return again, sum(abs(points[one] - points[other]) for one, other in pairs)

    better = True
    while better:
        better = False
        for one, other in combinations(range(len(formed)), 2):
            for left, right in ((i, j) for i in range(len(formed[one])) for j in range(len(formed[other]))):
                before = _sum(cost(formed[one]), cost(formed[other]))
                _swap(formed, (one, left), (other, right))
                if _sum(cost(formed[one]), cost(formed[other])) < before:
                    better = True
                else:
                    _swap(formed, (one, left), (other, right))


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _swap(formed: list[list[int]], one: tuple[int, int], other: tuple[int, int]) -> None:
    (table, left), (opposite, right) = one, other
    formed[table][left], formed[opposite][right] = formed[opposite][right], formed[table][left]


def _seated(table: Sequence[int], sat: Counter[tuple[int, int]]) -> tuple[int, ...]:
    return min(permutations(table), key=lambda order: sum((sat[who, seat] + 1) ** 2 for seat, who in enumerate(order)))
