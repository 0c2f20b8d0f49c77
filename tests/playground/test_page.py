"""The page in a real browser: what people do on it, with mouse and keyboard."""

from __future__ import annotations

import re
import time

import discord
import pytest
from playwright.async_api import Browser, Page, expect

from bot.playground import Playground
from bot.playground.commands import register
from tests.chromium import needs_chromium, open_page
from tests.person import Person
from tests.playground.conftest import Start, box, let_the_time_run_out, say
from tests.playground.small_bot import SmallBot, board, picture

pytestmark = [pytest.mark.thorough, needs_chromium]


async def test_selects_and_failures(bot: SmallBot, page: Page, playground: Playground) -> None:
    await page.get_by_label("Message, or / for a command").fill("/game buttons")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    message = page.locator(".message").filter(has_text="Buttons")
    await message.get_by_role("button", name="Never").click()
    await let_the_time_run_out(playground)
    await expect(message).to_contain_text("This interaction failed")
    await message.get_by_role("button", name="Compose").click()
    private = page.locator(".message.ephemeral")
    await private.get_by_role("button", name="Choose 2").click()
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await expect(private).to_contain_text("Chosen: 1+2")
    await expect(private.get_by_role("button", name="Choose 2")).to_be_focused()  # people go on by keyboard


async def test_menus_open_by_a_right_click_or_a_button(start_bot: Start, page: Page) -> None:
    bot = await start_bot(menus=True)
    await bot.channel("games").send("Look at this.")
    message = page.locator(".message").filter(has_text="Look at this.")
    await message.click(button="right")
    await page.get_by_role("menuitem", name="Quote this").click()
    private = page.locator(".message.ephemeral")
    await expect(private).to_contain_text("used Quote this")
    await expect(private.get_by_role("button", name="More about this message")).to_have_count(0)
    await page.get_by_title("Play as Ben").click(button="right")
    await expect(page.get_by_role("menuitem")).to_have_text(["Say hello to"])
    await page.keyboard.press("Enter")
    await expect(page.locator(".message.ephemeral").last).to_contain_text("Hello, Ben.")
    await message.get_by_role("button", name="More about this message").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("menuitem", name="Quote this")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("menu")).to_have_count(0)


async def test_people_are_informed(bot: SmallBot, page: Page, playground: Playground, browser: Browser) -> None:
    """Mentions are counted where nobody looks; switching people happens in place; messages arrive by themselves."""
    ben = playground.world.people.id_of("Ben")
    await bot.channel("general").send(f"<@{ben}>, it is your turn. <t:0:D>")
    await expect(page.get_by_title("Play as Ben").locator(".badge")).to_have_text("1")
    await page.get_by_title("Play as Ben").click()
    await expect(page).to_have_url(f"{playground.url}/?as=Ben#{bot.channel('games').id}")
    general = page.get_by_role("link", name="general")
    await expect(general.locator(".badge")).to_have_text("1")
    await general.click()
    await expect(page.locator(".message.calls-me")).to_contain_text("@Ben, it is your turn. January 1, 1970")
    await expect(page.locator(".badge:visible")).to_have_count(0)


async def test_the_keyboard_stays_at_a_message_that_has_no_more_buttons(bot: SmallBot, page: Page) -> None:
    file = discord.File(picture(), "board.png")
    message = await bot.channel("games").send(view=board("A board", "Never"), file=file)
    await page.get_by_role("button", name="Never").focus()
    over = discord.ui.LayoutView()
    over.add_item(discord.ui.TextDisplay("Played. [Go to the board](https://example.org)"))
    await message.edit(view=over, attachments=[])
    await expect(page.get_by_role("link", name="Go to the board")).to_be_focused()


async def test_the_keyboard_goes_on_in_the_private_answer_to_a_button(bot: SmallBot, page: Page) -> None:
    await page.get_by_label("Message, or / for a command").fill("/game buttons")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.locator(".message").filter(has_text="Buttons").get_by_role("button", name="Compose").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(".message.ephemeral").get_by_role("button", name="Choose 1")).to_be_focused()


async def test_a_time_is_said_in_the_unit_to_which_it_rounds(bot: SmallBot, page: Page) -> None:
    now = int(time.time())
    moments = (20 * 60, 3600 - 10, 86400 - 10, 3 * 86400 - 60, -2 * 86400)
    await bot.channel("games").send(", ".join(f"<t:{now + seconds}:R>" for seconds in moments))
    expected = "in 20 minutes, in 1 hour, tomorrow, in 3 days, 2 days ago"
    await expect(page.locator(".message").last).to_contain_text(expected)


