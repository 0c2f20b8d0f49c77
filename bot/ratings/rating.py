"""What somebody is rated, and how one result changes that."""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

PROVISIONAL = 5.0
"""With a larger sigma a rating is still uncertain, and shown with a question mark."""

_MODEL = PlackettLuce()


class Rating(NamedTuple):
    """How strong somebody is believed to be, and how uncertain that is: a normal distribution."""

    mu: float
    sigma: float

    @property
    def points(self) -> float:
        """By how much one is very likely as strong at least; leaderboards go by it."""
        return self.mu - 3 * self.sigma

    @property
    def shown(self) -> int:
        """The number that people read."""
        return round(1000 + 40 * self.points)

    @property
    def is_provisional(self) -> bool:
        """Whether it is still uncertain."""
        return self.sigma > PROVISIONAL


NEW = Rating(_MODEL.mu, _MODEL.sigma)
"""What everybody is rated at first."""


def rated(sides: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """What all players are rated after a result: the ratings of each side's players, and the places of the sides.

    1 is the best place, and equal places are shared. Plackett-Luce with openskill's own parameters.
    """
    teams = [[_MODEL.create_rating([one.mu, one.sigma]) for one in side] for side in sides]
    return [[Rating(one.mu, one.sigma) for one in team] for team in _MODEL.rate(teams, ranks=list(map(float, places)))]
