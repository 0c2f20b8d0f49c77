"""Who asks: a person in a browser, known by the cookie of their session."""

from dataclasses import dataclass

from aiohttp import web

from bot.match import Match, NoSuchMatch, NotRunning, Status
from bot.match.parts.browsers import SESSION_LASTS, Browser, Opened
from cogs.shared.interactions.client import Client
from cogs.shared.interactions.service import Service
from cogs.shared.interactions.visibility import can_see_from_afar

COOKIE = "crux"


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
        Service.of(self.bot).check_blocks(self.user, match.place.guild_id)
        part = match.own_part(self.user)
        return match if part is None else await self.bot.matches.get(part.match_id)


async def visitor_of(bot: Client, request: web.Request) -> Visitor:
    """Who asks. Raises NotSignedIn, and Blocked for people whom the operator has blocked."""
    secret = request.cookies.get(COOKIE, "")
    browser = await bot.matches.browsers.find(request.match_info.get("window", ""), secret) if secret else None
    if browser is None:
        raise NotSignedIn
    Service.of(bot).check_blocks(browser.user, None)
    return Visitor(bot, browser)


def remember(answer: web.StreamResponse, opened: Opened, *, secure: bool) -> None:
    """Gives the browser the cookie of its session. Each window has its own, so two people can share a browser."""
    answer.set_cookie(
        COOKIE,
        opened.secret,
        max_age=round(SESSION_LASTS.total_seconds()),
        path=f"/{opened.browser.window}/",
        httponly=True,
        secure=secure,
        samesite="Lax",
    )


def forget(answer: web.StreamResponse, window: str) -> None:
    answer.del_cookie(COOKIE, path=f"/{window}/")
