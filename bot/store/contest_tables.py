"""The tables of leagues and tournaments, in the same metadata as all others (`bot.store.tables`)."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
)

from bot.store.tables import Document, Instant, Moment, RowId, table


def _messages(name: str, key: str, contests: str) -> Table:
    """The messages that show the parts of contests, those that stay behind as well."""
    return table(
        name,
        Column(key, ForeignKey(f"{contests}.id"), primary_key=True),
        Column("part", Integer, primary_key=True),
        Column("message_id", BigInteger, nullable=False),
        Column("shown", String(64), nullable=False),  # the digest of what it shows
        Column("left_in", BigInteger),  # the channel where it stays behind; null: it shows how things are now
    )


# What a league was created with; see docs/leagues.md. Each of its seasons is a row of `league_seasons`.
leagues = table(
    "leagues",
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("name", String(40), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Document, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("size", Integer, nullable=False),  # how many people a division should have
    Column("move_time", Integer, nullable=False),  # seconds that a turn may take
    Column("on_expiry", String(16), nullable=False),
    Column("bank", Integer, nullable=False),  # seconds that each person has beyond that in a season
    Column("at_once", Integer, nullable=False),  # how many of its matches one person plays at the same time
    Column("sign_up", Integer, nullable=False),  # seconds between two seasons
    Column("created_at", Moment, nullable=False),
    Column("closed_at", Moment),
    Index(None, "guild_id"),
)

# The next season of a league is there as soon as the one before has begun, for those who come late; it takes part in
# time only once that is over.
league_seasons = table(
    "league_seasons",
    Column("id", RowId, primary_key=True),
    Column("league_id", ForeignKey("leagues.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),  # what lots follow from; secret until the season is over
    Column("begins_at", Instant),  # null: the season before goes on
    Column("began_at", Instant),
    Column("ended_at", Instant),
    Column("finished", Boolean, nullable=False),  # nothing is left to be shown or given
    UniqueConstraint("league_id", "number"),
    Index(None, "finished"),
)

league_players = table(
    "league_players",
    Column("season_id", ForeignKey("league_seasons.id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("joined_at", Moment, nullable=False),
    Column("division", Integer),  # null: the season hasn't begun
    Column("bank", Integer, nullable=False),  # seconds left
    Column("gone", Boolean, nullable=False),  # left while the season went on
    Column("place", Integer),  # in the division, once the season is over
    Index(None, "user_id"),
)

league_matches = table(
    "league_matches",
    Column("id", RowId, primary_key=True),
    Column("season_id", ForeignKey("league_seasons.id"), nullable=False),
    Column("division", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # in the schedule of the division, from 1
    Column("players", Document, nullable=False),  # the rows of the people on the seats in order
    Column("seed", LargeBinary(32)),  # the match's own, announced by its digest; null: it isn't its turn
    Column("match_id", ForeignKey("matches.id"), unique=True),
    Column("stuck_since", Instant),  # since when the installed rules can't continue or begin it; null: they can
    Column("called_off", Boolean, nullable=False, default=False),  # was stuck for too long: the season goes on without
    UniqueConstraint("season_id", "division", "number"),
)

# The parts of a season: 0 is the sign-up, n the table of division n, -1 the finale.
league_messages = _messages("league_messages", "season_id", "league_seasons")

# What a tournament was created with, and how far it is; see docs/tournaments.md.
tournaments = table(
    "tournaments",
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("name", String(40), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Document, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("rounds", Integer),  # null: as many as its kind has for so many people, known once it has begun
    Column("rated", Boolean, nullable=False),
    Column("duplicate", Boolean, nullable=False),  # all tables of a round have the same luck
    Column("move_time", Integer, nullable=False),  # seconds that a turn may take
    Column("on_expiry", String(16), nullable=False),
    Column("round_time", Integer, nullable=False),  # seconds
    Column("check_in", Integer, nullable=False),  # seconds before the beginning in which people check in; 0: they don't
    Column("sign_up", Integer, nullable=False),  # seconds
    Column("seed", LargeBinary(32), nullable=False),  # what the draw and lots follow from; secret until the end
    Column("salt", String(32)),  # the first sign-up message's id
    Column("begins_at", Instant, nullable=False),
    Column("began_at", Instant),
    Column("ended_at", Instant),
    Column("cancelled", Boolean, nullable=False),
    Column("finished", Boolean, nullable=False),  # nothing is left to be shown or given
    Column("created_at", Moment, nullable=False),
    Index(None, "guild_id", "ended_at"),
    Index(None, "finished"),
)

tournament_players = table(
    "tournament_players",
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("joined_at", Moment, nullable=False),
    Column("checked_in", Boolean, nullable=False),
    Column("drawn", Integer),  # the place in the draw, from 1; null: not drawn
    Column("gone", Boolean, nullable=False),  # left while it went on
    Column("place", Integer),  # once it is over
    Index(None, "user_id"),
)

tournament_rounds = table(
    "tournament_rounds",
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("ends_at", Instant, nullable=False),
    Column("seed", LargeBinary(32)),  # of all its tables, where they have the same luck
    Column("salt", String(32)),  # the id of the message that announced the round
    Column("series_id", ForeignKey("series.id")),  # keeps that seed sealed while the round goes on
)

tournament_matches = table(
    "tournament_matches",
    Column("id", RowId, primary_key=True),
    Column("tournament_id", ForeignKey("tournaments.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("bracket", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # of the table in its round and bracket, from 1
    Column("again", Boolean, nullable=False),  # the second match of a drawn one
    Column("players", Document, nullable=False),  # the rows of the people on the seats in order
    Column("places", Document),  # of a bye, or settled as people left or time was over; otherwise the match's
    Column("seed", LargeBinary(32), nullable=False),  # the match's own, announced by its digest
    Column("thread_id", BigInteger),  # the private thread of a table that has the luck of others
    Column("match_id", ForeignKey("matches.id"), unique=True),
    UniqueConstraint("tournament_id", "round", "bracket", "number", "again"),
)

# The parts of a tournament: 0 is the sign-up, 1 the table or bracket, -1 the end, 100 + n the beginning of round n.
tournament_messages = _messages("tournament_messages", "tournament_id", "tournaments")
