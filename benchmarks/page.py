"""The board in the browser: how soon it shows what one does there, and what open pages cost.

The bot runs as it does for everyone, against the playground, with a database in a file; it, the playground, and whoever
plays are processes that share two cores. Ten matches, two of each game, are played on the page as its own requests do
it: a move is confirmed every two seconds, then every 400 ms, and what counts is the time from there until its player
has the new picture, a still one; the opponent's page asks for the turn's film meanwhile. First nothing else happens,
then people type 25 turns a second in fifty other channels (`turns.py`).

Then a thousand pages are open and nothing happens: what counts is what they add to the bot's memory and the share of a
core that it takes. In Chromium, if that is installed, a piece is touched, and what counts is the time until the frame
with its targets is drawn.
"""

import asyncio
import gzip
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Any

import aiohttp

from benchmarks.turns import CHANNELS, CORES, FAST, Table, seated, seconds_of, told, typing
from benchmarks.waiting import resident
from bot.match import Match, Matches
from bot.store import Store
from cogs.shared.web.server import PAGE
from tests.chromium import IS_INSTALLED, open_page, started
from tests.end_to_end.house import LINES_SHOWN, free_port
from tests.end_to_end.house import ColdHouse as House

MATCHES = 10
EVERY, SLOWLY = 0.4, 2.0  # seconds from one confirmed move to the next
SECONDS, WARM_UP = 60.0, 10.0
TARGET = 0.25  # seconds, the 95th percentile of confirm to picture
OPEN, IDLE_SECONDS = 1000, 60.0
TOUCHES = 40
TOUCH_TARGET = 0.05  # seconds
PATIENCE = aiohttp.ClientTimeout(total=120)

TOUCH = """async (times) => {
  const frame = () => new Promise(requestAnimationFrame), all = () => [...document.querySelectorAll(".place.piece")];
  const back = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  const found = [];
  for (let number = 0; number < times; number++) {
    const pieces = all(), piece = pieces[number % pieces.length], began = performance.now();
    piece.click();
    await frame(); await frame();
    if (document.querySelector(".place.target")) found.push((performance.now() - began) / 1000);
    do { back(); await frame(); } while (all().length < pieces.length); // a single target is chosen at once
  }
  return found;
}"""


@dataclass(slots=True)
class Reader:
    """Somebody's page: how it asks."""

    web: aiohttp.ClientSession
    url: str
    window: str
    cookie: str

    async def get(self, path: str) -> Any:
        async with self.web.get(f"{self.url}/{self.window}/{path}", headers=self._headers) as answer:
            data = await answer.read()
            if answer.status != 200:
                raise RuntimeError(f"{path}: {answer.status} {data[:200]!r}")
            return await answer.json() if answer.content_type == "application/json" else data

    async def act(self, match: int, wish: dict[str, Any]) -> Any:
        """What the page shows then, or why it was refused in words."""
        path = f"{self.url}/{self.window}/api/matches/{match}/acts"
        async with self.web.post(path, json=wish, headers=self._headers | {"Origin": self.url}) as answer:
            return await answer.json() if answer.status == 200 else f"{answer.status} {await answer.text()}"

    async def pictures(self, document: Any, more: str) -> None:
        await asyncio.gather(*(self.get(one["address"] + more) for one in document["pictures"]))

    @property
    def _headers(self) -> dict[str, str]:
        return {"Cookie": f"crux={self.cookie}"}


@dataclass(slots=True)
class Waited:
    """Seconds from confirming until the answer was there, and until the own pictures were."""

    answers: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


