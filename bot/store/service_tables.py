"""Tables of what the operator has decided for everyone, and of the servers that the bot isn't on."""

from sqlalchemy import BigInteger, Column, Integer, String, Text

from bot.store.tables import Instant, Moment, table

# Whom the bot refuses: a person or a server, by Discord's id. A person who is forgotten stays blocked.
blocks = table(
    "blocks",
    Column("kind", String(8), primary_key=True),  # "person" or "server"
    Column("discord_id", BigInteger, primary_key=True),
    Column("blocked_at", Instant, nullable=False),
)

# Servers that the bot isn't on now, or doesn't see as Discord has an outage, although something goes on there.
absences = table(
    "absences",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", Instant, nullable=False),
)

# What is announced to everyone, in the operator's words: a single row, or none.
notices = table(
    "notices",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("until", Instant, nullable=False),
)

command_syncs = table(
    "command_syncs",
    Column("application_id", BigInteger, primary_key=True),
    Column("host", String(255), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("synced_at", Moment, nullable=False),
)
