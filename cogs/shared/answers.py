"""Private answers: one way to say something to one person, whatever has become of the interaction so far."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

TEXT_LIMIT = 3900  # characters over all texts of one message; Discord takes 4,000

if TYPE_CHECKING:
    from bot.client import Crux

    Asked = discord.Interaction[Crux]
else:
    Asked = discord.Interaction


def named_in(interaction: "Asked") -> str | None:
    """The custom id of the button, select or modal that was used."""
    custom_id = dict(interaction.data or {}).get("custom_id")
    return custom_id if isinstance(custom_id, str) else None


class Note(ui.LayoutView):
    """A private message: some text, perhaps a picture, perhaps rows of buttons and selects with headings."""

    def __init__(
        self,
        words: str,
        *,
        picture: tuple[str, str] | None = None,
        rows: Sequence[ui.Item[Any]] = (),
        colour: discord.Colour | None = None,
    ) -> None:
        """`picture` is a file name among the message's attachments and its alt text."""
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=colour)
        box.add_item(ui.TextDisplay(clipped(words)))
        if picture is not None:
            name, description = picture
            box.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=description)))
        for row in rows:
            box.add_item(row)
        self.add_item(box)


def clipped(words: str, limit: int = TEXT_LIMIT) -> str:
    """The text, cut where Discord would refuse it."""
    return words if len(words) <= limit else words[: limit - 1].rstrip() + "…"


async def tell(
    interaction: Asked,
    words: str,
    *,
    file: discord.File | None = None,
    alt: str = "",
    rows: Sequence[ui.Item[Any]] = (),
    colour: discord.Colour | None = None,
    replace: bool = False,
) -> None:
    """Say something to the person who asked, and to nobody else: as the answer, in place of "thinking", or after it.

    `replace` rewrites the private message that was clicked on; only for clicks on messages that are private.
    """
    note = Note(words, picture=(file.filename, alt) if file else None, rows=rows, colour=colour)
    nobody = discord.AllowedMentions.none()
    files = [file] if file else []
    if not interaction.response.is_done():
        await interaction.response.send_message(view=note, files=files, ephemeral=True, allowed_mentions=nobody)
    elif replace or (
        interaction.response.type is discord.InteractionResponseType.deferred_channel_message
        and not interaction.extras.get("answered")
    ):
        await interaction.edit_original_response(view=note, attachments=files, allowed_mentions=nobody)
    else:
        await interaction.followup.send(view=note, files=files, ephemeral=True, allowed_mentions=nobody)
    interaction.extras["answered"] = True


async def think(interaction: Asked) -> None:
    """Acknowledge at once and privately; `tell` completes the answer."""
    await interaction.response.defer(ephemeral=True, thinking=True)


async def hold(interaction: Asked) -> None:
    """Acknowledge a click at once without showing anything; the message can be changed afterwards."""
    await interaction.response.defer()


def jump(guild_id: int | None, channel_id: int, message_id: int) -> str:
    """The address of a message."""
    return f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}/{message_id}"
