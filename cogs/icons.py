"""The background work of the icons: Discord gets them after the start, and every process learns which it has."""

import asyncio
import logging

from discord.ext import commands

from bot.client import Crux
from cogs.shared.interactions.failures import REQUEST_ERRORS, every, keep_working
from cogs.shared.presentation.icons import look_up_icons

log = logging.getLogger(__name__)

LOOK_EVERY = 3600.0  # seconds


class Icons(commands.Cog):
    """Icons of pieces, as emoji of the bot."""

    def __init__(self, bot: Crux) -> None:
        self.bot = bot
        self._work: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        self._work = asyncio.create_task(self._look_again_and_again(), name="icons")

    async def cog_unload(self) -> None:
        if self._work is not None:
            self._work.cancel()

    async def _look_again_and_again(self) -> None:
        await self.bot.wait_until_ready()
        await self.bot.matches.duty.wait_until_begun()
        await every(LOOK_EVERY, self._look)

    @keep_working(log, "Couldn't look after the icons")
    async def _look(self) -> None:
        try:
            await look_up_icons(self.bot, uploads=self.bot.matches.duty.is_general)
        except REQUEST_ERRORS as error:
            log.info("Lists and buttons are shown without some icons: %s", type(error).__name__)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Icons(bot))
