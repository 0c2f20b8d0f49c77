"""Icons of pieces in lists and on buttons: emoji that Discord keeps for the bot itself.

They only decorate. Those that Discord doesn't have (yet) are left out, and everything works without them.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from io import BytesIO

import discord
from PIL import Image

from bot.client import Crux
from cogs.shared.presentation.drawing import COMPUTERS_PLAY, draw_in_thread
from cogs.shared.presentation.registry import cogs_of
from images.canvas.icons import edition

log = logging.getLogger(__name__)

PREFIX = "crux_"
"""How the names of these emoji begin, so that others of the operator are left alone."""

INVALID = 50035  # Discord's code for a message that it doesn't take as it is

UNUSED_FOR = timedelta(days=14)
"""How long those of an earlier release stay, for boards that still show them."""

_OURS = re.compile(rf"{PREFIX}\w+_[0-9a-f]{{6}}")

_emoji: dict[str, discord.PartialEmoji] = {}

REFUSED = asyncio.Event()
"""Set once Discord has refused a message for an icon that is gone, until they are looked up again."""


def emoji_of(icon: str) -> discord.PartialEmoji | None:
    """The emoji of an icon. None if Discord doesn't have it, or if there's no icon."""
    return _emoji.get(icon)


def note_refusal(error: discord.HTTPException) -> bool:
    """Whether Discord refused a message because an icon is gone. Then none is shown until they are looked up again."""
    if error.code != INVALID or "Invalid emoji" not in error.text:
        return False
    _emoji.clear()
    REFUSED.set()
    return True


async def look_up_icons(bot: Crux, *, uploads: bool) -> bool:
    """Reads which icons Discord has, and returns whether it has all of them.

    With `uploads` it gets those that are missing, and loses those of old releases. Raises discord.HTTPException and
    errors of the network; those that Discord has are shown all the same.
    """
    REFUSED.clear()
    drawn = {icon: draw for cog in cogs_of(bot) for icon, draw in cog.icons.items()}
    names = {f"{PREFIX}{icon}_{edition()}": icon for icon in drawn}
    there = {emoji.name: emoji for emoji in await bot.fetch_application_emojis() if _OURS.fullmatch(emoji.name)}
    try:
        if uploads:
            for name in [name for name in names if name not in there]:
                image = await draw_in_thread(partial(_as_png, drawn[names[name]]), COMPUTERS_PLAY)
                there[name] = await bot.create_application_emoji(name=name, image=image)
    finally:
        _show(names, there)
    if uploads:
        await _delete_unused(names, there)
    return all(name in there for name in names)


def _show(names: Mapping[str, str], there: Mapping[str, discord.Emoji]) -> None:
    known = {icon: discord.PartialEmoji(name=name, id=there[name].id) for name, icon in names.items() if name in there}
    if known.keys() != _emoji.keys():
        log.info("Lists and buttons show %d of %d icons", len(known), len(names))
    _emoji.clear()
    _emoji.update(known)


async def _delete_unused(names: Mapping[str, str], there: Mapping[str, discord.Emoji]) -> None:
    newest = max((there[name].created_at for name in names), default=discord.utils.utcnow())
    unused = [emoji for name, emoji in there.items() if name not in names]
    if unused and newest < discord.utils.utcnow() - UNUSED_FOR:
        for emoji in unused:
            await emoji.delete()
        log.info("Deleted %d icons of an earlier release", len(unused))


def _as_png(draw: Callable[[], Image.Image]) -> bytes:
    file = BytesIO()
    draw().save(file, "PNG", optimize=True)
    return file.getvalue()
