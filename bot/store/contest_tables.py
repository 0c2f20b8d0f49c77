"""The tables of leagues, in the same metadata as all others (`bot.store.tables`)."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, String, UniqueConstraint

from bot.store.tables import Document, Instant, Moment, RowId, table

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

# The messages of a season: 0 is the sign-up, n the table of division n, -1 the finale.
league_messages = table(
    "league_messages",
    Column("season_id", ForeignKey("league_seasons.id"), primary_key=True),
    Column("part", Integer, primary_key=True),
    Column("message_id", BigInteger, nullable=False),
    Column("shown", String(64), nullable=False),  # the digest of what it shows
    Column("left_in", BigInteger),  # the channel where it stays behind; null: it shows how things are now
)
