"""Positions as they will be: what follows from decisions that nobody has made yet, as far as no luck is drawn."""

import hashlib
import json
from typing import Any, Protocol

from bot.rules import State
from bot.rules.chance import Scripted


class Terms(Protocol):
    """Which moves a table makes automatically: those without a choice, and rolls of the dice."""

    @property
    def automatic(self) -> bool: ...
    @property
    def rolls(self) -> bool: ...


def automatic_move(terms: Terms, state: State[Any]) -> Any:
    """The next automatic move; None if someone must decide."""
    move = state.forced() if terms.automatic else None
    return state.only_roll() if move is None and terms.rolls else move


def foresee(terms: Terms, state: State[Any], move: Any) -> State[Any]:
    """The position after a decision and the automatic moves that follow. ScriptError if luck decides about it."""
    state = state.play(move, Scripted([]))
    while (following := automatic_move(terms, state)) is not None:
        state = state.play(following, Scripted([]))
    return state


def digest_of(state: State[Any]) -> str:
    """A key of a position: no other one has the same."""
    return hashlib.sha256(json.dumps(state.dump(), sort_keys=True).encode()).hexdigest()
