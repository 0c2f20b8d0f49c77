"""Private links to the board in the browser, and the sessions that they become.

A link has a token that works once and for five minutes; opening it gives a browser a cookie for thirty days. Only the
SHA-256 of either is stored. Both are 256 random bits, so nobody can find one by its digest.
"""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.match.parts.part import Part
from bot.match.values.errors import LinkIsOver
from bot.store.queries import matches, people, web_sessions
from bot.store.rows import WebSessionRow

LINK_LASTS = timedelta(minutes=5)
SESSION_LASTS = timedelta(days=30)
NOTED_EVERY = timedelta(days=1)
"""How often it's noted that a session is used."""

SECRET_BYTES = 32
WINDOW_BYTES = 9
MOST_SESSIONS = 20
"""How many sessions one person may have; a new one ends the oldest."""


@dataclass(frozen=True, slots=True)
class Browser:
    """A session: its number, whose it is, the part of the page's address, since when, its last day and its end."""

    id: int
    user: int
    window: str
    opened_at: datetime
    used_at: datetime
    until: datetime


@dataclass(frozen=True, slots=True, repr=False)
class Opened:
    """A session that has just begun, the secret of its cookie, and the match that the link is about."""

    browser: Browser
    secret: str
    match_id: int | None


class Browsers(Part):
    """The browsers in which people have opened the board."""

    async def link(self, user: int, match_id: int | None) -> str:
        """Makes a link for this person. Returns its token. Raises Busy, NotWritable."""
        token, now = self._new_secret(), self._now()
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, now)
            await web_sessions.purge(connection, now)
            await web_sessions.add(
                connection,
                {
                    "user_id": row,
                    "window": _readable(self._secret(WINDOW_BYTES)),
                    "digest": digest_of(token),
                    "match_id": match_id,
                    "made_at": now,
                    "until": now + LINK_LASTS,
                },
            )
        return token

    async def open(self, token: str) -> Opened:
        """Makes a link a session. Raises LinkIsOver, also if it was opened before; Busy, NotWritable."""
        secret, now, digest = self._new_secret(), self._now(), digest_of(token)
        async with self._writing() as connection:
            row = await web_sessions.of_digest(connection, digest)
            if row is None or row.until <= now or not hmac.compare_digest(row.digest, digest):
                raise LinkIsOver
            until = now + SESSION_LASTS
            await web_sessions.change(
                connection,
                row.id,
                {"digest": digest_of(secret), "opened_at": now, "used_at": now, "until": until},
            )
            opened = await web_sessions.of_window(connection, row.window)
            if opened is None:  # forgotten meanwhile
                raise LinkIsOver
            for old in (await web_sessions.of_person(connection, row.user_id, now))[MOST_SESSIONS:]:
                await web_sessions.end(connection, row.user_id, old.id)
        return Opened(_browser(*opened), secret, row.match_id)

    async def find(self, window: str, secret: str) -> Browser | None:
        """The session of a cookie; None if there is none, or it's over. Raises Busy, NotWritable."""
        found = await self._read(web_sessions.of_window, window)
        now, digest = self._now(), digest_of(secret)
        if found is None or not hmac.compare_digest(found[0].digest, digest) or found[0].until <= now:
            return None
        row, _ = found
        if row.used_at is None or now - row.used_at >= NOTED_EVERY:
            await self._write(web_sessions.change, row.id, {"used_at": now})
        return _browser(*found)

    async def of_person(self, user: int) -> list[Browser]:
        """The sessions of a person, the newest first."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            rows = [] if row is None else await web_sessions.of_person(connection, row, self._now())
        return [_browser(one, user) for one in rows]

    async def end(self, user: int, number: int | None = None) -> None:
        """Ends one session of a person, or all with all links. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            row = await people.user_row(connection, user)
            if row is not None:
                await web_sessions.end(connection, row, number)

    async def has_acted(self, interaction: int) -> bool:
        """Whether what a page has sent under this id was carried out."""
        return await self._read(matches.match_of_interaction, interaction) is not None

    async def purge(self) -> None:
        """Deletes links and sessions whose time is over. Raises Busy, NotWritable."""
        if await self._read(web_sessions.any_over, self._now()):
            await self._write(web_sessions.purge, self._now())

    def _new_secret(self) -> str:
        return _readable(self._secret(SECRET_BYTES))


def digest_of(secret: str) -> str:
    """What is stored of a token or a cookie."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _readable(secret: bytes) -> str:
    return base64.urlsafe_b64encode(secret).rstrip(b"=").decode()


def _browser(row: WebSessionRow, user: int) -> Browser:
    opened_at = row.opened_at or row.made_at
    return Browser(row.id, user, row.window, opened_at, row.used_at or opened_at, row.until)