async def chosen(reader: Reader, match: int, luck: random.Random) -> dict[str, Any] | None:
    """A move of chance, as the page sends it; None if it's nobody's turn here any more."""
    document = await reader.get(f"api/matches/{match}")
    choice = document["choice"]
    if choice is None:
        return None
    wish = {"do": "play", "key": f"{luck.getrandbits(128):032x}", "version": document["version"], "direct": ""}
    while not choice["confirms"]:
        if choice["direct"] and (not choice["tree"] or luck.random() < 0.2):
            return wish | {"plan": "", "check": choice["check"], "direct": luck.choice(choice["direct"])["move"]}
        level, numbers = choice["tree"], []
        while isinstance(level, list):
            number = luck.randrange(len(level))
            numbers.append(str(number))
            level = level[number][1]
        sign = "." if choice["plan"] and not choice["plan"].endswith("_") else ""
        choice = await reader.get(f"api/matches/{match}/choice?plan={choice['plan']}{sign}{'.'.join(numbers)}")
    return wish | {"plan": choice["chosen"], "check": choice["check"], "direct": choice["confirms"][-1]["direct"]}


@dataclass(slots=True)
class Board:
    """A match that is played on the page, and the pages of its people."""

    match: int
    readers: list[Reader]

    async def turn(self, luck: random.Random, waited: Waited) -> None:
        for reader in self.readers:
            wish = await chosen(reader, self.match, luck)
            if wish is None:
                continue
            began = perf_counter()
            done = await reader.act(self.match, wish)
            if isinstance(done, str):
                waited.refused.append(done)
                return
            answered = perf_counter()
            others = [one for one in self.readers if one is not reader]
            watching = [asyncio.create_task(self._watch(one)) for one in others]
            await reader.pictures(done["match"], "&still=1")
            waited.pictures.append(perf_counter() - began)
            waited.answers.append(answered - began)
            await asyncio.gather(*watching)
            return

    async def _watch(self, reader: Reader) -> None:
        await reader.pictures(await reader.get(f"api/matches/{self.match}"), "")


async def playing(boards: Sequence[Board], seconds: float, every: float = EVERY) -> Waited:
    """Confirms a move whenever it's time, each match after the other."""
    waited, luck, loop = Waited(), random.Random(1), asyncio.get_running_loop()
    began, busy = loop.time(), dict[int, asyncio.Task[None]]()
    for number in range(round(seconds / every)):
        await asyncio.sleep(began + number * every - loop.time())
        board = boards[number % len(boards)]
        if (before := busy.get(board.match)) is not None:
            if not before.done():  # its players still wait
                continue
            before.result()
        busy[board.match] = asyncio.create_task(board.turn(luck, waited))
    await asyncio.gather(*busy.values())
    return waited


async def opened(house: House, web: aiohttp.ClientSession, url: str, tables: Sequence[Match]) -> list[Board]:
    """The pages of all people of these matches."""
    boards = []
    async with await Store.open(house.address) as store:
        browsers = Matches(store).browsers
        for match in tables:
            readers = []
            for person in dict.fromkeys(person for seat in match.seats for person in seat.people):
                made = await browsers.enter(person, match.place.guild_id or 0)
                readers.append(Reader(web, url, made.browser.window, made.secret))
            boards.append(Board(match.id, readers))
    return boards


async def busy_share(house: House) -> float:
    """The share of a core that the bot takes while nothing happens."""
    began, spent = perf_counter(), seconds_of([house], None)["bot"]
    await asyncio.sleep(IDLE_SECONDS)
    return (seconds_of([house], None)["bot"] - spent) / (perf_counter() - began)


async def idle(house: House, web: aiohttp.ClientSession, url: str) -> None:
    """What open pages cost at which nothing happens."""
    async with await Store.open(house.address) as store:
        browsers = Matches(store).browsers
        made = [await browsers.enter(10**6 + number, 1) for number in range(OPEN)]
    without = await busy_share(house)
    before = resident(house)
    streams = []
    for one in made:
        headers = {"Cookie": f"crux={one.secret}"}
        stream = await web.get(f"{url}/{one.browser.window}/api/events?match=0", headers=headers)
        await stream.content.readuntil(b"\r\n\r\n")
        streams.append(stream)
    added, used = resident(house) - before, await busy_share(house)
    print(
        f"  {OPEN} open pages: {added:.0f} MB once they are open, {resident(house) - before:.0f} MB after "
        f"{IDLE_SECONDS:.0f} s, {used * 100:.1f} % of a core instead of {without * 100:.1f} % (targets: 60 MB, 5 %)"
    )
    for stream in streams:
        stream.close()


