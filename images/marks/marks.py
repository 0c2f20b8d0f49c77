"""Marks on a position: the last moves, the current choices, and an end of the match off the board."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal, Self

from bot.rules.api import M, State
from bot.rules.chance import Outcome
from images.canvas.canvas import Box


@dataclass(frozen=True, slots=True)
class Played:
    """One past decision.

    `seat` decided it, `chance` is its luck (dice, cards) as far as everyone may know it, and `before` the position
    before it, as a spectator saw it. Unknown values are None or empty; a picture then shows less.
    """

    move: Any
    seat: int | None = None
    chance: tuple[Outcome, ...] = ()
    before: Any = None

    @classmethod
    def of(cls, before: State[M], move: M, chance: Sequence[Outcome] = ()) -> Self:
        """The decision of the seat to move in this position."""
        return cls(move, before.to_move, tuple(chance), before.sight(None))


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice.

    `label` is the text in its disc, one or two Latin letters or digits; `at` a place in the game's own notation.
    """

    label: str
    at: str
    kind: Literal["piece", "target"] = "target"


@dataclass(frozen=True, slots=True)
class Verdict:
    """An end that isn't visible in the position: someone resigned, or a draw was agreed.

    `title` and `reason` are short texts in the language of the picture ("Gold wins", "Silver resigned"). `seats` are
    the seats in first place.
    """

    title: str
    reason: str = ""
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks on a picture.

    `last`: the last decisions, oldest first; the newest is the strongest. In games whose turns have several decisions
    these are those of the current turn or, right after its end, of the whole finished one. `earlier`: the other seats'
    decisions before that, since the seat to move last played, oldest first. `choices`: the current choices. `chosen`:
    the places chosen in earlier steps. `named`: the places that a hint's reasons are about. `verdict`: replaces the
    caption of the seat to move. `film`: the last position of the film that this picture belongs to; all its pictures
    have the same layout and extent. `away`: the pieces that are left out, because an animation shows them on their way.
    """

    last: tuple[Played, ...] = ()
    earlier: tuple[Played, ...] = field(default=(), kw_only=True)
    choices: tuple[Choice, ...] = ()
    chosen: tuple[str, ...] = ()
    named: tuple[str, ...] = field(default=(), kw_only=True)
    verdict: Verdict | None = None
    film: Any = field(default=None, kw_only=True)
    away: tuple[Box, ...] = field(default=(), kw_only=True)

    def round(self) -> list[tuple[int, float, tuple[Played, ...]]]:
        """`earlier` by seat, oldest first: the seat, the strength of its marks, 0 to 1, and its decisions."""
        by_seat = [
            (seat, tuple(group))
            for seat, group in groupby(self.earlier, lambda played: played.seat)
            if seat is not None
        ]
        ages = range(len(by_seat), 0, -1)
        return [(seat, max(0.3, 1 - 0.22 * age), group) for age, (seat, group) in zip(ages, by_seat, strict=True)]

    @property
    def choosing(self) -> bool:
        """Whether a move is being chosen: then earlier decisions are less prominent."""
        return bool(self.choices or self.chosen)

    @property
    def settled(self) -> bool:
        """Whether a move has been completely chosen: then the picture shows its result."""
        return bool(self.chosen) and not self.choices


NO_MARKS = Marks()
