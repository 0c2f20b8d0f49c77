"""Playouts: a move is worth the results of matches continued from it, with luck and hidden information drawn again.

Each round deals one world and draws one stream of luck, the same for all moves. A move clearly behind the best one is
given up, so that the time goes to those that are hard to tell apart.
"""

import random
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

from bot.players.budget import Meter, OutOfBudget
from bot.players.judging import AnyJudge
from bot.players.luck import Luck
from bot.players.tree import Value
from bot.rules.api import State

FIRST_LOOK = 20  # rounds before a move may be given up
LOOK_EVERY = 6  # rounds between two such checks
CLEARLY = 3.5  # standard errors by which a move must be behind


class Rollouts:
    """The playouts of one decision. `worth` is the searching side's standing in a position."""

    def __init__(self, judge: AnyJudge, worth: Callable[[State[Any]], Value], meter: Meter, seed: int) -> None:
        self._judge = judge
        self._worth = worth
        self._meter = meter
        self._seed = seed
        self.longest = 0  # moves that followed another one in a playout, at most

    def rank(
        self, worlds: Callable[[int], State[Any]], looks: Sequence[tuple[Value, Any]], width: int, most: int
    ) -> list[tuple[Value, Any]]:
        """The moves, best first, with their averages; plays out at most `width` moves, in at most `most` rounds.

        `looks` are the moves with what they seem to be worth before that, best first.
        """
        candidates = [move for _, move in looks[:width]]
        results: dict[Any, list[Value]] = {move: [] for move in candidates}
        try:
            for number in range(most):
                world = worlds(number)
                source = random.Random(self._seed + number)  # noqa: S311 - guessed luck, which decides nothing
                values = {move: self._play_out(world, move, number, source) for move in candidates}
                for move, value in values.items():
                    results[move].append(value)
                if number >= FIRST_LOOK and number % LOOK_EVERY == 0:
                    candidates = self._contenders(candidates, results)
                    if len(candidates) == 1:
                        break
        except OutOfBudget:
            pass
        return self._rank({move: value for value, move in looks}, results)

    def _play_out(self, world: State[Any], move: Any, number: int, source: random.Random) -> Value:
        luck = self._luck(number)
        state = self._play(world, move, luck)
        for following in range(1, self._judge.playout + 1):
            if state.to_move is None:
                break
            self.longest = max(self.longest, following)
            state = self._play(state, self._judge.quick(state, source), luck)
        return self._worth(state)

    def _luck(self, number: int) -> Luck:
        return Luck(self._seed + number)

    def _play(self, state: State[Any], move: Any, luck: Luck) -> State[Any]:
        self._meter.spend()
        return state.play(move, luck)

    def _contenders(self, candidates: Sequence[Any], results: dict[Any, list[Value]]) -> list[Any]:
        """The moves that are not clearly behind the best."""
        means = {move: sum(results[move]) / len(results[move]) for move in candidates}
        best = max(candidates, key=lambda move: means[move])
        still = []
        for move in candidates:
            lead = means[best] - means[move]
            number = len(results[move])
            pairs = zip(results[best], results[move], strict=True)
            variance = sum([(one - other - lead) ** 2 for one, other in pairs]) / (number - 1)
            if move == best or lead <= CLEARLY * sqrt(variance / number):
                still.append(move)
        return still

    def _rank(self, looks: dict[Any, Value], results: dict[Any, list[Value]]) -> list[tuple[Value, Any]]:
        """The moves with the most playouts first, then those given up, then the rest."""

        def worth(move: Any) -> Value:
            values = results.get(move, ())
            trust = self._judge.trust
            return (trust * looks[move] + sum(values)) / (trust + len(values))

        def order(move: Any) -> tuple[int, Value]:
            return len(results.get(move, ())), worth(move)

        return [(worth(move), move) for move in sorted(looks, key=order, reverse=True)]
