"""Whom people have blocked for themselves. What follows from it is in `bot.match.decisions.meeting`."""

from bot.match.parts.part import Part, asks
from bot.match.values.errors import BlockedTooMany
from bot.store.queries import people, personal_blocks

MOST_BLOCKED = 100
"""How many others one person may block."""


class PersonalBlocks(Part):
    """The lists of people whom somebody doesn't want to meet."""

    async def add(self, user: int, person: int) -> None:
        """Blocks a person for this user. Raises BlockedTooMany, Busy, NotWritable."""
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, self._now())
            await personal_blocks.add(connection, row, person, self._now())
            if await personal_blocks.count(connection, row) > MOST_BLOCKED:
                raise BlockedTooMany(limit=MOST_BLOCKED)

    async def remove(self, user: int, person: int) -> bool:
        """Unblocks a person for this user; False if they weren't blocked. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            row = await people.user_row(connection, user)
            return row is not None and await personal_blocks.remove(connection, row, person)

    of_person = asks(personal_blocks.blocked_by)