async def test_channels_with_news_are_marked_until_they_are_opened(bot: SmallBot, page: Page) -> None:
    """What was there at the first visit is no news, private answers and what is open are none; a mention keeps its
    badge; a reload forgets nothing."""
    general, games = (page.get_by_role("link", name=name) for name in ("general", "games"))
    await bot.channel("games").send("Seen, because it is open.")
    await expect(page.locator(".message")).to_have_count(1)
    await expect(page.locator(".unread")).to_have_count(0)
    await bot.channel("general").send("Unseen.")
    await expect(general).to_have_class(re.compile("unread"))
    await expect(general).to_have_accessible_name("general new messages")
    await page.reload()
    await expect(general).to_have_class(re.compile("unread"))
    await expect(games).not_to_have_class(re.compile("unread"))
    await general.click()
    await expect(page.locator(".message")).to_contain_text("Unseen.")
    await expect(page.locator(".unread")).to_have_count(0)
    await games.click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("#games")
    await expect(page.locator(".unread")).to_have_count(0)


async def test_an_empty_channel_tells_what_the_bot_can_do(bot: SmallBot, page: Page) -> None:
    """Commands called start come first; each one can be clicked, and the hint goes with the first message."""
    hint = page.locator("#hint")
    await expect(hint).to_contain_text("to see what Crux can do")
    await expect(hint.locator("li")).to_have_count(4)
    await expect(hint.locator("li").first).to_have_text("/game startOpen a table")
    await hint.get_by_role("button", name="all commands").click()
    await expect(page.locator("#popup").get_by_role("option")).to_have_count(6)
    await page.keyboard.press("Escape")
    await hint.get_by_role("button", name="/game start").click()
    await expect(page.locator(".command-name")).to_have_text("/game start")
    await bot.channel("games").send("The first message.")
    await expect(page.locator(".message")).to_have_count(1)
    await expect(hint).to_have_count(0)


async def test_an_empty_channel_names_everything_that_can_be_started_without_creating_it_first(
    start_bot: Start, page: Page, playground: Playground
) -> None:
    bot = await start_bot(sync=False)
    (game,) = (command.to_dict(bot.tree) for command in bot.tree.get_commands())
    games = [game | {"name": f"game-{number}"} for number in range(6)]
    subcommands = [{"type": 1, "name": name, "description": "For organisers"} for name in ("create", "start")]
    league = {"name": "a-league", "description": "Leagues", "options": subcommands}
    register(playground.world, [{"name": "crux", "description": "Everything in one place"}, league, *games])
    commands = page.locator("#hint li strong")
    await expect(commands).to_have_text(["/crux", *(f"/game-{number} start" for number in range(6))])


async def test_a_thread_counts_its_messages(bot: SmallBot, page: Page) -> None:
    """Where it was started, as they come and go."""
    started = await bot.channel("games").send("A match")
    thread = await started.create_thread(name="Ada – Ben")
    card = page.locator(".thread-card")
    await expect(card).to_contain_text("0 messages")
    first = await thread.send("One")
    await expect(card).to_contain_text("1 message ›")
    await thread.send("Two")
    await expect(card).to_contain_text("2 messages")
    await first.delete()
    await expect(card).to_contain_text("1 message ›")
    await started.edit(content="The match")
    await expect(page.locator(".message")).to_contain_text("The match")
    await expect(card).to_contain_text("1 message ›")


async def test_a_direct_message_without_commands_says_where_they_work(
    start_bot: Start, page: Page, playground: Playground
) -> None:
    bot = await start_bot(sync=False)
    channels = [command | {"contexts": [0]} for command in (c.to_dict(bot.tree) for c in bot.tree.get_commands())]
    register(playground.world, channels)
    await page.locator("#channels").get_by_role("button", name="Crux").click()
    hint = page.locator("#hint")
    await expect(hint).to_contain_text("Its commands work in channels")
    await page.get_by_label("Message, or / for a command").fill("/")
    await expect(page.locator("#popup")).to_contain_text("There are no commands here: they work in channels.")
    await page.keyboard.press("Escape")
    await hint.get_by_role("link", name="#general").click()
    await expect(hint).to_contain_text("to see what Crux can do")


