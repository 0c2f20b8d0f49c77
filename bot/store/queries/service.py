"""Blocks, servers that the bot isn't on, and the operator's announcement."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, or_, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.contest_tables import leagues, tournaments
from bot.store.queries.fetching import fetch, fetch_one, value_of
from bot.store.queries.new_rows import put, upsert
from bot.store.service_tables import BlockRow, NoticeRow, absences, blocks, notices
from bot.store.shards import Shards
from bot.store.tables import LIVE, matches

PERSON, SERVER = "person", "server"
ONLY = 1  # the id of the only announcement

BLOCKED_SERVERS = select(blocks.c.discord_id).where(blocks.c.kind == SERVER)

Which = Callable[[ColumnElement[Any]], ColumnElement[bool]]
"""Which servers something concerns: a condition on a column with a server's id."""

_AWAY = select(absences.c.guild_id)


def on_served_servers(shards: Shards) -> Which:
    """The servers of these shards that the bot is on, and direct messages."""
    return lambda guild_id: shards.have(guild_id) & or_(guild_id.is_(None), guild_id.not_in(_AWAY))


def on_blocked_servers(shards: Shards) -> Which:
    """The blocked servers of these shards that the bot is on."""
    return lambda guild_id: on_served_servers(shards)(guild_id) & guild_id.in_(BLOCKED_SERVERS)


def playable(shards: Shards) -> Which:
    """The servers of these shards on which people can play now, and direct messages."""
    return lambda guild_id: (
        on_served_servers(shards)(guild_id) & or_(guild_id.is_(None), guild_id.not_in(BLOCKED_SERVERS))
    )


def only(guild: int) -> Which:
    """This server."""
    return lambda guild_id: guild_id == guild


async def absences_of(connection: AsyncConnection, shards: Shards) -> dict[int, datetime]:
    """The servers of these shards that the bot isn't on, and since when."""
    query = select(absences).where(shards.have(absences.c.guild_id))
    return {row.guild_id: row.since for row in await connection.execute(query)}


async def note_absence(connection: AsyncConnection, guild_id: int, now: datetime) -> None:
    """From now on the bot isn't on this server, unless that is known already."""
    await connection.execute(upsert(absences).values(guild_id=guild_id, since=now).on_conflict_do_nothing())


async def end_absence(connection: AsyncConnection, guild_id: int) -> datetime | None:
    """The bot is on this server; returns since when it wasn't, None if it was."""
    since = await value_of(connection, datetime, select(absences.c.since).where(absences.c.guild_id == guild_id))
    await connection.execute(delete(absences).where(absences.c.guild_id == guild_id))
    return since


async def with_something_going_on(connection: AsyncConnection, shards: Shards) -> set[int]:
    """The servers of these shards that have matches, leagues or tournaments which aren't over."""
    columns = (
        (matches.c.guild_id, LIVE),
        (leagues.c.guild_id, leagues.c.closed_at.is_(None)),
        (tournaments.c.guild_id, tournaments.c.ended_at.is_(None)),
    )
    query = union(*(select(guild_id).where(condition, shards.have(guild_id)) for guild_id, condition in columns))
    return set(await connection.scalars(query)) - {None}


async def list_blocks(connection: AsyncConnection) -> list[BlockRow]:
    """All blocks, oldest first."""
    query = select(blocks).order_by(blocks.c.blocked_at, blocks.c.discord_id)
    return await fetch(connection, BlockRow, query)


async def block_of(connection: AsyncConnection, discord_id: int) -> BlockRow | None:
    query = select(blocks).where(blocks.c.kind == PERSON, blocks.c.discord_id == discord_id)
    return await fetch_one(connection, BlockRow, query)


async def block(connection: AsyncConnection, kind: str, discord_id: int, now: datetime) -> None:
    """Blocks a person or a server; a block that is there already stays as it is."""
    query = upsert(blocks).values(kind=kind, discord_id=discord_id, blocked_at=now)
    await connection.execute(query.on_conflict_do_nothing())


async def unblock(connection: AsyncConnection, kind: str, discord_id: int) -> bool:
    """Takes a block away; False if there was none."""
    this = delete(blocks).where(blocks.c.kind == kind, blocks.c.discord_id == discord_id)
    return (await connection.execute(this)).rowcount > 0


async def notice(connection: AsyncConnection) -> NoticeRow | None:
    """The announcement, which may be out of date."""
    return await fetch_one(connection, NoticeRow, select(notices).where(notices.c.id == ONLY))


async def set_notice(connection: AsyncConnection, text: str | None, until: datetime) -> None:
    """Replaces the announcement; None removes it."""
    if text is None:
        await connection.execute(delete(notices).where(notices.c.id == ONLY))
    else:
        await put(connection, notices, {"id": ONLY}, {"text": text, "until": until})
