"""A turn among a million events of other matches, compared with a turn in a database without any.

Both databases are files. The other matches are running too: ten thousand with a hundred events each, with their
players, positions and boards. The same moves of the same match are played alternately in both, from reading the match
to the commit on disk. The figure to look at is the ratio of the medians, which should be at most 1.1.
"""

import asyncio
import os
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.many_matches import address, begun, make, one_turn
from bot.match import Match, Matches
from bot.store import Store

COPIES, EVENTS = 10_000, 100
TURNS, WARM_UP = 600, 50
TARGET = 1.1


async def timed(matches: Matches, match: Match, luck: random.Random) -> tuple[Match, float]:
    began = perf_counter()
    match = await one_turn(matches, match, luck, interaction=2**50 + match.version)
    return match, (perf_counter() - began) * 1000


async def measured(folder: Path) -> None:
    files = folder / "empty.db", folder / "big.db"
    for file, copies in zip(files, (0, COPIES), strict=True):
        await make(file, copies, EVENTS)
    with closing(sqlite3.connect(files[1])) as connection:
        (events,) = connection.execute("SELECT count(*) FROM events").fetchone()
        (others,) = connection.execute("SELECT count(*) FROM matches").fetchone()
    size = files[1].stat().st_size / 1e6
    took: tuple[list[float], list[float]] = [], []
    async with await Store.open(address(files[0])) as empty, await Store.open(address(files[1])) as big:
        both = Matches(empty), Matches(big)
        boards = [await begun(matches) for matches in both]
        for turn in range(WARM_UP + TURNS):
            for which in (0, 1) if turn % 2 else (1, 0):
                boards[which], one = await timed(both[which], boards[which], random.Random(turn))
                if turn >= WARM_UP:
                    took[which].append(one)
            if boards[0].to_move is None:
                boards = [await begun(matches) for matches in both]
    alone, among = map(median, took)
    print(f"  {events:,} events of {others:,} matches, {size:,.0f} MB; load of the machine {os.getloadavg()[0]:.1f}")
    print(f"  a turn alone {alone:.2f} ms, among them {among:.2f} ms, ratio {among / alone:.2f} (medians of {TURNS})")


def main() -> None:
    print(f"a turn in a big database against one in an empty one (ratio at most {TARGET})")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder)))


if __name__ == "__main__":
    main()
