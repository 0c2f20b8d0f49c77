"""People in a real browser: how they open a match, and what they touch."""

from random import Random

from playwright.async_api import Browser, Page, expect

from bot.match import Match
from cogs.shared.web.server import Server
from tests.chromium import open_page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


async def opened(browser: Browser, server: Server, user: int, match: Match, **window: object) -> tuple[Page, list[str]]:
    """The match as this person has opened it, and the page's errors."""
    page, errors = await open_page(browser, **window), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    token = await server.bot.matches.browsers.link(user, match.id)
    await page.goto(f"{server.url}/enter#{token}")
    await expect(page.locator(".picture img[src]").first).to_be_visible()
    return page, errors


async def touch_once(page: Page, picks: Random) -> None:
    """Touches what leads on: Confirm, a direct move, a place or a choice in a list."""
    for what in (".bar .success, .bar .danger, .bar .primary", ".place:not(.chosen)", ".side .card .buttons button"):
        found = page.locator(what)
        if number := await found.count():
            one = found.nth(0 if "bar" in what else picks.randrange(number))
            await one.scroll_into_view_if_needed()
            await one.tap()
            return
    await page.locator(".bar button").first.tap()
