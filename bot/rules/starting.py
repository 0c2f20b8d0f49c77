"""Matches that begin from a position other than the game's first one."""

from collections.abc import Mapping
from typing import Any, TypedDict

from bot.rules.api import Chance, Document, Game, State


class Start(TypedDict):
    """The position from which a match begins, as `dump` writes it, and the seat whose view of it stays.

    Everything that this seat doesn't see is dealt again; see docs/record-format.md.
    """

    position: Document
    seat: int


def first_position(
    game: Game[Any], seats: int, options: Mapping[str, object], start: Start | None, chance: Chance
) -> State[Any]:
    """The position in which a match begins; without `start`, the game's first. Raises ValueError as those do."""
    if start is None:
        return game.start(seats, options, chance)
    return game.load(start["position"]).determinise(start["seat"], chance)
