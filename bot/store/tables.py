"""The tables, in SQL that both SQLite and PostgreSQL accept.

A match is its `events`; everything else about it is stored beside them so that a turn needn't replay them. People are
named by rows (`users`, `members`), never by bare Discord ids, so that one of them can be forgotten while the log stays
whole: only `users.discord_id` knows who someone is.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.schema import SchemaItem


class Moment(TypeDecorator[datetime]):
    """A moment in UTC. SQLite stores no time zone, so it is removed on the way in and added on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Raises ValueError for a moment without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} says no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment, aware and in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


class Instant(TypeDecorator[datetime]):
    """A moment as milliseconds since 1970, for moments with which the database calculates."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """The milliseconds, rounded down."""
        return None if value is None else (value - EPOCH) // MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """The moment, aware and in UTC."""
        return None if value is None else EPOCH + value * MILLISECOND


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def table(name: str, *columns: SchemaItem, **options: Any) -> Table:
    """A table of the bot's database."""
    return Table(name, metadata, *columns, **options)


# SQLite generates ids only for a column of type INTEGER, which holds 64 bits there anyway.
RowId = BigInteger().with_variant(Integer, "sqlite")
Document = JSON(none_as_null=True)

LIVE = text("status IN ('open', 'running', 'frozen')")
"""Matches that have not ended. Each match has at most one rematch among them."""

DUE = text("due_at IS NOT NULL")
WITH_BUTTONS = text("posted_at IS NOT NULL AND stripped_at IS NULL")
IN_TROUBLE = text("problem IS NOT NULL")
SENT = text("message_id IS NOT NULL")
"""The few posts that the worker looks for among all that were ever written."""

MOVED = text("deadline_moved")
"""The few matches whose boards and reminders announce an earlier deadline."""

users = table(
    "users",
    Column("id", RowId, primary_key=True),
    Column("discord_id", BigInteger, unique=True),  # null if forgotten
    Column("created_at", Moment, nullable=False),
    Column("habits", Document),  # how and when this person wants to be reminded; null for the defaults
    Column("vacation_until", Instant),  # may be in the past
    Column("privacy", Document),  # who may see this person's profile and ratings; null for the defaults
    Column("locale", String),  # the language of this person's Discord when they last used Crux; null if unknown
)

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
    Column("settings", Document, nullable=False),
    Column("updated_at", Moment, nullable=False),
)

