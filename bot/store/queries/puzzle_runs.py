"""Runs of puzzles, and the best of a server."""

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import PuzzleRunColumns
from bot.store.practice_tables import PuzzleRunRow, puzzle_runs, puzzle_tries
from bot.store.queries.fetching import fetch_one, value_of
from bot.store.queries.new_rows import insert_row
from bot.store.queries.ratings import IS_LISTED
from bot.store.tables import users


async def read(connection: AsyncConnection, run_id: int) -> PuzzleRunRow | None:
    return await fetch_one(connection, PuzzleRunRow, select(puzzle_runs).where(puzzle_runs.c.id == run_id))


async def open_run(connection: AsyncConnection, user_id: int) -> PuzzleRunRow | None:
    """The run of the person of this row that isn't over."""
    query = select(puzzle_runs).where(puzzle_runs.c.user_id == user_id, puzzle_runs.c.puzzle.is_not(None))
    return await fetch_one(connection, PuzzleRunRow, query)


async def add(connection: AsyncConnection, columns: PuzzleRunColumns) -> int:
    """Adds a run and returns its id."""
    return await insert_row(connection, puzzle_runs, columns)


async def change(connection: AsyncConnection, run_id: int, columns: PuzzleRunColumns) -> None:
    await connection.execute(update(puzzle_runs).where(puzzle_runs.c.id == run_id).values(**columns))


async def solve(connection: AsyncConnection, user_id: int, game: str, puzzle: int) -> None:
    """The first try of the person of this row at a puzzle was right."""
    mine = puzzle_tries.c.user_id == user_id
    query = update(puzzle_tries).where(mine, puzzle_tries.c.game == game, puzzle_tries.c.puzzle == puzzle)
    await connection.execute(query.values(is_right=True))


async def most_solved(connection: AsyncConnection, user_id: int, game: str, kind: str, but: int) -> int | None:
    """The most puzzles that the person of this row has solved in one run, `but` this one; None without another one."""
    query = select(func.max(puzzle_runs.c.solved)).where(
        puzzle_runs.c.user_id == user_id,
        puzzle_runs.c.game == game,
        puzzle_runs.c.kind == kind,
        puzzle_runs.c.ended_at.is_not(None),
        puzzle_runs.c.id != but,
    )
    return await value_of(connection, int, query)


async def best(connection: AsyncConnection, guild_id: int, game: str, kind: str, limit: int) -> list[tuple[int, int]]:
    """Who has solved most in one run that began on a server, and how many, among those who may be listed."""
    most = func.max(puzzle_runs.c.solved)
    query = (
        select(users.c.discord_id, most)
        .join(users, users.c.id == puzzle_runs.c.user_id)
        .where(
            IS_LISTED,
            puzzle_runs.c.guild_id == guild_id,
            puzzle_runs.c.game == game,
            puzzle_runs.c.kind == kind,
            puzzle_runs.c.ended_at.is_not(None),
            puzzle_runs.c.solved > 0,
        )
        .group_by(users.c.discord_id)
        .order_by(most.desc(), func.min(puzzle_runs.c.id))
        .limit(limit)
    )
    return [(person, solved) for person, solved in await connection.execute(query)]
