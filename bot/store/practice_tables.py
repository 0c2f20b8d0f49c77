"""Tables of what people practise, in the same metadata as all other tables (`bot.store.tables`)."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Text, UniqueConstraint

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

# A mistake of somebody in a match that is over, as an exercise for them alone: what their seat saw, what was better.
exercises = table(
    "exercises",
    Column("id", RowId, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("match_id", BigInteger, nullable=False),  # so that each decision is there once
    Column("number", Integer, nullable=False),  # of the decision's event
    Column("game", String(32), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Document, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("view", Document, nullable=False),  # what the seat saw
    Column("played", Text, nullable=False),
    Column("better", Text, nullable=False),
    Column("reasons", Document, nullable=False),  # [sentence, values, places] of each
    Column("added_at", Instant, nullable=False),
    Column("stage", Integer, nullable=False),  # how often it was solved since the last mistake
    Column("due_at", Instant),  # when it comes back; null: it's known
    UniqueConstraint("user_id", "match_id", "number"),
    Index("ix_exercises_due_at", "user_id", "due_at"),
)

# How somebody's decisions in a match were, as its review says.
progress = table(
    "progress",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("match_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("ended_at", Instant, nullable=False),
    Column("good", Integer, nullable=False),  # choices as good as a strong computer's
    Column("choices", Integer, nullable=False),
    Column("missed", Document, nullable=False),  # [sentence, values] of what each missed move would have done
    Index(None, "match_id"),
)

# Whether somebody wants to be offered what to do next; without a row, they do.
plans = table(
    "plans",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("wanted", Boolean, nullable=False),
)
