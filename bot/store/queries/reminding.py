"""Reminders, vacations, and when the bot last ran."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import ReminderColumns
from bot.store.daily_tables import beats
from bot.store.definition import Instant
from bot.store.documents import ClockDocument
from bot.store.queries.fetching import fetch, soonest
from bot.store.queries.service import playable
from bot.store.shards import Shards
from bot.store.tables import ReminderRow, matches, members, reminders, users, vacations


@dataclass(frozen=True, slots=True)
class VacationSpan:
    """From when to when a vacation lasts."""

    began_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True, repr=False)
class ReminderOfMatch(ReminderRow):
    """A reminder with its person, who has `seat` now, its match, and the table of parallel matches, the `host`."""

    discord_id: int | None
    habits: Mapping[str, Any] | None
    seat: int | None
    absent: bool
    status: str
    clock: ClockDocument | None
    deadline: datetime | None
    move_time: timedelta | None
    guild_id: int | None
    match_channel_id: int
    thread_id: int | None
    host: int | None
    host_channel_id: int | None
    host_thread_id: int | None


ONLY = 1  # the id of the row that says when a bot last ran that serves all shards in one process
AT_MOST = 1 << 16  # shards; Discord has fewer


def _beat_of(shards: Shards, number: int) -> int:
    """The id of the row that says when this shard, one of so many, was last served."""
    return ONLY if shards.count == 1 else shards.count * AT_MOST + number


async def last_beats(connection: AsyncConnection, shards: Shards) -> dict[int, datetime]:
    """When each of these shards was last served. If it never was, when any was; without those for a new database."""
    ids = {number: _beat_of(shards, number) for number in shards.numbers}
    query = select(beats.c.id, beats.c.at).where(beats.c.id.in_(sorted(ids.values())))
    beats_by_id: dict[int, datetime] = {row.id: row.at for row in await connection.execute(query)}
    if len(beats_by_id) == len(ids):
        newest = None
    else:
        newest = await connection.scalar(select(func.max(beats.c.at)).where(beats.c.id >= ONLY))
    last = {number: beats_by_id.get(one, newest) for number, one in ids.items()}
    return {number: at for number, at in last.items() if at is not None}


async def beat(connection: AsyncConnection, now: datetime, shards: Shards) -> None:
    """Records that these shards are being served."""
    ids = {_beat_of(shards, number) for number in shards.numbers}
    if (await connection.execute(update(beats).where(beats.c.id.in_(sorted(ids))).values(at=now))).rowcount < len(ids):
        existing = set(await connection.scalars(select(beats.c.id).where(beats.c.id.in_(sorted(ids)))))
        await connection.execute(insert(beats), [{"id": one, "at": now} for one in sorted(ids - existing)])


async def remind(connection: AsyncConnection, columns: ReminderColumns) -> None:
    """Queues a reminder; older ones of the same person and match are dropped."""
    theirs = (reminders.c.match_id == columns["match_id"], reminders.c.user_id == columns["user_id"])
    waiting = update(reminders).where(*theirs, reminders.c.due_at.is_not(None))
    await connection.execute(waiting.values(due_at=None, problem="overtaken"))
    await connection.execute(insert(reminders).values(attempts=0, **columns))


_SITTING = (members.c.match_id == reminders.c.match_id) & (members.c.user_id == reminders.c.user_id)


async def of_turn(connection: AsyncConnection, match_id: int, run: int, seat: int) -> list[ReminderRow]:
    """The reminders of one turn to those who play the seat now, except superseded ones."""
    query = (
        select(reminders)
        .join(members, _SITTING)
        .where(
            reminders.c.match_id == match_id,
            reminders.c.run == run,
            reminders.c.due_at.is_not(None) | reminders.c.done_at.is_not(None),
            members.c.seat == seat,
            members.c.absent.is_(False),
        )
    )
    return await fetch(connection, ReminderRow, query)


_TABLE = matches.alias("tables")  # the table that parallel matches belong to
_WITH_MATCH = (
    select(
        reminders,
        users.c.discord_id,
        users.c.habits,
        members.c.seat,
        members.c.absent,
        matches.c.status,
        matches.c.clock,
        matches.c.deadline,
        matches.c.move_time,
        matches.c.guild_id,
        matches.c.channel_id.label("match_channel_id"),
        matches.c.thread_id,
        _TABLE.c.id.label("host"),
        _TABLE.c.channel_id.label("host_channel_id"),
        _TABLE.c.thread_id.label("host_thread_id"),
    )
    .join(users, users.c.id == reminders.c.user_id)
    .join(members, _SITTING)
    .join(matches, matches.c.id == reminders.c.match_id)
    .outerjoin(_TABLE, (_TABLE.c.series_id == matches.c.series_id) & (_TABLE.c.part == 0))
)


async def lease(
    connection: AsyncConnection, now: datetime, lasts: timedelta, limit: int, shards: Shards
) -> list[ReminderOfMatch]:
    """The reminders of matches of these shards that are due, longest waiting first, where people can play now.

    Leases them: others skip them for that time. Those tried before have `tried_at`; for others it's noted now.

    `seat` is where their person sits now, `absent` whether the person has left the server.
    """
    which = reminders.c.due_at <= now, playable(shards)(matches.c.guild_id)
    query = _WITH_MATCH.where(*which).order_by(reminders.c.due_at, reminders.c.id).limit(limit)
    leased = await fetch(connection, ReminderOfMatch, query)
    if leased:
        lease = update(reminders).where(reminders.c.id.in_([one.id for one in leased]))
        first = func.coalesce(reminders.c.tried_at, literal(now, Instant))
        await connection.execute(lease.values(due_at=now + lasts, tried_at=first))
    return leased


async def announcing(connection: AsyncConnection, match_id: int) -> list[ReminderOfMatch]:
    """The reminders of a match whose messages are known, with the columns of `lease`."""
    query = _WITH_MATCH.where(reminders.c.match_id == match_id, reminders.c.message_id.is_not(None))
    return await fetch(connection, ReminderOfMatch, query.order_by(reminders.c.id))


async def note_message(
    connection: AsyncConnection, reminder_id: int, *, channel_id: int, message_id: int, deadline: datetime
) -> None:
    """Records the message of a reminder, and the deadline that it announces."""
    this = update(reminders).where(reminders.c.id == reminder_id)
    await connection.execute(this.values(channel_id=channel_id, message_id=message_id, announced=deadline))


async def settle(
    connection: AsyncConnection,
    reminder_id: int,
    *,
    due_at: datetime | None,
    done_at: datetime | None,
    problem: str | None,
) -> None:
    """Records the result of an attempt. A reminder that is done stays done."""
    this = update(reminders).where(reminders.c.id == reminder_id, reminders.c.done_at.is_(None))
    await connection.execute(
        this.values(due_at=due_at, done_at=done_at, problem=problem, attempts=reminders.c.attempts + 1)
    )


async def next_reminder_at(connection: AsyncConnection) -> datetime | None:
    """When the next reminder is due, or None if there is none."""
    return await soonest(connection, reminders.c.due_at)


async def vacations_of(connection: AsyncConnection, user_row: int) -> list[VacationSpan]:
    """The vacations of a person, oldest first."""
    query = (
        select(vacations.c.began_at, vacations.c.ends_at)
        .where(vacations.c.user_id == user_row)
        .order_by(vacations.c.began_at)
    )
    return await fetch(connection, VacationSpan, query)


async def add_vacation(connection: AsyncConnection, user_row: int, began_at: datetime, ends_at: datetime) -> None:
    await connection.execute(insert(vacations).values(user_id=user_row, began_at=began_at, ends_at=ends_at))


async def end_vacation(connection: AsyncConnection, user_row: int, now: datetime) -> None:
    """Ends the person's current vacation, if any."""
    going_on = update(vacations).where(vacations.c.user_id == user_row, vacations.c.ends_at > now)
    await connection.execute(going_on.values(ends_at=now))
