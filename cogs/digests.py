"""The background work of digests: they are sent at the times that people have chosen."""

import asyncio
import logging

from discord.ext import commands

from bot.client import Crux
from bot.match import Announced, Digest
from cogs.shared.interactions.client import Client
from cogs.shared.interactions.failures import every, keep_working, retry_pause
from cogs.shared.people.digests import send_digest

log = logging.getLogger(__name__)

LOOK_EVERY = 15.0  # seconds
RETRY_FIRST = 30.0  # seconds until a failed digest is sent again
MAX_ATTEMPTS = 8
STOP_DEADLINE = 10.0  # seconds for what is being sent when the bot stops


class Digests(commands.Cog):
    """Sends digests, one after the other."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._stopping = asyncio.Event()
        self._worker: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        self._worker = asyncio.create_task(self._work(), name="digests")
        self.bot.before_closing.append(self.finish)

    async def cog_unload(self) -> None:
        await self.finish()

    async def finish(self) -> None:
        """Lets what is being sent finish; everything else stays due for the next start."""
        self._stopping.set()
        if self._worker is not None:
            if not self.bot.is_ready():
                self._worker.cancel()
            _, late = await asyncio.wait([self._worker], timeout=STOP_DEADLINE)
            for task in late:
                task.cancel()

    async def _work(self) -> None:
        await self.bot.wait_until_ready()
        await every(LOOK_EVERY, self.look, stop=self._stopping)

    @keep_working(log, "Couldn't look for digests")
    async def look(self) -> None:
        """Sends what is due."""
        while digests := await self.bot.matches.digests.due():
            for digest in digests:
                if self._stopping.is_set():
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
