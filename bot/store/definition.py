"""How tables are defined: the types of their columns, and frozen dataclasses that describe a table and its rows.

A table whose rows are read as values is described by their dataclass: a field is a column, `None` among its types makes
it nullable, and its type says how it's stored, or what is `Annotated` with it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)
from sqlalchemy.schema import SchemaItem


class Moment(TypeDecorator[datetime]):
    """A moment in UTC. SQLite stores no time zone, so it is removed on the way in and added on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Raises ValueError for a moment without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} says no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment, aware and in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND, SECOND = timedelta(milliseconds=1), timedelta(seconds=1)


class Instant(TypeDecorator[datetime]):
    """A moment as milliseconds since 1970, for moments with which the database calculates."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """The milliseconds, rounded down."""
        return None if value is None else (value - EPOCH) // MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """The moment, aware and in UTC."""
        return None if value is None else EPOCH + value * MILLISECOND


class Span(TypeDecorator[timedelta]):
    """A length of time as whole seconds."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        """The seconds, rounded down."""
        return None if value is None else value // SECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:
        """The length of time."""
        return None if value is None else value * SECOND


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite generates ids only for a column of type INTEGER, which holds 64 bits there anyway.
RowId = BigInteger().with_variant(Integer, "sqlite")
JsonColumn = JSON(none_as_null=True)
STORED_AS: Mapping[Any, Any] = {
    int: Integer,
    str: Text,
    bool: Boolean,
    float: Float,
    bytes: LargeBinary(32),
    date: Date,
    datetime: Moment,
    timedelta: Span,
}
"""What fields are stored as whose type is all there is to say. All others are documents."""


@dataclass(frozen=True)
class To:
    """The column that a column refers to."""

    column: str


@dataclass(frozen=True)
class ColumnOption:
    """A further argument of SQLAlchemy's `Column`."""

    name: str
    value: Any


KEY = ColumnOption("primary_key", True)
UNIQUE = ColumnOption("unique", True)

Id = Annotated[int, RowId, KEY]
UserId = Annotated[int, To("users.id")]
Long = Annotated[int, BigInteger]
DiscordId = Long
ShortName = Annotated[str, String(32)]
Word = Annotated[str, String(16)]
At = Annotated[datetime, Instant]


def table(name: str, *parts: SchemaItem | type, **options: Any) -> Table:
    """A table of the bot's database, whose columns may be described by the dataclass of its rows."""
    items: list[SchemaItem] = []
    for part in parts:
        items.extend(columns_in(part) if isinstance(part, type) else [part])
    return Table(name, metadata, *items, **options)


def columns_in(row: type) -> Iterator[Column[Any]]:
    """The columns that a dataclass describes."""
    for name, hint in get_type_hints(row, include_extras=True).items():
        kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
        kind, *notes = get_args(kinds[0]) if get_origin(kinds[0]) is Annotated else [kinds[0]]
        stored = STORED_AS.get(kind, JsonColumn)
        options: dict[str, Any] = {"nullable": NoneType in kinds}
        for note in notes:
            if isinstance(note, ColumnOption):
                options[note.name] = note.value
            else:
                stored = ForeignKey(note.column) if isinstance(note, To) else note
        yield Column(name, stored, **options)
