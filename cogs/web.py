"""The board in the browser: its server and what is done for it regularly. Without a place to listen, nothing of it."""

import logging

from discord.ext import commands, tasks

from bot.client import Crux
from cogs.shared.client.failures import keep_working
from cogs.shared.web.launching import open_entry_point
from cogs.shared.web.live import LOOK_SECONDS
from cogs.shared.web.server import PageServer

log = logging.getLogger(__name__)


class Web(commands.Cog):
    """Starts and stops the server."""

    def __init__(self, bot: Crux) -> None:
        self.bot = bot
        self.server = None if bot.web_door is None else PageServer(bot, bot.web_door)

    async def cog_load(self) -> None:
        self.bot.open_entry_point = open_entry_point
        if self.server is not None:
            await self.server.start()
            self.bot.web_url = self.server.url
            self.bot.has_activity = self.server.activity is not None
            self._look.start()
            self._purge.start()

    async def cog_unload(self) -> None:
        if self.server is not None:
            self.bot.web_url, self.bot.has_activity = None, False
            self._look.cancel()
            self._purge.cancel()
            await self.server.stop()

    @tasks.loop(seconds=LOOK_SECONDS)
    @keep_working(log, "Couldn't look for changes that pages show")
    async def _look(self) -> None:
        """Notices what other processes have changed."""
        if self.server is not None:
            await self.server.live.look(self.bot.matches)

    @tasks.loop(minutes=10)
    @keep_working(log, "Couldn't delete sessions of browsers")
    async def _purge(self) -> None:
        """Deletes links and sessions whose time is over."""
        await self.bot.matches.browsers.purge()


async def setup(bot: Crux) -> None:
    await bot.add_cog(Web(bot))
