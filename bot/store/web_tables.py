"""Tables of the board in the browser, in the same metadata as all other tables (`bot.store.tables`)."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, String

from bot.store.tables import Instant, RowId, table

# A private link to the board in the browser, or the launch of an Activity, and from the moment it's opened the session
# of that browser or Activity.
web_sessions = table(
    "web_sessions",
    Column("id", RowId, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("window", String(16), nullable=False, unique=True),  # the part of the page's address, which is no secret
    Column("digest", String(64), nullable=False),  # SHA-256 of the link's token or of the session's cookie
    Column("match_id", BigInteger),  # the match that the link opens; null: the list of matches
    Column("place_id", BigInteger),  # of an Activity: its server, or its channel in direct messages; null: a browser
    Column("made_at", Instant, nullable=False),
    Column("opened_at", Instant),  # when the link became a session; null: not yet
    Column("used_at", Instant),  # the day it was last used
    Column("until", Instant, nullable=False),
    Index(None, "user_id"),
    Index(None, "until"),
)

# Where everybody may see a match, since one of its players has shared it.
match_addresses = table(
    "match_addresses",
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("address", String(32), nullable=False, unique=True),  # which nobody can guess
    Column("made_at", Instant, nullable=False),
)
