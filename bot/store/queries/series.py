"""Series of matches."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import SeriesColumns
from bot.store.documents import EndingDocument
from bot.store.queries.fetching import fetch
from bot.store.queries.new_rows import insert_row
from bot.store.tables import SeriesRow, matches, series


@dataclass(frozen=True, slots=True, repr=False)
class SeriesPart:
    """What a series needs to know of one of its matches."""

    series_id: int
    id: int
    part: int
    status: str
    ending: EndingDocument | None
    computer_since: datetime | None


@dataclass(frozen=True, repr=False)
class SeriesRows:
    """A series with its matches, by `part`. It may contain hidden points, so don't show any of it."""

    series: SeriesRow
    parts: list[SeriesPart]


async def insert(connection: AsyncConnection, columns: SeriesColumns) -> int:
    """Adds a series. Returns its id."""
    return await insert_row(connection, series, columns)


async def read(connection: AsyncConnection, series_ids: Collection[int]) -> dict[int, SeriesRows]:
    if not series_ids:
        return {}
    heads = await fetch(connection, SeriesRow, select(series).where(series.c.id.in_(series_ids)))
    series_by_id = {row.id: SeriesRows(row, []) for row in heads}
    query = (
        select(
            matches.c.series_id,
            matches.c.id,
            matches.c.part,
            matches.c.status,
            matches.c.ending,
            matches.c.computer_since,
        )
        .where(matches.c.series_id.in_(series_ids), matches.c.part.is_not(None))
        .order_by(matches.c.part)
    )
    for row in await fetch(connection, SeriesPart, query):
        series_by_id[row.series_id].parts.append(row)
    return series_by_id


async def end(connection: AsyncConnection, series_id: int, now: datetime) -> None:
    """Ends the series, unless it is already over."""
    await connection.execute(
        update(series).where(series.c.id == series_id, series.c.ended_at.is_(None)).values(ended_at=now)
    )
