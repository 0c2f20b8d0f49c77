"""The board within Discord, with Discord's real SDK: from the button to a move, in a frame behind Discord's proxy.

Each test runs at the playground's own names, as everybody can try it, and at Discord's own with encryption, because
cookies, policies and the SDK depend on them.
"""

import fcntl
import re
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, FrameLocator, Page, expect

from tests.chromium import needs_chromium, open_page, started
from tests.end_to_end.encryption import OPENSSL, discord_names
from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, enter, match_of, rented

pytestmark = [
    pytest.mark.thorough,
    needs_chromium,
    pytest.mark.skipif(shutil.which("npm") is None, reason="Discord's SDK comes from npm: apt-get install npm"),
]

PROJECT = Path(__file__).parents[2]
SECRET = "a client secret"  # noqa: S105 - of nobody
CDN = "/cdn/attachments/"
DISCORD_URL = "https://discord.com"
PLAYGROUND, DISCORD = "the playground's names", "Discord's names"


@pytest.fixture(scope="module", autouse=True)
def sdk() -> None:
    """Discord's SDK, made as a host makes it, by one worker at a time."""
    (PROJECT / "build").mkdir(exist_ok=True)
    with (PROJECT / "build" / "activity.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = subprocess.run(["make", "activity"], cwd=PROJECT, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"Discord's SDK couldn't be made: {made.stderr.strip()}")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@dataclass
class Place:
    """A room of such a house with two people in it."""

    house: House
    room: Room
    ada: Player
    ben: Player
    browser: Browser
    url: str
    stumbles: list[str]

    async def page(self, player: Player) -> Page:
        """The playground's page as this person sees it."""
        page = await open_page(self.browser, viewport={"width": 1280, "height": 1000})
        page.on("pageerror", lambda error: self.stumbles.append(str(error)))
        # Pictures of messages are at the playground's own address, whatever name the page has.
        page.on(
            "console",
            lambda line: self.stumbles.append(line.text) if line.type == "error" and CDN not in line.text else None,
        )
        await page.goto(f"{self.url}/?as={player.name}#{self.room.channel}")
        await expect(page.get_by_role("heading", level=1)).to_have_text(f"#room-{self.room.number}")
        return page


def client(page: Page) -> FrameLocator:
    """The client around the Activity."""
    return page.frame_locator("#activity-dialog iframe")


def activity(page: Page) -> FrameLocator:
    """The Activity itself."""
    return client(page).frame_locator("#activity")


async def open_board(page: Page) -> None:
    board = page.locator(".message").filter(has=page.get_by_role("button", name="Open the board")).last
    await board.get_by_role("button", name="Open the board").click()


@dataclass
class Door:
    """A house whose board is an Activity, and a browser with the address at which it finds the house."""

    house: House
    browser: Browser
    url: str


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=[PLAYGROUND, DISCORD])
async def door(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Door]:
    if request.param == DISCORD and OPENSSL is None:
        pytest.skip("no certificate can be made: apt-get install openssl")
    folder = tmp_path_factory.mktemp("house")
    house, port = House(folder), free_port()
    house.settings = {"WEB_URL": f"http://127.0.0.1:{port}", "WEB_PORT": str(port), "DISCORD_CLIENT_SECRET": SECRET}
    async with AsyncExitStack() as stack:
        stack.push_async_callback(house.stop)
        await house.start_playground()
        await house.control(activities=f"http://127.0.0.1:{port}")
        await house.start_bot()
        arguments: list[str] = []
        if request.param == DISCORD:
            arguments = await stack.enter_async_context(discord_names(folder, house.port))
        browser = await stack.enter_async_context(started(*arguments))
        yield Door(house, browser, DISCORD_URL if request.param == DISCORD else house.url)
        house.assert_no_secrets_in_the_output()
        assert SECRET not in "\n".join(house.output)


@pytest_asyncio.fixture(loop_scope="session")
async def place(door: Door) -> AsyncIterator[Place]:
    async with rented(door.house) as (room, people):
        ada, ben = [await enter((room, people), name) for name in ("Ada", "Ben")]
        yield Place(door.house, room, ada, ben, door.browser, door.url, [])
        await door.house.control(hold_streams=False, entry_point_handler=2)


async def opened(place: Place, player: Player) -> Page:
    """The newest board, opened within Discord for the first time by somebody who agrees to be known."""
    page = await place.page(player)
    await open_board(page)
    await client(page).get_by_role("button", name="Authorize").click()
    await expect(activity(page).locator(".picture img[src]").first).to_be_visible()
    return page


