"""People's books of exercises."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import ExerciseColumns
from bot.store.practice_tables import ExerciseRow, exercises
from bot.store.queries.fetching import fetch, fetch_one, value_of
from bot.store.queries.new_rows import insert_row
from bot.store.tables import events, members


@dataclass(frozen=True, slots=True, repr=False)
class EntryRow:
    """An exercise as a page of the book lists it."""

    id: int
    game: str
    added_at: datetime
    due_at: datetime | None


async def read(connection: AsyncConnection, user_id: int, exercise: int) -> ExerciseRow | None:
    """An exercise of the person of this row."""
    mine = exercises.c.user_id == user_id
    return await fetch_one(connection, ExerciseRow, select(exercises).where(mine, exercises.c.id == exercise))


async def next_due(connection: AsyncConnection, user_id: int, now: datetime) -> int | None:
    """The exercise that has waited longest for the person of this row."""
    due = exercises.c.user_id == user_id, exercises.c.due_at <= now
    query = select(exercises.c.id).where(*due).order_by(exercises.c.due_at, exercises.c.id).limit(1)
    return await value_of(connection, int, query)


async def page(connection: AsyncConnection, user_id: int, skip: int, limit: int) -> list[EntryRow]:
    """What comes back to the person of this row, soonest first."""
    query = select(exercises.c.id, exercises.c.game, exercises.c.added_at, exercises.c.due_at)
    query = query.where(exercises.c.user_id == user_id, exercises.c.due_at.is_not(None))
    query = query.order_by(exercises.c.due_at, exercises.c.id).offset(skip).limit(limit)
    return await fetch(connection, EntryRow, query)


async def counts(connection: AsyncConnection, user_id: int, now: datetime) -> tuple[int, int, int]:
    """How many exercises of the person of this row are due, come back later, and are known."""
    due = func.count(case((exercises.c.due_at <= now, 1)))
    query = select(due, func.count(exercises.c.due_at), func.count()).where(exercises.c.user_id == user_id)
    number_due, waiting, total = (await connection.execute(query)).one()
    return number_due, waiting - number_due, total - waiting


async def numbers_of(connection: AsyncConnection, user_id: int, match_id: int, numbers: Collection[int]) -> set[int]:
    """Which of these events of a match the person of this row has done."""
    query = select(events.c.number).join(members, members.c.id == events.c.member_id)
    query = query.where(events.c.match_id == match_id, events.c.number.in_(numbers), members.c.user_id == user_id)
    return set(await connection.scalars(query))


async def present(connection: AsyncConnection, user_id: int, match_id: int) -> set[int]:
    """The events of a match that are in the book of the person of this row."""
    mine = exercises.c.user_id == user_id, exercises.c.match_id == match_id
    return set(await connection.scalars(select(exercises.c.number).where(*mine)))


async def add(connection: AsyncConnection, columns: ExerciseColumns) -> int:
    """Adds an exercise and returns its id."""
    return await insert_row(connection, exercises, columns)


async def change(connection: AsyncConnection, exercise: int, columns: ExerciseColumns) -> None:
    await connection.execute(update(exercises).where(exercises.c.id == exercise).values(**columns))


async def take_out(connection: AsyncConnection, user_id: int, exercise: int) -> None:
    """Deletes an exercise of the person of this row."""
    mine = exercises.c.user_id == user_id
    await connection.execute(delete(exercises).where(mine, exercises.c.id == exercise))
