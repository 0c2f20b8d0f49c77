"""The welcome message on a new server: the first command, and the settings."""

import contextlib
import logging

import discord

from bot.text import N_, say, speaking
from bot.text.terms import commas
from cogs.shared.access.permissions import missing_permissions
from cogs.shared.client.client import Client
from cogs.shared.client.failures import NETWORK_ERRORS, REQUEST_ERRORS

log = logging.getLogger(__name__)

WELCOME = N_(
    "### Hello! Crux brings board games to this server\n"
    "Type **`/crux`** in any channel to see the games and begin a first match.\n"
    "-# For those who manage this server: Crux needs the permissions {permissions} where people play. Choose the "
    "channels and roles for its commands under *Server Settings* > *Integrations* > *Crux*."
)


async def send_welcome(bot: Client, guild: discord.Guild) -> None:
    """Posts the message where Crux may write; otherwise sends it to the person who added it, if known."""
    channel = _channel(guild)
    target = channel if channel is not None else await _find_inviter(bot, guild)
    if target is None:
        return
    needed = missing_permissions(discord.Permissions.none(), in_thread=False, opens_thread=True)
    with speaking(str(guild.preferred_locale)):
        words = say(WELCOME, permissions=commas(f"**{name}**" for name in needed))
    try:
        await target.send(words, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        log.info("No welcome on a new server: Discord answered %d", error.code)
    except NETWORK_ERRORS as error:
        log.info("No welcome on a new server: %s", type(error).__name__)


def _channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for system messages, or the topmost one that everyone sees; None without permission to write."""
    everyone = guild.default_role
    open_channels = [one for one in guild.text_channels if one.permissions_for(everyone).view_channel]
    first = [guild.system_channel] if guild.system_channel is not None else []
    for channel in (*first, *open_channels):
        rights = channel.permissions_for(guild.me)
        if rights.view_channel and rights.send_messages:
            return channel
    return None


async def _find_inviter(bot: Client, guild: discord.Guild) -> discord.abc.Messageable | None:
    """The person who added the bot, from the audit log if the bot may read it."""
    if not guild.me.guild_permissions.view_audit_log:
        return None
    with contextlib.suppress(*REQUEST_ERRORS):
        async for entry in guild.audit_logs(action=discord.AuditLogAction.bot_add, limit=10):
            if entry.target is not None and entry.target.id == guild.me.id and entry.user_id is not None:
                return await bot.fetch_user(entry.user_id)
    return None
