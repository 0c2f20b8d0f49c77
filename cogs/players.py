"""`/leaderboard`, `/profile` and `/privacy`."""

from discord.ext import commands

from bot.client import Crux
from cogs.shared.people.leaderboards import leaderboard_command
from cogs.shared.people.privacy import privacy_group
from cogs.shared.people.profiles import profile_command


class Players(commands.Cog):
    """What Crux knows about people: ratings, profiles, and everything else."""

    def __init__(self, bot: Crux) -> None:
        self.bot = bot
        self._commands = (leaderboard_command(), profile_command(), privacy_group())

    async def cog_load(self) -> None:
        for command in self._commands:
            self.bot.tree.add_command(command)

    async def cog_unload(self) -> None:
        for command in self._commands:
            self.bot.tree.remove_command(command.name)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Players(bot))
