"""Traces: what rules still have to know of people who were forgotten, so that being forgotten is no way around them.

A trace is a keyed hash of ids of people, of a rule and of nothing else. It exists for as long as the rule needs it, and
nowhere else. Without the database's secret key it can't be told whose it is, and two traces of the same person can't
be told to be theirs. See docs/privacy.md.
"""

import hmac
import secrets
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from enum import StrEnum

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries import traces
from bot.store.trace_tables import TraceRow

KEY_BYTES = 32


class Rule(StrEnum):
    """The rules that need traces, and what theirs are about."""

    DAILY = "daily"  # a day: one try
    PUZZLE = "puzzle"  # a puzzle: one first try, and whether it was right
    VACATION = "vacation"  # a year: how many seconds of vacation were taken
    RATED = "rated"  # a day: how many results between these people count, from the first who is forgotten on
    RATED_MATCH = "rated_match"  # a running match: whom it will be counted for
    RATED_SERIES = "rated_series"  # the same for a series
    MATCH = "match"  # a running match: who has had a seat there, and its number from 1
    TOURNAMENT = "tournament"  # a tournament that goes on: who has taken part


_COUNTED_TOGETHER = (Rule.RATED, Rule.RATED_MATCH, Rule.RATED_SERIES)
"""The rules whose traces of the same people have the same digest, so that a match's leads to that of its day."""


async def leave(
    connection: AsyncConnection,
    rule: Rule,
    about: object,
    people: Collection[int],
    *,
    number: int = 1,
    until: datetime | None = None,
) -> None:
    """Leaves a trace of these people together; the number of an earlier one grows by this one's.

    `until` is when the rule no longer needs it, None for when that is over which it's about.
    """
    key = await traces.key(connection)
    if key is None:
        key = secrets.token_bytes(KEY_BYTES)
        await traces.add_key(connection, key)
    await leave_digest(connection, rule, about, _digest(key, rule, about, people), number=number, until=until)


async def leave_digest(
    connection: AsyncConnection, rule: Rule, about: object, digest: bytes, *, number: int = 1, until: datetime | None
) -> None:
    """Leaves a trace by its digest."""
    await traces.add(connection, TraceRow(rule, str(about), digest, number, until))


async def remaining_digest(connection: AsyncConnection, rule: Rule, people: Collection[int]) -> bytes | None:
    """The digest of these people's traces for a rule whose digests are the same, whatever they are about; None if
    there is no trace of them."""
    key = await traces.key(connection)
    digest = None if key is None else _digest(key, rule, "", people)
    return digest if digest is not None and await traces.is_left(connection, digest) else None


async def digest_about(connection: AsyncConnection, rule: Rule, about: object) -> bytes | None:
    """The digest of the only trace about this; None if there is none."""
    return await traces.digest_about(connection, rule, str(about))


async def number_with(connection: AsyncConnection, rule: Rule, about: object, digest: bytes) -> int:
    """The number of the trace with this digest, 0 if there is none."""
    return await traces.number_with(connection, rule, str(about), digest)


async def number_of(
    connection: AsyncConnection, rule: Rule, about: object, people: Collection[int], now: datetime
) -> int | None:
    """The number of a trace of these people; None if there is none, or its time is over."""
    return (await numbers_of(connection, rule, [about], people, now)).get(str(about))


async def numbers_of(
    connection: AsyncConnection, rule: Rule, abouts: Iterable[object], people: Collection[int], now: datetime
) -> Mapping[str, int]:
    """The numbers of the traces of these people about several things, by what they are about."""
    key = await traces.key(connection)
    if key is None:
        return {}
    digests = {str(about): _digest(key, rule, about, people) for about in abouts}
    rows = await traces.of_digests(connection, rule, list(set(digests.values())), now)
    return {row.about: row.number for row in rows if digests.get(row.about) == row.digest}


def _digest(key: bytes, rule: Rule, about: object, people: Collection[int]) -> bytes:
    """HMAC-SHA256 of the rule, of what it is about, and of the people in the order of their ids."""
    what = [Rule.RATED] if rule in _COUNTED_TOGETHER else [rule, str(about)]
    return hmac.digest(key, "\n".join([*what, *map(str, sorted(people))]).encode(), "sha256")
