"""How a division stands."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

WIN, DRAW = 2, 1
"""Half points for each person at the table whom one has beaten, or shares a place with."""


def half_points(place: int, other: int) -> int:
    """What a place brings against another one."""
    return WIN * (place < other) + DRAW * (place == other)


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that has ended: its people, and the place of each (1 = winner, equal places are shared)."""

    players: tuple[int, ...]
    places: tuple[int, ...]


def shared_places(sorted_keys: Sequence[Any]) -> list[int]:
    """The place of each of these keys, which are sorted, the best first; equal ones share the first of their places."""
    return [1 + bisect_left(sorted_keys, key) for key in sorted_keys]


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """Somebody's line of the table. `half_points` are half points; `against` has those from each opponent met.

    Somebody who is `gone` has left the season: nothing counts that they played.
    """

    place: int
    player: int
    half_points: int
    played: int
    against: Mapping[int, int]
    gone: bool


def standings(
    players: Sequence[int], matches: Sequence[FinishedMatch], *, gone: Collection[int], lots: Mapping[int, str]
) -> list[LeagueLine]:
    """The table, best first; each place is held once.

    You get a point for each person at a table whom you place ahead of, and half a point for each you share a place
    with; meetings with somebody who has left don't count. Ties are broken by the points from each other, then by
    Sonneborn and Berger (what each opponent has, times what you got from them), then by how many first places, second
    places and so on you had, and last by the lot.
    """
    against: dict[int, Counter[int]] = {player: Counter() for player in players}
    ahead: dict[int, list[int]] = {player: [] for player in players}  # how many were ahead, in each match
    for match in matches:
        present = [one for one in zip(match.players, match.places, strict=True) if one[0] not in gone]
        if len(present) < 2:
            continue
        for player, place in present:
            ahead[player].append(sum(other < place for _, other in present))
        for (one, place), (other, other_place) in combinations(present, 2):
            against[one][other] += half_points(place, other_place)
            against[other][one] += half_points(other_place, place)
    total = {player: sum(against[player].values()) for player in players}

    def order(player: int) -> tuple[bool, int, int, int, tuple[int, ...], str]:
        tied = [other for other in players if total[other] == total[player]]
        berger = sum(value * total[other] for other, value in against[player].items())
        places = tuple(-ahead[player].count(place) for place in range(5))
        mutual = sum(against[player][other] for other in tied)
        return player in gone, -total[player], -mutual, -berger, places, lots[player]

    return [
        LeagueLine(place, player, total[player], len(ahead[player]), dict(against[player]), player in gone)
        for place, player in enumerate(sorted(players, key=order), start=1)
    ]
