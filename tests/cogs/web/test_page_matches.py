"""Whole matches in a real browser: one person plays by touch on a phone, the other with the keyboard alone."""

from dataclasses import replace
from random import Random

import pytest
from playwright.async_api import Page, expect

from bot.match import Match, Status
from bot.rules import GAMES
from cogs.shared.web import limits
from cogs.shared.web.server import Server
from tests.chromium import needs_chromium, started
from tests.cogs.conftest import ANNE, BERT, Bot
from tests.cogs.web.conftest import begun
from tests.cogs.web.playing import PHONE, opened, touch_once

pytestmark = [needs_chromium, pytest.mark.slow]

TURNS = 60
MOST_DEEDS = 40  # touches or keys for one turn
DESK = {"viewport": {"width": 1280, "height": 900}}

FOCUSED = """() => {
  const one = document.activeElement;
  if (one.matches(".bar .success, .bar .danger, .bar .primary")) return "confirms";
  if (one.matches(".bar .asked button, .side .card .buttons button, dialog .danger, dialog .primary")) return "chooses";
  return one.matches(".place:not(.chosen)") ? "place" : "";
}"""
OFFERED = """() => document.querySelector("dialog[open]") ? "chooses"
  : document.querySelector(".bar .success, .bar .danger, .bar .primary") ? "confirms"
  : document.querySelector(".place:not(.chosen)") ? "place" : "chooses" """


async def press_once(page: Page, picks: Random) -> None:
    """Goes with Tab to what leads on, with arrows to one of the places, and presses Enter."""
    wanted = await page.evaluate(OFFERED)
    for _ in range(60):
        if await page.evaluate(FOCUSED) == wanted:
            break
        await page.keyboard.press("Tab")
    if wanted == "place":
        for _ in range(picks.randrange(4)):
            await page.keyboard.press(picks.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
    await page.keyboard.press("Enter")


async def take_turn(page: Page, bot: Bot, match: Match, user: int, picks: Random, *, touches: bool) -> None:
    """Does what leads on until the turn is another's."""
    for _ in range(MOST_DEEDS):
        now = await bot.matches.get(match.id)
        if now.to_move is None or user not in now.seats[now.to_move].people:
            return
        await page.locator("main[aria-busy=false], main:not([aria-busy])").wait_for()
        if (await page.title()).startswith("●"):
            await (touch_once if touches else press_once)(page, picks)
        await page.wait_for_timeout(30)
    raise AssertionError(f"{MOST_DEEDS} deeds and the turn goes on: {await page.locator('.side').inner_text()}")


@pytest.mark.parametrize("key", GAMES)
async def test_a_match_is_played_by_touch_against_the_keyboard(
    key: str, bot: Bot, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To its end, or for sixty turns, after which somebody resigns."""
    monkeypatch.setattr(limits, "READS", (10**6, 60.0))
    bot.matches.limits = replace(bot.matches.limits, actions_per_minute=10**6)
    match, picks = await begun(bot, key, [ANNE, BERT]), Random(key)
    async with started() as browser:
        phone, errors = await opened(browser, server, ANNE, match, **PHONE)
        desk, more = await opened(browser, server, BERT, match, **DESK)
        for _ in range(TURNS):
            now = await bot.matches.get(match.id)
            people = () if now.to_move is None else now.seats[now.to_move].people
            if ANNE in people:
                await take_turn(phone, bot, match, ANNE, picks, touches=True)
            elif BERT in people:
                await take_turn(desk, bot, match, BERT, picks, touches=False)
            else:  # it's over, or somebody's turn who has no page
                break
        assert now.version > match.version
        if (await bot.matches.get(match.id)).status is Status.RUNNING:
            await phone.get_by_role("button", name="Resign").tap()
            await phone.locator("dialog .danger").tap()
        for page in (phone, desk):
            await expect(page.locator("main").get_by_role("button", name="In words")).to_be_visible()
            assert not (await page.title()).startswith("●")
        assert errors + more == []
