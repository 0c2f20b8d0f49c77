"""What goes by the clock: turns whose time runs out, reminders, vacations, and how people want to be reminded."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import Any

from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import agreements, clocks, due, turns
from bot.match.errors import Frozen, NotInThisMatch, TooLongAVacation
from bot.match.habits import document_of, habits_of, quiet_until
from bot.match.loaded import Loaded
from bot.match.locks import Locks
from bot.match.outbox import LONGEST_WAIT, Outbox
from bot.match.step import Step
from bot.match.values import Habits, Match, Place, Reminder, Reminding, Stage, Status, Vacation
from bot.rules import Game
from bot.store import Store
from bot.store.queries import matches, people, times

log = logging.getLogger(__name__)

VACATION_DAYS = 21
"""How many days of a calendar year (UTC) somebody may be on vacation."""

DAY = timedelta(days=1)

SPARE = timedelta(hours=1)
"""How much longer a year's vacation may be than that: as many days as a refusal offers can be taken a moment later."""

LOOK_EVERY = timedelta(seconds=10)
"""Between two looks at the time."""

ASLEEP = timedelta(minutes=1)
"""A pause between two looks at the time that is longer than this wasn't the players': the bot was away, or its clock
was set."""

LEASE = timedelta(minutes=1)
"""How long a process has for delivering a reminder before another one tries."""

AT_ONCE = 200
"""Matches that are looked after in one look at the time."""

TRY_AGAIN = timedelta(minutes=1)
"""How long a match is left alone that could not be looked after."""


