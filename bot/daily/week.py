"""A week of deals of one game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Week:
    """A game's deals: its options on each day of the week, Monday first, where they aren't the defaults.

    `score` is the player's score so far, read from the view of the only seat.
    """

    options: tuple[Mapping[str, Any], ...]
    score: Callable[[Mapping[str, Any]], int]
