"""Simple players that draw their choices from a fixed seed, so that the same matches come out on every machine."""

from collections.abc import Callable
from typing import Any

from bot.rules import GAMES, State
from bot.rules.chance import Outcome, Recorded, Sealed

Player = Callable[[State[Any], list[str], Sealed], str]
"""Chooses a move, as text, knowing the position and the moves so far."""


def pick(texts: list[str], luck: Sealed) -> str:
    return texts[luck.roll(len(texts)) - 1]


def anything(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Plays any legal move."""
    return pick([state.notate(move) for move in state.legal()], luck)


def match(
    game: str, seats: int, options: dict[str, Any], player: Player, seed: int, most: int
) -> tuple[list[str], list[Outcome], State[Any]]:
    """The moves of a match, what luck gave, and the last position; after `most` moves it is left as it is."""
    secret = seed.to_bytes(32, "big")
    picks = Sealed(secret, f"{game} {player.__name__}")
    luck = Recorded(Sealed(secret, f"{game} {player.__name__} luck"))
    state = GAMES[game].start(seats, options, luck)
    moves: list[str] = []
    while state.to_move is not None and len(moves) < most:
        moves.append(player(state, moves, picks))
        state = state.play(state.parse(moves[-1]), luck)
    return moves, luck.outcomes, state
