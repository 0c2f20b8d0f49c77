"""`/puzzle`."""

from discord import app_commands
from discord.ext import commands

from bot.client import Crux
from bot.puzzles import QUESTIONS
from bot.rules import GAMES
from bot.text import N_
from cogs.shared.interactions.replies import Interaction, defer_reply
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles.puzzles import show_menu, show_next


class Puzzles(commands.Cog):
    """Puzzles of each game."""

    def __init__(self, bot: Crux) -> None:
        self.bot = bot

    @app_commands.command(name="puzzle", description=N_("Find the best move in a position, only for you"))
    @app_commands.describe(game=N_("Which game (default: choose from all)"))
    @app_commands.choices(game=[app_commands.Choice(name=GAMES[key].title, value=key) for key in QUESTIONS])
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def puzzle(self, interaction: Interaction, game: str | None = None) -> None:
        await defer_reply(interaction)
        if game is None:
            await show_menu(interaction)
        else:
            await show_next(cog_for(self.bot, game), interaction)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Puzzles(bot))
