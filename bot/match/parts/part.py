"""What all parts of `Matches` have in common."""

from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions.limits import Limits
from bot.match.engine.engine import Engine
from bot.match.engine.transactions import writing
from bot.match.reading.reader import Reader
from bot.rules.chance import SEED_BYTES, Sealed
from bot.store import Store
from bot.store.shards import Shards

Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")
Query = Callable[Concatenate[AsyncConnection, Arguments], Awaitable[Returned]]
Method = Callable[Concatenate["Part", Arguments], Coroutine[Any, Any, Returned]]


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What parts are made of. `secret(n)` returns n unguessable bytes."""

    store: Store
    reader: Reader
    engine: Engine
    secret: Callable[[int], bytes]
    limits: Limits


class Part:
    """One subject of `Matches`."""

    def __init__(self, dependencies: Dependencies) -> None:
        self._store = dependencies.store
        self._reader = dependencies.reader
        self._engine = dependencies.engine
        self._secret = dependencies.secret
        self._limits = dependencies.limits

    @property
    def _shards(self) -> Shards:
        """The shards that this process works for now."""
        return self._reader.duty.shards

    def _now(self) -> datetime:
        return self._reader.clock()

    async def _read(
        self, query: Query[Arguments, Returned], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Returned:
        """What a query returns in a transaction of its own."""
        async with self._store.read() as connection:
            return await query(connection, *args, **kwargs)

    async def _write(
        self, query: Query[Arguments, Returned], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Returned:
        """What a query that writes returns, in a transaction of its own. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            return await query(connection, *args, **kwargs)

    def _writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A write transaction. Raises Busy, NotWritable."""
        return writing(self._store)

    def _new_seed(self) -> bytes:
        return self._secret(SEED_BYTES)

    def _trial(self) -> Sealed:
        """Luck for checking whether a match can start."""
        return Sealed(self._new_seed(), "a trial")


def asks(query: Query[Arguments, Returned]) -> Method[Arguments, Returned]:
    """A method of a part that only asks this query, whose docstring is its own."""

    @wraps(query)
    async def ask(self: Part, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Returned:
        return await self._read(query, *args, **kwargs)

    return ask


def notes(query: Query[Arguments, Returned]) -> Method[Arguments, Returned]:
    """Like `asks`, for a query that writes. Raises Busy, NotWritable."""

    @wraps(query)
    async def note(self: Part, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Returned:
        return await self._write(query, *args, **kwargs)

    return note
