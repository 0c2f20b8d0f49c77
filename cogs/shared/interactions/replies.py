"""Private replies: one way to say something to one person, whatever response the interaction already has."""

import contextlib
import io
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any

import discord
from discord import ui

from cogs.shared.client.clipping import ALT, clip
from cogs.shared.client.failures import AS_LONG_AS_IT_LASTS, NETWORK_ERRORS, SOON, insist
from cogs.shared.client.initial_responses import AlreadyResponded, InitialResponse, ResponseType, WorkQueue
from cogs.shared.client.initial_responses import Interaction as Interaction
from cogs.shared.client.languages import draw_for
from cogs.shared.interactions.gatekeeper import with_notice

TEXT_LIMIT = 3900  # the maximum total length in one message; Discord allows 4,000
_EDITED = "edited"  # where an interaction has its newest edit
_FOLLOWED = "followed"  # and the id of its newest message that isn't the response
LOOKED_THROUGH = 50  # messages of a channel, for one that may have been sent


Attached = discord.File | discord.Attachment
"""A file to attach, or one that the message already has."""

Picture = tuple[Attached, str]
"""A picture and its alt text."""


def custom_id_of(interaction: Interaction) -> str | None:
    """The custom id of the button, select or modal."""
    custom_id = dict(interaction.data or {}).get("custom_id")
    return custom_id if isinstance(custom_id, str) else None


class PrivateMessage(ui.LayoutView):
    """A private message: text, possibly with pictures, files, and rows of buttons and selects with headings."""

    def __init__(
        self,
        words: str,
        *,
        pictures: Sequence[tuple[str, str]] = (),
        files: Sequence[str] = (),
        rows: Sequence[ui.Item[Any]] = (),
        colour: discord.Colour | None = None,
    ) -> None:
        """`pictures` are names of attached files with their alt texts; `files` are all others.

        `words` may be empty if `rows` say everything.
        """
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=colour)
        if words:
            box.add_item(ui.TextDisplay(clip(words, TEXT_LIMIT)))
        for name, description in pictures:  # one by one, because a gallery shows several pictures small
            box.add_item(
                ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=clip(description, ALT)))
            )
        for name in files:
            box.add_item(ui.File(f"attachment://{name}"))
        for row in rows:
            box.add_item(row)
        self.add_item(box)


def pinging(*people: int) -> discord.AllowedMentions:
    """Lets a message ping these people and nobody else."""
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(person) for person in people])


async def reply(
    interaction: Interaction,
    words: str,
    *,
    pictures: Sequence[Picture] = (),
    files: Sequence[Attached] = (),
    rows: Sequence[ui.Item[Any]] = (),
    shown_in_rows: Sequence[discord.File] = (),
    colour: discord.Colour | None = None,
    replace: bool = False,
    insistent: bool = False,
) -> int:
    """Says something to this person alone: as the response, in place of "thinking", or after it.

    The operator's announcement stands below it. Returns the id of the private message. `files` are for downloading;
    those that the message already has are kept only if it is edited. `shown_in_rows` are pictures that items of `rows`
    contain themselves. `replace` edits the private message that was clicked on; only for clicks on private messages.
    If the connection to Discord is lost, it's sent again; `insistent` tries that until Discord takes no more answers,
    so that nobody is left at "thinking".
    """
    alts = [(file.filename, alt) for file, alt in pictures]
    words = with_notice(interaction.client, words, TEXT_LIMIT)
    note = PrivateMessage(words, pictures=alts, files=[file.filename for file in files], rows=rows, colour=colour)
    nobody = discord.AllowedMentions.none()
    again = _Copies([*(file for file, _ in pictures), *files, *shown_in_rows])
    first = InitialResponse.of(interaction)

    async def send() -> int | None:
        message = await interaction.response.send_message(
            view=note, files=again.new(), ephemeral=True, allowed_mentions=nobody
        )
        return message.message_id

    async def edit() -> int:
        edited = await interaction.edit_original_response(view=note, attachments=again.all(), allowed_mentions=nobody)
        interaction.extras[_EDITED] = edited
        return edited.id

    async def follow() -> int:
        followed = await interaction.followup.send(
            view=note, files=again.new(), ephemeral=True, allowed_mentions=nobody, wait=True
        )
        interaction.extras[_FOLLOWED] = followed.id
        return followed.id

    message_id = None
    if first.response_type is None:
        with contextlib.suppress(AlreadyResponded):
            message_id = await first.send(ResponseType.channel_message, send) or await original_id(interaction)
    if message_id is None:
        edits = replace or (first.response_type is ResponseType.deferred_channel_message and not first.completed)
        pauses = AS_LONG_AS_IT_LASTS if insistent else SOON
        message_id = await insist(edit if edits else follow, pauses, anyway=insistent)
    first.completed = True
    return message_id


