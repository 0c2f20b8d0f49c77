"""The outbox's worker: which boards are due, in which order they are posted, and when to retry.

A post is due from the moment its move is committed. If Discord fails or the process dies, it stays due and is sent
later; its nonce keeps it from appearing twice.
"""

import asyncio
import contextlib
import logging
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import cast

import discord
from cachetools import LRUCache
from discord.ext import commands

from bot.computers.faults import where
from bot.match import Busy, Match, Post, SeriesKind, StoreBusy, log_failure
from bot.metrics import BOARD_DELAY
from bot.slots import FairSlots, come
from cogs.shared.boards.calls import Delivered, call_after_edit, call_directly
from cogs.shared.boards.deadlines import announce_deadline
from cogs.shared.boards.delivery import Delivery, PostingProblem
from cogs.shared.boards.membership import Membership
from cogs.shared.boards.retiring import OlderBoards
from cogs.shared.boards.waiters import CACHE_SIZE, BoardWaiters
from cogs.shared.client.client import Client
from cogs.shared.client.failures import NETWORK_ERRORS, REQUEST_ERRORS, comes, every, keep_working, retry_pause
from cogs.shared.client.languages import at_place
from cogs.shared.presentation.drawing import CALLING, COMPUTERS_PLAY, Superseded
from cogs.shared.presentation.icons import note_refusal

log = logging.getLogger(__name__)

POLL_EVERY = 5.0  # seconds between checks for posts to retry
POLL_OTHERS = 1.0  # the same, where other processes queue posts for this one
MIN_POLL_PAUSE = 0.05  # the minimum; one check finds many due boards
PREDECESSOR_POLL = 0.1  # seconds between checks for a post that goes first
POSTS_PER_POLL = 50  # the maximum number of posts started after a check; others come with the next
CONCURRENT_POSTS = 16  # posts being drawn and sent at the same time
EDIT_PAUSE = 0.3  # seconds between edits of boards, of all matches together, while computers play on or time moves
DEADLINES_EVERY = 10.0  # seconds between checks for deadlines that have moved
BUTTONS_EVERY = 60.0  # seconds between two attempts to remove buttons of older boards
ANY_POST = 0  # in `queued_edits`: cancelled for any post that is due
RETRY_FIRST = 2.0  # seconds until a failed post is first retried
STOP_DEADLINE = 10.0  # seconds for boards being sent when the bot stops


