"""Write transactions for the match layer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.errors import Busy, NotWritable
from bot.store import Store, StoreBusy, StoreNotWritable


@asynccontextmanager
async def writing(store: Store) -> AsyncIterator[AsyncConnection]:
    """A write transaction. Raises Busy if other processes hold the database, NotWritable if nothing can write."""
    try:
        async with store.write() as connection:
            yield connection
    except StoreBusy:
        raise Busy from None
    except StoreNotWritable:
        raise NotWritable from None
