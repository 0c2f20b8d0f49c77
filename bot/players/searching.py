"""Looking ahead, whatever the game: one search over the rules API.

- Two sides: alpha-beta, deeper step by step, with a table of positions that have been searched before.
  All moves but the first are only asked whether they are better; where a game's judge allows it, late ones less deep,
  and a seat that could even afford to pass is not asked for its move.
- More sides: the same, the searching side against all the others together ("paranoid").
- Luck: a move that draws luck is played several times, with dice of the search's own, and counts for their average.
  Moves that are compared with each other meet the same dice.
- Hidden things: the hidden is dealt anew several times, and a move counts for its average over these worlds.

A step ends where a turn ends or luck has been drawn, so that a turn of several decisions is seen as one.
The search never sees the luck of the match: all it draws comes from the seed it is given.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic, thread_time
from typing import Any, NamedTuple

from bot.players.judging import AnyJudge
from bot.rules.api import State

Value = float

WON = 1e6  # far more than any worth
SOONER = 1.0  # a win is worth that much more for every decision by which it comes sooner
CLOCK_EVERY = 16  # positions between two looks at the clock
TABLE_SIZE = 200_000  # positions remembered at most
NARROW = 1e-3  # a difference in worth that is none: a window so wide only asks whether something is better
SKIPPED = 1  # how many steps less are looked ahead where a seat passes to see whether it can afford to
OTHERS_BEST = 0.5  # with several opponents, how much the best of them weighs against their average

LOWER, EXACT, UPPER = range(3)


class OutOfBudget(Exception):
    """The positions or the time are used up."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one decision may cost: positions made, and seconds of one core; None is no limit.

    `patience` is how many times these seconds may go by on the clock where the machine has other things to do as well.
    """

    positions: int | None = None
    seconds: float | None = None
    patience: float | None = 3.0


class Meter:
    """Counts the positions made and says when to stop."""

    def __init__(
        self, budget: Budget, core: Callable[[], float] = thread_time, clock: Callable[[], float] = monotonic
    ) -> None:
        self._most = budget.positions
        self._limits: list[tuple[Callable[[], float], float]] = []
        if budget.seconds is not None:
            self._limits.append((core, core() + budget.seconds))
            if budget.patience is not None:
                self._limits.append((clock, clock() + budget.seconds * budget.patience))
        self.positions = 0

    def spend(self) -> None:
        """For one position more; OutOfBudget if there is none left."""
        if self._most is not None and self.positions >= self._most:
            raise OutOfBudget
        if self.positions % CLOCK_EVERY == 0:
            for now, until in self._limits:
                if now() >= until:
                    raise OutOfBudget
        self.positions += 1


class Luck:
    """Luck of the search's own; notes whether any has been drawn."""

    __slots__ = ("_seed", "_source", "drawn")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._source: random.Random | None = None
        self.drawn = False

    def _drawing(self) -> random.Random:
        if self._source is None:
            self._source = random.Random(self._seed)  # noqa: S311 - guessed luck, which decides nothing in a match
            self.drawn = True
        return self._source

    def roll(self, sides: int = 6) -> int:
        return int(self._drawing().random() * sides) + 1

    def shuffle(self, items: Sequence[str]) -> list[str]:
        return self._drawing().sample(items, len(items))


class Child(NamedTuple):
    """A move and where it leads; `lucky` if it drew luck, and would lead elsewhere with other dice.

    `loud` says that it is one of `Judge.loud`, as far as that was asked for.
    """

    move: Any
    state: State[Any]
    lucky: bool
    worth: Value | None = None
    loud: bool = False


