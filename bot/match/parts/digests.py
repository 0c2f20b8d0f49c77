"""Digests: one call for all of a person's turns, once or twice a day, and what they practised once a week."""

from dataclasses import dataclass
from datetime import timedelta

from bot.match.parts.part import Part
from bot.match.values import Digest, NotifyBy
from bot.match.values.reminder_settings import is_first_of_week, next_digest, settings_of
from bot.store.queries import digests, exercises, people, progress, puzzles

LEASE = timedelta(minutes=1)
"""How long a process has to send a digest before it's tried again."""

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class PracticeWeek:
    """What somebody practised in a week."""

    tried: int
    """First tries at puzzles, of which `solved` were right."""
    solved: int
    choices: int
    """Decisions in reviewed matches that ended in the week, of which `good` were as good as a strong computer's."""
    good: int
    due: int
    """Exercises of their book that wait."""


class Digests(Part):
    """What the worker that sends digests needs. They belong to no server, so one process sends all of them."""

    async def due(self, limit: int = 10) -> list[Digest]:
        """The digests that are due. Leases them: other processes skip them for a minute. Raises Busy, NotWritable."""
        duty, now = self._reader.duty, self._now()
        if not duty.has_begun or not duty.is_general:
            return []
        first = await self._read(digests.next_due_at)
        if first is None or first > now:
            return []
        found = []
        async with self._writing() as connection:
            for row in await digests.lease(connection, now, LEASE, limit):
                if row.discord_id is None or settings_of(row.habits).calls is not NotifyBy.DIGEST:
                    await digests.plan(connection, row.user_id, None)
                    continue
                nonce = f"dg.{row.user_id}.{int(row.slot.timestamp()) // 60}"
                found.append(Digest(row.discord_id, row.slot, nonce, row.attempts))
        return found

    async def practised(self, digest: Digest) -> PracticeWeek | None:
        """What a person practised in the week before a digest; None if it isn't the week's first, or for nothing."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, digest.user)
            if row is None:
                return None
            settings = settings_of((await people.get(connection, row)).habits)
            if not is_first_of_week(settings, digest.slot):
                return None
            since = digest.slot - WEEK
            tries = await puzzles.tries_since(connection, row, since)
            reviewed = await progress.since(connection, row, since)
            due, _, _ = await exercises.counts(connection, row, digest.slot)
        week = PracticeWeek(
            len(tries),
            sum(one.is_right for one in tries),
            sum(one.choices for one in reviewed),
            sum(one.good for one in reviewed),
            due,
        )
        return week if week.tried or week.choices or week.due else None

    async def note_sent(self, digest: Digest) -> None:
        """Records that it was sent, or that there was nothing to say. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            row = await people.user_row(connection, digest.user)
            if row is None or not await digests.is_planned(connection, row, digest.slot):
                return
            settings = settings_of((await people.get(connection, row)).habits)
            wants = settings.calls is NotifyBy.DIGEST
            await digests.plan(connection, row, next_digest(settings, self._now()) if wants else None)

    async def note_failed(self, digest: Digest, retry_in: timedelta) -> None:
        """Records a failed attempt. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            row = await people.user_row(connection, digest.user)
            if row is not None:
                await digests.put_off(connection, row, digest.slot, self._now() + retry_in)
