"""A turn on SQLite and on PostgreSQL, each in an empty database and among a million events of other matches.

The big database is made on SQLite and copied as `python -m bot copy` does. The server runs on this machine, is reached
by a socket, and waits for the disk at each commit, as SQLite does. The same moves of the same match are played in turn
in all four, from reading the match to the commit on disk. The ratio of big to empty should be at most 1.1 on both.
"""

import asyncio
import os
import random
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from sqlalchemy import event

from benchmarks.big_database import COPIES, EVENTS, WARM_UP, timed
from benchmarks.many_matches import address, begun, make
from bot.match import Matches
from bot.store import Store
from bot.store.transfer import copy
from tests.postgresql import INSTALL, IS_INSTALLED, Server, started

TURNS = 400
DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on", "autovacuum": "on"}


async def counted(store: Store) -> list[str]:
    """The statements that are sent from now on, with BEGIN and COMMIT."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    async with store.write() as connection:
        engine = connection.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    event.listen(engine, "begin", lambda _: sent.append("BEGIN"))
    for end in ("commit", "rollback"):
        event.listen(engine, end, lambda _: sent.append("END"))
    return sent


async def measured(folder: Path, server: Server) -> None:
    addresses = {
        "SQLite, empty": address(folder / "empty.db"),
        "SQLite, big": address(folder / "big.db"),
        "PostgreSQL, empty": server.new(),
        "PostgreSQL, big": server.new(),
    }
    await make(folder / "big.db", COPIES, EVENTS)
    stores = {name: await Store.open(one) for name, one in addresses.items()}
    began = perf_counter()
    rows = await copy(stores["SQLite, big"], stores["PostgreSQL, big"])
    print(f"  copied {rows['events']:,} events of {rows['matches']:,} matches in {perf_counter() - began:.0f} s")
    server.execute(addresses["PostgreSQL, big"], "ANALYZE")
    sent = await counted(stores["PostgreSQL, empty"])
    matches = {name: Matches(store) for name, store in stores.items()}
    boards = {name: await begun(one) for name, one in matches.items()}
    took: dict[str, list[float]] = {name: [] for name in stores}
    for turn in range(WARM_UP + TURNS):
        if turn == WARM_UP:
            sent.clear()
        for name in random.Random(turn).sample(list(stores), len(stores)):
            boards[name], one = await timed(matches[name], boards[name], random.Random(turn))
            if turn >= WARM_UP:
                took[name].append(one)
        if any(board.to_move is None for board in boards.values()):
            boards = {name: await begun(one) for name, one in matches.items()}
    for name, times in took.items():
        print(f"  {name}: {median(times):.2f} ms, 99 % below {quantiles(times, n=100)[98]:.1f} ms")
    for kind in ("SQLite", "PostgreSQL"):
        print(f"  {kind}, big to empty: {median(took[f'{kind}, big']) / median(took[f'{kind}, empty']):.2f}")
    print(f"  {len(sent) / TURNS:.0f} trips to the server a turn; load of the machine {os.getloadavg()[0]:.1f}")
    for store in stores.values():
        await store.close()


def main() -> None:
    print(f"a turn on SQLite and PostgreSQL (medians of {TURNS})")
    if not IS_INSTALLED:
        print(f"  no PostgreSQL is installed: {INSTALL}")
        return
    with tempfile.TemporaryDirectory() as folder, started(DURABLE) as server:
        asyncio.run(measured(Path(folder), server))
