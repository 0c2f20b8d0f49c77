"""The base of every game's cog, which adds the game's slash commands."""

from discord.ext import commands

from bot.client import Crux
from cogs.shared.commands.groups import build_group
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import register


class GameCog(Presentation, commands.Cog):
    """One game on Discord: its commands and its presentation."""

    def __init__(self, bot: Crux) -> None:
        self.bot = bot
        self.group = build_group(self)

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self.group)
        register(self)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.group.name)
