"""A player's rating, and how one result changes it."""

from collections.abc import Iterator, Sequence
from itertools import chain, permutations, product
from math import fsum
from typing import NamedTuple

from openskill.models import PlackettLuce

CERTAIN = 6.5
"""Above this sigma, a rating is uncertain and shown with a question mark: for some ten matches of two, 16 of five."""

POINTS = 40
"""How much one of mu is worth in the number that people see."""

_MODEL = PlackettLuce()


class Rating(NamedTuple):
    """How strong someone is believed to be, and how uncertain that is: a normal distribution."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(1500 + POINTS * (self.mu - 25))

    @property
    def is_provisional(self) -> bool:
        """Whether it is still uncertain."""
        return self.sigma > CERTAIN


NEW = Rating(_MODEL.mu, _MODEL.sigma)
"""A new player's rating."""


def rate(sides: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """All players' ratings after a result, from the ratings of each side's players and the places of the sides.

    1 is the best place. Plackett-Luce with openskill's default parameters. Its own treatment of shared places lets some
    gain less than those behind them (issues 155 and 201 of openskill.py), so the sides that share one are rated in
    every order in which they could have come, at most 120 for five sides, and each player gets the mean.
    """
    outcomes = [_rate_in_order(sides, order) for order in _orders(places)]
    return [
        [
            Rating(*(fsum(values) / len(values) for values in zip(*ratings, strict=True)))
            for ratings in zip(*side, strict=True)
        ]
        for side in zip(*outcomes, strict=True)
    ]


def _orders(places: Sequence[int]) -> Iterator[list[int]]:
    """The results without shared places that a result stands for: each a list of the sides, the best first."""
    sides_by_place = [[side for side, own in enumerate(places) if own == place] for place in sorted(set(places))]
    for orders in product(*map(permutations, sides_by_place)):
        yield list(chain.from_iterable(orders))


def _rate_in_order(sides: Sequence[Sequence[Rating]], order: Sequence[int]) -> list[list[Rating]]:
    teams = [[_MODEL.create_rating([one.mu, one.sigma]) for one in side] for side in sides]
    ranks = [float(order.index(side)) for side in range(len(sides))]
    return [[Rating(one.mu, one.sigma) for one in team] for team in _MODEL.rate(teams, ranks=ranks)]
