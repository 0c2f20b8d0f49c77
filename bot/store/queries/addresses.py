"""Where everybody may see matches."""

from datetime import datetime

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.fetching import value_of
from bot.store.tables import members
from bot.store.web_tables import match_addresses


async def of_match(connection: AsyncConnection, match_id: int) -> str | None:
    """The address of a match; None if it isn't shared."""
    query = select(match_addresses.c.address).where(match_addresses.c.match_id == match_id)
    return await value_of(connection, str, query)


async def match_of(connection: AsyncConnection, address: str) -> int | None:
    """The match at an address; None if there is none."""
    query = select(match_addresses.c.match_id).where(match_addresses.c.address == address)
    return await value_of(connection, int, query)


async def add(connection: AsyncConnection, match_id: int, address: str, now: datetime) -> None:
    await connection.execute(insert(match_addresses).values(match_id=match_id, address=address, made_at=now))


async def end(connection: AsyncConnection, match_id: int) -> None:
    await connection.execute(delete(match_addresses).where(match_addresses.c.match_id == match_id))


async def end_of_person(connection: AsyncConnection, user_row: int) -> None:
    """Ends the addresses of all matches in which this person has had a seat."""
    theirs = select(members.c.match_id).where(members.c.user_id == user_row)
    await connection.execute(delete(match_addresses).where(match_addresses.c.match_id.in_(theirs)))
