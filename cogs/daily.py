"""The background work of the daily: publishing seeds, and letting the hard computer play for comparison."""

import logging
from datetime import date

import discord
from discord.ext import commands, tasks

from bot.client import Crux
from cogs.shared.client.client import Client
from cogs.shared.client.failures import REQUEST_ERRORS, is_temporary, keep_working
from cogs.shared.home.daily import announce

log = logging.getLogger(__name__)


class Daily(commands.Cog):
    """The deal of the day."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._announced: set[str] = set()  # first links already logged

    async def cog_load(self) -> None:
        self.look_after.start()

    async def cog_unload(self) -> None:
        self.look_after.cancel()

    @tasks.loop(minutes=1)
    @keep_working(log, "Couldn't look after the dailies")
    async def look_after(self) -> None:
        """Publishes the seeds of days that are over, and makes sure there are enough for the time ahead."""
        dailies, is_general = self.bot.matches.dailies, self.bot.matches.duty.is_general
        if is_general:
            await self._prepare()
        for guild_id, channel_id in await dailies.to_announce():
            await self._announce(guild_id, channel_id)
        for day in await dailies.without_benchmark() if is_general else ():
            await self._play_benchmark(day)

    async def _prepare(self) -> None:
        dailies = self.bot.matches.dailies
        await dailies.seeds.prepare()
        for chain in await dailies.seeds.list_published():
            if chain.anchor not in self._announced:
                self._announced.add(chain.anchor)
                log.info("The seeds of the dailies from %s on follow from %s", chain.first_day, chain.anchor)
        for day in await dailies.close_past():
            log.info("The daily of %s is over, and its seed is published", day)

    async def _announce(self, guild_id: int, channel_id: int) -> None:
        day = self.bot.matches.dailies.today
        try:
            await announce(self.bot, guild_id, channel_id)
        except REQUEST_ERRORS as error:
            log.info("Couldn't announce the daily on a server: %s", type(error).__name__)
            if not isinstance(error, discord.HTTPException) or is_temporary(error):
                return
        await self.bot.matches.dailies.note_announced(guild_id, day)

    async def _play_benchmark(self, day: date) -> None:
        """Lets the hard computer play a deal that someone has begun."""
        dailies = self.bot.matches.dailies
        daily = await dailies.get(day)
        state, luck = await dailies.deal(day)
        score = await self.bot.computers.play_alone(daily.game, daily.options, state, luck)
        await dailies.note_benchmark(day, score)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Daily(bot))
