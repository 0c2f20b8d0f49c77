"""Calling people beside the board: by direct message, with the board's picture and a link, or after an edit."""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

import discord

from bot.match import Match, Post, Status
from bot.text import N_, language, say
from cogs.shared.access.links import message_link
from cogs.shared.boards.board import PICTURE, BoardContent, board_content, people_asked
from cogs.shared.boards.direct_boards import draw_still
from cogs.shared.client.carriers import channel_of, is_carried
from cogs.shared.client.client import Client
from cogs.shared.client.direct_messages import send_directly
from cogs.shared.client.failures import REQUEST_ERRORS, is_temporary
from cogs.shared.client.languages import to_person
from cogs.shared.client.sent_before import own_messages
from cogs.shared.interactions.replies import PrivateMessage, pinging
from cogs.shared.presentation.drawing import as_files
from cogs.shared.presentation.registry import cog_for
from images.canvas.canvas import Encoded
from images.canvas.palette import chosen_theme

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Delivered:
    """A board that was sent: its message, its words, and the people still to be called by direct message, with its
    picture.

    If the board was edited, `called` are the people still to be called in the channel, and `news` says why: an edit
    pings nobody.
    """

    message_id: int
    words: BoardContent
    directly: Sequence[int] = ()
    picture: Encoded | None = None
    called: Sequence[int] = ()
    news: str = ""
    inherited: bool = False
    """Whether an earlier process, or an attempt that failed, may have called them already."""


CALLED_FOR = ("draw", "resign", "ask", "agree", "decline", "expire", "claim", "vacation")
"""The kinds of events that people are called for although the position, and so the board's message, stays."""


def people_to_call(match: Match, seen: int, ping: Sequence[int]) -> Sequence[int]:
    """Who must be called after the board of version `seen` was edited; `ping` is whom a new message would call."""
    if not any(event.kind in CALLED_FOR for event in match.recent if event.number > seen):
        return ()
    proposal = match.proposal if match.status is Status.RUNNING else None
    return people_asked(match, proposal) if proposal is not None and proposal.number > seen else ping


def directly_callable(match: Match, people: Sequence[int]) -> list[int]:
    """Those of the people called who want direct messages."""
    direct = {person for seat in match.seats for person in seat.called_directly}
    return [person for person in people if person in direct]


async def call_after_edit(bot: Client, post: Post, board: Delivered) -> None:
    """Calls people to the board that was edited, in one short message. Raises discord.HTTPException for temporary
    failures."""
    if board.inherited:
        board = await _without_calls_before(bot, post, board)
    if not board.called:
        return
    link = message_link(post.place.guild_id, post.place.posted_in, board.message_id)
    text = say(
        N_("{people} {news}\n-# {match} · [Go to the board]({link})"),
        people=" ".join(f"<@{person}>" for person in board.called),
        news=board.news,
        match=board.words.match,
        link=link,
    )
    channel = channel_of(bot, post.place)
    try:
        await channel.send(
            view=PrivateMessage(text),
            nonce=_nonce("news", post, board.called[0]),
            allowed_mentions=pinging(*board.called),
        )
    except discord.HTTPException as error:
        if is_temporary(error):
            raise
        log.warning("Couldn't call somebody to the board of match %d: Discord answered %d", post.match_id, error.code)


async def _without_calls_before(bot: Client, post: Post, board: Delivered) -> Delivered:
    """The board without those in the channel who were called to it before that could be noted.

    Needs permission to read the history.
    """
    if is_carried(post.place):
        return board
    texts = await _calls_in(bot, post, post.place.posted_in, board.message_id)
    called = [person for person in board.called if not any(f"<@{person}>" in text for text in texts)]
    return replace(board, called=called)


async def _calls_in(bot: Client, post: Post, channel_id: int, message_id: int) -> list[str]:
    """The calls to this board, since that is to be posted, among the newest messages of a channel."""
    link = message_link(post.place.guild_id, post.place.posted_in, message_id)
    own = await own_messages(bot, channel_id, post.created_at)
    return [text for one in own if link in (text := json.dumps([one.get("content"), one.get("components")]))]


