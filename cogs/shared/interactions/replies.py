"""Private replies: one way to say something to one person, whatever has become of the interaction so far."""

import contextlib
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.shared.interactions.clipping import ALT, clip
from cogs.shared.interactions.initial_responses import AlreadyResponded, InitialResponse, Kind, WorkQueue
from cogs.shared.interactions.initial_responses import Interaction as Interaction

TEXT_LIMIT = 3900  # characters over all texts of one message; Discord takes 4,000


Attached = discord.File | discord.Attachment
"""A file ready to be attached, or one that the message has already."""

Picture = tuple[Attached, str]
"""A picture and its alt text."""


def custom_id_of(interaction: "Interaction") -> str | None:
    """The custom id of the button, select or modal that was used."""
    custom_id = dict(interaction.data or {}).get("custom_id")
    return custom_id if isinstance(custom_id, str) else None


class PrivateMessage(ui.LayoutView):
    """A private message: some text, perhaps pictures and files, perhaps rows of buttons and selects with headings."""

    def __init__(
        self,
        words: str,
        *,
        pictures: Sequence[tuple[str, str]] = (),
        files: Sequence[str] = (),
        rows: Sequence[ui.Item[Any]] = (),
        colour: discord.Colour | None = None,
    ) -> None:
        """`pictures` are file names among the message's attachments, each with its alt text; `files` all others."""
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=colour)
        box.add_item(ui.TextDisplay(clip(words, TEXT_LIMIT)))
        for name, description in pictures:  # each by itself, since those of one gallery are shown small
            box.add_item(
                ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=clip(description, ALT)))
            )
        for name in files:
            box.add_item(ui.File(f"attachment://{name}"))
        for row in rows:
            box.add_item(row)
        self.add_item(box)


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
    """Say something to the person who asked, and to nobody else: as the answer, in place of "thinking", or after it.

    Gives the id of the private message. `files` are to be looked at elsewhere; those that the message has already can
    only be kept where it is rewritten.
    `shown_in_rows` are pictures to which items of `rows` refer themselves.
    `replace` rewrites the private message that was clicked on; only for clicks on messages that are private.
    """
    shown = [(file.filename, alt) for file, alt in pictures]
    note = PrivateMessage(words, pictures=shown, files=[file.filename for file in files], rows=rows, colour=colour)
    nobody = discord.AllowedMentions.none()
    attached = [*(file for file, _ in pictures), *files, *shown_in_rows]
    new = [file for file in attached if isinstance(file, discord.File)]
    first = InitialResponse.of(interaction)

    async def send() -> int | None:
        for file in new:
            file.reset()  # a try before this one may have read it
        sent = await interaction.response.send_message(view=note, files=new, ephemeral=True, allowed_mentions=nobody)
        return sent.message_id

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
    """Acknowledge immediately and privately; `reply` completes it. Returns when it is this interaction's turn."""

    async def send() -> object:
        return await interaction.response.defer(ephemeral=True, thinking=True)

    await WorkQueue.of(interaction.client).acknowledge(interaction, Kind.deferred_channel_message, send)


async def defer_update(interaction: Interaction) -> None:
    """Acknowledge a click at once without showing anything; the message can be changed afterwards.

    Returns when it is this interaction's turn.
    """
    await WorkQueue.of(interaction.client).acknowledge(
        interaction, Kind.deferred_message_update, interaction.response.defer
    )
