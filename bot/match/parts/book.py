"""Everybody's own book: their mistakes in matches that are over, as exercises that come back until they're known.

An exercise holds what the person's own seat saw, and nothing of who else played. See docs/puzzles.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.parts.part import Part
from bot.match.records.replay import Replay, require_replayable
from bot.match.values import Status
from bot.match.values.errors import NotOver
from bot.match.values.puzzle_errors import BookIsFull, NoSuchExercise
from bot.store.columns import ExerciseColumns
from bot.store.practice_tables import ExerciseRow
from bot.store.queries import exercises, people

MOST = 10_000
"""The most exercises in a book, about two kilobytes each."""

INTERVALS = tuple(timedelta(days=days) for days in (1, 3, 7, 21))
"""After how long an exercise comes back when it was solved once, twice, ... since the last mistake. Then it's known."""


@dataclass(frozen=True, slots=True)
class Improvement:
    """A decision that could have been better: the number of its event, the better move, and what speaks for it.

    The reasons are documents: a sentence, its values, and the places that it's about.
    """

    number: int
    better: str
    reasons: Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class BookPage:
    """A page of a book: what comes back, soonest first, and how many exercises are due, come later, and are known."""

    entries: Sequence[exercises.EntryRow]
    due: int
    later: int
    known: int


class Book(Part):
    """The books of all people."""

    async def own(self, user: int, match_id: int, numbers: Sequence[int]) -> set[int]:
        """Which of these events of a match are this person's own decisions."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, user) or 0
            return await exercises.numbers_of(connection, row, match_id, numbers)

    async def add(self, user: int, replay: Replay, found: Sequence[Improvement]) -> int:
        """Puts those of the improvements into a person's book that are about their own decisions; returns how many.

        What is there already isn't put in again. Raises NotOver while the match goes on, others still play with its
        luck or its rules have changed; BookIsFull; Busy, NotWritable.
        """
        match_id, played = replay.match.id, {decision.number: decision for _, decision in replay.decisions}
        now = self._now()
        async with self._writing() as connection:
            match = await self._reader.read_in(connection, match_id)
            if match.status is not Status.OVER:
                raise NotOver
            require_replayable(match)
            row = await people.user_row_for(connection, user, now)
            own = await exercises.numbers_of(connection, row, match_id, [one.number for one in found])
            own -= await exercises.present(connection, row, match_id)
            if own and sum(await exercises.counts(connection, row, now)) + len(own) > MOST:
                raise BookIsFull(number=MOST)
            for one in found:
                if one.number not in own:
                    continue
                decision = played[one.number]
                columns: ExerciseColumns = {
                    "user_id": row,
                    "match_id": match_id,
                    "number": one.number,
                    "game": replay.match.game,
                    "rules_version": self._reader.rules_versions[replay.match.game],
                    "seats": len(replay.match.seats),
                    "options": dict(replay.match.options),
                    "seat": decision.seat,
                    "view": decision.before.view(decision.seat),
                    "played": decision.move,
                    "better": one.better,
                    "reasons": [list(reason) for reason in one.reasons],
                    "added_at": now,
                    "stage": 0,
                    "due_at": now,
                }
                await exercises.add(connection, columns)
            return len(own)

    async def page(self, user: int, skip: int, limit: int) -> BookPage:
        async with self._store.read() as connection:
            row = await people.user_row(connection, user) or 0
            entries = await exercises.page(connection, row, skip, limit)
            return BookPage(entries, *await exercises.counts(connection, row, self._now()))

    async def next_due(self, user: int) -> ExerciseRow | None:
        """What has waited longest; None if nothing is due. What was made under other rules is taken out."""
        while True:
            async with self._store.read() as connection:
                row = await people.user_row(connection, user) or 0
                exercise = await exercises.next_due(connection, row, self._now())
                found = None if exercise is None else await exercises.read(connection, row, exercise)
            if found is None or self._is_current(found):
                return found
            await self.take_out(user, found.id)

    async def get(self, user: int, exercise: int) -> ExerciseRow:
        """An exercise of this person. Raises NoSuchExercise, also for one that was made under other rules."""
        async with self._store.read() as connection:
            return await self._own_row(connection, user, exercise)

    async def answer(self, user: int, exercise: int, *, is_right: bool) -> ExerciseRow:
        """The exercise after an answer, which counts only if it's due. Raises NoSuchExercise, Busy, NotWritable."""
        now = self._now()
        async with self._writing() as connection:
            found = await self._own_row(connection, user, exercise)
            if found.due_at is not None and found.due_at <= now:
                stage = found.stage + 1 if is_right else 0
                rest = INTERVALS[max(0, stage - 1)] if stage <= len(INTERVALS) else None
                due_at = None if rest is None else now + rest
                await exercises.change(connection, found.id, {"stage": stage, "due_at": due_at})
            return await self._own_row(connection, user, exercise)

    async def take_out(self, user: int, exercise: int) -> None:
        """Deletes an exercise of this person, if it's there."""
        async with self._writing() as connection:
            await exercises.take_out(connection, await people.user_row(connection, user) or 0, exercise)

    async def _own_row(self, connection: AsyncConnection, user: int, exercise: int) -> ExerciseRow:
        found = await exercises.read(connection, await people.user_row(connection, user) or 0, exercise)
        if found is None or not self._is_current(found):
            raise NoSuchExercise
        return found

    def _is_current(self, row: ExerciseRow) -> bool:
        return self._reader.rules_versions.get(row.game) == row.rules_version
