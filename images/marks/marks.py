"""Marks on a position: the last moves, the current choices, and an end of the match off the board."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Generic, Literal, Never, Self

from typing_extensions import TypeVar

from bot.rules.api import State
from bot.rules.chance import Outcome
from bot.words import UNKNOWN, Course, Verdict
from images.canvas.canvas import Area

M = TypeVar("M", covariant=True, default=Any)
V = TypeVar("V", covariant=True, default=Any)
"""A game's moves, and what a seat sees of its positions (`State.sight`); without them marks of any game."""


@dataclass(frozen=True)  # no slots: with them Python 3.11 can't make values of `Played[…]`
class Played(Generic[M, V]):
    """One past decision.

    `before` is the position before it, as a spectator saw it. `seat` decided it, None if that isn't known. `chance` is
    its luck (dice, cards) as far as everyone may know it, `after` the position after it, None if that isn't known.
    `automatic` says that there was no choice.
    """

    move: M
    before: V
    seat: int | None = None
    chance: tuple[Outcome, ...] = ()
    after: V | None = None
    automatic: bool = False

    @classmethod
    def of(cls, before: State[Any], move: Any, chance: Sequence[Outcome] = ()) -> Self:
        """The decision of the seat to move in this position."""
        sight: Any = before.sight(None)
        return cls(move, sight, before.to_move, tuple(chance))


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice.

    `label` is the text in its disc, one or two Latin letters or digits; `at` a place in the game's own notation.
    """

    label: str
    at: str
    kind: Literal["piece", "target"] = "target"


@dataclass(frozen=True)  # no slots, as above
class Marks(Generic[M, V]):
    """Marks on a picture."""

    last: tuple[Played[M, V], ...] = ()
    """The last decisions, oldest first; the newest is the strongest. In games whose turns have several decisions these
    are those of the current turn or, right after its end, of the whole finished one."""
    earlier: tuple[Played[M, V], ...] = field(default=(), kw_only=True)
    """The other seats' decisions before that, since the seat to move last played, oldest first."""
    choices: tuple[Choice, ...] = ()
    """The current choices."""
    chosen: tuple[str, ...] = ()
    """The places chosen in earlier steps."""
    named: tuple[str, ...] = field(default=(), kw_only=True)
    """The places that a hint's reasons are about."""
    verdict: Verdict | None = None
    """Replaces the caption of the seat to move."""
    course: Course = field(default=UNKNOWN, kw_only=True)
    """How a match that has ended went."""
    film: V | None = field(default=None, kw_only=True)
    """The last position of the film that this picture belongs to; all its pictures have the same layout and extent."""
    in_sight: tuple[str, ...] = field(default=(), kw_only=True)
    """Places that the picture has to show, without marking them."""
    away: tuple[Area, ...] = field(default=(), kw_only=True)
    """The pieces that are left out, because an animation shows them on their way."""
    told: V | None = field(default=None, kw_only=True)
    """The position before the turn, while an animation still plays it: then captions and numbers are its own, and there
    are neither marks of the turn nor an end."""

    def so_far(self) -> Self:
        """Without what is only to be seen once the turn has been played."""
        return self if self.told is None else replace(self, last=(), earlier=(), verdict=None)

    def round(self) -> list[tuple[int, float, tuple[Played[M, V], ...]]]:
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


NO_MARKS: Marks[Never, Never] = Marks()
