"""Exploration (UCT with RAVE): playouts from a tree that grows where moves look best.

Each round goes down the tree, from each position to the move with the best mixture of its results so far and how rarely
it was tried. Where the round leaves the tree, the tree gets one new position, and the match is played to its end: each
seat plays the best of a few random moves, judged at a glance. The result is counted for every move on the way. The tree
serves any number of sides, each playing for itself.

Few rounds go through most moves. So a move also has the results of the rounds in which its side played it later (all
moves as first: S. Gelly and D. Silver, "Combining online and offline knowledge in UCT", ICML 2007); the more rounds
have gone through it, the less these count.

Where the match ends in the tree, its outcome is certain. The outcome of a position becomes certain as soon as those of
all its moves are, or one of them wins; then no more rounds go there. So the last moves of a match are played perfectly.

This is for games without luck during play or hidden information, in which no position repeats (`Judge.tries`).
"""

import random
from collections.abc import Hashable, Sequence, Set
from dataclasses import dataclass
from math import exp, log, sqrt
from operator import itemgetter
from typing import Any

from bot.players.budget import Meter, OutOfBudget
from bot.players.judging import AnyJudge
from bot.players.odds import Odds
from bot.players.positions import SearchPosition
from bot.players.tree import Value

CURIOSITY = 0.25  # weight of moves having been tried rarely
EQUIVALENCE = 100.0  # rounds through a move that count as much as any number of those in which it came later
FIRST_LOOK = 2.0  # rounds that the first judgement of a new position counts for
HOPEFUL = 0.98  # the highest share of success at first sight
BOLDNESS = 0.25  # how much less often a move succeeds at first sight for being behind by `Judge.scale`
OUTRIGHT = 0.9  # the share of winning itself in the value of a finished match; the rest is the margin
SURE = 0.999  # the highest share of success that is converted to a lead


Shares = list[float]
"""Each side's share of success, 0 to 1."""


@dataclass
class Exploration:
    """The result for some moves.

    `ranking` are the moves, best first, with the leads they seem to reach; `steps` how many turns ahead the tree has
    looked; `wins` and `loses` whether it's proved against a single opponent that the first move wins, or that all lose;
    `equal` the moves with the same certain outcome as the first; `line` what is expected after it; `odds` those of the
    playouts against a single opponent, unless their outcome is certain. `hopes` are what the ranked moves may well be
    worth: few rounds say little of a move.
    """

    ranked: list[tuple[Value, Any]]
    steps: int
    wins: bool = False
    loses: bool = False
    equal: Sequence[Any] = ()
    line: Sequence[Any] = ()
    odds: Odds | None = None
    hopes: Sequence[Value] = ()