async def test_private_answers_are_dismissed_together(bot: SmallBot, page: Page, ada: Person) -> None:
    """Only where there are several, and public messages stay."""
    await bot.channel("games").send("For everybody.")
    private = page.locator(".message.ephemeral")
    everything = private.get_by_role("button", name="Dismiss all")
    await ada.slash("game move", move="one")
    await expect(private).to_have_count(1)
    await expect(everything).to_have_count(0)
    await ada.slash("game move", move="two")
    await expect(everything).to_have_count(2)
    await everything.last.click()
    await expect(private).to_have_count(0)
    await expect(page.locator(".message")).to_have_count(1)


async def test_on_a_phone_a_board_gets_nearly_the_whole_width(
    bot: SmallBot, browser: Browser, playground: Playground
) -> None:
    """Nothing sticks out, and a board gets nearly the whole width."""
    page = await open_page(browser, viewport={"width": 390, "height": 844})
    await bot.channel("games").send(view=board("A board"), file=discord.File(picture(size=(1024, 1024)), "board.png"))
    await page.goto(f"{playground.url}/?as=Caro")
    shown = page.locator(".picture.single img")
    assert (await box(shown))["width"] >= 340
    await expect(page.get_by_role("heading", level=1)).to_have_text("#games")
    await expect(page.get_by_title("Play as Ada")).to_be_hidden()
    await page.get_by_role("button", name="Channels and people").click()
    await page.get_by_role("link", name="general").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("#general")
    await page.get_by_role("button", name="Channels and people").click()
    await page.get_by_role("link", name="general").click()
    await expect(page.get_by_title("Play as Ada")).to_be_hidden()
    await say(bot, "Somewhere else")
    await expect(page.locator("#menu-badge.dot")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") == 390, "nothing sticks out sideways"


async def test_a_picture_opens_large_and_can_be_enlarged_further(
    bot: SmallBot, browser: Browser, playground: Playground
) -> None:
    """By two fingers, the wheel, a click, the keyboard; a click beside it closes it."""
    page = await open_page(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    await bot.channel("games").send(view=board("A board"), file=discord.File(picture(size=(1024, 1024)), "board.png"))
    await page.goto(f"{playground.url}/?as=Caro")
    await page.locator(".picture.single").click()
    large = page.locator("#picture-dialog img")
    await expect(large).to_have_js_property("naturalWidth", 1024)

    async def width() -> float:
        return (await box(large))["width"]

    assert await width() == 390
    fingers = await page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 50), ("touchMove", 100), ("touchMove", 150), ("touchEnd", 0)):
        points = [{"x": 195 + side * apart, "y": 400, "id": side + 1} for side in (-1, 1)] if apart else []
        await fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert await width() == pytest.approx(390 * 3, rel=0.05)
    assert await page.evaluate("visualViewport.scale") == 1, "the picture grows, not the page"
    await page.keyboard.press("0")
    assert await width() == 390
    await page.mouse.move(100, 400)
    await page.mouse.wheel(0, -300)
    await expect(page.locator(".stage.enlarged")).to_be_visible()
    assert await width() > 390
    await large.click()
    assert await width() == 390
    await large.click()
    assert await width() > 390
    await page.get_by_role("button", name="Smaller").click()
    await page.keyboard.press("0")
    await page.mouse.click(195, 70)
    await expect(large).to_be_hidden()


async def test_the_page_loads_nothing_from_elsewhere(page: Page, playground: Playground) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_have_text("#games")
    assert asked
    assert [url for url in asked if not url.startswith((playground.url, playground.url.replace("http", "ws")))] == []


async def test_the_page_says_who_owns_the_server_and_lets_somebody_else_own_it(page: Page, start_bot: Start) -> None:
    bot = await start_bot()
    bot.tree.add_command(discord.app_commands.Command(name="rule", description="Rules all", callback=rule))
    await bot.tree.sync()
    owner, line = page.get_by_label("Server owner"), page.locator("#line textarea").first
    await expect(owner.locator("option:checked")).to_have_text("Ada")
    await expect(page.get_by_role("link", name="Ada owner")).to_be_visible()
    await line.fill("/rule")
    await expect(page.get_by_text("Rules all")).to_be_visible()
    await owner.select_option(label="Ben")
    await expect(page.get_by_role("link", name="Ben owner")).to_be_visible()
    await line.fill("")
    await line.fill("/rule")
    await expect(page.get_by_text("No command begins like this.")).to_be_visible()


@discord.app_commands.default_permissions(manage_guild=True)
async def rule(interaction: discord.Interaction) -> None: ...