async def test_a_board_is_opened_within_discord_and_played(place: Place) -> None:
    board = await place.room.begin(place.ada, place.ben)
    page = await opened(place, place.ada)
    frame = activity(page)
    await expect(frame.locator("#who")).to_have_text(place.ada.name)

    await frame.locator(".place.piece").first.click()
    await expect(frame.locator(".place.target, .bar .success").first).to_be_visible()
    if not await frame.locator(".bar .success").count():
        await frame.locator(".place.target").first.click()
    await frame.locator(".bar .success").click()
    await expect(frame.locator(".side")).to_contain_text("Silver to move")
    board = await place.room.board(place.ben, after=board)
    assert len(place.house.moves_of(match_of(board))) == 1

    # Ben's answer on Discord is told to the frame through Discord's proxy.
    await place.ben.slash("cirondo move", move="b20-c20")
    await expect(frame.locator(".side")).to_contain_text("Gold to move")

    (cookie,) = await page.context.cookies()
    kept = cookie["sameSite"], cookie["secure"], cookie["httpOnly"]
    assert kept == ("None", True, True)
    assert str(cookie["partitionKey"]).startswith(DISCORD_URL if place.url == DISCORD_URL else "http://127.0.0.1")
    assert place.stumbles == []


async def test_another_board_is_opened_anew_and_a_closed_activity_ends(place: Place) -> None:
    await place.room.begin(place.ada, place.ben)
    page = await opened(place, place.ada)
    await page.locator("#activity-dialog").get_by_role("button", name="Close").click()
    await expect(page.locator("#activity-dialog")).to_be_hidden()
    board = await place.room.begin(place.ada, place.ben, game="parcheesi")
    await expect(page.locator(".message").filter(has_text="to roll").last).to_be_visible()
    await open_board(page)  # without being asked again
    await expect(activity(page).locator(".side")).to_contain_text(f"Parcheesi · match {match_of(board)}")


async def test_the_entry_point_command_opens_the_list_of_matches_here(place: Place) -> None:
    """Discord launches it by itself, or leaves that to the bot, as the host has chosen for the command."""
    board = await place.room.begin(place.ada, place.ben)
    page = await place.page(place.ada)
    for handler in (2, 1):
        await place.house.control(entry_point_handler=handler)
        await page.get_by_role("button", name="Launch").click()
        if handler == 2:
            await client(page).get_by_role("button", name="Authorize").click()
        await expect(activity(page).get_by_role("heading", level=1)).to_have_text("Your matches")
        await expect(activity(page).locator(".list .card")).to_have_text(
            re.compile(rf"Cirondo · {match_of(board)}(?!\d)")
        )
        await page.locator("#activity-dialog").get_by_role("button", name="Close").click()
    assert place.stumbles == []


async def test_nobody_is_known_who_does_not_agree(place: Place) -> None:
    await place.room.begin(place.ada, place.ben)
    page = await place.page(place.ada)
    await open_board(page)
    await client(page).get_by_role("button", name="Cancel").click()
    await expect(activity(page).locator(".card")).to_contain_text("Discord didn't say who you are.")
    assert await page.context.cookies() == []


async def test_changes_are_told_where_the_proxy_keeps_streams_back(place: Place) -> None:
    await place.house.control(hold_streams=True)
    await place.room.begin(place.ada, place.ben)
    page = await opened(place, place.ben)
    await expect(activity(page).locator(".side")).to_contain_text("Gold to move")
    await place.ada.slash("cirondo move", move="b5-c5")
    await expect(activity(page).locator(".side")).to_contain_text("Silver to move")
    assert place.stumbles == []


async def test_no_other_page_can_embed_it(place: Place) -> None:
    """A page of somebody else shows the browser's own words in place of the Activity."""
    await place.room.begin(place.ada, place.ben)
    application = (await place.house.as_the_bot("GET", "/applications/@me"))["id"]
    origin = f"http://{application}.discordsays.localhost:{place.house.port}"
    if place.url == DISCORD_URL:
        origin = f"https://{application}.discordsays.com"
    html = f'<iframe id="activity" src="{origin}/?frame_id=1&instance_id=i-1&platform=desktop"></iframe>'

    async def embed(_request: web.Request) -> web.Response:
        return web.Response(text=html, content_type="text/html")

    app = web.Application()
    app.router.add_get("/", embed)
    async with TestServer(app) as other:
        page = await open_page(place.browser)
        async with page.expect_console_message(lambda line: "frame-ancestors" in line.text):
            await page.goto(str(other.make_url("/")))
        await expect(page.frame_locator("#activity").locator("#main")).to_have_count(0)