class Node:
    """A position in the tree: its moves, what follows each, how often each was tried, and its share of success.

    The shares of success in `totals` are those of the side to move. `amaf_counts` and `amaf_totals` are for the rounds
    in which that side played a move here or later. `outcomes` of moves are certain, and so is `outcome`, that of the
    position. Several lines may lead to the same node.
    """

    __slots__ = (
        "amaf_counts", "amaf_totals", "children", "counts", "moves", "numbers", "outcome", "outcomes", "side", "totals",
    )  # fmt: skip

    def __init__(self, side: int, moves: Sequence[Any], looks: Sequence[float]) -> None:
        self.side = side
        self.moves = moves
        self.numbers = {move: number for number, move in enumerate(moves)}
        self.children: list[Node | None] = [None] * len(moves)
        self.outcomes: list[Shares | None] = [None] * len(moves)
        self.outcome: Shares | None = None
        self.counts = [FIRST_LOOK] * len(moves)
        self.totals = [FIRST_LOOK * look for look in looks]
        self.amaf_counts = self.counts[:]
        self.amaf_totals = self.totals[:]

    def most_promising(self) -> int:
        """The number of the move to try next: one whose outcome isn't certain."""
        counts = self.counts
        if len(counts) == 1:
            return 0
        bonus = CURIOSITY * sqrt(log(sum(counts)))
        best, most = 0, -1.0
        for number, (count, total, amaf_count, amaf_total, outcome) in enumerate(
            zip(counts, self.totals, self.amaf_counts, self.amaf_totals, self.outcomes, strict=True)
        ):
            if outcome:
                continue
            weight = amaf_count / (amaf_count + count + amaf_count * count / EQUIVALENCE)
            promise = (1 - weight) * total / count + weight * amaf_total / amaf_count + bonus / sqrt(count)
            if promise > most:
                best, most = number, promise
        return best

    def count(self, number: int, shares: Shares) -> None:
        """Counts the result of a round through a move."""
        self.counts[number] += 1
        self.totals[number] += shares[self.side]

    def count_later(self, played: Set[Any], shares: Shares) -> None:
        """Counts the result of a round in which the side to move here played these moves from here on."""
        share, counts, totals = shares[self.side], self.amaf_counts, self.amaf_totals
        for move, number in self.numbers.items():
            if move in played:
                counts[number] += 1
                totals[number] += share

    def settle(self, number: int, outcome: Shares) -> Shares | None:
        """Records the outcome of a move. Returns that of the position if it is certain by now."""
        self.outcomes[number] = outcome
        self.totals[number] = outcome[self.side] * self.counts[number]
        certain = [known for known in self.outcomes if known]
        best = max(certain, key=itemgetter(self.side))
        if len(certain) == len(self.moves) or best[self.side] > OUTRIGHT:
            self.outcome = best
        return self.outcome

    def share(self, number: int) -> float:
        """The share of success of a move, as known so far."""
        return self.totals[number] / self.counts[number]

    def doubt(self, number: int) -> float:
        """How far the share of success of a move may well be from the one known so far: two standard errors."""
        return 0.0 if self.outcomes[number] else 1 / sqrt(self.counts[number])

    def ranking(self) -> list[int]:
        """The numbers of the moves, best first. Moves with a certain outcome are merged in by their share."""
        numbers = range(len(self.moves))
        tried = [number for number in numbers if not self.outcomes[number]]
        tried.sort(key=lambda number: (-self.counts[number], -self.totals[number]))
        certain = [number for number in numbers if self.outcomes[number]]
        certain.sort(key=lambda number: -self.share(number))
        merged = []
        while tried and certain:
            merged.append((tried if self.share(tried[0]) > self.share(certain[0]) else certain).pop(0))
        return merged + tried + certain


