"""What belongs to no game: posting, errors, outdated buttons, tidying up."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from time import perf_counter
from typing import Protocol

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.client import Crux
from bot.match import Busy, StoreBusy
from bot.text import LANGUAGES, N_, begun_languages, say, speak
from cogs.shared.boards.carrying import note_carrier
from cogs.shared.boards.confirmations import carry_on
from cogs.shared.boards.posting import Posting
from cogs.shared.client.client import Client
from cogs.shared.client.failures import NETWORK_ERRORS, REQUEST_ERRORS, keep_working
from cogs.shared.client.initial_responses import InitialResponse
from cogs.shared.client.languages import Languages
from cogs.shared.commands.errors import explain
from cogs.shared.commands.translating import CommandTranslator
from cogs.shared.home.welcome import send_welcome
from cogs.shared.interactions.clicks import handle_click
from cogs.shared.interactions.gatekeeper import Gatekeeper
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.registry import cogs_of
from cogs.shared.presentation.warming import usual_tables, warm
from cogs.shared.tables.table import update_table
from cogs.shared.wording.labels import NAMES
from images.canvas.fonts import drawable

log = logging.getLogger(__name__)

ANSWER_DEADLINE = 2.4  # seconds after which an unanswered interaction is acknowledged here; Discord gives 3

WARM_MORE_AFTER = 60.0  # seconds after the start, when those who waited for it have been served

SLOW_REPLY = N_(
    "This is taking longer than it should. If it was a move, check `/match list` in a moment to see "
    "whether it was played."
)


class HousekeepingClient(Client, Protocol):
    """The client as housekeeping needs it: what it says to interactions comes from here."""

    admit: Callable[[Interaction], None]

    def is_closed(self) -> bool: ...

    async def takes(self, interaction: Interaction) -> bool: ...


class Housekeeping(commands.Cog):
    """Keeps every interaction answered and the tables tidy."""

    def __init__(self, bot: HousekeepingClient) -> None:
        self.bot = bot
        self.late_replies: set[asyncio.Task[None]] = set()  # answers that are being sent
        self._connected = False

    async def cog_load(self) -> None:
        await self.bot.tree.set_translator(CommandTranslator())
        for locale, name in begun_languages().items():
            if locale not in LANGUAGES:
                log.warning("Not all messages are translated into %s, so it isn't offered: docs/translating.md", name)
        for locale, name in LANGUAGES.items():
            if drawable(locale) != locale:
                log.warning("No font has the letters of %s, so its pictures are in English: docs/translating.md", name)
        self.bot.tree.error(self.on_command_error)
        self.bot.explain = explain
        self.tidy.start()
        await Gatekeeper.of(self.bot).refresh()
        self.bot.admit = self.admit
        self.look_at_service.start()
        self.save_languages.start()
        self.purge_traces.start()
        self.bot.before_closing.append(Languages.of(self.bot).save)

    async def cog_unload(self) -> None:
        """Ends its work. It goes on explaining errors: what a stopping bot still does may fail after this."""
        self._warm.cancel()
        self.tidy.cancel()
        self.save_languages.cancel()
        self.purge_traces.cancel()
        self.look_at_service.cancel()

    def admit(self, interaction: Interaction) -> None:
        """Refuses a command if the operator has blocked the person, or the person has used too many."""
        Gatekeeper.of(self.bot).admit(interaction, str(dict(interaction.data or {}).get("name")))

    async def on_command_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        if interaction.type is discord.InteractionType.autocomplete and not self.bot.is_closed():
            if not isinstance(error, app_commands.CheckFailure):
                name = interaction.command.qualified_name if interaction.command else "a command from another version"
                log.warning("No suggestions for %s: %s", name, type(error).__name__)
            with contextlib.suppress(discord.HTTPException, discord.InteractionResponded, *NETWORK_ERRORS):
                await interaction.response.autocomplete([])
            return
        await explain(interaction, error)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Carries out clicks, and acknowledges what would otherwise be left open for too long."""
        response = InitialResponse.of(interaction)  # counts from now
        if not await self.bot.takes(interaction):
            return
        is_carrier = note_carrier(self.bot, interaction)
        speak(str(interaction.locale))
        Languages.of(self.bot).note(interaction)
        NAMES.learn(interaction.guild_id, interaction.user)
        clicks = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if interaction.type in (*clicks, discord.InteractionType.application_command):
            left = ANSWER_DEADLINE - (perf_counter() - response.began)
            waiting = asyncio.get_running_loop().call_later(left, self.answer_if_late, interaction)
            if interaction.type in clicks:
                await handle_click(interaction)
                waiting.cancel()
            if is_carrier:
                with contextlib.suppress(Busy, StoreBusy):  # the next click tries it again
                    await carry_on(interaction)

    def answer_if_late(self, interaction: Interaction) -> None:
        if not InitialResponse.of(interaction).settled:
            task = asyncio.create_task(self._send_slow(interaction), name="late answer")
            self.late_replies.add(task)
            task.add_done_callback(self.late_replies.discard)

    @staticmethod
    async def _send_slow(interaction: Interaction) -> None:
        try:
            await reply(interaction, say(SLOW_REPLY))
        except REQUEST_ERRORS as error:
            log.info("Couldn't answer interaction %d: %s", interaction.id, type(error).__name__)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        if self.bot.matches.duty.shards.include(guild.id):
            await send_welcome(self.bot, guild)

    @commands.Cog.listener()
    async def on_connect(self) -> None:
        """Begins to draw the boards of usual tables as soon as Discord has been reached."""
        if not self._connected:
            self._connected = True
            self._warm.start()

    @tasks.loop(count=1)
    async def _warm(self) -> None:
        """Draws what the usual tables' pictures share: of every game first, and when the bot runs, of other seats."""
        cogs = cogs_of(self.bot)
        for number, (cog, seats) in enumerate(usual_tables(cogs)):
            if number == len(cogs):
                await asyncio.sleep(WARM_MORE_AFTER)
            await warm(cog, seats, {})

    @tasks.loop(minutes=10)
    @keep_working(log, "Couldn't clean up")
    async def tidy(self) -> None:
        """Closes tables that nobody started within a day, and updates their messages."""
        await self.bot.wait_until_ready()
        for match in await self.bot.matches.tables.tidy():
            with contextlib.suppress(*REQUEST_ERRORS):
                await update_table(self.bot, match)

    @commands.Cog.listener()
    async def on_shard_ready(self, _shard: int) -> None:
        """Shows the announcement again: Discord forgets it with the connection."""
        await Gatekeeper.of(self.bot).show_status(anew=True)

    @tasks.loop(seconds=30)
    @keep_working(log, "Couldn't look for blocks and announcements")  # what was decided before holds
    async def look_at_service(self) -> None:
        """Heeds what the operator has decided in another process, or in this one for some time only."""
        await Gatekeeper.of(self.bot).refresh()
        await Gatekeeper.of(self.bot).show_status()

    @tasks.loop(minutes=1)
    @keep_working(log, "Couldn't store languages")  # they are noted again when their people come back
    async def save_languages(self) -> None:
        """Stores the languages of those who have used Crux since the last time."""
        await Languages.of(self.bot).save()

    @tasks.loop(minutes=1)
    @keep_working(log, "Couldn't delete traces")
    async def purge_traces(self) -> None:
        """Deletes what rules no longer need to know of people who were forgotten."""
        await self.bot.matches.people.purge_traces()


async def setup(bot: Crux) -> None:
    await bot.add_cog(Posting(bot))
    await bot.add_cog(Housekeeping(bot))
