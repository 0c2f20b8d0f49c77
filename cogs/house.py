"""What belongs to no game: posting, errors, buttons nobody knows any more, tidying up."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.text import N_, say
from cogs.shared.answers import Asked, named_in, tell
from cogs.shared.errors import explain
from cogs.shared.posting import Posting
from cogs.shared.presses import ITEMS, OLD_BUTTON, is_known
from cogs.shared.table import show_table

if TYPE_CHECKING:
    from bot.client import Crux

log = logging.getLogger(__name__)

TIDY_EVERY = 600.0  # seconds
LATE = 2.4  # seconds after which an interaction that nothing has answered is answered here; Discord gives 3

SLOW = N_(
    "This takes me longer than it should. If it was a move, `/match list` shows in a moment whether it was played."
)


class House(commands.Cog):
    """Keeps every interaction answered and the tables tidy."""

    def __init__(self, bot: "Crux") -> None:
        self.bot = bot
        self._tidying: asyncio.Task[None] | None = None
        self._library_handler = bot.tree.on_error

    async def cog_load(self) -> None:
        self.bot.tree.on_error = self._on_command_error  # type: ignore[method-assign]  # how discord.py is told
        self._tidying = asyncio.create_task(self._tidy(), name="tidying")

    async def cog_unload(self) -> None:
        self.bot.tree.on_error = self._library_handler  # type: ignore[method-assign]
        if self._tidying is not None:
            self._tidying.cancel()

    async def _on_command_error(self, interaction: Asked, error: app_commands.AppCommandError) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("No suggestions for %s", interaction.command, exc_info=error)
            if not interaction.response.is_done():
                await interaction.response.autocomplete([])
            return
        await explain(interaction, error)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Asked) -> None:
        """Answer what discord.py drops without a word, and what our own code leaves open for too long."""
        try:
            if interaction.type is discord.InteractionType.component:
                if not is_known(named_in(interaction) or ""):
                    await tell(interaction, say(OLD_BUTTON, str(interaction.locale)))
                    return
            elif interaction.type is discord.InteractionType.modal_submit:
                await tell(interaction, say(OLD_BUTTON, str(interaction.locale)))
                return
            elif interaction.type is not discord.InteractionType.application_command:
                return
            await asyncio.sleep(LATE)
            if not interaction.response.is_done() and not interaction.extras.get("lost"):
                await tell(interaction, say(SLOW, str(interaction.locale)))
        except (discord.HTTPException, discord.InteractionResponded) as error:
            log.info("Interaction %d could not be answered: %s", interaction.id, error)

    async def _tidy(self) -> None:
        """Tables that nobody started within a day are closed, and their messages say so."""
        await self.bot.wait_until_ready()
        while True:
            try:
                for match in await self.bot.matches.tidy():
                    with contextlib.suppress(discord.HTTPException):
                        await show_table(self.bot, match)
            except Exception:
                log.exception("Could not tidy up")
            await asyncio.sleep(TIDY_EVERY)


async def setup(bot: "Crux") -> None:
    bot.add_dynamic_items(*ITEMS)
    await bot.add_cog(Posting(bot))
    await bot.add_cog(House(bot))
