"""Reviews of finished matches."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.new_rows import put
from bot.store.tables import members, reviews


async def read(connection: AsyncConnection, match_id: int, rules_version: int) -> Mapping[str, Any] | None:
    """The document of a match's review under these rules; None if there is none."""
    query = select(reviews.c.document).where(reviews.c.match_id == match_id, reviews.c.rules_version == rules_version)
    document: Mapping[str, Any] | None = await connection.scalar(query)
    return document


async def keep(
    connection: AsyncConnection, match_id: int, rules_version: int, document: Mapping[str, Any], now: datetime
) -> None:
    """Stores a match's review in place of an earlier one."""
    row = {"rules_version": rules_version, "document": dict(document), "reviewed_at": now}
    await put(connection, reviews, {"match_id": match_id}, row)


async def thin_out(connection: AsyncConnection, number: int) -> None:
    """Deletes all but the newest reviews."""
    newest = select(reviews.c.match_id).order_by(reviews.c.reviewed_at.desc()).offset(number)
    await connection.execute(delete(reviews).where(reviews.c.match_id.in_(newest)))


async def forget(connection: AsyncConnection, user_row: int) -> None:
    """Deletes the reviews of matches that someone has played."""
    theirs = select(members.c.match_id).where(members.c.user_id == user_row)
    await connection.execute(delete(reviews).where(reviews.c.match_id.in_(theirs)))
