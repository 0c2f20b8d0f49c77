"""What came of reviews, so that nobody waits twice for the same one."""

from collections.abc import Mapping
from typing import Any

from bot.match.parts.part import Part
from bot.match.values.match import Match
from bot.store.queries import reviews

MOST = 5_000
"""How many reviews are stored, about five kilobytes each. The oldest are made again when somebody asks for them."""


class Reviews(Part):
    """The newest reviews of finished matches, as documents."""

    async def get(self, match: Match) -> Mapping[str, Any] | None:
        """The review of a match under the installed rules; None if there is none."""
        return await self._read(reviews.read, match.id, self._reader.rules_versions[match.game])

    async def keep(self, match: Match, document: Mapping[str, Any]) -> None:
        """Stores the review of a match. Raises Busy, NotWritable."""
        version, now = self._reader.rules_versions[match.game], self._now()
        async with self._writing() as connection:
            await reviews.keep(connection, match.id, version, document, now)
            await reviews.thin_out(connection, MOST)
