"""Ratings on a large scale: a hundred thousand rated people, a million finished matches.

`/leaderboard` and `/profile` should respond within 100 ms of CPU time, the end of a match should cost at most 1.1 times
what it costs in an empty database, and `ratings rebuild` should compute at least 3,000 matches a second.
"""

import asyncio
import os
import random
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.many_matches import address
from bot.match import Matches, Place, Status, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.store import Store
from cogs.shared.people.profiles import card_of
from images.canvas.canvas import encode
from images.people import profile as cards

PEOPLE, MATCHES, DAYS = 100_000, 1_000_000, 400
GAMES = ("cirondo", "parcheesi", "down_under")
SIGNS = {game: import_module(f"images.{game}.icons").SIGN for game in GAMES}
BUSY = 5_000  # matches of the busiest person
GUILD = 1
AT_A_TIME = 50_000  # matches
ENDS = 60
DAY = 24 * 60 * 60 * 1000
TARGET_ANSWER, TARGET_RATIO, TARGET_SPEED = 100, 1.1, 3_000


def fill(file: Path) -> None:
    """Fills the database with people and finished matches whose ratings haven't been computed.

    Indexes are made at the end, each in one go, as keeping them up to date would take most of the time.
    """
    luck = random.Random(1)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "cache_size = -1048576"):
            connection.execute(f"PRAGMA {pragma}")
        made = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        indexes = connection.execute(made).fetchall()
        for name, _ in indexes:
            connection.execute(f"DROP INDEX {name}")
        connection.execute("BEGIN")
        people = ((row, 10**17 + row, AT, '{"profile": "servers", "everywhere": true}') for row in range(1, PEOPLE + 1))
        _insert(connection, "users", ("id", "discord_id", "created_at", "privacy"), people)
        for first in range(1, MATCHES + 1, AT_A_TIME):
            played = [_match(number, luck) for number in range(first, min(first + AT_A_TIME, MATCHES + 1))]
            rows = ((number, game, winner, *FIXED.values()) for number, game, winner, _ in played)
            _insert(connection, "matches", ("id", "game", "opener_id", *FIXED), rows)
            seats = (
                (number, person, seat, 0, 0) for number, _, *people in played for seat, person in enumerate(people)
            )
            _insert(connection, "members", ("match_id", "user_id", "seat", "invited", "absent"), seats)
            names = ("id", "match_id", "game", "ended_at", "sides", "places", "people", "counts")
            _insert(connection, "results", names, map(_result, played))
        connection.execute("COMMIT")
        for _, made in indexes:
            connection.execute(made)
        connection.execute("PRAGMA journal_mode = WAL")


AT = "2025-01-01 00:00:00.000000"
FIXED = {
    "rules_version": 1,
    "options": "{}",
    "status": "over",
    "version": 9,
    "private": 0,
    "guild_id": GUILD,
    "channel_id": 20,
    "shared": 0,
    "own_thread": 0,
    "automatic": 1,
    "rolls": 1,
    "hints": 1,
    "coached": 0,
    "rated": 1,
    "commitment": "0" * 64,
    "recipe": 1,
    "drawn": 0,
    "on_expiry": "computer",
    "opened_at": AT,
    "ended_at": AT,
    "updated_at": AT,
    "ending": '{"kind": "played", "places": [1, 2], "scores": null, "seats": []}',
}
"""Columns that all matches share."""

_Match = tuple[int, str, int, int]
"""The number of a match, its game, its winner and its loser."""


def _match(number: int, luck: random.Random) -> _Match:
    one, other = luck.randrange(1, PEOPLE + 1), luck.randrange(1, PEOPLE)
    other += other >= one
    if number <= BUSY:
        one, other = 1, 1 + other % 50 + 1
    winner, loser = (one, other) if luck.random() < 0.5 else (other, one)
    return number, GAMES[number % len(GAMES)], winner, loser


def _result(match: _Match) -> tuple[object, ...]:
    number, game, winner, loser = match
    ended = 1_735_689_600_000 + number * DAYS * DAY // MATCHES
    between = f"{min(winner, loser)},{max(winner, loser)}"
    return number, number, game, ended, f"[[{winner}], [{loser}]]", "[1, 2]", between, 0


def _insert(
    connection: sqlite3.Connection, table: str, names: Sequence[str], rows: Iterable[tuple[object, ...]]
) -> None:
    marks = ", ".join("?" * len(names))
    connection.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", rows)  # noqa: S608 - our own


async def costs(do: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds of CPU time: the median of several runs."""
    took = []
    for _ in range(15):
        began = process_time()
        await do()
        took.append((process_time() - began) * 1000)
    return median(took)


async def one_end(matches: Matches, number: int) -> float:
    """Milliseconds of CPU time from a resignation to its commit, in a new rated match."""
    ada, ben = 7 * 10**17 + 2 * number, 7 * 10**17 + 2 * number + 1
    match = await matches.tables.open(TableTerms("southern_cards", 2, rated=True), opener=ada, place=Place(GUILD, 20))
    await matches.act(match.id, lobby.join(ben, message_id=10**9 + match.id))
    match = await matches.act(match.id, lobby.begin(ada))
    for _ in (ada, ben):
        if match.state is None:
            raise RuntimeError("the match has no position")
        match = await matches.act(
            match.id, turns.play(match.to_move_people()[0], match.state.notate(match.state.legal()[0]))
        )
    began = process_time()
    ended = await matches.act(match.id, proposals.resign(ada))
    took = (process_time() - began) * 1000
    if ended.status is not Status.OVER or not ended.gains:
        raise RuntimeError("the match has no result")
    return took


async def measured(folder: Path) -> None:
    files = folder / "empty.db", folder / "big.db"
    for file in files:
        await (await Store.open(address(file))).close()
    fill(files[1])
    async with await Store.open(address(files[0])) as empty, await Store.open(address(files[1])) as big:
        matches = Matches(big)
        began = process_time()
        count = await matches.ledger.rebuild()
        speed = count / (process_time() - began)
        print(f"  ratings rebuild: {count:,} matches, {speed:,.0f} a second of one core (at least {TARGET_SPEED:,})")
        viewer = 10**17 + 2
        for words, guild_id, skip in (("here", GUILD, 0), ("here, last page", GUILD, PEOPLE - 20), ("all", None, 0)):

            async def board(guild_id: int | None = guild_id, skip: int = skip) -> None:
                await matches.ratings.leaderboard("cirondo", guild_id, viewer, skip=skip)

            print(f"  /leaderboard ({words}): {await costs(board):.1f} ms of one core (at most {TARGET_ANSWER})")
        for words, user in (("the busiest person", 10**17 + 1), ("anybody", 10**17 + PEOPLE * 3 // 4)):

            async def card(user: int = user) -> None:
                profile = await matches.ratings.profile(user, viewer, GUILD)
                encode(cards.draw(card_of(profile, SIGNS)))

            print(f"  /profile ({words}): {await costs(card):.1f} ms of one core (at most {TARGET_ANSWER})")
        took: tuple[list[float], list[float]] = [], []
        both = Matches(empty), matches
        for number in range(ENDS):
            for which in (0, 1) if number % 2 else (1, 0):
                took[which].append(await one_end(both[which], number))
        alone, among = map(median, took)
        print(
            f"  an end alone {alone:.2f} ms of one core, among them {among:.2f} ms, ratio {among / alone:.2f} "
            f"(at most {TARGET_RATIO}); load of the machine {os.getloadavg()[0]:.1f}"
        )


def main() -> None:
    print(f"ratings of {PEOPLE:,} people after {MATCHES:,} matches")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder)))


if __name__ == "__main__":
    main()