class Posting(commands.Cog):
    """Posts boards that are due: one per match at a time, several matches at the same time."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.delivery = Delivery(bot)
        self.membership = Membership(bot)
        self.waiters = BoardWaiters(bot)
        self._wake = bot.matches.outbox.on_post
        self._deliveries: dict[int, asyncio.Task[None]] = {}  # by match
        self._slots = FairSlots(CONCURRENT_POSTS)
        self._edit_slot = FairSlots(1)  # for boards while computers play on
        self.queued_edits: dict[int, int] = {}  # by match: the post waiting there
        self.worker: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None
        self._announcing: asyncio.Task[None] | None = None
        self._retiring: asyncio.Task[None] | None = None
        self._older = OlderBoards(bot)
        self._sent: LRUCache[int, tuple[Post, Delivered]] = LRUCache(CACHE_SIZE)  # by match: not yet recorded

    @classmethod
    def of(cls, bot: Client) -> "Posting":
        return cast("Posting", bot.get_cog(cls.__name__))

    async def cog_load(self) -> None:
        if self.bot.matches.duty.has_begun:
            await self._inherit()
        self.worker = asyncio.create_task(self._work(), name="posting")
        self.bot.before_closing.append(self.finish)

    async def cog_unload(self) -> None:
        await self.finish()

    async def finish(self) -> None:
        """Lets running deliveries finish; everything else stays due for the next start."""
        for task in (self.worker, self._catching_up, self._announcing, self._retiring):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        for match_id in self.queued_edits:
            self._deliveries[match_id].cancel()
        if self._deliveries:
            await asyncio.wait(self._deliveries.values(), timeout=STOP_DEADLINE)

    async def _work(self) -> None:
        await self.bot.wait_until_ready()
        if not self.bot.matches.duty.has_begun:  # another process still works, which this one will replace
            await self.bot.matches.duty.wait_until_begun()
            await self._inherit()
        self._catching_up = asyncio.create_task(self._catch_up(), name="catching up with boards")
        self._retiring = asyncio.create_task(every(BUTTONS_EVERY, self._go_on_retiring), name="older boards")
        self._announcing = asyncio.create_task(every(DEADLINES_EVERY, self._announce_deadlines), name="deadlines")
        loop, polled_at = asyncio.get_running_loop(), 0.0
        while True:
            await asyncio.sleep(polled_at + MIN_POLL_PAUSE - loop.time())
            polled_at = loop.time()
            self._wake.clear()
            try:
                due = await self.bot.matches.outbox.due(POSTS_PER_POLL + len(self._deliveries))
                for post in due:
                    if self.queued_edits.get(post.match_id, post.id) != post.id:
                        self._deliveries[post.match_id].cancel()  # it is older than this one
                    if post.match_id not in self._deliveries:
                        task = asyncio.create_task(self.deliver(post), name=f"post {post.nonce}")
                        self._deliveries[post.match_id] = task
                        task.add_done_callback(partial(self._end_delivery, post.match_id))
            except StoreBusy:
                log.debug("Couldn't look for due posts: the database can't be reached")
                await asyncio.sleep(RETRY_FIRST)
                self._wake.set()
            except Exception as error:
                log_failure(log, error, "Couldn't look for due posts: %s", where(error))
                await asyncio.sleep(POLL_EVERY)
            await comes(self._wake, POLL_EVERY if self.bot.matches.duty.shards.are_all else POLL_OTHERS)

    def _end_delivery(self, match_id: int, task: asyncio.Task[None]) -> None:
        del self._deliveries[match_id]
        error = None if task.cancelled() else task.exception()
        if error is None:
            self._wake.set()
        else:  # it couldn't be recorded: retry later, not immediately and forever
            log_failure(log, error, "Couldn't store the outcome of %s: %s", task.get_name(), where(error))

    # Work left by an earlier process

    async def _inherit(self) -> None:
        """Takes over the posts of the process before, however long the database is away: nothing is sent before."""
        while True:
            try:
                return await self.delivery.inherit()
            except StoreBusy:
                log.debug("Couldn't look for posts of an earlier process: the database can't be reached")
                await asyncio.sleep(RETRY_FIRST)

    async def _catch_up(self) -> None:
        """Does what an earlier process has left. What can't be looked up is after the next start."""
        try:
            await self._post_where_the_bot_is_back()
            await self._older.inherit()
        except Exception as error:
            log_failure(log, error, "Couldn't look for work left by an earlier process: %s", where(error))

    @commands.Cog.listener()
    async def on_guild_join(self, _: discord.Guild) -> None:
        """Posts boards that were given up while the bot was off the server, however long the database is away."""
        while True:
            try:
                return await self._post_where_the_bot_is_back()
            except (Busy, StoreBusy):
                log.debug("Couldn't post where the bot is back: the database can't be reached")
                await asyncio.sleep(RETRY_FIRST)
            except Exception as error:
                return log_failure(log, error, "Couldn't post where the bot is back: %s", where(error))

    async def _post_where_the_bot_is_back(self) -> None:
        for post in await self.bot.matches.outbox.list_given_up(PostingProblem.NO_SERVER):
            if post.place.guild_id is not None and self.bot.get_guild(post.place.guild_id) is not None:
                await self.bot.matches.outbox.retry(post.id)

    # One post

    async def deliver(self, post: Post) -> None:
        """Posts a board, or edits the message that it belongs to, and records the outcome; logs what goes wrong."""
        come(asyncio.get_running_loop().time())
        try:
            match = await self.bot.matches.outbox.match_to_show(post)
            goes_on = _goes_on(match)
            waits = self._slots.all_taken or _follows_a_game(match) or goes_on
            if waits:
                await self._wait_for_the_game_before(match)
                await self._queue_edit(match, post)
            async with at_place(self.bot, match.place):
                async with self._slots.slot(COMPUTERS_PLAY if goes_on else CALLING):
                    match_shown = await self.post_or_edit(post, None if waits else match)
                if match_shown is not None:  # direct messages may take long, and other boards need the slot
                    await self._finish(post, match_shown)
        except Superseded:
            pass  # the match moved on while this board waited to be drawn; a newer post shows it
        except discord.HTTPException as error:
            problem = PostingProblem.TEMPORARY if note_refusal(error) else PostingProblem.of(error)
            if problem is PostingProblem.TEMPORARY:
                log.warning("Retrying post %s later: Discord answered %d", post.nonce, error.status)
                await self._try_again(post, problem)
                return
            if problem is PostingProblem.BROKEN:
                log.error("Discord refused post %s: %s", post.nonce, error)
            await self._give_up(post, problem)
        except NETWORK_ERRORS as error:
            log.warning("Retrying post %s later: %s", post.nonce, error)
            await self._try_again(post, PostingProblem.TEMPORARY)
        except (Busy, StoreBusy):
            log.debug("Retrying post %s later: the database can't be reached", post.nonce)
            await asyncio.sleep(RETRY_FIRST)  # it is still due
        except Exception as error:
            log_failure(log, error, "Post %s can't be made: %s", post.nonce, where(error))
            await self._try_again(post, PostingProblem.BROKEN)

    async def post_or_edit(self, post: Post, match: Match | None) -> Match | None:
        """Sends the board unless that was done or isn't needed; returns the match it shows, None if nothing was sent.

        `match` is given if it has just been read.
        """
        match = match or await self.bot.matches.get(post.match_id)
        if match.place.guild_id is not None and self.bot.get_guild(match.place.guild_id) is None:
            await self._give_up(post, PostingProblem.NO_SERVER)
            return None
        asked_at, asking = discord.utils.utcnow(), timedelta()
        if await self.membership.note_absences(match):
            asking = discord.utils.utcnow() - asked_at
            match = await self.bot.matches.get(post.match_id)
        if not await self.bot.matches.outbox.still_due(post.id):
            return None  # the match has moved on; a newer post shows it
        sent = self._sent.get(post.match_id)
        if sent is not None and sent[0].id != post.id:
            await self._record_overtaken(*sent, match)
            sent = None
        if sent is None:
            delivered = await self.delivery.deliver(match, post, asking)
            if delivered is None:
                return None
            self._sent[post.match_id] = (post, delivered)
            BOARD_DELAY.observe((discord.utils.utcnow() - post.created_at).total_seconds())
        return match

    async def _finish(self, post: Post, match: Match) -> None:
        """Calls people beside the board, and then records it, so that the next process forgets nobody."""
        board = await self._call(post, match)
        await self._record(post, board)
        self.waiters.settle(post, message_id=board.message_id)
        await self._older.retire(match, board.message_id)

    async def _call(self, post: Post, match: Match) -> Delivered:
        """Calls everyone beside a board that was sent, as far as that is still to be done; returns the board."""
        _, board = self._sent[post.match_id]
        if board.called:
            await call_after_edit(self.bot, post, board)
            self._sent[post.match_id] = (post, board := replace(board, called=()))
        if board.directly:
            await call_directly(self.bot, match, post, board)
            self._sent[post.match_id] = (post, board := replace(board, directly=(), picture=None))
        return board

    @keep_working(log, "Couldn't remove the buttons of older boards")
    async def _go_on_retiring(self) -> None:
        await self._older.go_on(without=self._deliveries.keys())

    async def _record(self, post: Post, board: Delivered) -> None:
        await self.bot.matches.outbox.note_posted(post.id, board.message_id, words=board.words.document())
        self._sent.pop(post.match_id, None)

    async def _record_overtaken(self, post: Post, board: Delivered, match: Match) -> None:
        """Records a board that was sent before the database was lost, and overtaken before it was back.

        Otherwise nobody would remove its buttons. One that can't be recorded is deleted. Whom a new board calls is
        called by the next one, but those beside an edited board only now. Raises Busy.
        """
        if board.news:
            board = await self._call(post, match)
        try:
            await self._record(post, board)
        except Busy:
            raise
        except Exception as error:
            log_failure(log, error, "Couldn't record post %s, which was sent: %s", post.nonce, where(error))
            self._sent.pop(post.match_id, None)
            self.delivery.doubt(post.match_id)

    async def _try_again(self, post: Post, problem: PostingProblem) -> None:
        # Discord may have it, or the calls beside it, and only its reply was lost.
        self.delivery.doubt(post.match_id, post.id)
        sent = self._sent.get(post.match_id)
        if sent is not None and sent[0].id == post.id:
            self._sent[post.match_id] = (post, replace(sent[1], inherited=True))
        await self.bot.matches.outbox.note_failed(post.id, problem, retry_in=retry_pause(post.attempts, RETRY_FIRST))

    async def _give_up(self, post: Post, problem: PostingProblem) -> None:
        log.warning("Post %s can't be delivered: %s", post.nonce, problem)
        await self.bot.matches.outbox.note_failed(post.id, problem, retry_in=None)
        self.waiters.settle(post, problem=problem)

    # Deadlines that move after they were announced

    @keep_working(log, "Couldn't look for deadlines that have moved")
    async def _announce_deadlines(self) -> None:
        """Edits boards and reminders, one match after the other. A board that is being posted announces it itself."""
        for match_id in await self.bot.matches.clocks.moved_deadlines():
            if match_id not in self._deliveries:
                task = asyncio.create_task(self._announce_deadline(match_id), name=f"deadline {match_id}")
                self._deliveries[match_id], self.queued_edits[match_id] = task, ANY_POST
                task.add_done_callback(partial(self._end_edit, match_id))
                await asyncio.wait([task])
                await asyncio.sleep(EDIT_PAUSE)

    def _end_edit(self, match_id: int, task: asyncio.Task[None]) -> None:
        del self.queued_edits[match_id]
        self._end_delivery(match_id, task)

    async def _announce_deadline(self, match_id: int) -> None:
        """Edits what announces this match's deadline; what fails for now is tried again after the next check."""
        try:
            await announce_deadline(self.bot, match_id)
        except REQUEST_ERRORS as error:
            log.warning("Announcing the deadline of match %d later: %s", match_id, type(error).__name__)
        except (Busy, StoreBusy):
            log.debug("Announcing the deadline of match %d later: the database can't be reached", match_id)
        except Exception as error:
            log_failure(log, error, "Couldn't announce the deadline of match %d: %s", match_id, where(error))

    # Order of posts

    async def _queue_edit(self, match: Match, post: Post) -> None:
        """Waits between new boards in old messages, over all matches, while computers play on.

        A board that is overtaken while it waits is never drawn: the newer one shows everything.
        """
        if not _goes_on(match) or await self.bot.matches.outbox.message_to_edit(post) is None:
            return
        self.queued_edits[match.id] = post.id
        try:
            await self._edit_slot.take(post.id)
        finally:
            del self.queued_edits[match.id]
        asyncio.get_running_loop().call_later(EDIT_PAUSE, self._edit_slot.give_back)

    async def _wait_for_the_game_before(self, match: Match) -> None:
        """Waits for the last board of the previous game, so that the next game of a series appears below it.

        Doesn't wait for a board that Discord refuses now.
        """
        series = match.series
        if series is None or not _follows_a_game(match):
            return
        before = next(part.match_id for part in series.parts if part.number == series.part - 1)
        while any(other.match_id == before for other in await self.bot.matches.outbox.due()):
            delivering = self._deliveries.get(before)
            if delivering is not None:
                await asyncio.wait([delivering])
            else:
                await asyncio.sleep(PREDECESSOR_POLL)


def _goes_on(match: Match) -> bool:
    """Whether computers play on, and no one is asked anything that no board has shown."""
    asks = match.proposal is not None and match.proposal.number > (match.position_version or 0)
    return match.mover is not None and not asks


def _follows_a_game(match: Match) -> bool:
    """Whether the same series has an earlier game."""
    return match.series is not None and match.series.kind is SeriesKind.POINTS and match.series.part > 1
