"""Vacations: someone's own clocks are paused while they are on one."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.match.decisions.due import adjust_clock
from bot.match.engine.forgetting import forgotten_vacation, in_year
from bot.match.parts.part import Part
from bot.match.values import Status, Vacation
from bot.match.values.errors import Frozen, NotInThisMatch, TooLongAVacation
from bot.store import log_failure
from bot.store.queries import people, reminding
from bot.store.queries.reminding import VacationSpan

log = logging.getLogger(__name__)

VACATION_DAYS = 21
"""How many days of vacation a person has in a calendar year (UTC)."""

DAY = timedelta(days=1)

SPARE = timedelta(hours=1)
"""How far a year's vacation may exceed that, so that the days that are offered can be taken a moment later."""

OFFERED = VACATION_DAYS * DAY + SPARE / 2
"""What offers count with: minutes of a vacation that was ended or changed right away don't cost a day."""


class Vacations(Part):
    """People's vacations."""

    async def of(self, user: int) -> Vacation:
        """The person's current vacation, and how many days are left this year."""
        now = self._now()
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            vacations = [] if row is None else await reminding.vacations_of(connection, row)
            before = await forgotten_vacation(connection, user, now)
        current = next((one for one in vacations if one.began_at <= now < one.ends_at), None)
        left = OFFERED - in_year([*vacations, *before], now.year)
        return Vacation(
            since=None if current is None else current.began_at,
            until=None if current is None else current.ends_at,
            days_left=max(left, timedelta()) // DAY,
        )

    async def begin(self, user: int, days: int) -> Vacation:
        """Starts a vacation of this many days; one that is going on then ends that long from now.

        Pauses all of the person's own clocks until it is over. Raises TooLongAVacation.
        """
        if days < 1:
            raise TooLongAVacation(days=0, year=self._now().year)
        async with self._writing() as connection:
            now = self._now()
            row = await people.user_row_for(connection, user, now)
            await reminding.end_vacation(connection, row, now)
            vacations = await forgotten_vacation(connection, user, now) + await reminding.vacations_of(connection, row)
            year = _year_with_too_many(vacations, now, days, VACATION_DAYS * DAY + SPARE)
            if year is not None:
                shorter = range(min(days, VACATION_DAYS * 2), 0, -1)
                fitting = (fewer for fewer in shorter if _year_with_too_many(vacations, now, fewer) is None)
                raise TooLongAVacation(days=next(fitting, 0), year=year)
            until = now + days * DAY
            await reminding.add_vacation(connection, row, now, until)
            await people.change(connection, row, {"vacation_until": until})
        await self.adjust_clocks(user)
        return await self.of(user)

    async def end(self, user: int) -> Vacation:
        """Ends the vacation now; unused days are left for later."""
        async with self._writing() as connection:
            row = await people.user_row(connection, user)
            if row is not None:
                await reminding.end_vacation(connection, row, self._now())
                await people.change(connection, row, {"vacation_until": None})
        await self.adjust_clocks(user)
        return await self.of(user)

    async def adjust_clocks(self, user: int) -> None:
        """Pauses or resumes the person's own clocks. If that fails, it happens when they are due."""
        memberships = await self._read(people.memberships, user)
        for membership in memberships:
            if membership.seat is None or membership.status != Status.RUNNING:
                continue
            try:
                await self._engine.act(membership.match_id, adjust_clock(user))
            except (Frozen, NotInThisMatch):
                continue
            except Exception as error:
                log_failure(
                    log, error, "Can't pause the clock of match %s: %s", membership.match_id, type(error).__name__
                )


def _year_with_too_many(
    vacations: Sequence[VacationSpan],
    now: datetime,
    days: int,
    limit: timedelta = OFFERED,
) -> int | None:
    """The year in which `days` of vacation from now on would exceed the limit; None if they don't."""
    with_this_one = [*vacations, VacationSpan(now, now + days * DAY)]
    years = range(now.year, (now + days * DAY).year + 1)
    return next((year for year in years if in_year(with_this_one, year) > limit), None)