async def call_directly(bot: Client, match: Match, post: Post, board: Delivered) -> None:
    """Sends direct messages to the people that the board calls by them, each in their own language.

    Calls people in the channel if they can't get direct messages.
    """
    link = message_link(match.place.guild_id, match.place.posted_in, board.message_id)
    public = language(), chosen_theme()
    for person in board.directly:
        try:
            async with to_person(bot, person, match.place.guild_id):
                is_public = (language(), chosen_theme()) == public
                own = (board.words, board.picture) if is_public else await _translate_board(bot, match)
                if await send_directly(bot, person, partial(_send, bot, post, board, person, link, *own)):
                    continue
        except REQUEST_ERRORS as error:
            log.warning("Calling somebody in the channel of match %d: %s", match.id, type(error).__name__)
        try:
            await _call_in_channel(bot, match, post, board, person, link)
        except REQUEST_ERRORS as error:  # the board is there anyway
            log.warning("Couldn't call somebody for match %d: %s", match.id, type(error).__name__)


async def correct_calls(bot: Client, match: Match, board: Post) -> None:
    """Edits the direct messages that have called people to this board: they say the deadline of the match as it is now.

    Finds them by their link to the board, because they aren't stored. Raises discord.HTTPException for temporary
    failures.
    """
    link = message_link(board.place.guild_id, board.place.posted_in, cast("int", board.message_id))
    for person in directly_callable(match, board_content(cog_for(bot, match.game), match).ping):
        async with to_person(bot, person, match.place.guild_id):
            words = board_content(cog_for(bot, match.game), match)
            await send_directly(bot, person, partial(_edit_call, bot, link, words))


async def _edit_call(bot: Client, link: str, words: BoardContent, channel: discord.DMChannel) -> None:
    for message in await own_messages(bot, channel.id):
        if f"({link})" in json.dumps(message.get("components", [])):
            view = _call_view(link, words, [file["filename"] for file in message["attachments"]])
            await channel.get_partial_message(int(message["id"])).edit(
                view=view, allowed_mentions=discord.AllowedMentions.none()
            )


async def _translate_board(bot: Client, match: Match) -> tuple[BoardContent, Encoded | None]:
    """The board's words and its picture in the language that is spoken now."""
    return board_content(cog_for(bot, match.game), match), await draw_still(bot, match)


async def _send(
    bot: Client,
    post: Post,
    board: Delivered,
    person: int,
    link: str,
    words: BoardContent,
    picture: Encoded | None,
    channel: discord.DMChannel,
) -> None:
    if board.inherited and await _calls_in(bot, post, channel.id, board.message_id):
        return
    files = as_files(picture, PICTURE)
    await channel.send(
        view=_call_view(link, words, [file.filename for file in files]),
        files=files,
        nonce=_nonce("dm", post, person),
        allowed_mentions=discord.AllowedMentions.none(),
    )


def _call_view(link: str, words: BoardContent, pictures: Sequence[str]) -> PrivateMessage:
    """The direct message; `pictures` are the names of attached files."""
    lines = (f"### {words.title}", words.to_do, words.happened, say(N_("[Go to the board]({link})"), link=link))
    how = say(N_("-# {match} · Change where you're pinged with `/match remind`."), match=words.match)
    return PrivateMessage(
        "\n".join(filter(None, (*lines, how))),
        pictures=[(name, words.alt) for name in pictures],
        colour=discord.Colour(words.colour),
    )


async def _call_in_channel(bot: Client, match: Match, post: Post, board: Delivered, person: int, link: str) -> None:
    if is_carried(match.place):
        return  # the board is there, and nothing more fits behind a click
    if board.inherited:
        calls = await _calls_in(bot, post, match.place.posted_in, board.message_id)
        if any(f"<@{person}>" in text for text in calls):
            return
    words = N_("{person}, match {id} is waiting for you: [go to the board]({link}). You don't accept direct messages.")
    channel = bot.get_partial_messageable(match.place.posted_in, guild_id=match.place.guild_id)
    await channel.send(
        say(words, person=f"<@{person}>", id=match.id, link=link),
        nonce=_nonce("call", post, person),
        allowed_mentions=pinging(person),
    )


def _nonce(kind: str, post: Post, person: int) -> str:
    """A different nonce for each message. Discord sends one of two with the same nonce, even to other people."""
    return f"{kind}.{post.id}.{person % 10**6}"
