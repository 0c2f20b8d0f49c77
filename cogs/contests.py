"""The loop that looks after all leagues and tournaments."""

import asyncio
import logging

from discord.ext import commands

from bot.client import Crux
from cogs.shared.interactions.client import Client
from cogs.shared.interactions.failures import comes, every, keep_working
from cogs.shared.leagues.keeping import LeagueKeeper
from cogs.shared.tournaments.keeping import TournamentKeeper

log = logging.getLogger(__name__)

LOOK_EVERY = 10.0  # seconds between two looks, unless something has changed
LEAST_PAUSE = 2.0  # seconds, however much changes
STOP_DEADLINE = 10.0  # seconds for what is being sent when the bot stops


class Contests(commands.Cog):
    """What goes on by itself in leagues and tournaments."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._keepers = LeagueKeeper(bot), TournamentKeeper(bot)
        self._stopping = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        self._loop = asyncio.create_task(self._look_after(), name="contests")
        self.bot.before_closing.append(self.finish)

    async def cog_unload(self) -> None:
        await self.finish()

    async def finish(self) -> None:
        """Let what is being done finish; the rest is done after the next start."""
        self._stopping.set()
        self.bot.contests.on_change.set()
        if self._loop is not None:
            if not self.bot.is_ready():
                self._loop.cancel()
            _, late = await asyncio.wait([self._loop], timeout=STOP_DEADLINE)
            for task in late:
                task.cancel()

    async def _look_after(self) -> None:
        await self.bot.wait_until_ready()  # what is changed before is seen by the first look
        await every(LOOK_EVERY, self._look, wake=self.bot.contests.on_change, stop=self._stopping)

    async def _look(self) -> None:
        if not self.bot.matches.clocks.cut_off:  # otherwise nobody can play, and the end of a round moves on and on
            for keeper in self._keepers:
                await keep_working(log, "Couldn't look after contests")(keeper.look)()
        await comes(self._stopping, LEAST_PAUSE)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Contests(bot))
