"""Private replies: one way to say something to one person, whatever response the interaction already has."""

import contextlib
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.shared.interactions.clipping import ALT, clip
from cogs.shared.interactions.initial_responses import AlreadyResponded, InitialResponse, Kind, WorkQueue
from cogs.shared.interactions.initial_responses import Interaction as Interaction
from cogs.shared.interactions.service import with_notice

TEXT_LIMIT = 3900  # the maximum total length in one message; Discord allows 4,000


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
        """`pictures` are names of attached files with their alt texts; `files` are all others."""
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=colour)
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
) -> int:
    """Says something to this person alone: as the response, in place of "thinking", or after it.

    The operator's announcement stands below it. Returns the id of the private message. `files` are for downloading;
    those that the message already has are kept only if it is edited. `shown_in_rows` are pictures that items of `rows`
    contain themselves. `replace` edits the private message that was clicked on; only for clicks on private messages.
    """
    alts = [(file.filename, alt) for file, alt in pictures]
    words = with_notice(interaction.client, words, TEXT_LIMIT)
    note = PrivateMessage(words, pictures=alts, files=[file.filename for file in files], rows=rows, colour=colour)
    nobody = discord.AllowedMentions.none()
    attached = [*(file for file, _ in pictures), *files, *shown_in_rows]
    new = [file for file in attached if isinstance(file, discord.File)]
    first = InitialResponse.of(interaction)

    async def send() -> int | None:
        for file in new:
            file.reset()  # an earlier attempt may have read it
        message = await interaction.response.send_message(view=note, files=new, ephemeral=True, allowed_mentions=nobody)
        return message.message_id

    message_id = None
    if first.response_type is None:
        with contextlib.suppress(AlreadyResponded):
            message_id = await first.send(Kind.channel_message, send) or (await interaction.original_response()).id
    if message_id is not None:
        pass
    elif replace or (first.response_type is Kind.deferred_channel_message and not first.completed):
        edited = await interaction.edit_original_response(view=note, attachments=attached, allowed_mentions=nobody)
        message_id = edited.id
    else:
        followed = await interaction.followup.send(
            view=note, files=new, ephemeral=True, allowed_mentions=nobody, wait=True
        )
        message_id = followed.id
    first.completed = True
    return message_id


async def defer_reply(interaction: Interaction) -> None:
    """Acknowledges privately; `reply` completes it. Returns when it is this interaction's turn."""

    async def send() -> object:
        return await interaction.response.defer(ephemeral=True, thinking=True)

    await WorkQueue.of(interaction.client).acknowledge(interaction, Kind.deferred_channel_message, send)


async def defer_update(interaction: Interaction) -> None:
    """Acknowledges a click without showing anything; the message can be edited afterwards.

    Returns when it is this interaction's turn.
    """
    await WorkQueue.of(interaction.client).acknowledge(
        interaction, Kind.deferred_message_update, interaction.response.defer
    )
