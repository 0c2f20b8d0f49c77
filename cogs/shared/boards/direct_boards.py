"""Boards of matches that are played in direct messages: each of their people has one, in their own language.

Which message that is isn't stored: it's the newest one there with buttons of the match.
"""

import json
import re
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.match import Match
from cogs.shared.boards.board import PICTURE, BoardContent, board_content, board_view
from cogs.shared.boards.retiring import BOARDS
from cogs.shared.client.carriers import NoCarrier
from cogs.shared.client.client import Client
from cogs.shared.client.direct_messages import send_directly
from cogs.shared.client.languages import to_person
from cogs.shared.client.sent_before import own_messages
from cogs.shared.presentation.courses import course_of
from cogs.shared.presentation.drawing import CALLING, as_files, draw_in_thread
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.plain_words import without_ids
from images.canvas.canvas import Encoded, encode

if TYPE_CHECKING:
    from discord.types.message import Message

DrawBoard = Callable[[], Awaitable[Encoded | None]]


async def show_directly(
    bot: Client,
    match: Match,
    called: Collection[int],
    nonce: str,
    draw: DrawBoard | None = None,
    *,
    others: bool = True,
) -> int:
    """Shows how the match stands; returns the id of one of the messages.

    Those who are `called` get a new message in place of the one that they have; that of the `others` is edited. Raises
    NoCarrier if nobody accepts direct messages, and discord.HTTPException for temporary failures.
    """
    sent: list[int] = []
    for person in people_of(match):
        if person in called or others:
            async with to_person(bot, person, None):
                words, picture = await _in_own_words(bot, match, draw or partial(draw_still, bot, match))
                own_nonce = f"{nonce}.{person % 10**6}"[
                    -25:
                ]  # Discord makes one of two with the same, wherever they go
                show = partial(_show, bot, match, words, picture, own_nonce, sent, anew=person in called)
                await send_directly(bot, person, show)
    if not sent:
        raise NoCarrier
    return sent[0]


def people_of(match: Match) -> list[int]:
    """Everybody who plays or has played in the match."""
    return sorted({person for seat in match.seats for person in seat.people})


async def draw_still(bot: Client, match: Match) -> Encoded | None:
    """The board's picture in the language that is spoken."""
    if match.state is None:
        return None
    cog = cog_for(bot, match.game)
    sight, marks = match.state.sight(None), cog.marks(match, await course_of(cog, match))
    return await draw_in_thread(lambda: encode(cog.pictures.draw(sight, marks)), CALLING)


async def _in_own_words(bot: Client, match: Match, draw: DrawBoard) -> tuple[BoardContent, Encoded | None]:
    """The board in the language that is spoken, with names for those whom its reader may not know on Discord."""
    words, picture = board_content(cog_for(bot, match.game), match), await draw()
    return replace(
        words,
        title=await without_ids(bot, None, words.title),
        to_do=await without_ids(bot, None, words.to_do),
        happened=await without_ids(bot, None, words.happened),
        seats=await without_ids(bot, None, words.seats),
        file=words.file if picture is None else f"{PICTURE}.{picture.suffix}",
        picture=picture is not None,
    ), picture


async def _show(
    bot: Client,
    match: Match,
    words: BoardContent,
    picture: Encoded | None,
    nonce: str,
    sent: list[int],
    channel: discord.DMChannel,
    *,
    anew: bool,
) -> None:
    before = next((one for one in await own_messages(bot, channel.id) if _versions(match, one)), None)
    view = board_view(match.id, match.version, words, current=True)
    files = as_files(picture, PICTURE)
    nobody = discord.AllowedMentions.none()
    if before is not None and not (anew and max(_versions(match, before)) < match.version):
        message = channel.get_partial_message(int(before["id"]))
        await message.edit(view=view, attachments=files, allowed_mentions=nobody)
        sent.append(message.id)
        return
    sent.append((await channel.send(view=view, files=files, nonce=nonce, silent=not anew, allowed_mentions=nobody)).id)
    if before is not None:
        with suppress(discord.HTTPException):  # a click on it is refused in a sentence
            await channel.get_partial_message(int(before["id"])).delete()


def _versions(match: Match, message: "Message") -> set[int]:
    """The versions of the match in the buttons of a message with a board."""
    if not any(file["filename"] in BOARDS for file in message["attachments"]):
        return set()
    found = re.findall(rf'"[bs]:{match.id}:(\d+):', json.dumps(message.get("components", [])))
    return set(map(int, found))
