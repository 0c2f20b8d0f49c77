"""The page in a real browser while the bot or its connection is away, and how it catches up."""

from __future__ import annotations

import asyncio
import re

import discord
import pytest
from playwright.async_api import Page, Route, expect

from bot.playground import Playground
from bot.playground.forms import InvalidForm
from tests.chromium import needs_chromium
from tests.playground.conftest import Start, box, say
from tests.playground.small_bot import SmallBot, board, picture
from tests.waiting import until

pytestmark = [pytest.mark.thorough, needs_chromium]


async def test_while_the_bot_is_away_the_page_says_so_and_stays_where_it_is(
    bot: SmallBot, start_bot: Start, page: Page
) -> None:
    """One slim line; then everything works again by itself, scrolled to the same place."""
    await page.set_viewport_size({"width": 1280, "height": 400})
    for number in range(30):
        await say(bot, f"Message {number}")
    await expect(page.locator(".message")).to_have_count(30)
    middle = page.get_by_text("Message 12", exact=True)
    await middle.evaluate("element => element.scrollIntoView({block: 'center'})")
    before = await box(middle)
    notice = page.get_by_text("Crux is not connected")
    await expect(notice).to_be_hidden()
    await bot.close()
    await expect(notice).to_be_visible()
    assert (await box(notice))["height"] <= 30
    assert (await box(middle))["y"] == pytest.approx(before["y"], abs=1)
    await start_bot()
    await expect(notice).to_be_hidden()
    assert (await box(middle))["y"] == pytest.approx(before["y"], abs=1)


NOTE_NAMES = """() => {
    const name = document.getElementById("guild-name"), noted = document.body.dataset;
    const note = () => { noted.names = `${noted.names ?? ""} ${name.textContent}`; };
    new MutationObserver(note).observe(name, { childList: true, characterData: true, subtree: true });
}"""


async def test_an_answer_from_before_the_bot_came_back_does_not_count(
    bot: SmallBot, start_bot: Start, page: Page, playground: Playground
) -> None:
    """The page asks about the world whenever that changes; an answer may be late."""
    notice = page.get_by_text("Crux is not connected")
    await bot.close()
    await expect(notice).to_be_visible()
    asked, released = asyncio.Event(), asyncio.Event()

    async def slowly(route: Route) -> None:
        if asked.is_set():
            await route.continue_()
            return
        answer = await route.fetch()
        asked.set()
        await released.wait()
        state = await answer.json()
        await route.fulfill(response=answer, json=state | {"guild": state["guild"] | {"name": "Long ago"}})

    await page.route("**/web/state?*", slowly)
    playground.world.tell_page({"type": "world"}, None)
    await asked.wait()
    await start_bot()
    await expect(notice).to_be_hidden()
    await page.evaluate(NOTE_NAMES)
    released.set()
    # A newer answer may follow immediately.
    await expect(page.locator("body")).to_have_attribute("data-names", re.compile("Long ago"))
    await expect(notice).to_be_hidden()


async def test_a_lost_connection_is_caught_up_in_place(bot: SmallBot, page: Page, playground: Playground) -> None:
    """What was said, changed and deleted meanwhile is there after the page has connected again."""
    await page.set_viewport_size({"width": 1280, "height": 400})
    for number in range(30):
        await say(bot, f"Message {number}")
    messages = playground.messages.visible_to(playground.world.bot_id, bot.channel("games").id, limit=50, before=None)
    await expect(page.locator(".message")).to_have_count(30)
    middle = page.get_by_text("Message 12", exact=True)
    await middle.evaluate("element => element.scrollIntoView({block: 'center'})")
    before = await box(middle)
    told = page.get_by_text("The playground cannot be reached")

    def refuse(*_: object) -> int:
        raise InvalidForm("The page can't connect.")

    with pytest.MonkeyPatch.context() as meanwhile:
        meanwhile.setattr(playground.world, "tell_page", lambda *_: None)
        meanwhile.setattr("bot.playground.pages.person", refuse)
        playground.web.pages.close()
        playground.messages.edit(messages[2], {"content": "Changed " * 200})
        playground.messages.delete(messages[3])
        playground.messages.post(bot.channel("games").id, playground.world.bot_id, {"content": "Said meanwhile"})
        await expect(told).to_be_visible()
    await expect(told).to_be_hidden()
    await expect(page.locator(".message").last).to_contain_text("Said meanwhile")
    await expect(page.locator(".message")).to_have_count(30)
    await expect(page.get_by_text("Changed Changed")).to_have_count(1)

    async def is_where_it_was() -> bool:
        return (await box(middle))["y"] == pytest.approx(before["y"], abs=1)

    await until(is_where_it_was, "that the page stays where it was")


async def test_what_is_said_while_a_channel_loads_is_not_lost(bot: SmallBot, page: Page) -> None:
    async def answer_late(route: Route) -> None:
        before = await route.fetch()
        await say(bot, "Said while it loads")
        await expect(page.locator(".message")).to_have_count(1)
        await route.fulfill(response=before)

    await say(bot, "Said before")
    await expect(page.locator(".message")).to_have_count(1)
    await page.get_by_role("link", name="general").click()
    await expect(page.locator(".message")).to_have_count(0)
    await page.route("**/web/channels/*/messages?*", answer_late)
    await page.get_by_role("link", name="games").click()
    await expect(page.locator(".message")).to_have_text([re.compile("Said before"), re.compile("Said while it loads")])


async def test_what_is_edited_while_a_channel_loads_is_shown_as_it_is_now(bot: SmallBot, page: Page) -> None:
    async def answer_late(route: Route) -> None:
        before = await route.fetch()
        await sent.edit(content="Now")
        await say(bot, "Said after it")
        await expect(page.locator(".message")).to_have_count(1)
        await route.fulfill(response=before)

    sent = await bot.channel("games").send("Before")
    await expect(page.locator(".message")).to_have_count(1)
    await page.get_by_role("link", name="general").click()
    await expect(page.locator(".message")).to_have_count(0)
    await page.route("**/web/channels/*/messages?*", answer_late)
    await page.get_by_role("link", name="games").click()
    await expect(page.locator(".message")).to_have_text([re.compile("Now"), re.compile("Said after it")])


async def test_an_edit_after_a_missed_one_is_shown_as_it_is_now(
    bot: SmallBot, page: Page, playground: Playground
) -> None:
    sent = await bot.channel("games").send(view=board("Turn 1", "join"), file=discord.File(picture(), "board.png"))
    message = page.locator(".message")
    await expect(message).to_contain_text("Turn 1")
    for buttons in ((), ("join", "move"), ("move",)):
        await sent.edit(view=board("Turn 1", *buttons))
        await expect(message.locator(".row .button .label")).to_have_text([name.title() for name in buttons])
    with pytest.MonkeyPatch.context() as meanwhile:
        meanwhile.setattr(playground.world, "tell_page", lambda *_: None)
        await sent.edit(view=board("Turn 2", "join", "move"))
    await sent.edit(view=board("Turn 3", "join", "move"))
    await expect(message).to_contain_text("Turn 3")
    await expect(message.locator(".row .button .label")).to_have_text(["Join", "Move"])