class Explorer:
    """One decision's exploration. It moves on `position`, which nothing else may use meanwhile."""

    def __init__(
        self, judge: AnyJudge, position: SearchPosition, sides: Sequence[Sequence[int]], meter: Meter, seed: int
    ) -> None:
        self._tries = judge.tries
        self._scale = judge.scale
        self._position = position
        self._meter = meter
        self._side_of: dict[int | None, int] = {one: side for side, seats in enumerate(sides) for one in seats}
        self._seats = [seats[0] for seats in sides]
        self._source = random.Random(seed)  # noqa: S311 - guessed moves, which decide nothing in a match
        self._known: dict[Hashable, Node] = {}
        self._depth = 0

    def explore(self, moves: Sequence[Any], most: int) -> Exploration:
        """Explores for at most this many rounds; completed rounds count when the budget runs out."""
        root: Node | None = None
        try:
            root = self._expand(moves)
            for _ in range(most):
                if self._explore_once(root):
                    break
        except OutOfBudget:
            self._back()
        if root is None:
            return Exploration([(0.0, move) for move in moves], 0)
        ranked = root.ranking()
        first, outcomes = ranked[0], root.outcomes
        two, share = len(self._seats) == 2, root.share(ranked[0])
        return Exploration(
            [(self._lead(root.share(number)), root.moves[number]) for number in ranked],
            _count_turns(root),
            wins=two and outcomes[first] is not None and share > OUTRIGHT,
            loses=two and root.outcome is not None and share < 1 - OUTRIGHT,
            equal=[
                root.moves[number] for number in ranked[1:] if outcomes[first] and outcomes[number] == outcomes[first]
            ],
            line=_line(root),
            odds=_odds(root, ranked) if two else None,
            hopes=[self._lead(root.share(number) + root.doubt(number)) for number in ranked],
        )

    def _explore_once(self, root: Node) -> Shares | None:
        """Plays one round. Returns the outcome of the root if it is certain now."""
        position = self._position
        node, way = root, []
        outcome: Shares | None = None
        while True:
            number = node.most_promising()
            way.append((node, number))
            self._make(node.moves[number])
            following = node.children[number]
            if following is None and position.to_move is not None:
                following = node.children[number] = self._known.get(position.key())
            if following is None:
                break
            outcome = following.outcome
            if outcome:
                break
            node = following
        played: list[set[Any]] = [set() for _ in self._seats]
        if outcome:
            shares = outcome
        elif position.to_move is None:
            shares = outcome = self._shares()
        else:
            leaf = node.children[number] = self._expand(position.moves())
            shares, line = position.play_out(self._source.random, self._tries, self._side_of, self._shares)
            for side, move in line:
                played[side].add(move)
            leaf.count_later(played[leaf.side], shares)
        self._back()
        for node, number in reversed(way):
            played[node.side].add(node.moves[number])
            node.count(number, shares)
            node.count_later(played[node.side], shares)
            if outcome:
                outcome = node.settle(number, outcome)
                shares = outcome or shares
        return outcome

    def _expand(self, moves: Sequence[Any]) -> Node:
        position = self._position
        side = self._side_of[position.to_move]
        glances = [position.glance(move, side) for move in moves]
        best, now = max(glances), self._share(side)
        looks = [min(max(now + BOLDNESS * (glance - best) / self._scale, 1 - HOPEFUL), HOPEFUL) for glance in glances]
        self._known[position.key()] = node = Node(side, moves, looks)
        return node

    def _make(self, move: Any) -> None:
        self._position.make(move)
        self._depth += 1

    def _back(self) -> None:
        """Goes back to the root."""
        self._position.rewind(self._depth)
        self._depth = 0

    # ------------------------------------------------------------------------------------------------------- judging

    def _shares(self) -> Shares:
        return [self._share(side) for side in range(len(self._seats))]

    def _share(self, side: int) -> float:
        """The share of success of a side in the current position, 0 to 1: how likely it seems to win."""
        position = self._position
        ahead = 1 / (1 + exp(-position.lead(side) / self._scale))
        places = position.places()
        if places is None:
            return ahead
        own = places[self._seats[side]]
        beaten = sum([(places[seat] > own) - (places[seat] < own) for seat in self._seats])
        return OUTRIGHT * (0.5 + 0.5 * beaten / (len(self._seats) - 1)) + (1 - OUTRIGHT) * ahead

    def _lead(self, share: float) -> Value:
        """The lead, in the judge's points, that corresponds to this share of success."""
        share = min(max(share, 1 - SURE), SURE)
        return self._scale * log(share / (1 - share))


def _odds(root: Node, ranked: Sequence[int]) -> Odds | None:
    if len(ranked) < 2 or root.outcomes[ranked[0]]:
        return None
    other = max(root.share(number) for number in ranked[1:])
    return Odds(round(100 * root.share(ranked[0])), round(100 * other), tried=True)


def _line(root: Node) -> list[Any]:
    """The most tried moves after the first one."""
    moves, node = [], root.children[root.ranking()[0]]
    while node is not None:
        number = node.ranking()[0]
        moves.append(node.moves[number])
        node = node.children[number]
    return moves


def _count_turns(root: Node) -> int:
    """The number of turns in the line of the most tried moves."""
    turns, node = 1, root
    while True:
        following = node.children[node.ranking()[0]]
        if following is None:
            return turns
        turns += following.side != node.side
        node = following
