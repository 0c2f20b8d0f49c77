"""The rows of tables as frozen values: what queries return. Their fields are the columns, in their order.

A test holds them against the tables. What is joined or selected in part has a type of its own beside its query.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from bot.store.documents import ClockDocument, EndingDocument, FrozenDocument, ProposalDocument, StandingDocument


@dataclass(frozen=True, slots=True, repr=False)
class UserRow:
    id: int
    discord_id: int | None
    created_at: datetime
    habits: Mapping[str, Any] | None
    vacation_until: datetime | None
    privacy: Mapping[str, Any] | None
    locale: str | None


@dataclass(frozen=True, slots=True, repr=False)
class MatchRow:
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
    coached: bool | None
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

    @property
    def fixed_salt(self) -> str:
        """The salt of its luck, which it has once its table is posted."""
        if self.salt is None:
            raise RuntimeError(f"match {self.id} has no salt")
        return self.salt


@dataclass(frozen=True, slots=True, repr=False)
class SeatRow:
    match_id: int
    number: int
    colour: str
    computer: str | None
    resigned: int | None
    missed: int
    hopeless: int


@dataclass(frozen=True, slots=True, repr=False)
class MemberRow:
    id: int
    match_id: int
    user_id: int
    seat: int | None
    seated_by: int | None
    invited: bool
    kept_seat: int | None
    absent: bool
    left_at: datetime | None


@dataclass(frozen=True, slots=True, repr=False)
class EventRow:
    match_id: int
    number: int
    kind: str
    member_id: int | None
    seat: int | None
    move: str | None
    chance: list[int | list[str]] | None  # as `bot.rules.chance.Outcome`
    interaction_id: int | None
    data: Mapping[str, Any] | None
    at: datetime

    @property
    def details(self) -> Mapping[str, Any]:
        """What `data` says; empty if there is none."""
        return self.data or {}

    @property
    def played(self) -> str:
        """The move that was played. TypeError for other events, and for a damaged one."""
        if self.move is None:
            raise TypeError(f"event {self.number} is no move")
        return self.move


@dataclass(frozen=True, slots=True, repr=False)
class PostRow:
    id: int
    match_id: int
    version: int
    run: int | None
    anew: bool
    calls: bool
    kind: str
    nonce: str
    guild_id: int | None
    channel_id: int
    thread_id: int | None
    created_at: datetime
    due_at: datetime | None
    attempts: int
    problem: str | None
    superseded: bool
    message_id: int | None
    posted_at: datetime | None
    stripped_at: datetime | None


@dataclass(frozen=True, slots=True, repr=False)
class ReminderRow:
    id: int
    match_id: int
    user_id: int
    run: int
    half: bool
    nonce: str
    due_at: datetime | None
    done_at: datetime | None
    attempts: int
    problem: str | None
    channel_id: int | None
    message_id: int | None
    announced: datetime | None
    tried_at: datetime | None


@dataclass(frozen=True, slots=True, repr=False)
class ResultRow:
    id: int
    match_id: int
    game: str
    ended_at: datetime
    sides: list[list[int | str]]
    places: list[int]
    computers: Mapping[str, tuple[float, float]] | None
    people: str
    counts: bool
    uncounted: str | None
    barred: bool


@dataclass(frozen=True, slots=True, repr=False)
class RatingRow:
    user_id: int
    game: str
    mu: float
    sigma: float
    matches: int
    wins: int
    streak: int
    longest_streak: int
    played_at: datetime | None


@dataclass(frozen=True, slots=True, repr=False)
class RatingChangeRow:
    user_id: int
    game: str
    result_id: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True, repr=False)
class SeriesRow:
    id: int
    kind: str
    standing: StandingDocument | None
    created_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True, repr=False)
class DailyRow:
    day: date
    series_id: int
    game: str
    options: Mapping[str, Any]
    closes_at: datetime
    benchmark: int | None


@dataclass(frozen=True, slots=True, repr=False)
class DailyChainRow:
    id: int
    first_day: date
    links: int
    last_link: bytes
    published: date | None


@dataclass(frozen=True, slots=True, repr=False)
class DailyShareRow:
    match_id: int
    guild_id: int | None
    channel_id: int
    message_id: int | None
    shared_at: datetime


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleTryRow:
    user_id: int
    game: str
    puzzle: int
    is_right: bool
    day: date | None
    at: datetime


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleStandingRow:
    user_id: int
    game: str
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True, repr=False)
class BlockRow:
    kind: str
    discord_id: int
    blocked_at: datetime


@dataclass(frozen=True, slots=True, repr=False)
class NoticeRow:
    id: int
    text: str
    until: datetime


@dataclass(frozen=True, slots=True, repr=False)
class TraceRow:
    rule: str
    about: str
    digest: bytes
    number: int
    until: datetime | None


@dataclass(frozen=True, slots=True, repr=False)
class LeaseRow:
    name: str
    shard_count: int
    owner: str
    until: datetime
    successor: str | None
    successor_until: datetime | None
    ready: bool
    after: int | None


@dataclass(frozen=True, slots=True, repr=False)
class WebSessionRow:
    id: int
    user_id: int
    window: str
    digest: str
    match_id: int | None
    place_id: int | None
    made_at: datetime
    opened_at: datetime | None
    used_at: datetime | None
    until: datetime
