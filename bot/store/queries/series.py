"""Series of matches."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.new_rows import insert_row
from bot.store.tables import matches, series


@dataclass(frozen=True, repr=False)
class SeriesRows:
    """A series with what it needs to know of its matches, by `part`: `id`, `status`, `ending` and `computer_since`.

    It may contain hidden points, so don't show any of it.
    """

    series: RowMapping
    parts: list[RowMapping]


async def insert(connection: AsyncConnection, columns: Mapping[str, Any]) -> int:
    """Adds a series. Returns its id."""
    return await insert_row(connection, series, columns)


async def read(connection: AsyncConnection, series_ids: Collection[int]) -> dict[int, SeriesRows]:
    if not series_ids:
        return {}
    heads = (await connection.execute(select(series).where(series.c.id.in_(series_ids)))).mappings()
    series_by_id = {row["id"]: SeriesRows(row, []) for row in heads}
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
    for row in (await connection.execute(query)).mappings():
        series_by_id[row["series_id"]].parts.append(row)
    return series_by_id


async def end(connection: AsyncConnection, series_id: int, now: datetime) -> None:
    """Ends the series, unless it is already over."""
    await connection.execute(
        update(series).where(series.c.id == series_id, series.c.ended_at.is_(None)).values(ended_at=now)
    )
