"""`/crux` and `/help`, the first commands for newcomers, and the welcome on a new server."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Crux
from bot.text import N_
from cogs.shared.home.home import show_home
from cogs.shared.home.welcome import send_welcome
from cogs.shared.interactions.replies import Interaction, defer_reply


class Home(commands.Cog):
    """The home screen's commands."""

    def __init__(self, bot: Crux) -> None:
        self.bot = bot

    @app_commands.command(name="crux", description=N_("Start here: the games, your matches, open tables and help"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def crux(self, interaction: Interaction) -> None:
        await defer_reply(interaction)
        await show_home(interaction)

    @app_commands.command(name="help", description=N_("Start here: the games, your matches, open tables and help"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def help(self, interaction: Interaction) -> None:
        await defer_reply(interaction)
        await show_home(interaction)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        if self.bot.matches.duty.shards.include(guild.id):
            await send_welcome(self.bot, guild)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Home(bot))
