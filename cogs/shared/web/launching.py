"""Launching the board within Discord, as an Activity: by **Open the board**, or by Discord's Entry Point command."""

import asyncio
import logging

import discord

from bot.match import Busy, NotWritable, StoreBusy, Unsure
from bot.text import N_
from cogs.shared.client.initial_responses import UNKNOWN_INTERACTION, AlreadyResponded, InitialResponse
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.replies import Interaction

log = logging.getLogger(__name__)

NOTE_SECONDS = 1.0
"""Seconds for the database to note which match is meant: Discord waits only three for the launch."""


async def launch(interaction: Interaction, match_id: int | None = None) -> bool:
    """Opens the Activity where the interaction comes from, at this match. Returns False if Discord refuses that."""
    if interaction.guild_id is not None and not interaction.permissions.use_embedded_activities:
        return False
    place = interaction.guild_id or interaction.channel_id
    if match_id is not None and place is not None:
        noting = asyncio.ensure_future(interaction.client.matches.browsers.launch(interaction.user.id, match_id, place))
        noting.add_done_callback(_tell_failure)
        await asyncio.wait({noting}, timeout=NOTE_SECONDS)  # without it, the list of matches is shown
    try:
        kind = discord.InteractionResponseType.launch_activity
        await InitialResponse.of(interaction).send(kind, interaction.response.launch_activity)
    except AlreadyResponded:  # it took so long that the bot has asked for patience
        return False
    except discord.HTTPException as error:
        if error.code == UNKNOWN_INTERACTION or error.status >= 500:
            raise
        log.warning("Discord launches no Activity: %s. Are Activities on in the developer portal?", error.code)
        return False
    return True


def _tell_failure(noting: asyncio.Future[None]) -> None:
    if not noting.cancelled() and (error := noting.exception()) is not None:
        is_usual = isinstance(error, Busy | NotWritable | StoreBusy | Unsure)
        log.log(logging.WARNING if is_usual else logging.ERROR, "Couldn't note a launch: %s", type(error).__name__)


async def open_entry_point(interaction: Interaction) -> None:
    """Handles the Entry Point command, where the host has chosen that Discord leaves that to the bot."""
    if not interaction.client.has_activity or not await launch(interaction):
        raise ScreenRefusal(N_("Boards can't be opened within Discord now. Play with the buttons below a board."))
