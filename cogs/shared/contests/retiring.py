"""Removing the buttons of messages that stay behind when a league or a tournament moves."""

import logging

import discord

from bot.contests.values.league import League
from bot.contests.values.tournament import Tournament
from bot.text import N_, say
from cogs.shared.access.links import message_link
from cogs.shared.client.client import Client
from cogs.shared.client.clipping import clip
from cogs.shared.client.failures import is_temporary
from cogs.shared.contests.screen import Screen

log = logging.getLogger(__name__)

LIMIT = 3900  # characters


async def retire(
    bot: Client, home: League | Tournament, screen: Screen, newest: int, channel_id: int, old: int
) -> None:
    """Removes the buttons of the message `old` in this channel, and links to the message `newest` that shows its part.

    Messages with a picture have no buttons and stay as they are. If somebody has deleted the message or its channel, or
    Discord refuses, that is harmless: its buttons do what those of the newest do. Raises discord.HTTPException if
    trying again may help.
    """
    if screen.draw is not None:
        return
    link = message_link(home.guild_id, home.channel_id, newest)
    notice = say(N_("➡️ This continues in <#{channel}>: [go there]({link})"), channel=home.channel_id, link=link)
    head, *lines = screen.words.splitlines()
    view = Screen(clip("\n".join([head, notice, *lines]), LIMIT)).view(None)
    message = bot.get_partial_messageable(channel_id, guild_id=home.guild_id).get_partial_message(old)
    try:
        await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        if is_temporary(error):
            raise
        log.info("Couldn't remove the buttons of message %d: %s, %s", old, error.status, error.code)
