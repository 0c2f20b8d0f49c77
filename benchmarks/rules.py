"""Random play: Cirondo for two seats against python-chess, in plies per second.

Both play at random from the first position and stop when there is no legal move left or after 300 plies. A ply is one
listing of all legal moves, one random pick and one move played. Both sides of the comparison get what they are built
for: python-chess changes one board in place, checks no draws and is not asked whether the match is over; Cirondo makes
a new position for every ply, checks the move, and keeps its draw rule. The two take turns in one run, so
that whatever else the machine is doing weighs on both alike; the figure to look at is the ratio.
"""

import random
import statistics
import time
from collections.abc import Callable

import chess

from bot.rules import GAMES
from bot.rules.chance import Scripted

PLIES = 300  # of one match, at most
ROUNDS = 15
SECONDS = 0.4  # of one round, for each of the two
_NO_LUCK = Scripted([])


def cirondo(luck: random.Random) -> int:
    """Plays one match; the number of plies."""
    state = GAMES["cirondo"].start(2, {}, _NO_LUCK)
    for ply in range(PLIES):
        moves = state.legal()
        if not moves:
            return ply
        state = state.play(luck.choice(moves), _NO_LUCK)
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
    cirondo(luck)
    python_chess(luck)
    rounds = [(plies_per_second(cirondo, luck), plies_per_second(python_chess, luck)) for _ in range(ROUNDS)]
    ratios = sorted(ours / theirs for ours, theirs in rounds)
    print(f"random play, {ROUNDS} rounds of {SECONDS} s each, at most {PLIES} plies a match (medians)")
    print(f"  Cirondo, two seats    {statistics.median(ours for ours, _ in rounds):8,.0f} plies/s")
    print(f"  python-chess {chess.__version__:<8} {statistics.median(theirs for _, theirs in rounds):8,.0f} plies/s")
    print(
        f"  ratio                 {statistics.median(ratios):8.2f}   (lowest {ratios[0]:.2f}, highest {ratios[-1]:.2f})"
    )
