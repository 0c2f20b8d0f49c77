"""`/league`."""

from discord import app_commands
from discord.ext import commands

from bot.client import Crux
from bot.text import N_
from cogs.shared.leagues.commands import organiser_commands, player_commands


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class Leagues(commands.GroupCog, group_name="league", group_description=N_("Leagues of this server")):
    """Leagues."""

    def __init__(self, bot: Crux) -> None:
        self.bot = bot
        if self.app_command is not None:
            for command in (*organiser_commands(), *player_commands()):
                self.app_command.add_command(command)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Leagues(bot))