class Timekeeping(Outbox, ABC):
    """The part of `Matches` that looks at the time.

    `on_reminder` is set after each commit through this object that left somebody to be reminded.
    """

    _locks: Locks
    _games: Mapping[str, Game[Any]]
    _held: set[int]  # matches that newer rules than the installed ones have, as far as they were looked at

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        super().__init__(store, clock)
        self.on_reminder = asyncio.Event()

    @abstractmethod
    async def _act(
        self, match_id: int, decide: Callable[[Loaded, datetime, bytes], Step | None], *, interaction: int | None = None
    ) -> Match: ...

    @abstractmethod
    async def _current(self, match_id: int) -> tuple[Loaded, bool, bytes]: ...

    @abstractmethod
    async def _write(self, loaded: Loaded, step: Step, interaction: int | None = None) -> Loaded | None: ...

    async def claim(
        self, match_id: int, user: int, *, seen_version: int | None = None, interaction: int | None = None
    ) -> Match:
        """Have the seat to move resign, as its time is over and the table lets the others claim that.

        Where others of its side still play, a computer plays it on instead.

        NotRunning, MatchOver, Frozen, NotInThisMatch, BoardHasMoved; NotExpired if there is nothing to claim, and for
        those who are on the same side.
        """
        return await self._act(
            match_id, lambda loaded, now, _: turns.claim(loaded, user, seen_version, now), interaction=interaction
        )

    # What is due

    async def tick(self, *, starting: bool = False) -> None:
        """Do everything that is due by now. To be called every some seconds, `starting` after a start.

        Time in which nobody called it for more than a minute doesn't count: all clocks and proposals are put off by
        it. So it is after the computer's own clock was set. Matches that newer rules have can't be played meanwhile, so
        theirs are put off all the time.
        """
        await self._beat(starting=starting)
        async with self._store.read() as connection:
            waiting = await matches.due(connection, self._clock(), AT_ONCE)
        failed = []
        for match_id in waiting:
            try:
                await self._look_after(match_id)
            except Exception as error:  # the others can; the text of an error might tell what is hidden
                log.error("Match %s can't be looked after now: %s", match_id, type(error).__name__)
                failed.append(match_id)
        if failed:  # they would always be the first otherwise, and nobody else's turn would come
            async with self._writing() as connection:
                now = self._clock()
                await matches.look_later(connection, failed, now, now + TRY_AGAIN)

    async def _beat(self, *, starting: bool) -> None:
        async with self._writing() as connection:
            now, last = self._clock(), await times.last_beat(connection)
            away = timedelta() if last is None else now - last
            if abs(away) > ASLEEP or (starting and away > timedelta()):
                put_off = await self._put_off(connection, away, now)
                log.info("Away for %s: %d clocks are put off by that", away, put_off)
            elif self._held and away > timedelta():
                versions = {key: game.rules_version for key, game in self._games.items()}
                await self._put_off(connection, away, now, newer_than=versions)
            await times.beat(connection, now, first=last is None)

    async def _put_off(
        self, connection: AsyncConnection, by: timedelta, now: datetime, *, newer_than: Mapping[str, int] | None = None
    ) -> int:
        """Give clocks and proposals so much more time; returns how many clocks. See `matches.postpone`."""
        for row in await matches.proposals_to_lapse(connection, newer_than=newer_than):
            lapses = clocks.lapses_at(row["proposal"])
            if lapses is not None:
                proposal = agreements.put_off(row["proposal"], by, now)
                alone = row["deadline"] is None and row["due_at"] == lapses  # otherwise it is due with its clock
                due_at = clocks.lapses_at(proposal) if alone else row["due_at"]
                await matches.put_proposal_off(connection, row["id"], proposal, due_at)
        return await matches.postpone(connection, by, now, newer_than=newer_than)

    async def _look_after(self, match_id: int) -> None:
        async with self._locks.of(match_id):
            loaded, _, _ = await self._current(match_id)
            clock, now = loaded.row["clock"], self._clock()
            reminders: list[RowMapping] = []
            if clock is not None and clock["stage"] == Stage.LAST:
                async with self._store.read() as connection:
                    reminders = await times.of_turn(connection, match_id, clock["run"], clock["seat"])
            found = due.on_time(loaded, reminders, now)
            if isinstance(found, Step):
                await self._write(loaded, found)
            else:
                await self._wait(loaded, found, now)

    async def _wait(self, loaded: Loaded, wait: due.Wait, now: datetime) -> None:
        async with self._writing() as connection:
            seen = loaded.row["due_at"]
            first = await matches.wait(connection, loaded.id, loaded.version, seen, wait.due_at, wait.clock)
            if not first or wait.half is None or wait.clock is None:
                return
            for member in loaded.on_seat(wait.clock["seat"]):
                habits = habits_of((await times.person(connection, member.user_row))["habits"])
                if not member.here or habits.remind is Reminding.NONE:
                    continue
                columns = {
                    "match_id": loaded.id,
                    "user_id": member.user_row,
                    "run": wait.clock["run"],
                    "half": wait.half,
                    "nonce": f"r{loaded.id}.{wait.clock['run']}.{token_hex(4)}",
                    "due_at": quiet_until(habits, now),
                }
                await times.remind(connection, columns)
        self.on_reminder.set()

    # Reminders

    async def due_reminders(self, limit: int = 50) -> list[Reminder]:
        """Who is to be reminded by now, the longest waiting first. Other processes leave them alone for a minute.

        Left out for good are those whose turn is over meanwhile, whose clock stands still, who don't play the seat any
        more or have switched reminders off.
        """
        async with self._store.read() as connection:
            first = await times.next_reminder_at(connection)
        now = self._clock()
        if first is None or first > now:
            return []
        found = []
        async with self._writing() as connection:
            for row in await times.lease(connection, now, LEASE, limit):
                habits = habits_of(row["habits"])
                morning = _still_quiet_until(habits, now)
                if habits.remind is Reminding.NONE or not _is_still_due(row):
                    await times.settle(connection, row["id"], due_at=None, done_at=now, problem="not wanted")
                elif morning > now:  # the quiet hours have begun since it was written
                    await times.settle(connection, row["id"], due_at=morning, done_at=None, problem="quiet hours")
                else:
                    found.append(_reminder(row))
        return found

    async def reminded(self, reminder_id: int) -> None:
        """The reminder was delivered."""
        async with self._writing() as connection:
            await times.settle(connection, reminder_id, due_at=None, done_at=self._clock(), problem=None)

    async def reminder_failed(self, reminder_id: int, problem: str, *, retry_in: timedelta | None) -> None:
        """An attempt failed; `retry_in` None gives the reminder up."""
        now = self._clock()
        done_at, due_at = (now, None) if retry_in is None else (None, now + min(retry_in, LONGEST_WAIT))
        async with self._writing() as connection:
            await times.settle(connection, reminder_id, due_at=due_at, done_at=done_at, problem=problem)

    async def habits(self, user: int) -> Habits:
        """How this person wants to be reminded."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            return Habits() if row is None else habits_of((await times.person(connection, row))["habits"])

    async def set_habits(self, user: int, habits: Habits) -> None:
        """This person wants to be reminded like that from now on. UnknownZone."""
        document = document_of(habits)
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, self._clock())
            await times.note_person(connection, row, {"habits": document})

    # Vacations

    async def vacation(self, user: int) -> Vacation:
        """The person's vacation, and how much is left of the days of this year."""
        now = self._clock()
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            taken = [] if row is None else await times.vacations_of(connection, row)
        going_on = next((one for one in taken if one["began_at"] <= now < one["ends_at"]), None)
        left = VACATION_DAYS * DAY - _in_year(taken, now.year)
        return Vacation(
            since=None if going_on is None else going_on["began_at"],
            until=None if going_on is None else going_on["ends_at"],
            days_left=max(left, timedelta()) // DAY,
        )

    async def go_on_vacation(self, user: int, days: int) -> Vacation:
        """Go on vacation for so many days from now on; one that goes on already then ends that much after now.

        All of the person's own clocks stand still until it is over. TooLongAVacation.
        """
        if days < 1:
            raise TooLongAVacation(days=0, year=self._clock().year)
        async with self._writing() as connection:
            now = self._clock()
            row = await people.user_row_for(connection, user, now)
            await times.end_vacation(connection, row, now)
            taken = await times.vacations_of(connection, row)
            year = _year_with_too_many(taken, now, days, VACATION_DAYS * DAY + SPARE)
            if year is not None:
                shorter = range(min(days, VACATION_DAYS * 2), 0, -1)
                fitting = (fewer for fewer in shorter if _year_with_too_many(taken, now, fewer) is None)
                raise TooLongAVacation(days=next(fitting, 0), year=year)
            until = now + days * DAY
            await times.add_vacation(connection, row, now, until)
            await times.note_person(connection, row, {"vacation_until": until})
        await self._rest(user)
        return await self.vacation(user)

    async def end_vacation(self, user: int) -> Vacation:
        """The vacation is over now; the days that were not taken are left for later."""
        async with self._writing() as connection:
            row = await people.user_row(connection, user)
            if row is not None:
                await times.end_vacation(connection, row, self._clock())
                await times.note_person(connection, row, {"vacation_until": None})
        await self._rest(user)
        return await self.vacation(user)

    async def _rest(self, user: int) -> None:
        """Have the person's own clocks stand still, or go on. Where that fails it is made up for when they are due."""
        async with self._store.read() as connection:
            theirs = await people.memberships(connection, user)
        for membership in theirs:
            if membership["seat"] is None or membership["status"] != Status.RUNNING:
                continue
            try:
                await self._act(membership["match_id"], lambda loaded, now, _: due.rest(loaded, user, now))
            except (Frozen, NotInThisMatch):
                continue
            except Exception as error:
                log.error("The clock of match %s can't stand still: %s", membership["match_id"], type(error).__name__)


