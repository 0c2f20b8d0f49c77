"""Write transactions for the match layer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.values.errors import Busy, NotWritable, Unsure
from bot.store import Store, StoreBusy, StoreNotWritable, StoreUnsure


@asynccontextmanager
async def writing(store: Store) -> AsyncIterator[AsyncConnection]:
    """A write transaction. Raises Busy if other processes hold the database, NotWritable if nothing can write.

    Raises Unsure if the database was lost while it wrote. See `settle`.
    """
    try:
        async with store.write() as connection:
            yield connection
    except StoreBusy:
        raise Busy from None
    except StoreNotWritable:
        raise NotWritable from None
    except StoreUnsure:
        raise Unsure from None


async def settle(store: Store) -> None:
    """Waits until it's certain what became of a transaction that was `Unsure`. Then reading shows it.

    Raises Unsure if the database stays away.
    """
    try:
        await store.settle()
    except (StoreBusy, StoreNotWritable):
        raise Unsure from None
