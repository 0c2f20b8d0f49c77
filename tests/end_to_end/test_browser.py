"""A match as it is played on the playground's page: two browsers, a mouse, a keyboard, and the real bot."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.chromium import needs_chromium, open_page
from tests.end_to_end.room import Player, Room, match_of

pytestmark = [pytest.mark.thorough, needs_chromium]


async def page_of(browser: Browser, room: Room, player: Player, stumbles: list[str]) -> Page:
    """The page as this person sees it, in a browser window that knows nothing of the others."""
    page = await open_page(browser, viewport={"width": 1280, "height": 1000})
    page.on("pageerror", lambda error: stumbles.append(str(error)))
    page.on("console", lambda line: stumbles.append(line.text) if line.type == "error" else None)
    await page.goto(f"{room.house.url}/?as={player.name}#{room.channel}")
    await expect(page.get_by_role("heading", level=1)).to_have_text(f"#room-{room.number}")
    return page


async def newest(page: Page, words: str) -> Locator:
    """The newest message that contains these words."""
    found = page.locator(".message").filter(has_text=words).last
    await expect(found).to_be_visible()
    return found


async def test_two_people_play_in_their_browsers(
    room: Room, ada: Player, ben: Player, browser: Browser, tmp_path: Path
) -> None:
    stumbles: list[str] = []
    of_ada = await page_of(browser, room, ada, stumbles)
    of_ben = await page_of(browser, room, ben, stumbles)

    line = of_ada.get_by_label("Message, or / for a command")
    await line.click()
    await of_ada.keyboard.type("/cirondo st")
    await of_ada.locator("#popup").get_by_text("/cirondo start").click()
    await of_ada.get_by_label("Send the command").click()
    await (await newest(of_ben, "Cirondo: open table")).get_by_role("button", name="Join").click()
    table = await newest(of_ada, "All seats are taken")
    await table.get_by_role("button", name="Start").click()

    board = await newest(of_ada, "Gold to move")
    await expect(board).to_contain_text(f"@{ada.name}")
    await board.get_by_role("button", name="Move", exact=True).click()
    composer = await newest(of_ada, "Your move")
    await composer.get_by_role("button", name="Your moons").click()
    await of_ada.get_by_role("option", name="5 · B5", exact=True).click()
    composer = await newest(of_ada, "from B5 to C5")
    await expect(composer.get_by_role("img").first).to_be_visible()
    await composer.get_by_role("button", name="Back").click()
    composer = await newest(of_ada, "Your move")
    await composer.get_by_role("button", name="Your moons").click()
    await of_ada.get_by_role("option", name="6 · B6", exact=True).click()
    await (await newest(of_ada, "Play this?")).get_by_role("button", name="Confirm").click()
    played = await newest(of_ada, "Played: Gold's moon moves from B6 to C6.")
    await expect(played).to_contain_text("Go to the board")
    await played.get_by_role("link", name="Go to the board").click()
    await expect(of_ada.locator(".message.pointed-at")).to_contain_text("Silver to move")
    assert of_ada.url.startswith(room.house.url), "a link to a message leads to it on the same page"

    board = await newest(of_ben, "Silver to move")
    await expect(board).to_contain_text("Gold's moon moves from B6 to C6.")
    picture = board.get_by_role("img").first
    await expect(picture).to_be_visible()
    await expect(picture).to_have_js_property("naturalWidth", 1024)
    await expect(of_ben.locator(".message").filter(has_text="Played: ")).to_have_count(0)
    await expect(
        of_ben.locator(".message").filter(has_text="Gold to move").get_by_role("button", name="Move", exact=True)
    ).to_have_count(0)

    # Ben answers by typing: what is suggested under the line is what he may play.
    await of_ben.get_by_label("Message, or / for a command").click()
    await of_ben.keyboard.type("/cirondo mov")
    await of_ben.keyboard.press("Tab")
    await of_ben.keyboard.type("b20")
    await expect(of_ben.locator("#popup").get_by_role("option")).to_have_text(["B20-C20"])
    await of_ben.keyboard.press("Enter")
    await of_ben.keyboard.press("Enter")
    board = await newest(of_ada, "Silver's moon moves from B20 to C20.")
    await expect(board).to_contain_text("Gold to move")

    await board.scroll_into_view_if_needed()
    shot = tmp_path / "two-people-play.png"
    await of_ada.screenshot(path=shot)
    assert shot.stat().st_size > 10_000
    assert stumbles == []


@pytest.mark.slow
async def test_dice_are_rolled_and_used_in_a_browser(room: Room, ada: Player, ben: Player, browser: Browser) -> None:
    stumbles: list[str] = []
    room.house.foresee(match_of(await room.begin(ada, ben, game="parcheesi")), 5, 5)
    page = await page_of(browser, room, ada, stumbles)
    board = await newest(page, "Red to roll")
    await board.get_by_role("button", name="Roll the dice", exact=True).click()
    composer = await newest(page, "The 5 · the numbers match the picture.")
    await expect(composer).to_contain_text("Red rolls 5 and 5: brings a pawn out on t5 (the only move).")
    await expect(composer.get_by_role("img").first).to_have_js_property("naturalWidth", 1024)
    await expect(board).to_contain_text("brings a pawn out on t5")
    await composer.get_by_role("button", name="t5 → t10").click()
    await (await newest(page, "Red moves from t5 to t10")).get_by_role("button", name="Confirm").click()
    await expect(await newest(page, "A double: Red rolls again.")).to_be_visible()
    board = page.locator(".message").filter(has_text="to type a move")
    await expect(board).to_have_count(1)
    await expect(board).to_contain_text("t5 → t10")
    await expect(board.get_by_role("button", name="Roll again", exact=True)).to_be_visible()
    assert stumbles == []


@pytest.mark.slow
async def test_an_action_is_taken_and_taken_back_in_a_browser(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player, browser: Browser
) -> None:
    stumbles: list[str] = []
    await room.begin(ada, ben, caro, dan, game="southern-cross")
    page = await page_of(browser, room, ada, stumbles)
    board = page.locator(".message:not(.ephemeral)").filter(has_text="to type a move").last
    await expect(board).to_contain_text("Blue to move")
    await board.get_by_role("button", name="Plan my turn", exact=True).click()
    composer = await newest(page, "the numbers match the picture.")
    await composer.get_by_role("button", name="1 · Base").click()
    composer = await newest(page, "Base → ?")
    await composer.get_by_role("button", name="1 · c6").click()
    await (await newest(page, "Your plan")).get_by_role("button", name="Confirm", exact=True).click()
    composer = await newest(page, "Your move")
    await expect(board).to_contain_text("Blue enters on c6.")
    await expect(board.get_by_role("img").first).to_have_js_property("naturalWidth", 1024)
    await composer.get_by_role("button", name="Undo").click()
    composer = await newest(page, "Undone.")
    await expect(board).to_contain_text("Blue undoes the last decision.")
    await composer.get_by_role("button", name="End turn").click()
    asked = await newest(page, "You have 3 actions left.")
    await asked.get_by_role("button", name="End turn").click()
    await expect(board).to_contain_text("Red to move")
    await expect(board).to_contain_text("Blue ends the turn without taking an action.")
    await expect(page.get_by_role("button", name="Plan my turn", exact=True)).to_have_count(1)
    assert stumbles == []
