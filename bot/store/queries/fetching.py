"""What queries return: rows as values of a dataclass, single values, and whether and how often something is there."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Executable, Result, Table, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

Row = TypeVar("Row")
Value = TypeVar("Value")


@cache
def _names(kind: Any) -> list[str]:
    return [field.name for field in fields(kind)]


def columns_of(row: Any) -> dict[str, Any]:
    """The fields of a row, to be written as columns of the same names."""
    kind: Callable[..., Any] = type(row)
    return {name: getattr(row, name) for name in _names(kind)}


def values_of(row: Any) -> tuple[Any, ...]:
    """The values of a row's fields, in the order of the columns."""
    kind: Callable[..., Any] = type(row)
    return tuple([getattr(row, name) for name in _names(kind)])


def rows_of(result: Result[Any], kind: type[Row]) -> list[Row]:
    """The rows of a result as values of a dataclass. RuntimeError if its fields aren't the columns, in their order."""
    make: Callable[..., Row] = kind
    if list(result.keys()) != _names(make):
        raise RuntimeError(f"{kind.__name__} isn't what this query returns.")
    return [make(*row) for row in result]


async def fetch(
    connection: AsyncConnection, kind: type[Row], query: Executable, values: Mapping[str, Any] | None = None
) -> list[Row]:
    """What a query returns, as values of this dataclass; see `rows_of`."""
    return rows_of(await connection.execute(query, values), kind)


async def fetch_one(
    connection: AsyncConnection, kind: type[Row], query: Executable, values: Mapping[str, Any] | None = None
) -> Row | None:
    """The only row that a query returns; None if there is none."""
    rows = await fetch(connection, kind, query, values)
    if len(rows) > 1:
        raise RuntimeError(f"There are {len(rows)} rows in place of one {kind.__name__}.")
    return rows[0] if rows else None


async def get_one(connection: AsyncConnection, kind: type[Row], query: Executable) -> Row:
    """The only row that a query returns. LookupError if there is none."""
    row = await fetch_one(connection, kind, query)
    if row is None:
        raise LookupError(f"There is no {kind.__name__} like this.")
    return row


async def value_of(connection: AsyncConnection, kind: type[Value], query: Executable) -> Value | None:
    """The first value of the first row that a query returns, which is of this kind or null; None without a row."""
    value: Value | None = await connection.scalar(query)
    return value


async def soonest(
    connection: AsyncConnection, moments: ColumnElement[datetime | None], *which: ColumnElement[bool]
) -> datetime | None:
    """The earliest moment in a column, of the rows that fit all of this; None if there is none."""
    query = select(moments).where(moments.is_not(None), *which).order_by(moments).limit(1)
    return await value_of(connection, datetime, query)


async def is_there(connection: AsyncConnection, *which: ColumnElement[bool]) -> bool:
    """Whether the tables that are named here have rows that fit all of this."""
    return bool(await connection.scalar(select(exists().where(*which))))


async def count_rows(connection: AsyncConnection, table: Table, *which: ColumnElement[bool]) -> int:
    """How many rows of a table fit all of this."""
    return await connection.scalar(select(func.count()).select_from(table).where(*which)) or 0
