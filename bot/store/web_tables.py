"""Tables of the board in the browser."""

from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import Column, ForeignKey, Index, String

from bot.store.definition import UNIQUE, At, DiscordId, Id, Instant, Long, UserId, table


@dataclass(frozen=True, slots=True, repr=False)
class WebSessionRow:
    """A private link to the board in the browser, or the launch of an Activity.

    From the moment it's opened it is the session of that browser or Activity.
    """

    id: Id
    user_id: UserId
    window: Annotated[str, String(16), UNIQUE]  # the part of the page's address, which is no secret
    digest: Annotated[str, String(64)]  # SHA-256 of the link's token or of the session's cookie
    match_id: Long | None  # the match that the link opens; null: the list of matches
    place_id: DiscordId | None  # of an Activity: its server, or its channel in direct messages; null: a browser
    made_at: At
    opened_at: At | None  # when the link became a session; null: not yet
    used_at: At | None  # the day it was last used
    until: At


web_sessions = table("web_sessions", WebSessionRow, Index(None, "user_id"), Index(None, "until"))

# Where everybody may see a match, since one of its players has shared it.
match_addresses = table(
    "match_addresses",
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("address", String(32), nullable=False, unique=True),  # which nobody can guess
    Column("made_at", Instant, nullable=False),
)
