"""Checks of an answer by methods that have no part in finding it (docs/puzzles.md).

The answer is compared with every other legal move. A check says why the answer is doubtful, or None. With an `effort`
below 1 it looks at less.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
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
from bot.rules.api import State

SEED = 20_000  # not the luck that found the answer
ROUNDS = 400  # matches that are played on after each move, at most
FIRST_LOOK = 24  # of them, before a move is given up
WORLDS = 12  # deals of what is hidden in which moves are searched, at most
FIRST_WORLDS = 4
RIVALS = 6  # other moves that are searched in them
WIDTH = 3.0  # times as many moves as usual are followed there
DEEP = 200_000  # positions of a deep search
CLEARLY = 3.5  # standard errors by which a move that is given up is behind
SURE = 2.0  # standard errors by which all are behind in the end
TRIES = 5  # random moves of which the best one at a glance is played

BEATEN = "another move may be as good when the match is played on"
DECIDED = "with another move the match always ends in the same way when it's played on"
OUTSEARCHED = "another move may be as good in a deep search"


def doubt_in_play(table: PuzzleSetup, state: State[Any], answer: Any, *, turns: int, effort: float = 1.0) -> str | None:
    """Plays on for so many turns: everybody plays quickly, and in the end that counts what a beginner counts."""
    side = table.side_of(state.to_move or 0)
    endings: dict[Any, list[int | None]] = {move: [] for move in state.legal()}

    def round_of(number: int) -> Callable[[Any], float]:
        world = _world(table, state, number)

        def lead(move: Any) -> float:
            position = _play_on(table, world, move, turns, number)
            places = position.places() if position.to_move is None else None
            endings[move].append(None if places is None else places[table.sides[side][0]])
            return position.lead(side)

        return lead

    others = [move for move in state.legal() if move != answer]
    if not _is_ahead(answer, others, round_of, max(FIRST_LOOK, round(ROUNDS * effort)), FIRST_LOOK, effort):
        return BEATEN
    own = endings[answer]
    same = any(None not in own and endings[move] == own[: len(endings[move])] for move in others)
    return DECIDED if same and len(set(own)) == 1 else None


def doubt_in_worlds(
    table: PuzzleSetup, state: State[Any], answer: Any, *, steps: int, least: float, effort: float = 1.0
) -> str | None:
    """Searches so many steps deep, in several deals of what is hidden; only half as deep to find the best `RIVALS`."""

    def worth(number: int, move: Any, depth: int) -> float:
        limits = replace(FULL, steps=depth, width=WIDTH)
        search = Search(table.judge, table.sides, state.to_move or 0, limits, Meter(Budget()), SEED)
        return search.rank(_world(table, state, number), [move])[0][0][0]

    def shallow(move: Any) -> float:
        return fmean(worth(number, move, steps // 2) for number in range(FIRST_WORLDS))

    def world_of(number: int) -> Callable[[Any], float]:
        return lambda move: worth(number, move, steps) + least * (move != answer)

    rivals = sorted((move for move in state.legal() if move != answer), key=shallow)[-RIVALS:]
    worlds = max(FIRST_WORLDS, round(WORLDS * effort))
    return None if _is_ahead(answer, rivals, world_of, worlds, FIRST_WORLDS, effort) else OUTSEARCHED


def doubt_in_depth(
    table: PuzzleSetup, state: State[Any], answer: Any, *, least: float, plain: float, effort: float = 1.0
) -> str | None:
    """Searches deep as the judge judges and as a beginner does; `least` and `plain` are the margins in their points."""
    for margin, is_plain in ((plain, True), (least, False)):
        if _lead_in_depth(table, state, answer, round(DEEP * effort), plain=is_plain) < margin:
            return OUTSEARCHED
    return None


def _lead_in_depth(table: PuzzleSetup, state: State[Any], answer: Any, positions: int, *, plain: bool) -> float:
    """By how much an answer is ahead of all other moves in a search of so many positions."""
    moves, seat = state.legal(), state.to_move or 0
    search = Search(table.judge, table.sides, seat, FULL, Meter(Budget(positions)), SEED, plain=plain)
    _, steps = search.rank(state, moves)
    limits = replace(FULL, steps=steps)

    def worth(some: Sequence[Any]) -> float:
        alone = Search(table.judge, table.sides, seat, limits, Meter(Budget()), SEED, plain=plain)
        return alone.rank(state, some)[0][0][0]

    return worth([answer]) - worth([move for move in moves if move != answer])


def _is_ahead(
    answer: Any,
    others: Sequence[Any],
    round_of: Callable[[int], Callable[[Any], float]],
    most: int,
    first: int,
    effort: float,
) -> bool:
    """Whether all others are behind by `SURE` standard errors; with less effort, whether none is ahead by them."""
    rivals: Mapping[Any, list[float]] = {move: [] for move in others}
    for number in range(most):
        worth = round_of(number)
        own = worth(answer)
        for move, behind in rivals.items():
            behind.append(own - worth(move))
        if number + 1 >= first:
            if any(_errors(behind) < -SURE for behind in rivals.values()):
                return False
            rivals = {move: behind for move, behind in rivals.items() if _errors(behind) < CLEARLY}
            if not rivals:
                return True
    return effort < 1 or all(_errors(behind) > SURE for behind in rivals.values())


def _errors(behind: Sequence[float]) -> float:
    """By how many standard errors a move is behind; negative if it's ahead."""
    mean, error = fmean(behind), stdev(behind) / sqrt(len(behind))
    return mean / error if error else 2 * CLEARLY * ((mean > 0) - (mean < 0))


def _world(table: PuzzleSetup, state: State[Any], number: int) -> State[Any]:
    return state.determinise(state.to_move or 0, Luck(SEED + number)) if table.game.hidden else state


def _play_on(table: PuzzleSetup, world: State[Any], move: Any, turns: int, number: int) -> SearchPosition:
    """Where a match is some turns after a move."""
    source = random.Random(SEED + number)  # noqa: S311 - guessed moves, which decide nothing in a match
    position = walk_from(table.judge, world, table.sides, Meter(Budget()), SEED, plain=True)
    position.make(position.encode(move), number)
    while position.to_move is not None and turns > 0:
        position.make(_quick(table, position, source), number)
        turns -= not position.turn_goes_on
    return position


def _quick(table: PuzzleSetup, position: SearchPosition, source: random.Random) -> Any:
    if isinstance(position, StatePosition) and table.judge.plays_on(position.state):
        return table.judge.quick(position.state, source)
    moves, side = position.moves(), table.side_of(position.to_move or 0)
    tried = list(dict.fromkeys(source.choice(moves) for _ in range(TRIES)))
    return max(tried, key=lambda move: position.glance(move, side)) if len(tried) > 1 else tried[0]
