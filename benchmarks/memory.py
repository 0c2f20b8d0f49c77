"""How much memory the bot takes over many turns, which should stop growing after the first few thousand.

The bot runs as it does for everyone, with the real discord.py and a database in a file, against the playground; bot and
playground are processes of their own. In each channel runs one match; the five games take turns. Someone types a move
in the next channel as soon as the one before was answered, or later if that keeps the pace; some type with suggestions,
some look at their matches or at the board in words. A match that is over is followed by a new one, with other people,
in the same channel. Beside the tables, visitors play the daily, solve puzzles, take lessons, and look at replays,
reviews and lists (`benchmarks/visiting.py`).

What counts is what Linux counts as resident, without the processes of computer players. The last line compares the
last quarter of the samples with the one before.

`python -m benchmarks.memory 100000` plays so many turns instead of 5,000.
"""

import asyncio
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import mean
from time import monotonic

import aiohttp

from benchmarks.first_answers import TABLES
from benchmarks.visiting import Visitor
from benchmarks.waiting import resident
from bot.match import Limits, Match, Matches, Place, Status, TableTerms
from bot.match.decisions import lobby, moderation
from bot.match.values.errors import MatchOver
from bot.rules.chance import Sealed
from bot.store import Store
from tests.cogs.games import screen_of
from tests.end_to_end.house import LINES_SHOWN
from tests.end_to_end.house import ColdHouse as House

TURNS = 5_000
PACE = 20.0  # turns a second at most
CHANNELS = 20
LONGEST = 200  # turns of a match; one that isn't over then is ended
EVERY = 500  # turns from one sample to the next
LOOKS = 5  # turns from one look at something else to the next
BOARDS_BEHIND = 20  # boards that may wait before the next move is typed
BUSY = 300.0  # seconds to wait for the bot to write, on a machine that has other things to do
VISITORS = 6  # who don't play at the tables, at the same time
VISIT_PAUSE = 0.2  # seconds between two visits of one of them


@dataclass(slots=True)
class Table:
    """One match, and what its players will type: who, and which move."""

    match: Match
    lines: Iterator[tuple[int, str]]
    typed_on: int = 0  # the match's version when the last move was typed

    @property
    def group(self) -> str:
        return self.match.game.replace("_", "-")


class People:
    """People of the playground, in order. The same ones come again after a while, as they do on a server."""

    def __init__(self, ids: list[int]) -> None:
        self._ids = ids
        self._next = count()

    def take(self, number: int) -> list[int]:
        return [self._ids[next(self._next) % len(self._ids)] for _ in range(number)]


def made_up(match: Match, seed: bytes, drawn: int, choice: random.Random) -> Iterator[tuple[int, str]]:
    """Who types which move of a random match, until it is over or asks something that is answered by clicks."""
    state, luck, screen = match.state, Sealed(seed, match.salt or "", drawn=drawn), screen_of(match.game)
    for _ in range(LONGEST):
        if state is None or state.to_move is None:
            return
        moves = [move for move in state.legal() if not screen.question(state, move)]
        if not moves:
            return
        move = choice.choice(moves)
        yield match.seats[state.to_move].people[0], state.notate(move)
        state = state.play(move, luck)
        while (following := state.forced() or state.only_roll()) is not None:
            state = state.play(following, luck)


