"""Turns at the pace that Discord allows at most: 25 a second over 50 channels, all processes on two cores.

Discord takes fifty requests a second from a bot, and a turn costs two: the new board, and the board before it, which
loses its buttons. Answers to interactions don't count there. The bot runs as it does for everyone, with the real
discord.py and a database in a file, against the playground; bot, playground and whoever types are processes of their
own that share two cores.

The same is measured on PostgreSQL with two bots that share the channels. Each serves a shard, and has a playground of
its own, because a playground is one server. PostgreSQL runs on the same two cores, and waits for the disk at each
commit, as SQLite does.

In each channel runs one match; the five games take turns. Every 40 ms by the clock someone types a move
(`/cirondo move`) in the next channel, whether or not the bot has kept up; then the same at a slower pace, at which the
bot needn't hurry. All moves are made up beforehand, so that typing costs next to nothing. What counts is the time from
there until the bot's first answer has arrived; in the log and in the outbox is read afterwards which turns stand and
when their boards were out.

The machine's speed is in the last line: what a turn costs all processes together, in encodings of its picture by
Pillow as it comes, measured in the same run.
"""

import asyncio
import gc
import io
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from math import ceil
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import aiohttp
from PIL import Image

from benchmarks.databases import DURABLE
from benchmarks.first_answers import TABLES
from bot.match import Match, Matches, Place, TableTerms
from bot.match.decisions import lobby
from bot.rules.chance import Sealed
from bot.store import Store
from tests.cogs.games import screen_of
from tests.end_to_end.house import LINES_SHOWN
from tests.end_to_end.house import ColdHouse as House
from tests.end_to_end.two_houses import two_houses
from tests.postgresql import INSTALL, IS_INSTALLED, Server, started

FAST, SLOW = 25.0, 10.0  # turns a second: what Discord allows at most, and a pace at which it needn't hurry
CHANNELS = 50
WARM_UP, SECONDS = 10.0, 60.0
TARGETS = {"SQLite": 0.1, "PostgreSQL": 0.15}  # seconds, the 99th percentile of the first answer
CORES = 2
SETTLED = 60.0  # seconds that the last boards have
TRIES = 10_000  # of matches that are made up before one is long enough

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Table:
    """One match, where it's played, and what its players will type: who, and which move."""

    url: str
    match: Match
    lines: Iterator[tuple[int, str]]

    @property
    def command(self) -> str:
        return f"{self.match.game.replace('_', '-')} move"


@dataclass(slots=True)
class Typed:
    """The results of the typed turns: seconds until each first response, and the interactions' ids."""

    waited: list[float] = field(default_factory=list)
    interactions: list[int] = field(default_factory=list)
    unanswered: int = 0


def made_up(match: Match, seed: bytes, drawn: int, length: int) -> Iterator[tuple[int, str]]:
    """Who types which move: a random match of at least this many turns."""
    salt, screen = match.salt or "", screen_of(match.game)
    for number in range(TRIES):
        choice, luck = random.Random(number), Sealed(seed, salt, drawn=drawn)
        state = match.state
        lines: list[tuple[int, str]] = []
        while state is not None and state.to_move is not None and len(lines) < length:
            moves = [move for move in state.legal() if not screen.question(state, move)]  # those are clicked after it
            if not moves:
                break
            move = choice.choice(moves)
            lines.append((match.seats[state.to_move].people[0], state.notate(move)))
            state = state.play(move, luck)
            while (following := state.forced() or state.only_roll()) is not None:
                state = state.play(following, luck)
        if len(lines) == length:
            return iter(lines)
    raise RuntimeError(f"No match of {match.game} lasts for {length} turns.")


async def seated(house: House, channels_here: int, length: int, *, called: str = "table") -> list[Table]:
    """A match in each of some channels, which are `called` so, with people who play in no other one."""
    tables = []
    async with await Store.open(house.address) as store, aiohttp.ClientSession() as web:
        matches = Matches(store)
        for number in range(channels_here):
            await house.control(add_channel=f"{called}-{number}")
        kinds = [TABLES[number % len(TABLES)] for number in range(channels_here)]
        for number in range(sum(seats for _, seats, _ in kinds)):
            await house.control(add_person=f"{called} {number}")
        async with web.get(f"{house.url}/web/state", params={"as": "Ada"}) as answer:
            state = await answer.json()
        people = iter([int(one["id"]) for one in state["people"] if one["name"].startswith(f"{called} ")])
        channels = [int(one["id"]) for one in state["channels"] if one["name"].startswith(f"{called}-")]
        for channel, (game, seats, options) in zip(channels, kinds, strict=True):
            players = [next(people) for _ in range(seats)]
            place = Place(int(state["guild"]["id"]), channel)
            match = await matches.tables.open(
                TableTerms(game=game, options=options, seats=seats), opener=players[0], place=place
            )
            for other in players[1:]:
                await matches.act(match.id, lobby.join(other))
            match = await matches.act(match.id, lobby.begin(players[0], message_id=match.id))
            ((seed, drawn),) = house.rows(
                "SELECT seed, drawn FROM seeds JOIN matches ON matches.id = match_id WHERE match_id = ?", match.id
            )
            tables.append(Table(house.url, match, made_up(match, seed, drawn, length)))
    # The first picture of a game takes long; that is over when every board is out.
    await house.until(
        lambda: not house.rows("SELECT 1 FROM posts WHERE due_at IS NOT NULL"), "a board of each match", within=120
    )
    return tables


