"""The page in a real browser: what is typed on it, and the commands it suggests."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, Route, expect

from bot.playground import Playground
from tests.chromium import needs_chromium
from tests.playground.small_bot import SmallBot

pytestmark = [pytest.mark.thorough, needs_chromium]


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
    await page.get_by_placeholder("+2 optional").click()
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


LINES = {
    "/game start four opponent:Ben quick:True": "4 seats for @Ben quickly",
    "/game start seats:two": "2 seats for anybody",
    "/game start seats:FOUR quick:true opponent:@ben": "4 seats for @Ben quickly",
    "/game start quick:False opponent:Caro seats:2": "2 seats for @Caro",
    "/game start seats:fou opponent:be quick:t": "4 seats for @Ben quickly",
    "/game move b8: the last note:, said Ada": "Moved b8: the last, said Ada.",
}


@pytest.mark.parametrize("is_pasted", [False, True], ids=["typed", "pasted"])
async def test_a_whole_command_in_one_line(bot: SmallBot, page: Page, is_pasted: bool) -> None:
    """Enter accepts the suggestion for a value that is still being typed, then sends."""
    for number, (line, expected) in enumerate(LINES.items(), 1):
        await page.keyboard.press("/")
        if is_pasted:
            await page.get_by_label("Message, or / for a command").fill(line)
        else:
            await page.keyboard.type(line[1:])
            await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await expect(page.locator(".message")).to_have_count(number)
        await expect(page.locator(".message").last).to_contain_text(expected)


async def test_words_typed_while_a_command_is_on_its_way_are_the_next_message(bot: SmallBot, page: Page) -> None:
    way = asyncio.Event()

    async def hold(route: Route) -> None:
        await way.wait()
        await route.continue_()

    await page.route("**/web/commands", hold)
    await page.keyboard.type("/game start four")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.keyboard.type("Who plays?")
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Message, or / for a command")).to_have_value("")
    await expect(page.locator(".message")).to_have_count(0)
    way.set()
    # Which of the two comes first depends on how fast the bot responds.
    await expect(page.locator(".message")).to_have_count(2)
    await expect(page.locator(".message", has_text="4 seats")).to_have_count(1)
    await expect(page.locator(".message", has_text="Who plays?")).to_have_count(1)


async def test_a_command_that_could_not_be_sent_comes_back_as_it_was(bot: SmallBot, page: Page) -> None:
    await page.route("**/web/commands", lambda route: route.abort())
    await page.keyboard.type("/game start four")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator("#complaint")).to_have_text("The playground does not answer.")
    seats = page.get_by_role("textbox", name="seats")
    await expect(seats).to_have_value("four")
    await expect(seats).to_be_focused()
    await page.unroute("**/web/commands")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message").last).to_contain_text("4 seats for anybody")


async def test_an_exact_text_is_the_first_suggestion(bot: SmallBot, page: Page, playground: Playground) -> None:
    for name in ("Toben", "Benny"):
        playground.world.add_person(name)
        await expect(page.locator("#people")).to_contain_text(name)
    await page.keyboard.press("/")
    await page.keyboard.type("game start two opponent:ben")
    options = page.locator("#popup").get_by_role("option")
    await expect(options).to_have_text(["Ben", "Benny", "Toben"])
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("textbox", name="opponent")).to_have_value("Ben")


async def test_a_space_after_a_command_goes_on_to_its_options(bot: SmallBot, page: Page) -> None:
    """Of which a part of the name is enough; Backspace goes back to the name of the command."""
    await page.keyboard.press("/")
    await page.keyboard.type("game start 2 qui")
    options = page.locator("#popup").get_by_role("option")
    await expect(options).to_have_count(1)
    await page.keyboard.press("Tab")
    await expect(options).to_have_text(["True", "False"])
    await page.keyboard.press("Backspace")
    await expect(page.get_by_placeholder("+2 optional")).to_be_visible()
    await page.keyboard.press("Control+a")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Backspace")
    await expect(page.get_by_label("Message, or / for a command")).to_have_value("/game start")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("game start two quick:maybe", "quick is either True or False."),
        ("game start two slowly:True", "/game start has no option called slowly:True."),
        ("nonsense", "There is no command /nonsense here."),
    ],
)
async def test_a_complaint_goes_with_the_next_key(bot: SmallBot, page: Page, line: str, words: str) -> None:
    complaint = page.locator("#complaint")
    await page.keyboard.press("/")
    await page.keyboard.type(line)
    await page.keyboard.press("Enter")
    await expect(complaint).to_have_text(words)
    await page.keyboard.press("x")
    await expect(complaint).to_be_hidden()
