"""The page in a real browser: a whole turn of each game by touch on a phone, and what others see of it."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import aiohttp
import axe_playwright_python
import pytest
from playwright.async_api import Browser, Page, expect

from bot.match import Match
from bot.match.decisions import turns
from bot.rules import GAMES
from cogs.shared.web.server import Server
from tests.chromium import needs_chromium, open_page, started
from tests.cogs.conftest import ANNE, BERT, Bot
from tests.cogs.web.conftest import advanced, begun
from tests.waiting import until

pytestmark = [needs_chromium, pytest.mark.slow]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST_TOUCHES = 20


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with started() as made:
        yield made


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


@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_turn_is_played_by_touch(key: str, bot: Bot, server: Server, browser: Browser) -> None:
    match = await advanced(bot, await begun(bot, key, [ANNE, BERT]), 6)
    mine, errors = await opened(browser, server, ANNE, match, **PHONE)
    others, more_errors = await opened(browser, server, BERT, match)
    picks = Random(key)
    for _ in range(MOST_TOUCHES):
        if not (await mine.title()).startswith("●"):
            break
        await touch_once(mine, picks)
        await mine.wait_for_timeout(400)
    now = await bot.matches.get(match.id)
    assert now.version > match.version
    assert now.to_move is None or ANNE not in now.seats[now.to_move].people
    await until(lambda: others.locator("#news").text_content())
    assert errors + more_errors == []


async def test_everybody_can_use_the_page(bot: Bot, server: Server, browser: Browser) -> None:
    """What axe finds: names, contrasts, roles, the order of headings."""
    axe = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
    matches = [await advanced(bot, await begun(bot, key, [ANNE, BERT]), 6) for key in GAMES]
    page, _ = await opened(browser, server, ANNE, matches[0], bypass_csp=True, **PHONE)
    for address in ["", *(str(match.id) for match in matches)]:
        await page.evaluate("number => { location.hash = number }", address)
        await expect(page.locator("h1")).to_be_visible()
        await page.wait_for_timeout(500)
        await page.evaluate(axe)
        found = await page.evaluate("axe.run()")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []


async def test_a_move_is_dragged_and_made_with_the_keyboard(bot: Bot, server: Server, browser: Browser) -> None:
    match = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 6)
    page, errors = await opened(browser, server, ANNE, match, viewport={"width": 1280, "height": 900})
    piece = page.locator(".place.piece").first
    await piece.focus()
    before = await page.evaluate("document.activeElement.dataset.at")
    await page.keyboard.press("ArrowLeft")
    assert await page.evaluate("document.activeElement.dataset.at") != before
    await page.keyboard.press("Enter")
    await expect(page.locator(".place.chosen, .bar .success").first).to_be_visible()
    if not await page.locator(".bar .success").count():
        await page.locator(".place.target").first.focus()
        await page.keyboard.press("Enter")
    await expect(page.locator(".bar .success")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator(".place.piece").first).to_be_visible()

    start = await page.locator(".place.piece").first.bounding_box()
    assert start is not None
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 14, y + 14)
    if await page.locator(".place.target").count():
        target = await page.locator(".place.target").last.bounding_box()
        assert target is not None
        await page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
    await page.mouse.up()
    await expect(page.locator(".bar .success")).to_be_visible()
    await page.locator(".bar .success").click()
    await until(lambda: _has_moved(bot, match))
    version = (await bot.matches.get(match.id)).version
    own = re.compile(f"version={version}&.*still=1")
    await expect(page.locator(".picture img").first).to_have_attribute("src", own)  # without waiting for the film
    assert errors == []


async def _has_moved(bot: Bot, match: Match) -> bool:
    return (await bot.matches.get(match.id)).version > match.version


async def test_a_page_goes_on_when_the_server_is_back(
    bot: Bot, server: Server, browser: Browser, client: aiohttp.ClientSession
) -> None:
    match = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 4, to=BERT)
    page, _ = await opened(browser, server, ANNE, match)
    await page.context.set_offline(True)
    state = match.state
    assert state is not None
    await bot.matches.act(match.id, turns.play(BERT, state.notate(state.legal()[0])))
    await page.context.set_offline(False)
    await until(lambda: _is_turn(page))


async def _is_turn(page: Page) -> bool:
    return (await page.title()).startswith("●")
