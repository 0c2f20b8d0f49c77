"""Takes the screenshots in this folder: a real bot on a real playground, seen through an installed Chromium.

Run as `python -m docs.screenshots.make_screenshots`; a font with coloured emoji should be installed.
"""

import asyncio
import os
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

import aiohttp
from playwright.async_api import Browser, Page, async_playwright

from tests.person import Message, Person

FOLDER = Path(__file__).parent
PORT = 8790
URL = f"http://127.0.0.1:{PORT}"
DESKTOP, PHONE = (1280, 1000), (390, 844)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]
OPENING = (
    "B16-C16",
    "B26-C26",
    "A1xB32",
    "A17-B16",
    "B32xA31",
    "B17xC16",
    "A16-E20",
    "B16xA15",
    "E20-G18",
    "A25-D28",
    "B11-C11",
    "A32xB1",
    "B15xC16",
    "B21-C21",
    "A10-H17",
    "D28-E27",
    "G18xB23",
    "A24xB23",
)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PLAYGROUND_PORT": str(PORT), "PLAYGROUND_FOLDER": folder, "DISCORD_TOKEN": ""}
        bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", env=environment)
        try:
            await bot_is_ready()
            await played()
            await photographed()
        finally:
            bot.terminate()
            await bot.wait()


async def bot_is_ready() -> None:
    async with asyncio.timeout(60), aiohttp.ClientSession() as session:
        while True:
            try:
                async with session.get(f"{URL}/web/health") as answer:
                    health = await answer.json()
                    if health["commands"] and health["bot"]:
                        return
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.2)


async def played() -> None:
    """Ada and Ben play an opening; the legal ones of these moves are played, each by whose turn it is."""
    async with Person(URL, "Ada") as ada, Person(URL, "Ben") as ben:
        table = (await ada.slash("cirondo start", invite="Ben")).message
        await ben.click(table, "Join")
        await ada.click(table, "Start")
        board = await ada.wait_for(is_board)
        for number, move in enumerate(OPENING):
            await (ada, ben)[number % 2].slash("cirondo move", move=move)
            board = await ada.wait_for(partial(is_board, after=board.id))


def is_board(message: Message, after: int = 0) -> bool:
    return message.has_button("Move") and message.id > after


async def photographed() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        await shot(browser, "Ben", DESKTOP, "playground")
        await shot(browser, "Ben", PHONE, "playground-phone")
        page = await shot(browser, "Ada", DESKTOP, "playground-command", typed="/cirondo move b")
        await page.close()
        await shot(browser, "Ada", DESKTOP, "playground-composer", clicked="Move")
        for size, suffix in ((DESKTOP, ""), (PHONE, "-phone")):
            await shot(browser, "Caro", size, f"home{suffix}", sent="/crux")
            await shot(browser, "Dan", size, f"lesson{suffix}", sent="/parcheesi learn")
        await browser.close()


async def shot(
    browser: Browser,
    person: str,
    size: tuple[int, int],
    name: str,
    *,
    typed: str = "",
    clicked: str = "",
    sent: str = "",
) -> Page:
    page = await browser.new_page(viewport={"width": size[0], "height": size[1]}, device_scale_factor=1)
    await page.goto(f"{URL}/?as={person}")
    await page.wait_for_timeout(2500)
    if clicked:
        await page.get_by_role("button", name=clicked, exact=True).last.click()
        await page.wait_for_timeout(4000)
    if typed or sent:
        await page.get_by_role("textbox").last.click()
        await page.keyboard.type(typed or sent, delay=40)
        await page.wait_for_timeout(1500)
    if sent:
        await page.keyboard.press("Enter")
        await page.wait_for_timeout(500)
        await page.keyboard.press("Enter")
        await page.wait_for_timeout(6000)
    await page.screenshot(path=FOLDER / f"{name}.png")
    return page


if __name__ == "__main__":
    asyncio.run(main())
