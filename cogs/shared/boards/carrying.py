"""Matches where the bot isn't a member: boards that wait for somebody's click, and telling players about them."""

import logging
from functools import partial

import discord

from bot.match import Match, Post
from bot.text import N_, say
from cogs.shared.boards.board import PICTURE, board_content
from cogs.shared.client.carriers import Carriers, is_elsewhere
from cogs.shared.client.client import Client
from cogs.shared.client.direct_messages import send_directly
from cogs.shared.client.failures import REQUEST_ERRORS
from cogs.shared.client.languages import to_person
from cogs.shared.interactions.clicks import button, row
from cogs.shared.interactions.replies import Interaction, PrivateMessage
from cogs.shared.presentation.drawing import as_files
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.plain_words import without_ids
from images.canvas.canvas import Encoded

log = logging.getLogger(__name__)


def note_carrier(bot: Client, interaction: Interaction) -> bool:
    """Notes an interaction that matches can follow; whether it is one."""
    if not is_elsewhere(interaction):
        return False
    Carriers.of(bot).note(interaction)
    return True


async def tell_directly(bot: Client, match: Match, post: Post, picture: Encoded | None) -> None:
    """Tells those for whom the board waits that they can be shown it, as nothing can be posted where they play."""
    cog = cog_for(bot, match.game)
    for person in board_content(cog, match).ping:
        try:
            async with to_person(bot, person, None):
                await send_directly(bot, person, partial(_send, bot, match, post, person, picture))
        except REQUEST_ERRORS as error:  # they'll find it with their next click
            log.warning("Couldn't tell somebody about match %d: %s", match.id, type(error).__name__)


async def _send(
    bot: Client, match: Match, post: Post, person: int, picture: Encoded | None, channel: discord.abc.Messageable
) -> None:
    words = board_content(cog_for(bot, match.game), match)
    where = say(N_("It's played where I'm not a member: your next click there shows it to everybody."))
    lines = filter(None, (f"### {words.title}", words.to_do, words.happened, f"-# {words.match} · {where}"))
    files = as_files(picture, PICTURE)
    pictures = [(file.filename, words.alt) for file in files]
    text = await without_ids(bot, None, "\n".join(lines))
    shows = row(button(say(N_("Show the board")), "move", about=(match.id, match.version), style="primary"))
    await channel.send(
        view=PrivateMessage(
            text,
            pictures=pictures,
            rows=[shows],
            colour=discord.Colour(words.colour),
        ),
        files=files,
        nonce=f"dm.{post.id}.{person % 10**6}",
        allowed_mentions=discord.AllowedMentions.none(),
    )