series = table(
    "series",
    Column("id", RowId, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("standing", Document),
    Column("created_at", Moment, nullable=False),
    Column("ended_at", Moment),
)

matches = table(
    "matches",
    Column("id", RowId, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Document, nullable=False),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),  # the number of the newest event
    Column("series_id", ForeignKey("series.id")),
    Column("rematch_of", BigInteger),  # the match it is a rematch of
    Column("part", Integer),  # its number in the series; 0 is the table of parallel matches
    Column("private", Boolean, nullable=False),  # it is never posted
    Column("guild_id", BigInteger),  # null for direct messages
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("table_message_id", BigInteger),
    Column("opener_id", ForeignKey("users.id"), nullable=False),
    Column("shared", Boolean, nullable=False),
    Column("own_thread", Boolean, nullable=False),
    Column("automatic", Boolean, nullable=False),  # decisions without a choice are automatic
    Column("rolls", Boolean, nullable=False),  # dice are rolled automatically after each turn
    Column("hints", Boolean, nullable=False),  # people may ask what a computer would play
    Column("coached", Boolean),  # people are told what matters, less and less often; null: those new to the game
    Column("rated", Boolean, nullable=False),  # its result changes its people's ratings
    Column("commitment", String(64), nullable=False),  # SHA-256 of the seed in `seeds`, hexadecimal
    Column("salt", String(32)),
    Column("recipe", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),  # how many draws the sealed luck has supplied
    Column("proposal", Document),
    Column("ending", Document),
    Column("frozen", Document),
    Column("to_move", Integer),
    Column("computer_since", Moment),  # since when a computer is to move; null if none is
    Column("move_time", Integer),  # the limit for a turn in seconds; null for none
    Column("on_expiry", String(16), nullable=False),  # what happens when a turn's time runs out
    Column("deadline", Instant),  # until when the seat to move has time; null if no clock runs
    Column("deadline_moved", Boolean, nullable=False, server_default=false()),  # since it was announced
    Column("clock", Document),  # whose clock it is, and its stage; see `bot.match.decisions.clocks`
    Column("due_at", Instant),  # when something must be done by time alone
    Column("opened_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("ended_at", Moment),
    Column("updated_at", Moment, nullable=False),
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

# The log that ratings follow from: each rated match or series that has ended, in this order. Rows are only added.
results = table(
    "results",
    Column("id", RowId, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False, unique=True),
    Column("game", String(32), nullable=False),
    Column("ended_at", Instant, nullable=False),
    Column("sides", Document, nullable=False),  # for each side the rows of its people and the levels of its computers
    Column("places", Document, nullable=False),  # for each side
    Column("computers", Document),  # the ratings of the computers' levels: [mu, sigma] for each
    Column("people", Text, nullable=False),  # all of them in order: "3,8"
    Column("counts", Boolean, nullable=False),
    Column("uncounted", String(16)),  # why it doesn't count; see `bot.ratings.ledger.Uncounted`
    Column("barred", Boolean, nullable=False, default=False),  # somebody forgotten has played for it that day
    Index(None, "people", "ended_at"),
)

# What follows from `results`: each person's rating now in each game, ...
ratings = table(
    "ratings",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("streak", Integer, nullable=False),  # current wins in a row
    Column("longest_streak", Integer, nullable=False),
    Column("played_at", Instant),  # when the newest of these matches ended; null until an upgrade is finished
    sqlite_with_rowid=False,
)

# ... and how each result changed each player's rating.
rating_changes = table(
    "rating_changes",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("result_id", ForeignKey("results.id"), primary_key=True),
    Column("mu_before", Float, nullable=False),
    Column("sigma_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Index(None, "result_id"),
    sqlite_with_rowid=False,
)

# Has a row from a migration to newer rules of ratings until all of them have been computed anew.
ratings_due = table("ratings_due", Column("revision", String(32), primary_key=True))

# The leaderboards: someone's rating in a game, on each server where they have played rated matches of it. Server 0 is
# the global leaderboard, which lists only those who agreed to that.
leaderboards = table(
    "leaderboards",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("guild_id", BigInteger, primary_key=True),
    Column("points", Float, nullable=False),  # mu
    Column("sigma", Float, nullable=False),
    Column("played_at", Instant),  # as in `ratings`
    Column("away", Boolean, nullable=False),  # not on the server when Discord was last asked
    Index(None, "guild_id", "game", "points", "sigma", "played_at", "away"),  # all that decides about places
    sqlite_with_rowid=False,
)

seats = table(
    "seats",
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("colour", String(32), nullable=False),
    Column("computer", String(16)),  # the level of the computer that plays it now; null if people do
    Column("resigned", Integer),  # the number of the event by which it resigned while the match went on
    Column("missed", Integer, nullable=False, default=0),  # turns in a row that timed out
    Column("hopeless", Integer, nullable=False, default=0),  # turns in a row that its computer considered lost
)

members = table(
    "members",
    Column("id", RowId, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("seat", Integer),  # null if invited, or left again
    Column("seated_by", Integer),  # the number of the event by which this person sat down; orders the people on a seat
    Column("invited", Boolean, nullable=False),
    Column("kept_seat", Integer),  # the seat reserved for this person at a table
    Column("absent", Boolean, nullable=False),
    Column("left_at", Moment),
    UniqueConstraint("match_id", "user_id"),
    Index(None, "user_id"),
)

events = table(
    "events",
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("member_id", ForeignKey("members.id")),  # null if nobody did it
    Column("seat", Integer),
    Column("move", Text),  # the game's canonical notation
    Column("chance", Document),  # the outcomes of chance drawn, in order
    Column("interaction_id", BigInteger, unique=True),
    Column("data", Document),
    Column("at", Moment, nullable=False),
)

snapshots = table(
    "snapshots",
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # the number of the event that made this position
    Column("document", Document, nullable=False),
    Column("before", Document),  # the position before the first decision of the trail
    Column("trail", Document),  # the newest decisions: those of the current turn and of the round before it
)

posts = table(
    "posts",
    Column("id", RowId, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("run", Integer),  # the event since which the seat to move has been deciding in this turn
    Column("anew", Boolean, nullable=False),  # may not replace an older message
    Column("calls", Boolean, nullable=False),  # someone waits for it; false if computers play on and it can wait
    Column("kind", String(16), nullable=False),
    Column("nonce", String(25), nullable=False, unique=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("created_at", Moment, nullable=False),
    Column("due_at", Moment),  # when to try next; null if delivered, superseded or undeliverable
    Column("attempts", Integer, nullable=False),
    Column("problem", Text),
    Column("superseded", Boolean, nullable=False),
    Column("message_id", BigInteger),
    Column("posted_at", Moment),
    Column("stripped_at", Moment),
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
    Column("words", Document, nullable=False),
)

reminders = table(
    "reminders",
    Column("id", RowId, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("run", Integer, nullable=False),  # the turn it is about, as in `matches.clock`
    Column("half", Boolean, nullable=False),  # half of the time is over; otherwise nearly all of it
    Column("nonce", String(25), nullable=False, unique=True),
    Column("due_at", Instant),  # when to try (again); null if done
    Column("done_at", Instant),  # when delivered, given up or dropped
    Column("attempts", Integer, nullable=False),
    Column("problem", Text),
    Column("channel_id", BigInteger),  # where its message is, once it is delivered
    Column("message_id", BigInteger),
    Column("announced", Instant),  # the deadline in the message
    Column("tried_at", Instant),  # when it was first tried, and may have been sent
    Index(None, "match_id"),
    Index(None, "user_id"),
    Index(None, "due_at"),
)

# When a bot last ran on this database: a single row.
beats = table(
    "beats",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
)

# Longer outages of the bot, which break no streak of the daily.
outages = table(
    "outages",
    Column("id", RowId, primary_key=True),
    Column("began_at", Instant, nullable=False),
    Column("ended_at", Instant, nullable=False),
)

# The seeds of the dailies; see `bot.daily.chain`.
daily_chains = table(
    "daily_chains",
    Column("id", RowId, primary_key=True),
    Column("first_day", Date, nullable=False, unique=True),
    Column("links", Integer, nullable=False),
    Column("last_link", LargeBinary(32), nullable=False),
    Column("published", Date),  # the newest day whose seed is public, whatever the clock says later; null: none is
)

# The deals of the days that someone has begun. Their matches are one series, whose end publishes their common seed.
dailies = table(
    "dailies",
    Column("day", Date, primary_key=True),
    Column("series_id", ForeignKey("series.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Document, nullable=False),
    Column("closes_at", Moment, nullable=False),  # later ends don't count
    Column("benchmark", Integer),  # the hard computer's score
)

# The one match of each person and day that counts. Practice has no row here.
daily_tries = table(
    "daily_tries",
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("day", ForeignKey("dailies.day"), nullable=False),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("late", Boolean, nullable=False, default=False),  # it wasn't over yet when the day's seed was published
    Index(None, "day", "user_id", unique=True),
    Index(None, "user_id"),
)

# Who chose a role that champions get, and so must be able to give it.
champion_roles = table(
    "champion_roles",
    Column("guild_id", BigInteger, primary_key=True),
    Column("role_id", BigInteger, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
)

# Where the result of a try was shared. `message_id` is null while it's being posted.
daily_shares = table(
    "daily_shares",
    Column("match_id", ForeignKey("daily_tries.match_id"), primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("shared_at", Instant, nullable=False),
)

# The servers that were told of a day's deal.
daily_announcements = table(
    "daily_announcements",
    Column("guild_id", BigInteger, primary_key=True),
    Column("day", Date, primary_key=True),
)

# Everybody's first try at a puzzle, by its id in `bot.puzzles`; a `day` if it was that day's puzzle.
puzzle_tries = table(
    "puzzle_tries",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("puzzle", BigInteger, primary_key=True),
    Column("is_right", Boolean, nullable=False),
    Column("day", Date),
    Column("at", Moment, nullable=False),
    Index(None, "day"),
)

# What people are rated at the puzzles of a game, as it follows from their tries ...
puzzle_standings = table(
    "puzzle_standings",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
)

# ... and what the puzzles are rated that somebody has tried.
puzzle_ratings = table(
    "puzzle_ratings",
    Column("game", String(32), primary_key=True),
    Column("puzzle", BigInteger, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
)

# What came of going over a finished match under these rules; see `bot.computers.reviewing`.
reviews = table(
    "reviews",
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("rules_version", Integer, nullable=False),
    Column("document", Document, nullable=False),
    Column("reviewed_at", Instant, nullable=False),
    Index(None, "reviewed_at"),
)
