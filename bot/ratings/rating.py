"""A player's rating, and how one result changes it."""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

PROVISIONAL = 5.0
"""Above this sigma, a rating is uncertain and shown with a question mark."""

_MODEL = PlackettLuce()


class Rating(NamedTuple):
    """How strong someone is believed to be, and how uncertain that is: a normal distribution."""

    mu: float
    sigma: float

    @property
    def points(self) -> float:
        """A strength that the player very likely exceeds; leaderboards sort by it."""
        return self.mu - 3 * self.sigma

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(1000 + 40 * self.points)

    @property
    def is_provisional(self) -> bool:
        """Whether it is still uncertain."""
        return self.sigma > PROVISIONAL


NEW = Rating(_MODEL.mu, _MODEL.sigma)
"""A new player's rating."""


def rate(sides: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """All players' ratings after a result, from the ratings of each side's players and the places of the sides.

    1 is the best place, and equal places are shared. Plackett-Luce with openskill's default parameters.
    """
    teams = [[_MODEL.create_rating([one.mu, one.sigma]) for one in side] for side in sides]
    return [[Rating(one.mu, one.sigma) for one in team] for team in _MODEL.rate(teams, ranks=list(map(float, places)))]