def _year_with_too_many(
    taken: Sequence[Mapping[str, Any] | RowMapping], now: datetime, days: int, limit: timedelta = VACATION_DAYS * DAY
) -> int | None:
    """The year in which somebody would be on vacation for more than the limit, if they went for so many days now."""
    all_of_them = [*taken, {"began_at": now, "ends_at": now + days * DAY}]
    years = range(now.year, (now + days * DAY).year + 1)
    return next((year for year in years if _in_year(all_of_them, year) > limit), None)


def _in_year(taken: Iterable[Mapping[str, Any] | RowMapping], year: int) -> timedelta:
    """How much of these vacations falls into this year."""
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    spans = [min(one["ends_at"], last) - max(one["began_at"], first) for one in taken]
    return sum((span for span in spans if span > timedelta()), timedelta())


def _still_quiet_until(habits: Habits, now: datetime) -> datetime:
    """When somebody may get a reminder that is due: also now where the whole day is quiet, as it waited for its end."""
    all_day = habits.quiet is not None and habits.quiet[0] == habits.quiet[1]
    return now if all_day else quiet_until(habits, now)


def _is_still_due(row: RowMapping) -> bool:
    """Whether the turn goes on that somebody is to be reminded of, and this person is still to play it."""
    clock = row["clock"]
    if row["status"] != Status.RUNNING or clock is None or row["deadline"] is None or row["discord_id"] is None:
        return False
    stage = Stage.HALF if row["half"] else Stage.LAST  # a turn that came back by an undo begins anew
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
