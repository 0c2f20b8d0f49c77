"""Private links to the board in the browser, Activities on Discord, and the sessions that both become.

A link has a token that works once and for five minutes; opening it gives a browser a cookie for thirty days. Only the
SHA-256 of either is stored. Both are 256 random bits, so nobody can find one by its digest.

An Activity has no link, because Discord itself says who opens it. A launch notes for two minutes which match is meant.
"""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.parts.part import Part
from bot.match.values.errors import LinkIsOver
from bot.store.columns import WebSessionColumns
from bot.store.queries import matches, people, web_sessions
from bot.store.web_tables import WebSessionRow

LINK_LASTS = timedelta(minutes=5)
SESSION_LASTS = timedelta(days=30)
LAUNCH_LASTS = timedelta(minutes=2)
ACTIVITY_LASTS = timedelta(days=1)
NOTED_EVERY = timedelta(days=1)
"""How often it's noted that a session is used."""

SECRET_BYTES = 32
WINDOW_BYTES = 9
MOST_SESSIONS = 20
"""How many browsers one person may have; a new one ends the oldest."""

MOST_ACTIVITIES = 5
"""How many sessions of Activities one person may have: each launch begins one."""


@dataclass(frozen=True, slots=True)
class Browser:
    """A session: its number, whose it is, the part of the page's address, since when, its last day and its end.

    `place` is where an Activity was launched: its server, or its channel in direct messages. None is a browser.
    """

    id: int
    user: int
    window: str
    opened_at: datetime
    used_at: datetime
    until: datetime
    place: int | None = None

    @property
    def lasts(self) -> timedelta:
        """How long sessions of its kind last."""
        return _lasting(self.place)


@dataclass(frozen=True, slots=True, repr=False)
class Opened:
    """A session that has just begun, the secret of its cookie, and the match that was asked for."""

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
            await self._add(connection, row, token, {"match_id": match_id, "until": now + LINK_LASTS})
        return token

    async def launch(self, user: int, match_id: int, place: int) -> None:
        """Notes which match an Activity is to show that this person launches there. Raises Busy, NotWritable."""
        now = self._now()
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, now)
            columns: WebSessionColumns = {"match_id": match_id, "place_id": place, "until": now + LAUNCH_LASTS}
            await self._add(connection, row, self._new_secret(), columns)

    async def open(self, token: str) -> Opened:
        """Makes a link a session. Raises LinkIsOver, also if it was opened before; Busy, NotWritable."""
        secret, now, digest = self._new_secret(), self._now(), digest_of(token)
        async with self._writing() as connection:
            row = await web_sessions.of_digest(connection, digest)
            if row is None or row.until <= now or not hmac.compare_digest(row.digest, digest):
                raise LinkIsOver
            return await self._begin(connection, row.id, row.user_id, row.window, secret, None)

    async def enter(self, user: int, place: int) -> Opened:
        """Begins the session of an Activity that this person has opened there. It uses up all launches.

        Raises Busy, NotWritable.
        """
        secret, now = self._new_secret(), self._now()
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, now)
            launch = await web_sessions.newest_launch(connection, row, place, now)
            if launch is None:
                columns: WebSessionColumns = {"place_id": place, "until": now + LAUNCH_LASTS}
                number, window = await self._add(connection, row, secret, columns)
            else:
                number, window = launch.id, launch.window
            opened = await self._begin(connection, number, row, window, secret, place)
            await web_sessions.end_launches(connection, row)
        return opened

    async def _add(
        self, connection: AsyncConnection, user_row: int, secret: str, columns: WebSessionColumns
    ) -> tuple[int, str]:
        """Adds what can become a session. Returns its row, and its part of the page's address."""
        now, window = self._now(), _readable(self._secret(WINDOW_BYTES))
        await web_sessions.purge(connection, now)
        columns |= {"user_id": user_row, "window": window, "digest": digest_of(secret), "made_at": now}
        return await web_sessions.add(connection, columns), window

    async def _begin(
        self, connection: AsyncConnection, number: int, user_row: int, window: str, secret: str, place: int | None
    ) -> Opened:
        """Makes a link or a launch a session, and ends the oldest of its kind if there are too many."""
        now = self._now()
        columns: WebSessionColumns = {
            "digest": digest_of(secret),
            "place_id": place,
            "opened_at": now,
            "used_at": now,
            "until": now + _lasting(place),
        }
        await web_sessions.change(connection, number, columns)
        found = await web_sessions.of_window(connection, window)
        if found is None:  # forgotten meanwhile
            raise LinkIsOver
        mine = await web_sessions.of_person(connection, user_row, now)
        alike = [one for one in mine if (one.place_id is None) == (place is None)]
        for old in alike[MOST_SESSIONS if place is None else MOST_ACTIVITIES :]:
            await web_sessions.end(connection, user_row, old.id)
        return Opened(_browser(*found), secret, found[0].match_id)

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


def _lasting(place: int | None) -> timedelta:
    return SESSION_LASTS if place is None else ACTIVITY_LASTS


def _readable(secret: bytes) -> str:
    return base64.urlsafe_b64encode(secret).rstrip(b"=").decode()


def _browser(row: WebSessionRow, user: int) -> Browser:
    opened_at = row.opened_at or row.made_at
    return Browser(row.id, user, row.window, opened_at, row.used_at or opened_at, row.until, row.place_id)
