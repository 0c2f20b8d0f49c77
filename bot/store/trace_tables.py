"""Traces of people who were forgotten, in the same metadata as all other tables (`bot.store.tables`)."""

from sqlalchemy import Column, Index, Integer, LargeBinary, String

from bot.store.tables import Instant, table

# What a rule still has to know of somebody who was forgotten, by a keyed hash of their id and of nothing else; see
# `bot.match.reading.traces`.
traces = table(
    "traces",
    Column("rule", String(16), primary_key=True),
    Column("about", String(64), primary_key=True),  # what the rule is about: a day, a puzzle, a match, ...
    Column("digest", LargeBinary(32), primary_key=True),
    Column("number", Integer, nullable=False),  # what the rule counts
    Column("until", Instant),  # null: as long as what it is about goes on
    Index(None, "digest"),
    Index(None, "until"),
)

# The secret key of these hashes: a single row, or none while there are no traces.
trace_keys = table(
    "trace_keys",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("key", LargeBinary(32), nullable=False),
)
