"""Checks rounds of a Swiss against the FIDE Dutch system as it has been valid since February 2026 (C.04.3).

Nothing of a pairing engine is used here: what would have been possible is found by matchings of general graphs
(Edmonds' algorithm, from networkx), for each criterion anew.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import networkx

from bot.contests.tournaments.meetings import Field
from bot.contests.tournaments.standings import points

BYE = -1
"""The opponent of somebody with a bye, in graphs."""

FIRST, SECOND = 1, -1
"""The seats, which chess calls white and black; a difference of seats is their sum."""

Pairs = Sequence[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Wish:
    """Which seat somebody should get next (0: either), and how much it matters: 3 absolute, 2 strong, 1 mild, 0 not."""

    seat: int
    strength: int


@dataclass(frozen=True)
class Round:
    """The round of `field` that is to be paired next."""

    field: Field

    @cached_property
    def players(self) -> list[int]:
        return self.field.present

    @cached_property
    def points(self) -> Mapping[int, int]:
        """In half points."""
        return points(self.field)

    @cached_property
    def seats(self) -> dict[int, list[int]]:
        """The seats that everybody has had at tables of two, in the order of the rounds."""
        had: dict[int, list[int]] = {player: [] for player in self.field.order}
        for meeting in sorted(self.field.meetings, key=lambda one: one.round):
            for player, seat in zip(meeting.players, (FIRST, SECOND), strict=False):
                if len(meeting.players) == 2:
                    had[player].append(seat)
        return had

    def wish(self, player: int) -> Wish:
        """C.04.3, 1.7."""
        had = self.seats[player]
        difference = sum(had)
        if abs(difference) > 1 or had[-2:] in ([FIRST] * 2, [SECOND] * 2):
            seat = -had[-1] if abs(difference) <= 1 or had[-2:] == [had[-1]] * 2 else (-1 if difference > 0 else 1)
            return Wish(seat, 3)
        if difference:
            return Wish(-1 if difference > 0 else 1, 2)
        return Wish(-had[-1], 1) if had else Wish(0, 0)

    @cached_property
    def _met(self) -> set[frozenset[int]]:
        return {frozenset(one.players) for one in self.field.meetings if len(one.players) == 2}

    @cached_property
    def had_bye(self) -> set[int]:
        return {one.players[0] for one in self.field.meetings if len(one.players) == 1}

    @cached_property
    def _past(self) -> int:
        return max((one.round for one in self.field.meetings), default=0)

    def is_topscorer(self, player: int) -> bool:
        """C.04.3, 1.8: somebody with more than half of all points, when the last round is paired."""
        return self._past + 1 == self.field.rounds and self.points[player] > self._past

    def may_meet(self, one: int, other: int) -> bool:
        """C1 and C3: nobody twice, and no two who must have the same seat, unless it's a topscorer's last round."""
        if frozenset((one, other)) in self._met:
            return False
        wishes = self.wish(one), self.wish(other)
        clash = wishes[0] == wishes[1] and wishes[0].strength == 3
        return not clash or self.is_topscorer(one) or self.is_topscorer(other)

    @cached_property
    def _edges(self) -> list[tuple[int, int]]:
        return [pair for pair in combinations(self.players, 2) if self.may_meet(*pair)]

    def _can_be_paired(self, players: Iterable[int]) -> bool:
        wanted = set(players)
        graph = networkx.Graph(edge for edge in self._edges if wanted.issuperset(edge))
        return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(wanted)

    @cached_property
    def least_for_bye(self) -> int | None:
        """C2, C4 and C5: the fewest half points somebody can have who gets the bye; None if no pairing is allowed."""
        if len(self.players) % 2 == 0:
            return 0 if self._can_be_paired(self.players) else None
        could = sorted(set(self.players) - self.had_bye, key=lambda player: self.points[player])
        for player in could:
            if self._can_be_paired(one for one in self.players if one != player):
                return self.points[player]
        return None

    def faults(self, pairs: Pairs | None) -> list[str]:
        """Which criteria these tables don't keep, by their names. `pairs` is None if there's said to be no pairing."""
        if self.least_for_bye is None:
            return [] if pairs is None else ["C1-C4"]
        if pairs is None:
            return ["C4"]
        byes = [pair[0] for pair in pairs if len(pair) == 1]
        if sorted(player for pair in pairs for player in pair) != sorted(self.players) or len(byes) > 1:
            return ["all"]
        faults = [] if all(self.may_meet(*pair) for pair in pairs if len(pair) == 2) else ["C1/C3"]
        if byes and byes[0] in self.had_bye:
            faults.append("C2")
        elif byes and self.points[byes[0]] > self.least_for_bye:
            faults.append("C5")
        return faults or self._faults_of_groups(pairs)

    def _faults_of_groups(self, pairs: Pairs) -> list[str]:
        """C6 and C7: in each bracket as many pairs as can be, and those who go down have as few points as can be.

        A bracket has who came down to it, and those of its points. It is judged as if those above were right.
        """
        opponent: dict[int, int] = {}
        for pair in pairs:
            one, other = (*pair, BYE)[:2]
            opponent |= {one: other, other: one}
        above: set[int] = set()
        rest = set(self.players)
        for score in sorted({self.points[player] for player in self.players}, reverse=True):
            bracket = {player for player in rest if self.points[player] == score} | above
            paired = {player for player in bracket if opponent[player] in bracket}
            if self._value(bracket, paired) < self._best(bracket, rest):
                return ["C6/C7"]
            rest -= paired
            above = bracket - paired
        return []

    def _value(self, bracket: set[int], paired: Iterable[int]) -> int:
        return sum(self._worth(bracket, player) for player in paired)

    def _worth(self, bracket: set[int], player: int) -> int:
        """A person who is paired counts more than any number of those with fewer points, and a pair most of all."""
        scores = sorted({self.points[one] for one in bracket})
        base = len(bracket) + 1
        return int(base ** (len(scores) + 1) + base ** scores.index(self.points[player]))

    def _best(self, bracket: set[int], rest: set[int]) -> int:
        """The most that can be paired in this bracket so that all can be paired in the end."""
        graph = networkx.Graph()
        for one, other in self._edges:
            if one in rest and other in rest:
                inside = one in bracket and other in bracket
                graph.add_edge(one, other, weight=self._value(bracket, (one, other)) if inside else 0)
        if len(rest) % 2:
            for player in rest - self.had_bye:
                if self.points[player] == self.least_for_bye:
                    graph.add_edge(player, BYE, weight=0)
        matching = networkx.max_weight_matching(graph, maxcardinality=True)
        return sum(graph.edges[edge]["weight"] for edge in matching)

    def seats_against_wishes(self, pairs: Pairs) -> tuple[int, int, int]:
        """How many get a seat against a wish of each strength: absolute, strong, mild."""
        against = [0, 0, 0]
        for pair in pairs:
            for player, seat in zip(pair, (FIRST, SECOND), strict=False):
                wish = self.wish(player)
                if len(pair) == 2 and wish.seat == -seat:
                    against[3 - wish.strength] += 1
        return against[0], against[1], against[2]
