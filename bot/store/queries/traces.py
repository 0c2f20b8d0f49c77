"""Traces of people who were forgotten; `bot.match.reading.traces` says which rules need them."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, String, cast, delete, exists, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.contest_tables import tournaments
from bot.store.queries.fetching import columns_of, fetch, is_there, value_of
from bot.store.queries.new_rows import upsert
from bot.store.tables import matches, members, series, users
from bot.store.trace_tables import TraceRow, trace_keys, traces

ONLY = 1  # the id of the row with the key


async def key(connection: AsyncConnection) -> bytes | None:
    """The secret key of the hashes; None while there are no traces."""
    return await value_of(connection, bytes, select(trace_keys.c.key).where(trace_keys.c.id == ONLY))


async def add_key(connection: AsyncConnection, secret: bytes) -> None:
    await connection.execute(insert(trace_keys).values(id=ONLY, key=secret))


async def add(connection: AsyncConnection, trace: TraceRow) -> None:
    """Adds a trace; the number of one that is there already grows by this one's."""
    query = upsert(traces).values(**columns_of(trace))
    more = {"number": traces.c.number + query.excluded.number, "until": query.excluded.until}
    await connection.execute(query.on_conflict_do_update(index_elements=["rule", "about", "digest"], set_=more))


async def of_digests(
    connection: AsyncConnection, rule: str, digests: Collection[bytes], now: datetime
) -> list[TraceRow]:
    """The traces of a rule with these digests whose time isn't over."""
    these = traces.c.rule == rule, traces.c.digest.in_(digests), traces.c.until.is_(None) | (traces.c.until > now)
    return await fetch(connection, TraceRow, select(traces).where(*these))


async def number_with(connection: AsyncConnection, rule: str, about: str, digest: bytes) -> int:
    """The number of one trace, 0 if there is none."""
    this = traces.c.rule == rule, traces.c.about == about, traces.c.digest == digest
    return await connection.scalar(select(traces.c.number).where(*this)) or 0


async def is_left(connection: AsyncConnection, digest: bytes) -> bool:
    """Whether there is a trace with this digest."""
    return await is_there(connection, traces.c.digest == digest)


async def digest_about(connection: AsyncConnection, rule: str, about: str) -> bytes | None:
    """The digest of the only trace about this."""
    query = select(traces.c.digest).where(traces.c.rule == rule, traces.c.about == about)
    return await value_of(connection, bytes, query)


def _numbers_of(column: ColumnElement[Any], *which: ColumnElement[bool]) -> ColumnElement[Any]:
    return select(cast(column, String)).where(*which).scalar_subquery()


_IN_PLAY = matches.c.status.in_(("running", "frozen"))
_SOMEBODY_IS_LEFT = (
    exists()
    .where(members.c.match_id == matches.c.id, members.c.seat.is_not(None))
    .where(users.c.id == members.c.user_id, users.c.discord_id.is_not(None))
)
_STILL_NEEDED = {
    "match": _numbers_of(matches.c.id, _IN_PLAY, _SOMEBODY_IS_LEFT),
    "rated_match": _numbers_of(matches.c.id, _IN_PLAY),
    "rated_series": _numbers_of(series.c.id, series.c.ended_at.is_(None)),
    "tournament": _numbers_of(tournaments.c.id, tournaments.c.ended_at.is_(None)),
}
"""What the traces without a time are about that are still needed, by their rule."""


def _is_over(now: datetime) -> ColumnElement[bool]:
    without_time = [(traces.c.rule == rule) & traces.c.about.not_in(these) for rule, these in _STILL_NEEDED.items()]
    return or_(traces.c.until <= now, *without_time)


async def any_over(connection: AsyncConnection, now: datetime) -> bool:
    """Whether there is a trace that no rule needs any longer."""
    return await is_there(connection, _is_over(now))


async def purge(connection: AsyncConnection, now: datetime) -> None:
    """Deletes the traces that no rule needs any longer, and with the last one the key."""
    await connection.execute(delete(traces).where(_is_over(now)))
    await connection.execute(delete(trace_keys).where(~exists().where(traces.c.digest.is_not(None))))
