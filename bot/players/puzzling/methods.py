"""Ways to find out by how much a move is better than all others: searching, playing on, counting.

They are of different kinds. A search compares the best that both sides can do some turns ahead, leaves out what it
finds unlikely and judges as a strong player does. Playing on compares what many matches come to in which everybody
plays quickly. Counting tries everything a few decisions ahead and judges as a beginner does.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from bot.players.budget import Budget, Meter
from bot.players.levels import FULL
from bot.players.luck import Luck
from bot.players.positions import SearchPosition
from bot.players.puzzling.table import PuzzleSetup
from bot.players.searching import Search
from bot.players.state_position import StatePosition, walk_from
from bot.players.tree import WON
from bot.rules.api import State

SEED = 1
RIVALS = 6  # other moves against which an answer is played on
ROUNDS = 24  # matches for each of them
FIRST_LOOK = 6  # of them, after which it's given up where the answer isn't ahead
TURNS = 8  # turns of each such match, at most
TRIES = 5  # random moves of which the best one at a glance is played
LINE = 3  # decisions that are counted without leaving out any
TAKES = 4  # decisions at most in which something is taken after them
SURE = 2.0  # standard errors by which the answer must be ahead
WORLDS = 10_000  # in which hidden things are dealt anew, at most


@dataclass(frozen=True, slots=True)
class Single:
    """The best move, what it's worth, by how much it is better than the next one, how many steps were searched, and
    the other moves, the best first."""

    move: Any
    worth: float
    margin: float
    steps: int
    others: Sequence[Any]


def search_margin(table: PuzzleSetup, state: State[Any], positions: int) -> Single | None:
    """What a search finds with so many positions. None where there is no other move to compare with."""
    seat = state.to_move
    moves = list(table.judge.candidates(state, state.legal()))
    if seat is None or len(moves) < 2:
        return None
    search = Search(table.judge, table.sides, seat, FULL, Meter(Budget(positions)), SEED)
    if table.game.hidden:
        averages = search.rank_over_worlds(lambda number: _world(table, state, seat, number), moves, WORLDS)
        (best, move), (second, _) = averages[:2]
        return Single(move, best, best - second, search.steps_in_a_world, [other for _, other in averages[1:]])
    ranked, steps = search.rank(state, moves)
    if not steps:
        return None
    # Of the moves behind the best one, a search only knows that they aren't better: so they are searched alone.
    limits = replace(FULL, steps=steps)
    first, *others = [move for _, move in ranked]

    def worth(some: Sequence[Any]) -> float:
        return Search(table.judge, table.sides, seat, limits, Meter(Budget()), SEED).rank(state, some)[0][0][0]

    best = worth([first])
    return Single(first, best, best - worth(others), steps, others)


def playout_margin(table: PuzzleSetup, state: State[Any], single: Single) -> float | None:
    """By how much a move is better than each of the next `RIVALS` if the match is played on from there.

    None where that isn't sure, or it isn't better.
    """
    seat = state.to_move or 0
    side = next(number for number, seats in enumerate(table.sides) if seat in seats)
    answer, rivals = single.move, single.others[:RIVALS]
    leads: dict[Any, list[float]] = {move: [] for move in (answer, *rivals)}
    for number in range(ROUNDS):
        world = _world(table, state, seat, number)
        for move, values in leads.items():
            position = walk(table, world)
            source = random.Random(SEED + number)  # noqa: S311 - guessed moves, which decide nothing in a match
            values.append(_lead_after(table, position, move, side, number, source))
        if number + 1 == FIRST_LOOK and any(fmean(leads[move]) >= fmean(leads[answer]) for move in rivals):
            return None
    margins = []
    for move in rivals:
        differences = [one - other for one, other in zip(leads[answer], leads[move], strict=True)]
        if fmean(differences) <= SURE * stdev(differences) / sqrt(ROUNDS):
            return None
        margins.append(fmean(differences))
    return min(margins)


def _lead_after(
    table: PuzzleSetup, position: SearchPosition, move: Any, side: int, number: int, source: random.Random
) -> float:
    """How far a side is ahead after a move and some turns that follow it."""
    judge = table.judge
    position.make(position.encode(move), number)
    turns = TURNS
    while position.to_move is not None and turns > 0:
        if isinstance(position, StatePosition) and judge.plays_on(position.state):
            following = judge.quick(position.state, source)
        else:
            moves = position.moves()
            mover = next(one for one, seats in enumerate(table.sides) if position.to_move in seats)
            tried = dict.fromkeys(source.choice(moves) for _ in range(TRIES))
            following = max(tried, key=lambda one: position.glance(one, mover)) if len(tried) > 1 else next(iter(tried))
        position.make(following, number)
        turns -= not position.turn_goes_on
    return position.lead(side)


def count_margin(table: PuzzleSetup, state: State[Any], single: Single) -> float | None:
    """By how much a move is better than all others, as a count of all lines of `LINE` decisions and of what is taken
    at their ends shows, without leaving out any; None if another move is as good.

    Only that counts which a beginner counts (`Judge.evaluate_plainly`). For two sides without luck.
    """
    position = walk_from(table.judge, state, table.sides, Meter(Budget()), SEED, plain=True)
    side_of = {seat: side for side, seats in enumerate(table.sides) for seat in seats}
    own = side_of[state.to_move or 0]

    def value(side: int, left: int, alpha: float, beta: float) -> float:
        """What the position is worth to a side, as far as that lies between these two."""
        if position.to_move is None:
            places = position.places() or ()
            ahead = places[table.sides[1 - side][0]] - places[table.sides[side][0]]
            return min(max(ahead * WON, alpha), beta)
        if side_of[position.to_move] != side:
            return -value(1 - side, left, -beta, -alpha)
        moves = position.moves()
        if left <= 0:
            alpha = min(max(alpha, position.lead(side)), beta)
            moves = position.noisy() if left > -TAKES else ()
        for move in moves:
            if alpha >= beta:
                break
            position.make(move)
            alpha = max(alpha, -value(1 - side, left - 1, -beta, -alpha))
            position.unmake()
        return alpha

    def after(move: Any, alpha: float, beta: float) -> float:
        position.make(position.encode(move))
        score = value(own, LINE - 1, alpha, beta)
        position.unmake()
        return score

    best = after(single.move, -2 * WON, 2 * WON)
    second = -2 * WON
    for move in single.others:
        second = after(move, second, best)
        if second >= best:
            return None
    return best - second


def walk(table: PuzzleSetup, state: State[Any]) -> SearchPosition:
    """A position on which matches are played on from a state."""
    return walk_from(table.judge, state, table.sides, Meter(Budget()), SEED)


def _world(table: PuzzleSetup, state: State[Any], seat: int, number: int) -> State[Any]:
    return state.determinise(seat, Luck(SEED + number)) if table.game.hidden else state
