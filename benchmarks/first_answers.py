"""How long a person waits for the first answer to a click while computers play in twenty matches.

The bot runs as it does for everyone, with the real discord.py, on the playground, with a database in a file; every
process is one of its own. Ada clicks and types every 200 to 300 ms: the board, the position in words, the move
composer, suggestions, typed moves. What counts is the time from her click until the page shows the bot's first answer,
so the playground's own work is in it.

First nobody else plays. Then Caro sits in twenty matches with computers on all other seats and answers each of their
moves at once, so that as many computers as there may be always think. Moves, boards and pictures of all these matches
go through the same bot. The figure to look at is the 99th percentile, which should stay under 120 ms.
"""

import asyncio
import contextlib
import os
import random
import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bot.match import ComputerLevel, Match, Matches, Place, TableTerms
from bot.match.decisions import lobby
from bot.store import Store
from tests.end_to_end.house import ColdHouse as House
from tests.end_to_end.room import is_board
from tests.messages import CannotDo, Message
from tests.person import Person

SECONDS = 120.0  # of clicking, with and without computers
SHORTEST, LONGEST = 0.2, 0.3  # seconds from one click to the next
MATCHES = 20
TARGET = 0.12

TABLES: Sequence[tuple[str, int, Mapping[str, object]]] = (
    ("cirondo", 2, {}),
    ("southern_cross", 4, {}),
    ("parcheesi", 4, {}),
    ("southern_cards", 3, {}),
    ("down_under", 4, {}),
)
"""What is played in the matches with computers, in turns."""


class Clicker(Person):
    """A person who measures how long each first response takes, and doesn't wait for anything else."""

    def __init__(self, url: str, name: str, *, channel: int) -> None:
        super().__init__(url, name, channel=channel)
        self.waited: dict[str, list[float]] = defaultdict(list)
        self.unanswered = 0

    async def first_answer(self, kind: str, what: str, body: dict[str, Any]) -> None:
        began = perf_counter()
        try:
            asked = await self._post(what, body | {"locale": self.locale})
            async with self._watching(None, "no first answer"):
                while (event := self._last(int(asked["interaction"]))) is None:
                    await self._changed.wait()
        except CannotDo:
            return  # the message has changed since it was looked at: no click
        self.waited[kind].append(perf_counter() - began)
        self.unanswered += event["state"] == "failed"

    async def suggestions(self, kind: str) -> list[str]:
        began = perf_counter()
        choices = await self.autocomplete("cirondo move", "move", "")
        self.waited[kind].append(perf_counter() - began)
        return [str(choice.value) for choice in choices]

    async def types(self, kind: str, command: str, **options: str) -> None:
        await self.first_answer(kind, "commands", {"channel": str(self.channel), "name": command, "options": options})

    async def clicks(self, kind: str, message: Message, custom_id: str) -> None:
        await self.first_answer(kind, "components", {"message": str(message.id), "custom_id": custom_id})

    @property
    def board(self) -> Message | None:
        boards = [message for message in self.seen.values() if is_board(message) and message.has_button("In words")]
        return max(boards, key=lambda message: message.id, default=None)

    @property
    def composer(self) -> Message | None:
        private = [message for message in self.seen.values() if message.ephemeral and message.buttons]
        return max(private, key=lambda message: message.id, default=None)


