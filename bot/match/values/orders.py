"""Standing orders: what people want to have played for them. Only they themselves ever see one."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.store.order_tables import OrderRow

OrderedLine = tuple[str, ...]
"""A conditional line: the decisions of all seats from a position on, of which the last is the person's own."""

LINE = "line"
"""The name of an order that is a conditional line. All others are names of `Game.orders`."""

MOST_LINES = 10
"""How many lines somebody may have in a match."""

DEEPEST = 5
"""How many moves of their own a line may have. Decisions that follow each other in one turn are one move."""

LONGEST_LINE = 20
"""How many decisions of all seats a line may have."""

MOST_NEWS = 8


class What(StrEnum):
    """What became of a standing order."""

    PLAYED = "played"
    HAND = "hand"  # the person has moved
    PARTNER = "partner"  # somebody else on the same seat has moved
    OTHERWISE = "otherwise"  # the others have played something else
    UNDONE = "undone"
    RULES = "rules"  # the match goes on under other rules, or can't
    EXPIRED = "expired"
    SEAT = "seat"  # the person no longer plays this seat
    AWAY = "away"  # a computer plays it, or the person is gone
    STALE = "stale"  # the position isn't the one that was planned


CANCELLED_BY_OTHERS = (What.PARTNER, What.UNDONE, What.RULES, What.EXPIRED, What.SEAT, What.AWAY, What.STALE)
"""What people are told of by direct message, as they haven't done it themselves in this match."""


@dataclass(frozen=True, slots=True)
class OrderNews:
    """What became of an order at event `number`: `moves` were played `after` others. `order` is its name."""

    what: What
    number: int
    at: datetime
    order: str = LINE
    moves: OrderedLine = ()
    after: OrderedLine = ()
    seen: bool = False

    def document(self) -> dict[str, Any]:
        return asdict(self) | {"at": self.at.isoformat()}

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "OrderNews":
        at, moves, after = datetime.fromisoformat(document["at"]), tuple(document["moves"]), tuple(document["after"])
        return cls(What(document["what"]), document["number"], at, document["order"], moves, after, document["seen"])


@dataclass(frozen=True, slots=True)
class Decided:
    """What is played soon: these moves, in the position with this digest, as the order says. `after` led there."""

    order: str
    moves: OrderedLine
    position: str
    after: OrderedLine = ()

    def document(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, document: Mapping[str, Any] | None) -> "Decided | None":
        if document is None:
            return None
        moves, after = tuple(document["moves"]), tuple(document["after"])
        return cls(document["order"], moves, document["position"], after)


@dataclass(frozen=True, slots=True)
class Orders:
    """What one person has ordered in one match.

    `automatic` are names of `Game.orders`; None stands for what the person has ordered for all matches. The `lines`
    begin in the `position` with this digest. What is `decided` is played at `due_at`. In the position `held`, to which
    an undo has led, nothing is played automatically. `tell_at` is when to tell the person of unseen `news`.
    """

    automatic: tuple[str, ...] | None = None
    lines: tuple[OrderedLine, ...] = ()
    position: str | None = None
    decided: Decided | None = None
    due_at: datetime | None = None
    held: str | None = None
    news: tuple[OrderNews, ...] = ()
    tell_at: datetime | None = None

    @classmethod
    def of(cls, row: OrderRow | None) -> "Orders":
        """The orders in a row; none without one."""
        if row is None:
            return cls()
        return cls(
            None if row.automatic is None else tuple(row.automatic),
            tuple(map(tuple, row.lines or ())),
            row.position,
            Decided.of(row.decided),
            row.due_at,
            row.held,
            tuple(map(OrderNews.of, row.news or ())),
            row.tell_at,
        )

    def columns(self) -> dict[str, Any]:
        return {
            "automatic": None if self.automatic is None else list(self.automatic),
            "lines": [list(line) for line in self.lines] or None,
            "position": self.position,
            "decided": None if self.decided is None else self.decided.document(),
            "due_at": self.due_at,
            "held": self.held,
            "news": [one.document() for one in self.news] or None,
            "tell_at": self.tell_at,
        }

    def with_news(self, news: OrderNews, now: datetime | None = None) -> "Orders":
        """These orders with something to be told, from `now` on by direct message."""
        return replace(self, news=(*self.news, news)[-MOST_NEWS:], tell_at=now or self.tell_at)

    def with_lines(self, lines: Sequence[OrderedLine], position: str | None) -> "Orders":
        return replace(self, lines=tuple(lines), position=position if lines else None)

    def undecided(self) -> "Orders":
        return replace(self, decided=None, due_at=None)


def merged(lines: Sequence[OrderedLine], own: Sequence[bool], new: OrderedLine) -> list[OrderedLine]:
    """The lines with a new one. It replaces those that answer the same moves otherwise.

    `own` says which of its decisions are the person's.
    """
    kept = [line for line in lines if not _contradicts(line, own, new) and new[: len(line)] != line]
    return kept if any(line[: len(new)] == new for line in kept) else [*kept, new]


def _contradicts(line: OrderedLine, own: Sequence[bool], new: OrderedLine) -> bool:
    """Whether one answers otherwise than the other where the others have played the same."""
    for theirs, mine, is_own in zip(line, new, own, strict=False):
        if theirs != mine:
            return is_own
    return False
