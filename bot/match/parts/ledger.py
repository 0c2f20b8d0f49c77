"""The ratings of a whole database: recomputing them from the results, comparing, writing and exporting them."""

import json
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.parts.part import Part
from bot.match.results import changes_of, result_of, standing_columns, standing_of
from bot.match.standings import ending_of
from bot.ratings.ledger import Ledger, Result, Worth
from bot.store.queries import ratings
from bot.store.sqlite import plenty_of_memory

AT_A_TIME = 5_000
"""How many results are read at a time."""


class Ledgers(Part):
    """Checks and repairs ratings, which follow from the results alone, in the order in which matches ended."""

    async def check(self) -> list[str]:
        """Recomputes all ratings; returns every difference from the stored ones, down to a single bit."""
        problems: list[str] = []
        ledger = Ledger()
        async with self._store.read() as connection:
            async for rows in _pages(connection):
                ends = {row["id"]: row for row in await ratings.ends_of(connection, [row["match_id"] for row in rows])}
                changes: dict[int, list[dict[str, Any]]] = defaultdict(list)
                for change in await ratings.changes_since(connection, rows[0]["id"] - 1, rows[-1]["id"]):
                    changes[change["result_id"]].append(dict(change))
                for row in rows:
                    result = result_of(row)
                    value = ledger.enter(result)
                    problems += _problems(row, result, value, ends[result.match_id], changes[result.id])
            stored = {
                (row["user_id"], row["game"]): standing_of(row) for row in await ratings.all_standings(connection)
            }
        expected = {
            (user_row, game): standing
            for game, all_of_it in ledger.standings.items()
            for user_row, standing in all_of_it.items()
        }
        for key in sorted(stored.keys() | expected.keys()):
            if stored.get(key) != expected.get(key):
                user_row, game = key
                problems.append(
                    f"Person {user_row} is stored as {stored.get(key)} in {game}, not as {expected.get(key)}."
                )
        return problems

    async def rebuild(self) -> int:
        """Recomputes all ratings and stores them; returns the number of results. Raises Busy, NotWritable."""
        ledger, count = Ledger(), 0
        async with self._writing() as connection, plenty_of_memory(connection):
            await ratings.clear(connection)
            async for rows in _pages(connection):
                changes, now_counts = [], dict[bool, list[int]]({False: [], True: []})
                for row in rows:
                    result = result_of(row)
                    value = ledger.enter(result)
                    if row["counts"] != (value is not None):
                        now_counts[value is not None].append(result.id)
                    if value is not None:
                        changes += [tuple(one.values()) for one in changes_of(result.id, result, value)]
                await ratings.write_changes(connection, changes)
                for counts, result_ids in now_counts.items():
                    await ratings.mark(connection, result_ids, counts=counts)
                count += len(rows)
            await ratings.write_standings(
                connection,
                [
                    tuple(standing_columns(user_row, game, standing).values())
                    for game, standings in ledger.standings.items()
                    for user_row, standing in standings.items()
                ],
            )
            await ratings.list_anew(connection)
        return count

    async def export(self) -> AsyncIterator[str]:
        """Yields each result that counts, in order, as a JSON object on a line; see docs/ratings.md."""
        ledger = Ledger()
        async with self._store.read() as connection:
            async for rows in _pages(connection):
                for row in rows:
                    result = result_of(row)
                    value = ledger.enter(result)
                    if value is not None:
                        yield json.dumps(_document(result, value))


async def _pages(connection: AsyncConnection) -> AsyncIterator[list[RowMapping]]:
    """All results in the order in which matches ended, in pages."""
    last = 0
    while rows := await ratings.since(connection, last, AT_A_TIME):
        yield rows
        last = rows[-1]["id"]


def _document(result: Result, value: Worth) -> dict[str, Any]:
    return {
        "match": result.match_id,
        "game": result.game,
        "at": result.ended_at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "sides": result.sides,
        "places": result.places,
        "before": value.before,
        "after": value.after,
    }


def _problems(
    row: RowMapping, result: Result, value: Worth | None, end: RowMapping, stored: list[dict[str, Any]]
) -> Iterator[str]:
    """What is wrong with one result, given how its match ended and the rating changes stored for it."""
    where = f"Match {result.match_id}"
    if end["game"] != result.game or not end["rated"] or not _places_fit(result, end):
        yield f"{where} didn't end as its result says."
    if row["people"] != result.between:
        yield f"{where} was played by {result.between}, not by {row['people']}."
    if row["counts"] != (value is not None):
        yield f"{where} {'counts' if value is not None else 'does not count'}, but is stored otherwise."
    expected = [] if value is None else list(changes_of(result.id, result, value))
    if _by_person(stored) != _by_person(expected):
        yield f"{where} changed ratings otherwise than is stored."


def _places_fit(result: Result, end: RowMapping) -> bool:
    """Whether the result has the places in the match's own row. Those of a series follow from several rows."""
    ending = ending_of(end["ending"])
    if ending is None or ending.places is None:
        return False
    return end["series_id"] is not None or set(ending.places) == set(result.places)


def _by_person(changes: list[dict[str, Any]]) -> Mapping[int, dict[str, Any]]:
    return {change["user_id"]: change for change in changes}
