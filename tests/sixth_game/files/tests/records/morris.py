"""Recorded matches of Nine Men's Morris: both options and every ending."""

from collections.abc import Iterator
from typing import Any

from bot.rules import State
from bot.rules.chance import Sealed
from bot.rules.morris import Move
from bot.rules.record import MatchRecord, played
from tests.records.playing import Player, anything, match, pick


def miller(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Takes a man whenever it can."""
    texts = [state.notate(move) for move in state.legal()]
    return pick([text for text in texts if "x" in text] or texts, luck)


def peaceful(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Makes no mill if it can help it."""
    texts = [state.notate(move) for move in state.legal()]
    return pick([text for text in texts if "x" not in text] or texts, luck)


def warder(state: Any, moves: list[str], luck: Sealed) -> str:
    """Takes no man if it can help it, and leaves the other seat as few moves as it can."""

    def room(move: Move) -> tuple[bool, int]:
        after = state.play(move)
        return move.captured is not None, sum(len(after.targets(origin)) for origin in after.origins)

    legal = state.legal()
    least = min(map(room, legal))
    return pick([state.notate(move) for move in legal if room(move) == least], luck)


PLAYERS: list[tuple[bool, Player, range | list[int]]] = [
    (True, anything, range(1, 5)),
    (True, miller, range(1, 9)),
    (True, peaceful, range(1, 3)),
    (True, warder, [13]),
    (False, anything, range(1, 5)),
    (False, miller, range(1, 9)),
    (False, peaceful, range(1, 3)),
    (False, warder, [35]),
]
"""Whether men fly, the player on both seats, and the seeds of its matches."""


def records() -> Iterator[MatchRecord]:
    for flying, player, seeds in PLAYERS:
        for seed in seeds:
            moves, _, _ = match("morris", 2, {"flying": flying}, player, seed, most=1000)
            yield played("morris", 2, {"flying": flying}, moves)
    moves, _, _ = match("morris", 2, {}, miller, 1, most=10)
    yield played("morris", 2, {}, moves, ending="resigned", places=[1, 2], resigned=[1])
    yield played("morris", 2, {}, moves, ending="agreed", places=[1, 1])
