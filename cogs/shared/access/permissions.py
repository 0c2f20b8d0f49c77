"""The bot's permissions in a channel, and telling people which are missing."""

from typing import Any

import discord

from bot.text import N_, say
from bot.text.terms import commas
from cogs.shared.client.carriers import is_elsewhere
from cogs.shared.client.initial_responses import Interaction
from cogs.shared.client.refusals import MissingPermissions

ALWAYS = ("view_channel", "send_messages", "attach_files")
FOR_A_THREAD = ("create_public_threads", "send_messages_in_threads")
FOR_A_PRIVATE_THREAD = ("create_private_threads", "send_messages_in_threads")
IN_A_THREAD = ("view_channel", "send_messages_in_threads", "attach_files")

_NAMES = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
    "create_public_threads": N_("Create Public Threads"),
    "create_private_threads": N_("Create Private Threads"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
}


def opens_threads(kind: discord.ChannelType, *, private: bool = False) -> bool:
    """Whether this kind of channel has threads. The chats of voice and stage channels have none at all."""
    return kind is discord.ChannelType.text or (kind is discord.ChannelType.news and not private)


def missing_permissions(
    granted: discord.Permissions, *, in_thread: bool, opens_thread: bool, private: bool = False, by_hand: bool = False
) -> list[str]:
    """The missing permissions, under their names in Discord's settings.

    They are the bot's, or with `by_hand` those of a person on whose word it does something.
    """
    needed: tuple[str, ...] = IN_A_THREAD if in_thread else ALWAYS
    if by_hand:  # nobody but the bot attaches the pictures
        needed = tuple(name for name in needed if name != "attach_files")
    if opens_thread:
        needed = (*needed, *(FOR_A_PRIVATE_THREAD if private else FOR_A_THREAD))
    return [say(_NAMES[name]) for name in dict.fromkeys(needed) if not getattr(granted, name)]


def check_permissions(interaction: Interaction, *, thread: bool = False, private: bool = False) -> None:
    """Refuses to begin what couldn't be shown here, with `private` in private threads.

    That is because the bot may not write or open threads here, or the person who wants it may not do so.

    Raises MissingPermissions, which names each permission.
    """
    if is_elsewhere(interaction):
        check_elsewhere(interaction, thread=thread)
        return
    in_thread = isinstance(interaction.channel, discord.Thread)
    if in_thread and thread:
        raise MissingPermissions("You can't open a thread inside a thread. Start in a channel, or leave out `thread`.")
    check_kind(interaction, thread=thread, private=private)
    own = None if interaction.guild_id is None else interaction.permissions
    check_rights(interaction.app_permissions, own, in_thread=in_thread, opens_thread=thread, private=private)


def check_rights(
    granted: discord.Permissions,
    own: discord.Permissions | None,
    *,
    in_thread: bool,
    opens_thread: bool = False,
    private: bool = False,
) -> None:
    """Refuses what the bot couldn't show, or the person who wants it couldn't do, with these rights in a channel.

    The bot's have been `granted`; the person's `own` are None in direct messages, where there are none. Raises
    MissingPermissions, which names each permission.
    """
    named = {"in_thread": in_thread, "opens_thread": opens_thread, "private": private}
    lacking = missing_permissions(granted, **named)
    if lacking:
        raise MissingPermissions(
            "I can't post boards in this channel. Ask someone who manages this server to give me these "
            "permissions here: **{permissions}**. Then try again.",
            permissions=commas(lacking),
        )
    own_lacking = [] if own is None else missing_permissions(own, **named, by_hand=True)
    if own_lacking:
        raise MissingPermissions(
            "I do nothing here that you couldn't do. You need these permissions in this channel: **{permissions}**.",
            permissions=commas(own_lacking),
        )


def check_elsewhere(interaction: Interaction, *, thread: bool = False) -> None:
    """Refuses to begin what couldn't go on where the bot isn't a member. Raises MissingPermissions."""
    if thread:
        raise MissingPermissions("I can't open threads where I'm not a member. Leave out `thread`.")
    is_hushed = interaction.extras["server"] is not None and not interaction.permissions.use_external_apps
    if is_hushed or not interaction.client.matches.duty.shards.include(None):
        raise MissingPermissions(
            "On this server only you would see the board, as I'm not a member here. Play in direct messages with each "
            "other or in a group, or ask someone who manages this server to add me."
        )


def check_kind(interaction: Interaction, *, thread: bool, private: bool = False) -> None:
    """Refuses to begin what needs threads in a kind of channel that has none. MissingPermissions."""
    channel = interaction.channel
    if thread and channel is not None and not isinstance(channel, discord.Thread):
        check_has_threads(channel, private=private)


def check_has_threads(channel: Any, *, private: bool = False) -> None:
    """Raises MissingPermissions for a channel of a kind that has no such threads."""
    if not opens_threads(channel.type, private=private):
        if opens_threads(channel.type):
            raise MissingPermissions(
                "No private threads can be opened in this kind of channel. Use an ordinary text channel."
            )
        raise MissingPermissions("No threads can be opened in this kind of channel. Use a text channel instead.")


def existing_channels(interaction: Interaction) -> set[int] | None:
    """The server's channels; None if they aren't known."""
    return None if interaction.guild is None else channels_of(interaction.guild)


def channels_of(guild: discord.Guild) -> set[int]:
    return {channel.id for channel in guild.channels}
