"""Everything that happens by the clock: turns that run out and proposals that lapse."""

import logging
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions import agreements, clocks, due
from bot.match.parts.part import Dependencies, Part
from bot.match.parts.reminders import Reminders
from bot.match.reading.stored import StoredMatch
from bot.match.values import ClockStage, EventKind
from bot.match.values.match import Match
from bot.match.values.new_event import NewEvent
from bot.store import log_failure
from bot.store.columns import MatchColumns
from bot.store.queries import contests, dailies, deadlines, reminding, service
from bot.store.queries.service import Which
from bot.store.shards import Shards
from bot.store.tables import ReminderRow
from bot.text.terms import amount

log = logging.getLogger(__name__)

LOOK_EVERY = timedelta(seconds=10)
"""The interval between two ticks."""

ASLEEP = timedelta(minutes=1)
"""A longer pause between two ticks isn't the players' fault: the bot was down or its clock was set."""

OUTAGE = timedelta(hours=1)
"""Longer pauses are recorded, because they break no streak of the daily."""

MATCHES_PER_LOOK = 200
"""How many matches one tick handles at most."""

BANK_STEP = timedelta(hours=1)
"""A time bank runs hour by hour; an hour that has begun is spent."""


TRY_AGAIN = timedelta(minutes=1)
"""How long to wait before retrying a match that failed."""