async def clicking(ada: Clicker, luck: random.Random) -> None:
    """Ada clicks for that many seconds."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + SECONDS
    known: list[str] = []
    while (began := loop.time()) < ends:
        board, composer = ada.board, ada.composer
        match luck.choice(("board", "list", "in words", "move", "composer", "composer", "suggestions", "typed")):
            case "board":
                await ada.types("board", "cirondo board")
            case "list":
                await ada.types("list", "match list")
            case "in words" if board is not None:
                await ada.clicks("in words", board, board.button("In words").custom_id or "")
            case "composer" if composer is not None:
                ways = [button for button in composer.buttons if not button.disabled and button.custom_id]
                if ways:
                    await ada.clicks("composer", composer, luck.choice(ways).custom_id or "")
            case "typed" if known:
                await ada.types("typed", "cirondo move", move=luck.choice(known))
                known = []
            case "suggestions":
                known = await ada.suggestions("suggestions") or known
            case _ if board is not None and board.has_button("Move"):
                await ada.clicks("move", board, board.button("Move").custom_id or "")
            case _:
                await ada.types("board", "cirondo board")
        await asyncio.sleep(max(0.0, began + luck.uniform(SHORTEST, LONGEST) - loop.time()))


async def answering(ben: Person, luck: random.Random) -> None:
    """Ben, who plays against Ada, moves whenever it is his turn."""
    while True:
        await asyncio.sleep(1.0)
        with contextlib.suppress(TimeoutError):
            moves = await ben.autocomplete("cirondo move", "move", "")
            if moves:
                await ben.slash("cirondo move", move=luck.choice(moves).value)


# The matches with computers, in a process of their own

RUNNING = "SELECT id FROM matches WHERE status = 'running' AND computer_since IS NULL AND opener_id = ?"


async def playing(url: str, database: str, level: str) -> None:
    """Caro plays against computers, until she is told to stop."""
    luck = random.Random(5)
    async with await Store.open(f"sqlite+aiosqlite:///{database}") as store, Person(url, "Caro") as caro:
        matches = Matches(store)
        guild = int((await caro.state())["guild"]["id"])
        places = [Place(guild, number) for name, number in (await caro.channels()).items() if name.startswith("table-")]
        tables: list[Match] = []
        for number, place in enumerate(places):
            tables.append(await seated(matches, caro.id, place, number, level))
        with contextlib.closing(sqlite3.connect(database, timeout=10)) as reading:
            (person,) = reading.execute("SELECT id FROM users WHERE discord_id = ?", (caro.id,)).fetchone()
            under_way: dict[int, asyncio.Task[None]] = {}
            while True:
                for (match_id,) in reading.execute(RUNNING, (person,)).fetchall():
                    if match_id not in under_way or under_way[match_id].done():
                        under_way[match_id] = asyncio.create_task(one_move(matches, caro, match_id, luck))
                for number, table in enumerate(tables):
                    (status,) = reading.execute("SELECT status FROM matches WHERE id = ?", (table.id,)).fetchone()
                    if status == "over":
                        tables[number] = await seated(matches, caro.id, table.place, number, level)
                await asyncio.sleep(0.25)


async def seated(matches: Matches, person: int, place: Place, number: int, level: str) -> Match:
    game, seats, options = TABLES[number % len(TABLES)]
    match = await matches.tables.open(
        TableTerms(game=game, options=options, seats=seats), opener=person, place=place, computers=ComputerLevel(level)
    )
    return await matches.act(match.id, lobby.begin(person, message_id=match.id))


async def one_move(matches: Matches, caro: Person, match_id: int, luck: random.Random) -> None:
    match = await matches.get(match_id)
    if match.state is not None and match.to_move == 0:
        move = match.state.notate(luck.choice(match.state.legal()))
        command = f"{match.game.replace('_', '-')} move"
        where = {"channel": str(match.place.channel_id), "name": command}
        await caro._post("commands", where | {"options": {"match": str(match_id), "move": move}, "locale": "en-US"})
        await asyncio.sleep(0.5)


# Putting it together

DECIDED = "SELECT count(*) FROM events WHERE kind = 'move' AND json_extract(data, '$.computer') IS NOT NULL"

SHOWN = "SELECT count(DISTINCT match_id) FROM posts WHERE message_id IS NOT NULL"


def told(name: str, waited: Mapping[str, Sequence[float]]) -> float:
    """Prints the figures; the 99th percentile in seconds."""
    everything = sorted(seconds for kind in waited.values() for seconds in kind)
    each = ", ".join(f"{kind} {median(seconds) * 1000:.0f}" for kind, seconds in sorted(waited.items()))
    print(
        f"  {name:<22}{len(everything):4} clicks: p50 {share(everything, 0.5):4.0f} ms, "
        f"p95 {share(everything, 0.95):4.0f}, p99 {share(everything, 0.99):4.0f}, "
        f"longest {everything[-1] * 1000:4.0f}; medians: {each}"
    )
    return share(everything, 0.99)


def share(waited: Sequence[float], part: float) -> float:
    """In milliseconds."""
    return waited[min(len(waited) - 1, int(part * len(waited)))] * 1000


async def measured(levels: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        try:
            await house.start_playground()
            await house.start_bot()
            for number in range(MATCHES):
                await house.control(add_channel=f"table-{number}")
            quiet = await phase(house, "")
            for level in levels:
                busy = await phase(house, level)
                print(f"  p99 with {level} computers: {busy / quiet:.2f} times that without")
        finally:
            await house.stop()


async def phase(house: House, level: str) -> float:
    """Ada and Ben begin a match, and she clicks; the 99th percentile."""
    names = [f"{name}-{level or 'alone'}" for name in ("Ada", "Ben")]
    await house.control(add_channel=names[0].lower())
    for name in names:
        await house.control(add_person=name)
    async with Person(house.url, names[1]) as ben:
        channel = ben.channel = (await ben.channels())[names[0].lower()]
        async with Clicker(house.url, names[0], channel=channel) as ada:
            table = await ada.slash("cirondo start")
            await ben.click(table.message, "Join")
            await ada.click(table.message, "Start")
            await ada.wait_for(is_board)
            return await clicked(house, ada, ben, level)


async def clicked(house: House, ada: Clicker, ben: Person, level: str) -> float:
    load = None
    if level:
        words = ("-m", "benchmarks.first_answers", house.url, str(house.database), level)
        load = await asyncio.create_subprocess_exec(sys.executable, *words)
        # The first picture of a game takes long, computers or not; that is over when every match has been shown.
        ((shown,),) = house.rows(SHOWN)
        await house.until(lambda: house.rows(SHOWN) >= [(shown + MATCHES,)], "a board of each match", within=120)
    ((decided,),) = house.rows(DECIDED)
    playing_on = asyncio.create_task(answering(ben, random.Random(2)))
    try:
        await clicking(ada, random.Random(1))
    finally:
        playing_on.cancel()
        if load is not None:
            load.kill()
            await load.wait()
    found = told(f"{MATCHES} matches, {level}" if level else "no computers", ada.waited)
    ((now,),) = house.rows(DECIDED)
    print(
        f"    {now - decided} moves by computers, {ada.unanswered} clicks unanswered, "
        f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    return found


def main() -> None:
    print(f"first answers to one person, {SECONDS:.0f} s each (p99 under {TARGET * 1000:.0f} ms)")
    asyncio.run(measured(["hard", "easy"]))


if __name__ == "__main__":
    asyncio.run(playing(*sys.argv[1:4]))