async def touched(house: House, url: str, match: Match) -> None:
    """How soon targets are shown in Chromium."""
    async with await Store.open(house.address) as store:
        matches = Matches(store)
        person = (await matches.get(match.id)).to_move_people()[0]
        token = await matches.browsers.link(person, match.id)
    async with started() as browser:
        page = await open_page(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        await page.goto(f"{url}/enter#{token}")
        await page.locator(".place.piece").first.wait_for()
        times = await page.evaluate(TOUCH, TOUCHES)
    told(f"tap to targets, {len(times)} taps (target {TOUCH_TARGET * 1000:.0f} ms)", times)


def size_of_the_page() -> None:
    texts = [file.read_bytes() for file in PAGE.iterdir()]
    whole, sent = sum(map(len, texts)), sum(len(gzip.compress(text)) for text in texts)
    print(f"  the page has {whole / 1024:.1f} KB in {len(texts)} files, {sent / 1024:.1f} KB compressed (target 60 KB)")


async def print_waited(name: str, house: House, playing_on: Awaitable[Waited]) -> None:
    """Prints what playing leads to, and how much of a core the bot takes for everything meanwhile."""
    began, spent = perf_counter(), seconds_of([house], None)["bot"]
    waited = await playing_on
    share = (seconds_of([house], None)["bot"] - spent) / (perf_counter() - began)
    print(
        f"  {name}: {len(waited.pictures)} moves, {len(waited.refused)} refused; "
        f"the bot takes {share * 100:.0f} % of a core; load {os.getloadavg()[0]:.1f}"
    )
    for why, times in Counter(waited.refused).items():
        print(f"    refused {times} times: {why}")
    told("  confirm to answer", waited.answers)
    told(f"  confirm to own picture (p95 under {TARGET * 1000:.0f} ms)", waited.pictures)


async def measured(house: House, url: str) -> None:
    length = sum(ceil(seconds * FAST / CHANNELS) for seconds in (WARM_UP, SECONDS))
    tables = await seated(house, CHANNELS, length)
    more = await seated_beside(house)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar(), timeout=PATIENCE) as web:
        boards = await opened(house, web, url, [table.match for table in more])
        await playing(boards, WARM_UP)
        await print_waited(f"a move every {SLOWLY:.0f} s", house, playing(boards, SECONDS, SLOWLY))
        await print_waited(f"a move every {EVERY:.1f} s", house, playing(boards, SECONDS))
        if IS_INSTALLED:  # by now pieces have several targets
            cirondo = next(table.match for table in more if table.match.game == "cirondo")
            await touched(house, url, cirondo)
        await typing(tables, WARM_UP, FAST)
        typed = asyncio.create_task(typing(tables, SECONDS, FAST))
        await print_waited(f"the same beside {FAST:.0f} turns a second", house, playing(boards, SECONDS))
        await typed
        await house.until_posted()
        await idle(house, web, url)


async def seated_beside(house: House) -> list[Table]:
    """The matches that are played on the page, whose moves nobody types."""
    return await seated(house, MATCHES, 1, called="page")


async def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        try:
            port = free_port()
            url = f"http://127.0.0.1:{port}"
            house.settings |= {"WEB_URL": url, "WEB_PORT": str(port)}
            await house.start_playground()
            await house.start_bot()
            await measured(house, url)
        except BaseException:
            print("\n".join(house.output[-LINES_SHOWN:]), file=sys.stderr)
            raise
        finally:
            await house.stop()


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    size_of_the_page()
    asyncio.run(run())


if __name__ == "__main__":
    main()
