"""Statistics about what someone has played."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.fetching import is_there
from bot.store.tables import matches, members


async def matches_by_game(connection: AsyncConnection, user_row: int) -> dict[str, int]:
    """How many matches of each game someone has finished, the game played most first."""
    query = (
        select(matches.c.game, func.count())
        .join(members, members.c.match_id == matches.c.id)
        .where(members.c.user_id == user_row, members.c.seat.is_not(None), matches.c.status == "over")
        .where(matches.c.part.is_(None) | (matches.c.part > 0))  # not the table of parallel matches
        .group_by(matches.c.game)
        .order_by(func.count().desc(), matches.c.game)
    )
    return {row[0]: row[1] for row in await connection.execute(query)}


async def has_played_on(connection: AsyncConnection, user_row: int, guild_id: int) -> bool:
    """Whether someone sits or has sat at a table on this server."""
    return await is_there(
        connection,
        members.c.user_id == user_row,
        members.c.seat.is_not(None),
        matches.c.id == members.c.match_id,
        matches.c.guild_id == guild_id,
    )


async def have_met(connection: AsyncConnection, user_row: int, other: int) -> bool:
    """Whether both sit or have sat at the same table."""
    mine, yours = members.alias(), members.alias()
    return await is_there(
        connection,
        mine.c.user_id == user_row,
        mine.c.seat.is_not(None),
        yours.c.match_id == mine.c.match_id,
        yours.c.user_id == other,
        yours.c.seat.is_not(None),
    )
