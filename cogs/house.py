"""What belongs to no game: posting, errors, buttons nobody knows any more, tidying up."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.text import N_, say
from cogs.shared.answers import Asked, tell
from cogs.shared.errors import explain
from cogs.shared.first_answers import TROUBLE, FirstAnswer
from cogs.shared.posting import Posting
from cogs.shared.presses import OldButton, pressed
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
        self._late: set[asyncio.Task[None]] = set()  # answers that are being sent

    async def cog_load(self) -> None:
        self.bot.tree.on_error = self._on_command_error  # type: ignore[method-assign]  # how discord.py is told
        self.bot.explain = explain
        self._tidying = asyncio.create_task(self._tidy(), name="tidying")

    async def cog_unload(self) -> None:
        self.bot.tree.on_error = self._library_handler  # type: ignore[method-assign]
        if self._tidying is not None:
            self._tidying.cancel()

    async def _on_command_error(self, interaction: Asked, error: app_commands.AppCommandError) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            name = interaction.command.qualified_name if interaction.command else "a command of another version"
            log.warning("No suggestions for %s: %s", name, type(error).__name__)
            with contextlib.suppress(discord.HTTPException, discord.InteractionResponded, *TROUBLE):
                await interaction.response.autocomplete([])
            return
        await explain(interaction, error)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Asked) -> None:
        """Do what a click asks for, and answer what would otherwise be left open for too long."""
        if interaction.type is discord.InteractionType.modal_submit:
            await explain(interaction, OldButton())
        elif interaction.type in (discord.InteractionType.component, discord.InteractionType.application_command):
            waiting = asyncio.get_running_loop().call_later(LATE, self._is_late, interaction)
            if interaction.type is discord.InteractionType.component:
                await pressed(interaction)
                waiting.cancel()

    def _is_late(self, interaction: Asked) -> None:
        if not FirstAnswer.of(interaction).settled:
            task = asyncio.create_task(self._tell_slow(interaction), name="late answer")
            self._late.add(task)
            task.add_done_callback(self._late.discard)

    @staticmethod
    async def _tell_slow(interaction: Asked) -> None:
        try:
            await tell(interaction, say(SLOW, str(interaction.locale)))
        except (discord.HTTPException, *TROUBLE) as error:
            log.info("Interaction %d could not be answered: %s", interaction.id, type(error).__name__)

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
    await bot.add_cog(Posting(bot))
    await bot.add_cog(House(bot))
