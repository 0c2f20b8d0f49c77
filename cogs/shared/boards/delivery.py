"""Sending one board to Discord: its picture, its message, and its thread."""

import asyncio
import io
import json
import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, cast

import discord
from cachetools import LRUCache

from bot.match import NOWHERE, Host, Match, Post, Status
from bot.match.decisions import relocating
from cogs.shared.boards.board import PICTURE, BoardContent, board_content, board_view, news
from cogs.shared.boards.calls import Delivered, directly_callable, people_to_call
from cogs.shared.boards.carrying import tell_directly
from cogs.shared.boards.direct_boards import people_of, show_directly
from cogs.shared.boards.retiring import BOARDS
from cogs.shared.client.carriers import Carriers, NoCarrier, channel_of, is_carried
from cogs.shared.client.client import Client
from cogs.shared.client.failures import is_temporary
from cogs.shared.client.sent_before import own_messages
from cogs.shared.client.threads import ThreadLocked, send_to_place
from cogs.shared.interactions.replies import pinging
from cogs.shared.presentation.courses import course_of
from cogs.shared.presentation.drawing import CALLING, COMPUTERS_PLAY
from cogs.shared.presentation.icons import note_refusal
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.labels import NAMES, thread_name
from images.canvas.canvas import Encoded

if TYPE_CHECKING:  # it and the module of threads import each other
    from discord.types.message import Message

log = logging.getLogger(__name__)

HISTORY = 30  # messages searched for a board that an earlier process may have sent
HURRIED_AFTER = timedelta(seconds=0.3)  # since the move: a board that is drawn later is encoded fast
CACHE_SIZE = 10_000  # matches
EDITABLE_FOR = timedelta(minutes=50)  # the age up to which a message is edited for the next decision of a turn

UNKNOWN_CHANNEL = 10003
MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_EXISTS = 50001, 50013, 160004
TOO_MANY_EDITS = 30046  # of messages older than an hour
NO_TEXT_CHANNEL = (50008, 50024)  # a forum, for example


class PostingProblem(StrEnum):
    """Why a board can't be posted, as the outbox stores it."""

    NO_CHANNEL = "no_channel"
    NO_PERMISSION = "no_permission"
    THREAD_LOCKED = "locked"
    NO_SERVER = "no_server"
    BROKEN = "broken"
    NO_CARRIER = "no_carrier"
    TEMPORARY = "trouble"

    @classmethod
    def of(cls, error: discord.HTTPException) -> "PostingProblem":
        """The problem behind Discord's refusal."""
        if isinstance(error, NoCarrier):
            return cls.NO_CARRIER
        if isinstance(error, ThreadLocked):
            return cls.THREAD_LOCKED
        if error.code in (UNKNOWN_CHANNEL, *NO_TEXT_CHANNEL):
            return cls.NO_CHANNEL
        if error.code in (MISSING_ACCESS, MISSING_PERMISSIONS):
            return cls.NO_PERMISSION
        return cls.TEMPORARY if is_temporary(error) else cls.BROKEN


def newest_call(match: Match) -> int:
    """The number of the event since which the match has been waiting for someone: a decision, or an offer."""
    first = 1 if isinstance(match, Host) else 0  # where nothing is played, everyone is called once
    return max(match.position_version or first, match.proposal.number if match.proposal is not None else 0)


def _files(words: BoardContent, picture: Encoded | None) -> list[discord.File]:
    return [] if picture is None else [discord.File(io.BytesIO(picture.data), filename=words.file)]


def _with_file(words: BoardContent, files: Sequence[str]) -> BoardContent:
    """The words with the picture's name in the message: a second attempt may find the message of the first one."""
    return replace(words, file=files[0]) if files else words


def _has_picture_of(shown: Post, match: Match) -> bool:
    """Whether this delivered board shows the position that the match has."""
    return bool(shown.words) and shown.version >= (match.position_version or 0)


