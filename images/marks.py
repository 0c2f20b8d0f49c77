"""What is laid over a position: the last moves, what can be picked now, and how a match ended off the board."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be picked now.

    `label` is what stands in its disc, one or two Latin letters or digits; `at` a place in the game's own notation.
    """

    label: str
    at: str
    kind: Literal["piece", "target"] = "target"


@dataclass(frozen=True, slots=True)
class Verdict:
    """An end that the position does not know of: somebody resigned, or a draw was agreed.

    `title` and `reason` are short English texts in Latin letters ("Gold wins", "Silver resigned");
    `seats` are the seats that share the first place.
    """

    title: str
    reason: str = ""
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks on a picture.

    `last`: the canonical notations of the newest moves, oldest first; the newest is the strongest.
    `choices`: what can be picked now. `chosen`: the places picked already in earlier steps.
    `verdict`: stands in place of the seat to move.
    """

    last: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    chosen: tuple[str, ...] = ()
    verdict: Verdict | None = None


NO_MARKS = Marks()
