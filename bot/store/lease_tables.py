"""The table of leases, in the same metadata as all others (`bot.store.tables`)."""

from sqlalchemy import BigInteger, Boolean, Column, Integer, String

from bot.store.tables import Instant, table

# Which process works for which shard of the bot; see `bot.shards.leases`, and `bot.shards.processes` for its names.
leases = table(
    "leases",
    Column("name", String(32), primary_key=True),
    Column("shard_count", Integer, nullable=False),  # of all processes together; 0 for a single one that Discord tells
    Column("owner", String(32), nullable=False),
    Column("until", Instant, nullable=False),  # when the lease runs out unless its owner renews it
    Column("successor", String(32)),  # the process that is to take over
    Column("successor_until", Instant),  # when the successor counts as dead unless it renews this
    Column("ready", Boolean, nullable=False),  # the successor is connected
    Column("after", BigInteger),  # the last interaction that the owner takes, the successor takes those after it
)