class Play:
    """Matches in all channels, one after another in each."""

    def __init__(self, house: House, matches: Matches, web: aiohttp.ClientSession) -> None:
        self.house, self._matches, self._web = house, matches, web
        self._luck = random.Random(1)
        self._games = count()
        self._guild, self._channels, self._people = 0, list[int](), People([])
        self._tables: dict[int, Table] = {}
        self.refused = 0  # typed moves that came to nothing

    async def prepare(self) -> None:
        """Adds channels and people to the playground."""
        for number in range(CHANNELS):
            await self.house.control(add_channel=f"table-{number}")
        for number in range(5 * CHANNELS):
            await self.house.control(add_person=f"Player {number}")
        async with self._web.get(f"{self.house.url}/web/state", params={"as": "Ada"}) as answer:
            state = await answer.json()
        self._guild = int(state["guild"]["id"])
        self._channels = [int(one["id"]) for one in state["channels"] if one["name"].startswith("table-")]
        self._people = People([int(one["id"]) for one in state["people"] if one["name"].startswith("Player")])

    async def turn(self, number: int) -> None:
        """Types one move, and sometimes something else."""
        channel = self._channels[number % CHANNELS]
        table = self._tables.get(channel)
        if table is not None and self._version(table) == table.typed_on:
            self.refused += 1
            table.lines = iter(())  # what follows doesn't fit any more
        line = next(table.lines, None) if table is not None else None
        if table is None or line is None:
            table = self._tables[channel] = await self._begun(channel, table)
            line = next(table.lines)
        player, move = line
        if number % LOOKS == 0:
            await self._look(table, player, move, number // LOOKS)
        where = {"as": str(player), "channel": str(channel), "name": f"{table.group} move"}
        table.typed_on = self._version(table)
        options = {"move": move, "match": str(table.match.id)}
        await self._post("commands", {**where, "options": options, "wait": True})

    def _version(self, table: Table) -> int:
        ((version,),) = self.house.rows("SELECT version FROM matches WHERE id = ?", table.match.id)
        return int(version)

    async def _look(self, table: Table, player: int, move: str, number: int) -> None:
        where = {"as": str(player), "channel": str(table.match.place.channel_id)}
        if number % 3 == 0:
            await self._post("commands", {**where, "name": "match list", "options": {}, "wait": True})
        elif number % 3 == 1:
            options = {"match": str(table.match.id)}
            await self._post("commands", {**where, "name": f"{table.group} board", "options": options, "wait": True})
        else:
            asked = {"name": f"{table.group} move", "focused": "move", "options": {"move": move[:1]}}
            await self._post("autocomplete", {**where, **asked})

    async def _post(self, path: str, body: dict[str, object]) -> None:
        async with self._web.post(f"{self.house.url}/web/{path}", json=body) as answer:
            if answer.status != 200:
                raise RuntimeError(await answer.text())

    async def _begun(self, channel: int, before: Table | None) -> Table:
        if before is not None and (await self._matches.get(before.match.id)).status is Status.RUNNING:
            with suppress(MatchOver):  # its last move was still on its way
                await self._matches.act(before.match.id, moderation.end(before.match.seats[0].people[0]))
        game, seats, options = TABLES[next(self._games) % len(TABLES)]
        players = self._people.take(seats)
        terms = TableTerms(game=game, options=options, seats=seats)
        match = await self._matches.tables.open(terms, opener=players[0], place=Place(self._guild, channel))
        for other in players[1:]:
            await self._matches.act(match.id, lobby.join(other))
        match = await self._matches.act(match.id, lobby.begin(players[0], message_id=match.id))
        ((seed, drawn),) = self.house.rows(
            "SELECT seed, drawn FROM seeds JOIN matches ON matches.id = match_id WHERE match_id = ?", match.id
        )
        return Table(match, made_up(match, seed, drawn, self._luck))


async def measured(house: House, turns: int) -> list[float]:
    """The bot's megabytes at the start, and after each part of the turns."""
    async with (
        await Store.open(f"sqlite+aiosqlite:///{house.database}", busy_seconds=BUSY) as store,
        aiohttp.ClientSession() as web,
    ):
        play, visits = Play(house, Matches(store, limits=Limits(matches_per_person=10_000)), web), Counter[str]()
        await play.prepare()
        samples, began = [resident(house)], monotonic()
        names = [f"Player {number}" for number in range(5 * CHANNELS)]
        visitors = [
            asyncio.create_task(Visitor(house, names, number, visits).visit(VISIT_PAUSE)) for number in range(VISITORS)
        ]
        print(f"  {0:7,} turns: {samples[0]:6.1f} MB", flush=True)
        for number in range(turns):
            due = asyncio.create_task(asyncio.sleep(1 / PACE))
            await play.turn(number)
            if number % BOARDS_BEHIND == 0:
                await house.until(lambda: waiting(house) < BOARDS_BEHIND, "that the boards are out", within=600)
            await due
            if (number + 1) % EVERY == 0:
                samples.append(resident(house))
                ((events,),) = house.rows("SELECT count(*) FROM events WHERE kind = 'move'")
                print(
                    f"  {number + 1:7,} turns: {samples[-1]:6.1f} MB after {(monotonic() - began) / 60:5.1f} min, "
                    f"{events:,} moves on the log, {play.refused} typed in vain, {visits.total():,} visits",
                    flush=True,
                )
        for visitor in visitors:
            visitor.cancel()
        await asyncio.gather(*visitors, return_exceptions=True)
        print(f"  visits: {dict(sorted(visits.items()))}")
    return samples


def waiting(house: House) -> int:
    """How many boards wait to be posted."""
    ((number,),) = house.rows("SELECT count(*) FROM posts WHERE due_at IS NOT NULL")
    return int(number)


async def run(turns: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        try:
            await house.start_playground()
            await house.start_bot()
            samples = await measured(house, turns)
        except BaseException:
            print("\n".join(house.output[-LINES_SHOWN:]), file=sys.stderr)
            raise
        finally:
            await house.stop()
    quarter = max(1, len(samples) // 4)
    before, last = mean(samples[-2 * quarter : -quarter]), mean(samples[-quarter:])
    print(f"  {last - before:+.1f} MB from the third quarter to the last; load of the machine {os.getloadavg()[0]:.1f}")


def main(turns: int = TURNS) -> None:
    print(f"the bot's memory over {turns:,} turns in {CHANNELS} channels")
    asyncio.run(run(turns))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
