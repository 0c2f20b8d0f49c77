"""`/operator`, for whoever runs this bot."""

from discord.ext import commands

from bot.client import Crux
from cogs.shared.management.operator import operator_group


class Operator(commands.Cog):
    """What only the operator may do."""

    def __init__(self, bot: Crux) -> None:
        self.bot = bot
        self._commands = operator_group()

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self._commands)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self._commands.name)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Operator(bot))
