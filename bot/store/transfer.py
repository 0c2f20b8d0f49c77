"""Copies of a whole database through our own tables, from either kind into an empty one of either kind."""

import tempfile
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Table, func, insert, literal, select, tuple_
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import copies
from bot.store.errors import StoreBusy, StoreNotWritable, StoreUnusable
from bot.store.postgresql import count_on
from bot.store.schema import metadata
from bot.store.sqlite import SQLite, plenty_of_memory
from bot.store.store import Store, database_of

AT_A_TIME = 1_000
"""How many rows of a table are read and written at a time."""


async def copy(source: Store, target: Store) -> Mapping[str, int]:
    """Copies everything as it is at one moment, in one transaction; returns the number of rows of each table.

    Raises StoreUnusable, with nothing written, if the target holds anything or a row can't be written there.
    """
    try:
        async with source.read() as reading, target.write() as writing, plenty_of_memory(writing):
            for table in metadata.sorted_tables:
                if await _count(writing, table):
                    raise StoreUnusable(
                        f"The database {target.name} isn't empty: it has {table.name}. Nothing was copied."
                    )
            return {table.name: await _copy(reading, writing, table) for table in metadata.sorted_tables}
    except (StoreBusy, StoreNotWritable) as error:
        raise StoreUnusable(f"The database {target.name} can't be written now. Nothing was copied.") from error


async def back_up(database_url: str, file: Path) -> None:
    """Copies a database in use to a new SQLite file that only this user may read. Raises StoreUnusable."""
    database = database_of(database_url)
    if isinstance(database, SQLite):
        copies.back_up(database.path, file)
        return
    copies.place_for(file)
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    async with await Store.open(database_url) as source, await Store.open(address_of(unfinished)) as target:
        await copy(source, target)
    unfinished.rename(file)


async def restore(file: Path, database_url: str) -> None:
    """Fills a database from a copy, of this release or an earlier one. Raises StoreUnusable.

    The database is a new file, or an empty database on a server.
    """
    database = database_of(database_url)
    if isinstance(database, SQLite):
        copies.restore(file, database.path)
        return
    with tempfile.TemporaryDirectory() as folder:
        migrated = Path(folder) / "crux.db"
        copies.restore(file, migrated)
        async with await Store.open(address_of(migrated)) as source, await Store.open(database_url) as target:
            await copy(source, target)


async def open_existing(database_url: str) -> Store:
    """The store at this address. Unlike `Store.open`, doesn't create a missing file. Raises StoreUnusable."""
    database = database_of(database_url)
    if isinstance(database, SQLite) and not database.path.exists():
        raise StoreUnusable(f"There is no database {database.path} to copy.")
    return await Store.open(database_url)


def address_of(file: Path) -> str:
    """The address of the database in a file."""
    return f"sqlite+aiosqlite:///{file}"


async def _copy(reading: AsyncConnection, writing: AsyncConnection, table: Table) -> int:
    try:
        async for rows in _pages(reading, table):
            await writing.execute(insert(table), rows)
    except DBAPIError as error:
        # Its own words may hold what stands in the row.
        kind = type(error.orig.__cause__ or error.orig).__name__ if error.orig else type(error).__name__
        raise StoreUnusable(f"A row of {table.name} can't be copied ({kind}). Nothing was copied.") from None
    await count_on(writing, table)
    there, here = await _count(reading, table), await _count(writing, table)
    if there != here:
        raise StoreUnusable(f"{table.name} has {there} rows, but {here} arrived. Nothing was copied.")
    return here


async def _pages(connection: AsyncConnection, table: Table) -> AsyncIterator[list[dict[str, Any]]]:
    """All rows in the order of their keys."""
    keys = list(table.primary_key.columns)
    query = select(table).order_by(*keys).limit(AT_A_TIME)
    page = query
    while rows := [dict(row) for row in (await connection.execute(page)).mappings()]:
        yield rows
        last = [literal(rows[-1][key.name], key.type) for key in keys]
        page = query.where(tuple_(*keys) > tuple_(*last))


async def _count(connection: AsyncConnection, table: Table) -> int:
    return (await connection.execute(select(func.count()).select_from(table))).scalar_one()
