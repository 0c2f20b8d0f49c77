"""Small pictures of the games, each drawn once."""

from functools import partial

import discord
from PIL import ImageOps

from bot.rules.chance import Sealed
from bot.text import language
from cogs.shared.presentation.drawing import REQUESTED, as_file, draw_in_thread
from cogs.shared.presentation.presentation import Presentation
from images.canvas.canvas import Encoded, encode

SIZE = 320  # pixels; Discord shows 85, on screens with up to three times the density

_thumbnails: dict[tuple[str, str], Encoded] = {}  # by game and language


async def thumbnail(cog: Presentation) -> discord.File:
    """The picture of one game, named after it."""
    key = cog.game.key, language()
    if key not in _thumbnails:
        _thumbnails[key] = await draw_in_thread(partial(_draw, cog), REQUESTED)
    return as_file(_thumbnails[key], cog.game.key)


def _draw(cog: Presentation) -> Encoded:
    """The middle of the first picture of the rules, or of the start of a match if they have none."""
    pages = [page.picture for page in cog.rule_pages if page.picture is not None]
    if pages:
        picture = cog.pictures.draw(*pages[0]())
    else:
        start = cog.game.start(cog.game.seats({})[0], {}, Sealed(bytes(32), "thumbnail"))
        picture = cog.pictures.draw(start.sight(None))
    return encode(ImageOps.fit(picture, (SIZE, SIZE)))
