"""Leases. Each change says what it was decided on, and changes nothing if another process was faster."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.lease_tables import LeaseRow, leases
from bot.store.queries.fetching import fetch

_NO_SUCCESSOR = {"successor": None, "successor_until": None, "ready": False, "after": None}
_ALL = select(leases).order_by(leases.c.name)


async def read(connection: AsyncConnection) -> list[LeaseRow]:
    """All leases, also those that have run out."""
    return await fetch(connection, LeaseRow, _ALL)


async def take(
    connection: AsyncConnection, names: Collection[str], shard_count: int, owner: str, until: datetime
) -> None:
    """Takes these leases, whoever has them, and drops those with another number of shards."""
    others = leases.c.shard_count != shard_count
    await connection.execute(delete(leases).where(or_(leases.c.name.in_(sorted(names)), others)))
    rows = [{"name": name, "shard_count": shard_count, "owner": owner, "until": until} for name in sorted(names)]
    await connection.execute(insert(leases).values(ready=False), rows)


async def inherit(connection: AsyncConnection, dead: LeaseRow, owner: str, until: datetime) -> bool:
    """Takes the lease of a process that has died, as it was read; False if it has been renewed or taken since."""
    this = update(leases).where(leases.c.name == dead.name, leases.c.owner == dead.owner, leases.c.until == dead.until)
    no_successor = {"successor": None, "successor_until": None, "ready": False}
    return (await connection.execute(this.values(owner=owner, until=until, **no_successor))).rowcount == 1


async def renew(connection: AsyncConnection, owner: str, until: datetime, successor_until: datetime) -> None:
    """Extends everything that this process owns, and what it is to take over."""
    await connection.execute(update(leases).where(leases.c.owner == owner).values(until=until))
    these = update(leases).where(leases.c.successor == owner)
    await connection.execute(these.values(successor_until=successor_until))


async def announce(
    connection: AsyncConnection, names: Collection[str], successor: str, dead: Collection[str], until: datetime
) -> int:
    """Registers a successor for these leases, unless another one has that isn't `dead`; returns for how many."""
    free = or_(leases.c.successor.is_(None), leases.c.successor.in_(sorted(dead)))
    these = update(leases).where(leases.c.name.in_(sorted(names)), free)
    values = {"successor": successor, "successor_until": until, "ready": False, "after": None}
    return (await connection.execute(these.values(**values))).rowcount


async def note_ready(connection: AsyncConnection, successor: str) -> None:
    """Records that this successor is connected."""
    await connection.execute(update(leases).where(leases.c.successor == successor).values(ready=True))


async def hand_over(connection: AsyncConnection, owner: str, successor: str, after: int) -> int:
    """Records the last interaction that the owner takes, in all its leases with this successor; returns how many.

    One that was recorded already stays.
    """
    these = update(leases).where(_between(owner, successor), leases.c.ready.is_(True), leases.c.after.is_(None))
    return (await connection.execute(these.values(after=after))).rowcount


async def take_back(connection: AsyncConnection, owner: str, successor: str) -> None:
    """Ends a hand-over whose successor has died."""
    await connection.execute(update(leases).where(_between(owner, successor)).values(**_NO_SUCCESSOR))


async def leave(connection: AsyncConnection, owner: str, successor: str | None, until: datetime) -> None:
    """Gives up all leases of the owner: those with this successor to it, the others to nobody."""
    if successor is not None:
        no_successor = {"successor": None, "successor_until": None, "ready": False}
        of_successor = update(leases).where(_between(owner, successor))
        await connection.execute(of_successor.values(owner=successor, until=until, **no_successor))
    await connection.execute(delete(leases).where(leases.c.owner == owner))
    await connection.execute(update(leases).where(leases.c.successor == owner).values(**_NO_SUCCESSOR))


def _between(owner: str, successor: str) -> ColumnElement[bool]:
    return (leases.c.owner == owner) & (leases.c.successor == successor)
