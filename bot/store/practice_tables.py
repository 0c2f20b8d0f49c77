"""Tables of what people practise, in the same metadata as all other tables (`bot.store.tables`)."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String

from bot.store.tables import Document, Instant, RowId, table

# Puzzles one after the other; at most one run of a person isn't over.
puzzle_runs = table(
    "puzzle_runs",
    Column("id", RowId, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("guild_id", BigInteger),  # the server where it began; null: a direct message
    Column("game", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("began_at", Instant, nullable=False),
    Column("puzzle", BigInteger),  # the one that is asked; null: the run is over
    Column("since", Instant, nullable=False),  # from when its time counts
    Column("used", Integer, nullable=False),  # milliseconds until then
    Column("solved", Integer, nullable=False),
    Column("answers", Document, nullable=False),  # [puzzle, whether it was solved, what it was rated] of each
    Column("ended_at", Instant),
    Column("ending", String(16)),
    Column("shared", Boolean, nullable=False),
    Index(None, "user_id"),
    Index(None, "guild_id", "game", "kind"),
)
