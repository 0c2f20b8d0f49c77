"""People's scratch boards."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import ScratchPositionColumns
from bot.store.practice_tables import ScratchPositionRow, scratch_positions
from bot.store.queries.fetching import count_rows, fetch, fetch_one, is_there
from bot.store.queries.new_rows import insert_row
from bot.store.tables import users


@dataclass(frozen=True, slots=True, repr=False)
class OutlineRow:
    """A position as it stands among the others of its board."""

    id: int
    parent: int | None
    tried: str
    supposed: bool
    luck: list[Any]
    name: str | None


async def outline(connection: AsyncConnection, user_id: int, match_id: int, rules_version: int) -> list[OutlineRow]:
    """The positions of a match on the board of the person of this row, the oldest first."""
    columns = (scratch_positions.c[name] for name in ("id", "parent", "tried", "supposed", "luck", "name"))
    these = select(*columns).where(*_board(user_id, match_id), scratch_positions.c.rules_version == rules_version)
    return await fetch(connection, OutlineRow, these.order_by(scratch_positions.c.id))


async def read(connection: AsyncConnection, user_id: int, position: int) -> ScratchPositionRow | None:
    """A position of the person of this row."""
    mine = scratch_positions.c.user_id == user_id, scratch_positions.c.id == position
    return await fetch_one(connection, ScratchPositionRow, select(scratch_positions).where(*mine))


async def any_of(connection: AsyncConnection, discord_id: int, match_id: int) -> bool:
    """Whether a person has tried out anything in a match."""
    theirs = users.c.id == scratch_positions.c.user_id, users.c.discord_id == discord_id
    return await is_there(connection, *theirs, scratch_positions.c.match_id == match_id)


async def count(connection: AsyncConnection, user_id: int) -> int:
    """How many positions the person of this row has on all boards."""
    return await count_rows(connection, scratch_positions, scratch_positions.c.user_id == user_id)


async def add(connection: AsyncConnection, columns: ScratchPositionColumns) -> int:
    """Adds a position and returns its id."""
    return await insert_row(connection, scratch_positions, columns)


async def rename(connection: AsyncConnection, user_id: int, position: int, name: str | None) -> None:
    """Names a position of the person of this row, if it's there."""
    mine = scratch_positions.c.user_id == user_id, scratch_positions.c.id == position
    await connection.execute(update(scratch_positions).where(*mine).values(name=name))


async def remove(connection: AsyncConnection, positions: Collection[int]) -> None:
    await connection.execute(delete(scratch_positions).where(scratch_positions.c.id.in_(positions)))


async def remove_outdated(connection: AsyncConnection, user_id: int, match_id: int, rules_version: int) -> None:
    """Deletes what was made under other rules from a board."""
    others = scratch_positions.c.rules_version != rules_version
    await connection.execute(delete(scratch_positions).where(*_board(user_id, match_id), others))


def _board(user_id: int, match_id: int) -> tuple[Any, Any]:
    return scratch_positions.c.user_id == user_id, scratch_positions.c.match_id == match_id
