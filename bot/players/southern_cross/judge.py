"""Southern Cross: a colour's counters close together, off their home tile and not in a full tile."""

import random
from collections.abc import Hashable, Sequence
from types import MappingProxyType

from bot.players.judging import Judge, Reason
from bot.players.southern_cross.evaluation import evaluate_colour
from bot.players.southern_cross.gathering import chance_to_win
from bot.players.southern_cross.reasons import reasons_for
from bot.rules.southern_cross import Move, Position, Throw
from bot.rules.southern_cross.actions import (
    ACTIONS,
    GREATEST_POWER,
    THROWS,
)
from bot.rules.southern_cross.board import (
    SEATS,
    TILE_MASKS,
    largest_cluster,
    occupied_squares,
    squares_of,
)
from bot.text import N_

WINS = 60.0  # points for a turn that can still be won
AT_RISK = 7.0  # points lost for a counter that must go home
DICE_FAIL = tuple(number * number / 6 for number in range(5))  # the average number of this many dice that fail
UNSTEADY = 8.0  # points of power by which an unsteady hand may miss


class SouthernCrossJudge(Judge[Position, Move]):
    grain = 3.0
    blindness = MappingProxyType({"beginner": 0.2, "easy": 0.75, "normal": 0.46})
    steps = MappingProxyType({"beginner": 1})
    widths = (14, 8, 5, 4)
    passes = frozenset({"end"})
    depths = (1,)  # looking further has never helped: see docs/strength.md

    def evaluate(self, state: Position) -> Sequence[float]:
        cells = state.cells
        taken = occupied_squares(cells)
        full = [mask for mask in TILE_MASKS.values() if taken & mask == mask]
        actions = _actions_to_win(state)
        worths = []
        for seat in range(SEATS):
            colour = state.letter(seat)
            own = squares_of(cells, colour)
            worth = evaluate_colour(own, colour)
            for mask in full:
                worth -= AT_RISK * DICE_FAIL[(own & mask).bit_count()]
            if seat in actions:
                worth += WINS * chance_to_win(own, taken, colour, actions[seat])
            worths.append(worth)
        return worths

    def evaluate_plainly(self, state: Position) -> Sequence[float]:
        """The counters on the grid, and the largest cluster."""
        letters = [state.letter(seat) for seat in range(SEATS)]
        return [2.0 * state.cells.count(letter) + 4.0 * largest_cluster(state.cells, letter) for letter in letters]

    def slip(self, state: Position, move: Move, unsteady: float, source: random.Random) -> Move:
        """A throw misses by a few points of power."""
        if not isinstance(move, Throw):
            return move
        power = round(move.power + source.gauss(0.0, unsteady * UNSTEADY))
        return THROWS[min(max(power, 0), GREATEST_POWER)]

    def candidates(self, state: Position, moves: Sequence[Move]) -> Sequence[Move]:
        """Only the powers of each throw close to the one that would land on the target without scatter."""
        if state.phase != "throw" or state.special is None:
            return moves
        throw = state.special.throws[0]
        power = min(max(throw.target - throw.wind, 0), GREATEST_POWER)
        return [move for move in moves if isinstance(move, Throw) and move.power == power]

    def key(self, state: Position) -> Hashable:
        return state.cells, state.turn, state.to_move, state.phase, state.actions_left, state.special

    def chances(self, before: Position, move: Move) -> list[Reason]:
        if not isinstance(move, Throw) or before.special is None:
            return []
        throw = before.special.throws[0]
        if not throw.wind:
            return [Reason(N_("aims straight at {target}"), {"target": throw.target})]
        return [Reason(N_("aims at {target} with a wind of {wind}"), {"target": throw.target, "wind": throw.wind})]

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        return reasons_for(before, move, after)


def _actions_to_win(state: Position) -> dict[int, int]:
    """How many actions the seats have of which it's known when they act: the active one and, after it, the next."""
    if state.phase == "act":
        return {state.active: state.actions_left}
    return {} if state.phase == "over" else {state.active: 0, (state.active + 1) % SEATS: ACTIONS}