async def delete_reply(interaction: Interaction, message_id: int) -> None:
    """Deletes a private message that `reply` has sent or edited, while the interaction's token is valid."""
    if interaction.extras.get(_FOLLOWED) == message_id:
        await interaction.followup.delete_message(message_id)
    else:
        await interaction.delete_original_response()


def shown_at(interaction: Interaction) -> datetime:
    """When Discord last edited the private message, or took the click if it wasn't edited: by Discord's clock alone."""
    edited: discord.InteractionMessage | None = interaction.extras.get(_EDITED)
    asked_at = discord.utils.snowflake_time(interaction.id)
    return max(asked_at, edited.edited_at) if edited is not None and edited.edited_at is not None else asked_at


async def original_id(interaction: Interaction) -> int:
    """The id of the message that is the response to the interaction."""
    return (await insist(interaction.original_response)).id


async def follow_in_public(interaction: Interaction, send: Callable[[], Awaitable[discord.WebhookMessage]]) -> int:
    """Sends a message for everyone after the response, once, and returns its id. `send` may be called several times.

    If Discord's reply is lost, the message may be there all the same, so it's looked for before it's sent again. Raises
    what sending raises, and the loss if nobody may look.
    """

    async def look_and_follow() -> int:
        sent = await _follow_up_of(interaction)
        return (await send()).id if sent is None else sent

    try:
        return (await send()).id
    except NETWORK_ERRORS:
        if not interaction.app_permissions.read_message_history:
            raise
        return await insist(look_and_follow)


async def _follow_up_of(interaction: Interaction) -> int | None:
    """The id of the public message that has already followed this interaction's response."""
    if interaction.channel_id is None:
        return None
    channel = interaction.client.get_partial_messageable(interaction.channel_id, guild_id=interaction.guild_id)
    async for message in channel.history(after=discord.Object(interaction.id), limit=LOOKED_THROUGH):
        source = message.interaction_metadata
        if source is not None and source.id == interaction.id and not message.flags.ephemeral:
            return message.id
    return None


class _Copies:
    """Files that may be sent several times, although sending one uses it up."""

    def __init__(self, files: Sequence[Attached]) -> None:
        self._files = [(file, file.fp.read() if isinstance(file, discord.File) else b"") for file in files]

    def all(self) -> list[Attached]:
        """All of them, the new ones as copies."""
        return [_copy(file, data) if isinstance(file, discord.File) else file for file, data in self._files]

    def new(self) -> list[discord.File]:
        """Copies of those that no message has yet."""
        return [_copy(file, data) for file, data in self._files if isinstance(file, discord.File)]


def _copy(file: discord.File, data: bytes) -> discord.File:
    return discord.File(io.BytesIO(data), filename=file.filename, description=file.description, spoiler=file.spoiler)


async def defer_reply(interaction: Interaction) -> None:
    """Acknowledges privately; `reply` completes it. Returns when it is this interaction's turn."""

    async def send() -> object:
        return await interaction.response.defer(ephemeral=True, thinking=True)

    await WorkQueue.of(interaction.client).acknowledge(interaction, ResponseType.deferred_channel_message, send)
    await draw_for(interaction.client, interaction.user.id, interaction.guild_id)


async def defer_update(interaction: Interaction) -> None:
    """Acknowledges a click without showing anything; the message can be edited afterwards.

    Returns when it is this interaction's turn.
    """
    await WorkQueue.of(interaction.client).acknowledge(
        interaction, ResponseType.deferred_message_update, interaction.response.defer
    )
    await draw_for(interaction.client, interaction.user.id, interaction.guild_id)
