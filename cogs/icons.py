"""The background work of the icons: Discord gets them after the start, and every process learns which it has."""

import asyncio
import logging

from discord.ext import commands

from bot.client import Crux
from cogs.shared.client.failures import REQUEST_ERRORS, every, keep_working, retry_pause
from cogs.shared.presentation.icons import REFUSED, look_up_icons

log = logging.getLogger(__name__)

LOOK_EVERY = 3600.0  # seconds
RETRY_FIRST = 60.0  # seconds until a look is repeated after which icons are missing


class Icons(commands.Cog):
    """Icons of pieces, as emoji of the bot."""

    def __init__(self, bot: Crux) -> None:
        self.bot = bot
        self._work: asyncio.Task[None] | None = None
        self._due_at = 0.0  # of the event loop's clock
        self._incomplete = 0  # looks in a row after which icons were missing

    async def cog_load(self) -> None:
        self._work = asyncio.create_task(self._look_again_and_again(), name="icons")

    async def cog_unload(self) -> None:
        if self._work is not None:
            self._work.cancel()

    async def _look_again_and_again(self) -> None:
        await self.bot.wait_until_ready()
        await self.bot.matches.duty.wait_until_begun()
        await every(RETRY_FIRST, self.look_if_due)

    @keep_working(log, "Couldn't look after the icons")
    async def look_if_due(self) -> None:
        """Looks every hour, sooner while icons are missing or after Discord has refused one that is gone."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._due_at and not REFUSED.is_set():
            return
        are_all_there = False
        try:
            are_all_there = await look_up_icons(self.bot, uploads=self.bot.matches.duty.is_general)
        except REQUEST_ERRORS as error:
            log.info("Lists and buttons are shown without some icons: %s", type(error).__name__)
        finally:
            pause = LOOK_EVERY if are_all_there else retry_pause(self._incomplete, RETRY_FIRST).total_seconds()
            self._incomplete = 0 if are_all_there else self._incomplete + 1
            self._due_at = loop.time() + pause


async def setup(bot: Crux) -> None:
    await bot.add_cog(Icons(bot))
