"""People: rows that know a Discord id until it is forgotten."""

import json
import re
from datetime import datetime

from sqlalchemy import RowMapping, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.new_rows import insert_row
from bot.store.tables import matches, members, posts, users


async def user_row(connection: AsyncConnection, discord_id: int) -> int | None:
    """The row of this person, or None."""
    found: int | None = await connection.scalar(select(users.c.id).where(users.c.discord_id == discord_id))
    return found


async def user_row_for(connection: AsyncConnection, discord_id: int, now: datetime) -> int:
    """The row of this person, made where it is missing."""
    found = await user_row(connection, discord_id)
    if found is not None:
        return found
    return await insert_row(connection, users, {"discord_id": discord_id, "created_at": now})


async def memberships(connection: AsyncConnection, discord_id: int) -> list[RowMapping]:
    """Where this person sits, sat or is invited: `match_id`, `status` and `seat`, oldest match first."""
    query = (
        select(members.c.match_id, members.c.seat, matches.c.status)
        .join(users, users.c.id == members.c.user_id)
        .join(matches, matches.c.id == members.c.match_id)
        .where(users.c.discord_id == discord_id)
        .order_by(members.c.match_id)
    )
    return list((await connection.execute(query)).mappings())


async def forget(connection: AsyncConnection, discord_id: int) -> None:
    """Take the id off everything that names it. The rows stay: logs point to them."""
    row = await user_row(connection, discord_id)
    if row is None:
        return
    theirs = select(members.c.match_id).where(members.c.user_id == row)
    kept = await connection.execute(
        select(posts.c.id, posts.c.words).where(posts.c.match_id.in_(theirs), posts.c.words.is_not(None))
    )
    for post_id, words in kept.all():
        without, times = re.subn(rf"(?<!\d){discord_id}(?!\d)", "0", json.dumps(words))
        if times:
            await connection.execute(update(posts).where(posts.c.id == post_id).values(words=json.loads(without)))
    await connection.execute(
        update(members).where(members.c.user_id == row, members.c.seat.is_(None)).values(invited=False)
    )
    await connection.execute(update(users).where(users.c.id == row).values(discord_id=None))
