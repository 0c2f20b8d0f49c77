"""What somebody has done so far, so that the home screen can offer one thing to do next; and whether it may."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from bot.match.parts.part import Dependencies, Part
from bot.match.parts.records import Records
from bot.store.queries import exercises, people, plans

FRESH = timedelta(days=14)
"""For how long after its end a match is offered for a review."""

WORTH_REVIEWING = 5
"""Decisions of one's own in a match that is."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a person has done: steps reached in lessons and matches played to their end, by game.

    `due` is the number of exercises in their book that wait, `to_review` their newest match and its game if it's worth
    a review, and `puzzles` says whether they have tried any.
    """

    due: int
    lessons: Mapping[str, int]
    matches: Mapping[str, int]
    to_review: tuple[int, str] | None
    puzzles: bool


class Plans(Part):
    """Everybody's plan."""

    def __init__(self, dependencies: Dependencies, records: Records) -> None:
        super().__init__(dependencies)
        self._records = records

    async def done(self, user: int) -> Done | None:
        """What somebody has done; None for whom Crux doesn't know, and for those who want no suggestions."""
        now = self._now()
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            if row is None or not await plans.is_wanted(connection, row):
                return None
            due, _, _ = await exercises.counts(connection, row, now)
            newest = await plans.newest_over(connection, row, now - FRESH, WORTH_REVIEWING)
            lessons = await plans.reached_steps(connection, row)
            done = Done(
                due,
                lessons,
                await plans.count_over(connection, row),
                newest,
                await plans.has_tried_puzzles(connection, row),
            )
        if newest is None or await self._records.can_replay(newest[0]):
            return done
        return Done(done.due, done.lessons, done.matches, None, done.puzzles)

    async def is_wanted(self, user: int) -> bool:
        """Whether somebody wants suggestions: everybody who hasn't switched them off."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            return row is None or await plans.is_wanted(connection, row)

    async def switch(self, user: int, *, on: bool) -> None:
        """Switches suggestions on or off. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, self._now())
            await plans.switch(connection, row, on=on)
