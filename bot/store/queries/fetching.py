"""Rows as the values that their queries are for."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Executable, Result
from sqlalchemy.ext.asyncio import AsyncConnection

Row = TypeVar("Row")


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
