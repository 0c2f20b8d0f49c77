"""One event before it is written: what it says and what changes with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.match.trail import Trail, TrailEntry
from bot.match.values import EventKind
from bot.rules.chance import Outcome


@dataclass(frozen=True)
class NewEvent:
    """What a decision leads to.

    `by` is who did it (a Discord user id). `changes` are columns of the match; `people` are columns of members' rows,
    by Discord user id, where `seated_by` is filled in automatically, and `rows` by the rows' ids; `seats` are columns
    of seats. `candidate` is one of `people` whom the new proposal names by their row. `position` is the document of a
    new position, or with `same_position` of the old one under other rules, and `trail` what led there. `more` are moves
    that follow, each as another event: decided with it, or automatic. `post` says that the board is to be posted,
    `anew` whether as a new message; None leaves that to the kind.
    """

    kind: EventKind
    by: int | None = None
    seat: int | None = None
    move: str | None = None
    chance: list[Outcome] | None = None
    data: Mapping[str, Any] | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    people: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    rows: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    candidate: int | None = None
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    trail: Trail | None = None
    more: tuple[TrailEntry, ...] = ()
    same_position: bool = False
    post: bool = False
    anew: bool | None = None

    def __repr__(self) -> str:
        return f"<NewEvent {self.kind}>"
