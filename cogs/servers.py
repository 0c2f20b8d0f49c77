"""`/settings`, for people who manage a server."""

from discord.ext import commands

from bot.client import Crux
from cogs.shared.management.settings import settings_command


class Servers(commands.Cog):
    """The settings of a server."""

    def __init__(self, bot: Crux) -> None:
        self.bot = bot
        self._settings = settings_command()

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self._settings)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self._settings.name)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Servers(bot))
