"""Transactions for writing, as the match layer sees them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.errors import Busy, NotWritable
from bot.store import Store, StoreBusy, StoreNotWritable


@asynccontextmanager
async def writing(store: Store) -> AsyncIterator[AsyncConnection]:
    """A transaction for writing; Busy if another process doesn't let this one in, NotWritable if nothing can be."""
    try:
        async with store.write() as connection:
            yield connection
    except StoreBusy:
        raise Busy from None
    except StoreNotWritable:
        raise NotWritable from None
