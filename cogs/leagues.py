"""`/league`, and the loop that looks after all leagues."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.text import N_
from cogs.shared.leagues.commands import organiser_commands, player_commands
from cogs.shared.leagues.keeping import LeagueKeeper

if TYPE_CHECKING:
    from bot.client import Crux

log = logging.getLogger(__name__)

LOOK_EVERY = 10.0  # seconds between two looks, unless something has changed
LEAST_PAUSE = 2.0  # seconds, however much changes
STOP_DEADLINE = 10.0  # seconds for what is being sent when the bot stops


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class Leagues(commands.GroupCog, group_name="league", group_description=N_("Leagues of this server")):
    """Leagues."""

    def __init__(self, bot: "Crux") -> None:
        self.bot = bot
        self._keeper = LeagueKeeper(bot)
        self._stopping = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None
        if self.app_command is not None:
            for command in (*organiser_commands(), *player_commands()):
                self.app_command.add_command(command)

    async def cog_load(self) -> None:
        self._loop = asyncio.create_task(self._look_after(), name="leagues")
        self.bot.before_closing.append(self.finish)

    async def cog_unload(self) -> None:
        await self.finish()

    async def finish(self) -> None:
        """Let what is being done finish; the rest is done after the next start."""
        self._stopping.set()
        self.bot.matches.leagues.on_change.set()
        if self._loop is not None:
            if not self.bot.is_ready():
                self._loop.cancel()
            _, late = await asyncio.wait([self._loop], timeout=STOP_DEADLINE)
            for task in late:
                task.cancel()

    async def _look_after(self) -> None:
        await self.bot.wait_until_ready()  # what is changed before is seen by the first look
        changed = self.bot.matches.leagues.on_change
        while not self._stopping.is_set():
            changed.clear()
            try:
                await self._keeper.look()
            except Exception as error:  # its text might tell what is hidden
                log.error("Couldn't look after the leagues: %s", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LEAST_PAUSE):
                    await self._stopping.wait()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await changed.wait()


async def setup(bot: "Crux") -> None:
    await bot.add_cog(Leagues(bot))
