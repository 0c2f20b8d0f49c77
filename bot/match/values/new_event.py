"""An event before it is written: what it says and what changes with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.match.values import EventKind, PlayedMove
from bot.match.values.trail import Trail
from bot.rules.chance import Outcome
from bot.store.columns import MatchColumns, MemberColumns, SeatColumns


@dataclass(frozen=True)
class NewEvent:
    """The result of a decision."""

    kind: EventKind
    by: int | None = None
    """Who did it: a Discord user id."""
    seat: int | None = None
    move: str | None = None
    chance: list[Outcome] | None = None
    data: Mapping[str, Any] | None = None
    changes: MatchColumns = field(default_factory=MatchColumns)
    """Columns of the match."""
    people: Mapping[int, MemberColumns] = field(default_factory=dict)
    """Columns of members' rows by Discord user id; `seated_by` is filled in automatically."""
    rows: Mapping[int, MemberColumns] = field(default_factory=dict)
    """Columns of members' rows by the rows' ids."""
    candidate: int | None = None
    """The one of `people` whose row the new proposal names."""
    seats: Mapping[int, SeatColumns] = field(default_factory=dict)
    """Columns of seats by their numbers."""
    position: Mapping[str, Any] | None = None
    """The document of a new position, or with `same_position` of the old one under other rules."""
    trail: Trail | None = None
    """What led to `position`."""
    more: tuple[PlayedMove, ...] = ()
    """Moves that follow, each as another event, decided with it or automatic."""
    same_position: bool = False
    post: bool = False
    """Whether to post the board."""
    new_message: bool | None = None
    """Whether to post it as a new message; None leaves that to the kind of event and to whether the position changes.
    """
    ordered_by: int | None = None
    """The row of the person whose standing order it carries out, which nothing that is written tells."""

    def __repr__(self) -> str:
        return f"<NewEvent {self.kind}>"
