"""Removing the buttons of older boards, so that nobody clicks on outdated ones."""

import logging
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import cast

import discord

from bot.computers.faults import where
from bot.match import NOWHERE, Busy, Match, Post, StoreBusy, log_failure
from cogs.shared.boards.board import ENDINGS, PICTURE, BoardContent, board_view, with_new_place
from cogs.shared.client.carriers import CarriedMessage, channel_of
from cogs.shared.client.client import Client
from cogs.shared.client.failures import REQUEST_ERRORS, is_temporary
from cogs.shared.client.languages import in_public

log = logging.getLogger(__name__)

BOARDS = frozenset(f"{PICTURE}.{ending}" for ending in ENDINGS)  # the names of boards' files

INVALID_FORM = 50035  # also if the message has no file of that name


class OlderBoards:
    """Older boards whose buttons must go, again and again until they are gone."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._waiting: set[int] = set()  # matches

    async def inherit(self) -> None:
        """Does what an earlier process has left. Raises StoreBusy."""
        self._waiting.update(await self._bot.matches.outbox.matches_to_strip())
        await self.go_on()

    async def retire(self, match: Match, newest: int) -> None:
        """Does it for the older boards of a match, whose newest is this message. Raises Busy, StoreBusy."""
        all_done = False
        try:
            all_done = await retire_older(self._bot, match, newest)
        finally:
            if not all_done:
                self._waiting.add(match.id)

    async def go_on(self, *, without: Collection[int] = ()) -> None:
        """Tries again what Discord or the database has kept from being done, but not for these matches."""
        now = self._waiting.difference(without)
        self._waiting -= now
        self._waiting |= await retire_left_behind(self._bot, now)


async def retire_older(bot: Client, match: Match, newest: int) -> bool:
    """Removes the buttons of older boards; those in other places get a link to the message `newest`.

    Whether none is left that Discord may let change later. Until then failures are harmless: a click on an old board
    gets a friendly reply.
    """
    all_done = True
    for old in await bot.matches.outbox.boards_to_strip(match.id):
        if old.place == NOWHERE:  # nobody has two boards there
            await bot.matches.outbox.note_stripped(old.id)
            continue
        place = channel_of(bot, old.place)
        words = BoardContent.of(old.words)
        if old.place.posted_in != match.place.posted_in:
            words = with_new_place(words, match, newest)
        try:
            await _strip(place.get_partial_message(cast("int", old.message_id)), old, words)
        except REQUEST_ERRORS as error:
            if not isinstance(error, discord.HTTPException) or is_temporary(error):
                log.info("Couldn't remove the buttons of board %s yet: %s", old.nonce, error)
                all_done = False
                continue
            log.info("Couldn't remove the buttons of board %s: %s", old.nonce, error)
        await bot.matches.outbox.note_stripped(old.id)
    return all_done


async def retire_left_behind(bot: Client, match_ids: Iterable[int]) -> set[int]:
    """Removes the buttons of older boards of these matches, and returns those not done yet.

    They are those of `Outbox.matches_to_strip` after a start, or those for which `retire_older` has failed.
    """
    left = set[int]()
    for match_id in sorted(match_ids):
        try:
            board = await bot.matches.outbox.board_message(match_id)
            if board is not None:
                place, newest = board
                # The match may have moved to another channel since, where there is no board yet.
                match = replace(await bot.matches.get(match_id), place=place)
                async with in_public(bot, place.guild_id):
                    if not await retire_older(bot, match, newest):
                        left.add(match_id)
        except (Busy, StoreBusy):
            left.add(match_id)
        except Exception as error:  # continue with the others
            log_failure(
                log, error, "Couldn't remove the buttons of match %d's older boards: %s", match_id, where(error)
            )
    return left


async def _strip(message: discord.PartialMessage | CarriedMessage, old: Post, words: BoardContent) -> None:
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
