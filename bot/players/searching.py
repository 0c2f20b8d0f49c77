"""Searching ahead in any game: one search over the rules API.

- Two sides: alpha-beta with iterative deepening and a transposition table. All moves but the first are searched with a
  null window. If a game's judge allows it, there are late-move reductions and null-move cuts.
- More sides: the same, the searching side against all others together ("paranoid"), or only against what serves each of
  them best, as the game's judge decides.
- Luck: a move that draws luck is played several times, with the search's own dice, and counts for their average. Moves
  that are compared get the same dice.
- Hidden information: it is dealt several times, and a move counts for its average over these worlds.

A step ends where a turn ends or luck was drawn, so a turn of several decisions is seen as one. The search never sees
the luck of the match: everything it draws comes from the seed it is given.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import Any

from bot.players.budget import Budget, Meter, OutOfBudget
from bot.players.state_position import walk_from
from bot.players.tree import UPPER, WON, Tree, Value
from bot.rules.api import State

MORE = 0.25  # pieces by which a move gives away more than another


class Search(Tree):
    """One decision's search for one seat.

    `proved`: whether the deciding values of `rank` are certain, which they aren't if moves were left out or luck was
    drawn.
    """

    proved = False

    def rank(self, state: State[Any], moves: Sequence[Any]) -> tuple[list[tuple[Value, Any]], int]:
        """The moves, best first, with their values as far as they are known, and the number of completed steps.

        Completed searches count when the budget runs out; a move that wasn't reached keeps its rank.
        """
        self.proved = False
        position = self.at(state)
        named = {position.encode(move): move for move in moves}
        ranked: list[tuple[Value, Any]] = [(0.0, code) for code in named]
        completed = 0
        try:
            ranked = self._look_at(list(named))
            for steps in self._judge.depths:
                if steps > self._limits.steps:
                    break
                ranked = self._search_root(steps, ranked)
                completed = min(steps, self.deepest)  # the match may end before that
                if abs(ranked[0][0]) >= WON / 2:
                    self.proved = not (self.drew or self._judge.widths or self._blindness)
                    break  # decided: searching deeper doesn't change that
        except OutOfBudget:
            pass
        except _Interrupted as partly:
            ranked = partly.ranked
        return [(value, named[code]) for value, code in ranked], completed

    def _look_at(self, moves: Sequence[Any]) -> list[tuple[Value, Any]]:
        """How good each first move looks, best first; one that wasn't reached comes last."""
        looks: list[tuple[Value, Any]] = []
        try:
            for move in moves:
                looks += self._evaluate_moves([move], 0)
        except OutOfBudget:
            if not looks:
                raise
            looks.sort(key=itemgetter(0), reverse=True)
            raise _Interrupted(looks + [(looks[-1][0], move) for move in moves[len(looks) :]]) from None
        return sorted(looks, key=itemgetter(0), reverse=True)

    def _search_root(self, steps: int, before: list[tuple[Value, Any]]) -> list[tuple[Value, Any]]:
        followed = self.width(0, len(before))
        rated: list[tuple[Value, Any]] = []
        best = -2 * WON
        try:
            for _, move in before[:followed]:
                value = self._value_after(move, steps, best, 2 * WON, 0, scout=bool(rated))
                if value > best:
                    best = value
                    rated.insert(0, (value, move))
                else:
                    rated.append((value, move))
        except OutOfBudget:
            if not rated:  # not even the best move so far was searched again
                raise
            searched = {move for _, move in rated}
            raise _Interrupted(rated + [pair for pair in before if pair[1] not in searched]) from None
        return rated + before[followed:]

    def rank_over_worlds(
        self, worlds: Callable[[int], State[Any]], moves: Sequence[Any], most: int
    ) -> list[tuple[Value, Any]]:
        """The moves of a game with hidden information, best first, with their averages over several deals.

        Every completed world counts. In each, all moves are searched with a full window, since averages need true
        values.
        """
        totals: dict[Any, float] = dict.fromkeys(moves, 0.0)
        followed = list(moves)
        steps = self.steps_in_a_world
        try:
            for number in range(most):
                self.at(worlds(number))
                self._table.clear()
                looks = self._evaluate_moves(followed, 0)
                if number == 0:  # every world follows what looks best at first
                    totals = {move: worth for worth, move in looks}
                    followed = [move for _, move in looks[: self.width(0, len(looks))]]
                    first_looks = {move: worth for move, worth in totals.items() if move not in followed}
                    in_order = followed
                else:
                    in_order = [move for _, move in looks]
                values = {move: self._value_after(move, steps, -2 * WON, 2 * WON, 0) for move in in_order}
                if number == 0:
                    # Behind all moves that were followed, which are compared by their averages alone.
                    least = min(values.values()) - WON
                    totals = values | {move: least + worth for move, worth in first_looks.items()}
                else:
                    for move, value in values.items():
                        totals[move] += (value - totals[move]) / (number + 1)
        except OutOfBudget:
            pass
        return sorted(((value, move) for move, value in totals.items()), key=lambda pair: -pair[0])

    def line(self, state: State[Any], move: Any, most: int) -> list[Any]:
        """The moves that the search expects after a move of the rules, at most `most`, coded."""
        position = walk_from(self._judge, state, self._sides, Meter(Budget()), self._seed, plain=self._plain)
        position.make(position.encode(move))
        moves: list[Any] = []
        while position.to_move is not None and len(moves) < most:
            entry = self._table.get(position.key())
            if entry is None or entry.move is None or entry.bound == UPPER:
                break
            moves.append(entry.move)
            position.make(entry.move)
        return moves

    @property
    def steps_in_a_world(self) -> int:
        return min(self._limits.steps, self._judge.steps_in_a_world)

    def keep_pieces(self, state: State[Any], moves: list[Any], level: str) -> list[Any]:
        """The moves that give away no more than others (`SearchPosition.gives_away`); all for levels that may."""
        if level not in self._judge.keeps_pieces:
            return moves
        position, lost = self.at(state), dict[Any, float]()
        with suppress(OutOfBudget):
            for move in moves:
                lost[move] = position.gives_away(position.encode(move))
        least = min(lost.values(), default=0.0) + MORE
        return [move for move in moves if lost.get(move, 0.0) < least]

    def glance(self, move: Any, noisy: int = 0) -> Value:
        """The worth of the position right after a move of the rules and at most `noisy` noisy moves after it."""
        position = self._position
        position.make(position.encode(move))
        value = self._negamax(0, -2 * WON, 2 * WON, 1, 1, noisy)
        position.unmake()
        return value


class _Interrupted(Exception):
    def __init__(self, ranked: list[tuple[Value, Any]]) -> None:
        super().__init__()
        self.ranked = ranked