async def typing(tables: Sequence[Table], seconds: float, rate: float) -> Typed:
    """Types a turn whenever it is time, for this many seconds, and waits until each is answered or too late."""
    typed = Typed()
    loop = asyncio.get_running_loop()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as web, asyncio.TaskGroup() as turns:
        began = loop.time()
        for number in range(round(seconds * rate)):
            await asyncio.sleep(began + number / rate - loop.time())
            turns.create_task(_turn(web, tables[number % len(tables)], typed))
    return typed


async def _turn(web: aiohttp.ClientSession, table: Table, typed: Typed) -> None:
    player, move = next(table.lines)
    where = {"as": str(player), "channel": str(table.match.place.channel_id), "name": table.command}
    began = perf_counter()
    async with web.post(f"{table.url}/web/commands", json=where | {"options": {"move": move}, "wait": True}) as answer:
        told = await answer.json()
    typed.waited.append(perf_counter() - began)
    typed.interactions.append(int(told["interaction"]))
    typed.unanswered += not told["answered"]


# What came of it


def seconds_of(houses: Sequence[House], server: Server | None) -> dict[str, float]:
    """CPU time so far, by what took it."""
    found = {
        "bot": sum(seconds_of_process(house.bot.pid) for house in houses if house.bot is not None),
        "playground": sum(
            seconds_of_process(house._playground.pid) for house in houses if house._playground is not None
        ),
        "typing": sum(os.times()[:2]),
    }
    if server is not None:
        listed = Path(f"/proc/{server.postmaster}/task/{server.postmaster}/children").read_text()
        workers = sum(seconds_of_process(int(worker)) for worker in listed.split())
        found["database"] = seconds_of_process(server.postmaster, with_ended=True) + workers
    return found


def seconds_of_process(process: int, *, with_ended: bool = False) -> float:
    """The CPU time of a process, also of those children that have ended; 0 if it has ended itself.

    The time of one that ends goes to its parent, so that `with_ended` it isn't lost.
    """
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):  # since it was listed, or while it was read
        return 0.0
    return sum(map(int, words[11 : 15 if with_ended else 13])) / TICKS


def busy_seconds() -> float:
    """The CPU time of all processes of the machine so far."""
    first = Path("/proc/stat").read_text().splitlines()[0].split()
    user, nice, system, _idle, _waiting, *interrupts = map(int, first[1:9])
    return (user + nice + system + sum(interrupts)) / TICKS