class Delivery:
    """Sends boards, or edits the messages they replace."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._inherited: set[int] = set()  # posts that may have been sent already, mostly by an earlier process
        # Matches whose messages are all recorded. For others the channel is searched first: for messages of an earlier
        # process, and for those where Discord's reply was lost. Of a match that was dropped here it's searched again.
        self.sure_of: LRUCache[int, bool] = LRUCache(CACHE_SIZE)
        self._muted: LRUCache[int, int] = LRUCache(CACHE_SIZE)  # by match: the version up to which a board calls nobody

    async def inherit(self) -> None:
        """Takes over the posts of an earlier process, which may have sent them without recording it."""
        self._inherited = await self.bot.matches.outbox.waiting()

    def doubt(self, match_id: int, post_id: int | None = None) -> None:
        """Searches the channel before posting the next board of this match: the one before may be there unrecorded, or
        this post, which is tried again."""
        self.sure_of.pop(match_id, None)
        if post_id is not None:
            self._inherited.add(post_id)

    def mute(self, match: Match) -> None:
        """Posts the board of this version without calling anyone, because someone asked to see it."""
        self._muted[match.id] = match.version

    async def deliver(self, match: Match, post: Post, asking: timedelta) -> Delivered | None:
        """Sends the board, or finds the message in which it was sent earlier; returns None as for `_send`.

        `asking` is as for `picture`.
        """
        delivered = await self._deliver(match, post, asking)
        self._inherited.discard(post.id)  # not before: if anything fails meanwhile, the next attempt searches again
        return delivered

    async def _deliver(self, match: Match, post: Post, asking: timedelta) -> Delivered | None:
        contest = await self.bot.contests.of_match(match.id) if match.status is Status.OVER else None
        words = board_content(cog_for(self.bot, match.game), match, contest)
        await asyncio.sleep(0)  # clicks go before the next step
        if match.place == NOWHERE:
            return await self._deliver_directly(match, post, words)
        if self._muted.get(match.id, 0) >= newest_call(match):
            words = replace(words, ping=())
        inherited = post.id in self._inherited
        before = await self._sent_before(match, post)
        shown = await self.bot.matches.outbox.shown_before(post)
        if before is not None:
            words = _with_file(words, [file["filename"] for file in before["attachments"]])
            await self._edit(match, int(before["id"]), words)  # its deadline may have moved since
            if shown is not None and shown.message_id == int(before["id"]):
                return await self._edit_board(match, post, words, shown, inherited=inherited)
            directly = directly_callable(match, words.ping)
            picture = await self.picture(match, post, asking) if directly else None
            return Delivered(int(before["id"]), words, directly, picture, inherited=inherited)
        message_id = await self._message_to_edit(match, post, shown)
        if message_id is not None and shown is not None and _has_picture_of(shown, match):
            words = replace(words, file=BoardContent.of(shown.words).file)
            if await self._edit(match, message_id, words):
                return await self._edit_board(match, post, words, shown, inherited=inherited)
            message_id = None
        picture = await self.picture(match, post, asking)
        if picture is not None:
            words = replace(words, file=f"{PICTURE}.{picture.suffix}")
        if message_id is not None and await self._edit(match, message_id, words, _files(words, picture)):
            return await self._edit_board(match, post, words, shown, inherited=inherited, message_id=message_id)
        directly = directly_callable(match, words.ping)
        message = await self._send(match, post, words, picture)
        if message is None:
            return None
        return Delivered(
            message.id, _with_file(words, [file.filename for file in message.attachments]), directly, picture
        )

    async def _deliver_directly(self, match: Match, post: Post, words: BoardContent) -> Delivered:
        """Shows the match to its people by direct messages. Raises NoCarrier if nobody accepts them."""
        shown, called = await self.bot.matches.outbox.shown_before(post), words.ping
        if shown is not None and await self.bot.matches.outbox.message_to_edit(post) is not None:
            called = tuple(people_to_call(match, shown.version, words.ping))
        if match.status is Status.OVER:
            called = tuple(people_of(match))
        draw = partial(self.picture, match, post)
        return Delivered(await show_directly(self.bot, match, called, f"dm.{post.id}", draw), words)

    async def picture(self, match: Match, post: Post, asking: timedelta = timedelta()) -> Encoded | None:
        """Returns the board's picture, None if there is none.

        Time spent on `asking` Discord, or on failed attempts, doesn't count as being late.
        """
        cog, state = cog_for(self.bot, match.game), match.state
        if state is None:
            return None
        rank = CALLING if match.mover is None and match.to_move_people() else COMPUTERS_PLAY
        age = discord.utils.utcnow() - post.created_at - asking
        late = rank == CALLING and not post.attempts and age > HURRIED_AFTER
        animated = match.status is Status.OVER or (
            rank == CALLING and not late and (await self.bot.matches.servers.settings(match.place.guild_id)).animated
        )
        still_due = partial(self.bot.matches.outbox.still_due, post.id)
        course = await course_of(cog, match)
        return await cog.draw_board(
            lambda: (state.sight(None), cog.marks(match, course)), rank, still_due, late=late, animated=animated
        )

    # Boards that may have been sent before

    async def _sent_before(self, match: Match, post: Post) -> "Message | None":
        """Returns the message if an earlier process sent this board and ended before recording it.

        Deletes boards that were sent but not recorded and are now outdated: they would keep their buttons.

        Discord remembers the nonce for only a few minutes. Needs permission to read the history; without it the board
        may appear twice.
        """
        inherited = post.id in self._inherited
        oldest = None if self.sure_of.get(match.id) else await self.bot.matches.outbox.overtaken(post)
        message = await self._look_for(match, post, oldest, inherited) if inherited or oldest is not None else None
        self.sure_of[match.id] = True  # not before, for the same reason
        return message

    async def _look_for(self, match: Match, post: Post, oldest: int | None, inherited: bool) -> "Message | None":
        """Searches the channel as `_sent_before` says; `oldest` is the first version that may be outdated."""
        if carried := is_carried(match.place):
            newest = Carriers.of(self.bot).clicked(match.place.posted_in)  # the bot may not read the channel
        else:
            newest = await own_messages(self.bot, match.place.posted_in, limit=HISTORY)
        if oldest is not None and not carried:
            await self._delete_strays(match, newest, range(oldest, post.version))
        if not inherited:
            return None
        # Somebody who has left meanwhile raises the version too, and asks for no other board.
        versions = range(post.version, match.version + 1)
        return next((message for message in newest if not self._versions(match, message).isdisjoint(versions)), None)

    async def _delete_strays(self, match: Match, newest: Sequence["Message"], versions: range) -> None:
        """Deletes boards of these versions that aren't recorded."""
        noted = await self.bot.matches.outbox.board_messages(match.id) | {match.table_message_id}
        for message in newest:
            is_board = any(file["filename"] in BOARDS for file in message["attachments"])
            if is_board and int(message["id"]) not in noted and not self._versions(match, message).isdisjoint(versions):
                log.info("Deleting a stray board of match %d: a newer one follows", match.id)
                try:
                    await self.bot.http.delete_message(match.place.posted_in, int(message["id"]))
                except discord.HTTPException as error:
                    if is_temporary(error):  # otherwise nobody would look for it again
                        raise

    def _versions(self, match: Match, message: "Message") -> set[int]:
        """The versions of the match in this message's buttons."""
        return {
            int(version) for version in re.findall(rf'"b:{match.id}:(\d+):', json.dumps(message.get("components", [])))
        }

    # The message

    async def _message_to_edit(self, match: Match, post: Post, shown: Post | None) -> int | None:
        """The message that this board may replace; None if there is none.

        One that stays as it is but for its words may be of any age.
        """
        message_id = await self.bot.matches.outbox.message_to_edit(post)
        if message_id is None or (shown is not None and _has_picture_of(shown, match)):
            return message_id
        age = discord.utils.utcnow() - discord.utils.snowflake_time(message_id)
        return None if age > EDITABLE_FOR else message_id

    async def _edit(
        self, match: Match, message_id: int, words: BoardContent, files: Sequence[discord.File] | None = None
    ) -> bool:
        """Shows this board in the message, with the picture it has if there are no `files`; False if it's gone."""
        channel = channel_of(self.bot, match.place)
        try:
            await channel.get_partial_message(message_id).edit(
                view=board_view(match.id, match.version, words, current=True),
                attachments=discord.utils.MISSING if files is None else files,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            if note_refusal(error) or (is_temporary(error) and error.code != TOO_MANY_EDITS):
                raise
            return False  # deleted, its thread closed, or edited too often: a new message is sent instead
        return True

    async def _edit_board(
        self, match: Match, post: Post, words: BoardContent, shown: Post | None, *, inherited: bool, message_id: int = 0
    ) -> Delivered:
        """The board in a message that showed another version before, and whom to call beside it."""
        message_id = message_id or cast("int", shown and shown.message_id)
        called = people_to_call(match, shown.version, words.ping) if shown is not None else ()
        if not called:
            return Delivered(message_id, words)
        directly = directly_callable(match, called)
        return Delivered(
            message_id,
            words,
            directly,
            await self.picture(match, post) if directly else None,
            [person for person in called if person not in directly],
            news(cog_for(self.bot, match.game), match),
            inherited,
        )

    async def _send(
        self, match: Match, post: Post, words: BoardContent, picture: Encoded | None
    ) -> discord.Message | None:
        """Sends a new message; returns None if the match had to move, which queues another post."""
        below_table = match.place.thread_id == match.table_message_id is not None
        if (
            below_table
            and await self.bot.matches.outbox.board_message(match.id) is None
            and not await self._open_thread(match)
        ):
            return None
        try:
            return await send_to_place(self.bot, match.place, partial(self._send_to, match, post, words, picture))
        except discord.HTTPException as error:
            if error.code != UNKNOWN_CHANNEL or not below_table:
                raise
            await self.bot.matches.act(match.id, relocating.leave_thread())  # the thread was deleted
            return None

    async def _open_thread(self, match: Match) -> bool:
        """Opens the thread below the table. Its id is that of the table's message, so doing this twice is harmless.

        Returns False if Discord refuses: then the match continues in the channel.
        """
        channel = self.bot.get_partial_messageable(match.place.channel_id, guild_id=match.place.guild_id)
        table = channel.get_partial_message(cast("int", match.table_message_id))
        players = [person for seat in match.seats for person in seat.people]
        names = await NAMES.lookup(self.bot, match.place.guild_id, players)
        try:
            await table.create_thread(name=thread_name(match, names))
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                return True
            if is_temporary(error) or error.code == UNKNOWN_CHANNEL:
                raise
            log.warning("Couldn't open a thread for match %d: %s", match.id, error)
            await self.bot.matches.act(match.id, relocating.leave_thread())
            return False
        return True

    async def _send_to(self, match: Match, post: Post, words: BoardContent, picture: Encoded | None) -> discord.Message:
        channel = channel_of(self.bot, match.place)
        directly = directly_callable(match, words.ping)
        called = [person for person in words.ping if person not in directly]
        try:
            message = await channel.send(
                view=board_view(match.id, match.version, words, current=True),
                files=_files(words, picture),
                nonce=post.nonce,
                allowed_mentions=pinging(*called),
            )
        except NoCarrier:
            self._inherited.add(post.id)  # if Discord has it, somebody may click on it
            await tell_directly(self.bot, match, post, picture)
            raise
        self._muted.pop(match.id, None)
        return message
