"""Who asks: a person in a browser, known by the cookie of their session."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import hdrs, web

from bot.match import Match, NoSuchMatch, NotRunning, Status
from bot.match.parts.browsers import Browser, Opened
from cogs.shared.access.visibility import can_see_from_afar
from cogs.shared.client.client import Client
from cogs.shared.client.languages import draw_for
from cogs.shared.interactions.gatekeeper import Gatekeeper

COOKIE = "crux"

Json = dict[str, Any]
"""What the page is answered."""


class BadRequest(Exception):
    """The request isn't one of the page's."""


class NotSignedIn(Exception):
    """There is no session, or it's over."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person who has opened the page."""

    bot: Client
    browser: Browser

    @property
    def user(self) -> int:
        return self.browser.user

    async def match(self, number: int) -> Match:
        """A match as it is now, of parallel ones their own. Whatever names a match asks for it here.

        Raises NoSuchMatch for one that they may not see or that never began, NotRunning for an open table, Blocked.
        """
        match = await self.bot.matches.get(number)
        if not await can_see_from_afar(self.bot, self.user, match):
            raise NoSuchMatch(match=number)
        if match.status is Status.CANCELLED:
            raise NoSuchMatch(match=number)
        if match.status is Status.OPEN:
            raise NotRunning
        Gatekeeper.of(self.bot).check_blocks(self.user, match.place.guild_id)
        await draw_for(self.bot, self.user, match.place.guild_id)
        part = match.own_part(self.user)
        return match if part is None else await self.bot.matches.get(part.match_id)


async def visitor_of(bot: Client, request: web.Request) -> Visitor:
    """Who asks. Raises NotSignedIn, and Blocked for people whom the operator has blocked."""
    secret = request.cookies.get(COOKIE, "")
    browser = await bot.matches.browsers.find(request.match_info.get("window", ""), secret) if secret else None
    if browser is None:
        raise NotSignedIn
    Gatekeeper.of(bot).check_blocks(browser.user, None)
    return Visitor(bot, browser)


def interaction_of(visitor: Visitor, match: Match, wish: Mapping[str, Any]) -> int:
    """The id under which an act is stored, so that it acts once.

    It follows from who acts, where, and the key, so nobody can take an id from somebody else. It's negative, as
    Discord's ids never are.
    """
    name = f"{visitor.user}:{match.id}:{wish['do']}:{wish['key']}"
    return -1 - (int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 2)


def remember(answer: web.StreamResponse, opened: Opened, *, secure: bool, framed_at: str | None = None) -> None:
    """Gives the browser the cookie of its session. Each window has its own, so two people can share a browser.

    `framed_at` is the host of an Activity, whose cookie is for that host in Discord's frames alone.
    """
    seconds = round(opened.browser.lasts.total_seconds())
    _set(answer, opened.browser, opened.secret, seconds, framed_at, secure=secure)


def forget(answer: web.StreamResponse, browser: Browser, *, secure: bool, framed_at: str | None = None) -> None:
    _set(answer, browser, "", 0, framed_at, secure=secure)


def _set(
    answer: web.StreamResponse, browser: Browser, secret: str, seconds: int, framed_at: str | None, *, secure: bool
) -> None:
    """Sets the cookie of a session (for Activities: Discord's documentation, networking, Using Cookies)."""
    parts = [f"{COOKIE}={secret}", f"Max-Age={seconds}", f"Path=/{browser.window}/", "HttpOnly"]
    if browser.place is not None:
        parts += [f"Domain={framed_at}", "Secure", "SameSite=None", "Partitioned"]  # Python 3.13 doesn't know the last
    else:
        parts += ["Secure", "SameSite=Lax"] if secure else ["SameSite=Lax"]
    answer.headers.add(hdrs.SET_COOKIE, "; ".join(parts))
