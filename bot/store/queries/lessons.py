"""How far people have come in the lessons."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.new_rows import put
from bot.store.tables import lessons, users


async def reached_step(connection: AsyncConnection, discord_id: int, game: str) -> int:
    """The step this person has reached in the lesson of a game; 0 if they haven't begun."""
    query = select(lessons.c.step).join(users).where(users.c.discord_id == discord_id, lessons.c.game == game)
    return await connection.scalar(query) or 0


async def reach(connection: AsyncConnection, user_id: int, game: str, step: int) -> None:
    """Stores the step that the person in this row has reached."""
    await put(connection, lessons, {"user_id": user_id, "game": game}, {"step": step})
