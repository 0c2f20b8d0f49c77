"""Inserting rows whose id comes from the database, or that may be there already."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table, insert
from sqlalchemy.dialects.postgresql import Insert
from sqlalchemy.dialects.postgresql import insert as insert_or_update
from sqlalchemy.ext.asyncio import AsyncConnection


async def insert_row(connection: AsyncConnection, table: Table, columns: Mapping[str, Any]) -> int:
    """Adds a row to a table whose key is `id`. Returns the id."""
    key = (await connection.execute(insert(table).values(**columns))).inserted_primary_key
    if key is None:
        raise RuntimeError(f"The database gave no id for a new row of {table.name}.")
    return int(key[0])


def upsert(table: Table) -> Insert:
    """An insert that can say what happens if the row is there already (`on_conflict_do_...`), in either kind of SQL.

    SQLite has taken over PostgreSQL's syntax, and SQLAlchemy's SQLite takes PostgreSQL's construct. Not the reverse.
    """
    return insert_or_update(table)


async def put(connection: AsyncConnection, table: Table, key: Mapping[str, Any], columns: Mapping[str, Any]) -> None:
    """Writes a row, in place of the one with the same key if there is one."""
    query = upsert(table).values(**key, **columns)
    await connection.execute(query.on_conflict_do_update(index_elements=list(key), set_=dict(columns)))
