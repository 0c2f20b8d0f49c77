"""The outbox: boards that are to be posted, one for each match at most, until they are delivered or given up."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.engine import Engine
from bot.match.guards import require_a_board
from bot.match.match import Match
from bot.match.reader import Reader
from bot.match.transactions import writing
from bot.match.values import Place, Post
from bot.match.writing import write_post
from bot.store import Store
from bot.store.queries import posts

LONGEST_WAIT = timedelta(minutes=15)
"""How long a post waits for its next attempt at most: what is due later was written before the clock was set back."""


Note = Callable[[AsyncConnection], Awaitable[None]]
"""Something that is to be written of a post."""

Notes = list[tuple[Note, asyncio.Future[None]]]
"""Each with the future that its writer waits for."""


class Outbox:
    """What the worker that posts boards needs. Several attempts of one post share its nonce. Writing may be `Busy`."""

    def __init__(self, store: Store, reader: Reader, engine: Engine) -> None:
        self._store = store
        self._reader = reader
        self._engine = engine
        self._notes: Notes = []  # what isn't written yet
        self._noting: asyncio.Task[None] | None = None

    @property
    def on_post(self) -> asyncio.Event:
        """Set after each commit of this process that left something to post.

        Other processes may leave something, too: let the worker also look at `next_due_at` from time to time.
        """
        return self._engine.on_post

    async def due(self, limit: int = 50) -> list[Post]:
        """What is to be posted by now; of each match only the newest board.

        First the boards that somebody waits for, then those of computers going on; of each the longest waiting first.
        """
        async with self._store.read() as connection:
            now = self._reader.clock()
            return [_post(row) for row in await posts.due(connection, now, now + LONGEST_WAIT, limit)]

    async def match_to_show(self, post: Post) -> Match:
        """The match that the post is to show, not older than the post. NoSuchMatch.

        It isn't read again if this process has just written it.
        """
        written = self._engine.take_just_written(post.match_id)
        if written is not None and not post.attempts and written.version >= post.version:
            return written
        return await self._engine.get(post.match_id)

    async def waiting(self) -> set[int]:
        """The ids of all posts that are still to be delivered, also of those whose next try is some time away."""
        async with self._store.read() as connection:
            return set(await posts.waiting(connection))

    async def next_due_at(self) -> datetime | None:
        """When the next post is due (it may be past), or None while nothing waits."""
        async with self._store.read() as connection:
            return await posts.next_due_at(connection)

    async def still_due(self, post_id: int) -> bool:
        """Whether this post is still to be delivered: neither overtaken by a newer one nor delivered or given up.

        For asking right before sending: drawing takes time, and a post shows the match as it is when it is sent.
        """
        async with self._store.read() as connection:
            return await posts.is_due(connection, post_id)

    async def posted(self, post_id: int, message_id: int, *, words: Mapping[str, Any] | None = None) -> None:
        """The post was delivered as this message. `words` (JSON) is kept for building it again without its buttons.

        Let `words` name people by their ids only, in mentions or as numbers: ids are found again when somebody is to
        be forgotten, names are not. An id that the match doesn't know (any more) is kept as 0.
        """
        now = self._reader.clock()
        await self._note(lambda connection: posts.note_posted(connection, post_id, message_id, words, now))

    async def failed(self, post_id: int, problem: str, *, retry_in: timedelta | None) -> None:
        """An attempt failed. With `retry_in` None the post is given up; `repost` and `moving.move_to` write a new one.

        A `retry_in` of more than `LONGEST_WAIT` is taken for that.
        """
        due_at = None if retry_in is None else self._reader.clock() + min(retry_in, LONGEST_WAIT)
        async with writing(self._store) as connection:
            await posts.note_failed(connection, post_id, problem, due_at)

    async def board_message(self, match_id: int) -> tuple[Place, int] | None:
        """Where the newest delivered board of the match is: the place and the message's id. None before the first."""
        async with self._store.read() as connection:
            row = await posts.newest_delivered(connection, match_id)
        if row is None:
            return None
        post = _post(row)
        return None if post.message_id is None else (post.place, post.message_id)

    async def was_shown(self, match_id: int, version: int) -> bool:
        """Whether a board that is at least of this version was delivered."""
        async with self._store.read() as connection:
            row = await posts.newest_delivered(connection, match_id)
        return row is not None and bool(row["version"] >= version)

    async def newest(self, match_id: int) -> int:
        """The id of the match's newest post, whatever became of it; 0 before the first."""
        async with self._store.read() as connection:
            return await posts.newest(connection, match_id)

    async def is_stuck(self, match_id: int) -> bool:
        """Whether the match's newest board couldn't be posted where the match is, and isn't tried any more."""
        async with self._store.read() as connection:
            return await posts.newest_was_given_up(connection, match_id)

    async def message_to_edit(self, post: Post) -> int | None:
        """The message that this post may take the place of: the newest board, if it shows the same run there.

        A post also stands in for those it has overtaken. If one of them was to be a new message and nobody has
        seen it, this one is. To be asked once the fate of all older posts is noted.
        """
        if post.anew or post.run is None:
            return None
        async with self._store.read() as connection:
            row = await posts.newest_delivered(connection, post.match_id)
            if row is None or await posts.one_was_missed(connection, post.match_id, row["id"], post.id):
                return None
        post_shown = _post(row)
        return post_shown.message_id if (post_shown.run, post_shown.place) == (post.run, post.place) else None

    async def overtaken(self, post: Post) -> int | None:
        """The oldest version that may have been sent without being noted before this post was written; None if none.

        That is so where a process ended while it sent a board, or Discord's answer was lost.
        """
        async with self._store.read() as connection:
            return min(await posts.overtaken(connection, post.match_id, post.id), default=None)

    async def board_messages(self, match_id: int) -> set[int]:
        """The ids of all messages as which boards of the match were delivered."""
        async with self._store.read() as connection:
            return set(await posts.messages(connection, match_id))

    async def boards_to_strip(self, match_id: int) -> list[Post]:
        """Delivered boards that are older than the newest delivered one and still have their buttons, oldest first."""
        async with self._store.read() as connection:
            return [_post(row, row["words"]) for row in await posts.to_strip(connection, match_id)]

    async def left_behind(self) -> list[int]:
        """The matches for which `boards_to_strip` isn't empty. Looks at all matches there are: for the start."""
        async with self._store.read() as connection:
            return await posts.left_behind(connection)

    async def given_up(self, problem: str) -> list[Post]:
        """The boards that were given up because of this problem and still show their matches as they are."""
        async with self._store.read() as connection:
            return [_post(row) for row in await posts.given_up(connection, problem)]

    async def retry(self, post_id: int) -> None:
        """A board that was given up is due again, unless a newer one has taken its place. Busy."""
        now = self._reader.clock()
        async with writing(self._store) as connection:
            await posts.retry(connection, post_id, now)
        self.on_post.set()

    async def repost(self, match_id: int) -> Match:
        """Post the current board again; one that is waiting to be posted is only made due now. NotRunning, Frozen.

        Of a private match nothing is posted.
        """
        async with self._engine.lock(match_id):
            await self._engine.current(match_id)
            async with writing(self._store) as connection:
                match = await self._reader.read_in(connection, match_id)
                require_a_board(match)
                now = self._reader.clock()
                if not await posts.hurry(connection, match.id, match.version, now):
                    await write_post(connection, match, match.version, match.place, now, run=match.run)
        self.on_post.set()
        return await self._engine.get(match_id)

    async def stripped(self, post_id: int) -> None:
        """The buttons of this board are gone, or nobody can take them off any more. Its words are dropped."""
        now = self._reader.clock()
        await self._note(lambda connection: posts.note_stripped(connection, post_id, now))

    async def _note(self, note: Note) -> None:
        """Write a note, together with all others that wait while somebody else writes. Busy."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._notes.append((note, written))
        if self._noting is None or self._noting.done():
            self._noting = asyncio.create_task(self._write_notes(), name="noting")
        await written

    async def _write_notes(self) -> None:
        while self._notes:
            notes: Notes = []
            try:
                async with writing(self._store) as connection:
                    notes, self._notes = self._notes, []
                    for note, _ in notes:
                        await note(connection)
            except Exception as error:
                if notes:
                    await self._write_each(notes, error)
                else:  # nothing can be written
                    notes, self._notes = self._notes, []
                    _tell(notes, error)
            else:
                _tell(notes, None)

    async def _write_each(self, notes: Notes, error: Exception) -> None:
        """Write notes by themselves that failed together with this error: the others need not fail for one of them."""
        for note, written in notes:
            try:
                if len(notes) == 1:
                    raise error
                async with writing(self._store) as connection:
                    await note(connection)
            except Exception as own:
                _tell([(note, written)], own)
            else:
                _tell([(note, written)], None)


def _tell(notes: Notes, error: Exception | None) -> None:
    """Let go on who waits for these notes."""
    for _, written in notes:
        if written.done():  # its writer was cancelled
            continue
        if error is None:
            written.set_result(None)
        else:
            written.set_exception(error)


def _post(row: RowMapping, words: Mapping[str, Any] | None = None) -> Post:
    return Post(
        id=row["id"],
        match_id=row["match_id"],
        version=row["version"],
        run=row["run"],
        anew=row["anew"],
        nonce=row["nonce"],
        place=Place(row["guild_id"], row["channel_id"], row["thread_id"]),
        attempts=row["attempts"],
        message_id=row["message_id"],
        kind=row["kind"],
        problem=row["problem"],
        words=words or {},
        created_at=row["created_at"],
    )
