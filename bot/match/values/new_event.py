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
    """The result of a decision.

    `by` is who did it (a Discord user id). `changes` are columns of the match. `people` are columns of members' rows by
    Discord user id, where `seated_by` is filled in automatically; `rows` are columns by the rows' ids; `seats` are
    columns of seats. `candidate` is the one in `people` whose row the new proposal names. `position` is the document of
    a new position, or with `same_position` of the old one under other rules; `trail` is what led there. `more` are
    moves that follow, each as another event, decided with it or automatic. `post` says whether to post the board,
    `new_message` whether as a new message; None leaves that to the kind of event and to whether the position changes.
    `ordered_by` is the row of the person whose standing order it carries out, which nothing that is written tells.
    """

    kind: EventKind
    by: int | None = None
    seat: int | None = None
    move: str | None = None
    chance: list[Outcome] | None = None
    data: Mapping[str, Any] | None = None
    changes: MatchColumns = field(default_factory=MatchColumns)
    people: Mapping[int, MemberColumns] = field(default_factory=dict)
    rows: Mapping[int, MemberColumns] = field(default_factory=dict)
    candidate: int | None = None
    seats: Mapping[int, SeatColumns] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    trail: Trail | None = None
    more: tuple[PlayedMove, ...] = ()
    same_position: bool = False
    post: bool = False
    new_message: bool | None = None
    ordered_by: int | None = None

    def __repr__(self) -> str:
        return f"<NewEvent {self.kind}>"
