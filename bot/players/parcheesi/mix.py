"""The mix of four basic strategies that Alvi and Ahmed published for Ludo, as a yardstick for the computer players.

"Complexity analysis and playing strategies for Ludo and its variant race games", IEEE CIG 2011. A move that brings a
pawn out of danger comes first, then one that captures, then that of the pawn that has come farthest; each at random
where several do it.
"""

import random
from collections.abc import Iterator, Sequence

from bot.players.parcheesi.judge import WAYS, danger_of
from bot.rules.chance import Scripted
from bot.rules.parcheesi import Move, Position, what_happened
from bot.rules.parcheesi.board import SQUARE_NUMBERS


def mixed_strategy(state: Position, source: random.Random) -> Move:
    """The mover's choice; it decides one value at a time."""
    moves = state.legal()
    pawn_moves = [move for move in moves if move.target]
    return source.choice(next(filter(None, _strategies(state, pawn_moves)), moves))


def _strategies(state: Position, moves: Sequence[Move]) -> Iterator[list[Move]]:
    """The moves that serve each of the strategies, one after the other."""
    seat = state.to_move
    if seat is None or not moves:
        return
    after = {move: state.after(move, Scripted(())) for move in moves}
    yield [
        move
        for move in moves
        if _in_danger(state, seat, move.origin) and not _in_danger(after[move], seat, move.target)
    ]
    yield [move for move in moves if what_happened(state, move, after[move]).captured is not None]
    ways = WAYS[state.table.colours[seat]]
    farthest = max(ways[SQUARE_NUMBERS[move.origin]] for move in moves)
    yield [move for move in moves if ways[SQUARE_NUMBERS[move.origin]] == farthest]


def _in_danger(state: Position, seat: int, square: str) -> bool:
    number = SQUARE_NUMBERS[square]
    return state.pawns[seat].count(number) == 1 and danger_of(state, seat, number) > 0