class Known(NamedTuple):
    """What the table says about a position: how deep it was searched, its value, and the best move there."""

    depth: int
    value: Value
    bound: int
    move: Any


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search goes: steps, decisions of loud moves after them, samples of luck, a factor on `Judge.widths`."""

    steps: int
    loud: int
    samples: int
    width: float


class Search:
    """One decision's search for one seat."""

    def __init__(
        self,
        judge: AnyJudge,
        sides: Sequence[Sequence[int]],
        seat: int,
        limits: Limits,
        meter: Meter,
        seed: int,
        *,
        plain: bool = False,
    ) -> None:
        self._judge = judge
        self._worths = judge.plain if plain else judge.worths
        self._sides = sides
        self._side_of = {one: side for side, seats in enumerate(sides) for one in seats}
        self._own = self._side_of[seat]
        self._limits = limits
        self._meter = meter
        self._seed = seed
        self._table: dict[Any, Known] = {}
        self._refuted: dict[tuple[int | None, Any], int] = {}  # how much a seat's move has cut off elsewhere

    # ------------------------------------------------------------------------------------------------ the root

    def rated(self, state: State[Any], moves: Sequence[Any]) -> tuple[list[tuple[Value, Any]], int]:
        """The moves, best first, with their values as far as they are known, and the steps that were completed.

        What has been completed counts when the budget runs out; a move that wasn't reached any more keeps its rank.
        """
        ranked: list[tuple[Value, Any]] = [(0.0, move) for move in moves]
        done = 0
        try:
            looks = self._looks(state, moves, 0)
            children = [child for _, child in looks]
            ranked = [(worth, child.move) for worth, child in looks]
            for steps in self._judge.depths:
                if steps > self._limits.steps:
                    break
                order = {move: place for place, (_, move) in enumerate(ranked)}
                children.sort(key=lambda child: order[child.move])
                ranked = self._at_root(state, children, steps, ranked)
                done = steps
                if abs(ranked[0][0]) >= WON / 2:
                    break  # decided: nothing deeper changes that
        except OutOfBudget:
            pass
        except _Partly as partly:
            ranked = partly.ranked
        return ranked, done

    def _at_root(
        self, state: State[Any], children: list[Child], steps: int, before: list[tuple[Value, Any]]
    ) -> list[tuple[Value, Any]]:
        kept = children[: self.width(0, len(children))]
        rest = [pair for pair in before if all(pair[1] != child.move for child in kept)]
        found: list[tuple[Value, Any]] = []
        best = -2 * WON
        try:
            for child in kept:
                if not found or child.lucky:
                    value = self._after(state, child, steps, best, 2 * WON, 0)
                else:
                    value = self._after(state, child, steps, best, best + NARROW, 0)
                    if value > best:
                        value = self._after(state, child, steps, best, 2 * WON, 0)
                if value > best:
                    best = value
                    found.insert(0, (value, child.move))
                else:
                    found.append((value, child.move))
        except OutOfBudget:
            if not found:  # not even the best move so far has been looked at again
                raise
            seen = {move for _, move in found}
            raise _Partly(found + [pair for pair in before if pair[1] not in seen]) from None
        return found + rest

    def averaged(self, worlds: Callable[[int], State[Any]], moves: Sequence[Any], most: int) -> list[tuple[Value, Any]]:
        """The moves of a game that hides things, best first, with their averages over worlds dealt anew.

        Every world that was completed counts. In each all moves are searched whole, since averages need true values.
        """
        totals: dict[Any, float] = dict.fromkeys(moves, 0.0)
        kept = list(moves)
        steps = self.steps_in_a_world
        try:
            for number in range(most):
                world = worlds(number)
                self._table.clear()
                looks = self._looks(world, kept, 0)
                children = [child for _, child in looks]
                if number == 0:  # what looks best at once is followed in every world
                    totals = {child.move: worth for worth, child in looks}
                    children = children[: self.width(0, len(children))]
                    kept = [child.move for child in children]
                    first_looks = {move: worth for move, worth in totals.items() if move not in kept}
                values = {child.move: self._after(world, child, steps, -2 * WON, 2 * WON, 0) for child in children}
                if number == 0:
                    # Behind all that were followed; those are compared by their averages alone.
                    least = min(values.values()) - WON
                    totals = values | {move: least + worth for move, worth in first_looks.items()}
                    count = 1
                else:
                    count = number + 1
                    for move, value in values.items():
                        totals[move] += (value - totals[move]) / count
        except OutOfBudget:
            pass
        return sorted(((value, move) for move, value in totals.items()), key=lambda pair: -pair[0])

    @property
    def steps_in_a_world(self) -> int:
        return min(self._limits.steps, self._judge.steps_in_a_world)

    def glance(self, state: State[Any], move: Any, loud: int = 0) -> Value:
        """The worth of the position right after a move, and after so many loud moves that may follow."""
        return self._settled(self._played(state, move, 0, 0)[0], -2 * WON, 2 * WON, 1, loud)

    # --------------------------------------------------------------------------------------------- further down

    def _value(
        self, state: State[Any], steps: int, alpha: Value, beta: Value, ply: int, may_pass: bool = True
    ) -> Value:
        seat = state.to_move
        if seat is None:
            return self.worth(state, ply)
        if steps <= 0:
            return self._settled(state, alpha, beta, ply, self._limits.loud)
        key = self._judge.key(state)
        known = self._table.get(key)
        if known is not None and known.depth >= steps:
            if known.bound == EXACT:
                return known.value
            if known.bound == LOWER and known.value >= beta:
                return known.value
            if known.bound == UPPER and known.value <= alpha:
                return known.value
        ours = self._side_of[seat] == self._own
        if may_pass and self._cut_by_passing(state, steps, alpha, beta, ply, ours):
            return beta if ours else alpha
        low, high = alpha, beta
        best = -4 * WON if ours else 4 * WON
        best_move = None
        late = self._judge.late
        for number, child in enumerate(self._ordered(state, steps, alpha, beta, ply, known.move if known else None)):
            if child is None:  # nothing quiet changes enough
                hopeful = self.worth(state, ply) + (self._judge.margin(state) if ours else -self._judge.margin(state))
                best = max(best, hopeful) if ours else min(best, hopeful)
                break
            if number == 0 or child.lucky:
                value = self._after(state, child, steps, low, high, ply)
            else:
                # Is it any better than the best so far? The late ones are asked a step less deep at first.
                window = (low, low + NARROW) if ours else (high - NARROW, high)
                less = 1 if late and number >= late and steps > 1 and not child.loud else 0
                value = self._after(state, child, steps - less, *window, ply)
                if less and (value > low if ours else value < high):
                    value = self._after(state, child, steps, *window, ply)
                if low < value < high and high - low > NARROW:
                    value = self._after(state, child, steps, low, high, ply)
            if (value > best) if ours else (value < best):
                best, best_move = value, child.move
                if ours:
                    low = max(low, best)
                else:
                    high = min(high, best)
                if low >= high:
                    if not child.loud:
                        mark = (seat, child.move)
                        self._refuted[mark] = self._refuted.get(mark, 0) + steps * steps
                    break
        if len(self._table) < TABLE_SIZE or key in self._table:
            bound = UPPER if best <= alpha else LOWER if best >= beta else EXACT
            self._table[key] = Known(steps, best, bound, best_move)
        return best

    def _cut_by_passing(self, state: State[Any], steps: int, alpha: Value, beta: Value, ply: int, ours: bool) -> bool:
        """Whether the mover stands so well that even doing nothing would be enough: then some move is, too."""
        if abs(beta if ours else alpha) >= WON / 2:
            return False
        stand = self.worth(state, ply)
        if (stand < beta) if ours else (stand > alpha):
            return False
        passed = self._judge.passed(state)
        if passed is None:
            return False
        self._meter.spend()
        if ours:
            return self._value(passed, steps - 1 - SKIPPED, beta - NARROW, beta, ply + 1, may_pass=False) >= beta
        return self._value(passed, steps - 1 - SKIPPED, alpha, alpha + NARROW, ply + 1, may_pass=False) <= alpha

    def _after(self, state: State[Any], child: Child, steps: int, alpha: Value, beta: Value, ply: int) -> Value:
        """The value of a move; the average over several throws if it draws luck."""
        if not child.lucky:
            made = child.state
            if made.to_move is None:
                return self.worth(made, ply + 1)
            left = steps if made.same_turn(state) else steps - 1
            if left <= 0:
                return self._settled(made, alpha, beta, ply + 1, self._limits.loud, child.worth)
            return self._value(made, left, alpha, beta, ply + 1)
        samples = self._limits.samples if ply <= 1 else max(1, self._limits.samples // 2)
        total = 0.0
        for sample in range(samples):
            made = child.state if sample == 0 else self._played(state, child.move, ply, sample)[0]
            total += self._value(made, steps - 1, -2 * WON, 2 * WON, ply + 1)
        return total / samples

    def _settled(
        self, state: State[Any], alpha: Value, beta: Value, ply: int, loud: int, known: Value | None = None
    ) -> Value:
        """The worth of a position in which nothing loud is left that its mover would rather do; `known` if it is."""
        stand = self.worth(state, ply) if known is None else known
        if not loud or state.to_move is None:
            return stand
        moves = self._judge.loud(state)
        if not moves:
            return stand
        judge = self._judge
        ours = self._side_of[state.to_move] == self._own
        sign, before, margin = 1 if ours else -1, stand, judge.margin(state)
        for move in sorted(moves, key=lambda move: -judge.urgency(state, move)):
            if ours:
                alpha = max(alpha, stand)
            else:
                beta = min(beta, stand)
            if alpha >= beta:
                break
            hopeful = before + sign * (judge.gain(state, move) + margin)
            if (hopeful <= alpha) if ours else (hopeful >= beta):  # takes too little to matter
                stand = max(stand, hopeful) if ours else min(stand, hopeful)
                continue
            made, _ = self._played(state, move, ply, 0)
            value = self._settled(made, alpha, beta, ply + 1, loud - 1)
            stand = max(stand, value) if ours else min(stand, value)
        return stand

    def _ordered(
        self, state: State[Any], steps: int, alpha: Value, beta: Value, ply: int, first: Any
    ) -> Iterator[Child | None]:
        """The moves that are followed here and where they lead, the most promising for their mover first.

        None instead of the quiet ones where, this close to the end of the search, they can't make good what is lacking.
        """
        judge, seat = self._judge, state.to_move
        if judge.looks:
            moves = judge.candidates(state, state.legal())
            for _, child in self._looks(state, moves, ply, first)[: self.width(ply, len(moves))]:
                yield child
            return
        # Played only when their turn comes: most of them never do.
        if first is not None:
            yield self._child(state, first, ply)
        loud = judge.loud(state)
        for move in sorted(loud, key=lambda move: -judge.urgency(state, move)):
            if move != first:
                yield self._child(state, move, ply, loud=True)
        if steps == 1 and self._is_hopeless(state, alpha, beta, ply):
            yield None
            return
        refuted, done = self._refuted, {first, *loud}
        moves = [move for move in judge.candidates(state, state.legal()) if move not in done]
        moves.sort(key=lambda move: (-refuted.get((seat, move), 0), -judge.urgency(state, move)))
        for move in moves[: self.width(ply, len(moves))]:
            yield self._child(state, move, ply)

    def _is_hopeless(self, state: State[Any], alpha: Value, beta: Value, ply: int) -> bool:
        """Whether nothing quiet can bring the mover to what it could have elsewhere."""
        margin = self._judge.margin(state)
        if state.to_move is not None and self._side_of[state.to_move] == self._own:
            return self.worth(state, ply) + margin <= alpha
        return self.worth(state, ply) - margin >= beta

    def _child(self, state: State[Any], move: Any, ply: int, *, loud: bool = False) -> Child:
        made, lucky = self._played(state, move, ply, 0)
        return Child(move, made, lucky, loud=loud)

    def _looks(self, state: State[Any], moves: Sequence[Any], ply: int, first: Any = None) -> list[tuple[Value, Child]]:
        """Where each of the moves leads and how good that looks, `first` first, then the best for the mover."""
        found = []
        for move in moves:
            made, lucky = self._played(state, move, ply, 0)
            worth = self.worth(made, ply + 1)
            found.append((worth, Child(move, made, lucky, worth)))
        sign = -1 if state.to_move is not None and self._side_of[state.to_move] == self._own else 1
        found.sort(key=lambda look: (look[1].move != first, sign * look[0]))
        return found

    def _played(self, state: State[Any], move: Any, ply: int, sample: int) -> tuple[State[Any], bool]:
        self._meter.spend()
        luck = Luck(self._seed + 1009 * ply + sample)
        return state.play(move, luck), luck.drawn

    def width(self, ply: int, moves: int) -> int:
        """How many of so many moves are followed that many decisions on."""
        widths = self._judge.widths
        if not widths:
            return moves
        return max(1, round(widths[min(ply, len(widths) - 1)] * self._limits.width))

    # ------------------------------------------------------------------------------------------------ judging

    def worth(self, state: State[Any], ply: int, won: Value = WON) -> Value:
        """How well the searching side stands; a finished match counts by its places, and the sooner won the better.

        `won` is how much more than its lead a match counts in which all others are beaten.
        """
        sides = self._sides
        worths = self._worths(state)
        each = [sum(worths[seat] for seat in seats) / len(seats) for seats in sides]
        own = each[self._own]
        others = [worth for side, worth in enumerate(each) if side != self._own]
        lead = own
        if len(others) == 1:
            lead = own - others[0]
        elif others:
            lead = own - OTHERS_BEST * max(others) - (1 - OTHERS_BEST) * sum(others) / len(others)
        result = state.result
        if result is None or not others:
            return lead
        places = [result.places[seats[0]] for seats in sides]
        mine = places[self._own]
        beaten = sum(place > mine for place in places) - sum(place < mine for place in places)
        if not beaten:
            return 0.0
        return won * beaten / len(others) + lead - SOONER * ply * (1 if beaten > 0 else -1)


class _Partly(Exception):
    def __init__(self, ranked: list[tuple[Value, Any]]) -> None:
        super().__init__()
        self.ranked = ranked
