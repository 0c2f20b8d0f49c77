"""Puzzles: people's first tries, and what people and puzzles are rated."""

from collections.abc import Mapping
from datetime import date, datetime

from sqlalchemy import Integer, cast, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.practice_tables import PuzzleStandingRow, PuzzleTryRow, puzzle_ratings, puzzle_standings, puzzle_tries
from bot.store.queries.fetching import columns_of, fetch, fetch_one, value_of
from bot.store.queries.new_rows import put

Numbers = tuple[float, float]
"""A rating: mu and sigma."""


async def try_of(connection: AsyncConnection, user_id: int, game: str, puzzle: int) -> bool | None:
    """Whether the first try of the person of this row was right; None if there was none."""
    query = select(puzzle_tries.c.is_right).where(
        puzzle_tries.c.user_id == user_id, puzzle_tries.c.game == game, puzzle_tries.c.puzzle == puzzle
    )
    return await value_of(connection, bool, query)


async def add_try(connection: AsyncConnection, first: PuzzleTryRow) -> None:
    """Somebody's first try at a puzzle. IntegrityError if there was one."""
    await connection.execute(insert(puzzle_tries), columns_of(first))


async def tries(connection: AsyncConnection, user_id: int, game: str) -> Mapping[int, bool]:
    """The puzzles of a game that the person of this row has tried, and whether that was right."""
    query = select(puzzle_tries.c.puzzle, puzzle_tries.c.is_right)
    rows = await connection.execute(query.where(puzzle_tries.c.user_id == user_id, puzzle_tries.c.game == game))
    return {row.puzzle: row.is_right for row in rows}


async def tries_since(connection: AsyncConnection, user_id: int, since: datetime) -> list[PuzzleTryRow]:
    """The first tries of the person of this row from then on."""
    query = select(puzzle_tries).where(puzzle_tries.c.user_id == user_id, puzzle_tries.c.at > since)
    return await fetch(connection, PuzzleTryRow, query)


async def of_day(connection: AsyncConnection, day: date, game: str, puzzle: int) -> tuple[int, int]:
    """How many have tried the puzzle of a day on that day, and how many of them were right.

    Others may have tried another one: an update can change it while the day runs.
    """
    right = func.coalesce(func.sum(cast(puzzle_tries.c.is_right, Integer)), 0)
    query = select(func.count(), right).where(
        puzzle_tries.c.day == day, puzzle_tries.c.game == game, puzzle_tries.c.puzzle == puzzle
    )
    number, solved = (await connection.execute(query)).one()
    return number, solved


async def standing(connection: AsyncConnection, user_id: int, game: str) -> PuzzleStandingRow | None:
    """What the person of this row is rated at a game's puzzles; None before the first one."""
    query = select(puzzle_standings).where(puzzle_standings.c.user_id == user_id, puzzle_standings.c.game == game)
    return await fetch_one(connection, PuzzleStandingRow, query)


async def ratings(connection: AsyncConnection, game: str) -> Mapping[int, Numbers]:
    """What the puzzles of a game are rated that somebody has tried."""
    query = select(puzzle_ratings.c.puzzle, puzzle_ratings.c.mu, puzzle_ratings.c.sigma)
    rows = await connection.execute(query.where(puzzle_ratings.c.game == game))
    return {row.puzzle: (row.mu, row.sigma) for row in rows}


async def rate(
    connection: AsyncConnection, user_id: int, game: str, puzzle: int, person: Numbers, rated: Numbers
) -> None:
    """Keep what the person of this row and a puzzle are rated from now on."""
    for table, key, (mu, sigma) in (
        (puzzle_standings, {"user_id": user_id, "game": game}, person),
        (puzzle_ratings, {"game": game, "puzzle": puzzle}, rated),
    ):
        await put(connection, table, key, {"mu": mu, "sigma": sigma})
