"""Reminders of turns whose time is running out, and how people want to get them."""

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions import clocks
from bot.match.decisions.clocks import NOTICEABLE
from bot.match.parts.outbox import LONGEST_WAIT
from bot.match.parts.part import Dependencies, Part
from bot.match.reading.stored import StoredMatch
from bot.match.values import ClockStage, NotifyBy, Place, RemindBy, Reminder, ReminderMessage, ReminderSettings, Status
from bot.match.values.match import Match
from bot.match.values.reminder_settings import document_of, next_digest, quiet_until, settings_of
from bot.store.columns import ReminderColumns
from bot.store.queries import deadlines, digests, people, reminding
from bot.store.queries.reminding import ReminderOfMatch

LEASE = timedelta(minutes=1)
"""How long a process has to deliver a reminder before another one tries."""


class Reminders(Part):
    """What the worker that delivers reminders needs, and each person's settings for them.

    `on_reminder` is set after each commit of this process that queued a reminder.
    """

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self.on_reminder = asyncio.Event()

    async def write(
        self, connection: AsyncConnection, match: StoredMatch, clock: Mapping[str, Any], *, half: bool
    ) -> datetime:
        """Queues a reminder for everyone on the seat whose clock this is, according to their settings.

        Who gets digests isn't reminded at half of their time.

        Returns when the last one of them may be sent, which is later than now in quiet hours.
        """
        last = match.now
        for member in match.on_seat(clock["seat"]):
            settings = settings_of((await people.get(connection, member.user_row)).habits)
            in_digest = half and settings.calls is NotifyBy.DIGEST
            if not member.here or in_digest or settings.remind is RemindBy.NONE:
                continue
            due_at = quiet_until(settings, match.now)
            last = max(last, due_at)
            columns: ReminderColumns = {
                "match_id": match.id,
                "user_id": member.user_row,
                "run": clock["run"],
                "half": half,
                "nonce": f"r{match.id}.{clock['run']}.{token_hex(4)}",
                "due_at": due_at,
            }
            await reminding.remind(connection, columns)
        return last

    async def due(self, limit: int = 50) -> list[Reminder]:
        """The reminders that are due, longest waiting first. Leases them: other processes skip them for a minute.

        Drops reminders for turns that are over, for clocks that are paused, and for people who no longer play the seat
        or have switched reminders off.
        """
        first = await self._read(reminding.next_reminder_at)
        now = self._now()
        if first is None or first > now or not self._reader.duty.has_begun:
            return []
        reminders = []
        async with self._writing() as connection:
            for row in await reminding.lease(connection, now, LEASE, limit, self._shards):
                settings = settings_of(row.habits)
                morning = _still_quiet_until(settings, now)
                if settings.remind is RemindBy.NONE or not _is_still_due(row):
                    await reminding.settle(connection, row.id, due_at=None, done_at=now, problem="not wanted")
                elif morning > now:  # quiet hours have begun since it was queued
                    await reminding.settle(connection, row.id, due_at=morning, done_at=None, problem="quiet hours")
                else:
                    deadline = await self._end_of(connection, row, now)
                    reminders.append(replace(_reminder(row), deadline=deadline))
        return reminders

    async def _end_of(self, connection: AsyncConnection, row: ReminderOfMatch, now: datetime) -> datetime:
        """When the turn ends if it is reminded of now. A late second reminder extends it."""
        deadline = row.deadline or now
        if row.half:
            return deadline
        until = clocks.end_after_reminder(deadline, row.move_time or timedelta(), now)
        await deadlines.extend(connection, row.match_id, deadline, until)
        return until

    async def note_delivered(self, reminder_id: int, message: ReminderMessage | None = None) -> None:
        """Records that it was sent, and as which message, so that this can be edited if the deadline moves."""
        async with self._writing() as connection:
            await reminding.settle(connection, reminder_id, due_at=None, done_at=self._now(), problem=None)
            if message is not None:
                await reminding.note_message(connection, reminder_id, **asdict(message))

    async def announcing(self, match: Match) -> list[tuple[Reminder, ReminderMessage]]:
        """The delivered reminders of the current turn that announce another deadline, with their messages."""
        if match.clock is None or match.clock.deadline is None or match.clock.expired:
            return []
        sent = []
        for row in await self._read(reminding.announcing, match.id):
            if row.channel_id is None or row.message_id is None or row.announced is None:
                continue
            message = ReminderMessage(row.channel_id, row.message_id, row.announced)
            if abs(message.deadline - match.clock.deadline) >= NOTICEABLE and _is_of_this_turn(row):
                sent.append((_reminder(row), message))
        return sent

    async def note_edited(self, reminder_id: int, message: ReminderMessage) -> None:
        """Records what the message of a delivered reminder announces now."""
        await self._write(reminding.note_message, reminder_id, **asdict(message))

    async def note_failed(self, reminder_id: int, problem: str, *, retry_in: timedelta | None) -> None:
        """Records a failed attempt; with `retry_in` None the reminder is given up."""
        now = self._now()
        done_at, due_at = (now, None) if retry_in is None else (None, now + min(retry_in, LONGEST_WAIT))
        await self._write(reminding.settle, reminder_id, due_at=due_at, done_at=done_at, problem=problem)

    async def settings(self, user: int) -> ReminderSettings:
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            return ReminderSettings() if row is None else settings_of((await people.get(connection, row)).habits)

    async def change_settings(self, user: int, settings: ReminderSettings) -> None:
        """Changes this person's settings for reminders. Raises UnknownZone."""
        document = document_of(settings)
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, self._now())
            await people.change(connection, row, {"habits": document})
            wants = settings.calls is NotifyBy.DIGEST
            await digests.plan(connection, row, next_digest(settings, self._now()) if wants else None)


def _still_quiet_until(settings: ReminderSettings, now: datetime) -> datetime:
    """When a due reminder may be sent. Now if the whole day is quiet: it has already waited for that to end."""
    all_day = settings.quiet is not None and settings.quiet[0] == settings.quiet[1]
    return now if all_day else quiet_until(settings, now)


def _is_still_due(row: ReminderOfMatch) -> bool:
    """Whether the turn still goes on, at the stage that the reminder is about, and this person is still to play it."""
    stage = ClockStage.HALF if row.half else ClockStage.LAST  # a turn that an undo brought back starts anew
    return _is_of_this_turn(row) and row.clock is not None and row.clock["stage"] == stage


def _is_of_this_turn(row: ReminderOfMatch) -> bool:
    """Whether the turn still goes on and this person is still to play it."""
    clock = row.clock
    if row.status != Status.RUNNING or clock is None or row.deadline is None or row.discord_id is None:
        return False
    return bool(clock["run"] == row.run and clock["seat"] == row.seat) and not row.absent


def _reminder(row: ReminderOfMatch) -> Reminder:
    apart = row.host is not None and row.host != row.match_id
    place = Place(row.guild_id, row.match_channel_id, row.thread_id)
    if apart and row.host_channel_id is not None:
        place = Place(row.guild_id, row.host_channel_id, row.host_thread_id)
    if row.discord_id is None or row.deadline is None:
        raise RuntimeError(f"Reminder {row.id} is for nobody.")
    return Reminder(
        id=row.id,
        match_id=row.match_id,
        user=row.discord_id,
        half=row.half,
        private=settings_of(row.habits).remind is RemindBy.DM,
        deadline=row.deadline,
        place=place,
        host=row.host if apart else None,
        nonce=row.nonce,
        attempts=row.attempts,
        tried_at=row.tried_at,
    )
