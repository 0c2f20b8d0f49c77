"""The page in a real browser: what people do on it, with mouse and keyboard."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, FloatRect, Locator, Page, Route, expect

from bot.playground import Playground
from bot.playground.commands import Mistake, registered
from tests.chromium import needs_chromium, open_page, started
from tests.person import Person
from tests.playground.conftest import Start, let_the_time_run_out
from tests.playground.small_bot import SmallBot, board, picture
from tests.waiting import until

pytestmark = [pytest.mark.thorough, needs_chromium]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with started() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """No test finds a page or a stored mark of another one."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, playground: Playground) -> AsyncIterator[Page]:
    """Ada's page, already loaded; no script may stumble on it."""
    stumbles: list[str] = []
    opened = await open_page(browser, viewport={"width": 1280, "height": 900})
    opened.on("pageerror", lambda error: stumbles.append(str(error)))
    await opened.goto(f"{playground.url}/?as=Ada")
    await expect(opened.get_by_role("heading", level=1)).to_have_text("#games")
    yield opened
    assert stumbles == []


async def box(of: Locator) -> FloatRect:
    """Where something stands on the page, in pixels."""
    found = await of.bounding_box()
    assert found is not None
    return found


async def say(bot: SmallBot, words: str) -> None:
    await bot.channel("games").send(words)


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


async def test_people_are_informed(bot: SmallBot, page: Page, playground: Playground, browser: Browser) -> None:
    """Mentions are counted where nobody looks; switching people happens in place; messages arrive by themselves."""
    ben = playground.world.people.named("Ben")
    await bot.channel("general").send(f"<@{ben}>, it is your turn. <t:0:D>")
    await expect(page.get_by_title("Play as Ben").locator(".badge")).to_have_text("1")
    await page.get_by_title("Play as Ben").click()
    await expect(page).to_have_url(f"{playground.url}/?as=Ben#{bot.channel('games').id}")
    general = page.get_by_role("link", name="general")
    await expect(general.locator(".badge")).to_have_text("1")
    await general.click()
    await expect(page.locator(".message.calls-me")).to_contain_text("@Ben, it is your turn. January 1, 1970")
    await expect(page.locator(".badge:visible")).to_have_count(0)


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


async def test_an_empty_channel_names_everything_that_can_be_started(
    start_bot: Start, page: Page, playground: Playground
) -> None:
    bot = await start_bot(sync=False)
    (game,) = (command.to_dict(bot.tree) for command in bot.tree.get_commands())
    games = [game | {"name": f"game-{number}"} for number in range(6)]
    registered(playground.world, [{"name": "crux", "description": "Everything in one place"}, *games])
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
    registered(playground.world, channels)
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
        raise Mistake("The page can't connect.")

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


async def test_on_a_phone(bot: SmallBot, browser: Browser, playground: Playground) -> None:
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
