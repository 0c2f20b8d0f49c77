"""What the tests of every game do with its states and documents."""

import copy
from typing import Any, TypeVar

from bot.rules import IllegalMove, State
from bot.rules.chance import Scripted

NO_LUCK = Scripted([])
Document = dict[str, Any]
S = TypeVar("S", bound=State[Any])


def after(state: S, *texts: str) -> S:
    """The state after these moves, none of which draws luck."""
    for text in texts:
        state = state.play(state.parse(text), NO_LUCK)
    return state


def written(state: State[Any]) -> list[str]:
    return [state.notate(move) for move in state.legal()]


def answered(state: State[Any], text: str) -> str | IllegalMove:
    """The canonical text of what was typed, or why it is refused."""
    try:
        return state.notate(state.parse(text))
    except IllegalMove as refusal:
        return refusal


def changed(doc: Document, **changes: Any) -> Document:
    """The document with some keys replaced; a name such as options__first means a key of an inner object."""
    doc = copy.deepcopy(doc)
    for name, value in changes.items():
        outer, _, inner = name.partition("__")
        (doc[outer] if inner else doc)[inner or outer] = value
    return doc
