"""Inserting rows whose id comes from the database."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table, insert
from sqlalchemy.ext.asyncio import AsyncConnection


async def insert_row(connection: AsyncConnection, table: Table, columns: Mapping[str, Any]) -> int:
    """Adds a row to a table whose key is `id`. Returns the id."""
    key = (await connection.execute(insert(table).values(**columns))).inserted_primary_key
    if key is None:
        raise RuntimeError(f"The database gave no id for a new row of {table.name}.")
    return int(key[0])
