"""Waiting for boards: the fate of the newest post of each match, and who wants to know it."""

import asyncio
from dataclasses import replace

from cachetools import LRUCache

from bot.match import Match, Post
from cogs.shared.client.client import Client

WAIT_FOR_BOARD = 8.0  # seconds a player waits for the link to the new board
LOOK_EVERY = 1.0  # seconds between checks whether another process has posted the board, if there are others
CACHE_SIZE = 1000  # fates of posts kept for players who ask a moment later

Waiter = tuple[int, int, asyncio.Future[Post]]  # the lowest version and the lowest id of the post, and who waits


class BoardWaiters:
    """The fates of posts, for players who wait for the board of their move."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._latest: LRUCache[int, Post] = LRUCache(CACHE_SIZE)  # by match
        self.waiting: dict[int, list[Waiter]] = {}  # by match

    def settle(self, post: Post, *, message_id: int | None = None, problem: str | None = None) -> None:
        """Reports the fate of a post: the id of its message, or the problem for which it was given up."""
        outcome = replace(post, message_id=message_id, problem=problem)
        self._latest[post.match_id] = outcome
        for version, oldest, waiting in self.waiting.get(post.match_id, []):
            if version <= post.version and oldest <= post.id and not waiting.done():
                waiting.set_result(outcome)

    async def outcome(self, match: Match, oldest: int = 0) -> Post | None:
        """Returns the fate of the post for this version of the match; None if that takes too long.

        Of posts of other processes it's known only if they were delivered. Ignores posts with an id below `oldest`.
        """
        latest = self._latest.get(match.id)
        if latest is not None and latest.version >= match.version and latest.id >= oldest:
            return latest
        future: asyncio.Future[Post] = asyncio.get_running_loop().create_future()
        waiter = (match.version, oldest, future)
        self.waiting.setdefault(match.id, []).append(waiter)
        self.bot.matches.outbox.on_post.set()
        try:
            async with asyncio.timeout(WAIT_FOR_BOARD):
                while not (await asyncio.wait([future], timeout=LOOK_EVERY))[0]:
                    if self.bot.matches.duty.shards.are_all:
                        continue  # no other process posts it
                    post = await self.bot.matches.outbox.newest_delivery(match.id)
                    if post is not None and post.version >= match.version and post.id >= oldest:
                        return post
                return future.result()
        except TimeoutError:
            return None
        finally:
            self.waiting[match.id].remove(waiter)
            if not self.waiting[match.id]:
                del self.waiting[match.id]

    async def wait_for_board(self, match_id: int, version: int) -> None:
        """Waits until the board of this version is posted, if it is on its way, for at most a few seconds."""
        latest = self._latest.get(match_id)
        on_its_way = latest.version < version if latest else await self.bot.matches.outbox.next_due_at() is not None
        if on_its_way:
            await self.outcome(await self.bot.matches.get(match_id))
