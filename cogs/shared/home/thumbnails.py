"""Small pictures of the games, each drawn once."""

from functools import partial

import discord

from cogs.shared.presentation.drawing import REQUESTED, as_file, draw_in_thread
from cogs.shared.presentation.presentation import Presentation
from images.canvas.canvas import Encoded, encode
from images.canvas.palette import NIGHT
from images.canvas.signs import Sign, sign_sprite

SIZE = 320  # pixels; Discord shows 85, on screens with up to three times the density

_thumbnails: dict[str, Encoded] = {}  # by game


async def thumbnail(cog: Presentation) -> discord.File:
    """The sign of one game, named after it."""
    key = cog.game.key
    if key not in _thumbnails:
        _thumbnails[key] = await draw_in_thread(partial(_draw, cog.sign), REQUESTED)
    return as_file(_thumbnails[key], key)


def _draw(sign: Sign) -> Encoded:
    return encode(sign_sprite(sign, SIZE, NIGHT))
