"""Takes the screenshots of the board in the browser: its own server, with matches that chance has played.

Run as `python -m docs.screenshots.make_page_screenshots`; a font with coloured emoji should be installed.
"""

import asyncio
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from playwright.async_api import Browser, Page

from bot.listening import WebDoor
from bot.match import Match
from bot.rules import GAMES
from cogs.shared.presentation.registry import register
from cogs.shared.web.server import PageServer
from docs.screenshots.saving import save
from tests.chromium import open_page, started
from tests.cogs.conftest import ANNE, BERT, Bot
from tests.cogs.games import screen_of
from tests.cogs.web.conftest import advanced, begun
from tests.databases import open_new, put_database
from tests.waiting import until

NAMES = {ANNE: "Ada", BERT: "Ben", 7002: "Caro", 7003: "Dan"}
SIZES = (
    ("", {"viewport": {"width": 1280, "height": 900}}),
    ("-phone", {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}),
)
LARGEST = 150 * 1024  # bytes of a file
MOVES = {"cirondo": 14, "southern_cross": 6, "parcheesi": 20, "southern_cards": 12, "down_under": 6}
CHOSEN = 5  # of the pieces, which has several targets in most games
LINE = 3  # moves that are tried out
SETTLED = 900  # milliseconds until everything that was touched is drawn


class Named(Bot):
    """A bot that knows what people are called."""

    async def fetch_user(self, user: int, /) -> Any:
        return SimpleNamespace(id=user, display_name=NAMES[user])


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        put_database(Path(folder) / "crux.db")
        async with open_new(f"sqlite+aiosqlite:///{folder}/crux.db") as store:
            bot = Named(store)
            for key in GAMES:
                screen = screen_of(key)
                screen.bot = bot
                register(screen)
            await bot.matches.dailies.seeds.prepare()
            matches = {key: await advanced(bot, await begun(bot, key, [ANNE, BERT]), MOVES[key]) for key in GAMES}
            server = PageServer(bot, WebDoor("", "127.0.0.1", 0))
            await server.start()
            try:
                async with started() as browser:
                    for suffix, window in SIZES:
                        await shots(browser, server, matches, suffix, window)
            finally:
                await server.stop()


async def shots(
    browser: Browser, server: PageServer, matches: dict[str, Match], suffix: str, window: dict[str, Any]
) -> None:
    """All pictures of one size."""
    page = await open_page(browser, reduced_motion="reduce", **window)
    token = await server.bot.matches.browsers.link(ANNE, None)
    await page.goto(f"{server.url}/enter#{token}")
    await page.locator(".list").wait_for()
    await shot(page, f"page-list{suffix}")
    for key, match in matches.items():
        await page.evaluate("number => { location.hash = number }", match.id)
        await page.locator("h1").wait_for()
        await page.wait_for_timeout(SETTLED)
        await touch(page, CHOSEN)
        await shot(page, f"page-{key.replace('_', '-')}{suffix}")
    await page.evaluate("number => { location.hash = number }", matches["cirondo"].id)
    await page.wait_for_timeout(SETTLED)
    await page.get_by_role("button", name="Try it out").click()
    for number in range(1, LINE + 1):
        await page.locator("main:not([aria-busy=true])").wait_for()
        await touch(page, CHOSEN + number)
        targets = page.locator(".place.target:visible")
        if count := await targets.count():  # otherwise the piece had one way, and the move is played
            await targets.nth(count - 1).click(force=True)
        await page.wait_for_timeout(SETTLED)
    await shot(page, f"page-try{suffix}")
    await page.context.close()


async def touch(page: Page, number: int) -> None:
    """Touches a piece that leads somewhere, or where there is none, a place."""
    await loaded(page)
    pieces = page.locator(".place.piece:visible")
    if not await pieces.count():
        pieces = page.locator(".place.target:visible")
    if count := await pieces.count():
        await pieces.nth(number % count).click(force=True)
        await page.wait_for_timeout(SETTLED)


async def loaded(page: Page) -> None:
    """Waits for all pictures."""
    await until(lambda: page.evaluate("[...document.images].every((one) => one.naturalWidth)"))
    await page.wait_for_timeout(SETTLED)


async def shot(page: Page, name: str) -> None:
    """What the window shows, as a small file."""
    await page.evaluate("scrollTo(0, 0)")
    await loaded(page)
    screenshot = await page.screenshot()
    save(screenshot, name, LARGEST)


if __name__ == "__main__":
    asyncio.run(main())
