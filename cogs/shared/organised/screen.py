"""A message that stays and is edited as things happen."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import discord
from discord import ui

from bot.client import Crux
from cogs.shared.interactions.clicks import button, row
from cogs.shared.presentation.drawing import CALLING, as_file, draw_in_thread
from cogs.shared.tables.table import UNKNOWN_MESSAGE
from images.canvas import Encoded

COLOUR = discord.Colour(0x8FA3C8)
PEOPLE_LIMIT = 2500  # characters


@dataclass(frozen=True, slots=True)
class Screen:
    """A message: its text, its buttons (label, action, what the button carries), and a picture with its alt text."""

    words: str
    buttons: tuple[tuple[str, str, str], ...] = ()
    draw: Callable[[], Encoded] | None = None
    alt: str = ""

    @property
    def digest(self) -> str:
        """What it shows, in short: where it stays the same, the message does."""
        return sha256(repr((self.words, self.buttons, self.alt)).encode()).hexdigest()

    def view(self, picture: str | None) -> ui.LayoutView:
        """The message; `picture` is the name of the attached file."""
        view = ui.LayoutView(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=COLOUR)
        box.add_item(ui.TextDisplay(self.words))
        if picture is not None:
            box.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{picture}", description=self.alt)))
        if self.buttons:
            box.add_item(row(*(button(label, 0, 0, name, rest) for label, name, rest in self.buttons)))
        view.add_item(box)
        return view


async def bring_up_to_date(
    bot: Crux, guild_id: int, channel_id: int, name: str, screen: Screen, shown: tuple[int, str] | None
) -> int | None:
    """Edits a message, or sends it where there is none; returns its id, None where it already says that.

    `name` is of the message, in a few letters: what is sent twice under the same name within some minutes is one
    message. `shown` is the id of the message and the digest of what it says. Raises discord.HTTPException.
    """
    if shown is not None and shown[1] == screen.digest:
        return None
    picture = None if screen.draw is None else await draw_in_thread(screen.draw, CALLING)
    file = None if picture is None else as_file(picture, name.replace(".", "-"))
    view, nobody = screen.view(None if file is None else file.filename), discord.AllowedMentions.none()
    channel = bot.get_partial_messageable(channel_id, guild_id=guild_id)
    files = [] if file is None else [file]
    if shown is not None:
        try:
            message = channel.get_partial_message(shown[0])
            await message.edit(view=view, attachments=files, allowed_mentions=nobody)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            for one in files:  # somebody has deleted it
                one.reset()
        else:
            return shown[0]
    before = channel_id if shown is None else shown[0]  # a message in its place is another one
    sent = await channel.send(view=view, files=files, nonce=f"{name}.{before % 10**6}", allowed_mentions=nobody)
    return sent.id
