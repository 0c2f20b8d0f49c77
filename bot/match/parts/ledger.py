"""The ratings of a whole database: recomputing them from the results, comparing, writing and exporting them."""

import json
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.engine.results import changes_of, result_of, standing_of, standing_row, verdict_columns
from bot.match.parts.part import Part
from bot.match.reading.rated import ended_early
from bot.match.reading.series_state import ending_of
from bot.ratings.ledger import Ledger, RatedResult, Uncounted, Worth, ratings_before
from bot.store.queries import matches, ratings
from bot.store.queries.ratings import EndRow
from bot.store.rating_tables import RatingChangeRow, ResultRow
from bot.store.sqlite import plenty_of_memory

AT_A_TIME = 5_000
"""How many results are read at a time."""

MATCHES_AT_A_TIME = 100
"""How many matches are read at a time where more of them is needed than their results."""


class Ledgers(Part):
    """Checks and repairs ratings, which follow from the results alone, in the order in which matches ended."""

    async def check(self) -> list[str]:
        """Recomputes all ratings; returns every difference from the stored ones, down to a single bit."""
        problems: list[str] = []
        ledger = Ledger()
        async with self._store.read() as connection:
            async for rows in _pages(connection):
                ends = {row.id: row for row in await ratings.ends_of(connection, [row.match_id for row in rows])}
                changes = defaultdict[int, list[RatingChangeRow]](list)
                for change in await ratings.changes_since(connection, rows[0].id - 1, rows[-1].id):
                    changes[change.result_id].append(change)
                early = await self._early(connection, ends.values())
                for row in rows:
                    result = replace(result_of(row), early=row.match_id in early)
                    value = ledger.judge(result)
                    problems += _problems(row, result, value, ends[result.match_id], changes[result.id])
            stored = {(row.user_id, row.game): standing_of(row) for row in await ratings.all_standings(connection)}
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

    async def bring_up_to_date(self) -> int | None:
        """Rebuilds ratings that an earlier release has computed by other rules; returns the number of results.

        None if there's nothing to do, because no migration wants it or another process was faster. Until it is finished
        nothing of it is stored, so it begins again after a crash. Raises Busy, NotWritable.
        """
        return await self._rebuild(only_due=True) if await self._read(ratings.are_due) else None

    async def rebuild(self) -> int:
        """Recomputes all ratings and stores them; returns the number of results. Raises Busy, NotWritable."""
        return await self._rebuild() or 0

    async def _rebuild(self, *, only_due: bool = False) -> int | None:
        ledger, count = Ledger(), 0
        async with self._writing() as connection, plenty_of_memory(connection):
            if only_due and not await ratings.are_due(connection):
                return None
            await ratings.clear(connection)
            async for rows in _pages(connection):
                changes, verdicts = list[RatingChangeRow](), defaultdict[Uncounted | None, list[int]](list)
                early = await self._early(connection, await ratings.ends_of(connection, [row.match_id for row in rows]))
                for row in rows:
                    result = replace(result_of(row), early=row.match_id in early)
                    value = ledger.judge(result)
                    if not _is_stored_so(row, value):
                        verdicts[value if isinstance(value, Uncounted) else None].append(result.id)
                    if isinstance(value, Worth):
                        changes += changes_of(result.id, result, value)
                await ratings.write_changes(connection, changes)
                for uncounted, result_ids in verdicts.items():
                    await ratings.mark(connection, result_ids, verdict_columns(uncounted))
                count += len(rows)
            await ratings.write_standings(
                connection,
                [
                    standing_row(user_row, game, standing)
                    for game, standings in ledger.standings.items()
                    for user_row, standing in standings.items()
                ],
            )
            await ratings.relist(connection)
            await ratings.note_done(connection)
        return count

    async def export(self, *, every: bool = False) -> AsyncIterator[str]:
        """Yields each result that counts, in order, as a JSON object on a line; see docs/ratings.md.

        With `every`, those that don't count as well.
        """
        ledger = Ledger()
        async with self._store.read() as connection:
            async for rows in _pages(connection):
                for row in rows:
                    result = result_of(row)
                    standings = ledger.standings[result.game]
                    value = ledger.judge(result)
                    if isinstance(value, Worth):
                        yield json.dumps(_document(result, value) | ({"uncounted": None} if every else {}))
                    elif every:
                        unchanged = ratings_before(result, standings)
                        yield json.dumps(_document(result, Worth(unchanged, unchanged, {})) | {"uncounted": value})

    async def _early(self, connection: AsyncConnection, ends: Iterable[EndRow]) -> set[int]:
        """Which of these matches had hardly begun when their players ended them."""
        wanted = [end.id for end in ends if _may_be_early(end)]
        early = set[int]()
        for first in range(0, len(wanted), MATCHES_AT_A_TIME):
            for rows in await matches.read(connection, wanted[first : first + MATCHES_AT_A_TIME]):
                match = self._reader.match_of(rows)
                if await ended_early(connection, match):
                    early.add(match.id)
        return early


async def _pages(connection: AsyncConnection) -> AsyncIterator[list[ResultRow]]:
    """All results in the order in which matches ended, in pages."""
    last = 0
    while rows := await ratings.since(connection, last, AT_A_TIME):
        yield rows
        last = rows[-1].id


def _may_be_early(end: EndRow) -> bool:
    """Whether a match with such an end can have ended early. The table of parallel matches says who gave up."""
    ending = ending_of(end.ending)
    return ending is not None and (ending.kind != "played" or (end.series_id is not None and bool(ending.seats)))


def _document(result: RatedResult, value: Worth) -> dict[str, Any]:
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
    row: ResultRow, result: RatedResult, value: Worth | Uncounted, end: EndRow, stored: list[RatingChangeRow]
) -> Iterator[str]:
    """What is wrong with one result, given how its match ended and the rating changes stored for it."""
    where = f"Match {result.match_id}"
    if end.game != result.game or not end.rated or not _places_fit(result, end):
        yield f"{where} didn't end as its result says."
    if row.people != result.between:
        yield f"{where} was played by {result.between}, not by {row.people}."
    if not _is_stored_so(row, value):
        verdict = f"doesn't count ({value})" if isinstance(value, Uncounted) else "counts"
        yield f"{where} {verdict}, but is stored otherwise."
    expected = [] if isinstance(value, Uncounted) else list(changes_of(result.id, result, value))
    if _by_person(stored) != _by_person(expected):
        yield f"{where} changed ratings otherwise than is stored."


def _places_fit(result: RatedResult, end: EndRow) -> bool:
    """Whether the result has the places in the match's own row. Those of a series follow from several rows."""
    ending = ending_of(end.ending)
    if ending is None or ending.places is None:
        return False
    return end.series_id is not None or set(ending.places) == set(result.places)


def _by_person(changes: list[RatingChangeRow]) -> Mapping[int, RatingChangeRow]:
    return {change.user_id: change for change in changes}


def _is_stored_so(row: ResultRow, value: Worth | Uncounted) -> bool:
    """Whether this verdict is the one that is stored."""
    verdict = verdict_columns(value)
    return row.counts == verdict["counts"] and row.uncounted == verdict["uncounted"]
