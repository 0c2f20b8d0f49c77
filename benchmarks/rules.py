"""Random play: every game against python-chess, in plies per second.

All play at random from the first position and stop when there is no legal move left or after 300 plies. A ply is one
listing of all legal moves, one random pick and one move played. Both sides of the comparison get what they are built
for: python-chess changes one board in place, checks no draws and is not asked whether the match is over; our games make
a new position for every ply and check the move. Luck comes from the same fast source for all. The games and
python-chess take turns in one run, so that whatever else the machine is doing weighs on all alike; the figure to look
at is the ratio.
"""

import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import chess

from bot.rules import GAMES, Game

PLIES = 300  # of one match, at most
ROUNDS = 15
SECONDS = 0.4  # of one round, for each

TABLES: Mapping[str, tuple[tuple[int, Mapping[str, object]], ...]] = {
    "cirondo": ((2, {}),),
    "southern_cross": ((4, {}), (4, {"challenge": "throw"})),
    "parcheesi": ((2, {}), (4, {})),
    "southern_cards": ((2, {}), (2, {"layout": "gogo"})),
    "down_under": ((4, {}), (2, {"area": "frame", "animals": True})),
}
"""Seats and options that are measured of each game; games that aren't named play with their fewest seats."""


class QuickLuck:
    """Luck from the standard library's generator, as fast as it can be had."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def roll(self, sides: int = 6) -> int:
        return int(self._source.random() * sides) + 1

    def shuffle(self, items: Sequence[str]) -> list[str]:
        return self._source.sample(items, len(items))


def ours(game: Game[Any], seats: int, options: Mapping[str, object], luck: random.Random) -> int:
    """Plays one match; the number of plies."""
    chance = QuickLuck(luck)
    state = game.start(seats, options, chance)
    for ply in range(PLIES):
        moves = state.legal()
        if not moves:
            return ply
        state = state.play(luck.choice(moves), chance)
    return PLIES


def python_chess(luck: random.Random) -> int:
    """Plays one match; the number of plies."""
    board = chess.Board()
    for ply in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(luck.choice(moves))
    return PLIES


def plies_per_second(match: Callable[[random.Random], int], luck: random.Random) -> float:
    plies = 0
    started = time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        plies += match(luck)
    return plies / (time.perf_counter() - started)


def main() -> None:
    luck = random.Random(2003)
    matches: dict[str, Callable[[random.Random], int]] = {f"python-chess {chess.__version__}": python_chess}
    for key, game in GAMES.items():
        for seats, options in TABLES.get(key, ((game.seats({})[0], {}),)):
            chosen = "".join(f", {value}" for value in options.values())
            matches[f"{game.title}, {seats} seats{chosen}"] = partial(ours, game, seats, options)
    for match in matches.values():
        match(luck)
    rounds = [{name: plies_per_second(match, luck) for name, match in matches.items()} for _ in range(ROUNDS)]
    theirs = next(iter(matches))
    print(f"random play, {ROUNDS} rounds of {SECONDS} s each, at most {PLIES} plies a match (medians)")
    for name in matches:
        ratios = sorted(one[name] / one[theirs] for one in rounds)
        print(
            f"  {name:<34}{statistics.median(one[name] for one in rounds):9,.0f} plies/s"
            f"  ratio {statistics.median(ratios):5.2f}  (lowest {ratios[0]:.2f}, highest {ratios[-1]:.2f})"
        )
