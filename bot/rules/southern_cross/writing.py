"""Moves as written in logs."""

from collections.abc import Sequence
from typing import assert_never

from bot.rules.southern_cross.actions import (
    End,
    Jump,
    Move,
    Remove,
    Roll,
    Spin,
    Step,
    Throw,
)


def text_of(move: Move) -> str:
    """The canonical text of a move, in any position."""
    match move:
        case Step(start, target):
            return f"{start}-{target}"
        case Jump(start, path):
            return "x".join((start, *path))
        case Spin(dial, amount):
            return f"spin {dial} {amount}"
        case End():
            return "end"
        case Roll():
            return "roll"
        case Throw(power):
            return f"throw {power}"
        case Remove(squares):
            return " ".join(("remove", *squares))
        case _:
            assert_never(move)


def listed_texts(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(texts) or ("—",)
