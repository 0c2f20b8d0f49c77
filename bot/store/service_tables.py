"""Tables of what the operator has decided for everyone, and of the servers that the bot isn't on."""

from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import BigInteger, Column, String

from bot.store.definition import KEY, At, ColumnOption, DiscordId, Instant, Moment, table


@dataclass(frozen=True, slots=True, repr=False)
class BlockRow:
    """Whom the bot refuses: a person or a server, by Discord's id. A person who is forgotten stays blocked."""

    kind: Annotated[str, String(8), KEY]  # "person" or "server"
    discord_id: Annotated[DiscordId, KEY]
    blocked_at: At


blocks = table("blocks", BlockRow)

# Servers that the bot isn't on now, or doesn't see as Discord has an outage, although something goes on there.
absences = table(
    "absences",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", Instant, nullable=False),
)


@dataclass(frozen=True, slots=True, repr=False)
class NoticeRow:
    """What is announced to everyone, in the operator's words: a single row, or none."""

    id: Annotated[int, KEY, ColumnOption("autoincrement", False)]
    text: str
    until: At


notices = table("notices", NoticeRow)

command_syncs = table(
    "command_syncs",
    Column("application_id", BigInteger, primary_key=True),
    Column("host", String(255), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("synced_at", Moment, nullable=False),
)
