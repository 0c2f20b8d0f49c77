"""Results of dailies that people have shared, each once."""

from dataclasses import dataclass
from datetime import timedelta

from bot.match.parts.part import Part, notes
from bot.match.values import Place
from bot.store.columns import DailyShareColumns
from bot.store.queries import dailies

UNDER_WAY = timedelta(minutes=1)
"""How long a post may take. After that the bot was killed meanwhile, and the result can be shared again."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Where a result was shared. `message_id` is None while it's being posted."""

    guild_id: int | None
    channel_id: int
    message_id: int | None


class DailyShares(Part):
    """Shared results."""

    async def begin(self, match_id: int, place: Place) -> Shared | None:
        """Notes that the result of this try is about to be shared; returns where it was already, if it was.

        Then call `note_posted` or `note_failed`. Raises Busy, NotWritable.
        """
        now = self._now()
        async with self._writing() as connection:
            row = await dailies.share_of(connection, match_id)
            if row is not None and (row.message_id is not None or row.shared_at > now - UNDER_WAY):
                return Shared(row.guild_id, row.channel_id, row.message_id)
            columns: DailyShareColumns = {"guild_id": place.guild_id, "channel_id": place.posted_in, "shared_at": now}
            await dailies.set_share(connection, match_id, {**columns, "message_id": None})
        return None

    note_posted = notes(dailies.set_shared_message)
    note_failed = notes(dailies.delete_share)
