"""Editing what announces a deadline that has moved, of a turn or of a proposal.

That is the board, the direct messages that have called people to it, and the turn's reminders.
"""

import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import cast

import discord

from bot.match import NOTICEABLE, NOWHERE, Match, Post, Reminder, ReminderMessage, Status
from cogs.shared.boards.board import BoardContent, board_content, board_view
from cogs.shared.boards.calls import correct_calls
from cogs.shared.boards.direct_boards import show_directly
from cogs.shared.boards.reminding import reminder_text
from cogs.shared.client.carriers import channel_of
from cogs.shared.client.client import Client
from cogs.shared.client.failures import is_temporary
from cogs.shared.client.languages import in_public, to_person
from cogs.shared.presentation.icons import note_refusal
from cogs.shared.presentation.registry import cog_for

log = logging.getLogger(__name__)


async def announce_deadline(bot: Client, match_id: int) -> None:
    """Edits the board, the calls and the reminders of a match that announce another deadline than it has.

    Where the bot isn't on the server, they wait for its return. A message that is gone is left alone. Raises
    discord.HTTPException for temporary failures.
    """
    match = await bot.matches.get(match_id)
    guild_id = match.place.guild_id
    if guild_id is not None and bot.get_guild(guild_id) is None:
        return
    board = await bot.matches.outbox.on_display(match_id)
    if board is not None and match.status is Status.RUNNING:
        async with in_public(bot, guild_id):
            await _edit_board(bot, match, board)
    for reminder, message in await bot.matches.reminders.announcing(match):
        await _edit_reminder(bot, match, reminder, message)
    await bot.matches.clocks.note_announced(match)


async def _edit_board(bot: Client, match: Match, board: Post) -> None:
    shown = BoardContent.of(board.words)
    words = replace(board_content(cog_for(bot, match.game), match), file=shown.file)
    if not _differs(shown.deadline, words.deadline) and not _differs(shown.answer_by, words.answer_by):
        return
    if board.place == NOWHERE:
        await _edit(show_directly(bot, match, (), f"dl.{board.id}.{match.version}"))
    else:
        message = channel_of(bot, board.place).get_partial_message(cast("int", board.message_id))
        view = board_view(match.id, match.version, words, current=True)
        await _edit(message.edit(view=view, allowed_mentions=discord.AllowedMentions.none()))
        await correct_calls(bot, match, board)
    await bot.matches.outbox.note_edited(board.id, words.document())


def _differs(shown: int | None, deadline: int | None) -> bool:
    """Whether a board must say another deadline, both in seconds since 1970."""
    if shown is None or deadline is None:
        return shown is not deadline
    return abs(shown - deadline) >= NOTICEABLE.total_seconds()


async def _edit_reminder(bot: Client, match: Match, reminder: Reminder, message: ReminderMessage) -> None:
    guild_id = reminder.place.guild_id
    in_channel = message.channel_id == reminder.place.posted_in
    async with in_public(bot, guild_id) if in_channel else to_person(bot, reminder.user, guild_id):
        words = await reminder_text(bot, match, reminder)
    channel = bot.get_partial_messageable(message.channel_id, guild_id=guild_id if in_channel else None)
    edit = channel.get_partial_message(message.message_id).edit
    await _edit(edit(content=words, allowed_mentions=discord.AllowedMentions.none()))
    await bot.matches.reminders.note_edited(reminder.id, replace(message, deadline=reminder.deadline))


async def _edit(edit: Awaitable[object]) -> None:
    """Waits for the edit of a message, which may be gone or closed to edits."""
    try:
        await edit
    except discord.HTTPException as error:
        if is_temporary(error) or note_refusal(error):
            raise
        log.info("Couldn't announce a deadline that has moved: Discord answered %d", error.code)
