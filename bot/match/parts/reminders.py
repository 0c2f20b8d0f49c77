"""Reminding people of turns whose time runs out, as they want to be reminded."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any

from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.habits import document_of, habits_of, quiet_until
from bot.match.parts.outbox import LONGEST_WAIT
from bot.match.stored import StoredMatch
from bot.match.transactions import writing
from bot.match.values import Habits, Place, Reminder, Reminding, Stage, Status
from bot.store import Store
from bot.store.queries import people, times

LEASE = timedelta(minutes=1)
"""How long a process has for delivering a reminder before another one tries."""


class Reminders:
    """What the worker that delivers reminders needs, and how each person wants to be reminded.

    `on_reminder` is set after each commit of this process that left somebody to be reminded.
    """

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self.on_reminder = asyncio.Event()
        self._store = store
        self._clock = clock

    async def write(
        self, connection: AsyncConnection, match: StoredMatch, clock: Mapping[str, Any], *, half: bool
    ) -> None:
        """Leave a reminder for everybody on the seat whose clock this is, as they want to be reminded."""
        for member in match.on_seat(clock["seat"]):
            habits = habits_of((await times.person(connection, member.user_row))["habits"])
            if not member.here or habits.remind is Reminding.NONE:
                continue
            columns = {
                "match_id": match.id,
                "user_id": member.user_row,
                "run": clock["run"],
                "half": half,
                "nonce": f"r{match.id}.{clock['run']}.{token_hex(4)}",
                "due_at": quiet_until(habits, match.now),
            }
            await times.remind(connection, columns)

    async def due(self, limit: int = 50) -> list[Reminder]:
        """Who is to be reminded by now, the longest waiting first. Other processes leave them alone for a minute.

        Left out for good are those whose turn is over meanwhile, whose clock stands still, who don't play the seat any
        more or have switched reminders off.
        """
        async with self._store.read() as connection:
            first = await times.next_reminder_at(connection)
        now = self._clock()
        if first is None or first > now:
            return []
        reminders = []
        async with writing(self._store) as connection:
            for row in await times.lease(connection, now, LEASE, limit):
                habits = habits_of(row["habits"])
                morning = _still_quiet_until(habits, now)
                if habits.remind is Reminding.NONE or not _is_still_due(row):
                    await times.settle(connection, row["id"], due_at=None, done_at=now, problem="not wanted")
                elif morning > now:  # the quiet hours have begun since it was written
                    await times.settle(connection, row["id"], due_at=morning, done_at=None, problem="quiet hours")
                else:
                    reminders.append(_reminder(row))
        return reminders

    async def delivered(self, reminder_id: int) -> None:
        """The reminder was delivered."""
        async with writing(self._store) as connection:
            await times.settle(connection, reminder_id, due_at=None, done_at=self._clock(), problem=None)

    async def failed(self, reminder_id: int, problem: str, *, retry_in: timedelta | None) -> None:
        """An attempt failed; with `retry_in` None the reminder is given up."""
        now = self._clock()
        done_at, due_at = (now, None) if retry_in is None else (None, now + min(retry_in, LONGEST_WAIT))
        async with writing(self._store) as connection:
            await times.settle(connection, reminder_id, due_at=due_at, done_at=done_at, problem=problem)

    async def habits(self, user: int) -> Habits:
        """How this person wants to be reminded."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            return Habits() if row is None else habits_of((await times.person(connection, row))["habits"])

    async def set_habits(self, user: int, habits: Habits) -> None:
        """This person wants to be reminded like that from now on. UnknownZone."""
        document = document_of(habits)
        async with writing(self._store) as connection:
            row = await people.user_row_for(connection, user, self._clock())
            await times.note_person(connection, row, {"habits": document})


def _still_quiet_until(habits: Habits, now: datetime) -> datetime:
    """When somebody may get a reminder that is due: also now where the whole day is quiet, as it waited for its end."""
    all_day = habits.quiet is not None and habits.quiet[0] == habits.quiet[1]
    return now if all_day else quiet_until(habits, now)


def _is_still_due(row: RowMapping) -> bool:
    """Whether the turn goes on that somebody is to be reminded of, and this person is still to play it."""
    clock = row["clock"]
    if row["status"] != Status.RUNNING or clock is None or row["deadline"] is None or row["discord_id"] is None:
        return False
    stage = Stage.HALF if row["half"] else Stage.LAST  # a turn that came back by an undo starts afresh
    same_turn = clock["run"] == row["run"] and clock["stage"] == stage
    return same_turn and clock["seat"] == row["seat"] and not row["absent"]


def _reminder(row: RowMapping) -> Reminder:
    apart = row["host"] is not None and row["host"] != row["match_id"]
    place = Place(row["guild_id"], row["channel_id"], row["thread_id"])
    if apart:
        place = Place(row["guild_id"], row["host_channel_id"], row["host_thread_id"])
    return Reminder(
        id=row["id"],
        match_id=row["match_id"],
        user=row["discord_id"],
        half=row["half"],
        private=habits_of(row["habits"]).remind is Reminding.DM,
        deadline=row["deadline"],
        place=place,
        host=row["host"] if apart else None,
        nonce=row["nonce"],
        attempts=row["attempts"],
    )
