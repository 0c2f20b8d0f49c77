"""What is laid over a position: the last moves, what can be picked now, and how a match ended off the board."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.api import Document
from bot.rules.chance import Outcome


@dataclass(frozen=True, slots=True)
class Played:
    """One decision that has been taken.

    `move` is its canonical notation, `seat` who took it, `chance` what luck gave for it (dice, cards), as far as
    everybody may know it, and `before` the position it was taken in, as a spectator saw it. What isn't known is None or
    empty; a picture then shows less.
    """

    move: str
    seat: int | None = None
    chance: tuple[Outcome, ...] = ()
    before: Document | None = None


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
    """An end that the position doesn't show: someone resigned, or a draw was agreed.

    `title` and `reason` are short English texts ("Gold wins", "Silver resigned");
    `seats` are the seats that share the first place.
    """

    title: str
    reason: str = ""
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks on a picture.

    `last`: what was played last, oldest first; the newest is the strongest. In games whose turns have several
    decisions these are those of the turn that is going on or, right after its end, of the whole finished one.
    `choices`: what can be picked now. `chosen`: the places picked already in earlier steps.
    `verdict`: stands in place of the seat to move.
    """

    last: tuple[Played, ...] = ()
    choices: tuple[Choice, ...] = ()
    chosen: tuple[str, ...] = ()
    verdict: Verdict | None = None

    @property
    def choosing(self) -> bool:
        """Whether somebody chooses a move here: what was played before then steps back."""
        return bool(self.choices or self.chosen)

    @property
    def settled(self) -> bool:
        """Whether a move has been chosen to its end: then the picture shows what it leads to."""
        return bool(self.chosen) and not self.choices


NO_MARKS = Marks()
