"""Removing the buttons of older boards, so that nobody clicks on outdated ones."""

import logging
from dataclasses import replace
from typing import cast

import discord

from bot.computers.faults import where
from bot.match import Match, Post, log_failure
from cogs.shared.boards.board import ENDINGS, PICTURE, BoardContent, board_view, with_new_place
from cogs.shared.interactions.client import Client
from cogs.shared.interactions.failures import NETWORK_ERRORS, is_temporary
from cogs.shared.interactions.languages import in_public

log = logging.getLogger(__name__)

BOARDS = frozenset(f"{PICTURE}.{ending}" for ending in ENDINGS)  # the names of boards' files

INVALID_FORM = 50035  # also if the message has no file of that name


async def retire_older(bot: Client, match: Match, newest: int) -> None:
    """Removes the buttons of older boards; those in other places get a link to the message `newest`.

    Failures are harmless: a click on an old board gets a friendly reply. Temporary ones are retried after the next
    board or the next start.
    """
    for old in await bot.matches.outbox.boards_to_strip(match.id):
        place = bot.get_partial_messageable(old.place.posted_in, guild_id=old.place.guild_id)
        words = BoardContent.of(old.words)
        if old.place.posted_in != match.place.posted_in:
            words = with_new_place(words, match, newest)
        try:
            await _strip(place.get_partial_message(cast("int", old.message_id)), old, words)
        except NETWORK_ERRORS as error:
            log.info("Couldn't remove the buttons of board %s yet: %s", old.nonce, error)
            continue
        except discord.HTTPException as error:
            if is_temporary(error):
                log.info("Couldn't remove the buttons of board %s yet: Discord answered %d", old.nonce, error.status)
                continue
            log.info("Couldn't remove the buttons of board %s: %s", old.nonce, error)
        await bot.matches.outbox.note_stripped(old.id)


async def retire_left_behind(bot: Client) -> None:
    """After a start, removes buttons left because the process ended between recording a newer board and this."""
    for match_id in await bot.matches.outbox.matches_to_strip():
        try:
            board = await bot.matches.outbox.board_message(match_id)
            if board is not None:
                place, newest = board
                # The match may have moved to another channel since, where there is no board yet.
                match = replace(await bot.matches.get(match_id), place=place)
                async with in_public(bot, place.guild_id):
                    await retire_older(bot, match, newest)
        except Exception as error:  # continue with the others
            log_failure(
                log, error, "Couldn't remove the buttons of match %d's older boards yet: %s", match_id, where(error)
            )


async def _strip(message: discord.PartialMessage, old: Post, words: BoardContent) -> None:
    """Removes the buttons of a board. Its picture may have another name if an edit wasn't recorded."""
    for file in sorted(BOARDS, key=words.file.__ne__):
        view = board_view(old.match_id, old.version, replace(words, file=file), current=False)
        try:
            await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            if error.code != INVALID_FORM or not words.picture:
                raise
            refused = error
        else:
            return
    raise refused
