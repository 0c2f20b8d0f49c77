"""The background work of digests: they are sent at the times that people have chosen."""

import logging

from bot.client import Crux
from bot.match import Announced, Digest
from cogs.shared.client.background import Background
from cogs.shared.client.client import Client
from cogs.shared.client.failures import keep_working, retry_pause
from cogs.shared.people.digests import send_digest

log = logging.getLogger(__name__)

LOOK_EVERY = 15.0  # seconds
RETRY_FIRST = 30.0  # seconds until a failed digest is sent again
MAX_ATTEMPTS = 8


class Digests(Background):
    """Sends digests, one after the other."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot, "digests", LOOK_EVERY)

    @keep_working(log, "Couldn't look for digests")
    async def look(self) -> None:
        """Sends what is due."""
        while digests := await self.bot.matches.digests.due():
            for digest in digests:
                if self.stopping.is_set():
                    return
                await self._send(digest)

    async def _send(self, digest: Digest) -> None:
        try:
            await send_digest(self.bot, digest)
        except Announced:  # it stays due while the database is away
            raise
        except Exception as error:  # its text might tell what is hidden
            log.warning("Couldn't send a digest: %s", type(error).__name__)
            if digest.attempts + 1 < MAX_ATTEMPTS:
                await self.bot.matches.digests.note_failed(digest, retry_pause(digest.attempts, RETRY_FIRST))
                return
        await self.bot.matches.digests.note_sent(digest)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Digests(bot))
