"""Which roles the bot gives on somebody's word: harmless ones that this person could give as well.

Discord only asks what the bot itself may do, so without this everybody who may choose a role for champions could give
away each role below the bot's.
"""

import contextlib

import discord

from bot.text import N_

HARMLESS = discord.Permissions(
    add_reactions=True,
    attach_files=True,
    change_nickname=True,
    connect=True,
    create_instant_invite=True,
    create_private_threads=True,
    create_public_threads=True,
    embed_links=True,
    external_emojis=True,
    external_stickers=True,
    priority_speaker=True,
    read_message_history=True,
    request_to_speak=True,
    send_messages=True,
    send_messages_in_threads=True,
    send_polls=True,
    send_tts_messages=True,
    send_voice_messages=True,
    set_voice_channel_status=True,
    speak=True,
    stream=True,
    use_application_commands=True,
    use_embedded_activities=True,
    use_external_apps=True,
    use_external_sounds=True,
    use_soundboard=True,
    use_voice_activation=True,
    view_channel=True,
)
"""What a role may let people do. Everything else, also what Discord adds one day, makes it dangerous to give away."""

NOT_TO_GIVE = N_("{role} can't be given to champions, as Discord gives it itself.")
DANGEROUS = N_(
    "{role} can't be given to champions, as it lets people manage or moderate. Choose a role without such permissions."
)
NOT_YOURS = N_(
    "You can't choose {role} for champions. For that you need the permission *Manage Roles* and a role of your own "
    "above it."
)
NO_LONGER_THEIRS = N_(
    "{role} wasn't given, as the person who chose it can't give it any more. Remove it in `/settings`, then let "
    "someone who can give it choose it again."
)


def is_never_given(role: discord.Role) -> str | None:
    """Why this role is given on nobody's word, as a sentence with `{role}`; None if it may be."""
    if role.managed or role.is_default():
        return NOT_TO_GIVE
    granted = role.permissions.value
    for channel in role.guild.channels:
        granted |= channel.overwrites_for(role).pair()[0].value
    return DANGEROUS if granted & ~HARMLESS.value else None


def could_give(member: discord.Member, role: discord.Role) -> bool:
    """Whether Discord would let somebody give this role themselves."""
    if member.id == role.guild.owner_id:
        return True
    return member.guild_permissions.manage_roles and member.top_role > role


async def may_still_be_given(guild: discord.Guild, role: discord.Role, chosen_by: int | None) -> bool:
    """Whether the person who chose this role, None for one who was forgotten, could give it now.

    Raises discord.HTTPException if Discord doesn't say.
    """
    if chosen_by is not None:
        with contextlib.suppress(discord.NotFound):  # without the members intent only Discord knows their roles
            return could_give(await guild.fetch_member(chosen_by), role)
    return False
