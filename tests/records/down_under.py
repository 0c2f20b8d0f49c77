"""Recorded matches of Down Under: every variant, every number of seats, and what seldom happens by chance."""

from collections.abc import Iterator
from typing import Any

from bot.rules import State
from bot.rules.chance import Scripted, Sealed
from bot.rules.down_under import EDGES, Move, Position, game
from bot.rules.down_under.tiles import STEPS
from bot.rules.record import MatchRecord, played
from tests.records.playing import Player, anything, match, pick

NO_LUCK = Scripted([])


def roamer(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Lays terminals only where nothing else fits, so that routes grow long."""
    assert isinstance(state, Position)
    legal = state.legal()
    going_on = [move for move in legal if move.kind != "terminal"]
    return pick([state.notate(move) for move in going_on or legal], luck)


def seeker(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Looks one move ahead for billabongs, offers and endless routes, and for ends that come near each other."""
    assert isinstance(state, Position)
    worth: dict[Move, tuple[int, ...]] = {}
    for move in state.legal():
        after = state.play(move, NO_LUCK)
        ends = [cell for colour in after.board.ends for cell, _ in colour]
        worth[move] = (
            -after.billabongs,
            len(after.offer) + len(after.pending),
            move.kind != "terminal",
            len(after.board.meetings),
            len(ends) - len(set(ends)),
            -sum(abs(x - other_x) + abs(y - other_y) for x, y in ends for other_x, other_y in ends) // 4,
            move.kind == "curve",
        )
    best = max(worth.values())
    return pick([state.notate(move) for move, value in worth.items() if value == best], luck)


def curler(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Spends its curves first, closes routes where it can and takes whatever is offered every second time."""
    assert isinstance(state, Position)
    legal = state.legal()
    closing = [move for move in legal if len(state.play(move, NO_LUCK).board.rings) > len(state.board.rings)]
    curves = [move for move in legal if move.kind == "curve"]
    going_on = [move for move in legal if move.kind != "terminal"]
    return pick([state.notate(move) for move in closing or curves or going_on or legal], luck)


PLAYERS: tuple[Player, ...] = (roamer, seeker, curler)

VARIANTS: list[tuple[tuple[int, ...], dict[str, Any]]] = [
    ((2, 3, 4), {}),
    ((2, 3, 4), {"growth": "one_end"}),
    ((2, 3, 4), {"area": "open", "animals": True}),
    ((2, 3), {"area": "line"}),
    ((2,), {"area": "frame", "animals": True}),
    ((2,), {"routes": 2}),
    ((2,), {"routes": 2, "tiles_per_turn": 1, "animals": True}),
]

MATCHES: list[tuple[int, dict[str, Any], Player, int]] = [
    *((seats, options, player, 1) for numbers, options in VARIANTS for seats in numbers for player in PLAYERS),
    *((seats, {"size": size, "animals": True}, anything, 2) for seats in (2, 3, 4) for size in ("easy", "difficult")),
    (2, {"animals": True}, roamer, 16),  # the longer route has no dingo of its own, here and in the next two
    (3, {"animals": True}, roamer, 4),
    (4, {"animals": True}, anything, 12),
    (3, {"size": "recommended2"}, roamer, 3),
    (4, {"size": "recommended2", "growth": "one_end", "animals": True}, roamer, 3),
    *((2, {"area": "line", "growth": "one_end", "animals": True, "size": "9x9"}, player, 3) for player in PLAYERS),
    *((2, {"area": "frame", "growth": "one_end", "size": "8x7"}, player, 3) for player in PLAYERS),
    (4, {"area": "open"}, seeker, 4),
    (4, {"area": "open"}, curler, 14),  # two billabongs at the same time
]
"""Seats, options, players and seeds of the matches."""


ROUND = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4), (3, 3), (3, 2), (3, 1), (2, 1), (2, 0), (1, 0)]
"""A way from the cell above (0, 0) around to the cell to the right of it, with nine bends."""


def locked(answer: int) -> MatchRecord:
    """A match in which two routes lock each other with their last curves gone, and how it goes on after the answer.

    Yellow goes its way around, and blue the same way turned by 180 degrees and backwards, so that all four ends lead
    into (0, 0). `answer` is the number of the legal move that answers the offer.
    """
    back = [(-x, -y) for x, y in reversed(ROUND)]
    options = {"size": "7x9"}
    state: Position = game.start(2, options, NO_LUCK)
    moves: list[str] = []
    for turn in range(2 * len(ROUND)):
        way = (ROUND, back)[turn % 2]
        before, (x, y), after = ((0, 0), *way, (0, 0))[turn // 2 : turn // 2 + 3]
        edges = {EDGES[STEPS.index((to_x - x, to_y - y))] for to_x, to_y in (before, after)}
        # the first tile of a match lies at (0, 0), which is (0, 1) here
        move = next(move for move in state.legal() if move.cell == (x, y - 1) and set(move.facing) == edges)
        moves.append(state.notate(move))
        state = state.play(move, NO_LUCK)
    picks = Sealed(bytes(32), "locked")
    while state.to_move is not None:
        moves.append(state.notate(state.legal()[answer]) if state.offer else roamer(state, moves, picks))
        state = state.play(state.parse(moves[-1]), NO_LUCK)
    return played("down_under", 2, options, moves)


def records() -> Iterator[MatchRecord]:
    yield locked(answer=0)
    yield locked(answer=1)
    for seats, options, player, seed in MATCHES:
        moves, luck, _ = match("down_under", seats, options, player, seed, most=500)
        yield played("down_under", seats, options, moves, luck)
    moves, luck, _ = match("down_under", 2, {}, roamer, 100, most=12)
    yield played("down_under", 2, {}, moves, luck, ending="resigned", places=[1, 2], resigned=[1])
    moves, luck, _ = match("down_under", 2, {"routes": 2}, roamer, 100, most=15)
    yield played("down_under", 2, {"routes": 2}, moves, luck, ending="resigned", places=[2, 1], resigned=[0])
    moves, luck, _ = match("down_under", 4, {"area": "open"}, roamer, 100, most=25)
    yield played("down_under", 4, {"area": "open"}, moves, luck, ending="agreed", places=[1, 1, 3, 3])
    yield played("down_under", 4, {"area": "open"}, moves, luck, ending="agreed")
