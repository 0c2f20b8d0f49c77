"""Solving the end of a match: what each move comes to if nobody makes a mistake after it, without any judgement."""

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.players.budget import Budget, Meter, OutOfBudget
from bot.players.luck import Luck
from bot.players.positions import SearchPosition
from bot.players.puzzling.table import PuzzleSetup
from bot.players.state_position import StatePosition
from bot.rules.api import State

LOST, OPEN, WON = -1, 0, 1
"""What is certain of a match for a side: that it's behind another one, neither, or that it's ahead of all others."""

POSITIONS = 200_000  # that may be looked at
LASTS = 9  # decisions to the end of the match, on average: a longer one isn't looked at
ROUNDS = 5  # of random moves that show how many there are
LONGEST = 60  # decisions of any line
SEED = 1
DEALS = 3  # of what is hidden, which are the same if nothing is


@dataclass(frozen=True, slots=True)
class Solution:
    """What is certain after each legal move, and whether that is how the match ends: luck may still decide what is
    `OPEN` otherwise, or others who don't do their worst."""

    outcomes: Mapping[Any, int]
    is_final: bool

    @property
    def best(self) -> Sequence[Any]:
        """The moves after which the most is certain."""
        most = max(self.outcomes.values())
        return [move for move, outcome in self.outcomes.items() if outcome == most]


class _TooLong(Exception):
    pass


def solve(
    table: PuzzleSetup, state: State[Any], positions: int = POSITIONS, *, for_one: bool = False
) -> Solution | None:
    """What is certain after each legal move if all others play against the side to move, whatever luck brings.

    By and/or search to the end of the match; where luck is drawn, and where places are shared, it's `OPEN`. With more
    than two sides only the turn is looked at if the rest is too much. None if there is too much to look at, or if
    something is hidden from the seat to move.

    `for_one` is quicker and only tells whether one move alone is right, and what it comes to. If one is, the others
    come to less, perhaps to less than what is said of them; if several are, others are missing.
    """
    seat = state.to_move
    if seat is None or not is_all_seen(table, state, seat):
        return None
    for turn_only in (False, True) if len(table.sides) > 2 else (False,):
        position = walk_to_solve(table, state, Meter(Budget(positions)))
        solver = _Solver(table, position, seat, turn_only=turn_only)
        try:
            if not turn_only and not _is_near_the_end(position):
                continue
            moves = {move: position.encode(move) for move in state.legal()}
            outcomes = solver.until_two(moves) if for_one else solver.each(moves)
        except (OutOfBudget, _TooLong):
            continue
        return Solution(outcomes, solver.is_final)
    return None


def walk_to_solve(table: PuzzleSetup, state: State[Any], meter: Meter) -> SearchPosition:
    """A position to solve from, which only judges to try good moves first: so the quickest judgement is enough."""
    judge = table.judge
    own = judge.position(state, meter, plain=False)
    return own or StatePosition(judge, state, table.sides, meter, SEED, plain=True)


def _is_near_the_end(position: SearchPosition) -> bool:
    """Whether the match is over soon if all moves are random."""
    source, made = random.Random(SEED), 0  # noqa: S311 - guessed moves, which decide nothing in a match
    for _ in range(ROUNDS):
        before = made
        while position.to_move is not None and made <= ROUNDS * LASTS:
            position.make(source.choice(position.moves()))
            made += 1
        for _ in range(made - before):
            position.unmake()
    return made <= ROUNDS * LASTS


def is_all_seen(table: PuzzleSetup, state: State[Any], seat: int) -> bool:
    """Whether a seat can tell all that is hidden from it."""
    if not table.game.hidden:
        return True
    dealt = [state.determinise(seat, Luck(SEED + number)).dump() for number in range(DEALS)]
    return all(one == dealt[0] for one in dealt)


class _Solver:
    def __init__(self, table: PuzzleSetup, position: SearchPosition, seat: int, *, turn_only: bool) -> None:
        self._table = table
        self._position = position
        self._seat = seat if turn_only else None  # the only one whose decisions are looked at
        self._own = table.side_of(seat)
        self._known: dict[Hashable, tuple[int, int]] = {}
        self.is_final = True

    def each(self, moves: Mapping[Any, Any]) -> dict[Any, int]:
        """What is certain after each of these moves."""
        return {move: self.after(code, LOST, WON, LONGEST) for move, code in moves.items()}

    def until_two(self, moves: Mapping[Any, Any]) -> dict[Any, int]:
        """The same until two come to as much: whether they win is asked first, and if none does, which don't lose."""
        outcomes: dict[Any, int] = {}
        for least, most in ((OPEN, WON), (LOST, OPEN)):
            right = 0
            for move, code in moves.items():
                outcomes[move] = self.after(code, least, most, LONGEST)
                right += outcomes[move] == most
                if right > 1:
                    return {one: outcome for one, outcome in outcomes.items() if outcome == most}
            if right:
                break
        return outcomes

    def after(self, move: Any, least: int, most: int, left: int) -> int:
        """What is certain after a move, as far as it lies between `least` and `most`."""
        position = self._position
        drew = position.make(move)
        if drew or (self._seat is not None and position.to_move not in (None, self._seat)):
            outcome, self.is_final = OPEN, False
        else:
            outcome = self._outcome(least, most, left - 1)
        position.unmake()
        return outcome

    def _outcome(self, least: int, most: int, left: int) -> int:
        position = self._position
        mover = position.to_move
        if mover is None:
            return self._ending()
        if not left:
            raise _TooLong
        key = position.key()
        low, high = self._known.get(key, (LOST, WON))
        least, most = max(least, low), min(most, high)
        if least >= most:
            return low if least == low else high
        bounds = least, most
        side = self._table.side_of(mover)
        is_own = side == self._own
        outcome = LOST if is_own else WON
        for move in sorted(position.moves(), key=lambda move: -position.glance(move, side)):
            after = self.after(move, least, most, left)
            if is_own:
                outcome = max(outcome, after)
                least = max(least, outcome)
            else:
                outcome = min(outcome, after)
                most = min(most, outcome)
            if least >= most:
                break
        if outcome > bounds[0]:
            low = max(low, outcome)
        if outcome < bounds[1]:
            high = min(high, outcome)
        self._known[key] = low, high
        return outcome

    def _ending(self) -> int:
        places = self._position.places() or ()
        sides = self._table.sides
        own = places[sides[self._own][0]]
        others = min(places[seats[0]] for side, seats in enumerate(sides) if side != self._own)
        return WON if own < others else LOST if own > others else OPEN
