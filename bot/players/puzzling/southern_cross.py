"""Puzzles of Southern Cross: what can be reached with the actions left is tried out completely."""

from collections.abc import Mapping
from operator import itemgetter

from bot.players.judging import Reason
from bot.players.puzzling.maker import AskedKind, Maker
from bot.players.puzzling.methods import Single
from bot.players.puzzling.table import PuzzleSetup
from bot.rules.chance import Scripted
from bot.rules.southern_cross import Move, Position
from bot.rules.southern_cross.actions import Jump, Spin, Step, after, list_decisions
from bot.rules.southern_cross.board import COUNTERS, largest_cluster
from bot.text import N_

FEWEST = 3  # counters together that are worth a question
ACTIONS = 2  # left at most: with more of them, there is hardly ever a single one to begin with


def best_outcomes(state: Position) -> Mapping[Move, tuple[int, tuple[Move, ...]]]:
    """For each action, the most counters the mover can have together at the end of the turn, and how the turn goes on.

    All turns are tried.
    """
    colour = state.letter(state.active)
    best_turns: dict[tuple[bytes, int], tuple[int, tuple[Move, ...]]] = {}

    def best(cells: bytes, left: int) -> tuple[int, tuple[Move, ...]]:
        if (cells, left) not in best_turns:
            best_turn: tuple[int, tuple[Move, ...]] = (0, ())
            for move in list_decisions(cells, colour, left):
                if isinstance(move, Step | Jump | Spin):
                    most, moves = best(after(cells, move, colour), left - 1)
                    best_turn = max(best_turn, (most, (move, *moves)), key=itemgetter(0))
                elif largest_cluster(cells, colour) >= best_turn[0]:
                    best_turn = largest_cluster(cells, colour), ()
            best_turns[cells, left] = best_turn
        return best_turns[cells, left]

    actions = [move for move in state.legal() if isinstance(move, Step | Jump | Spin)]
    return {move: best(after(state.cells, move, colour), state.actions_left - 1) for move in actions}


def _asks(state: Position) -> bool:
    """Whether only one action makes it possible to bring more counters together than are so, and enough of them."""
    if state.phase != "act" or state.actions_left > ACTIONS:
        return False
    second, most = sorted((0, 0, *(number for number, _ in best_outcomes(state).values())))[-2:]
    return most > max(second, largest_cluster(state.cells, state.letter(state.active)), FEWEST - 1)


def _kind(table: PuzzleSetup, state: Position, single: Single) -> AskedKind | None:
    """How many counters can be brought together, if it's this action that makes that possible."""
    if not isinstance(single.move, Step | Jump | Spin):
        return None
    number, others = _most(state, single.move)
    if number <= others:
        return None
    return ("win", {}) if number == COUNTERS else ("gather", {"n": number})


def _most(state: Position, answer: Move) -> tuple[int, int]:
    """The most counters together after an action, and after any other one."""
    most = {move: number for move, (number, _) in best_outcomes(state).items()}
    return most.pop(answer), max(most.values(), default=0)


def _second(table: PuzzleSetup, state: Position, single: Single) -> float | None:
    """By how many counters together the answer is ahead of all other actions."""
    number, others = _most(state, single.move)
    return float(number - others) if number > others else None


def _line(state: Position, answer: Move) -> list[str]:
    """How the turn goes on."""
    texts = []
    position = state.play(answer, Scripted([]))
    for move in best_outcomes(state)[answer][1]:
        texts.append(position.notate(move))
        position = position.play(move, Scripted([]))
    return texts


def _against(state: Position, wrong: Move, answer: Move) -> list[Reason]:
    """How many counters it can bring together."""
    most = best_outcomes(state).get(wrong)
    if most is None:
        return []
    return [Reason(N_("but then you can bring at most {n} counters together this turn"), {"n": most[0]})]


maker = Maker(seats=4, positions=500, least=2.0, asks=_asks, kind=_kind, second=_second, line=_line, against=_against)
