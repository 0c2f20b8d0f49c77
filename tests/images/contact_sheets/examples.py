"""What the positions of all contact sheets are made with."""

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Any, Literal

from bot.rules.api import Chance, State
from bot.rules.chance import Recorded
from images.marks.marks import Choice, Marks, Played

Example = tuple[str, Any, Marks]
"""A name, a position and its marks."""

Reached = tuple[State[Any], Marks]
"""A position, and what was played since its seat to move played last as marks."""


def numbered(places: Iterable[str], kind: Literal["piece", "target"] = "target") -> tuple[Choice, ...]:
    """These places as choices, numbered from 1, each once."""
    return tuple(Choice(str(number), at, kind) for number, at in enumerate(dict.fromkeys(places), 1))


def played(state: State[Any], moves: Iterable[str | Callable[[State[Any]], Any]], chance: Chance) -> Reached:
    """The position after these moves, with the newest turn and the round before it as marks.

    A move is a text, or chosen by a function.
    """
    turns: list[list[Played]] = []
    goes_on = False
    for move in moves:
        if state.to_move is None:
            break
        before, luck = state, Recorded(chance)
        chosen = before.parse(move) if isinstance(move, str) else move(before)
        state = before.play(chosen, luck)
        one = Played.of(before, chosen, luck.outcomes)
        turns = [*turns[:-1], [*turns[-1], one]] if goes_on else [*turns, [one]]
        goes_on = state.same_turn(before)
    newest = turns[-1] if turns else []
    others = list(takewhile(lambda turn: turn[0].seat != state.to_move, reversed(turns)))
    earlier = [one for turn in reversed(others[1:]) for one in turn] if state.to_move is not None else []
    return state, Marks(last=tuple(newest), earlier=tuple(earlier))
