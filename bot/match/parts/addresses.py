"""Addresses at which everybody may see a match. Whether somebody may see it there now is decided by the screens."""

import base64

from bot.match.parts.part import Part, asks
from bot.match.values import Status
from bot.match.values.errors import NotInThisMatch, NotRunning
from bot.store.queries import addresses

ADDRESS_BYTES = 16


class Addresses(Part):
    """Where matches can be seen by everybody."""

    async def share(self, user: int, match_id: int) -> str:
        """The address of a match that one of its players shares, which stays the same.

        Raises NotInThisMatch, NotRunning for one that hasn't begun; Busy, NotWritable.
        """
        match = await self._engine.get(match_id)
        if not match.seat_of(user):
            raise NotInThisMatch
        if match.status not in (Status.RUNNING, Status.OVER):
            raise NotRunning
        async with self._writing() as connection:
            address = await addresses.of_match(connection, match_id)
            if address is None:
                address = base64.urlsafe_b64encode(self._secret(ADDRESS_BYTES)).rstrip(b"=").decode()
                await addresses.add(connection, match_id, address, self._now())
        return address

    of_match = asks(addresses.of_match)
    find = asks(addresses.match_of)

    async def end(self, user: int, match_id: int) -> None:
        """Ends the address of a match, as one of its players wants. Raises NotInThisMatch; Busy, NotWritable."""
        match = await self._engine.get(match_id)
        if not match.seat_of(user):
            raise NotInThisMatch
        await self._write(addresses.end, match_id)
