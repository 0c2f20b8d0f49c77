"""What a simulation is made from."""

from collections.abc import Collection
from dataclasses import dataclass

FAR = 600.0
HURRY = 150.0
"""How many times more seldom the bot looks for work in days that pass quickly, and how many times faster people are
where one looks closely."""


@dataclass(frozen=True)
class Plan:
    """What a simulation is made from: the same plan has the same story."""

    seed: int
    days: float = 2.0
    people: int = 8
    often: float = 0.15
    close: bool = False
    """Looks closely: people are in a hurry, and the bot looks for work as often as it really does."""
    without_faults: Collection[int] = ()
    without_people: Collection[str] = ()
    only: Collection[str] = ()
    """The kinds of faults that happen; empty for all."""

    @property
    def stretch(self) -> float:
        """How much more seldom the bot looks for work that nobody has told it of."""
        return 1.0 if self.close else FAR

    @property
    def keen(self) -> float:
        """How much faster people are than usual."""
        return HURRY if self.close else 1.0
