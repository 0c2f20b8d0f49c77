"""What is laid over a position: the last moves, what can be picked now, and how a match ended off the board."""

from dataclasses import dataclass, field
from itertools import groupby
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
    `earlier`: what the other seats played before that since the seat to move played last, oldest first.
    `choices`: what can be picked now. `chosen`: the places picked already in earlier steps.
    `verdict`: stands in place of the seat to move. `film`: the last position of a film that this picture is one of; all
    its pictures have the same layout and extent.
    """

    last: tuple[Played, ...] = ()
    earlier: tuple[Played, ...] = field(default=(), kw_only=True)
    choices: tuple[Choice, ...] = ()
    chosen: tuple[str, ...] = ()
    verdict: Verdict | None = None
    film: Document | None = field(default=None, kw_only=True)

    def round(self) -> list[tuple[int, float, tuple[Played, ...]]]:
        """`earlier` seat by seat, oldest first: the seat, how strong its marks are, 0 to 1, and what it played."""
        by_seat = [
            (seat, tuple(group))
            for seat, group in groupby(self.earlier, lambda played: played.seat)
            if seat is not None
        ]
        ages = range(len(by_seat), 0, -1)
        return [(seat, max(0.3, 1 - 0.22 * age), group) for age, (seat, group) in zip(ages, by_seat, strict=True)]

    @property
    def choosing(self) -> bool:
        """Whether somebody chooses a move here: what was played before then steps back."""
        return bool(self.choices or self.chosen)

    @property
    def settled(self) -> bool:
        """Whether a move has been chosen to its end: then the picture shows what it leads to."""
        return bool(self.chosen) and not self.choices


NO_MARKS = Marks()
