"""What the operator asks about all matches and boards together."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.documents import FrozenDocument
from bot.store.queries.fetching import fetch
from bot.store.shards import Shards
from bot.store.tables import matches, posts


@dataclass(frozen=True, slots=True, repr=False)
class FrozenRow:
    """A frozen match."""

    id: int
    game: str
    frozen: FrozenDocument


async def matches_by_status(connection: AsyncConnection) -> list[tuple[str, str, int]]:
    """The number of matches for each game and status: (game, status, number)."""
    query = select(matches.c.game, matches.c.status, func.count()).group_by(matches.c.game, matches.c.status)
    return [tuple(row) for row in await connection.execute(query.order_by(matches.c.game, matches.c.status))]


async def list_frozen(connection: AsyncConnection) -> list[FrozenRow]:
    """The `id`, `game` and `frozen` document of every frozen match."""
    query = select(matches.c.id, matches.c.game, matches.c.frozen).where(matches.c.status == "frozen")
    return await fetch(connection, FrozenRow, query.order_by(matches.c.id))


async def boards_waiting(connection: AsyncConnection, shards: Shards) -> tuple[int, datetime | None]:
    """How many boards of these shards wait to be posted, and when the first of them is or was due."""
    query = select(func.count(), func.min(posts.c.due_at)).where(posts.c.due_at.is_not(None))
    number, first = (await connection.execute(shards.among(query, posts.c.guild_id))).one()
    return number, first
