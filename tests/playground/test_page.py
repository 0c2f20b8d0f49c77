"""The page in a real browser: what people do on it, with mouse and keyboard."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from bot.playground import Playground
from tests.playground.small_bot import SmallBot

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs an installed Chromium (apt install chromium)")


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        await started.close()


@pytest.fixture
async def page(browser: Browser, playground: Playground) -> AsyncIterator[Page]:
    """Ada's page, already loaded; no script may stumble on it."""
    stumbles: list[str] = []
    opened = await browser.new_page(viewport={"width": 1280, "height": 900})
    opened.on("pageerror", lambda error: stumbles.append(str(error)))
    await opened.goto(f"{playground.url}/?as=Ada")
    await expect(opened.get_by_role("heading", level=1)).to_have_text("#games")
    yield opened
    assert stumbles == []


async def test_playing_with_the_keyboard_and_the_mouse(bot: SmallBot, page: Page, playground: Playground) -> None:
    """Typing a command, its options with help and suggestions, buttons, a select, a form, private answers."""
    await page.keyboard.press("/")
    await page.keyboard.type("game")
    popup = page.locator("#popup")
    await expect(popup).to_contain_text("Open a table")
    await page.keyboard.type(" st")
    await page.keyboard.press("Tab")
    await expect(popup).to_contain_text("seats – How many play")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("textbox", name="seats")).to_have_value("four")
    await page.get_by_text("+2 optional").click()
    await popup.get_by_text("Whom to invite").click()
    await page.keyboard.type("be")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")

    table = page.locator(".message").filter(has_text="4 seats for @Ben")
    await expect(table).to_contain_text("Ada used /game start")
    await expect(table.get_by_role("img", name="A board of one colour")).to_be_visible()
    await expect(table.get_by_role("button", name="Cancel")).to_be_disabled()

    await table.get_by_role("button", name="Form").click()
    form = page.get_by_role("dialog")
    await expect(form).to_contain_text("As others call you")
    await form.get_by_label("Name").fill("Ada L.")
    await form.get_by_role("button", name="Colour").click()
    await form.get_by_text("Blue").click()
    await form.get_by_role("button", name="Submit").click()
    private = page.locator(".message.ephemeral")
    await expect(private).to_contain_text("Ada L. plays Blue.")
    await expect(private).to_contain_text("Only you can see this")
    await private.get_by_role("button", name="Dismiss message").click()
    await expect(private).to_have_count(0)

    await table.get_by_role("button", name="Join").click()
    await expect(page.locator(".message")).to_contain_text("Ada joined")

    await page.get_by_label("Message, or / for a command").fill("/game move")
    await page.keyboard.press("Enter")
    await page.keyboard.type("b8")
    await expect(popup.get_by_role("option")).to_have_text(["B8-C8"])
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message.ephemeral")).to_contain_text("Moved B8-C8.")


async def test_selects_and_failures(bot: SmallBot, page: Page, playground: Playground) -> None:
    playground.interactions.first_answer_seconds = 0.3
    await page.get_by_label("Message, or / for a command").fill("/game buttons")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    message = page.locator(".message").filter(has_text="Buttons")
    await message.get_by_role("button", name="Never").click()
    await expect(message).to_contain_text("This interaction failed")
    await message.get_by_role("button", name="Compose").click()
    private = page.locator(".message.ephemeral")
    await private.get_by_role("button", name="Choose 2").click()
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await expect(private).to_contain_text("Chosen: 1+2")


async def test_people_are_told(bot: SmallBot, page: Page, playground: Playground, browser: Browser) -> None:
    """Mentions are counted where nobody looks; switching people happens in place; messages arrive by themselves."""
    ben = playground.world.user_named("Ben")
    await bot.channel("general").send(f"<@{ben}>, it is your turn. <t:0:D>")
    await expect(page.get_by_title("Play as Ben").locator(".badge")).to_have_text("1")
    await page.get_by_title("Play as Ben").click()
    await expect(page).to_have_url(f"{playground.url}/?as=Ben#{bot.channel('games').id}")
    general = page.get_by_role("link", name="general")
    await expect(general.locator(".badge")).to_have_text("1")
    await general.click()
    await expect(page.locator(".message.calls-me")).to_contain_text("@Ben, it is your turn. January 1, 1970")
    await expect(page.locator(".badge:visible")).to_have_count(0)


async def test_it_says_when_the_bot_is_away(bot: SmallBot, page: Page) -> None:
    notice = page.get_by_text("Crux is not connected")
    await expect(notice).to_be_hidden()
    await bot.close()
    await expect(notice).to_be_visible()


async def test_on_a_phone(bot: SmallBot, browser: Browser, playground: Playground) -> None:
    page = await browser.new_page(viewport={"width": 390, "height": 844})
    await page.goto(f"{playground.url}/?as=Caro")
    await expect(page.get_by_role("heading", level=1)).to_have_text("#games")
    await expect(page.get_by_title("Play as Ada")).to_be_hidden()
    await page.get_by_role("button", name="Channels and people").click()
    await page.get_by_role("link", name="general").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("#general")
    assert await page.evaluate("document.documentElement.scrollWidth") == 390, "nothing sticks out sideways"


async def test_the_page_loads_nothing_from_elsewhere(page: Page, playground: Playground) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_have_text("#games")
    assert asked
    assert [url for url in asked if not url.startswith((playground.url, playground.url.replace("http", "ws")))] == []
