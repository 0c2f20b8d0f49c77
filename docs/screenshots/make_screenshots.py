"""Takes the screenshots in this folder: a real bot on a real playground, seen through an installed Chromium.

Run as `python -m docs.screenshots.make_screenshots`; a font with coloured emoji should be installed.
"""

import asyncio
import contextlib
import itertools
import os
import random
import shutil
import sys
import tempfile
from functools import partial

import aiohttp
from playwright.async_api import Browser, async_playwright, expect

from bot.lessons import LESSONS
from bot.match import Matches
from bot.playground.world import PEOPLE as PRESENT
from bot.rules import GAMES
from bot.store import Store
from docs.screenshots.saving import save
from tests.messages import Message
from tests.person import Person

PORT = 8790
URL = f"http://127.0.0.1:{PORT}"
DESKTOP, PHONE = (1280, 1000), (400, 844)
SIZES = ((DESKTOP, ""), (PHONE, "-phone"))
LARGEST = 60 * 1024  # bytes of a file
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]
PEOPLE = ("Caro", "Dan")
ENTRANTS = (*PRESENT, "Eve", "Finn", "Gwen", "Hal")  # of a knock-out
CUP = "Autumn Cup"
MOVES = 9  # of the person, before a game's table is shown
ENDING = "terminal"  # what would end a route, and soon the match
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
        database = f"sqlite+aiosqlite:///{folder}/crux.db"
        settings = {"DISCORD_TOKEN": "", "DATABASE_URL": database, "COMPUTER_PAUSE": "0"}
        settings |= {"PLAYGROUND_PORT": str(PORT), "PLAYGROUND_FOLDER": folder}
        bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", env=os.environ | settings)
        try:
            await bot_is_ready()
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
                await played()
                await shot(browser, "Ben", DESKTOP, "playground")
                await shot(browser, "Ben", PHONE, "playground-phone")
                await shot(browser, "Ada", DESKTOP, "playground-command", typed="/cirondo move b")
                await shot(browser, "Ada", DESKTOP, "playground-composer", clicked="Move")
                for size, suffix in SIZES:
                    await shot(browser, "Caro", size, f"home{suffix}", sent="/crux")
                await lessons(browser, database)
                await tables(browser)
                await tournament(browser)
                await browser.close()
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


async def lessons(browser: Browser, database: str) -> None:
    """The middle of each lesson."""
    async with Person(URL, "Dan") as dan, await Store.open(database) as store:
        for key in GAMES:
            for size, suffix in SIZES:
                await Matches(store).lessons.reach(dan.id, key, len(LESSONS[key].steps) // 2)
                name, command = key.replace("_", "-"), f"/{key.replace('_', '-')} learn"
                await shot(browser, "Dan", size, f"lesson-{name}{suffix}", sent=command)


async def tables(browser: Browser) -> None:
    """A match of each game against easy computers, as the person to move sees it."""
    for number, key in enumerate(GAMES):
        command, person, choices = key.replace("_", "-"), PEOPLE[number % len(PEOPLE)], random.Random(3)  # noqa: S311 - any moves
        async with Person(URL, person) as player:
            await player.slash(f"{command} start", computers="easy")
            for _ in range(MOVES):
                moves = [move for move in await legal(player, command) if ENDING not in move]
                answer = await player.slash(f"{command} move", move=choices.choice(moves))
                if answer.message and answer.message.ephemeral:  # the picture is about the board
                    await player.dismiss(answer.message)
            await legal(player, command)
        for size, suffix in SIZES:
            await shot(browser, person, size, f"table-{command}{suffix}")


async def tournament(browser: Browser) -> None:
    """A knock-out in the middle of its second round: of each match somebody resigns."""
    async with contextlib.AsyncExitStack() as stack:
        host = await stack.enter_async_context(Person(URL, ENTRANTS[0]))
        for name in ENTRANTS[len(PRESENT) :]:
            await host.control(add_person=name)
        people = [await stack.enter_async_context(Person(URL, name)) for name in ENTRANTS]
        organiser = people[0]
        channel = (await organiser.channels())[str(organiser.channel)]
        await organiser.control(permissions={"channel": str(channel), "allow": ["manage_guild"]})
        over = {match for person in people for match in await running(person)}  # or of no interest
        await organiser.slash("tournament create", name=CUP, kind="knockout", game="cirondo")
        sign_up = await organiser.wait_for(lambda message: f"{CUP}: sign-up" in message.text)
        for person in people:
            await person.click(sign_up, "Join")
        await organiser.slash("tournament start", tournament=CUP)
        for number, ends in ((1, 4), (2, 2)):
            await organiser.wait_for(partial(says, f"{CUP}: round {number}"))
            lost: set[str] = set()
            for person in itertools.cycle(people):  # matches begin one after the other
                if len(lost) == ends:
                    break
                mine = next((match for match in await running(person) if match not in over | lost), "")
                if mine:
                    await person.click((await person.slash("match resign", match=mine)).message, "Resign")
                    lost.add(mine)
            over |= lost
    for size, suffix in SIZES:
        await shot(browser, "Ada", size, f"tournament{suffix}", sent="/tournament table")


async def running(person: Person) -> list[str]:
    return [match.value for match in await person.autocomplete("match resign", "match", "")]


def says(words: str, message: Message) -> bool:
    return words in message.text


async def legal(player: Person, command: str) -> list[str]:
    """What the player can play, once it's their turn."""
    for _ in range(300):
        if moves := await player.autocomplete(f"{command} move", "move", ""):
            return [move.value for move in moves]
        await asyncio.sleep(0.2)
    raise TimeoutError(f"It's never {player.name}'s turn in {command}.")


async def shot(
    browser: Browser,
    person: str,
    size: tuple[int, int],
    name: str,
    *,
    typed: str = "",
    clicked: str = "",
    sent: str = "",
) -> None:
    """What a person sees, after they have typed something or clicked on it, as a small file."""
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
        await page.wait_for_timeout(4000)
        await expect(page.get_by_text("is thinking")).to_have_count(0, timeout=20_000)
        await page.wait_for_timeout(1000)
    screenshot = await page.screenshot()
    await page.close()
    save(screenshot, name, LARGEST)


if __name__ == "__main__":
    asyncio.run(main())
