"""What is written of rows: columns that change, and those of new rows that aren't written as whole rows.

Each has the name and the type that the row has. What nobody writes by its name isn't here.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, TypedDict

from bot.store.documents import ClockDocument, EndingDocument, FrozenDocument, ProposalDocument, StandingDocument


class MatchColumns(TypedDict, total=False):
    game: str
    rules_version: int
    options: Mapping[str, Any]
    status: str
    version: int
    series_id: int | None
    rematch_of: int | None
    part: int | None
    guild_id: int | None
    channel_id: int
    thread_id: int | None
    table_message_id: int | None
    opener_id: int
    private: bool
    shared: bool
    own_thread: bool
    automatic: bool
    rolls: bool
    hints: bool
    coached: bool | None
    rated: bool
    move_time: timedelta | None
    on_expiry: str
    commitment: str
    salt: str | None
    recipe: int
    drawn: int
    proposal: ProposalDocument | None
    ending: EndingDocument | None
    frozen: FrozenDocument | None
    to_move: int | None
    computer_since: datetime | None
    deadline: datetime | None
    deadline_moved: bool
    clock: ClockDocument | None
    due_at: datetime | None
    opened_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    updated_at: datetime


class SeatColumns(TypedDict, total=False):
    computer: str | None
    resigned: int | None
    missed: int
    hopeless: int


class MemberColumns(TypedDict, total=False):
    match_id: int
    user_id: int
    seat: int | None
    seated_by: int | None
    invited: bool
    kept_seat: int | None
    absent: bool
    left_at: datetime | None


class UserColumns(TypedDict, total=False):
    habits: Mapping[str, Any] | None
    vacation_until: datetime | None
    privacy: Mapping[str, Any] | None


class SeriesColumns(TypedDict, total=False):
    kind: str
    standing: StandingDocument | None
    created_at: datetime


class ResultColumns(TypedDict, total=False):
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


class DailyShareColumns(TypedDict, total=False):
    guild_id: int | None
    channel_id: int
    message_id: int | None
    shared_at: datetime


class PostColumns(TypedDict, total=False):
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


class ReminderColumns(TypedDict, total=False):
    match_id: int
    user_id: int
    run: int
    half: bool
    nonce: str
    due_at: datetime | None


class WebSessionColumns(TypedDict, total=False):
    user_id: int
    window: str
    digest: str
    match_id: int | None
    place_id: int | None
    made_at: datetime
    opened_at: datetime | None
    used_at: datetime | None
    until: datetime


class SnapshotColumns(TypedDict, total=False):
    """A position beside the log; see `bot.store.tables.snapshots`."""

    version: int
    document: Mapping[str, Any]
    before: Any
    trail: Any


class VerdictColumns(TypedDict):
    """Whether a result counts, and if not, why."""

    counts: bool
    uncounted: str | None


class PuzzleRunColumns(TypedDict, total=False):
    user_id: int
    guild_id: int | None
    game: str
    kind: str
    began_at: datetime
    puzzle: int | None
    since: datetime
    used: int
    solved: int
    answers: list[Any]
    ended_at: datetime | None
    ending: str | None
    shared: bool


class ExerciseColumns(TypedDict, total=False):
    user_id: int
    match_id: int
    number: int
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    seat: int
    view: dict[str, Any]
    played: str
    better: str
    reasons: list[Any]
    added_at: datetime
    stage: int
    due_at: datetime | None


class ScratchPositionColumns(TypedDict, total=False):
    user_id: int
    match_id: int
    parent: int | None
    tried: str
    supposed: bool
    luck: list[Any]
    seat: int
    rules_version: int
    position: dict[str, Any]
    name: str | None
    at: datetime


class ContestColumns(TypedDict, total=False):
    """What the rows of leagues and of tournaments have in common."""

    guild_id: int
    channel_id: int
    name: str
    game: str
    options: Mapping[str, Any]
    seats: int
    move_time: timedelta
    on_expiry: str
    sign_up: timedelta
    created_at: datetime


class LeagueColumns(ContestColumns, total=False):
    size: int
    bank: timedelta
    at_once: int
    orders: bool
    closed_at: datetime | None


class LeagueSeasonColumns(TypedDict, total=False):
    league_id: int
    number: int
    seed: bytes
    begins_at: datetime | None
    began_at: datetime | None
    ended_at: datetime | None
    finished: bool


class LeaguePlayerColumns(TypedDict, total=False):
    season_id: int
    user_id: int
    joined_at: datetime
    division: int | None
    bank: timedelta
    gone: bool
    place: int | None


class LeagueMatchColumns(TypedDict, total=False):
    season_id: int
    division: int
    number: int
    players: list[int]
    seed: bytes | None
    match_id: int | None
    stuck_since: datetime | None
    called_off: bool


class TournamentColumns(ContestColumns, total=False):
    kind: str
    rounds: int | None
    rated: bool
    duplicate: bool
    round_time: timedelta
    check_in: timedelta
    seed: bytes
    begins_at: datetime
    began_at: datetime | None
    ended_at: datetime | None
    cancelled: bool
    finished: bool


class TournamentPlayerColumns(TypedDict, total=False):
    tournament_id: int
    user_id: int
    joined_at: datetime
    checked_in: bool
    drawn: int | None
    gone: bool
    place: int | None


class TournamentMatchColumns(TypedDict, total=False):
    tournament_id: int
    round: int
    bracket: int
    number: int
    again: bool
    players: list[int]
    places: list[int] | None
    seed: bytes
    thread_id: int | None
    match_id: int | None