class Clocks(Part):
    """Runs the clocks.

    `cut_off` are the shards that have lost their connection. As long as there are any, all deadlines move on and on, so
    nothing that announces one is to be edited.
    """

    def __init__(self, dependencies: Dependencies, reminders: Reminders) -> None:
        super().__init__(dependencies)
        self._reminders = reminders
        self.cut_off = set[int]()

    async def tick(self, *, starting: bool = False) -> None:
        """Does everything that is due on the servers this process works for.

        Call it every `LOOK_EVERY`, and with `starting` after a start and while nobody can reach the bot. Then the time
        since the last call doesn't count, nor does it if that was more than a minute ago: all clocks, proposals,
        sign-ups and rounds are extended by it. The same happens after the system clock was set. A match that newer
        rules hold, or whose server is blocked, can't be played meanwhile, so its clock is always extended. Where the
        bot isn't on the server (`leave_server`), nothing is due.
        """
        if not self._reader.duty.has_begun:
            return
        await self.note_time(starting=starting)
        waiting = await self._read(
            deadlines.due, self._now(), MATCHES_PER_LOOK, self._shards, self._reader.rules_versions
        )
        failures = []
        for match_id in waiting:
            try:
                await self.look_after(match_id)
            except Exception as error:  # the others can; the error's text might reveal hidden information
                log_failure(log, error, "Can't process the clock of match %s now: %s", match_id, type(error).__name__)
                failures.append(match_id)
        if failures:  # otherwise they would always come first and block the others
            async with self._writing() as connection:
                now = self._now()
                await deadlines.look_later(connection, failures, now, now + TRY_AGAIN)

    async def moved_deadlines(self) -> list[int]:
        """The matches whose deadline has moved since it was announced, by an outage for example.

        None as long as it moves on and on.
        """
        if self.cut_off:
            return []
        return await self._read(deadlines.list_moved, self._shards, self._reader.rules_versions)

    async def note_announced(self, match: Match) -> None:
        """Records that everything announces the deadline that this match had. If it has moved again, it still has."""
        deadline = None if match.clock is None else match.clock.deadline
        await self._write(deadlines.note_announced, match.id, deadline)

    async def note_time(self, *, starting: bool) -> None:
        """Records that the bot is up, and extends clocks by the time it was down: on each shard by its own."""
        shards = self._shards
        async with self._writing() as connection:
            now, last = self._now(), await reminding.last_beats(connection, shards)
            for number in sorted(last):
                away, one = now - last[number], Shards(shards.count, frozenset({number}))
                if abs(away) > ASLEEP or (starting and away > timedelta()):
                    put_off = await self._put_off(connection, away, now, service.on_served_servers(one))
                    await contests.postpone(connection, away, service.on_served_servers(one))
                    if abs(away) > 2 * LOOK_EVERY:
                        log.info("The bot was away for %s: extended %s by that", away, amount(put_off, "clock"))
                elif away > timedelta() and (self._reader.has_met_newer_rules or await deadlines.are_held(connection)):
                    versions = self._reader.rules_versions
                    await self._put_off(connection, away, now, service.on_served_servers(one), held_by=versions)
                    await contests.postpone(connection, away, service.on_blocked_servers(one))
                if number == 0 and away > OUTAGE:
                    await dailies.add_outage(connection, last[number], now)
            await reminding.beat(connection, now, shards)

    async def _put_off(
        self,
        connection: AsyncConnection,
        by: timedelta,
        now: datetime,
        servers: Which,
        *,
        held_by: Mapping[str, int] | None = None,
    ) -> int:
        """Extends clocks and proposals by that time; returns the number of clocks. See `deadlines.postpone`."""
        for row in await deadlines.proposals_to_lapse(connection, servers, held_by=held_by):
            lapses = clocks.lapses_at(row.proposal)
            if lapses is not None:
                proposal = agreements.put_off(row.proposal, lapses, by, now)
                alone = row.deadline is None and row.due_at == lapses  # otherwise it is due with its clock
                due_at = clocks.lapses_at(proposal) if alone else row.due_at
                await deadlines.put_proposal_off(connection, row.id, proposal, due_at)
        return await deadlines.postpone(connection, by, now, servers, held_by=held_by)

    # Servers that the bot isn't on

    async def leave_server(self, guild_id: int) -> None:
        """From here on the bot isn't on this server, or can't be reached there: nothing is due there until it's back.

        Raises Busy, NotWritable.
        """
        await self._write(service.note_absence, guild_id, self._now())

    async def return_to_server(self, guild_id: int) -> None:
        """The bot is on this server (again): everything goes on there with the time that was left.

        Raises Busy, NotWritable.
        """
        async with self._writing() as connection:
            await self._return(connection, guild_id)

    async def note_servers(self, here: Collection[int], shards: Shards) -> None:
        """The bot is on these servers of the shards, and on no others. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            away = await service.absences_of(connection, shards)
            for guild_id in sorted(away.keys() & set(here)):
                await self._return(connection, guild_id)
            for guild_id in sorted(await service.with_something_going_on(connection, shards) - set(here)):
                await service.note_absence(connection, guild_id, self._now())

    async def _return(self, connection: AsyncConnection, guild_id: int) -> None:
        since, now = await service.end_absence(connection, guild_id), self._now()
        if since is not None and since < now:
            await self._put_off(connection, now - since, now, service.only(guild_id))
            await contests.postpone(connection, now - since, service.only(guild_id))

    async def look_after(self, match_id: int) -> None:
        async with self._engine.lock(match_id):
            match = await self._engine.current(match_id)
            clock = match.row.clock
            reminders: list[ReminderRow] = []
            if clock is not None and clock["stage"] == ClockStage.LAST:
                reminders = await self._read(reminding.of_turn, match_id, clock["run"], clock["seat"])
            due_now = due.due_now(match, reminders)
            if isinstance(due_now, NewEvent):
                is_over = due_now.kind is EventKind.EXPIRE and clock is not None
                if clock is None or not is_over or not await self._draw_from_bank(match, clock["seat"]):
                    await self._engine.write(match, due_now)
            elif isinstance(due_now, due.Extension):
                await self._write(deadlines.extend, match.id, due_now.deadline, due_now.until)
            else:
                await self._wait(match, due_now)

    async def _draw_from_bank(self, match: StoredMatch, seat: int) -> bool:
        """Let the time bank of a league run for the turn whose time is over; False if there is nothing left in it."""
        deadline, now = match.row.deadline, self._now()
        if deadline is None:
            return False
        async with self._writing() as connection:
            for member in match.on_seat(seat):
                row = await contests.bank_of(connection, match.id, member.user_row)
                if row is None or not row.bank:
                    continue
                more = min(row.bank, BANK_STEP)
                if await deadlines.extend(connection, match.id, deadline, now + more):
                    await contests.set_bank(connection, row.season_id, member.user_row, row.bank - more)
                return True
        return False

    async def _wait(self, match: StoredMatch, wait: due.Wait) -> None:
        async with self._writing() as connection:
            columns: MatchColumns = {"due_at": wait.due_at, "clock": wait.clock}
            if wait.deadline is not None:
                columns |= {"deadline": wait.deadline, "deadline_moved": True}
            first = await deadlines.change(connection, match.id, match.version, match.row.due_at, columns)
            if not first or wait.half is None or wait.clock is None:
                return
            reminded_at = await self._reminders.write(connection, match, wait.clock, half=wait.half)
            deadline = match.row.deadline
            if not wait.half and deadline is not None:
                until = clocks.end_after_reminder(deadline, clocks.move_time(match), reminded_at)
                await deadlines.extend(connection, match.id, deadline, until)
        self._reminders.on_reminder.set()
