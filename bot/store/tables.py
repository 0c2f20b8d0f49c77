"""The tables, in SQL that both SQLite and PostgreSQL accept.

A match is its `events`; everything else about it is stored beside them so that a turn needn't replay them. People are
named by rows (`users`, `members`), never by bare Discord ids, so that one of them can be forgotten while the log stays
whole: only `users.discord_id` knows who someone is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    UniqueConstraint,
    false,
    text,
)

from bot.store.definition import (
    KEY,
    UNIQUE,
    At,
    ColumnOption,
    DiscordId,
    Id,
    Instant,
    JsonColumn,
    Long,
    Moment,
    RowId,
    ShortName,
    To,
    UserId,
    Word,
    table,
)
from bot.store.documents import ClockDocument, EndingDocument, FrozenDocument, ProposalDocument, StandingDocument

LIVE = text("status IN ('open', 'running', 'frozen')")
"""Matches that have not ended. Each match has at most one rematch among them."""

DUE = text("due_at IS NOT NULL")
WITH_BUTTONS = text("posted_at IS NOT NULL AND stripped_at IS NULL")
IN_TROUBLE = text("problem IS NOT NULL")
SENT = text("message_id IS NOT NULL")
"""The few posts that the worker looks for among all that were ever written."""

MOVED = text("deadline_moved")
"""The few matches whose boards and reminders announce an earlier deadline."""


@dataclass(frozen=True, slots=True, repr=False)
class UserRow:
    id: Id
    discord_id: Annotated[DiscordId, UNIQUE] | None  # null if forgotten
    created_at: datetime
    habits: Mapping[str, Any] | None  # how and when this person wants to be reminded; null for the defaults
    vacation_until: At | None  # may be in the past
    privacy: Mapping[str, Any] | None  # who may see this person's profile and ratings; null for the defaults
    locale: Annotated[str, String] | None  # of this person's Discord when they last used Crux; null if unknown


users = table("users", UserRow)

vacations = table(
    "vacations",
    Column("id", RowId, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("began_at", Instant, nullable=False),
    Column("ends_at", Instant, nullable=False),
    Index(None, "user_id"),
)

# How far someone has come in the lesson of a game: the next step, counted from 0.
lessons = table(
    "lessons",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("step", Integer, nullable=False),
)

guild_settings = table(
    "guild_settings",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", JsonColumn, nullable=False),
    Column("updated_at", Moment, nullable=False),
)


@dataclass(frozen=True, slots=True, repr=False)
class SeriesRow:
    id: Id
    kind: ShortName
    standing: StandingDocument | None
    created_at: datetime
    ended_at: datetime | None


series = table("series", SeriesRow)


@dataclass(frozen=True, slots=True, repr=False)
class MatchRow:
    id: Id
    game: ShortName
    rules_version: int
    options: Mapping[str, Any]
    status: Word
    version: int  # the number of the newest event
    series_id: Annotated[int, To("series.id")] | None
    rematch_of: Long | None  # the match it is a rematch of
    part: int | None  # its number in the series; 0 is the table of parallel matches
    private: bool  # it is never posted
    guild_id: DiscordId | None  # null for direct messages
    channel_id: DiscordId
    thread_id: DiscordId | None
    table_message_id: DiscordId | None
    opener_id: UserId
    shared: bool
    own_thread: bool
    automatic: bool  # decisions without a choice are automatic
    rolls: bool  # dice are rolled automatically after each turn
    hints: bool  # people may ask what a computer would play
    coached: bool | None  # people are told what matters, less and less often; null: those new to the game
    rated: bool  # its result changes its people's ratings
    commitment: Annotated[str, String(64)]  # SHA-256 of the seed in `seeds`, hexadecimal
    salt: Annotated[str, String(32)] | None
    recipe: int
    drawn: int  # how many draws the sealed luck has supplied
    proposal: ProposalDocument | None
    ending: EndingDocument | None
    frozen: FrozenDocument | None
    to_move: int | None
    computer_since: datetime | None  # since when a computer is to move; null if none is
    move_time: timedelta | None  # the limit for a turn; null for none
    on_expiry: Word  # what happens when a turn's time runs out
    deadline: At | None  # until when the seat to move has time; null if no clock runs
    deadline_moved: Annotated[bool, ColumnOption("server_default", false())]  # since it was announced
    clock: ClockDocument | None  # whose clock it is, and its stage; see `bot.match.decisions.clocks`
    due_at: At | None  # when something must be done by time alone
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


matches = table(
    "matches",
    MatchRow,
    Index(None, "channel_id", "status"),
    Index(None, "thread_id", "status"),
    Index(None, "guild_id", "status"),
    Index(None, "status", "opened_at"),
    Index(None, "opener_id", "status"),
    Index(None, "series_id"),
    Index(None, "computer_since"),
    Index(None, "due_at"),
    Index(None, "rematch_of", unique=True, sqlite_where=LIVE, postgresql_where=LIVE),
    Index("ix_matches_deadline_moved", "id", sqlite_where=MOVED, postgresql_where=MOVED),
)

# A table of its own, so that code that reads a match for a screen never has the seed.
seeds = table(
    "seeds",
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("seed", LargeBinary(32), nullable=False),
)


@dataclass(frozen=True, slots=True, repr=False)
class SeatRow:
    match_id: Annotated[int, To("matches.id"), KEY]
    number: Annotated[int, KEY]
    colour: ShortName
    computer: Word | None  # the level of the computer that plays it now; null if people do
    resigned: int | None  # the number of the event by which it resigned while the match went on
    missed: Annotated[int, ColumnOption("default", 0)]  # turns in a row that timed out
    hopeless: Annotated[int, ColumnOption("default", 0)]  # turns in a row that its computer considered lost


seats = table("seats", SeatRow)


@dataclass(frozen=True, slots=True, repr=False)
class MemberRow:
    id: Id
    match_id: Annotated[int, To("matches.id")]
    user_id: UserId
    seat: int | None  # null if invited, or left again
    seated_by: int | None  # the number of the event by which this person sat down; orders the people on a seat
    invited: bool
    kept_seat: int | None  # the seat reserved for this person at a table
    absent: bool
    left_at: datetime | None


members = table("members", MemberRow, UniqueConstraint("match_id", "user_id"), Index(None, "user_id"))


@dataclass(frozen=True, slots=True, repr=False)
class EventRow:
    match_id: Annotated[int, To("matches.id"), KEY]
    number: Annotated[int, KEY]
    kind: ShortName
    member_id: Annotated[int, To("members.id")] | None  # null if nobody did it
    seat: int | None
    move: str | None  # the game's canonical notation
    chance: list[int | list[str]] | None  # the outcomes of chance drawn, in order; as `bot.rules.chance.Outcome`
    interaction_id: Annotated[DiscordId, UNIQUE] | None
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


events = table("events", EventRow)

snapshots = table(
    "snapshots",
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # the number of the event that made this position
    Column("document", JsonColumn, nullable=False),
    Column("before", JsonColumn),  # the position before the first decision of the trail
    Column("trail", JsonColumn),  # the newest decisions: those of the current turn and of the round before it
)


@dataclass(frozen=True, slots=True, repr=False)
class PostRow:
    id: Id
    match_id: Annotated[int, To("matches.id")]
    version: int
    run: int | None  # the event since which the seat to move has been deciding in this turn
    anew: bool  # may not replace an older message
    calls: bool  # someone waits for it; false if computers play on and it can wait
    kind: Word
    nonce: Annotated[str, String(25), UNIQUE]
    guild_id: DiscordId | None
    channel_id: DiscordId
    thread_id: DiscordId | None
    created_at: datetime
    due_at: datetime | None  # when to try next; null if delivered, superseded or undeliverable
    attempts: int
    problem: str | None
    superseded: bool
    message_id: DiscordId | None
    posted_at: datetime | None
    stripped_at: datetime | None


posts = table(
    "posts",
    PostRow,
    Index(None, "match_id", "id"),
    Index(None, "message_id", sqlite_where=SENT, postgresql_where=SENT),
    Index(None, "calls", "due_at", sqlite_where=DUE, postgresql_where=DUE),
    Index("ix_posts_with_buttons", "match_id", "id", sqlite_where=WITH_BUTTONS, postgresql_where=WITH_BUTTONS),
    Index(None, "problem", sqlite_where=IN_TROUBLE, postgresql_where=IN_TROUBLE),
)

# The words of boards that still have their buttons. A table of its own: its rows come and go, and their space is
# reused. In `posts`, where nothing is ever deleted, each would leave a hole.
board_words = table(
    "board_words",
    Column("post_id", ForeignKey("posts.id"), primary_key=True),
    Column("words", JsonColumn, nullable=False),
)


@dataclass(frozen=True, slots=True, repr=False)
class ReminderRow:
    id: Id
    match_id: Annotated[int, To("matches.id")]
    user_id: UserId
    run: int  # the turn it is about, as in `matches.clock`
    half: bool  # half of the time is over; otherwise nearly all of it
    nonce: Annotated[str, String(25), UNIQUE]
    due_at: At | None  # when to try (again); null if done
    done_at: At | None  # when delivered, given up or dropped
    attempts: int
    problem: str | None
    channel_id: DiscordId | None  # where its message is, once it is delivered
    message_id: DiscordId | None
    announced: At | None  # the deadline in the message
    tried_at: At | None  # when it was first tried, and may have been sent


reminders = table("reminders", ReminderRow, Index(None, "match_id"), Index(None, "user_id"), Index(None, "due_at"))

# What came of going over a finished match under these rules; see `bot.computers.reviewing`.
reviews = table(
    "reviews",
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("rules_version", Integer, nullable=False),
    Column("document", JsonColumn, nullable=False),
    Column("reviewed_at", Instant, nullable=False),
    Index(None, "reviewed_at"),
)
