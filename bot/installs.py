"""Crux where it isn't a member: people can install it for themselves and use its commands anywhere on Discord."""

import logging
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import AppCommandContext, AppInstallationType

log = logging.getLogger(__name__)

ELSEWHERE = "elsewhere"
"""Where an interaction's extras say whether somebody uses the bot where it isn't a member."""

NOT_ALLOWED = (
    "People can't install this bot for themselves yet: Discord's developer portal doesn't allow it. Tick User Install "
    "under Installation there, and start the bot again. Until then its commands are offered on servers only"
)


def may_be_installed(application: discord.AppInfo | None) -> bool:
    """Whether the developer portal lets people install the bot for themselves; logs what to tick if it doesn't.

    Discord refuses all commands if one of them is for people and it doesn't.
    """
    if application is not None and application.user_integration_config is not None:
        return True
    log.warning(NOT_ALLOWED)
    return False


def offer_to_people(tree: app_commands.CommandTree[Any]) -> None:
    """Offers what isn't about a server to people who have installed the bot, wherever they are."""
    for command in tree.get_commands(type=discord.AppCommandType.chat_input):
        contexts = command.allowed_contexts
        if contexts is not None and contexts.dm_channel and command.default_permissions is None:
            command.allowed_installs = AppInstallationType(guild=True, user=True)
            command.allowed_contexts = AppCommandContext(guild=True, dm_channel=True, private_channel=True)
            if isinstance(command, app_commands.Group):
                command.guild_only = False


def leave_foreign_server(interaction: discord.Interaction[Any]) -> int | None:
    """Treats an interaction on a server without the bot as one in direct messages: nothing of a server applies there.

    Returns the id of the server on which it was, None for none, also when it's called again.
    """
    if "server" not in interaction.extras:
        mine = interaction.is_user_integration() and not interaction.is_guild_integration()
        interaction.extras["server"] = interaction.guild_id
        interaction.extras[ELSEWHERE] = mine and not interaction.context.dm_channel
    if interaction.guild_id is not None and interaction.extras[ELSEWHERE]:
        interaction.guild_id = None
        interaction.user = interaction.client.get_user(interaction.user.id) or interaction.user
    server: int | None = interaction.extras["server"]
    return server
