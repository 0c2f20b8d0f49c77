"""The page in a real browser: a whole turn of each game by touch on a phone, and what others see of it."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import aiohttp
import axe_playwright_python
import pytest
from playwright.async_api import Browser, Page, expect

from bot.computers.thinking import Advice, Review
from bot.match import Match
from bot.match.decisions import proposals, turns
from bot.rules import GAMES
from cogs.shared.web.server import PageServer
from tests.chromium import needs_chromium, open_page, started
from tests.cogs.conftest import ANNE, BERT, Bot
from tests.cogs.reviewing import REASONS, Coach, legal
from tests.cogs.web.conftest import advanced, begun
from tests.waiting import until

pytestmark = [needs_chromium, pytest.mark.slow]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST_TOUCHES = 20


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with started() as made:
        yield made


async def opened(
    browser: Browser, server: PageServer, user: int, match: Match, **window: object
) -> tuple[Page, list[str]]:
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
async def test_a_whole_turn_is_played_by_touch(key: str, bot: Bot, server: PageServer, browser: Browser) -> None:
    match = await advanced(bot, await begun(bot, key, [ANNE, BERT]), 6)
    mine, errors = await opened(browser, server, ANNE, match, **PHONE)
    others, more_errors = await opened(browser, server, BERT, match)
    picks = Random(key)
    now = match
    for _ in range(MOST_TOUCHES):
        await touch_once(mine, picks)
        await mine.wait_for_timeout(400)
        now = await bot.matches.get(match.id)
        if now.version > match.version and not now.trail.going_on:
            break
    assert now.version > match.version
    assert not now.trail.going_on  # where the others have no moves left, the next turn is Anne's as well
    await until(lambda: others.locator("#news").text_content())
    assert errors + more_errors == []


async def test_everybody_can_use_the_page(bot: Bot, server: PageServer, browser: Browser) -> None:
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


async def test_a_move_is_dragged_and_made_with_the_keyboard(bot: Bot, server: PageServer, browser: Browser) -> None:
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
    await expect(page.locator(".bar .success")).to_be_focused()
    await expect(page.locator("#news")).not_to_be_empty()
    await page.keyboard.press("Escape")
    await expect(page.locator(".place.piece").first).to_be_visible()
    assert await page.evaluate("document.activeElement.matches('.place.piece')")

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


async def test_the_keyboard_stays_on_the_board_while_a_turn_can_go_on(
    bot: Bot, server: PageServer, browser: Browser
) -> None:
    match = await begun(bot, "southern_cross", [ANNE, BERT])
    page, errors = await opened(browser, server, ANNE, match, viewport={"width": 1280, "height": 900})
    await page.locator(".place").first.focus()
    for planned in range(3):
        await expect(page.locator(".bar .success")).to_have_count(min(planned, 1) * 2)
        for _ in range(2):  # the base, and a square
            assert await page.evaluate("document.activeElement.matches('.place:not(.chosen)')")
            await page.keyboard.press("Enter")
            await expect(page.locator("#main[aria-busy=true]")).to_have_count(0)
    await expect(page.locator(".bar .success")).to_be_focused()
    await page.keyboard.press("Enter")
    await until(lambda: _has_moved(bot, match))
    assert (await bot.matches.get(match.id)).to_move == 1
    assert errors == []


async def _has_moved(bot: Bot, match: Match) -> bool:
    return (await bot.matches.get(match.id)).version > match.version


async def test_a_page_goes_on_when_the_server_is_back(
    bot: Bot, server: PageServer, browser: Browser, client: aiohttp.ClientSession
) -> None:
    match = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 4, to=BERT)
    page, _ = await opened(browser, server, ANNE, match)
    await page.context.set_offline(True)
    state = match.state
    assert state is not None
    await bot.matches.act(match.id, turns.play(BERT, state.notate(state.legal()[0])))
    await page.context.set_offline(False)
    await until(lambda: _is_turn(page))


async def test_a_tab_that_has_slept_looks_for_news_when_it_is_shown(
    bot: Bot, server: PageServer, browser: Browser
) -> None:
    """Its timers stand still and its connection is dead, as after a day in the background."""
    match = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 4, to=BERT)
    page, errors = await opened(browser, server, ANNE, match)
    await page.clock.pause_at(await page.evaluate("Date.now() + 1000"))
    await page.route("**/api/events*", lambda _: None)
    await page.context.set_offline(True)
    await page.context.set_offline(False)
    state = match.state
    assert state is not None
    await bot.matches.act(match.id, turns.play(BERT, state.notate(state.legal()[0])))
    await page.clock.fast_forward("24:00:00")
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await until(lambda: _is_turn(page))
    assert errors == []


async def test_a_replay_is_moved_through_by_a_slider_and_the_keyboard(
    bot: Bot, server: PageServer, browser: Browser
) -> None:
    match = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 6)
    await bot.matches.act(match.id, proposals.resign(ANNE))
    page, errors = await opened(browser, server, ANNE, match)
    await page.get_by_role("button", name="Replay", exact=True).click()
    slider, image = page.locator("dialog .replay input[type=range]"), page.locator("dialog .replay img")
    await expect(slider).to_have_attribute("max", re.compile(r"[1-9]"))
    await slider.fill("2")
    await expect(image).to_have_attribute("src", re.compile(r"/replay/2/picture"))
    await slider.press("ArrowRight")
    await expect(image).to_have_attribute("src", re.compile(r"/replay/3/picture"))
    await page.get_by_role("button", name="One turn back").click()
    await expect(slider).to_have_js_property("value", "2")
    await expect(page.locator("dialog .replay .told")).not_to_be_empty()
    assert errors == []


async def _is_turn(page: Page) -> bool:
    return (await page.title()).startswith("●")


async def test_a_tip_stands_beside_the_board_until_the_move(bot: Bot, server: PageServer, browser: Browser) -> None:
    match = await begun(bot, "southern_cards", [ANNE, BERT], coached=True)
    best = legal(match)[-1]
    bot.computers = Coach(Review(Advice(best, REASONS), frozenset({best})))
    mine, errors = await opened(browser, server, match.to_move_people()[0], match, **PHONE)
    tip = mine.locator(".side .card", has_text="Look for a move that takes 3 cards.")
    await expect(tip).to_be_visible()
    picks, now = Random(1), match
    while now.version == match.version:
        await expect(tip).to_be_visible()
        await touch_once(mine, picks)
        await mine.wait_for_timeout(400)
        now = await bot.matches.get(match.id)
    await expect(tip).to_have_count(0)
    assert errors == []
