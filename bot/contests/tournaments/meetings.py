"""What a tournament consists of: its kind, its rounds, and who has met whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Format(StrEnum):
    """How a tournament is played."""

    SWISS = "swiss"
    GROUPS = "groups"
    KNOCKOUT = "knockout"
    ROUND_ROBIN = "round_robin"


LATE_UNTIL = 2
"""The round by whose beginning somebody must have joined."""

TAKES_LATE = (Format.SWISS, Format.GROUPS)
"""The kinds in which people may come late: the others' schedules follow from who is there at the start."""

MOST = {Format.SWISS: 64, Format.GROUPS: 64, Format.KNOCKOUT: 32, Format.ROUND_ROBIN: 16}
"""How many people can play."""

ROUNDS = range(1, 12)
"""How many rounds a tournament may have whose kind doesn't say so."""

GROUP_ROUNDS = 4
"""How many rounds groups have unless the organiser says otherwise."""

MAIN, PLATE = 0, 1
"""The brackets of a knock-out."""


def seats_of(kind: Format) -> range:
    """How many people sit at a table."""
    return range(3, 6) if kind is Format.GROUPS else range(2, 3)


def least(kind: Format, seats: int) -> int:
    """How many people a tournament needs."""
    return {Format.GROUPS: seats, Format.ROUND_ROBIN: 3}.get(kind, 4)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table of a round: the people on its seats in order, and the place of each (1 = first, equal places are shared).

    `places` is None while it is played. Somebody alone has a bye, or their opponent has left. `number` is that of the
    table in the round, from 1. In a knock-out `bracket` is `MAIN` or `PLATE`, and a drawn match is played `again`.
    """

    round: int
    number: int
    players: tuple[int, ...]
    places: tuple[int, ...] | None = None
    bracket: int = MAIN
    again: bool = False

    @property
    def placed(self) -> list[tuple[int, int]]:
        """The people with their places; nobody while it is played."""
        return [] if self.places is None else list(zip(self.players, self.places, strict=True))


@dataclass(frozen=True, slots=True)
class Field:
    """A tournament as far as it has been played.

    `order` has everybody who plays or has played, as they were drawn; those who came late come last. `gone` are those
    of them who have left. `sizes` are how many may sit at a table, the wanted number first.
    """

    kind: Format
    sizes: tuple[int, ...]
    rounds: int
    order: Sequence[int]
    gone: frozenset[int]
    meetings: Sequence[Meeting]
    lots: Mapping[int, str]

    @property
    def seats(self) -> int:
        """How many sit at a full table."""
        return self.sizes[0]

    @property
    def present(self) -> list[int]:
        """The people who still play, in the order of the draw."""
        return [player for player in self.order if player not in self.gone]


class NoPairing(Exception):
    """Nobody is left whom everybody could meet: the tournament ends early."""
