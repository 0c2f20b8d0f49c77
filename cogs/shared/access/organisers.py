"""Who may run leagues and tournaments."""

import discord

from cogs.shared.client.initial_responses import Interaction


async def is_organiser(interaction: Interaction) -> bool:
    """Whether the person may run leagues and tournaments on this server."""
    if interaction.permissions.manage_guild:
        return True
    settings = await interaction.client.matches.servers.settings(interaction.guild_id)
    roles = {role.id for role in interaction.user.roles} if isinstance(interaction.user, discord.Member) else set()
    return not roles.isdisjoint(settings.organisers)