def share(values: Sequence[float], part: float) -> float:
    """In milliseconds; 0 of nothing."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000 if ordered else 0.0


def told(name: str, values: Sequence[float]) -> None:
    p50, p95, p99 = (share(values, part) for part in (0.5, 0.95, 0.99))
    print(f"  {name}: p50 {p50:.0f} ms, p95 {p95:.0f}, p99 {p99:.0f}, longest {max(values, default=0) * 1000:.0f}")


def encoding(tables: Sequence[Table]) -> float:
    """Milliseconds of CPU time that Pillow takes for a board as WebP, with its default settings: the median."""
    took = []
    for table in tables:
        state = table.match.state
        if state is None:
            continue
        picture: Image.Image = import_module(f"images.{table.match.game}").draw(state.sight(None))
        began = process_time()
        picture.save(io.BytesIO(), "WEBP")
        took.append((process_time() - began) * 1000)
    return median(took)


STANDING = "SELECT count(*) FROM events WHERE kind = 'move' AND interaction_id >= ?"

OUT = """SELECT created_at, posted_at FROM posts
         WHERE posted_at IS NOT NULL AND created_at >= (SELECT min(at) FROM events WHERE interaction_id >= ?)"""

OVERTAKEN = """SELECT count(*) FROM posts WHERE posted_at IS NULL
               AND created_at >= (SELECT min(at) FROM events WHERE interaction_id >= ?)"""


def moment(value: datetime | str) -> datetime:
    """SQLite returns it as text."""
    return datetime.fromisoformat(value) if isinstance(value, str) else value


async def counts(houses: Sequence[House]) -> dict[str, Counter[str]]:
    """What the bots have asked of Discord: how often by `kinds`, and by `statuses` of the answer."""
    found = {"kinds": Counter[str](), "statuses": Counter[str]()}
    async with aiohttp.ClientSession() as web:
        for house in houses:
            async with web.get(f"{house.url}/web/control/counts") as answer:
                asked = await answer.json()
            for name, counted in found.items():
                counted.update(asked[name])
    return found


async def measured(houses: Sequence[House], server: Server | None, rate: float) -> None:
    length = sum(ceil(seconds * rate / CHANNELS) for seconds in (WARM_UP, SECONDS))
    each = [await seated(house, CHANNELS // len(houses), length) for house in houses]
    tables = [table for one_of_each in zip(*each, strict=True) for table in one_of_each]
    alone = encoding(each[0][: len(TABLES)])
    gc.collect()
    gc.freeze()
    await typing(tables, WARM_UP, rate)
    await houses[0].until_posted()
    for house in houses:
        await house.control(clear_log=True)
    before, busy, began = seconds_of(houses, server), busy_seconds(), perf_counter()
    typed = await typing(tables, SECONDS, rate)
    lasted = perf_counter() - began
    others = busy_seconds() - busy - sum(seconds_of(houses, server).values()) + sum(before.values())
    ended = perf_counter()
    await houses[0].until(
        lambda: not houses[0].rows("SELECT 1 FROM posts WHERE due_at IS NOT NULL"), "all boards", within=SETTLED
    )
    drained, after = perf_counter() - ended, seconds_of(houses, server)
    await asyncio.sleep(1.0)  # for the last board that loses its buttons
    tell(houses[0], typed, lasted, drained, await counts(houses))
    cost = {name: (after[name] - before[name]) / len(typed.waited) * 1000 for name in after}
    parts = ", ".join(f"{name} {took:.1f}" for name, took in cost.items())
    print(f"  what else ran on the machine took {others / lasted:.2f} cores")
    print(f"  a turn takes {sum(cost.values()):.1f} ms of a core ({parts})")
    print(
        f"  Pillow takes {alone:.1f} ms to encode a board with its own settings; a turn takes all processes "
        f"{sum(cost.values()) / alone:.2f} times that, the bot {cost['bot'] / alone:.2f} times"
    )


def tell(house: House, typed: Typed, lasted: float, drained: float, asked: Mapping[str, Counter[str]]) -> None:
    turns, first = len(typed.waited), min(typed.interactions)
    ((standing,),) = house.rows(STANDING, first)
    ((overtaken,),) = house.rows(OVERTAKEN, first)
    print(
        f"  {turns} turns in {lasted:.1f} s, {turns / lasted:.1f} a second; {standing} stand, "
        f"{typed.unanswered} unanswered; load of the machine {os.getloadavg()[0]:.1f}"
    )
    told("first answers", typed.waited)
    out = [(moment(posted) - moment(created)).total_seconds() for created, posted in house.rows(OUT, first)]
    told(f"from the move to its board, {len(out)} boards ({overtaken} overtaken)", out)
    print(f"  the last board was out {drained:.1f} s after the last turn")
    limited = asked["statuses"]["429"]
    refused = sum(times for status, times in asked["statuses"].items() if status[0] in "45")
    plain = {kind: times for kind, times in asked["kinds"].items() if "/interactions/" not in kind}
    ours = {kind: times for kind, times in plain.items() if "/webhooks/" not in kind}
    print(f"  requests that count: {sum(ours.values()) / turns:.2f} a turn, {limited} too fast, {refused} refused")
    for kind, times in sorted(asked["kinds"].items()):
        print(f"    {times:6} {kind}")


async def run(rate: float) -> None:
    """One bot, on SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        try:
            await house.start_playground()
            await house.start_bot()
            await _told([house], None, rate)
        finally:
            await house.stop()


async def run_two(rate: float) -> None:
    """Two bots, on PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder, started(DURABLE) as server:
        houses = [House(Path(folder) / name, server=server) for name in ("first", "second")]
        async with two_houses(*houses):
            await _told(houses, server, rate)


async def _told(houses: Sequence[House], server: Server | None, rate: float) -> None:
    try:
        await measured(houses, server, rate)
    except BaseException:
        for house in houses:
            print("\n".join(house.output[-LINES_SHOWN:]), file=sys.stderr)
        raise


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    for kind, processes, rate, measure in (
        ("SQLite", "one process", FAST, run),
        ("PostgreSQL", "two processes", FAST, run_two),
        ("SQLite", "one process", SLOW, run),
    ):
        print(
            f"{rate:.0f} turns a second over {CHANNELS} channels for {SECONDS:.0f} s on {CORES} cores, {kind} in "
            f"{processes} (first answers: p99 under {TARGETS[kind] * 1000:.0f} ms)"
        )
        if kind == "PostgreSQL" and not IS_INSTALLED:
            print(f"  no PostgreSQL is installed: {INSTALL}")
        else:
            asyncio.run(measure(rate))


if __name__ == "__main__":
    main()
