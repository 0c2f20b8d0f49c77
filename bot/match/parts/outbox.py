"""The outbox: queued boards, at most one for each match, until they are delivered or given up."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions.guards import require_a_board
from bot.match.engine.writing import write_post
from bot.match.parts.part import Dependencies, Part, asks, notes
from bot.match.values import Place, Post
from bot.match.values.match import Match
from bot.store.queries import posts
from bot.store.tables import PostRow

LONGEST_WAIT = timedelta(minutes=15)
"""The longest delay before a retry. A post due later than that was queued before the clock was set back."""

Note = Callable[[AsyncConnection], Awaitable[None]]
"""Writes something about a post."""

Notes = list[tuple[Note, asyncio.Future[None]]]
"""Each with the future that its caller waits for."""


class Outbox(Part):
    """What the worker that posts boards needs. All attempts at a post share its nonce. Writing may raise `Busy`.

    What is due, waiting, left behind or given up is that of the servers this process works for.
    """

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self._notes: Notes = []  # not yet written
        self._noting: asyncio.Task[None] | None = None

    @property
    def on_post(self) -> asyncio.Event:
        """Set after each commit of this process that queued a board.

        Other processes may queue boards too, so the worker should also check `next_due_at` from time to time.
        """
        return self._engine.on_post

    async def due(self, limit: int = 50) -> list[Post]:
        """The posts that are due, only the newest board of each match.

        Boards that someone waits for come before those of computers playing on; within each group, the longest waiting
        first.
        """
        now = self._now()
        return [_post(row) for row in await self._read(posts.due, now, now + LONGEST_WAIT, limit, self._shards)]

    async def match_to_show(self, post: Post) -> Match:
        """The match to show in the post, no older than the post. Raises NoSuchMatch.

        If this process has just written the match, this doesn't read it again.
        """
        match = self._engine.take_just_written(post.match_id)
        if match is not None and not post.attempts and match.version >= post.version:
            return match
        return await self._engine.get(post.match_id)

    async def waiting(self) -> set[int]:
        """The ids of all posts still to be delivered, including those whose next attempt is some time away."""
        return set(await self._read(posts.waiting, self._shards))

    next_due_at = asks(posts.next_due_at)
    still_due = asks(posts.is_due)

    async def note_posted(self, post_id: int, message_id: int, *, words: Mapping[str, Any] | None = None) -> None:
        """Records that the post was delivered as this message. `words` (JSON) is stored for removing its buttons later.

        `words` should name people only by their ids, as mentions or numbers: when a person is forgotten, ids can be
        found, but names can't. An id that the match doesn't know is stored as 0.
        """
        now = self._now()
        await self._note(lambda connection: posts.note_posted(connection, post_id, message_id, words, now))

    async def note_failed(self, post_id: int, problem: str, *, retry_in: timedelta | None) -> None:
        """Records a failed attempt. With `retry_in` None the post is given up; `repost` and `relocating.move_to`
        queue a new one.

        A `retry_in` above `LONGEST_WAIT` is reduced to it.
        """
        due_at = None if retry_in is None else self._now() + min(retry_in, LONGEST_WAIT)
        await self._write(posts.note_failed, post_id, problem, due_at)

    async def board_message(self, match_id: int) -> tuple[Place, int] | None:
        """Where the match's newest delivered board is: the place and the message's id. None before the first."""
        post = await self.newest_delivery(match_id)
        return None if post is None or post.message_id is None else (post.place, post.message_id)

    shown_in = asks(posts.shown_in)

    async def newest_delivery(self, match_id: int) -> Post | None:
        """The match's newest delivered post, whichever process has delivered it. None before the first."""
        row = await self._read(posts.newest_delivery, match_id)
        return None if row is None else _post(row)

    async def shown_before(self, post: Post) -> Post | None:
        """The match's newest delivered post, with its words, when another one is about to be delivered."""
        row = await self._read(posts.newest_delivery, post.match_id)
        return None if row is None else _post(row, await self._read(posts.words_of, row.id))

    async def on_display(self, match_id: int) -> Post | None:
        """The match's newest post, with its words, if it is delivered and nothing has replaced it."""
        row = await self._read(posts.on_display, match_id)
        return None if row is None else _post(row, row.words)

    note_edited = notes(posts.note_words)

    async def was_shown(self, match_id: int, version: int) -> bool:
        """Whether a board of this version or a newer one was delivered."""
        post = await self.newest_delivery(match_id)
        return post is not None and post.version >= version

    newest = asks(posts.newest)
    is_stuck = asks(posts.newest_was_given_up)

    async def message_to_edit(self, post: Post) -> int | None:
        """The message that this post may replace: the newest board, if it shows the same run in the same place.

        A post also stands in for those it has overtaken. If one of them was to be a new message and was never sent, so
        is this one. Call this only when the fate of all older posts is recorded.
        """
        if post.new_message or post.run is None:
            return None
        async with self._store.read() as connection:
            row = await posts.newest_delivery(connection, post.match_id)
            if row is None or await posts.one_was_missed(connection, post.match_id, row.id, post.id):
                return None
        post_shown = _post(row)
        return post_shown.message_id if (post_shown.run, post_shown.place) == (post.run, post.place) else None

    async def overtaken(self, post: Post) -> int | None:
        """The oldest version that may have been sent without being recorded before this post was queued; None if none.

        This happens if a process ended while sending a board, or Discord's reply was lost.
        """
        return min(await self._read(posts.overtaken, post.match_id, post.id), default=None)

    async def board_messages(self, match_id: int) -> set[int]:
        """The ids of all messages with delivered boards of the match."""
        return set(await self._read(posts.messages, match_id))

    async def boards_to_strip(self, match_id: int) -> list[Post]:
        """Delivered boards with buttons that are older than the newest delivered one, oldest first."""
        return [_post(row, row.words) for row in await self._read(posts.to_strip, match_id)]

    async def matches_to_strip(self) -> list[int]:
        """The matches for which `boards_to_strip` isn't empty. Reads all matches, so call it only at start."""
        return await self._read(posts.matches_to_strip, self._shards)

    async def list_given_up(self, problem: str) -> list[Post]:
        """The boards that were given up because of this problem and still show the current state of their matches."""
        return [_post(row) for row in await self._read(posts.list_given_up, problem, self._shards)]

    async def retry(self, post_id: int) -> None:
        """Makes a board that was given up due again, unless a newer one has replaced it. Raises Busy."""
        now = self._now()
        await self._write(posts.retry, post_id, now)
        self.on_post.set()

    async def repost(self, match_id: int) -> Match:
        """Queues the current board again; a queued one just becomes due now. Raises NotRunning, Frozen.

        Does nothing for a private match.
        """
        async with self._engine.lock(match_id):
            await self._engine.current(match_id)
            async with self._writing() as connection:
                match = await self._reader.read_in(connection, match_id)
                require_a_board(match)
                now = self._now()
                if not await posts.hurry(connection, match.id, match.version, now):
                    await write_post(connection, match, match.version, match.place, now, run=match.run)
                if not self._reader.duty.shards.include(match.place.guild_id):
                    await self._store.wake_others(connection)
        self.on_post.set()
        return await self._engine.get(match_id)

    async def note_stripped(self, post_id: int) -> None:
        """Records that this board's buttons are gone or can't be removed any more. Deletes its words."""
        now = self._now()
        await self._note(lambda connection: posts.note_stripped(connection, post_id, now))

    async def _note(self, note: Note) -> None:
        """Writes a note, together with all others that wait while someone else writes. Raises Busy."""
        outcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._notes.append((note, outcome))
        if self._noting is None or self._noting.done():
            self._noting = asyncio.create_task(self._write_notes(), name="noting")
        await outcome

    async def _write_notes(self) -> None:
        while self._notes:
            notes: Notes = []
            try:
                async with self._writing() as connection:
                    notes, self._notes = self._notes, []
                    for note, _ in notes:
                        await note(connection)
            except Exception as error:
                if len(notes) > 1:  # a bad one mustn't fail the others
                    for one in notes:
                        await self._write_one(*one)
                    continue
                if not notes:  # nothing could be written
                    notes, self._notes = self._notes, []
                _tell(notes, error)
            else:
                _tell(notes)

    async def _write_one(self, note: Note, outcome: asyncio.Future[None]) -> None:
        try:
            await self._write(note)
        except Exception as error:
            _tell([(note, outcome)], error)
        else:
            _tell([(note, outcome)])


def _tell(notes: Notes, error: Exception | None = None) -> None:
    """Completes the futures of these notes."""
    for _, outcome in notes:
        if outcome.done():  # its caller was cancelled
            continue
        if error is None:
            outcome.set_result(None)
        else:
            outcome.set_exception(error)


def _post(row: PostRow, words: Mapping[str, Any] | None = None) -> Post:
    return Post(
        id=row.id,
        match_id=row.match_id,
        version=row.version,
        run=row.run,
        new_message=row.anew,
        nonce=row.nonce,
        place=Place(row.guild_id, row.channel_id, row.thread_id),
        attempts=row.attempts,
        message_id=row.message_id,
        problem=row.problem,
        words=words or {},
        created_at=row.created_at,
    )
