"""What a page of a book with ten thousand exercises costs, and the answer to an exercise and to a puzzle.

The figures are milliseconds from asking to having what the screen shows; pictures are another matter (`pictures`).
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import insert

from benchmarks.many_matches import address
from bot.match import Matches
from bot.match.parts.book import MOST
from bot.puzzles import puzzles_of
from bot.rules import GAMES
from bot.rules.chance import Sealed
from bot.store import Store
from bot.store.practice_tables import exercises
from bot.store.queries import people

READER, GAME, PAGE = 2**40, "southern_cards", 10
ROUNDS = 50


async def filled(store: Store) -> None:
    """A book that is full."""
    now = datetime.now(UTC)
    state = GAMES[GAME].start(2, {}, Sealed(bytes(32), ""))
    seat = state.to_move or 0
    one: dict[str, Any] = {"game": GAME, "rules_version": GAMES[GAME].rules_version, "seats": 2, "options": {}}
    one |= {"match_id": 1, "seat": seat, "view": state.view(seat), "reasons": [], "added_at": now}
    one |= {"played": state.notate(state.legal()[0]), "better": state.notate(state.legal()[-1]), "stage": 0}
    async with store.write() as connection:
        row = await people.user_row_for(connection, READER, now)
        rows = [
            {**one, "user_id": row, "number": number, "due_at": now if number % 3 else None} for number in range(MOST)
        ]
        await connection.execute(insert(exercises), rows)


async def timed(ask: Callable[[int], Awaitable[object]]) -> float:
    """The median of some rounds, in milliseconds."""
    times = []
    for number in range(ROUNDS):
        began = perf_counter()
        await ask(number)
        times.append(1000 * (perf_counter() - began))
    return median(times)


async def measured(folder: Path) -> None:
    async with await Store.open(address(folder / "book.db")) as store:
        matches = Matches(store)
        await matches.dailies.seeds.prepare()
        await filled(store)
        first = await matches.book.next_due(READER)
        puzzles = list(puzzles_of(GAME).values())
        if first is None:
            raise RuntimeError("The book is empty.")

        async def answer(_: int) -> object:
            return await matches.book.answer(READER, first.id, is_right=True)

        async def try_puzzle(number: int) -> object:
            return await matches.puzzles.attempt(READER, puzzles[number], is_right=True)

        asked = {
            "the first page": lambda _: matches.book.page(READER, 0, PAGE),
            "the last page": lambda _: matches.book.page(READER, MOST * 2 // 3 - PAGE, PAGE),
            "the next exercise": lambda _: matches.book.next_due(READER),
            "an answer to it": answer,
            "an answer to a puzzle": try_puzzle,
        }
        for name, ask in asked.items():
            print(f"{name}: {await timed(ask):.1f} ms")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder)))
