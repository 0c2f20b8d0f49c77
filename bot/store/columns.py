"""Columns of rows that change, or that a new row has: what queries write. They are those of `bot.store.rows`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict

from bot.store.documents import ClockDocument, EndingDocument, FrozenDocument, ProposalDocument


class MatchColumns(TypedDict, total=False):
    id: int
    game: str
    rules_version: int
    options: Mapping[str, Any]
    status: str
    version: int
    series_id: int | None
    rematch_of: int | None
    part: int | None
    private: bool
    guild_id: int | None
    channel_id: int
    thread_id: int | None
    table_message_id: int | None
    opener_id: int
    shared: bool
    own_thread: bool
    automatic: bool
    rolls: bool
    hints: bool
    coached: bool
    rated: bool
    commitment: str
    salt: str | None
    recipe: int
    drawn: int
    proposal: ProposalDocument | None
    ending: EndingDocument | None
    frozen: FrozenDocument | None
    to_move: int | None
    computer_since: datetime | None
    move_time: int | None
    on_expiry: str
    deadline: datetime | None
    deadline_moved: bool
    clock: ClockDocument | None
    due_at: datetime | None
    opened_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    updated_at: datetime


class SeatColumns(TypedDict, total=False):
    match_id: int
    number: int
    colour: str
    computer: str | None
    resigned: int | None
    missed: int
    hopeless: int


class MemberColumns(TypedDict, total=False):
    id: int
    match_id: int
    user_id: int
    seat: int | None
    seated_by: int | None
    invited: bool
    kept_seat: int | None
    absent: bool
    left_at: datetime | None


class EventColumns(TypedDict, total=False):
    match_id: int
    number: int
    kind: str
    member_id: int | None
    seat: int | None
    move: str | None
    chance: list[int | list[str]] | None
    interaction_id: int | None
    data: Mapping[str, Any] | None
    at: datetime


class VerdictColumns(TypedDict):
    """Whether a result counts, and if not, why."""

    counts: bool
    uncounted: str | None
