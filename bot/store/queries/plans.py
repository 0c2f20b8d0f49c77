"""What a person has done so far, to offer what comes next."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.practice_tables import plans, progress, puzzle_tries
from bot.store.queries.fetching import count_rows, is_there
from bot.store.queries.new_rows import put
from bot.store.tables import events, lessons, matches, members


async def reached_steps(connection: AsyncConnection, user_id: int) -> Mapping[str, int]:
    """The steps that the person of this row has reached in the lessons that they have begun, by game."""
    rows = await connection.execute(select(lessons.c.game, lessons.c.step).where(lessons.c.user_id == user_id))
    return {row.game: row.step for row in rows}


async def count_over(connection: AsyncConnection, user_id: int) -> Mapping[str, int]:
    """How many matches of each game the person of this row has played to their end."""
    query = select(matches.c.game, func.count().label("number")).join(members, members.c.match_id == matches.c.id)
    query = query.where(members.c.user_id == user_id, members.c.seat.is_not(None), matches.c.status == "over")
    return {row.game: row.number for row in await connection.execute(query.group_by(matches.c.game))}


async def newest_over(
    connection: AsyncConnection, user_id: int, since: datetime, decisions: int
) -> tuple[int, str] | None:
    """The newest match of the person of this row that ended since then, if they decided so often in it and nobody has
    reviewed it: its number and its game."""
    query = select(matches.c.id, matches.c.game, members.c.id.label("member")).join(
        members, members.c.match_id == matches.c.id
    )
    query = query.where(
        members.c.user_id == user_id,
        members.c.seat.is_not(None),
        matches.c.status == "over",
        matches.c.ended_at >= since,
    )
    row = (await connection.execute(query.order_by(matches.c.ended_at.desc(), matches.c.id.desc()).limit(1))).first()
    if row is None:
        return None
    moves = events.c.match_id == row.id, events.c.member_id == row.member, events.c.kind == "move"
    if await count_rows(connection, events, *moves) < decisions:
        return None
    return None if await is_there(connection, progress.c.match_id == row.id) else (row.id, row.game)


async def has_tried_puzzles(connection: AsyncConnection, user_id: int) -> bool:
    """Whether the person of this row has tried a puzzle."""
    return await is_there(connection, puzzle_tries.c.user_id == user_id)


async def is_wanted(connection: AsyncConnection, user_id: int) -> bool:
    """Whether the person of this row wants to be offered what to do next."""
    return not await is_there(connection, plans.c.user_id == user_id, plans.c.wanted.is_(False))


async def switch(connection: AsyncConnection, user_id: int, *, on: bool) -> None:
    """Stores whether the person of this row wants that."""
    await put(connection, plans, {"user_id": user_id}, {"wanted": on})
