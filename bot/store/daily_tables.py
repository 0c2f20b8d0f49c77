"""Tables of the daily, and of the outages that break no streak of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any

from sqlalchemy import BigInteger, Boolean, Column, Date, ForeignKey, Index, Integer

from bot.store.definition import KEY, UNIQUE, At, DiscordId, Id, Instant, RowId, ShortName, To, table

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


@dataclass(frozen=True, slots=True, repr=False)
class DailyChainRow:
    """The seeds of the dailies; see `bot.daily.chain`."""

    id: Id
    first_day: Annotated[date, UNIQUE]
    links: int
    last_link: bytes
    published: date | None  # the newest day whose seed is public, whatever the clock says later; null: none is


daily_chains = table("daily_chains", DailyChainRow)


@dataclass(frozen=True, slots=True, repr=False)
class DailyRow:
    """The deal of a day that someone has begun. Its matches are one series, whose end publishes their common seed."""

    day: Annotated[date, KEY]
    series_id: Annotated[int, To("series.id")]
    game: ShortName
    options: Mapping[str, Any]
    closes_at: datetime  # later ends don't count
    benchmark: int | None  # the hard computer's score


dailies = table("dailies", DailyRow)

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


@dataclass(frozen=True, slots=True, repr=False)
class DailyShareRow:
    """Where the result of a try was shared. `message_id` is null while it's being posted."""

    match_id: Annotated[int, To("daily_tries.match_id"), KEY]
    guild_id: DiscordId | None
    channel_id: DiscordId
    message_id: DiscordId | None
    shared_at: At


daily_shares = table("daily_shares", DailyShareRow)

# The servers that were told of a day's deal.
daily_announcements = table(
    "daily_announcements",
    Column("guild_id", BigInteger, primary_key=True),
    Column("day", Date, primary_key=True),
)
