"""Digests: one call for all of a person's turns, once or twice a day."""

from datetime import timedelta

from bot.match.parts.part import Part
from bot.match.values import Digest, NotifyBy
from bot.match.values.reminder_settings import next_digest, settings_of
from bot.store.queries import digests, people

LEASE = timedelta(minutes=1)
"""How long a process has to send a digest before it's tried again."""


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
